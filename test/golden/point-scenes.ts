// Five scenes under the point model that between them use every shape, every joint, sleep, meshes and every setting
// that changes the step. Their hashes are recorded: a change of a single bit shows.

import type { SceneDescription } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { cos, sin } from '../../src/math/trig.js';
import type { Quat, Vec3 } from '../../src/math/vec3.js';
import { bumpyCube, icosphere, torusMesh } from '../../src/shapes/procedural.js';
import type { ShapeDescription } from '../../src/shapes/shape.js';

const about = (axis: Vec3, angle: number): Quat => {
  const s = sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, cos(angle / 2)];
};

const contact = { model: 'point', friction: 0.5 } as const;
const solver = { method: 'gauss-seidel' } as const;
const ground = { name: 'ground', type: 'static', shape: { type: 'half-space' } } as const;

/** A stack that settles and sleeps, hit by a ball after it has fallen asleep. */
function stack(): SceneDescription {
  return {
    contact,
    solver,
    bodies: [
      ground,
      ...Array.from({ length: 5 }, (_, k) => ({
        shape: { type: 'box', size: [0.5, 0.5, 0.5] } as const,
        density: 400,
        position: [0.02 * k, 0.25 + 0.5 * k, 0] as const,
        rotation: about([0, 1, 0], 0.1 * k),
      })),
      { shape: { type: 'sphere', radius: 0.2 }, mass: 20, position: [-12, 0.2, 0], linearVelocity: [4, 0, 0] },
    ],
  };
}

function heap(): SceneDescription {
  const random = new Random(2004);
  const ball = { type: 'sphere', radius: 0.15 } as const;
  const shapes: ShapeDescription[] = [
    ball,
    { type: 'box', size: [0.4, 0.25, 0.3] },
    { type: 'cylinder', radius: 0.2, height: 0.25 },
    { type: 'capsule', radius: 0.12, height: 0.25 },
    { type: 'cone', radius: 0.2, height: 0.35 },
    { type: 'torus', radius: 0.2, tube: 0.08 },
    {
      type: 'convex',
      points: Array.from({ length: 12 }, () => random.direction().map((x) => 0.2 * x) as unknown as Vec3),
    },
    {
      type: 'compound',
      parts: [
        { shape: ball, position: [0.2, 0, 0], density: 2000 },
        { shape: { type: 'box', size: [0.4, 0.1, 0.1] }, friction: 0.1 },
      ],
    },
  ];
  return {
    contact: { ...contact, restitution: 0.3 },
    timeStep: 0.01,
    solver: { ...solver, iterations: 30 },
    bodies: [
      ground,
      ...shapes.map((shape, k) => ({
        shape,
        density: 800,
        position: [0.15 * (k % 2), 0.4 + 0.4 * k, 0.1 * (k % 3)] as const,
        rotation: random.rotation(),
      })),
    ],
  };
}

/** Closed meshes on each other and on a mesh floor. */
function meshes(): SceneDescription {
  return {
    contact,
    solver: { ...solver, iterations: 30 },
    bodies: [
      { type: 'static', shape: { type: 'mesh', ...bumpyCube(6, 3) }, position: [0, -1.5, 0] },
      { shape: { type: 'mesh', ...icosphere(2, 0.3) }, density: 500, position: [0.1, 0.5, 0] },
      {
        shape: { type: 'mesh', ...torusMesh(0.35, 0.12, 12, 8) },
        density: 500,
        position: [0, 1.2, 0.1],
        rotation: about([1, 0, 0], 0.5),
      },
      { shape: { type: 'box', size: [0.3, 0.3, 0.3] }, density: 500, position: [0.4, 1.8, 0] },
    ],
  };
}

