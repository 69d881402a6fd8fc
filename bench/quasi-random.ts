// Scenes that nobody chose under quasi-rigid contact:
// `node scripts/run-ts.js bench/quasi-random.ts [FAMILY…] [--count N] [--from SEED]`

import { FAMILIES, judgeQuasi, type QuasiFamily, quasiScene } from '../test/contact/quasi-rigid/random-scenes.js';

const args = process.argv.slice(2);
const option = (name: string, other: number) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : other);
const count = option('--count', 25);
const from = option('--from', 1);
const seconds = option('--seconds', 0);
const families: QuasiFamily[] = FAMILIES.filter((f) => args.includes(f));
if (families.length === 0) families.push(...FAMILIES);
for (const family of families)
  for (let seed = from; seed < from + count; seed++) {
    const scene = quasiScene(family, seed);
    const start = process.cpuUsage().user;
    const v = judgeQuasi(scene, seconds || (scene.timeStep === 1e-3 ? 2 : 8));
    const spent = (process.cpuUsage().user - start) * 1e-6;
    console.log(
      family,
      seed,
      `h ${scene.timeStep!.toFixed(4)}`,
      `gain ${v.gain.toExponential(1)} @${v.at} rise ${v.rise.toExponential(1)}`,
      `speed ${v.speed.toExponential(1)} asleep ${v.asleep} ${v.seconds.toFixed(2)} s low ${v.low.toFixed(2)} ${v.failure}`,
      `cpu ${spent.toFixed(1)} s, ${((1e3 * spent) / Math.max(1, v.contacts)).toFixed(2)} ms a contact`,
    );
  }
