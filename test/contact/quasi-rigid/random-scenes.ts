// Scenes that nobody chose, under quasi-rigid contact: made from a seed, and what happens in them.
//
// Stacks, heaps, throws and chains of all shapes and meshes, of all sizes from 3 cm to 1 m; moduli from 1e4 to 2e11 Pa,
// Poisson's ratios from 0 to 0.5; one body in five is rigid; steps of 1/60 s and of 1 ms. A modulus is drawn again
// where the smallest body would sink in by more than a twentieth of its size under the weight of all, or by a seventh
// as they fall: linear elasticity ends there.

import { anyShape, randomScene } from '../../../scenes/random.js';
import {
  type BodyDescription,
  type JointDescription,
  type SceneDescription,
  type ShapeDescription,
  World,
} from '../../../src/index.js';
import { Random } from '../../../src/math/random.js';
import { quasiRigid } from '../../../src/quasi-rigid.js';

export const FAMILIES = ['stack', 'heap', 'throw', 'chain', 'few'] as const;
export type QuasiFamily = (typeof FAMILIES)[number];

const GROUND: BodyDescription = { name: 'ground', type: 'static', shape: { type: 'half-space' } };

/** A bumpy ball as a closed mesh: an octahedron cut twice, its corners moved in and out. */
export function bumpyMesh(random: Random, size: number): ShapeDescription {
  const positions: number[] = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
  let faces = [
    [0, 2, 4],
    [2, 1, 4],
    [1, 3, 4],
    [3, 0, 4],
    [2, 0, 5],
    [1, 2, 5],
    [3, 1, 5],
    [0, 3, 5],
  ];
  for (let level = 0; level < 2; level++) {
    const middle = new Map<string, number>();
    const between = (a: number, b: number) => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      let m = middle.get(key);
      if (m === undefined) {
        m = positions.length / 3;
        middle.set(key, m);
        const p = [0, 1, 2].map((k) => positions[3 * a + k]! + positions[3 * b + k]!);
        const l = Math.sqrt(p[0]! ** 2 + p[1]! ** 2 + p[2]! ** 2);
        positions.push(p[0]! / l, p[1]! / l, p[2]! / l);
      }
      return m;
    };
    faces = faces.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [between(a!, b!), between(b!, c!), between(c!, a!)];
      return [
        [a!, ab, ca],
        [ab, b!, bc],
        [ca, bc, c!],
        [ab, bc, ca],
      ];
    });
  }
  for (let k = 0; k < positions.length; k += 3) {
    const r = 0.5 * size * random.between(0.75, 1);
    for (let m = 0; m < 3; m++) positions[k + m]! *= r;
  }
  return { type: 'mesh', positions, indices: faces.flat() };
}

/** Between low and high, evenly by decades. */
const decades = (random: Random, low: number, high: number) => low * Math.exp(random.next() * Math.log(high / low));

function materialFor(random: Random, size: number, load: number, impact: number): BodyDescription {
  if (random.below(5) === 0) return {} as BodyDescription;
  // Pressure under all that may lie on it, over the modulus: the share of its size by which it sinks in. The same for
  // the energy of its fall, by volume.
  const least = Math.max((20 * load) / (size * size), 50 * impact);
  let young: number;
  do young = decades(random, 1e4, 2e11);
  while (young < least);
  const poisson = random.below(4) === 0 ? (random.below(2) === 0 ? 0 : 0.5) : random.between(0, 0.5);
  return { material: { young, poisson } } as unknown as BodyDescription;
}

const withMaterials = (scene: SceneDescription, random: Random): SceneDescription => {
  const bodies = scene.bodies!.map((b) => ({ ...b }));
  const probe = new World({ bodies });
  const all = [...probe.bodies()];
  let weight = 0;
  let size = Infinity;
  let impact = 0;
  for (const b of all) {
    if (b.type !== 'dynamic') continue;
    weight += 9.81 * b.mass;
    // Descriptions have densities.
    const density = (bodies[all.indexOf(b)] as { density?: number }).density ?? 1000;
    impact = Math.max(impact, density * (9.81 * b.position[1]! + 0.5 * Math.hypot(...b.linearVelocity) ** 2));
    const { min, max } = b.broadPhaseBox;
    size = Math.min(size, max[0]! - min[0]!, max[1]! - min[1]!, max[2]! - min[2]!);
  }
  return {
    ...scene,
    contact: { ...scene.contact, model: 'quasi-rigid' } as never,
    timeStep: random.below(4) === 0 ? 1e-3 : 1 / 60,
    bodies: bodies.map((b) => ({ ...b, ...materialFor(random, size, weight, impact) })),
  };
};

