// Contacts of the volume model in snapshots: what a pair takes over from one step to the next.

import { VolumePair } from './pair.js';

type Pairs = (VolumePair | undefined)[];
/** By slot: keys of contacts, what they take over, and where they face. */
export type SavedPairs = [number, Int32Array, Float64Array, Float64Array][];

export function savePairs(pairs: Readonly<Pairs>): SavedPairs {
  return pairs.flatMap((pair, slot): SavedPairs => {
    if (!pair) return [];
    const { keys, old, facing } = pair.remember();
    return [[slot, keys, old, facing]];
  });
}

export function loadPairs(into: Pairs, saved: SavedPairs): void {
  for (const [slot, keys, old, facing] of saved) (into[slot] = new VolumePair()).recallFrom(keys, old, facing);
}
