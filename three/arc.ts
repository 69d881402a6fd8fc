import type { Vec3 } from '../src/index.js';
import { anyPerpendicular, cross } from '../src/math/vec3.js';
import type { ArrowSet } from './arrow-set.js';
import type { LineSet, RGB } from './line-set.js';

/** An arc about the unit vector n with an arrow's head at its end. */
export function addArc(
  lines: LineSet,
  heads: ArrowSet,
  center: Vec3,
  n: Vec3,
  radius: number,
  sweep: number,
  color: RGB,
): void {
  const u = anyPerpendicular(n);
  const w = cross(n, u);
  const segments = Math.max(2, Math.ceil(sweep / 0.13));
  const stepC = Math.cos(sweep / segments);
  const stepS = Math.sin(sweep / segments);
  let c = 1;
  let s = 0;
  let lx = center[0] + radius * u[0];
  let ly = center[1] + radius * u[1];
  let lz = center[2] + radius * u[2];
  for (let k = 0; k < segments; k++) {
    const turned = c * stepC - s * stepS;
    s = s * stepC + c * stepS;
    c = turned;
    const x = center[0] + radius * (c * u[0] + s * w[0]);
    const y = center[1] + radius * (c * u[1] + s * w[1]);
    const z = center[2] + radius * (c * u[2] + s * w[2]);
    lines.segment(lx, ly, lz, x, y, z, color);
    lx = x;
    ly = y;
    lz = z;
  }
  const head = Math.min(6 * heads.radius, 0.5 * radius);
  heads.head(lx, ly, lz, c * w[0] - s * u[0], c * w[1] - s * u[1], c * w[2] - s * u[2], 0.4 * head, head, color);
}
