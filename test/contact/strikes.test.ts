// What is struck within a step strikes others in it, and bounces off them (src/world/step.ts).

import { expect, test } from 'vitest';
import { randomScene } from '../../scenes/random.js';
import { type BodyDescription, type Contact, type Vec3, World } from '../../src/index.js';
import { judge } from '../random/judge.js';

const RADIUS = 0.1;

/** Balls of these masses in a row, with gaps of `gap` between them; the first comes at `speed`. */
function row(masses: number[], gap: number, speed: number, restitution: number): World {
  const bodies = masses.map(
    (mass, k): BodyDescription => ({
      name: `ball${k}`,
      shape: { type: 'sphere', radius: RADIUS },
      mass,
      position: [k * (2 * RADIUS + gap), 0, 0],
      linearVelocity: [k === 0 ? speed : 0, 0, 0],
    }),
  );
  return new World({ gravity: [0, 0, 0], contact: { friction: 0, restitution }, bodies });
}

// All impacts fall into one step, in which the first ball goes a hundred gaps. Masses grow by 1/e from ball to ball: then
// each ball gives all of its momentum to the next, and stops.
test.each([1, 0.8, 0.5])('a row of balls passes an impact on, e = %f', (e) => {
  const masses = Array.from({ length: 6 }, (_, k) => e ** -k);
  const world = row(masses, 1e-3, 6, e);
  world.step(1 / 60);
  // Impulses are solved to rounding of the largest; the rest is the energy bound's share (1e-9).
  const speeds = [...world.bodies()].map((b) => b.linearVelocity[0]!);
  for (const [k, speed] of speeds.entries()) expect(speed, `ball ${k}`).toBeCloseTo(k === 5 ? 6 * e ** 5 : 0, 7);
});

test('reports have all impulses of a step, of all of its impacts', () => {
  const world = row([3, 2, 1, 0.5], 1e-3, 5, 0.9);
  const h = 1 / 60;
  for (let k = 0; k < 4; k++) {
    const before = [...world.bodies()].map((b) => b.linearVelocity);
    world.step(h);
    const contacts = [...world.contacts()];
    [...world.bodies()].forEach((b, n) => {
      const given = contacts.reduce((sum, c) => sum + h * (c.a === b ? c.force[0]! : c.b === b ? -c.force[0]! : 0), 0);
      expect(Math.abs(b.mass * (b.linearVelocity[0]! - before[n]![0]!) - given)).toBeLessThan(1e-9);
    });
  }
});

test.each([1, 2])('a cradle: joints hold, and as many balls leave as come, %i of five', (lifted) => {
  const pitch = 2 * RADIUS + 1e-3;
  const up = (k: number): Vec3 => (k < lifted ? [k * pitch - 0.5, 1 - Math.sqrt(0.75), 0] : [k * pitch, 0, 0]);
  const world = new World({
    contact: { friction: 0, restitution: 1 },
    bodies: Array.from({ length: 5 }, (_, k) => ({
      name: `ball${k}`,
      shape: { type: 'sphere', radius: RADIUS },
      density: 7800,
      position: up(k),
    })),
    joints: Array.from({ length: 5 }, (_, k) => ({
      type: 'ball' as const,
      b: `ball${k}`,
      anchor: [k * pitch, 1, 0] as Vec3,
    })),
  });
  const balls = [...world.bodies()];
  const swing = balls.map(() => 0);
  let deepest = 0;
  for (let k = 0; k < 70; k++) {
    world.step(1 / 60);
    for (const [n, b] of balls.entries()) {
      const along = Math.hypot(b.position[0]! - n * pitch, b.position[1]! - 1, b.position[2]!);
      expect(Math.abs(along - 1)).toBeLessThan(1e-6);
      swing[n] = Math.max(swing[n]!, b.position[0]! - n * pitch);
    }
    for (const c of world.contacts() as Iterable<Contact>) deepest = Math.max(deepest, c.depth);
  }
  // A ball goes the whole step by the speed that it has in the end, up to 3.5 cm: what leaves may do so that much early
  // or late, and what stops stands as far from where it hung.
  for (let n = 0; n < 5; n++) {
    if (n >= 5 - lifted) expect(Math.abs(swing[n]! - 0.5), `ball ${n}`).toBeLessThan(0.02);
    else expect(swing[n]!, `ball ${n}`).toBeLessThan(0.04);
  }
  expect(deepest).toBeLessThan(0.01 * RADIUS);
});

/** Balls in a triangle on a table, and one that comes at them. */
function rack(restitution: number, speed: number, gap: number): World {
  const r = 0.028575;
  const ball = (name: string, position: Vec3, linearVelocity: Vec3): BodyDescription => ({
    name,
    shape: { type: 'sphere', radius: r },
    mass: 0.17,
    position,
    linearVelocity,
    restitution,
    friction: 0.1,
  });
  const d = 2 * r + gap;
  const balls: BodyDescription[] = [];
  for (let n = 0; n < 5; n++)
    for (let k = 0; k <= n; k++)
      balls.push(ball(`ball${balls.length}`, [(k - n / 2) * d, r, 0.5 + (n * d * Math.sqrt(3)) / 2], [0, 0, 0]));
  const table: BodyDescription = { type: 'static', shape: { type: 'half-space' }, friction: 0.2, restitution: 0 };
  return new World({ bodies: [table, ...balls, ball('cue', [0.01, r, -0.1], [0, 0, speed])] });
}

// A ball goes on by up to three of its radii in a step.
test.each([
  [0.95, 5, 1e-4],
  [0.5, 8, 1e-2],
  [1, 5, 1e-4],
])('a break at pool, e = %f, %f m/s, gaps of %f m: no ball is inside another', (e, speed, gap) => {
  const world = rack(e, speed, gap);
  const r = 0.028575;
  const balls = [...world.bodies()].filter((b) => b.type === 'dynamic');
  const energy = () => world.energy().kinetic + world.energy().potential - world.energy().correctionWork;
  let last = energy();
  for (let k = 0; k < 60; k++) {
    world.step(1 / 60);
    for (const a of balls)
      for (const b of balls) {
        if (a === b) break;
        const apart = Math.hypot(...a.position.map((x, m) => x - b.position[m]!));
        expect(2 * r - apart, `${a.name} ${b.name} after step ${k}`).toBeLessThan(0.02 * r);
      }
    expect(energy() - last).toBeLessThan(1e-3 * 0.085 * speed * speed);
    last = energy();
  }
});

// What bounced in a substep kept its impulse through the next ones, where it had no block.
test.each([49, 70, 87, 100])('in three substeps impulses add up, in room %i', (seed) => {
  const { momentum, depth, gain } = judge({ ...randomScene('bounce', seed), substeps: 3 }, 2);
  expect(momentum).toBeLessThan(1e-9);
  expect(depth).toBeLessThan(0.1);
  expect(gain).toBeLessThan(1e-3);
});
