// Involute gears, and a pinion and its rack, the driven side braked.

import { Random } from '../../../src/math/random.js';
import { type Gears, gearWorld, turnGears } from '../../contact/gears.js';
import { decades, short, type Trial } from './trial.js';

/**
 * Pitch radii of 1 cm to 1 m, up to a tooth in every step. A brake slows the driven side by 0.05 to 2 of its speed in a
 * step: with less it would fly off at the kinks of its eight chords, which are 1e-3 of its speed.
 */
function drawGears(random: Random, isRack: boolean): Gears {
  const u = (low: number, high: number) => random.between(low, high);
  // Fewer than 18 would be undercut.
  const driver = 18 + random.below(20);
  const driven = isRack ? null : 18 + random.below(30);
  const module = decades(random, 0.02, 2) / driver;
  // In teeth a step.
  const velocity = ((random.below(2) ? 1 : -1) * decades(random, 0.05, 1) * 60 * 2 * Math.PI) / driver;
  const width = module * decades(random, 1, 10);
  const friction = random.below(2) === 0 ? 0 : u(0.05, 0.5);
  const drawn: Gears = {
    module,
    driver,
    driven,
    width,
    friction,
    velocity,
    brake: 0,
    motor: 1e9,
    density: decades(random, 1000, 8000),
  };
  const { world, ratio } = gearWorld(drawn);
  const body = world.body('driven');
  const brake = (isRack ? body.mass : body.inertia[2]) * Math.abs(ratio * velocity) * 60 * decades(random, 0.05, 2);
  return { ...drawn, brake };
}

function trial(gears: Gears): Trial {
  const { driver, velocity } = gears;
  const perStep = (Math.abs(velocity) * driver) / (2 * Math.PI * 60);
  const leave = Math.max(10, Math.min(30, Math.ceil(1 / perStep)));
  // A rack is as long as twelve teeth and those of its pinion.
  const teeth = gears.driven === null ? Math.min(12, 0.4 * (driver + 8) - perStep * leave) : 12;
  const steps = leave + Math.max(Math.min(60, Math.ceil(10 / perStep)), Math.ceil(2 / perStep));
  const { off, touching } = turnGears(gears, Math.min(steps, leave + Math.ceil(teeth / perStep)), leave);
  return {
    drawn: `${driver} teeth drive ${gears.driven ?? 'a rack'}, module ${short(1e3 * gears.module)} mm, ${short(perStep)} teeth a step, width ${short(gears.width / gears.module)} modules, brake ${short(gears.brake)}, friction ${short(gears.friction)}`,
    measures: [
      { name: 'off the ratio, over a tooth', found: off, most: 0.01 },
      { name: 'steps in contact', found: touching, least: 0.95 },
    ],
  };
}

export const gears = (seed: number): Trial => trial(drawGears(new Random(9000 + seed), false));
export const rack = (seed: number): Trial => trial(drawGears(new Random(10000 + seed), true));
