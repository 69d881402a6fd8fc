// Scenes that are almost right: good ones with a few values replaced by what people and programs get wrong.

import { Random } from '../../src/math/random.js';

/** A value, or how to make one: functions are called with the generator. */
const NASTY: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => undefined,
  () => Number.NaN,
  () => Infinity,
  () => -Infinity,
  () => 0,
  () => -0,
  () => -1,
  () => 1,
  () => 2,
  () => 0.5,
  () => 1e-12,
  () => 1e-9,
  () => 1e-300,
  () => 5e-324,
  () => 1e6,
  () => 1e9,
  () => 1e12,
  () => -1e12,
  () => 1e15,
  () => 1e308,
  () => -1.7e308,
  () => 4294967295,
  () => 4294967296,
  () => 2 ** 53,
  (r) => r.between(-10, 10),
  (r) => 10 ** r.between(-12, 12),
  () => true,
  () => false,
  () => '',
  () => 'ball',
  () => 'nobody',
  () => '1',
  () => 'NaN',
  () => 'line one\nline two',
  () => 'x'.repeat(5000),
  () => '__proto__',
  () => 'constructor',
  () => 'box',
  () => 'half-space',
  () => 'compound',
  () => [],
  () => {
    return {};
  },
  () => [1, 2],
  () => [1, 2, 3],
  () => [0, 0, 0],
  () => [0, 0, 0, 1],
  () => [1, 1, 1, 1],
  () => ['1', '2', '3'],
  () => [Number.NaN, 0, 0],
  () => [1e308, 1e308, 1e308],
  () => [1e-9, 1e-9, 1e-9],
  () => [1e9, 1e-9, 1],
  () => [null, null, null],
  () => [[[[[]]]]],
  // biome-ignore lint/suspicious/noSparseArray: that is the point
  () => [, , ,],
  () => new Array(1e5).fill(0),
  () => new Float64Array(3),
  () => new Float32Array([1, 2, 3]),
  () => new BigInt64Array(3),
  () => new Uint8Array(12),
  () => new DataView(new ArrayBuffer(24)),
  () => 10n,
  () => Symbol('x'),
  () => () => 1,
  () => new Date(0),
  () => new Map([['type', 'box']]),
  () => Object.create(null) as unknown,
  () => JSON.parse('{"__proto__": 1}') as unknown,
  () => {
    const ring: Record<string, unknown> = { type: 'compound' };
    ring.parts = [{ shape: ring }];
    return ring;
  },
  () => {
    const ring: unknown[] = [];
    ring.push(ring, ring);
    return ring;
  },
  () => {
    let deep: unknown = { type: 'sphere', radius: 1 };
    for (let k = 0; k < 3000; k++) deep = { type: 'compound', parts: [{ shape: deep }] };
    return deep;
  },
  () => {
    let wide: unknown = { type: 'sphere', radius: 0.1 };
    for (let k = 0; k < 7; k++) wide = { type: 'compound', parts: new Array(30).fill({ shape: wide }) };
    return wide;
  },
  () => ({ type: 'sphere', radius: 1e9 }),
  () => ({ type: 'sphere', radius: 1e-9 }),
  () => ({ type: 'box', size: [1e9, 1e-9, 1] }),
  () => ({
    type: 'convex',
    points: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
    ],
  }),
  () => ({
    type: 'convex',
    points: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1e-13],
    ],
  }),
  () => ({
    type: 'convex',
    points: [
      [1e12, 0, 0],
      [1e12 + 1, 0, 0],
      [1e12, 1, 0],
      [1e12, 0, 1],
    ],
  }),
  () => ({ type: 'mesh', positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] }),
  () => ({
    type: 'mesh',
    positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
    indices: [0, 1, 2, 0, 1, 3, 0, 3, 2, 1, 2, 3],
  }),
  () => ({
    type: 'mesh',
    positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
    indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 9],
  }),
  () => ({ type: 'mesh', file: 'x.obj' }),
  () => 'spiral',
];

