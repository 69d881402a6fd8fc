// Scenes that nobody chose, by families: how many break which law.
// `node scripts/run-ts.js bench/random.ts [FAMILY…] [--count N] [--from SEED] [--list] [--awake]`; awake: with sleeping off

import { FAMILIES, type Family, randomScene } from '../scenes/random.js';
import { judge } from '../test/random/judge.js';
import { lawsOf, SECONDS } from '../test/random/laws.js';

const args = process.argv.slice(2);
const option = (name: string, other: number) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : other);
const count = option('--count', 24);
const from = option('--from', 1);
const isListed = args.includes('--list');
const isAwake = args.includes('--awake');
const families = (Object.keys(FAMILIES) as Family[]).filter((f) => args.includes(f));
if (families.length === 0) families.push(...(Object.keys(FAMILIES) as Family[]));

for (const family of families) {
  const broken = new Map<string, number[]>();
  const worst = {
    iterations: 0,
    correction: 0,
    gain: 0,
    momentum: 0,
    depth: 0,
    rest: 0,
    jump: 0,
    unsolved: 0,
    error: 0,
  };
  const start = performance.now();
  for (let seed = from; seed < from + count; seed++) {
    const scene = randomScene(family, seed);
    const v = judge(isAwake ? { ...scene, sleep: false } : scene, SECONDS[family]);
    for (const [name, breaks] of lawsOf(family, scene))
      if (breaks(v) && !(isAwake && name === 'asleep')) broken.set(name, [...(broken.get(name) ?? []), seed]);
    for (const key of Object.keys(worst) as (keyof typeof worst)[]) worst[key] = Math.max(worst[key], v[key]);
    if (isListed)
      console.log(
        seed,
        JSON.stringify(v, (_, x) => (typeof x === 'number' ? Number(x.toPrecision(3)) : x)),
      );
  }
  const s = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${family}: ${count} scenes, ${s} s; worst ${JSON.stringify(worst, (_, x) => (typeof x === 'number' ? Number(x.toPrecision(3)) : x))}`,
  );
  for (const [name, seeds] of broken) console.log(`   ${name}: ${seeds.length}  (${seeds.slice(0, 12).join(' ')})`);
}
