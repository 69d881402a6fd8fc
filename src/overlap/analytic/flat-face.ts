// Which single flat face of a convex polyhedron a round solid touches, if it is only one.
//
// R ∩ P equals R ∩ {n_f·x ≤ d_f} exactly where that cap lies inside all other planes of P. How far a cap reaches along
// n_g follows from the solid's support function σ by duality: max { n_g·x : x ∈ R, n_f·x ≤ d_f } = min_{λ ≥ 0} σ(n_g -
// λ n_f) + λ d_f. Any λ gives a valid bound, so the search may stop at the first that is small enough, and stopping
// too early can only send a pair to the general method. A torus stands for its convex hull here, which holds it.
// Verified in test/overlap/analytic-faces.test.ts.

import type { Polyhedron } from '../../shapes/polyhedron.js';
import type { CapsuleShape, ConeShape, CylinderShape, SphereShape, TorusShape } from '../../shapes/shape.js';

export type RoundShape = SphereShape | CapsuleShape | CylinderShape | ConeShape | TorusShape;

/**
 * Farthest reach from the origin along v, given v·axis, |v × axis| and |v|: apart, because they come from each other
 * with half the digits.
 */
export function roundReach(shape: RoundShape, along: number, across: number, length: number): number {
  switch (shape.type) {
    case 'sphere':
      return shape.radius * length;
    case 'capsule':
      return shape.halfHeight * Math.abs(along) + shape.radius * length;
    case 'cylinder':
      return shape.halfHeight * Math.abs(along) + shape.radius * across;
    case 'cone':
      return Math.max(shape.halfHeight * along, shape.radius * across - shape.halfHeight * along);
    case 'torus':
      return shape.radius * across + shape.tube * length;
  }
}

/** No face: the solids are apart. */
export const FACE_APART = -1;
/** Several planes bound the overlap. */
export const FACE_MANY = -2;

const GOLDEN = 0.6180339887498949;
const SEARCH = 28;

/**
 * The face of `poly` whose half-space cuts the solid just as `poly` does, or FACE_APART or FACE_MANY. The solid's
 * centre (x, y, z) and unit axis (ax, ay, az) are in the frame of `poly`. A solid wholly inside has its shallowest
 * face.
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
    const across = size(ny * az - nz * ay, nz * ax - nx * az, nx * ay - ny * ax);
    const depth = d + roundReach(shape, -along, across, 1);
    if (depth <= 0) return FACE_APART;
    const crosses = roundReach(shape, along, across, 1) > d;
    // A plane that the solid crosses goes before all that it does not.
    if (crosses === crossed ? depth < shallowest : crosses) {
      shallowest = depth;
      face = i >> 2;
      crossed = crosses;
    }
  }
  if (!crossed) return face;
  const f = 4 * face;
  const dm = planes[f + 3] - (planes[f] * x + planes[f + 1] * y + planes[f + 2] * z);
  for (let i = 0; i < planes.length; i += 4) {
    if (i === f) continue;
    const d = planes[i + 3] - (planes[i] * x + planes[i + 1] * y + planes[i + 2] * z);
    if (!capWithin(shape, planes, i, d, f, dm, ax, ay, az)) return FACE_MANY;
  }
  return face;
}

/** Whether the cap below the plane planes[f…] (at dm from the solid's centre) stays below planes[i…] (at d). */
function capWithin(
  shape: RoundShape,
  planes: Float64Array,
  i: number,
  d: number,
  f: number,
  dm: number,
  ax: number,
  ay: number,
  az: number,
): boolean {
  if (bound(shape, planes, i, f, dm, ax, ay, az, 0) < d) return true;
  // Bracket the minimum by doubling, then narrow it down.
  let low = 0;
  let high = 1;
  let before = Infinity;
  for (let k = 0; k < 60; k++) {
    const b = bound(shape, planes, i, f, dm, ax, ay, az, high);
    if (b < d) return true;
    if (b > before) break;
    before = b;
    // The minimum may lie on either side of the last but one.
    low = k === 0 ? 0 : 0.5 * high;
    high *= 2;
  }
  let p = high - GOLDEN * (high - low);
  let q = low + GOLDEN * (high - low);
  let bp = bound(shape, planes, i, f, dm, ax, ay, az, p);
  let bq = bound(shape, planes, i, f, dm, ax, ay, az, q);
  for (let k = 0; k < SEARCH; k++) {
    if (bp < d || bq < d) return true;
    if (bp < bq) {
      high = q;
      q = p;
      bq = bp;
      p = high - GOLDEN * (high - low);
      bp = bound(shape, planes, i, f, dm, ax, ay, az, p);
    } else {
      low = p;
      p = q;
      bp = bq;
      q = low + GOLDEN * (high - low);
      bq = bound(shape, planes, i, f, dm, ax, ay, az, q);
    }
  }
  return false;
}

/** σ(n_i - λ n_f) + λ d_f. */
function bound(
  shape: RoundShape,
  planes: Float64Array,
  i: number,
  f: number,
  dm: number,
  ax: number,
  ay: number,
  az: number,
  lambda: number,
): number {
  const x = planes[i] - lambda * planes[f];
  const y = planes[i + 1] - lambda * planes[f + 1];
  const z = planes[i + 2] - lambda * planes[f + 2];
  const along = x * ax + y * ay + z * az;
  const across = size(y * az - z * ay, z * ax - x * az, x * ay - y * ax);
  return roundReach(shape, along, across, size(x, y, z)) + lambda * dm;
}

function size(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
