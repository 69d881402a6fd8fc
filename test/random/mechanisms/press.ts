// Thin plates pressed against mesh cubes that stand on the floor.

import { type ShapeDescription, type Vec3, World } from '../../../src/index.js';
import { Random } from '../../../src/math/random.js';
import { Manifold, meshOf } from '../../contact/solids.js';
import { DepthOracle } from '../oracle.js';
import { decades, pick, short, type Trial } from './trial.js';

/** Deepest 2 % of the plate, by manifold-3d. */
export function press(seed: number): Trial {
  const random = new Random(6000 + seed);
  const u = (low: number, high: number) => random.between(low, high);
  const side = decades(random, 0.02, 1);
  const thin = Math.min(decades(random, 0.002, 0.02), 0.5 * side);
  const [wide, long] = [side * u(0.4, 2), side * u(0.4, 2)];
  const density = decades(random, 200, 8000);
  // Of the plate's own weight; 5 kN on a plate of 0.9 kg are 570.
  const times = decades(random, 1, 1000);
  const force = times * 9.81 * density * thin * wide * long;
  const kind = pick(random, ['mesh', 'box', 'convex'] as const);
  const [x, y, z] = [0.5 * wide, 0.5 * thin, 0.5 * long];
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k): Vec3 => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z]);
  const plate: ShapeDescription =
    kind === 'box'
      ? { type: 'box', size: [wide, thin, long] }
      : kind === 'convex'
        ? { type: 'convex', points: corners }
        : meshOf(Manifold.cube([wide, thin, long], true));
  const turn = 0.5 * u(0, Math.PI);
  const tilt = random.below(2) === 0 ? 0 : 0.5 * decades(random, 1e-4, 0.05);
  const gap = decades(random, 1e-4, 0.05) * side + 2 * tilt * Math.max(wide, long);
  const world = new World({
    sleep: false,
    contact: { friction: u(0, 0.9) },
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      {
        shape: meshOf(Manifold.cube([side, side, side], true)),
        density: decades(random, 200, 8000),
        position: [0, 0.5 * side, 0],
      },
      {
        name: 'plate',
        shape: plate,
        density,
        position: [u(-0.2, 0.2) * side, side + gap + 0.5 * thin, u(-0.2, 0.2) * side],
        rotation: [
          Math.sin(tilt) * Math.cos(turn),
          Math.cos(tilt) * Math.sin(turn),
          Math.sin(tilt) * Math.sin(turn),
          Math.cos(tilt) * Math.cos(turn),
        ],
        force: [0, -force, 0],
      },
    ],
  });
  const oracle = new DepthOracle(world);
  let [deepest, reported] = [0, 0];
  for (let k = 0; k < 60; k++) {
    world.step();
    for (const { depth } of world.contacts()) reported = Math.max(reported, depth);
    oracle.measure((_a, _b, depth) => {
      deepest = Math.max(deepest, depth);
    });
  }
  return {
    drawn: `${kind} plate of ${short(1e3 * thin)} mm, ${short(wide)} × ${short(long)} m, on a cube of ${short(side)} m, by ${short(times)} of its weights (${short(force)} N), tilt ${short(2 * tilt)}`,
    measures: [
      { name: 'deepest by manifold-3d, of the plate', found: deepest / thin, most: 0.02 },
      { name: 'deepest reported, of the plate', found: reported / thin },
    ],
  };
}
