// A character climbs three steps, is carried by a platform that goes up, walks off it on the far side, and pushes a
// crate.

import { World } from 'sixfold';
import { Character } from 'sixfold/control';

export function run() {
  const world = new World();
  const dt = 1 / 60;
  world.addBody({ type: 'static', shape: { type: 'half-space' } });
  for (let k = 0; k < 3; k++)
    world.addBody({
      type: 'static',
      shape: { type: 'box', size: [1, 0.25 * (k + 1), 2] },
      position: [1.5 + k, 0.125 * (k + 1), 0],
    });
  const lift = world.addBody({
    name: 'lift',
    type: 'kinematic',
    shape: { type: 'box', size: [2, 0.1, 2] },
    position: [5, 0.7, 0],
  });
  world.addBody({ name: 'deck', type: 'static', shape: { type: 'box', size: [6, 0.1, 4] }, position: [9.05, 2.2, 0] });
  const crate = world.addBody({
    name: 'crate',
    shape: { type: 'box', size: [0.5, 0.5, 0.5] },
    mass: 20,
    position: [8, 2.5, 0],
  });
  const hero = new Character(world, { name: 'hero', position: [0, 0, 0] });
  const heights: number[] = [];
  const walk = (seconds: number, speed: number): void => {
    for (let k = 0; k < Math.round(60 * seconds); k++) {
      hero.walk([speed, 0, 0], dt);
      world.step(dt);
    }
    heights.push(hero.feet[1]);
  };
  walk(0.5, 0);
  walk(2.5, 2);
  lift.linearVelocity = [0, 0.75, 0];
  walk(2, 0);
  lift.linearVelocity = [0, 0, 0];
  walk(2.5, 2);
  return { heights, pushed: crate.position[0] - 8, at: hero.feet };
}
