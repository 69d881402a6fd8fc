// Scenes that nobody chose: made from a seed, family by family. test/random/ judges them by laws; the studio shows them
// (#random=SEED).

import {
  type BodyDescription,
  type SceneDescription,
  type ShapeDescription,
  SixfoldError,
  type Vec3,
  World,
} from '../src/index.js';
import { Random } from '../src/math/random.js';
import { cos, PI, sin } from '../src/math/trig.js';
import { decades } from './decades.js';
import { deepMeshes, thrownMeshes } from './random-meshes.js';

type Quat = [number, number, number, number];

const GROUND: BodyDescription = { type: 'static', shape: { type: 'half-space' } };

function turn(axis: Vec3, angle: number): Quat {
  const s = sin(0.5 * angle);
  return [s * axis[0]!, s * axis[1]!, s * axis[2]!, cos(0.5 * angle)];
}

function multiply(a: Quat, b: Quat): Quat {
  const [x, y, z, w] = a;
  const [p, q, r, s] = b;
  return [
    w * p + x * s + y * r - z * q,
    w * q - x * r + y * s + z * p,
    w * r + x * q - y * p + z * s,
    w * s - x * p - y * q - z * r,
  ];
}

/** A prism with n corners: the same circle above and below, or a smaller one above. */
function prism(n: number, radius: number, height: number, top: number): Vec3[] {
  const points: Vec3[] = [];
  for (let k = 0; k < n; k++) {
    const x = radius * cos((2 * PI * k) / n);
    const z = radius * sin((2 * PI * k) / n);
    points.push([x, -0.5 * height, z], [top * x, 0.5 * height, top * z]);
  }
  return points;
}

interface Piece {
  shape: ShapeDescription;
  /** Smallest half-width on which it stands, of its top, and height. */
  foot: number;
  top: number;
  height: number;
}

/** Something with a flat top and bottom, about `width` wide, `slender` times as high. */
function flatPiece(random: Random, width: number, slender: number, isLast: boolean): Piece {
  const height = slender * width;
  switch (random.below(isLast ? 6 : 5)) {
    case 0:
      return { shape: { type: 'box', size: [width, height, width] }, foot: width / 2, top: width / 2, height };
    case 1: {
      const w = width * random.between(1, 1.6);
      return { shape: { type: 'box', size: [w, height, width] }, foot: width / 2, top: width / 2, height };
    }
    case 2:
      return {
        shape: { type: 'cylinder', radius: width / 2, height },
        foot: width / 2,
        top: width / 2,
        height,
      };
    case 3: {
      const n = 3 + random.below(6);
      const r = cos(PI / n) * 0.6 * width;
      return { shape: { type: 'convex', points: prism(n, 0.6 * width, height, 1) }, foot: r, top: r, height };
    }
    case 4: {
      const n = 4 + random.below(5);
      const r = cos(PI / n) * 0.6 * width;
      const k = random.between(0.5, 0.95);
      return { shape: { type: 'convex', points: prism(n, 0.6 * width, height, k) }, foot: r, top: k * r, height };
    }
    default:
      return { shape: { type: 'cone', radius: width / 2, height }, foot: width / 2, top: 0, height };
  }
}

function stackOf(random: Random, count: number, slender: [number, number], tilts: [number, number]): SceneDescription {
  const size = decades(random, 0.05, 2);
  const bodies: BodyDescription[] = [GROUND];
  let y = 0;
  let below = Infinity;
  for (let k = 0; k < count; k++) {
    const width = size * random.between(0.5, 1);
    const piece = flatPiece(random, width, random.between(slender[0], slender[1]), k === count - 1);
    const tilt = decades(random, tilts[0], tilts[1]);
    const around = random.between(0, 2 * PI);
    const axis: Vec3 = [cos(around), 0, sin(around)];
    const support = Math.min(below, piece.foot);
    const offset = k === 0 ? 0 : random.between(0, 0.3) * support;
    const to = random.between(0, 2 * PI);
    // Lowest corner just above what is below.
    const lift = 1.6 * piece.foot * sin(tilt) + 1e-4 * size;
    bodies.push({
      shape: piece.shape,
      density: decades(random, 200, 4000),
      position: [offset * cos(to), y + 0.5 * piece.height + lift, offset * sin(to)],
      rotation: multiply(turn(axis, tilt), turn([0, 1, 0], random.between(0, 2 * PI))),
    });
    y += piece.height + 2 * lift;
    below = piece.top;
  }
  return { contact: { friction: random.between(0.3, 0.9) }, bodies };
}

const LEGS: Vec3[] = [
  [-1, -0.75, -1],
  [1, -0.75, -1],
  [-1, -0.75, 1],
  [1, -0.75, 1],
];

