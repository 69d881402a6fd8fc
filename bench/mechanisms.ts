// Mechanisms that nobody chose, by kinds: what is measured of them, the worst, and which seeds break a bar.
// `node scripts/run-ts.js bench/mechanisms.ts [KIND…] [--from SEED] [--count N] [--list]`

import { MECHANISMS, type MechanismName } from '../test/random/mechanisms/index.js';
import { isBroken, type Measure } from '../test/random/mechanisms/trial.js';

const args = process.argv.slice(2);
const option = (name: string, other: number) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : other);
const from = option('--from', 1);
const count = option('--count', 12);
const all = Object.keys(MECHANISMS) as MechanismName[];
const chosen = all.filter((name) => args.includes(name));

const digits = (x: number) => Number(x.toPrecision(4));
for (const name of chosen.length > 0 ? chosen : all) {
  const found = new Map<string, number[]>();
  const broken: number[] = [];
  const start = process.cpuUsage();
  for (let seed = from; seed < from + count; seed++) {
    const before = process.cpuUsage();
    const { drawn, measures } = MECHANISMS[name](seed);
    for (const m of measures) found.set(m.name, [...(found.get(m.name) ?? []), m.found]);
    const isBad = measures.some(isBroken);
    if (isBad) broken.push(seed);
    if (!isBad && !args.includes('--list')) continue;
    const say = (m: Measure) => `${m.name} ${digits(m.found)}${isBroken(m) ? ' BROKEN' : ''}`;
    const s = (process.cpuUsage(before).user / 1e6).toFixed(1);
    console.log(`  ${name} ${seed}: ${drawn}: ${measures.map(say).join(', ')}; ${s} s`);
  }
  const s = (process.cpuUsage(start).user / 1e6).toFixed(0);
  console.log(`${name}: ${count}, ${broken.length} broken${broken.length > 0 ? ` (${broken.join(' ')})` : ''}, ${s} s`);
  for (const [measure, values] of found) {
    values.sort((a, b) => a - b);
    const [least, middle, most] = [values[0]!, values[values.length >> 1]!, values.at(-1)!].map(digits);
    console.log(`   ${measure}: ${least} to ${most}, median ${middle}`);
  }
}
