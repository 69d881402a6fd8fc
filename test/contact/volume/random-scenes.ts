// Scenes with soft bodies that nobody chose, and what is looked at in each: drawn from a seed.

import { type Body, type SceneDescription, World } from '../../../src/index.js';
import { matrixFromQuaternion } from '../../../src/math/quaternion.js';
import { createShape } from '../../../src/shapes/create.js';
import { tessellate } from '../../../src/shapes/tessellate.js';
import { volume } from '../../../src/volume.js';

/** mulberry32 */
export function generator(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface Drawn {
  readonly scene: SceneDescription;
  /** Size of the largest body (m). */
  readonly size: number;
  readonly kind: string;
}

/**
 * Sizes of 1 cm to 10 m, moduli of 1e3 to 1e9 Pa (but nothing so soft that its own weight would press it flat), ν 0 to
 * 0.49.
 */
export function drawScene(seed: number): Drawn {
  const random = generator(seed);
  const between = (a: number, b: number): number => a + (b - a) * random();
  const log = (a: number, b: number): number => Math.exp(between(Math.log(a), Math.log(b)));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const size = log(0.01, 10);
  const density = log(300, 3000);
  const shape = (s: number): Record<string, unknown> => {
    switch (pick(['box', 'box', 'sphere', 'cylinder', 'capsule', 'cone', 'torus', 'convex', 'compound'])) {
      case 'box':
        return { type: 'box', size: [s, s * between(0.3, 1), s * between(0.3, 1)] };
      case 'sphere':
        return { type: 'sphere', radius: s / 2 };
      case 'cylinder':
        return { type: 'cylinder', radius: s * between(0.2, 0.5), height: s * between(0.3, 1) };
      case 'capsule':
        return { type: 'capsule', radius: s * between(0.15, 0.3), height: s * between(0.2, 0.5) };
      case 'cone':
        return { type: 'cone', radius: s * between(0.25, 0.5), height: s * between(0.4, 1) };
      case 'torus':
        return { type: 'torus', radius: s * 0.3, tube: s * between(0.1, 0.2) };
      case 'convex':
        return {
          type: 'convex',
          points: Array.from({ length: 14 }, () => [
            between(-0.5, 0.5) * s,
            between(-0.5, 0.5) * s,
            between(-0.5, 0.5) * s,
          ]),
        };
      default:
        return {
          type: 'compound',
          parts: [
            { shape: { type: 'box', size: [s, 0.3 * s, 0.3 * s] } },
            { shape: { type: 'box', size: [0.3 * s, 0.3 * s, s] } },
          ],
        };
    }
  };
  const rotation = (): number[] => {
    if (random() < 0.4) return [0, 0, 0, 1];
    const q = [between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)];
    const n = Math.sqrt(q.reduce((a, x) => a + x * x, 0));
    return q.map((x) => x / n);
  };
  const material = (s: number): Record<string, number> => {
    // E above twenty times ρ g s: softer bodies are puddles that the linear law of the material does not describe.
    const least = Math.max(1e3, 20 * density * 9.81 * s);
    return {
      young: log(least, Math.max(2 * least, 1e9)),
      poisson: between(0, 0.49),
      stiffnessDamping: pick([0, 0.001, 0.01]),
      massDamping: pick([0, 0.5]),
    };
  };
  const kind = pick([
    'soft on floor',
    'soft on soft',
    'soft under rigid',
    'rigid under soft',
    'stack',
    'thrown',
    'many',
  ]);
  const bodies: Record<string, unknown>[] = [{ name: 'ground', type: 'static', shape: { type: 'half-space' } }];
  let y = 0;
  const soft = (name: string, s: number, gap: number, more = {}): void => {
    y += gap + 0.9 * s;
    bodies.push({
      name,
      type: 'soft',
      shape: shape(s),
      density,
      position: [between(-0.1, 0.1) * s, y, between(-0.1, 0.1) * s],
      rotation: rotation(),
      material: material(s),
      resolution: pick([2, 3, 4, 5, 6]),
      ...(random() < 0.3 ? { friction: between(0, 1) } : {}),
      ...(random() < 0.3 ? { selfContact: true } : {}),
      ...more,
    });
    y += 0.9 * s;
  };
  const rigid = (name: string, s: number, gap: number): void => {
    y += gap + 0.9 * s;
    bodies.push({
      name,
      shape: shape(s),
      density: density * log(0.3, 3),
      position: [between(-0.1, 0.1) * s, y, between(-0.1, 0.1) * s],
      rotation: rotation(),
    });
    y += 0.9 * s;
  };
  const gap = between(0, 0.5) * size;
  if (kind === 'soft on floor') soft('soft 1', size, gap);
  else if (kind === 'soft on soft') {
    soft('soft 1', size, 0.05 * size);
    soft('soft 2', size * between(0.4, 1), gap);
  } else if (kind === 'soft under rigid') {
    soft('soft 1', size, 0.05 * size);
    rigid('rigid 1', size * between(0.4, 1), gap);
  } else if (kind === 'rigid under soft') {
    rigid('rigid 1', size, 0.05 * size);
    soft('soft 1', size * between(0.4, 1), gap);
  } else if (kind === 'stack') {
    soft('soft 1', size, 0);
    rigid('rigid 1', 0.8 * size, 0);
    soft('soft 2', 0.6 * size, 0);
  } else if (kind === 'thrown') {
    const v = Math.sqrt(9.81 * size);
    soft('soft 1', size, gap, {
      linearVelocity: [between(-3, 3) * v, between(-3, 0) * v, between(-3, 3) * v],
      angularVelocity: [between(-3, 3), between(-3, 3), between(-3, 3)].map((w) => (w * v) / size),
    });
  } else
    for (let k = 1; k <= 3; k++)
      random() < 0.5
        ? soft(`soft ${k}`, size * between(0.5, 1), 0.1 * size)
        : rigid(`rigid ${k}`, size * between(0.5, 1), 0.1 * size);
  const scene = {
    timeStep: pick([1 / 60, 0.01, 0.005]),
    ...(random() < 0.2 ? { substeps: 2 } : {}),
    contact: {
      model: 'volume',
      friction: between(0, 1),
      ...(random() < 0.3 ? { cell: size * between(0.2, 0.6) } : {}),
      ...(random() < 0.2 ? { restitution: between(0, 0.8) } : {}),
    },
    bodies,
  };
  return { scene: scene as unknown as SceneDescription, size, kind };
}

