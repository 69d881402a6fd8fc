// Combining the coefficients of two touching bodies, and the default depth of their contact.

import { B_FRICTION, B_RESTITUTION, BODY_STRIDE } from '../bodies/layout.js';
import type { BodyStore } from '../bodies/store.js';
import type { Shape } from '../shapes/shape.js';
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
  const d = bodies.f.data;
  return combineFriction(
    partA ?? d[a * BODY_STRIDE + B_FRICTION],
    partB ?? d[b * BODY_STRIDE + B_FRICTION],
    settings.friction,
  );
}

/** The larger of the bodies' own restitutions, else the scene's. */
export function restitutionOf(bodies: BodyStore, a: number, b: number, settings: ContactSettings): number {
  const own = Math.max(bodies.f.data[a * BODY_STRIDE + B_RESTITUTION], bodies.f.data[b * BODY_STRIDE + B_RESTITUTION]);
  return own >= 0 ? own : settings.restitution;
}

/** Smallest extent of a shape's box; Infinity for a half-space. */
export function thickness(shape: Shape): number {
  const b = shape.bounds;
  return Math.min(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
}

const DEPTH_PER_SIZE = 2e-4;

/** Target depth: small against the thinner body, so that the two look in touch. */
export function targetDepth(shapeA: Shape, shapeB: Shape, settings: ContactSettings): number {
  if (settings.depth !== null) return settings.depth;
  const size = Math.min(thickness(shapeA), thickness(shapeB));
  return DEPTH_PER_SIZE * (size < Infinity ? size : 1);
}
