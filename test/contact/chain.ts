// Chains of mesh links with a heavy ball, for tests.

import { type BodyDescription, type Quat, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';

/** Thickness of the wire (m). */
export const WIRE = 0.01;

export interface Chain {
  links: number;
  /** Thickness of the wire, radius of its bends, half of its straights (m). */
  wire: number;
  bend: number;
  half: number;
  /** The ball's mass, over a link's. */
  ball: number;
  friction: number;
  timeStep: number;
  /** Angle below the horizontal at which it is let go (rad). */
  slant: number;
  /** How far it is pushed together at every link, over the wire. */
  slack: number;
}

const STANDARD: Omit<Chain, 'links'> = {
  wire: WIRE,
  bend: 0.012,
  half: 0.015,
  ball: 300,
  friction: 0.5,
  timeStep: 0.01,
  slant: 0.6,
  slack: 0.01,
};

/** One that nobody chose. */
export function randomChain(seed: number): Chain {
  const random = new Random(seed);
  const u = (low: number, high: number) => random.between(low, high);
  const wire = 0.002 * 25 ** random.next();
  return {
    links: 3 + random.below(23),
    wire,
    bend: wire * u(1.15, 1.6),
    half: wire * u(0.8, 2.5),
    ball: 10 * 100 ** random.next(),
    friction: u(0, 0.8),
    timeStep: 1 / u(60, 240),
    slant: u(0.1, 1.4),
    slack: u(0.005, 0.2),
  };
}

/** One that nobody chose, of 3 to 20 links with a ball of 300 times a link's mass, at steps of 10 ms. */
export function loadedChain(seed: number): Chain {
  const drawn = randomChain(seed);
  return { ...drawn, links: 3 + (seed % 18), ball: 300, timeStep: 0.01 };
}

/** A link: wire along two half circles and the straights between them, long along y. */
function link({ wire, bend, half }: Chain): { type: 'mesh'; positions: Float64Array; indices: Int32Array } {
  const along = 24;
  const across = 12;
  const n = 2 * (along + 1);
  const positions = new Float64Array(3 * n * across);
  const indices: number[] = [];
  for (let i = 0; i < n; i++) {
    const isLower = i > along;
    const t = Math.PI * ((isLower ? 1 : 0) + (i % (along + 1)) / along);
    for (let j = 0; j < across; j++) {
      const a = (2 * Math.PI * j) / across;
      const r = bend + 0.5 * wire * Math.cos(a);
      const o = 3 * (i * across + j);
      positions[o] = r * Math.cos(t);
      positions[o + 1] = (isLower ? -half : half) + r * Math.sin(t);
      positions[o + 2] = 0.5 * wire * Math.sin(a);
      const here = i * across + j;
      const next = ((i + 1) % n) * across + j;
      const up = i * across + ((j + 1) % across);
      const both = ((i + 1) % n) * across + ((j + 1) % across);
      indices.push(here, next, both, here, both, up);
    }
  }
  return { type: 'mesh', positions, indices: Int32Array.from(indices) };
}

/** Links, the first held, let go slanting with a ball at the last; `pitch`: from link to link (m). */
export function chainWorld(chain: Chain): { world: World; pitch: number } {
  const { links: count, wire, bend, half, slant } = chain;
  const down = [Math.cos(slant), -Math.sin(slant), 0] as const;
  const pitch = 2 * (half + bend - 0.5 * wire) - chain.slack * wire;
  const s = Math.SQRT1_2;
  const [z, w] = [Math.sin(0.5 * (Math.PI / 2 - slant)), Math.cos(0.5 * (Math.PI / 2 - slant))];
  const shape = link(chain);
  const at = (way: number) => [way * down[0], way * down[1], 0] as const;
  const bodies = Array.from({ length: count }, (_, k): BodyDescription => {
    const rotation: Quat = k % 2 ? [-z * s, w * s, z * s, w * s] : [0, 0, z, w];
    const name = `link${k}`;
    return { name, type: k === 0 ? 'static' : 'dynamic', shape, density: 7800, position: at(k * pitch), rotation };
  });
  const { mass } = new World({ bodies }).body('link1');
  const end = (count - 1) * pitch + half + bend;
  const ball: BodyDescription = {
    name: 'ball',
    shape: { type: 'sphere', radius: 5 * wire },
    mass: chain.ball * mass,
    position: at(end + 5 * wire),
    mask: 0,
  };
  const world = new World({
    timeStep: chain.timeStep,
    contact: { friction: chain.friction },
    bodies: [...bodies, ball],
    joints: [{ type: 'fixed', a: `link${count - 1}`, b: 'ball', anchor: at(end) }],
  });
  return { world, pitch };
}

/** The deepest that links go into each other (m), reported or measured, and whether none has come out of another. */
export function swing(chain: Chain, seconds: number): { deepest: number; isWhole: boolean } {
  const { world, pitch } = chainWorld(chain);
  let deepest = 0;
  let isWhole = true;
  for (let k = 0; k < Math.round(seconds / chain.timeStep); k++) {
    world.step();
    for (const c of world.contacts()) deepest = Math.max(deepest, c.depth);
    for (const { depth } of world.overlaps()) deepest = Math.max(deepest, depth);
    for (let n = 1; n < chain.links; n++) {
      const a = world.body(`link${n - 1}`).position;
      const b = world.body(`link${n}`).position;
      if (Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > pitch + chain.wire) isWhole = false;
    }
  }
  return { deepest, isWhole };
}

/** The same of links of 1 cm with a ball of 300 times a link's mass, at steps of 10 ms. */
export function chain(count: number, seconds: number): { deepest: number; isWhole: boolean } {
  return swing({ ...STANDARD, links: count }, seconds);
}
