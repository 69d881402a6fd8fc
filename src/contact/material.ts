// Combining the coefficients of two touching bodies, and the default depth of their contact.

import { B_FRICTION, B_RESTITUTION, BODY_STRIDE } from '../bodies/layout.js';
import { type BodyStore, pairOf } from '../bodies/store.js';
import { partCount, partShape, solidPart } from '../shapes/parts.js';
import type { Shape } from '../shapes/shape.js';
import { solidOf } from '../shapes/solid.js';
import type { ContactSettings } from './model.js';

/** A coefficient of its own wins over the scene's; two of them combine as √(μa μb). -1 means none of its own. */
export function combineFriction(own_a: number, own_b: number, scene: number): number {
  if (own_a < 0) return own_b < 0 ? scene : own_b;
  return own_b < 0 ? own_a : Math.sqrt(own_a * own_b);
}

export function frictionOf(
  bodies: BodyStore,
  a: number,
  b: number,
  partA: number | null,
  partB: number | null,
  settings: ContactSettings,
): number {
  if (bodies.pairRules.size > 0) {
    const own = bodies.pairRules.get(pairOf(a, b))?.friction;
    if (own !== undefined) return own;
  }
  const d = bodies.f.data;
  return combineFriction(
    partA ?? d[a * BODY_STRIDE + B_FRICTION],
    partB ?? d[b * BODY_STRIDE + B_FRICTION],
    settings.friction,
  );
}

/** The larger of the bodies' own restitutions, else the scene's. */
export function restitutionOf(bodies: BodyStore, a: number, b: number, settings: ContactSettings): number {
  if (bodies.pairRules.size > 0) {
    const given = bodies.pairRules.get(pairOf(a, b))?.restitution;
    if (given !== undefined) return given;
  }
  const own = Math.max(bodies.f.data[a * BODY_STRIDE + B_RESTITUTION], bodies.f.data[b * BODY_STRIDE + B_RESTITUTION]);
  return own >= 0 ? own : settings.restitution;
}

/** Smallest extent of a shape's box; Infinity for a half-space. */
export function thickness(shape: Shape): number {
  if (shape.type !== 'compound') return solidOf(shape).thickness;
  const b = shape.bounds;
  return Math.min(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
}

/**
 * Target depth as a share of the thinner body. It makes a ball of radius R rest on a patch of 0.013 R, which is also
 * its rolling resistance; a tenth of it would be 0.004 R, but leave overlaps of large bodies few digits. Meshes, whose
 * overlaps are sampled, need more: at the smaller share a bumpy cube never came to rest.
 */
export const DEPTH_PER_SIZE = 2e-5;
const DEPTH_PER_SIZE_OF_MESHES = 2e-4;

/**
 * Target depth: small against the thinner body, so that the two look in touch. `asHulls`: convex meshes count as the
 * hulls that they are.
 */
export function targetDepth(shapeA: Shape, shapeB: Shape, settings: ContactSettings, asHulls = false): number {
  if (settings.depth !== null) return settings.depth;
  const size = Math.min(thickness(shapeA), thickness(shapeB));
  const isSampledPair = meetsAsMesh(shapeA, shapeB, asHulls) || meetsAsMesh(shapeB, shapeA, asHulls);
  const share = isSampledPair ? DEPTH_PER_SIZE_OF_MESHES : DEPTH_PER_SIZE;
  return share * (size < Infinity ? size : 1);
}

/** Whether any part is a mesh. Terrain is one only to meshes and tori: all else faces its triangles. */
function meetsAsMesh(shape: Shape, other: Shape, asHulls: boolean): boolean {
  if (shape.type !== 'mesh' && shape.type !== 'compound') return false;
  for (let k = 0; k < partCount(shape); k++) {
    const part = asHulls ? solidPart(shape, k) : partShape(shape, k);
    if (part.type !== 'mesh') continue;
    if (!part.isTerrain) return true;
    for (let m = 0; m < partCount(other); m++) {
      const { type } = partShape(other, m);
      if (type === 'mesh' || type === 'torus') return true;
    }
  }
  return false;
}

/** Whether any part is a mesh; `asHulls`: one that is not convex. */
export function hasMesh(shape: Shape, asHulls: boolean): boolean {
  if (shape.type !== 'mesh' && shape.type !== 'compound') return false;
  for (let k = 0; k < partCount(shape); k++)
    if ((asHulls ? solidPart(shape, k) : partShape(shape, k)).type === 'mesh') return true;
  return false;
}

/**
 * Whether overlaps of the shape may be sampled by rays, and then miss what lies between these; those of convex meshes
 * need not be.
 */
export function isSampled(shape: Shape): boolean {
  for (let k = 0; k < partCount(shape); k++) if (solidOf(solidPart(shape, k)).sampled) return true;
  return false;
}
