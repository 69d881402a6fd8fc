// What cuts a soft body: a plane, or the part of it within a quad.

import type { Vec3 } from '../math/vec3.js';

export interface Cutter {
  readonly point: Vec3;
  /** Unit. */
  readonly normal: Vec3;
  /** Corners in order, or null: the whole plane. */
  readonly quad: readonly Vec3[] | null;
}

/** Whether a point of the cutter's plane lies in its quad. */
export function isWithin(cutter: Cutter, p: Vec3): boolean {
  const { quad, normal: n } = cutter;
  if (!quad) return true;
  for (let k = 0; k < 4; k++) {
    const a = quad[k]!;
    const b = quad[(k + 1) % 4]!;
    const [ex, ey, ez] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [px, py, pz] = [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
    if ((ey * pz - ez * py) * n[0] + (ez * px - ex * pz) * n[1] + (ex * py - ey * px) * n[2] < 0) return false;
  }
  return true;
}
