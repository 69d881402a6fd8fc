// Wedges, pyramids and cones dropped into grooves and holes of their own angle.

import { type BodyDescription, type ShapeDescription, type Vec3, World } from '../../../src/index.js';
import { Random } from '../../../src/math/random.js';
import { Manifold, meshOf } from '../../contact/solids.js';
import { sizeOf } from '../judge.js';
import { DepthOracle } from '../oracle.js';
import { decades, pick, short, type Trial } from './trial.js';

/** As manifold-3d wants it. */
type Point = [number, number, number];

const hull = (points: Vec3[]): ShapeDescription => ({ type: 'convex', points });
const meshed = (points: Vec3[]): ShapeDescription => meshOf(Manifold.hull(points as Point[]));

/** A solid with its tip at the origin and flat top at `height`; `depth`: of a wedge along z. */
interface Form {
  solid: Vec3[];
  /** What it is dropped into, in convex pieces, the tip of the hollow at the origin. */
  pieces: Vec3[][];
  /** The same as corners of a block, and of what is cut out of it: the hollow, and more above it. */
  block: Vec3[];
  hollow: Vec3[];
}

/** The half angle `lean` at the tip: x = ±y tan(lean). */
function wedge(height: number, lean: number, depth: number, deep: number): Form {
  const t = Math.tan(lean);
  const solid: Vec3[] = [-0.5 * depth, 0.5 * depth].flatMap((z): Vec3[] => [
    [0, 0, z],
    [-t * height, height, z],
    [t * height, height, z],
  ]);
  const [far, floor, wide] = [t * deep, -0.4 * deep, (t + 0.5) * deep];
  const pieces = [-1, 1].map((side) =>
    [-0.8 * depth, 0.8 * depth].flatMap((z): Vec3[] => [
      [0, 0, z],
      [0, floor, z],
      [side * wide, floor, z],
      [side * wide, deep, z],
      [side * far, deep, z],
    ]),
  );
  const hollow: Vec3[] = [-depth, depth].flatMap((z): Vec3[] => [
    [0, 0, z],
    [-2 * far, 2 * deep, z],
    [2 * far, 2 * deep, z],
  ]);
  const block = pieces.flat().filter(([x]) => Math.abs(x) === wide);
  return { solid, pieces, block, hollow };
}

/** The faces of n sides lean by `lean` from the axis. */
function spike(height: number, lean: number, n: number, deep: number): Form {
  const at = (k: number, r: number, y: number): Vec3 => {
    const angle = (2 * Math.PI * k) / n;
    return [r * Math.cos(angle), y, r * Math.sin(angle)];
  };
  const corner = Math.tan(lean) / Math.cos(Math.PI / n);
  const solid: Vec3[] = [[0, 0, 0], ...Array.from({ length: n }, (_, k) => at(k, corner * height, height))];
  const [floor, wide] = [-0.4 * deep, (corner + 0.5) * deep];
  const pieces = Array.from({ length: n }, (_, k): Vec3[] => [
    [0, 0, 0],
    [0, floor, 0],
    ...[k, k + 1].flatMap((m) => [at(m, corner * deep, deep), at(m, wide, deep), at(m, wide, floor)]),
  ]);
  const hollow: Vec3[] = [[0, 0, 0], ...Array.from({ length: n }, (_, k) => at(k, 2 * corner * deep, 2 * deep))];
  const block = Array.from({ length: n }, (_, k) => [at(k, wide, deep), at(k, wide, floor)]).flat();
  return { solid, pieces, block, hollow };
}

/** The scene of a seed, and a judge of depths piece by piece: what a whole groove has in common with a wedge is a V. */
function grooveWorld(seed: number): { world: World; oracle: DepthOracle; steps: number; drawn: string } {
  const random = new Random(5000 + seed);
  const u = (low: number, high: number) => random.between(low, high);
  const size = decades(random, 0.01, 10);
  const kind = pick(random, ['wedge', 'spike', 'cone'] as const);
  const lean = u(0.1, 1.1);
  const height = size * u(0.4, 1);
  const sides = 3 + random.below(6);
  const { solid, pieces, block, hollow } =
    kind === 'wedge' ? wedge(height, lean, size * u(0.3, 1), size) : spike(height, lean, sides, size);
  const isMesh = random.below(2) === 1;
  const into = pick(random, ['mesh', 'compound', 'hulls'] as const);
  const compound: ShapeDescription = { type: 'compound', parts: pieces.map((points) => ({ shape: hull(points) })) };
  const friction = random.below(3) === 0 ? 0 : u(0.05, 0.9);
  const tilt = random.below(2) === 0 ? 0 : 0.5 * u(-0.1, 0.1);
  const about = u(0, 2 * Math.PI);
  // Leaning about its tip, a corner goes sideways by the tilt times its way from the tip: it starts above that.
  const reach = Math.max(...solid.map((p) => Math.hypot(...p)));
  const fall = size * decades(random, 0.001, 2) + (2 * Math.abs(tilt) * reach) / Math.sin(lean);
  const floors: BodyDescription[] =
    into === 'hulls'
      ? pieces.map((points) => ({ type: 'static', shape: hull(points) }))
      : [{ name: 'groove', type: 'static', shape: into === 'mesh' ? hollowed(block, hollow) : compound }];
  const world = new World({
    contact: { friction },
    sleep: false,
    bodies: [
      ...floors,
      {
        name: 'body',
        shape:
          kind === 'cone'
            ? { type: 'cone', radius: Math.tan(lean) * height, height }
            : isMesh
              ? meshed(solid)
              : hull(solid),
        density: decades(random, 200, 8000),
        // A cone points up, and its own middle is half-way.
        position: [0, fall + (kind === 'cone' ? 0.5 * height : 0), 0],
        rotation:
          kind === 'cone'
            ? [1, 0, 0, 0]
            : [Math.sin(tilt) * Math.cos(about), 0, Math.sin(tilt) * Math.sin(about), Math.cos(tilt)],
      },
    ],
  });
  const oracle = new DepthOracle(world, into === 'mesh' ? new Map([[world.body('groove'), compound]]) : undefined);
  // It falls and settles.
  const steps = Math.round(60 * (Math.sqrt((2 * fall) / 9.81) + 0.5));
  const shape = kind === 'cone' ? 'cone' : `${isMesh ? 'mesh' : 'hull'} ${kind}`;
  const drawn = `${shape} of ${short(size)} m, ${sides} sides, half angle ${short(lean)}, into ${into}, from ${short(fall / size)} sizes, friction ${short(friction)}, tilt ${short(2 * tilt)}`;
  return { world, oracle, steps, drawn };
}

/** Deepest 2 % of the body. */
export function groove(seed: number): Trial {
  const { world, oracle, steps, drawn } = grooveWorld(seed);
  const body = world.body('body');
  const thin = sizeOf(body.shape);
  let [deepest, reported] = [0, 0];
  for (let k = 0; k < steps; k++) {
    world.step();
    for (const { depth } of world.contacts()) reported = Math.max(reported, depth);
    oracle.measure((_a, _b, depth) => {
      deepest = Math.max(deepest, depth);
    });
  }
  return {
    drawn,
    measures: [
      { name: 'deepest by manifold-3d, of the body', found: deepest / thin, most: 0.02 },
      { name: 'deepest reported, of the body', found: reported / thin, most: 0.02 },
    ],
  };
}

/** A union of the pieces would keep slits where they meet, by rounding. */
function hollowed(block: Vec3[], hollow: Vec3[]): ShapeDescription {
  return meshOf(Manifold.hull(block as Point[]).subtract(Manifold.hull(hollow as Point[])));
}
