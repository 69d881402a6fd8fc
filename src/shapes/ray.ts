// The first point of a shape that a ray meets.
//
// Convex shapes cut one stretch [enter, exit] out of the line, found in closed form: a hull clips it by its planes, a
// cylinder is a round wall clipped by two planes, a capsule the union of a wall and two balls. The line is first
// re-rooted at its point nearest to the shape's origin, so that a ray from far away is solved in small numbers.
// Meshes: ray-mesh.ts; tori: ray-torus.ts. Verified in test/shapes/ray.test.ts.

import { matrixFromQuaternion } from '../math/quaternion.js';
import { meshContains, PointScratch } from './contains.js';
import { castRayMesh } from './ray-mesh.js';
import { castRayTorus } from './ray-torus.js';
import type { CapsuleShape, CompoundShape, ConeShape, CylinderShape, Shape, SimpleShape } from './shape.js';
import { MAX_TREE_DEPTH } from './triangle-tree.js';

/** What a ray met, and the room that casting needs: make one and keep it. */
export class RayHit {
  /** Outward unit normal in the shape's frame at the point met. */
  readonly normal = new Float64Array(3);
  /** Index of the part of a compound, else 0. */
  part = 0;
  /** Index of the triangle of a mesh, else -1; also -1 for a ray that starts inside. */
  triangle = -1;

  /** Scratch: the stretch of the line inside a convex shape, and the normal where it begins. */
  enter = 0;
  exit = 0;
  nx = 0;
  ny = 0;
  nz = 0;
  readonly stack = new Int32Array(MAX_TREE_DEPTH + 2);
  readonly distances = new Float64Array(MAX_TREE_DEPTH + 2);
  readonly points = new PointScratch();
}

/**
 * The smallest t in [0, maxT] at which o + t d lies in the shape, or -1; `hit` then holds the normal. d need not be a
 * unit vector, but not zero. A ray that starts inside meets the shape at once: t = 0 with the normal against the ray.
 */
export function castRayShape(
  shape: Shape,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxT: number,
  hit: RayHit,
): number {
  hit.part = 0;
  hit.triangle = -1;
  if (shape.type === 'compound') return castRayCompound(shape, ox, oy, oz, dx, dy, dz, maxT, hit);
  return castRaySimple(shape, ox, oy, oz, dx, dy, dz, maxT, hit);
}

function castRayCompound(
  shape: CompoundShape,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxT: number,
  hit: RayHit,
): number {
  const r = new Float64Array(9);
  let best = maxT;
  let part = -1;
  let triangle = -1;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let i = 0; i < shape.parts.length; i++) {
    const { shape: simple, position, rotation } = shape.parts[i];
    // Rows of the part's rotation matrix; its transpose takes the ray into the part's frame.
    matrixFromQuaternion(r, 0, Float64Array.from(rotation), 0);
    const px = ox - position[0];
    const py = oy - position[1];
    const pz = oz - position[2];
    hit.triangle = -1;
    const t = castRaySimple(
      simple,
      r[0] * px + r[3] * py + r[6] * pz,
      r[1] * px + r[4] * py + r[7] * pz,
      r[2] * px + r[5] * py + r[8] * pz,
      r[0] * dx + r[3] * dy + r[6] * dz,
      r[1] * dx + r[4] * dy + r[7] * dz,
      r[2] * dx + r[5] * dy + r[8] * dz,
      best,
      hit,
    );
    if (t < 0 || (part >= 0 && t >= best)) continue;
    best = t;
    part = i;
    triangle = hit.triangle;
    const n = hit.normal;
    nx = r[0] * n[0] + r[1] * n[1] + r[2] * n[2];
    ny = r[3] * n[0] + r[4] * n[1] + r[5] * n[2];
    nz = r[6] * n[0] + r[7] * n[1] + r[8] * n[2];
  }
  if (part < 0) return -1;
  hit.part = part;
  hit.triangle = triangle;
  hit.normal[0] = nx;
  hit.normal[1] = ny;
  hit.normal[2] = nz;
  return best;
}

