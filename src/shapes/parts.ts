// Placing the parts of compounds, so that contact models only ever see simple shapes.

import type { CompoundPart, Shape, SimpleShape } from './shape.js';

/** How many simple shapes a shape consists of. */
export function partCount(shape: Shape): number {
  return shape.type === 'compound' ? shape.parts.length : 1;
}

export function partShape(shape: Shape, k: number): SimpleShape {
  return shape.type === 'compound' ? shape.parts[k]!.shape : shape;
}

/** The same, but the hull of a mesh that is convex: the same solid, with faces that can be met exactly. */
export function solidPart(shape: Shape, k: number): SimpleShape {
  const part = partShape(shape, k);
  return part.type === 'mesh' ? (part.hull ?? part) : part;
}

/** The hull round a mesh that is not convex and has a cover (mesh-cover.ts); any other shape itself. */
export function coverOf(shape: SimpleShape): SimpleShape {
  return shape.type === 'mesh' ? (shape.cover?.hull ?? shape) : shape;
}

const ON_GROUND = ['box', 'convex', 'sphere', 'capsule', 'cylinder', 'cone'];

/** Whether a meets b triangle by triangle: terrain (distance/ground.ts). */
export function meetsGround(a: SimpleShape, b: SimpleShape): boolean {
  return b.type === 'mesh' && b.isTerrain === true && ON_GROUND.includes(coverOf(a).type);
}

export function partFriction(shape: Shape, k: number): number | null {
  return shape.type === 'compound' ? shape.parts[k]!.friction : null;
}

/** Writes the pose of part k (origin, then rotation) for a body whose pose is d[p…p+6]. */
export function placePart(out: Float64Array, oi: number, shape: Shape, k: number, d: Float64Array, p: number): void {
  if (shape.type !== 'compound') {
    for (let n = 0; n < 7; n++) out[oi + n] = d[p + n];
    return;
  }
  const part: CompoundPart = shape.parts[k]!;
  const x = d[p + 3];
  const y = d[p + 4];
  const z = d[p + 5];
  const w = d[p + 6];
  const vx = part.position[0];
  const vy = part.position[1];
  const vz = part.position[2];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[oi] = d[p] + vx + w * tx + y * tz - z * ty;
  out[oi + 1] = d[p + 1] + vy + w * ty + z * tx - x * tz;
  out[oi + 2] = d[p + 2] + vz + w * tz + x * ty - y * tx;
  const qx = part.rotation[0];
  const qy = part.rotation[1];
  const qz = part.rotation[2];
  const qw = part.rotation[3];
  out[oi + 3] = w * qx + x * qw + y * qz - z * qy;
  out[oi + 4] = w * qy - x * qz + y * qw + z * qx;
  out[oi + 5] = w * qz + x * qy - y * qx + z * qw;
  out[oi + 6] = w * qw - x * qx - y * qy - z * qz;
}
