// Many bodies at once: piles, a pit of all shapes, dominoes, and how cost grows with their number.

import type { BodyDescription, SceneDescription, ShapeDescription, Vec3 } from '../../../src/index.js';
import { Random } from '../../../src/math/random.js';
import { FRAME } from '../engine.js';
import type { Record as RunRecord } from '../run.js';
import { lessIsBetter, millimetres, type PeerScene } from '../scene.js';

const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const ground: BodyDescription = { name: 'ground', type: 'static', shape: { type: 'half-space' } };

/** Four walls around a square of half width `half`, `high` above the ground. */
function pit(half: number, high: number): BodyDescription[] {
  const wall = (x: number, z: number): BodyDescription => ({
    name: `wall${x}${z}`,
    type: 'static',
    shape: { type: 'box', size: [x === 0 ? 2 * half + 2 : 1, high, z === 0 ? 2 * half : 1] },
    position: [x * (half + 0.5), 0.5 * high, z * (half + 0.5)],
  });
  return [ground, wall(1, 0), wall(-1, 0), wall(0, 1), wall(0, -1)];
}

/** Boxes of all proportions, each turned at random, in layers of across × across that do not touch at first. */
function boxes(n: number, across: number): SceneDescription {
  const random = new Random(7);
  const apart = 0.65;
  const bodies = range(n).map((k): BodyDescription => {
    const size = () => random.between(0.18, 0.37);
    const [i, j, layer] = [k % across, Math.floor(k / across) % across, Math.floor(k / (across * across))];
    return {
      name: `box${k}`,
      shape: { type: 'box', size: [size(), size(), size()] },
      density: 500,
      position: [apart * (i - 0.5 * (across - 1)), 0.35 + apart * layer, apart * (j - 0.5 * (across - 1))],
      rotation: random.rotation(),
    };
  });
  return { bodies: [...pit(0.5 * across * apart, 0.65 * across), ...bodies] };
}

/** Spheres, boxes, cylinders, capsules and two kinds of hull. */
export function mixed(n: number): SceneDescription {
  const random = new Random(11);
  const across = 5;
  const apart = 0.6;
  const shape = (k: number): ShapeDescription => {
    const s = random.between(0.8, 1.2);
    const kinds: ShapeDescription[] = [
      { type: 'sphere', radius: 0.15 * s },
      { type: 'box', size: [0.3 * s, 0.2 * s, 0.25 * s] },
      { type: 'cylinder', radius: 0.12 * s, height: 0.3 * s },
      { type: 'capsule', radius: 0.1 * s, height: 0.2 * s },
      { type: 'convex', points: octahedron(0.2 * s, 0.15 * s, 0.18 * s) },
      { type: 'convex', points: hexagon(0.15 * s, 0.24 * s) },
    ];
    return kinds[k % kinds.length]!;
  };
  const bodies = range(n).map((k): BodyDescription => {
    const [i, j, layer] = [k % across, Math.floor(k / across) % across, Math.floor(k / (across * across))];
    return {
      name: `body${k}`,
      shape: shape(k),
      density: 500,
      position: [apart * (i - 0.5 * (across - 1)), 0.35 + apart * layer, apart * (j - 0.5 * (across - 1))],
      rotation: random.rotation(),
    };
  });
  return { bodies: [...pit(0.5 * across * apart, 8), ...bodies] };
}

const octahedron = (x: number, y: number, z: number): Vec3[] => [
  [x, 0, 0],
  [-x, 0, 0],
  [0, y, 0],
  [0, -y, 0],
  [0, 0, z],
  [0, 0, -z],
];

function hexagon(radius: number, height: number): Vec3[] {
  const [a, b] = [0.5 * radius, 0.5 * Math.sqrt(3) * radius];
  const corners: [number, number][] = [
    [radius, 0],
    [a, b],
    [-a, b],
    [-radius, 0],
    [-a, -b],
    [a, -b],
  ];
  return [0.5, -0.5].flatMap((side) => corners.map(([x, z]): Vec3 => [x, side * height, z]));
}

/** Outside of the pit or below the ground at the end. */
function lost(record: RunRecord, half: number): number {
  return record.moving().filter((k) => {
    const [x, y, z] = record.last.subarray(FRAME * k, FRAME * k + 3) as unknown as [number, number, number];
    return Math.abs(x) > half + 0.5 || Math.abs(z) > half + 0.5 || y < 0;
  }).length;
}

