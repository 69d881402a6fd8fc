// Chains of mesh links with a heavy ball, for tests.

import { type BodyDescription, type Quat, World } from '../../src/index.js';

/** Thickness of the wire (m). */
export const WIRE = 0.01;
const BEND = 0.012;
const HALF = 0.015;

/** A link: wire along two half circles and the straights between them, long along y. */
function link(): { type: 'mesh'; positions: Float64Array; indices: Int32Array } {
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
      const r = BEND + 0.5 * WIRE * Math.cos(a);
      const o = 3 * (i * across + j);
      positions[o] = r * Math.cos(t);
      positions[o + 1] = (isLower ? -HALF : HALF) + r * Math.sin(t);
      positions[o + 2] = 0.5 * WIRE * Math.sin(a);
      const here = i * across + j;
      const next = ((i + 1) % n) * across + j;
      const up = i * across + ((j + 1) % across);
      const both = ((i + 1) % n) * across + ((j + 1) % across);
      indices.push(here, next, both, here, both, up);
    }
  }
  return { type: 'mesh', positions, indices: Int32Array.from(indices) };
}

/** `count` links, the first held, let go slanting with a ball of 300 times a link's mass, at steps of 10 ms. */
export function chain(count: number, seconds: number): { deepest: number; isWhole: boolean } {
  const slant = 0.6;
  const down = [Math.cos(slant), -Math.sin(slant), 0] as const;
  const pitch = 2 * (HALF + BEND - 0.5 * WIRE) - 1e-4;
  const s = Math.SQRT1_2;
  const [z, w] = [Math.sin(0.5 * (Math.PI / 2 - slant)), Math.cos(0.5 * (Math.PI / 2 - slant))];
  const shape = link();
  const at = (way: number) => [way * down[0], way * down[1], 0] as const;
  const bodies = Array.from({ length: count }, (_, k): BodyDescription => {
    const rotation: Quat = k % 2 ? [-z * s, w * s, z * s, w * s] : [0, 0, z, w];
    const name = `link${k}`;
    return { name, type: k === 0 ? 'static' : 'dynamic', shape, density: 7800, position: at(k * pitch), rotation };
  });
  const { mass } = new World({ bodies }).body('link1');
  const end = (count - 1) * pitch + HALF + BEND;
  const ball: BodyDescription = {
    name: 'ball',
    shape: { type: 'sphere', radius: 0.05 },
    mass: 300 * mass,
    position: at(end + 0.05),
    mask: 0,
  };
  const world = new World({
    timeStep: 0.01,
    bodies: [...bodies, ball],
    joints: [{ type: 'fixed', a: `link${count - 1}`, b: 'ball', anchor: at(end) }],
  });
  let deepest = 0;
  let isWhole = true;
  for (let k = 0; k < Math.round(100 * seconds); k++) {
    world.step();
    for (const c of world.contacts()) deepest = Math.max(deepest, c.depth);
    for (let n = 1; n < count; n++) {
      const a = world.body(`link${n - 1}`).position;
      const b = world.body(`link${n}`).position;
      if (Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > pitch + WIRE) isWhole = false;
    }
  }
  return { deepest, isWhole };
}
