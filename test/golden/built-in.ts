// The built-in scenes under both models, hashed while they move and touch: what "moves no bit" is held against.
//
// Sleeping is off, so that every step computes. Hashes are of all bits of the state (world.hash()), taken every 20th
// step from the first contact on: before it nothing shows.

import { scenes } from '../../scenes/index.js';
import { allModels } from '../../src/all-models.js';
import { World, withModel } from '../../src/index.js';

export type Model = 'six' | 'point';

const EVERY = 20;
/** Steps of a scene after its first contact. */
const STEPS = 240;
/** Scenes whose steps are dear. */
const FEWER: Record<string, { six: number; point: number }> = {
  salad: { six: 100, point: 20 },
  'bumpy-cube': { six: 60, point: 3 },
  'linked-tori': { six: 240, point: 120 },
  'two-tori': { six: 240, point: 120 },
  foot: { six: 3, point: 2 },
  'two-heads': { six: 20, point: 2 },
  'ball-joint': { six: 20, point: 2 },
  'head-room': { six: 20, point: 2 },
};
/**
 * The first contact comes within this many steps, or the scene has none (a double pendulum): then its last steps count.
 */
const PATIENCE = 300;

export interface GoldenRun {
  /** Step of the first contact, or -1. */
  firstContact: number;
  hashes: string[];
}

/** Runs the scene under the model. */
export function runBuiltIn(name: string, model: Model): GoldenRun {
  const { make, drive } = scenes.find((s) => s.name === name)!;
  const world = new World(withModel({ ...make(), sleep: false }, model, allModels), { models: allModels });
  const driver = drive?.(world);
  const wanted = FEWER[name]?.[model] ?? STEPS;
  const hashes = [world.hash()];
  let firstContact = world.contacts().length > 0 ? 0 : -1;
  let after = 0;
  for (let step = 1; after < wanted && step <= PATIENCE + wanted; step++) {
    driver?.act(world.timeStep);
    world.step();
    if (firstContact < 0 && world.contacts().length > 0) firstContact = step;
    if (firstContact >= 0 || step > PATIENCE) after++;
    if (after > 0 && (after % EVERY === 0 || after === wanted)) hashes.push(world.hash());
  }
  const lost = world.findNonFinite();
  if (lost) throw new Error(`${lost.name} is not finite at ${world.time} s`);
  return { firstContact, hashes };
}
