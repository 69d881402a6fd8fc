// Islands at rest: a step passes them over, and nobody can tell (src/world/resting.ts).

import { describe, expect, test } from 'vitest';
import { type Body, type BodyDescription, type SceneDescription, type Vec3, World } from '../../src/index.js';

const g = 9.81;
const H = 1 / 60;
const ground: BodyDescription = { name: 'ground', type: 'static', shape: { type: 'half-space' } };

const cube = (k: number, more: Partial<BodyDescription> = {}): BodyDescription => ({
  name: `box${k}`,
  shape: { type: 'box', size: [0.3, 0.2, 0.4] },
  mass: 1 + 0.3 * k,
  position: [0.01 * k, 0.1 + 0.2 * k, -0.007 * k],
  ...more,
});

const tower = (n: number): SceneDescription => ({
  sleep: false,
  bodies: [ground, ...Array.from({ length: n }, (_, k) => cube(k))],
});

function run(world: World, steps: number): void {
  for (let k = 0; k < steps; k++) world.step();
}

/** A world in which nothing rests: a hook has to be asked for every pair in every step. */
function restless(scene: SceneDescription): World {
  const world = new World(scene);
  world.contactHook = () => undefined;
  return world;
}

const blocksOf = (world: World) => world.solverStatistics.blocks;
const named = (world: World, name: string): Body => world.body(name)!;

function farthest(a: World, b: World): number {
  let most = 0;
  for (const body of a.bodies()) {
    const other = named(b, body.name);
    for (let k = 0; k < 3; k++) {
      most = Math.max(most, Math.abs(body.position[k]! - other.position[k]!));
      most = Math.max(most, H * Math.abs(body.linearVelocity[k]! - other.linearVelocity[k]!));
    }
    for (let k = 0; k < 4; k++) most = Math.max(most, Math.abs(body.rotation[k]! - other.rotation[k]!));
  }
  return most;
}

/** Worst of what contacts bore against how momentum changed in a step, as a share of the weight of all (y). */
function unaccounted(world: World, before: Map<string, Vec3>): number {
  const change = new Map<string, number[]>();
  let weight = 0;
  for (const body of world.bodies()) {
    if (body.type !== 'dynamic') continue;
    weight += body.mass * g * H;
    const old = before.get(body.name)!;
    change.set(
      body.name,
      body.linearVelocity.map((v, k) => body.mass * (v - old[k]!) + (k === 1 ? body.mass * g * H : 0)),
    );
  }
  for (const c of world.contacts())
    for (let k = 0; k < 3; k++) {
      if (change.has(c.a.name)) change.get(c.a.name)![k]! -= c.force[k]! * H;
      if (change.has(c.b.name)) change.get(c.b.name)![k]! += c.force[k]! * H;
    }
  return Math.max(...[...change.values()].flat().map(Math.abs)) / weight;
}

