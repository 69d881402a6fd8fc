// Bodies that come and go by the user's will. What was done is undone with the scrubber: commands are part of the
// history.

import type { Vec3 } from '../../src/index.js';
import { surroundingsOf } from '../files/extent.js';
import { freeName } from '../files/import-mesh.js';
import { bodyOf, type Selection } from '../inspect/selection.js';
import type { SimClient } from '../sim/client.js';
import type { Messages } from '../ui/messages.js';
import type { Stage } from '../view/stage.js';
import { describeNew, NEW_BODIES } from './new-bodies.js';
import { boxOf, fittingSize, topOfColumn } from './placing.js';

export class BodyActions {
  constructor(
    private readonly client: SimClient,
    private readonly stage: Stage,
    private readonly selection: Selection,
    private readonly messages: Messages,
  ) {}

  /** Drops a body of a kind of NEW_BODIES onto the middle of the picture. */
  async add(kind: string): Promise<void> {
    const wanted = NEW_BODIES.find(({ id }) => id === kind);
    const crowds = this.crowds();
    if (!wanted || !crowds[0]) return;
    const { bodies, shapes, poses } = crowds[0];
    const { longest, density } = surroundingsOf(bodies, shapes, poses);
    const size = fittingSize(longest, this.stage.rig.distance);
    const [x, y, z] = this.middle();
    const top = Math.max(y, ...crowds.map((crowd) => topOfColumn(crowd, x, z, 0.5 * size)));
    const name = freeName(
      kind,
      bodies.map((body) => body.name),
    );
    const description = describeNew(wanted, { name, size, density, position: [x, top + size, z] });
    await this.attempt(async () => this.select(await this.client.command({ type: 'add', description })));
  }

  /** A second one of the selected body, above it and whatever lies on it. */
  async duplicate(): Promise<void> {
    const { body } = this.selection;
    if (body === null) return;
    await this.attempt(async () => {
      const offset = this.roomAbove(body);
      this.select(await this.client.command({ type: 'duplicate', body, ...(offset && { offset }) }));
    });
  }

  async remove(): Promise<void> {
    const { body } = this.selection;
    if (body === null) return;
    const name = bodyOf(this.client.scenes[0], body)?.name ?? 'body';
    await this.attempt(async () => {
      await this.client.command({ type: 'delete', body });
      this.messages.note(`${name} deleted; go back in time to have it again.`);
    });
  }

  private crowds() {
    return this.client.scenes.map(({ bodies, shapes }, k) => ({
      bodies,
      shapes,
      poses: this.client.frame?.lanes[k]?.poses ?? [],
    }));
  }

  private roomAbove(body: number): Vec3 | null {
    const rises = this.crowds().map((crowd) => {
      const box = boxOf(
        crowd,
        crowd.bodies.findIndex(({ id }) => id === body),
      );
      if (!box) return Number.NaN;
      const half = 0.5 * Math.max(box[3] - box[0], box[5] - box[2]);
      const top = topOfColumn(crowd, 0.5 * (box[0] + box[3]), 0.5 * (box[2] + box[5]), 0.98 * half);
      return top - box[1] + 0.1 * (box[4] - box[1]);
    });
    const rise = Math.max(...rises);
    return Number.isFinite(rise) ? [0, rise, 0] : null;
  }

  /** What is in the middle of the picture. */
  private middle(): Vec3 {
    const { x, y, z } = this.stage.rig.target;
    const at = this.stage.project([x, y, z]);
    const hit = at && this.stage.pick(at.x, at.y, { contacts: false });
    return hit ? hit.point : [x, y, z];
  }

  private select({ bodies: [made] }: { bodies: number[] }): void {
    if (made !== undefined) this.selection.selectBody(made);
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.messages.fault(error);
    }
  }
}
