// Which parts touch by their vertices and edges (feature-finder.ts) instead of by their overlap.

import type { SimpleShape } from '../../shapes/shape.js';
import { approachOf } from '../approach.js';
import type { FeatureFinder } from './feature-finder.js';
import { SI_KIND, SI_PARTS, SIX_INTS } from './layout.js';
import { turning } from './motion.js';
import type { OverlapPair } from './overlap-pair.js';
import { FEATURE_TURN, LOOK_WAY } from './tolerances.js';

/**
 * Whether parts touch by their vertices and edges, in steps that are short enough: those of meshes that do not rub; and
 * prisms of one direction that go along each other at the velocities v, which touch along lines.
 */
export function mayHaveFeatures(
  features: FeatureFinder,
  { bodies, a, b, h, depth, friction }: OverlapPair,
  sa: SimpleShape,
  sb: SimpleShape,
  poses: Float64Array,
  v: Float64Array,
): boolean {
  if (friction === 0) return features.handles(sa, sb, poses);
  if (!(approachOf(bodies.f.data, v, a, b, h) > LOOK_WAY * depth)) return false;
  return features.handles(sa, sb, poses) && features.areParallel(sa, sb, poses);
}

/** Whether they do so in this step. */
export function hasFeatures(
  features: FeatureFinder | null,
  hand: OverlapPair,
  sa: SimpleShape,
  sb: SimpleShape,
  poses: Float64Array,
  v: Float64Array,
): features is FeatureFinder {
  return features !== null && isShortFor(hand, v) && mayHaveFeatures(features, hand, sa, sb, poses, v);
}

/** Whether bodies turn so little in the step that what rubs may touch by features. */
export function isShortFor({ a, b, h, friction }: OverlapPair, v: Float64Array): boolean {
  return friction === 0 || !(h * Math.max(turning(v, a), turning(v, b)) > FEATURE_TURN);
}

/**
 * Whether the contacts of the parts in hand, from `from` up to `to`, are of features; where there are none, whether the
 * bodies do not go as far in a step of h as the thinner part is thick: else they may meet on their way and part again,
 * which is seen by overlaps.
 */
export function goByFeatures(
  { bodies, pool, parts, a, b }: OverlapPair,
  from: number,
  to: number,
  h: number,
  thin: number,
): boolean {
  const i = pool.i.data;
  let isAny = false;
  for (let k = from; k < to; k++) {
    if (i[k * SIX_INTS + SI_PARTS] !== parts) continue;
    if (i[k * SIX_INTS + SI_KIND] !== 0) return true;
    isAny = true;
  }
  if (isAny) return false;
  const v = bodies.v.data;
  const x = v[6 * a] - v[6 * b];
  const y = v[6 * a + 1] - v[6 * b + 1];
  const z = v[6 * a + 2] - v[6 * b + 2];
  return h * h * (x * x + y * y + z * z) < thin * thin;
}
