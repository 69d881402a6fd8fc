// A hundred scenes that nobody chose; a thousand in random.long.test.ts. `node scripts/run-ts.js bench/random.ts` tries
// any others.

import { testSeeds } from './cases.js';

const SEEDS = {
  stack2: 20,
  stack3: 10,
  slender: 15,
  plates: 5,
  tumble: 15,
  deep: 20,
  bullet: 15,
  bounce: 10,
  meshes: 3,
  deepMeshes: 15,
};
testSeeds(SEEDS, [
  // It turns by 1.7 rad in the step in which its first corner strikes; the next one went into the ground.
  ['tumble', 1460057],
]);
