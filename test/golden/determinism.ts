// One scene with every shape and every joint in it, run under both models, and one hash of all that it does: the same
// function runs in Node, in browsers and in a bare JavaScript engine. Nothing here may need more than the language.

import {
  type BodyDescription,
  type SceneDescription,
  type ShapeDescription,
  type Vec3,
  World,
} from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { bumpyCube } from '../../src/shapes/procedural.js';

const STEPS = 100;

const BALL = { type: 'sphere', radius: 0.12 } as const;
const LINK = { type: 'capsule', radius: 0.04, height: 0.2 } as const;

export const SHAPES: readonly ShapeDescription[] = [
  BALL,
  { type: 'box', size: [0.3, 0.2, 0.25] },
  { type: 'cylinder', radius: 0.15, height: 0.2 },
  { type: 'capsule', radius: 0.1, height: 0.2 },
  { type: 'cone', radius: 0.15, height: 0.3 },
  { type: 'torus', radius: 0.14, tube: 0.05 },
  {
    type: 'convex',
    points: [
      [0.2, 0, 0],
      [-0.2, 0, 0],
      [0, 0.2, 0],
      [0, -0.15, 0.1],
      [0, 0, 0.2],
      [0, 0, -0.2],
    ],
  },
  {
    type: 'compound',
    parts: [
      { shape: BALL, position: [0.15, 0, 0] },
      { shape: { type: 'box', size: [0.2, 0.1, 0.1] }, position: [-0.1, 0, 0], rotation: [0, 0, 0.6, 0.8] },
    ],
  },
];

/** A piece of every shape, turned at random, falls through a swinging machine onto a belt, a slope and the ground. */
export function everything(model: 'six' | 'point'): SceneDescription {
  const random = new Random(1);
  const mesh = bumpyCube(4, 0.25, 2, 0.02);
  const shapes = [...SHAPES, { type: 'mesh', positions: mesh.positions, indices: mesh.indices } as const];
  const pieces = shapes.map(
    (shape, k): BodyDescription => ({
      shape,
      density: random.between(300, 3000),
      position: [0.5 * ((k % 3) - 1), 0.5 + 0.15 * k, 0.4 * (((k >> 1) % 3) - 1)],
      rotation: random.rotation(),
      angularVelocity: [random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)],
    }),
  );
  const at = (k: number): Vec3 => [-1 + 0.3 * k, 1.6, 0.05 * k];
  const links = Array.from(
    { length: 7 },
    (_, k): BodyDescription => ({
      name: `link${k}`,
      shape: LINK,
      mass: 1,
      position: at(k),
      rotation: [0, 0, 0.6, 0.8],
    }),
  );
  return {
    contact: { model, friction: 0.6, restitution: 0.1 },
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      {
        type: 'static',
        shape: { type: 'box', size: [1.5, 0.1, 1.5] },
        position: [0.7, 0.2, 0],
        rotation: [0, 0, 0.28, 0.96],
      },
      {
        type: 'static',
        shape: { type: 'box', size: [2, 0.1, 1] },
        position: [-1, 0.05, 0],
        surfaceVelocity: [0.5, 0, 0],
      },
      {
        type: 'kinematic',
        shape: { type: 'cylinder', radius: 0.2, height: 1.5 },
        position: [0, 0.4, 0],
        rotation: [0.6, 0, 0, 0.8],
        angularVelocity: [0, 2, 0],
      },
      ...links,
      ...pieces,
    ],
    joints: [
      { type: 'ball', b: 'link0', anchor: at(0), limits: [0, 1.5] },
      { type: 'hinge', a: 'link0', b: 'link1', anchor: at(1), axis: [0, 0, 1], limits: [-1, 1] },
      {
        type: 'hinge',
        a: 'link1',
        b: 'link2',
        anchor: at(2),
        axis: [0, 1, 1],
        motor: { target: 0.5, stiffness: 20, damping: 2, maxForce: 50 },
      },
      { type: 'slider', a: 'link2', b: 'link3', anchor: at(3), axis: [1, 0, 0], limits: [-0.1, 0.1] },
      { type: 'fixed', a: 'link3', b: 'link4', anchor: at(4) },
      { type: 'spring', a: 'link4', b: 'link5', anchor: at(4), anchorB: at(5), stiffness: 200, damping: 2 },
      { type: 'slider', a: 'link5', b: 'link6', anchor: at(6), axis: [0, 0, 1], motor: { velocity: 0.3, damping: 30 } },
    ],
  };
}

/**
 * With `restoreEvery`, the world is replaced by one restored from its snapshot after every so many steps; `watch` sees
 * it after each.
 */
export function determinismHash(restoreEvery = 0, watch?: (world: World, model: string) => void): string {
  const hashes: string[] = [];
  for (const model of ['six', 'point'] as const) {
    let world = new World(everything(model));
    for (let step = 1; step <= STEPS; step++) {
      world.step();
      watch?.(world, model);
      if (restoreEvery > 0 && step % restoreEvery === 0) world = World.restore(world.snapshot());
    }
    const lost = world.findNonFinite();
    if (lost) throw new Error(`${lost.name} is not finite`);
    hashes.push(world.hash());
  }
  return hashes.join(' ');
}
