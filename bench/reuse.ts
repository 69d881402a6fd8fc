// What a resting contact costs per step: its geometry is reused. Prints the detection stage per contact, against the same scene
// with geometry computed afresh in every step (bodies nudged by more than the bound).

import { World } from '../src/index.js';

const SIDE = 30;
const bodies = Array.from({ length: SIDE * SIDE }, (_, k) => ({
  name: `box${k}`,
  shape: { type: 'box', size: [1, 1, 1] } as const,
  mass: 1,
  position: [2 * (k % SIDE), 0.5, 2 * Math.floor(k / SIDE)] as const,
}));
const world = new World(
  { sleep: false, bodies: [{ name: 'ground', type: 'static', shape: { type: 'half-space' } }, ...bodies] },
  { clock: () => performance.now() },
);
for (let k = 0; k < 120; k++) world.step();

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

function measure(before: () => void): number {
  const times: number[] = [];
  for (let k = 0; k < 400; k++) {
    before();
    world.step();
    times.push(world.profile.overlap);
  }
  return (1000 * median(times)) / bodies.length;
}

const reused = measure(() => {});
const { computed, reused: count } = world.contactStatistics;
const boxes = [...world.bodies()].slice(1);
let sign = 1;
const fresh = measure(() => {
  sign = -sign;
  for (const box of boxes) box.linearVelocity = [sign * 0.01, 0, 0];
});
console.log(`${count} contacts reused, ${computed} computed`);
console.log(
  `detection with broad phase, per contact: reused ${reused.toFixed(3)} µs, computed ${fresh.toFixed(3)} µs, ratio ${(fresh / reused).toFixed(1)}`,
);