/** A good scene with something of everything. */
export function goodScene(which: number): Record<string, unknown> {
  const ground = { name: 'ground', type: 'static', shape: { type: 'half-space' } };
  const ball = { name: 'ball', shape: { type: 'sphere', radius: 0.5 }, mass: 1, position: [0, 0.5, 0] };
  switch (which) {
    case 0:
      return {
        sixfold: 1,
        name: 'small',
        contact: { model: 'point' },
        bodies: [
          ground,
          ball,
          { name: 'box', shape: { type: 'box', size: [1, 1, 1] }, density: 100, position: [0, 1.5, 0] },
        ],
      };
    case 1:
      return {
        gravity: [0, -9.81, 0],
        timeStep: 0.01,
        substeps: 2,
        sleep: true,
        contact: { model: 'point', friction: 0.5, restitution: 0.1, depth: 1e-4, reduce: false, staticFriction: 0.6 },
        solver: { method: 'gauss-seidel', iterations: 10, tolerance: 1e-9, warmStart: true },
        shapes: {
          crate: { type: 'box', size: [0.5, 0.5, 0.5] },
          pair: { type: 'compound', parts: [{ shape: 'crate' }] },
          spiral: 'spiral2',
          spiral2: { type: 'sphere', radius: 1 },
        },
        bodies: [
          ground,
          {
            name: 'a',
            shape: 'crate',
            mass: 2,
            inertia: [0.1, 0.1, 0.1],
            position: [0, 0.25, 0],
            rotation: [0, 0, 0, 1],
            linearVelocity: [1, 0, 0],
            angularVelocity: [0, 1, 0],
            force: [0, 0, 1],
            torque: [0, 0, 0],
            locked: ['rx'],
            linearDamping: 0.1,
            angularDamping: 0.1,
            group: 1,
            mask: 255,
            surfaceVelocity: [0, 0, 0],
            friction: 0.4,
            restitution: 0.2,
            userData: { any: 'thing' },
          },
          { name: 'b', shape: 'pair', density: 500, position: [0, 0.8, 0] },
          {
            name: 'k',
            type: 'kinematic',
            shape: { type: 'capsule', radius: 0.2, height: 0.5 },
            position: [1, 0.3, 0],
            linearVelocity: [-1, 0, 0],
          },
        ],
      };
    case 2:
      return {
        contact: { model: 'point', compliance: 1e-6, damping: 1 },
        bodies: [
          { ...ball, position: [0, 0, 0] },
          { name: 'bob', shape: { type: 'cylinder', radius: 0.1, height: 0.3 }, mass: 1, position: [1, 0, 0] },
          { name: 'tip', shape: { type: 'cone', radius: 0.1, height: 0.3 }, mass: 1, position: [2, 0, 0] },
          { name: 'end', shape: { type: 'torus', radius: 0.2, tube: 0.05 }, mass: 1, position: [3, 0, 0] },
        ],
        joints: [
          { type: 'ball', b: 'ball', anchor: [0, 1, 0], axis: [0, 1, 0], limits: [0, 1] },
          {
            type: 'hinge',
            name: 'elbow',
            a: 'ball',
            b: 'bob',
            anchor: [0.5, 0, 0],
            axis: [0, 0, 1],
            limits: [-1, 1],
            motor: { target: 0.4, velocity: 0, stiffness: 50, damping: 2, maxForce: 5 },
          },
          { type: 'slider', a: 'bob', b: 'tip', anchor: [1.5, 0, 0], axis: [1, 0, 0] },
          {
            type: 'spring',
            a: 'tip',
            b: 'end',
            anchor: [2, 0, 0],
            anchorB: [3, 0, 0],
            stiffness: 10,
            damping: 1,
            restLength: 0.5,
          },
          { type: 'fixed', a: 'end', b: 'ball', anchor: [3, 0, 0], collide: true, userData: 1 },
        ],
      };
    default:
      return {
        contact: { model: 'point' },
        bodies: [
          ground,
          {
            shape: {
              type: 'mesh',
              positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
              indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
              weld: true,
            },
            density: 100,
            position: [0, 0.1, 0],
          },
          {
            shape: {
              type: 'convex',
              points: [
                [0, 0, 0],
                [1, 0, 0],
                [0, 1, 0],
                [0, 0, 1],
                [1, 1, 1],
              ],
            },
            density: 100,
            position: [0.2, 1, 0],
          },
          {
            shape: {
              type: 'compound',
              parts: [
                {
                  shape: { type: 'sphere', radius: 0.2 },
                  position: [0.3, 0, 0],
                  rotation: [0, 0, 0, 1],
                  friction: 0.1,
                  density: 10,
                },
                { shape: { type: 'box', size: [0.2, 0.2, 0.2] } },
              ],
            },
            density: 100,
            position: [0, 2, 0],
          },
          ball,
        ],
      };
  }
}

type Place = { holder: Record<string, unknown>; key: string };

/** Every place in a scene where something stands. */
function places(value: unknown, into: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return into;
  for (const key of Object.keys(value)) {
    into.push({ holder: value as Record<string, unknown>, key });
    places((value as Record<string, unknown>)[key], into);
  }
  return into;
}

/** A scene with one to three things wrong, the same for the same seed. */
export function mutatedScene(seed: number): unknown {
  const random = new Random(seed);
  const scene = goodScene(random.below(4));
  // Places are gathered once: what a mutation brings in (rings, depths) is left alone by the next.
  const all = places(scene);
  for (let n = 1 + random.below(3); n > 0; n--) {
    const { holder, key } = all[random.below(all.length)]!;
    const nasty = NASTY[random.below(NASTY.length)]!;
    switch (random.below(10)) {
      case 0:
        delete holder[key];
        break;
      case 1:
        holder[`${key}x`] = holder[key];
        break;
      case 2: {
        // Another place's value: right somewhere, wrong here.
        const other = all[random.below(all.length)]!;
        holder[key] = other.holder[other.key];
        break;
      }
      case 3:
      case 4:
      case 5:
      case 6: {
        // Numbers stay numbers, of any size: most of these scenes can be run, and must be.
        const value = holder[key];
        if (typeof value === 'number') {
          const other = value === 0 ? random.between(-1, 1) : value;
          holder[key] = other * 10 ** random.between(-6, 6);
          break;
        }
        holder[key] = nasty(random);
        break;
      }
      default:
        holder[key] = nasty(random);
    }
  }
  return random.below(50) === 0 ? NASTY[random.below(NASTY.length)]!(random) : scene;
}
