// Chains of mesh links that nobody chose: how deep they go into themselves, over their wire, and what they cost.
// `node scripts/run-ts.js bench/chains.ts [--from SEED] [--count N] [--seconds S] [--any]`
// Of 3 to 20 links, with a ball of 300 times a link's mass, at 1/100 s; --any: of any mass, length and step.

import { chainWorld, loadedChain, randomChain } from '../test/contact/chain.js';

const args = process.argv.slice(2);
const option = (name: string, other: number) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : other);
const from = option('--from', 1);
const count = option('--count', 18);
const seconds = option('--seconds', 5);
const draw = args.includes('--any') ? randomChain : loadedChain;

const deep: number[] = [];
let parted = 0;
for (let seed = from; seed < from + count; seed++) {
  const chain = draw(seed);
  const { world, pitch } = chainWorld(chain);
  let worst = 0;
  let at = 0;
  let isWhole = true;
  let slowest = 0;
  const start = process.cpuUsage();
  const steps = Math.round(seconds / chain.timeStep);
  for (let k = 0; k < steps && isWhole; k++) {
    const before = process.cpuUsage();
    world.step();
    slowest = Math.max(slowest, process.cpuUsage(before).user / 1e3);
    let depth = 0;
    for (const c of world.contacts()) depth = Math.max(depth, c.depth);
    for (const c of world.overlaps()) depth = Math.max(depth, c.depth);
    if (depth > worst) [worst, at] = [depth, k];
    for (let n = 1; n < chain.links; n++) {
      const a = world.body(`link${n - 1}`).position;
      const b = world.body(`link${n}`).position;
      if (Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > pitch + chain.wire) isWhole = false;
    }
  }
  const share = worst / chain.wire;
  deep.push(share);
  if (!isWhole) parted++;
  const cost = process.cpuUsage(start).user / 1e3 / steps;
  console.log(
    `${seed}: ${chain.links} links, wire ${(1e3 * chain.wire).toFixed(1)} mm, friction ${chain.friction.toFixed(2)}:`,
    `${(100 * share).toFixed(2)} % at step ${at}${isWhole ? '' : ', PARTED'}; ${cost.toFixed(1)} ms a step, ${slowest.toFixed(0)} at most`,
  );
}
deep.sort((a, b) => a - b);
console.log(
  `${count} chains: ${deep.filter((d) => d > 0.05).length} deeper than 5 %, ${parted} parted;`,
  `median ${(100 * deep[deep.length >> 1]!).toFixed(2)} %, deepest ${(100 * deep[deep.length - 1]!).toFixed(2)} %`,
);
