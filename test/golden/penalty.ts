// Model penalty with every shape, a joint, a simulated hand and a device that is replayed from a recording, and one
// hash of all that they do: the same function runs in Node, in browsers and in bare engines. Nothing here may need more
// than the language.

import { type BodyDescription, type Quat, type SceneDescription, type Vec3, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { cos, sin } from '../../src/math/trig.js';
import { penalty } from '../../src/penalty.js';
import { bumpyCube } from '../../src/shapes/procedural.js';
import { SHAPES } from './determinism.js';

const STEPS = 120;
const models = [penalty];

/** What a device was recorded to do: a pose for every step. */
export const RECORDING: readonly { position: Vec3; rotation: Quat }[] = Array.from({ length: STEPS }, (_, k) => ({
  position: [-0.4 + 0.004 * k, 0.1 + 0.01 * sin(0.05 * k), 1 + 0.002 * k],
  rotation: [0, sin(0.005 * k), 0, cos(0.005 * k)],
}));

function scene(): SceneDescription {
  const random = new Random(3);
  const mesh = bumpyCube(4, 0.25, 2, 0.02);
  const shapes = [...SHAPES, { type: 'mesh', positions: mesh.positions, indices: mesh.indices } as const];
  const pieces = shapes.map(
    (shape, k): BodyDescription => ({
      name: `piece${k}`,
      shape,
      density: random.between(300, 3000),
      position: [0.5 * ((k % 3) - 1), 0.17, 0.5 * (Math.floor(k / 3) - 2)],
      rotation: random.rotation(),
      linearVelocity: [random.between(-1, 1), -1, random.between(-1, 1)],
      angularVelocity: [random.between(-5, 5), random.between(-5, 5), random.between(-5, 5)],
    }),
  );
  const tip = { type: 'kinematic', shape: { type: 'box', size: [0.2, 0.2, 0.2] } } as const;
  return {
    timeStep: 0.002,
    contact: { model: 'penalty', friction: 0.4, staticFriction: 0.5 },
    bodies: [
      { type: 'static', shape: { type: 'half-space' } },
      ...pieces,
      { name: 'puck', shape: { type: 'box', size: [0.2, 0.2, 0.2] }, mass: 1, position: [-0.15, 0.1, 1.1] },
      { name: 'led', ...tip, position: [-0.4, 0.1, 1] },
      { name: 'hand', ...tip, position: [0.9, 0.13, 0] },
      { name: 'arm', shape: { type: 'capsule', radius: 0.05, height: 0.3 }, mass: 1, position: [1.5, 0.4, 0] },
    ],
    joints: [{ type: 'hinge', b: 'arm', anchor: [1.5, 0.6, 0], axis: [0, 0, 1], motor: { velocity: 2, damping: 5 } }],
    devices: [
      { name: 'recorded', type: 'socket', body: 'led' },
      {
        name: 'simulated',
        type: 'hand',
        body: 'hand',
        path: [
          [0, 0.9, 0.13, 0, 0, 0, 0, 1],
          [0.2, 0.9, 0.07, 0, 0, 0, 0, 1],
        ],
      },
    ],
  };
}

/** With `restoreEvery`, the world is replaced by one restored from its snapshot after every so many steps. */
export function penaltyHash(restoreEvery = 0, watch?: (world: World) => void): string {
  let world = new World(scene(), { models });
  for (const [k, { position, rotation }] of RECORDING.entries()) {
    world.device('recorded').setPose(position, rotation);
    world.step();
    watch?.(world);
    if (restoreEvery > 0 && (k + 1) % restoreEvery === 0) world = World.restore(world.snapshot(), { models });
  }
  const lost = world.findNonFinite();
  if (lost) throw new Error(`${lost.name} is not finite`);
  const felt = ['recorded', 'simulated'].map((name) => world.device(name).energyToHand);
  return `${world.hash()} ${felt.join(' ')}`;
}
