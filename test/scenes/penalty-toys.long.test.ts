import { describe, expect, it } from 'vitest';
import { insect } from '../../scenes/insect.js';
import { fallingTop, gearsAndCube, tippeTop192 } from '../../scenes/toys.js';
import { World } from '../../src/index.js';
import { rotate } from '../../src/math/vec3.js';
import { penalty } from '../../src/penalty.js';

const models = [penalty];
const upOf = (world: World, name: string) => rotate(world.body(name).rotation, [0, 1, 0])[1];

describe('toys of the paper', () => {
  it('a top falls, rolls and stops, and loses energy all the way', () => {
    const world = new World(fallingTop.make(), { models });
    let last = Infinity;
    let fallen = 0;
    while (world.time < 12) {
      world.step();
      if (fallen === 0 && upOf(world, 'top') < 0.85) fallen = world.time;
      if (world.stepCount % 250 !== 0) continue;
      const { kinetic, potential } = world.energy();
      // The springs' own swing: it rests some millimetre deep, 0.2 N at 1 mm.
      expect(kinetic + potential).toBeLessThan(last + 1e-3);
      last = kinetic + potential;
    }
    expect(fallen).toBeGreaterThan(1);
    expect(Math.hypot(...world.body('top').angularVelocity)).toBeLessThan(0.01);
  }, 120_000);

  it('a tippe top of 192 polygons turns over within 10 s', () => {
    const world = new World(tippeTop192.make(), { models });
    expect(upOf(world, 'top')).toBeGreaterThan(0.8);
    while (world.time < 10) world.step();
    expect(upOf(world, 'top')).toBeLessThan(-0.2);
  }, 120_000);

  it('a cube slows the gears that rub it', () => {
    const speed = (withCube: boolean) => {
      const scene = gearsAndCube.make();
      const free = { ...scene, bodies: scene.bodies!.slice(0, 2), joints: scene.joints!.slice(0, 2) };
      const world = new World(withCube ? scene : free, { models });
      while (world.time < 1.5) world.step();
      return -world.body('left').angularVelocity[2];
    };
    const [rubbed, alone] = [speed(true), speed(false)];
    expect(alone).toBeGreaterThan(0.2);
    expect(rubbed).toBeLessThan(0.9 * alone);
  }, 120_000);

  it('an insect of 27 degrees of freedom walks a body length in 4 s, by friction alone', () => {
    const way = (friction: number, seconds: number) => {
      const world = new World(insect.make({ friction }), { models });
      while (world.time < seconds) world.step();
      return world.body('body').position[0];
    };
    expect(way(0.8, 4)).toBeGreaterThan(0.3);
    expect(Math.abs(way(0, 1))).toBeLessThan(0.05);
  }, 120_000);
});
