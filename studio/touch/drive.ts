// Six axes of a device move what the hand holds, or else the eye.

import type { Vec3 } from '../../src/index.js';
import { add, length, normalize, scale } from '../../src/math/vec3.js';
import type { Selection } from '../inspect/selection.js';
import type { Stage } from '../view/stage.js';
import type { Hand, Holder } from './hand.js';
import type { SixAxes } from './six-axes.js';

/** At full deflection, a second: what is held by this share of the distance to the eye, and by this angle (rad). */
const MOVE_RATE = 0.45;
const TURN_RATE = 1.8;
/** ln(distance) */
const ZOOM_RATE = 1.2;

export class Drive {
  constructor(
    private readonly stage: Stage,
    private readonly hand: Hand,
    private readonly selection: Selection,
  ) {}

  /** Directions over the ground as the picture has them: to the right and towards the eye; and up. */
  levelAxes(): { right: Vec3; up: Vec3; back: Vec3 } {
    const { right, up, back } = this.stage.axes();
    const flat = (v: Vec3): Vec3 => [v[0], 0, v[2]];
    // From straight above, what is up in the picture is away.
    const towards = length(flat(back)) > 0.2 ? flat(back) : scale(flat(up), -1);
    return { right: normalize(flat(right)), up: [0, 1, 0], back: normalize(towards) };
  }

  /** Moves what is held over the ground and up, by shares of the distance to the eye. */
  nudge([x, y, z]: Vec3): void {
    const { right, up, back } = this.levelAxes();
    const by = add(add(scale(right, x), scale(up, y)), scale(back, z));
    this.hand.moveBy(scale(by, this.stage.rig.distance));
  }

  /**
   * Takes the selected body at its centre of mass, or the one in the middle of the picture, or lets go. False: there is
   * none.
   */
  toggle(by: Holder, orMiddle = false): boolean {
    if (this.hand.held) {
      this.hand.letGo();
      return true;
    }
    const body = this.selection.body ?? (orMiddle ? this.middle() : null);
    const info = body === null ? undefined : this.hand.bodyOf(body);
    const target = info && this.hand.place(info.id, info.centerOfMass_B);
    if (!info || !target || !this.hand.canHold(info.id)) return false;
    this.selection.selectBody(info.id);
    this.hand.hold({ body: info.id, lane: 0, point_B: info.centerOfMass_B, target, by });
    return true;
  }

  /** For a time (s). */
  apply({ move, turn }: SixAxes, time: number): void {
    if (this.hand.held) {
      this.nudge(scale(move, MOVE_RATE * time));
      const axes = this.levelAxes();
      const turns = [axes.right, axes.up, axes.back].map((axis, k) => [axis, turn[k]!] as const);
      for (const [axis, rate] of turns) if (rate !== 0) this.hand.turnBy(axis, rate * TURN_RATE * time);
      return;
    }
    const { stage } = this;
    if (turn[0] !== 0 || turn[1] !== 0) stage.turn(-turn[1] * TURN_RATE * time, turn[0] * TURN_RATE * time);
    if (move[2] !== 0) stage.zoom(Math.exp(-move[2] * ZOOM_RATE * time));
    if (move[0] === 0 && move[1] === 0) return;
    const { rig } = stage;
    const { right, up } = stage.axes();
    const by = scale(add(scale(right, -move[0]), scale(up, -move[1])), MOVE_RATE * time * rig.distance);
    for (const point of [rig.target, rig.camera.position]) point.set(point.x + by[0], point.y + by[1], point.z + by[2]);
    rig.follows = false;
    stage.invalidate();
  }

  private middle(): number | null {
    const { x, y, z } = this.stage.rig.target;
    const at = this.stage.project([x, y, z]);
    const hit = at && this.stage.pick(at.x, at.y, { contacts: false });
    return hit?.kind === 'body' ? hit.body : null;
  }
}
