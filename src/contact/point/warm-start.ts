// What the points of a pair bore in the last step, for its points of this one.

import type { ContactPool } from '../pool.js';
import type { ContactStore } from '../store.js';
import { P_ANCHOR_A, P_IMPULSE, PI_HEIR, PI_ID, PI_PARTS, POINT_INTS, POINT_STRIDE } from './layout.js';

/**
 * The impulses of the pair's points in the last step go to the same features now, and what is left of them to the
 * nearest points: where corners of equal boxes coincide, the feature that makes a point changes from step to step.
 */
export function takeImpulses(contacts: ContactStore, pair: number, start: number, reach: number): void {
  const { now } = contacts;
  const old = now;
  const from = old.startOf(pair);
  const count = old.countOf(pair);
  for (let k = start; k < now.count; k++) {
    now.f.data.fill(0, k * POINT_STRIDE + P_IMPULSE, k * POINT_STRIDE + P_IMPULSE + 3);
    for (let n = from; n < from + count; n++) if (isSameFeature(old, n, now, k)) handOver(old, n, now, k);
  }
  for (let k = start; k < now.count; k++) {
    if (now.i.data[k * POINT_INTS + PI_HEIR] === 1) continue;
    let nearest = -1;
    let best = reach * reach;
    for (let n = from; n < from + count; n++) {
      if (old.i.data[n * POINT_INTS + PI_HEIR] === 2) continue;
      if (old.i.data[n * POINT_INTS + PI_PARTS] !== now.i.data[k * POINT_INTS + PI_PARTS]) continue;
      const d = distanceSquared(old, n, now, k);
      if (d < best) {
        best = d;
        nearest = n;
      }
    }
    if (nearest >= 0) handOver(old, nearest, now, k);
  }
}

function isSameFeature(before: ContactPool, n: number, after: ContactPool, k: number): boolean {
  const now = after.i.data;
  const old = before.i.data;
  return (
    old[n * POINT_INTS + PI_ID] === now[k * POINT_INTS + PI_ID] &&
    old[n * POINT_INTS + PI_PARTS] === now[k * POINT_INTS + PI_PARTS] &&
    old[n * POINT_INTS + PI_HEIR] !== 2
  );
}

function distanceSquared(before: ContactPool, n: number, now: ContactPool, k: number): number {
  const f = now.f.data;
  const g = before.f.data;
  const p = k * POINT_STRIDE + P_ANCHOR_A;
  const q = n * POINT_STRIDE + P_ANCHOR_A;
  const x = f[p] - g[q];
  const y = f[p + 1] - g[q + 1];
  const z = f[p + 2] - g[q + 2];
  return x * x + y * y + z * z;
}

function handOver(before: ContactPool, n: number, now: ContactPool, k: number): void {
  const p = k * POINT_STRIDE + P_IMPULSE;
  const q = n * POINT_STRIDE + P_IMPULSE;
  for (let m = 0; m < 3; m++) now.f.data[p + m] = before.f.data[q + m];
  now.i.data[k * POINT_INTS + PI_HEIR] = 1;
  before.i.data[n * POINT_INTS + PI_HEIR] = 2;
}