function things(random: Random, count: number): SceneDescription {
  const size = decades(random, 0.03, 1);
  const bodies: BodyDescription[] = [GROUND];
  for (let k = 0; k < count; k++)
    bodies.push({
      shape: random.below(5) === 0 ? bumpyMesh(random, size) : anyShape(random, size, true),
      density: decades(random, 200, 4000),
      position: [0.4 * size * random.between(-1, 1), size * (1 + 1.4 * k), 0.4 * size * random.between(-1, 1)],
      rotation: random.rotation(),
    });
  return { contact: { friction: random.between(0.2, 0.9) }, bodies };
}

function thrown(random: Random): SceneDescription {
  const scene = things(random, 1);
  const b = scene.bodies![1]!;
  const w = random.direction();
  const spin = random.between(0, 10);
  return {
    ...scene,
    bodies: [
      GROUND,
      {
        ...b,
        linearVelocity: [random.between(-1, 1), random.between(-2, 0), random.between(-1, 1)],
        angularVelocity: [spin * w[0], spin * w[1], spin * w[2]],
      },
    ],
  };
}

/** Links that hang by ball joints from the world and lie on the ground with their end. */
function chain(random: Random): SceneDescription {
  const size = decades(random, 0.05, 0.5);
  const count = 3 + random.below(3);
  const bodies: BodyDescription[] = [GROUND];
  const joints: JointDescription[] = [];
  for (let k = 0; k < count; k++) {
    bodies.push({
      name: `link ${k}`,
      shape: { type: 'box', size: [0.8 * size, 0.3 * size, 0.3 * size] },
      density: decades(random, 500, 2000),
      position: [size * k, 1.2 * size, 0],
    });
    joints.push({
      type: random.below(2) === 0 ? 'ball' : 'hinge',
      ...(k > 0 ? { a: `link ${k - 1}` } : {}),
      b: `link ${k}`,
      anchor: [size * (k - 0.5), 1.2 * size, 0],
      axis: [0, 0, 1],
    } as JointDescription);
    if (joints[k]!.type === 'ball') delete (joints[k] as unknown as { axis?: unknown }).axis;
  }
  return { contact: { friction: random.between(0.2, 0.9) }, bodies, joints };
}

export function quasiScene(family: QuasiFamily, seed: number): SceneDescription {
  const random = new Random(1000 * seed + FAMILIES.indexOf(family));
  if (family === 'stack') return withMaterials(randomScene(seed % 2 === 0 ? 'stack2' : 'stack3', seed), random);
  if (family === 'heap') return withMaterials(things(random, 4 + random.below(4)), random);
  if (family === 'few') return withMaterials(things(random, 2 + random.below(2)), random);
  if (family === 'throw') return withMaterials(thrown(random), random);
  return withMaterials(chain(random), random);
}

export interface QuasiVerdict {
  /**
   * Largest gain of kinetic + potential + stored - correction work in a step, and over all that came before it; as
   * shares of the weights times sizes, or of the kinetic energy at the start.
   */
  gain: number;
  rise: number;
  /** Step of the largest gain. */
  at: number;
  speed: number;
  asleep: boolean;
  /** Lowest centre of a body over its size. */
  low: number;
  failure: string;
  seconds: number;
  contacts: number;
}

export function judgeQuasi(scene: SceneDescription, seconds: number): QuasiVerdict {
  const world = new World(scene, { models: [quasiRigid] });
  const bodies = [...world.bodies()].filter((b) => b.type === 'dynamic');
  const reach = bodies.map((b) => {
    const { min, max } = b.broadPhaseBox;
    return 0.5 * Math.max(max[0]! - min[0]!, max[1]! - min[1]!, max[2]! - min[2]!);
  });
  const energy = () => {
    const e = world.energy();
    return e.kinetic + e.potential - e.correctionWork;
  };
  const weight = bodies.reduce((sum, b, k) => sum + 9.81 * b.mass * reach[k]!, 0);
  const scale = Math.max(weight, world.energy().kinetic);
  const v: QuasiVerdict = {
    gain: 0,
    rise: 0,
    at: 0,
    speed: 0,
    asleep: false,
    low: Infinity,
    failure: '',
    seconds: 0,
    contacts: 0,
  };
  let last = energy();
  let least = last;
  const h = world.timeStep;
  for (let k = 1; k <= Math.round(seconds / h); k++) {
    world.step();
    const now = energy();
    if (!Number.isFinite(now)) {
      v.failure = `not finite at step ${k}`;
      break;
    }
    if ((now - last) / scale > v.gain) {
      v.gain = (now - last) / scale;
      v.at = k;
    }
    least = Math.min(least, now);
    v.rise = Math.max(v.rise, (now - least) / scale);
    last = now;
    v.seconds = k * h;
    v.contacts += world.contacts().length;
    v.speed = 0;
    bodies.forEach((b, n) => {
      v.speed = Math.max(v.speed, Math.hypot(...b.linearVelocity) + reach[n]! * Math.hypot(...b.angularVelocity));
      v.low = Math.min(v.low, b.position[1]! / reach[n]!);
    });
    v.asleep = bodies.every((b) => b.asleep);
    if (v.asleep) break;
  }
  return v;
}
