// How far two lanes have come apart: the largest distance and the largest angle between bodies of the same name.

import type { StepSeries } from '../inspect/series.js';
import type { LaneFrame, SceneMessage } from '../sim/protocol.js';

export interface Difference {
  /** m, with the name of the body. */
  distance: number;
  farthest: string;
  /** rad, with the name of the body. */
  angle: number;
  mostTurned: string;
  /** Bodies that both lanes have. */
  count: number;
}

export type ApartColumn = 'time' | 'distance' | 'angle';

/** How far the sides are apart now, and over the steps that were shown; there the angle is in degrees. */
export interface Apart {
  series: StepSeries<ApartColumn>;
  now: Difference | null;
}

type Names = Pick<SceneMessage, 'bodies'>;
type Poses = Pick<LaneFrame, 'poses'>;

export function differenceOf(scenes: readonly [Names, Names], lanes: readonly [Poses, Poses]): Difference {
  const out: Difference = { distance: 0, farthest: '', angle: 0, mostTurned: '', count: 0 };
  const [p, q] = [lanes[0].poses, lanes[1].poses];
  const places = new Map(scenes[1].bodies.map(({ name }, k) => [name, k]));
  for (const [i, { name }] of scenes[0].bodies.entries()) {
    const j = places.get(name);
    if (j === undefined || 7 * i + 6 >= p.length || 7 * j + 6 >= q.length) continue;
    out.count++;
    const [o, u] = [7 * i, 7 * j];
    const distance = Math.hypot(p[o]! - q[u]!, p[o + 1]! - q[u + 1]!, p[o + 2]! - q[u + 2]!);
    if (distance > out.distance) Object.assign(out, { distance, farthest: name });
    const angle = angleBetween(p, o + 3, q, u + 3);
    if (angle > out.angle) Object.assign(out, { angle, mostTurned: name });
  }
  return out;
}

/**
 * Of the turn from one rotation to the other. By its sine where that is the smaller: cosines near 1 know nothing of
 * small angles.
 */
function angleBetween(p: Float32Array, i: number, q: Float32Array, j: number): number {
  const [px, py, pz, pw] = [p[i]!, p[i + 1]!, p[i + 2]!, p[i + 3]!];
  const [qx, qy, qz, qw] = [q[j]!, q[j + 1]!, q[j + 2]!, q[j + 3]!];
  const cosine = Math.abs(px * qx + py * qy + pz * qz + pw * qw);
  const sine = Math.hypot(
    pw * qx - qw * px - (py * qz - pz * qy),
    pw * qy - qw * py - (pz * qx - px * qz),
    pw * qz - qw * pz - (px * qy - py * qx),
  );
  return 2 * Math.atan2(sine, cosine);
}

/** What is left of the most kinetic energy when one may say that all is at rest. */
const REST = 1e-8;

/** Since when all has been at rest (s), as far as the steps up to the k-th are known; null while something moves. */
export function restSince(times: readonly number[], kinetic: readonly number[], k: number): number | null {
  const most = kinetic.reduce((sum, value, n) => (n <= k ? Math.max(sum, value) : sum), 0);
  let since: number | null = null;
  for (let n = k; n >= 0 && kinetic[n]! <= REST * most; n--) since = times[n]!;
  return since;
}
