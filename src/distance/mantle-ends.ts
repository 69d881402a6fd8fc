// Ends of the generators with which the mantles of two solids face each other.
//
// Over a plane the gap of a mantle is affine along its generator, and a region tells all of it (round-face.ts). Between
// two mantles it is not: they are closest at one point, and a little farther apart at the ends of the length along which
// they run beside each other, (l sin θ)²/(2(r + R)) there, which is what bodies that turn close first. An end is a point
// of the rim, or the ball at the end of a capsule, over the nearest point of the other solid: exact whatever the angle.
// Verified in test/distance/mantle-ends.test.ts.

import { ID_OTHER, type PointBuffer } from './buffer.js';
import type { Closest } from './closest.js';
import { CAPSULE, CONE, CYLINDER, type Placed } from './placed.js';

/** Ids of the four ends: beside those of other points of curved solids. */
const ID_ENDS = ID_OTHER | 16;

export function hasMantle(s: Placed): boolean {
  return s.kind === CAPSULE || s.kind === CYLINDER || s.kind === CONE;
}

/** Adds the ends of both that are apart by `least` to `most` (m); their normals are from b to a. */
export function pushMantleEnds(
  a: Placed,
  b: Placed,
  closest: Closest,
  least: number,
  most: number,
  out: PointBuffer,
): void {
  for (let k = 0; k < 2; k++) pushEnd(a, b, k, 1, closest, least, most, out);
  for (let k = 0; k < 2; k++) pushEnd(b, a, k, -1, closest, least, most, out);
}

/** End k of s over the other; `sign`: 1 where s is the first of the two. */
function pushEnd(
  s: Placed,
  other: Placed,
  k: number,
  sign: number,
  c: Closest,
  least: number,
  most: number,
  out: PointBuffer,
): void {
  const { r } = s;
  const y = k === 0 ? -s.hy : s.hy;
  const radius = s.kind === CONE && k === 1 ? 0 : s.hx;
  let px = s.x + r[1] * y;
  let py = s.y + r[4] * y;
  let pz = s.z + r[7] * y;
  let gap = c.find(other, px, py, pz, radius + most) - (s.kind === CAPSULE ? radius : 0);
  if (s.kind === CAPSULE) {
    px -= radius * c.nx;
    py -= radius * c.ny;
    pz -= radius * c.nz;
  } else if (radius > 0) {
    if (gap - radius > most) return;
    const along = r[1] * c.nx + r[4] * c.ny + r[7] * c.nz;
    const x = c.nx - along * r[1];
    const z = c.nz - along * r[7];
    const up = c.ny - along * r[4];
    const length = Math.sqrt(x * x + up * up + z * z);
    if (!(length > 0)) return;
    px -= (radius * x) / length;
    py -= (radius * up) / length;
    pz -= (radius * z) / length;
    gap = c.find(other, px, py, pz, most);
  }
  if (!(gap >= least && gap <= most)) return;
  const id = ID_ENDS | (sign > 0 ? k : 2 + k);
  if (sign > 0) out.push(px, py, pz, c.x, c.y, c.z, c.nx, c.ny, c.nz, gap, id);
  else out.push(c.x, c.y, c.z, px, py, pz, -c.nx, -c.ny, -c.nz, gap, id);
}