export interface Seen {
  failure: string;
  /** Largest gain of energy less correction work in a step, over the energy above the ground at the start. */
  rise: number;
  correction: number;
  /** How far the lowest point of any body is below the floor at the end, over its size. */
  below: number;
  deepest: number;
  /** Fastest node at the end over √(g s). */
  speed: number;
  asleep: boolean;
  milliseconds: number;
}

export function watch({ scene, size }: Drawn, seconds: number, now: () => number): Seen {
  const world = new World(scene, { models: [volume] });
  const seen: Seen = {
    failure: '',
    rise: 0,
    correction: 0,
    below: 0,
    deepest: 0,
    speed: 0,
    asleep: false,
    milliseconds: 0,
  };
  const e0 = world.energy();
  const scale = Math.max(e0.kinetic + e0.potential, 1e-12);
  const net = (): number => {
    const e = world.energy();
    return e.kinetic + e.potential - e.correctionWork;
  };
  const { softs } = world.part(volume);
  const corners = new Map<Body, Float64Array>();
  const q = new Float64Array(4);
  const r = new Float64Array(9);
  const lowest = (): number => {
    let low = Infinity;
    for (const { body } of softs.list) {
      body.updateSurface(0);
      low = Math.min(low, body.surface.bounds[1]);
    }
    for (const body of world.bodies()) {
      if (body.type === 'soft' || body.shape.type === 'half-space') continue;
      const p = corners.get(body) ?? tessellate(createShape(body.shape), { segments: 24 }).positions;
      corners.set(body, p);
      q.set(body.rotation);
      matrixFromQuaternion(r, 0, q, 0);
      for (let k = 0; k < p.length; k += 3)
        low = Math.min(low, body.position[1] + r[3] * p[k] + r[4] * p[k + 1] + r[5] * p[k + 2]);
    }
    return low;
  };
  let last = net();
  const steps = Math.round(seconds / world.timeStep);
  const start = now();
  for (let k = 0; k < steps; k++) {
    world.step();
    const e = net();
    if (!Number.isFinite(e)) {
      seen.failure = `not finite at step ${k}`;
      break;
    }
    seen.rise = Math.max(seen.rise, (e - last) / scale);
    last = e;
    seen.deepest = Math.max(seen.deepest, -lowest() / size);
  }
  seen.milliseconds = (now() - start) / steps;
  if (seen.failure) return seen;
  seen.correction = world.energy().correctionWork / scale;
  seen.below = -lowest() / size;
  for (const { body } of softs.list) {
    const { v } = body.solid;
    for (let i = 0; i < v.length; i += 3)
      seen.speed = Math.max(seen.speed, Math.sqrt(v[i] ** 2 + v[i + 1] ** 2 + v[i + 2] ** 2));
  }
  for (const b of world.bodies())
    if (b.type === 'dynamic')
      seen.speed = Math.max(seen.speed, Math.hypot(...(b.linearVelocity as unknown as number[])));
  seen.speed /= Math.sqrt(9.81 * size);
  seen.asleep = [...world.bodies()].every((b) => b.type === 'static' || b.asleep);
  return seen;
}
