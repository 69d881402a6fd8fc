// Contact points of a closed triangle surface with a round shape: gathers the triangles within reach and hands them on.

import type { PointBuffer } from './buffer.js';
import type { Closest } from './closest.js';
import { Nearby } from './nearby.js';
import { CAPSULE, type Placed, relative, SPHERE } from './placed.js';
import type { Surface } from './surface.js';
import { SurfaceBall } from './surface-ball.js';
import { SurfaceFlatEnded } from './surface-flat-ended.js';

export class SurfaceRound {
  readonly #nearby = new Nearby();
  readonly #ball = new SurfaceBall(this.#nearby);
  readonly #flatEnded: SurfaceFlatEnded;
  readonly #turn = new Float64Array(9);
  readonly #at = new Float64Array(3);

  constructor(closest: Closest) {
    this.#flatEnded = new SurfaceFlatEnded(this.#nearby, closest);
  }

  /** Round shape s first, mesh m with its surface second. */
  generate(s: Placed, m: Placed, surface: Surface, margin: number, out: PointBuffer): void {
    // centre and axis in the mesh's frame
    const turn = this.#turn;
    const at = this.#at;
    relative(s, m, turn, at);
    const x = at[0];
    const y = at[1];
    const z = at[2];
    const ax = turn[1];
    const ay = turn[4];
    const az = turn[7];
    const h = s.kind === SPHERE ? 0 : s.hy;
    const side = s.hx + margin;
    const box = this.#nearby.box;
    for (let k = 0; k < 3; k++) {
      const reach = h * Math.abs(turn[3 * k + 1]);
      box[k] = at[k] - reach - side;
      box[k + 3] = at[k] + reach + side;
    }
    this.#nearby.collect(surface);
    const before = out.count;
    const ball = this.#ball;
    if (s.kind === SPHERE) {
      ball.ball(x, y, z, s.hx, 0, 0, 0, m, surface, margin, 0, out);
    } else if (s.kind === CAPSULE) {
      ball.ball(x + h * ax, y + h * ay, z + h * az, s.hx, ax, ay, az, m, surface, margin, 1, out);
      ball.ball(x - h * ax, y - h * ay, z - h * az, s.hx, -ax, -ay, -az, m, surface, margin, 2, out);
      ball.between(x, y, z, ax, ay, az, s, m, surface, margin, out);
      if (out.count === before) ball.pierced(x, y, z, ax, ay, az, s, m, surface, out);
    } else {
      this.#flatEnded.generate(s, m, surface, margin, out);
    }
  }
}
