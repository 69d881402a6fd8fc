// Contact points of a closed triangle surface with a round shape: gathers the triangles within reach and hands them on.

import type { PointBuffer } from './buffer.js';
import type { Closest } from './closest.js';
import { Nearby } from './nearby.js';
import { CAPSULE, type Placed, SPHERE } from './placed.js';
import type { Surface } from './surface.js';
import { SurfaceBall } from './surface-ball.js';
import { SurfaceFlatEnded } from './surface-flat-ended.js';

export class SurfaceRound {
  private readonly nearby = new Nearby();
  private readonly ball = new SurfaceBall(this.nearby);
  private readonly flatEnded: SurfaceFlatEnded;

  constructor(closest: Closest) {
    this.flatEnded = new SurfaceFlatEnded(this.nearby, closest);
  }

  /** Round shape s first, mesh m with its surface second. */
  generate(s: Placed, m: Placed, surface: Surface, margin: number, out: PointBuffer): void {
    // centre and axis in the mesh's frame
    const r = m.r;
    const dx = s.x - m.x;
    const dy = s.y - m.y;
    const dz = s.z - m.z;
    const x = r[0] * dx + r[3] * dy + r[6] * dz;
    const y = r[1] * dx + r[4] * dy + r[7] * dz;
    const z = r[2] * dx + r[5] * dy + r[8] * dz;
    const ax = r[0] * s.r[1] + r[3] * s.r[4] + r[6] * s.r[7];
    const ay = r[1] * s.r[1] + r[4] * s.r[4] + r[7] * s.r[7];
    const az = r[2] * s.r[1] + r[5] * s.r[4] + r[8] * s.r[7];
    const h = s.kind === SPHERE ? 0 : s.hy;
    const side = s.hx + margin;
    const box = this.nearby.box;
    box[0] = x - h * Math.abs(ax) - side;
    box[1] = y - h * Math.abs(ay) - side;
    box[2] = z - h * Math.abs(az) - side;
    box[3] = x + h * Math.abs(ax) + side;
    box[4] = y + h * Math.abs(ay) + side;
    box[5] = z + h * Math.abs(az) + side;
    this.nearby.collect(surface);
    const before = out.count;
    const ball = this.ball;
    if (s.kind === SPHERE) {
      ball.ball(x, y, z, s.hx, 0, 0, 0, m, surface, margin, 0, out);
    } else if (s.kind === CAPSULE) {
      ball.ball(x + h * ax, y + h * ay, z + h * az, s.hx, ax, ay, az, m, surface, margin, 1, out);
      ball.ball(x - h * ax, y - h * ay, z - h * az, s.hx, -ax, -ay, -az, m, surface, margin, 2, out);
      ball.between(x, y, z, ax, ay, az, s, m, surface, margin, out);
      if (out.count === before) ball.pierced(x, y, z, ax, ay, az, s, m, surface, out);
    } else {
      this.flatEnded.generate(s, m, surface, margin, out);
    }
  }
}
