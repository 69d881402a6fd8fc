// Scenes in which somebody walks or drives: they do what their summaries say, and repeat their bits from a snapshot.

import { expect, test } from 'vitest';
import { vehicle, walker } from '../../scenes/control.js';
import type { Scene } from '../../scenes/index.js';
import { World } from '../../src/index.js';
import { rotate } from '../../src/math/vec3.js';

function play(scene: Scene, seconds: number, watch: (world: World) => void = () => {}): World {
  const world = new World(scene.make());
  const driver = scene.drive!(world);
  while (world.time < seconds - 1e-9) {
    driver.act(world.timeStep);
    world.step();
    watch(world);
  }
  return world;
}

test('the character climbs, is lifted, pushes the crate down the slope, jumps, and ends on the ground', () => {
  let highest = 0;
  let onLift = 0;
  let inAir = 0;
  const world = play(walker, walker.seconds, (w) => {
    const feet = w.body('hero').position[1] - 0.91;
    highest = Math.max(highest, feet);
    if (Math.abs(w.body('lift').position[1] + 0.05 - feet) < 0.01 && feet > 0.8) onLift++;
    if (feet > 0.3 && w.castRay(w.body('hero').position, [0, -1, 0], { exclude: w.body('hero') })!.distance > 1.1)
      inAir++;
  });
  expect(highest).toBeCloseTo(2.25, 2);
  // 1.4 m at 0.75 m/s are 1.9 s.
  expect(onLift).toBeGreaterThan(80);
  expect(inAir).toBeGreaterThan(5);
  const [x, y] = world.body('hero').position;
  expect(y).toBeCloseTo(0.91, 2);
  expect(x).toBeGreaterThan(17);
  expect(world.body('crate').position[1]).toBeLessThan(0.3);
});

test('the car runs over the logs, stays on its wheels, swings, and stops in the boxes', () => {
  let upright = 1;
  let fastest = 0;
  let sideways = 0;
  const world = play(vehicle, vehicle.seconds, (w) => {
    const car = w.body('car');
    upright = Math.min(upright, rotate(car.rotation, [0, 1, 0])[1]);
    fastest = Math.max(fastest, car.linearVelocity[0]);
    sideways = Math.max(sideways, Math.abs(car.position[2]));
    for (let k = 0; k < 4; k++) {
      const [x, y, z] = w.body(`wheel${k}`).position;
      // The wheels that are seen stay below the car.
      expect(Math.hypot(x - car.position[0], y - car.position[1], z - car.position[2])).toBeLessThan(1.7);
    }
  });
  expect(upright).toBeGreaterThan(0.95);
  // 4 · 600 N on 1200 kg for 5.5 s: at most 11 m/s.
  expect(fastest).toBeGreaterThan(7);
  expect(fastest).toBeLessThan(11.1);
  expect(sideways).toBeGreaterThan(0.5);
  expect(world.body('car').linearVelocity[0]).toBeLessThan(0.1);
  expect(world.body('box0').position[0]).toBeGreaterThan(36.5);
});

test.each([walker, vehicle])('$name goes on from a snapshot with the same bits', (scene) => {
  const world = new World(scene.make());
  const driver = scene.drive!(world);
  const go = (w: World, d: typeof driver, to: number) => {
    while (w.time < to - 1e-9) {
      d.act(w.timeStep);
      w.step();
    }
    return w.hash();
  };
  go(world, driver, 2);
  const [bytes, saved] = [world.snapshot(), structuredClone(driver.save())];
  const end = go(world, driver, 4);
  const copy = World.restore(bytes);
  const other = scene.drive!(copy);
  other.load(saved);
  expect(go(copy, other, 4)).toBe(end);
});