describe('an island at rest', () => {
  test('is passed over, and stands, bears and reports as if it were not', () => {
    const world = new World(tower(8));
    const other = restless(tower(8));
    let persists = 0;
    run(world, 10);
    run(other, 10);
    world.on('persist', () => persists++);
    run(world, 100);
    run(other, 100);
    expect(blocksOf(world)).toBe(0);
    expect(blocksOf(other)).toBe(8);
    expect(persists).toBe(800);
    // What the other one does in 100 steps is rounding.
    expect(farthest(world, other)).toBeLessThan(1e-11);
    expect([...world.bodies()].some((body) => body.asleep)).toBe(false);
    const [here, there] = [world.contacts(), other.contacts()];
    expect(here.length).toBe(8);
    for (const [k, contact] of here.entries())
      for (let m = 0; m < 3; m++) expect(Math.abs(contact.force[m]! - there[k]!.force[m]!)).toBeLessThan(1e-6);
    expect(here.reduce((sum, c) => sum + (c.b.name === 'ground' ? c.force[1] : 0), 0)).toBeCloseTo(
      g * Array.from({ length: 8 }, (_, k) => 1 + 0.3 * k).reduce((a, b) => a + b),
      6,
    );
  });

  test('falls asleep when it would have', () => {
    const asleepAfter = (world: World) => {
      for (let k = 1; ; k++) {
        world.step();
        if (named(world, 'box0').asleep) return k;
      }
    };
    const { sleep: _, ...scene } = tower(4);
    expect(asleepAfter(new World(scene))).toBe(asleepAfter(restless(scene)));
  });

  test('joins in as soon as something comes near, with its weight, and every impulse is accounted for', () => {
    // Few enough for the exact law when the ball strikes.
    const scene = tower(3);
    const ball: BodyDescription = {
      name: 'ball',
      shape: { type: 'sphere', radius: 0.1 },
      mass: 2,
      position: [0.05, 3, 0],
    };
    const world = new World({ ...scene, bodies: [...scene.bodies!, ball] });
    const other = restless({ ...scene, bodies: [...scene.bodies!, ball] });
    let isRoused = false;
    for (let k = 0; k < 60; k++) {
      const before = new Map([...world.bodies()].map((body) => [body.name, body.linearVelocity]));
      const rested = blocksOf(world) === 0;
      world.step();
      other.step();
      if (k > 5 && rested && blocksOf(world) > 0) isRoused = true;
      expect(unaccounted(world, before)).toBeLessThan(1e-9);
      if (k < 45) expect(farthest(world, other)).toBeLessThan(1e-9);
    }
    expect(isRoused).toBe(true);
  });

  test('does not rest in the step in which it wakes, which its weight is not felt in', () => {
    const world = new World({ bodies: [ground, cube(0), cube(1)] });
    run(world, 12);
    const lower = named(world, 'box0');
    lower.sleep();
    named(world, 'box1').wake();
    run(world, 3);
    expect(lower.asleep).toBe(false);
    let up = 0;
    for (const { a, b, force } of world.contacts()) up += a === lower ? force[1]! : b === lower ? -force[1]! : 0;
    expect(Math.abs(up / (lower.mass * g) - 1)).toBeLessThan(1e-9);
  });

  test('gives way when its support is taken away, pushed away or made to move', () => {
    const fallen = (change: (world: World) => void, scene = tower(3)) => {
      const world = new World(scene);
      run(world, 20);
      expect(blocksOf(world)).toBe(0);
      const before = named(world, 'box2').position;
      change(world);
      world.step();
      const { linearVelocity: v, position } = named(world, 'box2');
      return Math.hypot(...v) + Math.hypot(...position.map((x, k) => x - before[k]!));
    };
    expect(fallen((world) => world.removeBody(named(world, 'box1')))).toBeGreaterThan(0.9 * g * H);
    expect(fallen((world) => world.removeBody(named(world, 'ground')))).toBeGreaterThan(0.9 * g * H);
    expect(fallen((world) => named(world, 'box2').applyForce([0, 100, 0]))).toBeGreaterThan(0.1);
    expect(fallen((world) => named(world, 'box2').applyImpulse([0, 3, 0]))).toBeGreaterThan(0.1);
    expect(fallen((world) => (world.gravity = [0, 5, 0]))).toBeGreaterThan(0.05);
    expect(fallen((world) => named(world, 'box2').set({ gravityScale: -1 }))).toBeGreaterThan(0.05);
    const lift: BodyDescription = {
      name: 'lift',
      type: 'kinematic',
      shape: { type: 'box', size: [2, 0.2, 2] },
      position: [0, -0.1, 0],
    };
    const onLift = { ...tower(3), bodies: [lift, ...tower(3).bodies!.slice(1)] };
    expect(fallen((world) => named(world, 'lift').set({ linearVelocity: [0, 0.5, 0] }), onLift)).toBeGreaterThan(0.4);
  });

  test('goes on with the same bits from a snapshot', () => {
    const scene = tower(4);
    const ball: BodyDescription = {
      name: 'ball',
      shape: { type: 'sphere', radius: 0.1 },
      mass: 1,
      position: [0, 3, 0],
    };
    const world = new World({ ...scene, bodies: [...scene.bodies!, ball] });
    run(world, 15);
    const restored = World.restore(world.snapshot());
    run(world, 45);
    run(restored, 45);
    expect(restored.hash()).toBe(world.hash());
  });
});

describe('what is not at rest', () => {
  test('a box on a slope that is steeper than friction by a millionth slides as Coulomb says', () => {
    const angle = 0.3;
    const excess = 1e-6;
    const world = new World({
      sleep: false,
      contact: { friction: Math.tan(angle) * (1 - excess) },
      gravity: [g * Math.sin(angle), -g * Math.cos(angle), 0],
      bodies: [ground, cube(0)],
    });
    run(world, 60);
    const v = named(world, 'box0').linearVelocity[0];
    // It gains g sin α · excess a second; its landing by the target depth, in the first step, rubs too.
    const gained = g * Math.sin(angle) * excess;
    run(world, 60);
    expect(named(world, 'box0').linearVelocity[0] - v).toBeCloseTo(gained, 9);
  });
});