/** Median speed of the bodies at the end (mm/s): a pile at rest has none. */
function speed(record: RunRecord): number {
  const speeds = record.moving().map((k) => Math.hypot(...record.last.subarray(FRAME * k + 7, FRAME * k + 10)));
  return 1000 * speeds.sort((a, b) => a - b)[speeds.length >> 1]!;
}

const crowdMeasures = {
  deepest: millimetres('deepest while it moves'),
  restDepth: millimetres('deepest at the end'),
  speed: lessIsBetter('median speed at the end', 'mm/s', 2),
  lost: lessIsBetter('bodies lost', '', 0),
};

const crowd = (record: RunRecord, half: number) => ({
  deepest: 1000 * record.deepest(16),
  restDepth: 1000 * record.deepestAtEnd(),
  speed: speed(record),
  lost: lost(record, half),
});

export const pile1000: PeerScene = {
  name: 'pile-1000',
  title: 'Pile of 1000 boxes',
  about: '1000 boxes of all proportions fall into a pit, 8 × 8 in a layer.',
  seconds: 15,
  every: 15,
  phases: { moving: [0, 6], rest: [13, 15] },
  measures: crowdMeasures,
  make: () => boxes(1000, 8),
  measure: (record) => crowd(record, 0.5 * 8 * 0.65),
};

export const mixed300: PeerScene = {
  name: 'mixed-300',
  title: '300 mixed bodies into a pit',
  about: 'Spheres, boxes, cylinders, capsules, octahedra and hexagonal prisms fall into a pit.',
  seconds: 12,
  every: 15,
  phases: { moving: [0, 5], rest: [10, 12] },
  measures: crowdMeasures,
  make: () => mixed(300),
  measure: (record) => crowd(record, 0.5 * 5 * 0.6),
};

const DOMINO = { thick: 0.07, high: 0.48, wide: 0.24, apart: 0.16 };

export const dominoes200: PeerScene = {
  name: 'dominoes-200',
  title: '200 dominoes',
  about: 'A straight row; the first is set turning about its edge and knocks down the rest.',
  seconds: 16,
  every: 2,
  phases: { moving: [0, 14] },
  measures: {
    fallen: { label: 'fallen', unit: '', truth: 200, digits: 0 },
    arrival: lessIsBetter('last one tips after', 's', 2),
    deepest: millimetres('deepest'),
  },
  make: () => ({
    contact: { friction: 0.4 },
    bodies: [
      ground,
      ...range(200).map(
        (k): BodyDescription => ({
          name: `domino${k}`,
          shape: { type: 'box', size: [DOMINO.thick, DOMINO.high, DOMINO.wide] },
          density: 700,
          position: [DOMINO.apart * k, 0.5 * DOMINO.high, 0],
          ...(k === 0
            ? {
                angularVelocity: [0, 0, -1.5],
                linearVelocity: [0.75 * DOMINO.high, 0.75 * DOMINO.thick, 0],
              }
            : {}),
        }),
      ),
    ],
  }),
  measure(record) {
    // The upright axis of a body leans by acos of this; half a radian is beyond return.
    const upright = (frame: Float64Array, k: number) =>
      1 - 2 * (frame[FRAME * k + 3]! ** 2 + frame[FRAME * k + 5]! ** 2);
    const moving = record.moving();
    const last = moving.at(-1)!;
    const arrived = record.frames.findIndex((frame) => upright(frame, last) < Math.cos(0.5));
    return {
      fallen: moving.filter((k) => upright(record.last, k) < Math.cos(0.5)).length,
      arrival: arrived < 0 ? NaN : record.time(arrived),
      deepest: 1000 * record.deepest(24),
    };
  },
};

/** n³ boxes in layers of n × n: the same pile at three sizes. */
const growth = (n: number, seconds: number): PeerScene => ({
  name: `growth-${n ** 3}`,
  title: `${n ** 3} boxes`,
  about: `${n} layers of ${n} × ${n} boxes fall into a pit.`,
  seconds,
  every: 60,
  phases: { moving: [0, 0.4 * seconds], rest: [0.85 * seconds, seconds] },
  measures: {},
  make: () => boxes(n ** 3, n),
  measure: () => ({}),
});

export const crowds: readonly PeerScene[] = [pile1000, mixed300, dominoes200];
export const growths: readonly PeerScene[] = [growth(5, 10), growth(10, 15), growth(20, 20)];
