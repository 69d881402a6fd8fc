// What a resting contact costs per step, in the stage that finds contacts (forces, broad phase, contact geometry), for
// 900 boxes on the ground, each with a shape of its own. Three worlds take turns: all contacts reused; all computed
// afresh (boxes nudged by more than the bound); and the same boxes hovering, which is what the stage costs without
// contacts. The least over the rounds, each the median of its steps: other work on the machine only adds.

import { type SceneDescription, World } from '../src/index.js';

const SIDE = 30;
const COUNT = SIDE * SIDE;
const ROUNDS = 30;
const STEPS = 20;

function create(scene: SceneDescription): World {
  return new World({ sleep: false, ...scene }, { clock: () => performance.now() });
}

const boxes = Array.from({ length: COUNT }, (_, k) => ({
  shape: { type: 'box', size: [1, 1, 1] } as const,
  mass: 1,
  position: [2 * (k % SIDE), 0.5, 2 * Math.floor(k / SIDE)] as const,
}));
const ground = { type: 'static', shape: { type: 'half-space' } } as const;
const resting = create({ bodies: [ground, ...boxes] });
const nudged = create({ bodies: [ground, ...boxes] });
const hovering = create({ gravity: [0, 0, 0], bodies: boxes });
const movable = [...nudged.bodies()].slice(1);

function nudge(k: number): void {
  for (const box of movable) box.linearVelocity = [k % 2 === 0 ? 0.01 : -0.01, 0, 0];
}

/** µs of the stage per box. */
function round(world: World, before: (k: number) => void): number {
  const times: number[] = [];
  for (let k = 0; k < STEPS; k++) {
    before(k);
    world.step();
    times.push(world.profile.overlap);
  }
  times.sort((a, b) => a - b);
  return (1000 * times[STEPS >> 1]!) / COUNT;
}

const rows: [string, World, (k: number) => void, number[]][] = [
  ['reused', resting, () => {}, []],
  ['computed', nudged, nudge, []],
  ['none', hovering, () => {}, []],
];
// Until they rest, and until the compiler does.
for (const [, world, before] of rows) for (let k = 0; k < 10; k++) round(world, before);
for (let n = 0; n < ROUNDS; n++) for (const [, world, before, times] of rows) times.push(round(world, before));

const least = rows.map(([, , , times]) => Math.min(...times));
console.log('contact   µs a step and box   of these for the contact   computed, reused in the last step');
for (const [k, [name, world, , times]] of rows.entries()) {
  const { computed, reused } = world.contactStatistics;
  const middle = times.sort((a, b) => a - b)[ROUNDS >> 1]!;
  console.log(
    `${name.padEnd(10)}${least[k]!.toFixed(3)} (median ${middle.toFixed(3)})   ${(least[k]! - least[2]!).toFixed(3).padEnd(26)} ${computed}, ${reused}`,
  );
}
console.log(`computed/reused: ${(least[1]! / least[0]!).toFixed(1)}`);
