// Which parts touch by their vertices and edges (feature-finder.ts) instead of by their overlap.

import type { SimpleShape } from '../../shapes/shape.js';
import { approachOf } from '../approach.js';
import type { FeatureFinder } from './feature-finder.js';
import { SI_KIND, SI_PARTS, SIX_INTS } from './layout.js';
import { turning } from './motion.js';
import type { OverlapPair } from './overlap-pair.js';
import { FEATURE_TURN, LOOK_WAY } from './tolerances.js';

/**
 * Whether parts touch by their vertices and edges: those of meshes that do not rub; and prisms of one direction that go
 * along each other at the velocities v, which touch along lines.
 */
export function hasFeatures(
  features: FeatureFinder | null,
  { bodies, a, b, h, depth, friction }: OverlapPair,
  sa: SimpleShape,
  sb: SimpleShape,
  poses: Float64Array,
  v: Float64Array,
): features is FeatureFinder {
  if (features === null) return false;
  if (friction === 0) return features.handles(sa, sb, poses);
  if (!(approachOf(bodies.f.data, v, a, b, h) > LOOK_WAY * depth)) return false;
  if (h * Math.max(turning(v, a), turning(v, b)) > FEATURE_TURN) return false;
  return features.handles(sa, sb, poses) && features.areParallel(sa, sb, poses);
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
