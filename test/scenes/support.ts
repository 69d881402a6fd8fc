import { expect } from 'vitest';
import { type ParameterValues, scenes } from '../../scenes/index.js';
import { allModels } from '../../src/all-models.js';
import { type Body, type ModelName, type SceneDescription, type Vec3, World, withModel } from '../../src/index.js';
import { rotate } from '../../src/math/vec3.js';

export function sceneNamed(name: string) {
  const scene = scenes.find((candidate) => candidate.name === name);
  if (!scene) throw new Error(`no scene is named ${name}`);
  return scene;
}

/**
 * The scene with a contact model of our choice, and whatever else shall differ. Never asleep: what stands must stand by
 * itself.
 */
export function make(
  name: string,
  parameters: ParameterValues = {},
  { model = 'six' as ModelName, ...changes }: Partial<SceneDescription> & { model?: ModelName } = {},
): World {
  const description = sceneNamed(name).make(parameters);
  const changed = { ...description, sleep: false, ...changes, contact: { ...description.contact, ...changes.contact } };
  return new World(withModel(changed, model, allModels), { models: allModels });
}

/** Steps to a time (s); `watch` sees the world after every step. */
export function runTo(world: World, seconds: number, watch?: (world: World) => void): World {
  const steps = Math.round(seconds / world.timeStep);
  while (world.stepCount < steps) {
    world.step();
    watch?.(world);
  }
  return world;
}

export const movers = (world: World): Body[] => [...world.bodies()].filter(({ type }) => type === 'dynamic');

export const distance = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

export const positions = (world: World): Vec3[] => movers(world).map(({ position }) => position);

/** How far the body that moved most is from where it was (m). */
export function largestMove(world: World, before: readonly Vec3[]): number {
  return positions(world).reduce((most, p, k) => Math.max(most, distance(p, before[k]!)), 0);
}

/** Speed of the fastest point of any body, bounded by its extent `size` (m/s). */
export function fastest(world: World, size = 1): number {
  return movers(world).reduce(
    (most, body) => Math.max(most, Math.hypot(...body.linearVelocity) + size * Math.hypot(...body.angularVelocity)),
    0,
  );
}

/** The body's own y axis in the world. */
export const upOf = (body: Body): Vec3 => rotate(body.rotation, [0, 1, 0]);

/** Kinetic and potential energy less what position correction has added (J). */
export function energyOf(world: World): number {
  const { kinetic, potential, correctionWork } = world.energy();
  return kinetic + potential - correctionWork;
}

/** Steps so often; that energy rises in none of them by more than rounding of what there was at the start. */
export function gainsNothing(world: World, steps: number): void {
  const start = energyOf(world);
  let last = start;
  for (let k = 0; k < steps; k++) {
    world.step();
    const now = energyOf(world);
    expect(now - last).toBeLessThan(1e-9 * start);
    last = now;
  }
}

export const deepest = (world: World): number => world.contacts().reduce((most, { depth }) => Math.max(most, depth), 0);

/** At default settings, awake, for 20 s. */
export function expectToStand(name: string, parameters: ParameterValues): void {
  const world = make(name, parameters);
  // At first each contact sinks to its target depth, a few ten-thousandths of a body.
  runTo(world, 1);
  const settled = positions(world);
  runTo(world, 20);
  // Nothing drives what has come to rest: what is left is the solver's tolerance, 1e-9 N·s, less than 1e-6 m/s for the
  // lightest card if it pointed the same way throughout. It does not.
  expect(largestMove(world, settled)).toBeLessThan(1e-5);
  expect(fastest(world)).toBeLessThan(1e-7);
  expect(world.solverStatistics.error).toBeLessThan(1e-7);
}
