import { describe, expect, it } from 'vitest';
import { blockWall } from '../../scenes/haptics.js';
import { insect } from '../../scenes/insect.js';
import { fallingTop, gearsAndCube, tippeTop192 } from '../../scenes/toys.js';
import { World } from '../../src/index.js';
import { rotate } from '../../src/math/vec3.js';
import { penalty } from '../../src/penalty.js';

const models = [penalty];
const upOf = (world: World, name: string) => rotate(world.body(name).rotation, [0, 1, 0])[1];

/** Energy, springs included, never rises from a step to the next, but for rounding. */
function watchEnergy(world: World): () => void {
  const total = (): number => {
    const { kinetic, potential } = world.energy();
    return kinetic + potential;
  };
  const start = total();
  let last = start;
  return () => {
    const now = total();
    expect(now - last, `${world.time} s`).toBeLessThan(1e-12 * start);
    last = now;
  };
}

describe('toys of the paper', () => {
  it('a top falls, rolls and stops, and loses energy all the way', () => {
    const world = new World(fallingTop.make(), { models });
    const watch = watchEnergy(world);
    let fallen = 0;
    while (world.time < 12) {
      world.step();
      if (fallen === 0 && upOf(world, 'top') < 0.85) fallen = world.time;
      watch();
    }
    expect(fallen).toBeGreaterThan(1);
    expect(Math.hypot(...world.body('top').angularVelocity)).toBeLessThan(0.01);
  }, 120_000);

  it('a tippe top of 192 polygons turns over within 10 s', () => {
    const world = new World(tippeTop192.make(), { models });
    expect(upOf(world, 'top')).toBeGreaterThan(0.8);
    const watch = watchEnergy(world);
    while (world.time < 10) {
      world.step();
      watch();
    }
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

  it('an insect of 27 degrees of freedom walks a body length in 10 s, level, by friction alone', () => {
    const walk = (friction: number, seconds: number) => {
      const world = new World(insect.make({ friction }), { models });
      const driver = insect.drive!(world);
      const body = world.body('body');
      let steepest = 0;
      let lowest = Infinity;
      while (world.time < seconds) {
        driver.act(world.timeStep);
        world.step();
        steepest = Math.max(steepest, Math.acos(Math.min(1, upOf(world, 'body'))));
        lowest = Math.min(lowest, body.position[1]);
      }
      return { way: body.position[0], steepest, lowest };
    };
    // Three for the head, two for each groin, one for each knee and ankle; the rest of six for each of 26 bodies is
    // held.
    const { bodies, joints } = insect.make();
    expect(6 * (bodies!.length - 1) - 5 * (joints!.length - 1) - 3).toBe(6 + 27);
    const { way, steepest, lowest } = walk(0.8, 10);
    expect(way).toBeGreaterThan(0.3);
    // On three feet that sink in by some 1.5 mm, half a body apart: level to a few degrees, and the belly off the
    // ground.
    expect(steepest).toBeLessThan((6 * Math.PI) / 180);
    expect(lowest).toBeGreaterThan(0.06);
    expect(Math.abs(walk(0, 2).way)).toBeLessThan(0.02);
  }, 120_000);
});

describe('a wall of 200 blocks', () => {
  it('stands for 10 s on areas, and not for 2 s at the deepest points', () => {
    const standsFor = (area: number): number => {
      const world = new World(blockWall.make({ blocks: 200, area }), { models });
      const start = new Map([...world.bodies()].map((body) => [body.name, body.position]));
      while (world.time < 10 - 1e-9) {
        world.step();
        for (const { name, position: p } of world.stepCount % 20 === 0 ? world.bodies() : []) {
          const q = start.get(name)!;
          if (Math.max(Math.abs(p[0] - q[0]), Math.abs(p[2] - q[2])) > 0.5) return world.time;
        }
      }
      return 10;
    };
    expect(standsFor(1)).toBe(10);
    expect(standsFor(0)).toBeLessThan(2);
  }, 300_000);
});
