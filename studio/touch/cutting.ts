// Cuts by hand: a line that is drawn across soft bodies cuts those that it is seen to cross, straight away from the
// eye. Verified in test/studio/touch.test.ts and test/studio-browser/touch.long.test.ts.

import type { Vec3 } from '../../src/index.js';
import { add, scale } from '../../src/math/vec3.js';
import type { SimClient } from '../sim/client.js';
import type { Messages } from '../ui/messages.js';
import type { Stage } from '../view/stage.js';
import type { Ray } from './dragging.js';

/** A line shorter than this is a slip of the hand (CSS px). */
const SHORTEST = 8;
/** How many points of the line are looked through for what it crosses. */
const LOOKS = 48;
/** The cut begins and ends at these multiples of the eye's distance to what it looks at. */
const NEAR = 0.01;
const FAR = 10;

/** The quad between two lines of sight, from near to far. */
export function quadBetween(from: Ray, to: Ray, near: number, far: number): [Vec3, Vec3, Vec3, Vec3] {
  const at = ({ origin, direction }: Ray, t: number): Vec3 => add(origin, scale(direction, t));
  return [at(from, near), at(to, near), at(to, far), at(from, far)];
}

export class Cutting {
  /** Whether drags cut. */
  isOn = false;
  private line: { id: number; x: number; y: number; mark: SVGSVGElement; drawn: SVGLineElement } | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly client: SimClient,
    private readonly messages: Messages,
  ) {
    const { canvas } = stage;
    const on = (type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel', run: (e: PointerEvent) => void) =>
      // Before the camera's own listeners.
      canvas.addEventListener(type, run, { capture: true });
    on('pointerdown', (event) => this.begin(event));
    on('pointermove', (event) => this.extend(event));
    on('pointerup', (event) => this.finish(event));
    on('pointercancel', () => this.forget());
  }

  private begin(event: PointerEvent): void {
    if (!this.isOn || event.button !== 0) return;
    if (this.line) {
      this.forget();
      return;
    }
    this.stage.rig.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
    const mark = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    mark.setAttribute('class', 'cut-line');
    const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'line');
    mark.append(drawn);
    document.body.append(mark);
    this.line = { id: event.pointerId, x: event.clientX, y: event.clientY, mark, drawn };
    this.extend(event);
  }

  private extend({ pointerId, clientX, clientY }: PointerEvent): void {
    const { line } = this;
    if (line?.id !== pointerId) return;
    const ends = { x1: line.x, y1: line.y, x2: clientX, y2: clientY };
    for (const [key, value] of Object.entries(ends)) line.drawn.setAttribute(key, String(value));
  }

  private finish({ pointerId, clientX, clientY }: PointerEvent): void {
    const { line } = this;
    if (line?.id !== pointerId) return;
    this.forget();
    if (Math.hypot(clientX - line.x, clientY - line.y) < SHORTEST) return;
    const from = this.stage.rayAt(line.x, line.y);
    const to = from && this.stage.rayAt(clientX, clientY, from.lane);
    if (!from || !to) return;
    const crossed = this.crossed(line.x, line.y, clientX, clientY);
    if (crossed.size === 0) {
      this.messages.note('No soft body lies under that line.');
      return;
    }
    const { distance } = this.stage.rig;
    const quad = quadBetween(from, to, NEAR * distance, FAR * distance);
    for (const body of crossed)
      this.client.command({ type: 'cut', body, quad }).catch((error: unknown) => this.messages.fault(error));
  }

  /** Soft bodies that are seen under the line. */
  private crossed(x0: number, y0: number, x1: number, y1: number): Set<number> {
    const soft = new Set<number>();
    for (let k = 0; k <= LOOKS; k++) {
      const s = k / LOOKS;
      const hit = this.stage.pick(x0 + s * (x1 - x0), y0 + s * (y1 - y0), { contacts: false });
      if (hit?.kind !== 'body') continue;
      const info = this.client.scenes[hit.lane]?.bodies.find(({ id }) => id === hit.body);
      if (info?.type === 'soft') soft.add(hit.body);
    }
    return soft;
  }

  private forget(): void {
    this.line?.mark.remove();
    if (this.line) this.stage.rig.controls.enabled = true;
    this.line = null;
  }
}