function castRaySimple(
  shape: SimpleShape,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxT: number,
  hit: RayHit,
): number {
  const dd = dx * dx + dy * dy + dz * dz;
  if (!(dd > 0)) return -1;
  if (shape.type === 'mesh') {
    if (meshContains(shape, ox, oy, oz, hit.points)) return startsInside(hit, dx, dy, dz, dd);
    return castRayMesh(shape, ox, oy, oz, dx, dy, dz, maxT, hit);
  }
  if (shape.type === 'torus') {
    const ring = Math.sqrt(ox * ox + oz * oz) - shape.radius;
    if (ring * ring + oy * oy <= shape.tube * shape.tube) return startsInside(hit, dx, dy, dz, dd);
    return castRayTorus(shape, ox, oy, oz, dx, dy, dz, maxT, hit);
  }
  // Re-rooted at the point nearest to the shape's origin.
  const shift = shape.type === 'half-space' ? 0 : -(ox * dx + oy * dy + oz * dz) / dd;
  const x = ox + shift * dx;
  const y = oy + shift * dy;
  const z = oz + shift * dz;
  hit.enter = -Infinity;
  hit.exit = Infinity;
  switch (shape.type) {
    case 'sphere':
      clipByBall(hit, shape.radius, 0, x, y, z, dx, dy, dz);
      break;
    case 'box':
      clipByPlane(hit, 1, 0, 0, shape.hx - x, dx);
      clipByPlane(hit, -1, 0, 0, shape.hx + x, -dx);
      clipByPlane(hit, 0, 1, 0, shape.hy - y, dy);
      clipByPlane(hit, 0, -1, 0, shape.hy + y, -dy);
      clipByPlane(hit, 0, 0, 1, shape.hz - z, dz);
      clipByPlane(hit, 0, 0, -1, shape.hz + z, -dz);
      break;
    case 'cylinder':
      clipByWall(hit, shape, x, z, dx, dz);
      clipByPlane(hit, 0, 1, 0, shape.halfHeight - y, dy);
      clipByPlane(hit, 0, -1, 0, shape.halfHeight + y, -dy);
      break;
    case 'capsule':
      clipByCapsule(hit, shape, x, y, z, dx, dy, dz);
      break;
    case 'cone':
      clipByCone(hit, shape, x, y, z, dx, dy, dz);
      clipByPlane(hit, 0, -1, 0, shape.halfHeight + y, -dy);
      break;
    case 'half-space':
      clipByPlane(hit, 0, 1, 0, -y, dy);
      break;
    case 'convex': {
      const p = shape.polyhedron.planes;
      for (let f = 0; f < p.length; f += 4) {
        const depth = p[f + 3] - (p[f] * x + p[f + 1] * y + p[f + 2] * z);
        clipByPlane(hit, p[f], p[f + 1], p[f + 2], depth, p[f] * dx + p[f + 1] * dy + p[f + 2] * dz);
      }
    }
  }
  if (!(hit.enter <= hit.exit)) return -1;
  const enter = hit.enter + shift;
  const exit = hit.exit + shift;
  if (exit < 0 || enter > maxT) return -1;
  if (enter < 0) return startsInside(hit, dx, dy, dz, dd);
  hit.normal[0] = hit.nx;
  hit.normal[1] = hit.ny;
  hit.normal[2] = hit.nz;
  return enter;
}

function startsInside(hit: RayHit, dx: number, dy: number, dz: number, dd: number): number {
  const k = -1 / Math.sqrt(dd);
  hit.normal[0] = k * dx;
  hit.normal[1] = k * dy;
  hit.normal[2] = k * dz;
  return 0;
}

/** The empty stretch, which stays empty whatever it is clipped by. */
function nothing(hit: RayHit): void {
  hit.enter = Infinity;
  hit.exit = -Infinity;
}

/** Keep what lies below a plane: `depth` below it at t = 0, rising at `rate`. */
function clipByPlane(hit: RayHit, nx: number, ny: number, nz: number, depth: number, rate: number): void {
  if (rate < 0) {
    const t = depth / rate;
    if (t > hit.enter) {
      hit.enter = t;
      hit.nx = nx;
      hit.ny = ny;
      hit.nz = nz;
    }
  } else if (rate > 0) {
    const t = depth / rate;
    if (t < hit.exit) hit.exit = t;
  } else if (depth < 0) {
    nothing(hit);
  }
}