/** Every joint with limits, motors and springs, and one leg dragging over the ground. */
function machine(): SceneDescription {
  const link = { type: 'capsule', radius: 0.05, height: 0.3 } as const;
  const bodies = Array.from({ length: 7 }, (_, k) => ({
    name: `link${k}`,
    shape: link,
    mass: 1,
    position: [0.4 * k + 0.2, 1.2, 0.05 * k] as const,
    rotation: about([0, 0, 1], -1.5707963267948966),
  }));
  const at = (k: number): Vec3 => [0.4 * k, 1.2, 0.05 * k];
  return {
    contact,
    substeps: 2,
    solver: { ...solver, iterations: 15 },
    bodies: [
      ground,
      ...bodies,
      {
        name: 'wheel',
        type: 'kinematic',
        shape: { type: 'cylinder', radius: 0.2, height: 0.1 },
        position: [0, 2, 1],
        angularVelocity: [0, 2, 0],
      },
      { name: 'rider', shape: { type: 'box', size: [0.1, 0.1, 0.1] }, mass: 0.5, position: [0.1, 2.1, 1] },
    ],
    joints: [
      { type: 'ball', b: 'link0', anchor: at(0), axis: [1, 0, 0], limits: [0, 1] },
      { type: 'hinge', a: 'link0', b: 'link1', anchor: at(1), axis: [0, 0, 1], limits: [-0.5, 0.5] },
      {
        type: 'slider',
        a: 'link1',
        b: 'link2',
        anchor: at(2),
        axis: [1, 0, 0],
        limits: [-0.1, 0.1],
        motor: { target: 0.05, stiffness: 200, damping: 20, maxForce: 50 },
      },
      { type: 'fixed', a: 'link2', b: 'link3', anchor: at(3) },
      { type: 'hinge', a: 'link3', b: 'link4', anchor: at(4), axis: [0, 1, 0], motor: { velocity: 1, maxForce: 3 } },
      {
        type: 'spring',
        a: 'link4',
        b: 'link5',
        anchor: at(5),
        anchorB: at(5),
        stiffness: 300,
        damping: 2,
        restLength: 0.1,
      },
      { type: 'ball', a: 'link5', b: 'link6', anchor: at(6), motor: { target: 1, stiffness: 5, damping: 0.5 } },
    ],
  };
}

/** Slopes, conveyors, locks, damping, constant forces, filters, no warm start. */
function oddities(): SceneDescription {
  const crate = { type: 'box', size: [0.4, 0.2, 0.4] } as const;
  return {
    contact: { ...contact, reduce: true },
    gravity: [0.5, -9, 0],
    sleep: false,
    solver: { ...solver, iterations: 20, warmStart: false },
    shapes: { crate },
    bodies: [
      { ...ground, rotation: about([0, 0, 1], -0.1) },
      { shape: 'crate', mass: 1, position: [0, 0.4, 0], linearVelocity: [2, 0, 0], friction: 0.05 },
      { shape: 'crate', mass: 1, position: [0, 0.4, 1], angularVelocity: [0, 6, 0], locked: ['rx', 'rz', 'y'] },
      {
        shape: 'crate',
        mass: 1,
        position: [0, 0.5, 2],
        linearDamping: 0.5,
        angularDamping: 1,
        force: [0, 0, 1],
        torque: [0, 0.2, 0],
      },
      { shape: 'crate', mass: 1, position: [0, 0.6, 3], surfaceVelocity: [-1, 0, 0] },
      { shape: 'crate', mass: 2, inertia: [0.1, 0.2, 0.15], position: [0, 3, 3], angularVelocity: [4, 5, 6] },
      { shape: { type: 'sphere', radius: 0.2 }, mass: 1, position: [0, 1, 5], group: 2, mask: 4 },
      {
        shape: { type: 'sphere', radius: 0.2 },
        mass: 1,
        position: [0, 1.2, 6],
        angularVelocity: [0, 0, 30],
        restitution: 0.7,
      },
    ],
  };
}

export const pointScenes: Readonly<Record<string, () => SceneDescription>> = { stack, heap, meshes, machine, oddities };
