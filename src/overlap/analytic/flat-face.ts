// Which single flat face of a convex polyhedron a round solid touches, if it is only one.
//
// R ∩ P equals R ∩ {n_f·x ≤ d_f} exactly where that cap lies inside all other planes of P. How far a cap reaches along n_g follows from the
// solid's support function σ by duality: max { n_g·x : x ∈ R, n_f·x ≤ d_f } = min_{λ ≥ 0} σ(n_g - λ n_f) + λ d_f. Any λ gives a valid bound, so the
// search may stop at the first that is small enough, and stopping too early can only send a pair to the general method. For a torus, which is not
// convex, the bound is that of its hull: safe as well. Verified in test/overlap/analytic-faces.test.ts.

import type { Polyhedron } from '../../shapes/polyhedron.js';
import type { CapsuleShape, ConeShape, CylinderShape, SphereShape } from '../../shapes/shape.js';

export type RoundShape = SphereShape | CapsuleShape | CylinderShape | ConeShape;

/** Farthest reach from the origin along v, given v·axis and |v|². */
export function roundReach(shape: RoundShape, along: number, squared: number): number {
  switch (shape.type) {
    case 'sphere':
      return shape.radius * Math.sqrt(squared);
    case 'capsule':
      return shape.halfHeight * Math.abs(along) + shape.radius * Math.sqrt(squared);
    case 'cylinder': {
      const across = squared - along * along;
      return shape.halfHeight * Math.abs(along) + shape.radius * Math.sqrt(across > 0 ? across : 0);
    }
    case 'cone': {
      const across = squared - along * along;
      const rim = shape.radius * Math.sqrt(across > 0 ? across : 0) - shape.halfHeight * along;
      return Math.max(shape.halfHeight * along, rim);
    }
  }
}

/** No face: the solids are apart. */
export const FACE_APART = -1;
/** Several planes bound the overlap. */
export const FACE_MANY = -2;

const GOLDEN = 0.6180339887498949;
const SEARCH = 28;

/**
 * The face of `poly` whose half-space cuts the solid just as `poly` does, or FACE_APART or FACE_MANY. The solid's centre (x, y, z) and
 * unit axis (ax, ay, az) are in the frame of `poly`. A solid wholly inside has its shallowest face.
 */
export function singleFace(
  poly: Polyhedron,
  shape: RoundShape,
  x: number,
  y: number,
  z: number,
  ax: number,
  ay: number,
  az: number,
): number {
  const planes = poly.planes;
  let face = 0;
  let shallowest = Infinity;
  let crossed = false;
  for (let i = 0; i < planes.length; i += 4) {
    const nx = planes[i];
    const ny = planes[i + 1];
    const nz = planes[i + 2];
    const d = planes[i + 3] - (nx * x + ny * y + nz * z);
    const along = nx * ax + ny * ay + nz * az;
    const depth = d + roundReach(shape, -along, 1);
    if (depth <= 0) return FACE_APART;
    const crosses = roundReach(shape, along, 1) > d;
    // A plane that the solid crosses goes before all that it does not.
    if (crosses === crossed ? depth < shallowest : crosses) {
      shallowest = depth;
      face = i >> 2;
      crossed = crosses;
    }
  }
  if (!crossed) return face;
  const f = 4 * face;
  const mx = planes[f];
  const my = planes[f + 1];
  const mz = planes[f + 2];
  const dm = planes[f + 3] - (mx * x + my * y + mz * z);
  const alongM = mx * ax + my * ay + mz * az;
  for (let i = 0; i < planes.length; i += 4) {
    if (i === f) continue;
    const nx = planes[i];
    const ny = planes[i + 1];
    const nz = planes[i + 2];
    const d = planes[i + 3] - (nx * x + ny * y + nz * z);
    const along = nx * ax + ny * ay + nz * az;
    if (roundReach(shape, along, 1) < d) continue;
    if (!capWithin(shape, along, alongM, nx * mx + ny * my + nz * mz, dm, d)) return FACE_MANY;
  }
  return face;
}

/** Whether the cap below the plane at dm stays below the one at d; nm is the cosine between their normals. */
function capWithin(shape: RoundShape, along: number, alongM: number, nm: number, dm: number, d: number): boolean {
  // Bracket the minimum by doubling, then narrow it down.
  let low = 0;
  let high = 1;
  let before = Infinity;
  for (let k = 0; k < 60; k++) {
    const b = bound(shape, along, alongM, nm, dm, high);
    if (b < d) return true;
    if (b > before) break;
    before = b;
    low = 0.5 * high;
    high *= 2;
  }
  if (high === 2) low = 0;
  let p = high - GOLDEN * (high - low);
  let q = low + GOLDEN * (high - low);
  let bp = bound(shape, along, alongM, nm, dm, p);
  let bq = bound(shape, along, alongM, nm, dm, q);
  for (let k = 0; k < SEARCH; k++) {
    if (bp < d || bq < d) return true;
    if (bp < bq) {
      high = q;
      q = p;
      bq = bp;
      p = high - GOLDEN * (high - low);
      bp = bound(shape, along, alongM, nm, dm, p);
    } else {
      low = p;
      p = q;
      bp = bq;
      q = low + GOLDEN * (high - low);
      bq = bound(shape, along, alongM, nm, dm, q);
    }
  }
  return false;
}

function bound(shape: RoundShape, along: number, alongM: number, nm: number, dm: number, lambda: number): number {
  const squared = 1 - 2 * lambda * nm + lambda * lambda;
  return roundReach(shape, along - lambda * alongM, squared > 0 ? squared : 0) + lambda * dm;
}