function table(s: number): ShapeDescription {
  return {
    type: 'compound',
    parts: [
      { shape: { type: 'box', size: [2.6 * s, 0.3 * s, 2.6 * s] }, position: [0, 0.15 * s, 0] },
      ...LEGS.map((p) => ({
        shape: { type: 'box', size: [0.4 * s, 1.5 * s, 0.4 * s] } as const,
        position: [s * p[0]!, s * p[1]!, s * p[2]!] as const,
      })),
    ],
  };
}

/** Anything about as large as `size`; with `round` also what rolls. */
export function anyShape(random: Random, size: number, round: boolean): ShapeDescription {
  const s = () => size * random.between(0.4, 1);
  switch (random.below(round ? 9 : 4)) {
    case 0:
      return { type: 'box', size: [s(), s(), s()] };
    case 1:
      return { type: 'box', size: [s(), 0.2 * s(), s()] };
    case 2:
      return {
        type: 'convex',
        points: Array.from(
          { length: 14 },
          (): Vec3 => [
            random.between(-0.5, 0.5) * size,
            random.between(-0.5, 0.5) * size,
            random.between(-0.5, 0.5) * size,
          ],
        ),
      };
    case 3:
      return table(0.35 * s());
    case 4:
      return { type: 'cylinder', radius: 0.5 * s(), height: s() };
    case 5:
      return { type: 'cone', radius: 0.5 * s(), height: s() };
    case 6:
      return { type: 'capsule', radius: 0.3 * s(), height: s() };
    case 7:
      return { type: 'sphere', radius: 0.5 * s() };
    default:
      return { type: 'torus', radius: 0.35 * size, tube: 0.12 * size };
  }
}

/** A pit, and things above it, apart from each other. */
function heap(random: Random, round: boolean): SceneDescription {
  const size = decades(random, 0.05, 1);
  const count = 6 + random.below(random.below(4) === 0 ? 55 : 15);
  const side = 2.5;
  const walls = [-1, 1].flatMap((k): BodyDescription[] => [
    {
      type: 'static',
      shape: { type: 'box', size: [size, 8 * size, (2 * side + 2) * size] },
      position: [k * (side + 0.5) * size, 4 * size, 0],
    },
    {
      type: 'static',
      shape: { type: 'box', size: [(2 * side + 2) * size, 8 * size, size] },
      position: [0, 4 * size, k * (side + 0.5) * size],
    },
  ]);
  const placed = new World();
  const pieces = Array.from({ length: count }, (_, k): BodyDescription => {
    const shape = anyShape(random, size, round);
    const density = decades(random, 200, 4000);
    const position: Vec3 = [
      1.4 * size * ((k % 3) - 1),
      size * (1 + 1.5 * Math.floor(k / 9)),
      1.4 * size * ((Math.floor(k / 3) % 3) - 1),
    ];
    // Boxes are up to √3 size long: what would be inside another as it is turned is turned otherwise.
    let rotation = random.rotation();
    while (placed.overlapping(shape, { position, rotation }).length > 0) rotation = random.rotation();
    const piece = { shape, density, position, rotation };
    placed.addBody(piece);
    return piece;
  });
  return { contact: { friction: random.between(0.3, 0.9) }, bodies: [GROUND, ...walls, ...pieces] };
}

/** Two bodies that overlap anyhow, adrift. */
function deep(random: Random): SceneDescription {
  const size = decades(random, 0.01, 10);
  const d = random.direction();
  const far = random.between(0, 0.6) * size;
  return {
    gravity: [0, 0, 0],
    bodies: [
      { shape: anyShape(random, size, true), rotation: random.rotation(), density: decades(random, 200, 4000) },
      {
        shape: anyShape(random, size * decades(random, 0.3, 1), true),
        rotation: random.rotation(),
        position: [far * d[0]!, far * d[1]!, far * d[2]!],
        density: decades(random, 200, 4000),
      },
    ],
  };
}

/** Thin plates that fall on each other. */
function plates(random: Random): SceneDescription {
  const size = random.between(0.1, 0.5);
  const bodies: BodyDescription[] = [GROUND];
  for (let k = 0; k < 4; k++) {
    const thin = decades(random, 0.002, 0.02);
    const around = random.between(0, 2 * PI);
    bodies.push({
      shape: { type: 'box', size: [size * random.between(0.4, 1), thin, size * random.between(0.4, 1)] },
      position: [random.between(-0.2, 0.2) * size, 0.8 * size * (k + 1), random.between(-0.2, 0.2) * size],
      rotation: multiply(
        turn([cos(around), 0, sin(around)], random.between(-0.8, 0.8)),
        turn([0, 1, 0], random.between(0, 6)),
      ),
      density: 1000,
    });
  }
  return { contact: { friction: random.between(0.2, 0.8) }, bodies };
}

