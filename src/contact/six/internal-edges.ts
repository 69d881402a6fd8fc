// Internal edges: overlaps that only exist because bodies rest a target depth inside each other.
//
// A box that slides over a floor of tiles is a little below their tops, so that it overlaps the next tile first in a
// sliver that is thinner across than it is deep. Its face normal points against the motion, and the box would stop dead
// at a wall that is one target depth high. A contact is suspect if a larger one of the same body, with a normal unlike
// its own, holds the body in a direction in which the sliver is no thicker than a few target depths. It is an internal edge if
// the body, lifted by those few depths off what holds it, could pass: pushed on against the contact it meets nothing.
// (Two cards that lean on each other meet in a sliver as small, but lifting one does not free it.) Internal edges get no block;
// a step later the sliver is wide and faces the right way. A contact that bore in the last step is none, and not asked
// again: the question is as dear as detection, and meshes at rest on small patches would ask it in every step. For the
// same reason it is not asked of two meshes (SI_SKIP is -1): one that slides over tiles that are meshes may be stopped.

import type { I32Slab } from '../../memory/arena.js';
import type { ContactPool } from '../pool.js';
import {
  ASKED,
  S_AREA,
  S_DEPTH,
  S_FRAME,
  S_MOMENT,
  S_WRENCH,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_SKIP,
  SIX_INTS,
  SIX_STRIDE,
} from './layout.js';
import { ACROSS, PUSH, THIN } from './tolerances.js';

/**
 * Whether contact k meets nothing once its body `shared` is moved by (x, y, z) and pushed on against the contact by
 * `push` (m).
 */
export type PassTest = (k: number, shared: number, x: number, y: number, z: number, push: number) => boolean;

/**
 * Marks the internal edges among the pairs' contacts. `heads` and `links` are scratch: contacts of each body, as linked lists.
 */
export function markInternalEdges(
  pool: ContactPool,
  bodyCount: number,
  heads: I32Slab,
  links: I32Slab,
  passes: PassTest,
): void {
  const i = pool.i.data;
  const ranges = pool.ranges.data;
  let linked = false;
  for (let r = 0; r < ranges.length; r += 2) {
    for (let k = ranges[r], end = k + ranges[r + 1]; k < end; k++) {
      if (!isSuspect(pool, k)) continue;
      if (!linked) linkContacts(pool, bodyCount, heads, links);
      linked = true;
      const a = i[k * SIX_INTS + SI_BODY_A];
      const b = i[k * SIX_INTS + SI_BODY_B];
      const isInternal =
        isInternalEdge(pool, k, a, heads.data[a], links.data, passes) ||
        isInternalEdge(pool, k, b, heads.data[b], links.data, passes);
      i[k * SIX_INTS + SI_SKIP] = isInternal ? 1 : ASKED;
    }
  }
}

/** A contact that bore is none, and one that was taken over from the last step has its answer. */
function isSuspect(pool: ContactPool, k: number): boolean {
  const f = pool.f.data;
  const w = k * SIX_STRIDE + S_WRENCH;
  if (pool.i.data[k * SIX_INTS + SI_FACING] === 1) return false;
  return pool.i.data[k * SIX_INTS + SI_SKIP] === 0 && f[w] === 0 && f[w + 1] === 0 && f[w + 2] === 0;
}

function linkContacts(pool: ContactPool, bodyCount: number, heads: I32Slab, links: I32Slab): void {
  heads.reserve(bodyCount);
  links.reserve(2 * pool.count);
  heads.data.fill(-1, 0, bodyCount);
  const i = pool.i.data;
  const ranges = pool.ranges.data;
  for (let r = 0; r < ranges.length; r += 2) {
    for (let k = ranges[r], end = k + ranges[r + 1]; k < end; k++) {
      for (let side = 0; side < 2; side++) {
        const body = i[k * SIX_INTS + (side === 0 ? SI_BODY_A : SI_BODY_B)];
        links.data[2 * k + side] = heads.data[body];
        heads.data[body] = 2 * k + side;
      }
    }
  }
}

function isInternalEdge(
  pool: ContactPool,
  k: number,
  shared: number,
  head: number,
  links: Int32Array,
  passes: PassTest,
): boolean {
  const f = pool.f.data;
  const o = k * SIX_STRIDE;
  for (let at = head; at >= 0; at = links[at]) {
    const p = (at >> 1) * SIX_STRIDE;
    if (p === o || !(f[p + S_AREA] > f[o + S_AREA])) continue;
    const x = f[p + S_FRAME];
    const y = f[p + S_FRAME + 1];
    const z = f[p + S_FRAME + 2];
    if (Math.abs(x * f[o + S_FRAME] + y * f[o + S_FRAME + 1] + z * f[o + S_FRAME + 2]) > ACROSS) continue;
    const m = o + S_MOMENT;
    const variance =
      x * (f[m] * x + 2 * (f[m + 1] * y + f[m + 2] * z)) + y * (f[m + 3] * y + 2 * f[m + 4] * z) + f[m + 5] * z * z;
    const most = THIN * f[o + S_DEPTH];
    if (!(12 * variance < most * most)) continue;
    // Off what holds it: the holding contact's normal points from its b to its a.
    const lift = (at & 1) === 0 ? most : -most;
    if (passes(k, shared, lift * x, lift * y, lift * z, PUSH * most)) return true;
  }
  return false;
}
