// A rack on a slider, begun on the teeth of its pinion, went by 16 modules in a step: its contact asked for a gap along
// its normal, which the slider turned into gap / cos, and what it was led into asked again in every pass.

import { expect, test } from 'vitest';
import { gearWorld } from '../contact/gears.js';

const MODULE = 0.02;

test.each([
  [0, 5],
  [0, 7],
  [0.3, 5],
  [0.3, 6],
  [0.3, 7],
])('friction %f, %i twelfths of a tooth out of mesh', (friction, twelfths) => {
  const { world } = gearWorld({
    module: MODULE,
    driver: 20,
    driven: null,
    width: 8 * MODULE,
    friction,
    velocity: 0,
    brake: 0,
    // As good as none.
    motor: 1e-9,
    density: 7800,
  });
  const rack = world.body('driven');
  rack.position = [(twelfths / 12) * Math.PI * MODULE, rack.position[1], rack.position[2]];
  for (let step = 0; step < 20; step++) {
    const [x] = rack.position;
    world.step();
    // Half of its height, which is five modules.
    expect(Math.abs(rack.position[0] - x)).toBeLessThan(2.5 * MODULE);
    expect(Math.hypot(...rack.linearVelocity)).toBeLessThan(1e-6);
  }
});
