// When B, S and the factor of a block are made: after assembly, or, where its law has quick sweeps, which do without,
// not before an exact one is asked of its island.

import { BLOCK_INTS, type BlockStore, K_DATA, K_PROJECTION, K_READY, THIN } from './blocks.js';
import type { Island } from './island.js';
import type { SweepTools } from './sweeps.js';

/** Whether block k is left for later. */
export function isLate(blocks: BlockStore, k: number, { projections }: SweepTools): boolean {
  return projections[blocks.i.data[k * BLOCK_INTS + K_PROJECTION]].crowd !== undefined;
}

/** Makes block k ready if it was left for later. */
function makeReady(blocks: BlockStore, k: number, bodies: Float64Array, tools: SweepTools): void {
  const i = blocks.i.data;
  const h = k * BLOCK_INTS;
  if (i[h + K_READY] > 0 || !isLate(blocks, k, tools)) return;
  if (i[h + K_READY] <= THIN) tools.projections[i[h + K_PROJECTION]].crowd!.fill(k);
  if (i[h + K_READY] > 0) return;
  tools.kernels.assemble(blocks, k, bodies);
  tools.kernels.factor(blocks, k);
  i[h + K_READY] = i[h + K_DATA] + 1;
}

export function makeIslandReady({ blocks, order, from, to, bodies }: Island, tools: SweepTools): void {
  for (let n = from; n < to; n++) makeReady(blocks, order[n], bodies, tools);
}

export function makeAllReady(blocks: BlockStore, bodies: Float64Array, tools: SweepTools): void {
  for (let k = 0; k < blocks.count; k++) makeReady(blocks, k, bodies, tools);
}
