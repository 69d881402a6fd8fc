// 1000 steps of five scenes (and the start of a costly one), hashed on the way: the same function runs in Node and in
// Chromium.

import { scenes } from '../../scenes/index.js';
import { type SceneDescription, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';

const STEPS = 1000;
/** Its meshes are measured by rays, which takes some ten times as long as the other scenes together. */
const COSTLY_STEPS = 100;
const EVERY = 50;

/** Every kind of shape falls into a heap, turned at random: all pairs of shapes get to touch. */
function heap(): SceneDescription {
  const random = new Random(7);
  const ball = { type: 'sphere', radius: 0.12 } as const;
  const shapes = [
    ball,
    { type: 'box', size: [0.3, 0.2, 0.25] },
    { type: 'cylinder', radius: 0.15, height: 0.2 },
    { type: 'capsule', radius: 0.1, height: 0.2 },
    { type: 'cone', radius: 0.15, height: 0.3 },
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
      type: 'mesh',
      positions: [0, 0, 0, 0.3, 0, 0, 0, 0.3, 0, 0, 0, 0.3],
      indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
    },
    {
      type: 'compound',
      parts: [
        { shape: ball, position: [0.15, 0, 0] },
        { shape: ball, position: [-0.15, 0, 0] },
      ],
    },
  ] as const;
  return {
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      ...shapes.map((shape, i) => {
        const q = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), 1] as const;
        const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + 1);
        return {
          shape,
          density: 1000,
          position: [0.1 * (i % 2), 0.3 + 0.35 * i, 0.05 * (i % 3)] as const,
          rotation: [q[0] / length, q[1] / length, q[2] / length, 1 / length] as const,
        };
      }),
    ],
  };
}

/** Joints of each kind, swinging. */
function machine(): SceneDescription {
  const link = { type: 'capsule', radius: 0.05, height: 0.3 } as const;
  const at = (i: number) => ({
    name: `link${i}`,
    shape: link,
    mass: 1,
    position: [0.4 * i + 0.2, 2, 0.1 * i] as const,
  });
  return {
    bodies: [at(0), at(1), at(2), at(3), at(4)],
    joints: [
      { type: 'ball', b: 'link0', anchor: [0, 2, 0] },
      { type: 'hinge', a: 'link0', b: 'link1', anchor: [0.4, 2, 0], axis: [0, 0, 1], limits: [-1, 1] },
      { type: 'slider', a: 'link1', b: 'link2', anchor: [0.8, 2, 0.1], axis: [1, 0, 0], limits: [-0.1, 0.1] },
      { type: 'fixed', a: 'link2', b: 'link3', anchor: [1.2, 2, 0.2] },
      {
        type: 'spring',
        a: 'link3',
        b: 'link4',
        anchor: [1.4, 2, 0.3],
        anchorB: [1.8, 2, 0.4],
        stiffness: 100,
        damping: 1,
      },
    ],
  };
}

const builtIn = (name: string): SceneDescription => scenes.find((scene) => scene.name === name)!.make();

/**
 * Hashes of the whole state after every fiftieth step, so that a difference shows when it arises. With `restoreEvery`,
 * the world is replaced by one restored from its snapshot after every so many steps.
 */
export function sceneHashes(restoreEvery = 0): Record<string, string[]> {
  const chosen: Record<string, SceneDescription> = {
    'falling-box': builtIn('falling-box'),
    tower: builtIn('tower'),
    'rolling-sphere': builtIn('rolling-sphere'),
    heap: { ...heap(), contact: { model: 'point' } },
    machine: machine(),
    'heap of areas': heap(),
  };
  const hashes: Record<string, string[]> = {};
  for (const [name, scene] of Object.entries(chosen)) {
    let world = new World(scene);
    const seen: string[] = [world.hash()];
    const steps = name === 'heap of areas' ? COSTLY_STEPS : STEPS;
    for (let step = 1; step <= steps; step++) {
      world.step();
      if (restoreEvery > 0 && step % restoreEvery === 0) world = World.restore(world.snapshot());
      if (step % EVERY === 0) seen.push(world.hash());
    }
    hashes[name] = seen;
  }
  return hashes;
}