/** A ball on the axis at height h. */
function clipByBall(
  hit: RayHit,
  radius: number,
  h: number,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
): void {
  const dd = dx * dx + dy * dy + dz * dz;
  const middle = -(x * dx + (y - h) * dy + z * dz) / dd;
  const cx = x + middle * dx;
  const cy = y - h + middle * dy;
  const cz = z + middle * dz;
  const rest = radius * radius - (cx * cx + cy * cy + cz * cz);
  if (!(rest >= 0)) {
    nothing(hit);
    return;
  }
  const half = Math.sqrt(rest / dd);
  hit.enter = middle - half;
  hit.exit = middle + half;
  hit.nx = (cx - half * dx) / radius;
  hit.ny = (cy - half * dy) / radius;
  hit.nz = (cz - half * dz) / radius;
}

/** The round wall of a cylinder or capsule, without ends. */
function clipByWall(
  hit: RayHit,
  { radius }: CylinderShape | CapsuleShape,
  x: number,
  z: number,
  dx: number,
  dz: number,
): void {
  const dd = dx * dx + dz * dz;
  if (!(dd > 0)) {
    if (x * x + z * z > radius * radius) nothing(hit);
    return;
  }
  // Distance from the axis as a cross product: it stays sharp for rays nearly along the axis.
  const miss = x * dz - z * dx;
  const rest = radius * radius - (miss * miss) / dd;
  if (!(rest >= 0)) {
    nothing(hit);
    return;
  }
  const middle = -(x * dx + z * dz) / dd;
  const half = Math.sqrt(rest / dd);
  hit.enter = middle - half;
  hit.exit = middle + half;
  // The foot of the axis on the line is (dz, -dx) miss / dd; from there half a chord back.
  hit.nx = ((miss * dz) / dd - half * dx) / radius;
  hit.ny = 0;
  hit.nz = ((-miss * dx) / dd - half * dz) / radius;
}

function clipByCapsule(
  hit: RayHit,
  shape: CapsuleShape,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
): void {
  const { radius, halfHeight } = shape;
  let enter = Infinity;
  let exit = -Infinity;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let piece = 0; piece < 3; piece++) {
    hit.enter = -Infinity;
    hit.exit = Infinity;
    if (piece === 0) {
      clipByWall(hit, shape, x, z, dx, dz);
      clipByPlane(hit, 0, 1, 0, halfHeight - y, dy);
      clipByPlane(hit, 0, -1, 0, halfHeight + y, -dy);
    } else {
      clipByBall(hit, radius, piece === 1 ? halfHeight : -halfHeight, x, y, z, dx, dy, dz);
    }
    if (!(hit.enter <= hit.exit)) continue;
    if (hit.enter < enter) {
      enter = hit.enter;
      nx = hit.nx;
      ny = hit.ny;
      nz = hit.nz;
    }
    if (hit.exit > exit) exit = hit.exit;
  }
  hit.enter = enter;
  hit.exit = exit;
  hit.nx = nx;
  hit.ny = ny;
  hit.nz = nz;
}

/** The lower half of the double cone x² + z² = k² (y - apex)², open below. */
function clipByCone(
  hit: RayHit,
  { radius, halfHeight }: ConeShape,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
): void {
  const k = radius / (2 * halfHeight);
  const kk = k * k;
  const fall = y - halfHeight;
  const a = dx * dx + dz * dz - kk * dy * dy + 0; // + 0: no negative zero, whose quotient would have the wrong sign
  const b = x * dx + z * dz - kk * fall * dy;
  const c = x * x + z * z - kk * fall * fall;
  let root = b * b - a * c;
  if (root < 0) {
    // A steep line always meets the double cone: less than nothing is rounding there.
    if (a > 0) {
      nothing(hit);
      return;
    }
    root = 0;
  }
  const q = b > 0 ? -(b + Math.sqrt(root)) : -b + Math.sqrt(root);
  const t1 = Math.min(q / a, c / q);
  const t2 = Math.max(q / a, c / q);
  if (a < 0) {
    if (dy < 0) hit.enter = t2;
    else hit.exit = t1;
  } else if (t1 < t2 && fall + 0.5 * (t1 + t2) * dy <= 0) {
    hit.enter = t1;
    hit.exit = t2;
  } else {
    nothing(hit);
  }
  if (!(Math.abs(hit.enter) < Infinity)) return;
  const gx = x + hit.enter * dx;
  const gy = -kk * (fall + hit.enter * dy);
  const gz = z + hit.enter * dz;
  const length = Math.sqrt(gx * gx + gy * gy + gz * gz);
  // At the apex itself every direction upwards is a normal.
  hit.nx = length > 0 ? gx / length : 0;
  hit.ny = length > 0 ? gy / length : 1;
  hit.nz = length > 0 ? gz / length : 0;
}
