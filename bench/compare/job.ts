// One run of one scene in a process of its own: `job SCENE.json STEPS`. The last line of standard output is the result.
// It is bundled against the sources that it lies beside, so a copy in another checkout measures that one; it uses
// nothing but the public interface.

import { readFileSync } from 'node:fs';
import { World } from '../../src/index.js';

export interface CompareRun {
  /** Milliseconds a step, and of all steps together. */
  median: number;
  p99: number;
  total: number;
  /** Of the final state: equal bits, equal hash. */
  hash: string;
}

const [file, count] = process.argv.slice(2);
const world = new World({ ...JSON.parse(readFileSync(file!, 'utf8')), sleep: false });
const milliseconds: number[] = [];
for (let k = 0; k < Number(count); k++) {
  const from = performance.now();
  world.step();
  milliseconds.push(performance.now() - from);
}
const total = milliseconds.reduce((sum, one) => sum + one, 0);
milliseconds.sort((a, b) => a - b);
const at = (share: number) => milliseconds[Math.min(milliseconds.length - 1, Math.floor(share * milliseconds.length))]!;
const run: CompareRun = { median: at(0.5), p99: at(0.99), total, hash: world.hash() };
console.log(JSON.stringify(run));
