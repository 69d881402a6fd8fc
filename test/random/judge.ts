// What happens in a scene that nobody chose, and the laws it is judged by.

import { type Body, type SceneDescription, type Vec3, World } from '../../src/index.js';

export interface Verdict {
  /**
   * Seconds until nothing was faster than 5 mm/s any more (any point), and until everything slept; Infinity: not yet.
   */
  rest: number;
  asleep: number;
  /** Times anything woke after all had slept. */
  woke: number;
  /** Correction work over m g times the size of the largest dynamic body. */
  correction: number;
  /**
   * Largest gain of energy, less correction work, over the energy at the start above the ground (share), and in a step.
   */
  gain: number;
  /**
   * Largest error of momentum in a step over the impulse exchanged in it, and a millionth of that of the step before:
   * the solver starts from impulses of before and takes them back, to their rounding (some 1e-15 of an impact's).
   */
  momentum: number;
  /** Largest depth that a contact reported, over the thinner body; with an oracle, by that. */
  depth: number;
  /** The same, of the last step alone; with an oracle, the larger of both. */
  left: number;
  /** Where the bodies that move are at the end: centres of mass. */
  ends: Vec3[];
  /**
   * Farthest move of a body in one step beyond what its velocity says, over the thinnest body. A step in parts has the
   * velocity before it in its first ones: what lies between the ways of both is the body's own.
   */
  jump: number;
  /** Speed of the fastest body at the end (m/s). */
  speed: number;
  /** Steps whose solve left more than 1 mm/s, and the most that it left (m/s). */
  unsolved: number;
  error: number;
  /**
   * Most iterations of a step at rest: from the second on that began with nothing faster than 5 mm/s. The first of them
   * starts from the impulses that stopped what came to rest.
   */
  iterations: number;
  failure: string;
}

export function sizeOf(shape: unknown): number {
  const s = shape as Record<string, unknown>;
  if (s.type === 'half-space') return Infinity;
  if (s.type === 'box') return Math.min(...(s.size as number[]));
  if (s.type === 'sphere') return 2 * (s.radius as number);
  if (s.type === 'torus') return 2 * (s.tube as number);
  if (s.type === 'compound') return Math.min(...(s.parts as { shape: unknown }[]).map((p) => sizeOf(p.shape)));
  if (s.type === 'convex') {
    const p = s.points as number[][];
    return Math.min(...[0, 1, 2].map((k) => Math.max(...p.map((x) => x[k]!)) - Math.min(...p.map((x) => x[k]!))));
  }
  if (s.type === 'height-field') return Infinity;
  if (s.type === 'mesh') {
    const p = Array.from(s.positions as ArrayLike<number>);
    const of = (k: number) => p.filter((_, m) => m % 3 === k);
    return Math.min(...[0, 1, 2].map((k) => Math.max(...of(k)) - Math.min(...of(k))));
  }
  return Math.min(2 * (s.radius as number), s.height as number);
}

const dot = (a: readonly number[], b: readonly number[]): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;

/** Measures depths of all pairs of a world's bodies that overlap, in m (oracle.ts). */
export type DepthJudge = (world: World) => (found: (a: Body, b: Body, depth: number) => void) => void;
/** An independent judge of depths looks at every third step: it is dear. */
const LOOKS = 3;