/** Boxes thrown, spinning at some 10 rad/s. */
function tumble(random: Random): SceneDescription {
  const size = decades(random, 0.05, 1);
  const w = random.direction();
  const spin = random.between(5, 12);
  const s = () => size * random.between(0.2, 1);
  return {
    contact: { friction: random.between(0.2, 0.9) },
    bodies: [
      GROUND,
      {
        shape: { type: 'box', size: [s(), s(), s()] },
        position: [0, random.between(1, 2) * size, 0],
        rotation: random.rotation(),
        density: 800,
        linearVelocity: [random.between(-2, 2), random.between(-2, 0), random.between(-2, 2)],
        angularVelocity: [spin * w[0]!, spin * w[1]!, spin * w[2]!],
      },
    ],
  };
}

/** A body flies at a wall. */
function bullet(random: Random): SceneDescription {
  const speed = decades(random, 1, 1000);
  const thin = decades(random, 0.001, 1);
  const size = decades(random, 0.02, 0.5);
  const round = random.below(3) === 0;
  return {
    gravity: [0, 0, 0],
    bodies: [
      { type: 'static', shape: { type: 'box', size: [20, 20, thin] } },
      {
        shape: round ? { type: 'sphere', radius: 0.5 * size } : anyShape(random, size, false),
        position: [random.between(-1, 1), random.between(-1, 1), size + 0.5 * thin + random.between(0, 0.1) * speed],
        rotation: random.rotation(),
        density: 800,
        linearVelocity: [random.between(-0.1, 0.1) * speed, random.between(-0.1, 0.1) * speed, -speed],
      },
    ],
  };
}

/** Bodies that bounce off each other and the walls of a room, at anything from a nudge to forty times their size a second. */
function bounce(random: Random): SceneDescription {
  const size = decades(random, 0.05, 1);
  const speed = size * decades(random, 0.5, 40);
  const side = 2.5 * size;
  const walls = [0, 1, 2].flatMap((axis) =>
    [-1, 1].map((k): BodyDescription => {
      const along = (x: number, other: number): Vec3 => [
        axis === 0 ? x : other,
        axis === 1 ? x : other,
        axis === 2 ? x : other,
      ];
      return {
        type: 'static',
        shape: { type: 'box', size: along(side, 4 * side) },
        position: along(1.5 * k * side, 0),
      };
    }),
  );
  const round = random.below(3);
  const pieces = Array.from({ length: 3 + random.below(13) }, (_, k): BodyDescription => {
    const d = random.direction();
    return {
      shape:
        round === 0 ? { type: 'sphere', radius: random.between(0.2, 0.4) * size } : anyShape(random, 0.55 * size, true),
      density: decades(random, 200, 4000),
      position: [
        1.2 * size * ((k % 3) - 1),
        1.2 * size * (Math.floor(k / 9) - 0.5),
        1.2 * size * ((Math.floor(k / 3) % 3) - 1),
      ],
      rotation: random.rotation(),
      linearVelocity: [speed * d[0]!, speed * d[1]!, speed * d[2]!],
    };
  });
  return {
    gravity: random.below(2) === 0 ? [0, 0, 0] : [0, -9.81, 0],
    contact: { friction: random.between(0, 0.9), restitution: random.between(0.1, 1) },
    bodies: [...walls, ...pieces],
  };
}

export const FAMILIES = {
  stack2: (r: Random) => stackOf(r, 2, [0.3, 1], [0.001, 0.1]),
  stack3: (r: Random) => stackOf(r, 3, [0.3, 1], [0.001, 0.1]),
  slender: (r: Random) => stackOf(r, 1, [1.5, 4], [0.01, 0.12]),
  heap: (r: Random) => heap(r, false),
  roundHeap: (r: Random) => heap(r, true),
  deep,
  plates,
  tumble,
  bullet,
  bounce,
  meshes: thrownMeshes,
  deepMeshes,
} as const;

export type Family = keyof typeof FAMILIES;

export function randomScene(family: Family, seed: number): SceneDescription {
  return FAMILIES[family](new Random(seed * 16 + Object.keys(FAMILIES).indexOf(family)));
}

/** The scene of a text such as `heap:7`, or `7`: then the seed chooses the family too. */
export function sceneOfSeed(text: string): SceneDescription {
  const families = Object.keys(FAMILIES) as Family[];
  const [, named, digits = ''] = /^(?:(\w+):)?(\d{1,9})$/.exec(text) ?? [];
  const seed = Number(digits);
  const family = named === undefined ? families[seed % families.length]! : families.find((one) => one === named);
  if (digits === '' || !family)
    throw new SixfoldError(
      `random is ${JSON.stringify(text)}; it must be a whole number, or one of ${families.join(', ')} with : and a whole number`,
    );
  return { ...randomScene(family, seed), name: `${family} ${seed}` };
}