/** Steps the scene for `seconds`, or until all sleeps and half a second more. */
export function judge(scene: SceneDescription, seconds: number, stopAsleep = true, oracle?: DepthJudge): Verdict {
  const world = new World(scene);
  const measure = oracle?.(world);
  const bodies = [...world.bodies()].filter((b) => b.type === 'dynamic');
  const g = Math.abs(world.gravity[1]!);
  const reach = new Map(
    bodies.map((b) => {
      const { min, max } = b.broadPhaseBox;
      return [b, 0.5 * Math.max(max[0]! - min[0]!, max[1]! - min[1]!, max[2]! - min[2]!)];
    }),
  );
  const weight = bodies.reduce((sum, b) => sum + b.mass * g * reach.get(b)!, 0);
  const energy = () => {
    const e = world.energy();
    return e.kinetic + e.potential - e.correctionWork;
  };
  const verdict: Verdict = {
    rest: 0,
    asleep: Infinity,
    woke: 0,
    correction: 0,
    gain: 0,
    momentum: 0,
    depth: 0,
    left: 0,
    ends: [],
    jump: 0,
    speed: 0,
    unsolved: 0,
    error: 0,
    iterations: 0,
    failure: '',
  };
  // Semi-implicit Euler keeps K + V + h F·v/2, which a bounce may not raise (src/solver/bounce.ts): what it does to
  // K + V, h F·v at most, is the integrator's.
  const bounces = (scene.contact?.restitution ?? 0) > 0;
  const lag = () =>
    bounces ? bodies.reduce((sum, b) => sum + 0.5 * h * b.mass * world.gravity[1]! * b.linearVelocity[1]!, 0) : 0;
  const scale = Math.max(weight, world.energy().kinetic, 1e-12);
  const h = world.timeStep;
  let last = energy();
  let lastLag = lag();
  let exchangedBefore = 0;
  let moves = true;
  let still = 0;
  const steps = Math.round(seconds / h);
  const thinnest = Math.min(...bodies.map((b) => sizeOf(b.shape)));
  for (let k = 1; k <= steps; k++) {
    const before = bodies.map((b) => ({
      v: b.linearVelocity,
      w: b.angularVelocity,
      x: b.position,
      asleep: b.asleep,
    }));
    world.step();
    const { error, iterations } = world.solverStatistics;
    still = moves ? 0 : still + 1;
    verdict.iterations = still < 2 ? 0 : Math.max(verdict.iterations, iterations);
    if (error > 1e-3) verdict.unsolved++;
    verdict.error = Math.max(verdict.error, error);
    const now = energy();
    const nowLag = lag();
    verdict.gain = Math.max(verdict.gain, Math.min(now - last, now + nowLag - last - lastLag) / scale);
    last = now;
    lastLag = nowLag;
    let exchanged = 0;
    verdict.left = 0;
    const sum = new Map(bodies.map((b) => [b, [0, 0, 0]]));
    for (const c of world.contacts()) {
      const thin = Math.min(sizeOf(c.a.shape), sizeOf(c.b.shape));
      if (!measure) verdict.depth = Math.max(verdict.depth, c.depth / thin);
      verdict.left = Math.max(verdict.left, c.depth / thin);
      for (let m = 0; m < 3; m++) {
        exchanged = Math.max(exchanged, Math.abs(c.force[m]! * h));
        const a = sum.get(c.a);
        const b = sum.get(c.b);
        if (a) a[m]! += c.force[m]! * h;
        if (b) b[m]! -= c.force[m]! * h;
      }
    }
    if (k % LOOKS === 0)
      measure?.((a, b, depth) => {
        verdict.depth = Math.max(verdict.depth, depth / Math.min(sizeOf(a.shape), sizeOf(b.shape)));
      });
    moves = false;
    verdict.speed = 0;
    bodies.forEach((b, n) => {
      const v = b.linearVelocity;
      const w = b.angularVelocity;
      const speed = Math.hypot(...v) + reach.get(b)! * Math.hypot(...w);
      verdict.speed = Math.max(verdict.speed, speed);
      if (speed > 0.005) moves = true;
      if (before[n]!.asleep || b.asleep) return;
      const s = sum.get(b)!;
      // Of the way from h v of before to that of now, the place that is nearest to where it went.
      const way = before[n]!.v.map((u, m) => h * (v[m]! - u));
      const went = [0, 1, 2].map((m) => b.position[m]! - before[n]!.x[m]! - h * before[n]!.v[m]!);
      const share = dot(went, way) / Math.max(dot(way, way), 1e-300);
      const jump = Math.hypot(...went.map((x, m) => x - Math.min(1, Math.max(0, share)) * way[m]!));
      for (let m = 0; m < 3; m++) {
        const error = b.mass * (v[m]! - before[n]!.v[m]! - h * world.gravity[m]!) - s[m]!;
        verdict.momentum = Math.max(
          verdict.momentum,
          Math.abs(error) / (exchanged + 1e-6 * exchangedBefore + 1e-4 * h * b.mass + 1e-6 * b.mass * Math.hypot(...v)),
        );
      }
      const turn = h * Math.max(Math.hypot(...w), Math.hypot(...before[n]!.w));
      verdict.jump = Math.max(verdict.jump, (jump - reach.get(b)! * turn) / thinnest);
    });
    exchangedBefore = exchanged;
    if (moves) verdict.rest = k * h;
    const asleep = bodies.every((b) => b.asleep);
    if (asleep && verdict.asleep === Infinity) verdict.asleep = k * h;
    if (!asleep && verdict.asleep < Infinity) {
      verdict.woke++;
      verdict.asleep = Infinity;
    }
    if (stopAsleep && asleep && k * h > verdict.asleep + 0.5) break;
    if (!Number.isFinite(now)) {
      verdict.failure = `not finite at step ${k}`;
      break;
    }
  }
  measure?.((a, b, depth) => {
    verdict.left = Math.max(verdict.left, depth / Math.min(sizeOf(a.shape), sizeOf(b.shape)));
  });
  verdict.ends = bodies.map((b) => b.centerOfMass);
  verdict.correction = weight > 0 ? world.energy().correctionWork / weight : 0;
  if (verdict.speed > 0.005) verdict.rest = Infinity;
  return verdict;
}
