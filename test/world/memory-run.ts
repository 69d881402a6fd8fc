// Runs in a process of its own, with --expose-gc: how much the heap grows while steady scenes are stepped.

import { type SceneDescription, World } from '../../src/index.js';

declare const gc: () => void;
declare const process: { memoryUsage(): { heapUsed: number; arrayBuffers: number } };

const contact = { model: 'point' } as const;
const solver = { method: 'gauss-seidel' } as const;
const ground = { type: 'static', shape: { type: 'half-space' } } as const;

const scenes: Record<string, SceneDescription> = {
  tower: {
    contact,
    solver,
    sleep: false,
    bodies: [
      ground,
      ...Array.from({ length: 4 }, (_, k) => ({
        shape: { type: 'box', size: [1, 1, 1] } as const,
        mass: 1,
        position: [0, 0.5 + k, 0] as const,
      })),
    ],
  },
  // Contacts that are reused, and one that is found anew in every step.
  patches: {
    contact: { model: 'six' },
    sleep: false,
    bodies: [
      ground,
      ...Array.from({ length: 4 }, (_, k) => ({
        shape: { type: 'box', size: [1, 1, 1] } as const,
        mass: 1,
        position: [0, 0.5 + k, 0] as const,
      })),
      // A turntable, and what rides on it.
      {
        type: 'kinematic',
        shape: { type: 'cylinder', radius: 1, height: 0.2 },
        position: [4, 0.5, 0],
        angularVelocity: [0, 0.5, 0],
      },
      { shape: { type: 'box', size: [0.4, 0.2, 0.4] }, mass: 1, position: [4, 0.7, 0] },
      // Four feet, one block.
      {
        shape: {
          type: 'compound',
          parts: [
            { shape: { type: 'box', size: [0.4, 0.05, 0.4] }, position: [0, 0.125, 0] },
            ...[-0.15, 0.15].flatMap((x) =>
              [-0.15, 0.15].map((z) => ({
                shape: { type: 'box', size: [0.05, 0.1, 0.05] } as const,
                position: [x, 0.05, z] as const,
              })),
            ),
          ],
        },
        mass: 1,
        position: [-4, 0, 0],
      },
    ],
  },
  joints: {
    contact,
    solver: { ...solver, iterations: 10 },
    sleep: false,
    bodies: [
      ground,
      ...Array.from({ length: 5 }, (_, k) => ({
        name: `link${k}`,
        shape: { type: 'capsule', radius: 0.05, height: 0.3 } as const,
        mass: 1,
        position: [0.4 * k + 0.2, 3, 0] as const,
      })),
    ],
    joints: [
      { type: 'ball', b: 'link0', anchor: [0, 3, 0], limits: [0, 1.5] },
      {
        type: 'hinge',
        a: 'link0',
        b: 'link1',
        anchor: [0.4, 3, 0],
        axis: [0, 0, 1],
        limits: [-1, 1],
        motor: { target: 0.2, stiffness: 5, damping: 1 },
      },
      { type: 'slider', a: 'link1', b: 'link2', anchor: [0.8, 3, 0], axis: [1, 0, 0], limits: [-0.1, 0.1] },
      { type: 'fixed', a: 'link2', b: 'link3', anchor: [1.2, 3, 0] },
      { type: 'spring', a: 'link3', b: 'link4', stiffness: 100, damping: 1 },
    ],
  },
  shapes: {
    contact,
    solver,
    sleep: false,
    bodies: [
      { type: 'static', shape: { type: 'box', size: [30, 1, 30] }, position: [0, -0.5, 0] },
      { shape: { type: 'sphere', radius: 0.5 }, mass: 1, position: [0, 0.5, 0], angularVelocity: [0, 1, 0] },
      { shape: { type: 'cylinder', radius: 0.5, height: 1 }, mass: 1, position: [2, 0.5, 0] },
      {
        shape: { type: 'capsule', radius: 0.3, height: 1 },
        mass: 1,
        position: [4, 0.3, 0],
        rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      },
      { shape: { type: 'cone', radius: 0.5, height: 1 }, mass: 1, position: [6, 0.5, 0] },
      { shape: { type: 'torus', radius: 0.5, tube: 0.2 }, mass: 1, position: [8, 0.2, 0] },
      {
        shape: {
          type: 'mesh',
          positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
          indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
        },
        mass: 1,
        position: [-3, 0, 0],
      },
      {
        shape: {
          type: 'compound',
          parts: [{ shape: { type: 'box', size: [1, 0.2, 0.3] } }, { shape: { type: 'box', size: [0.3, 0.2, 1] } }],
        },
        mass: 1,
        position: [-6, 0.1, 0],
      },
    ],
  },
};

/** Until the compiler has settled: it keeps notes on the heap. */
const WARM = 10_000;
const STEPS = 10_000;
const SPANS = 40;
/** What is kept in every step is kept in each of these; what the compiler notes late is not. */
const ROUNDS = 3;

function grow(world: World): { perStep: number; retained: number; buffers: number } {
  gc();
  gc();
  const before = process.memoryUsage();
  const spans: number[] = [];
  for (let span = 0; span < SPANS; span++) {
    const start = process.memoryUsage().heapUsed;
    for (let k = 0; k < STEPS / SPANS; k++) world.step();
    spans.push(process.memoryUsage().heapUsed - start);
  }
  gc();
  gc();
  const after = process.memoryUsage();
  spans.sort((a, b) => a - b);
  return {
    perStep: (spans[SPANS / 2]! * SPANS) / STEPS,
    retained: after.heapUsed - before.heapUsed,
    buffers: after.arrayBuffers - before.arrayBuffers,
  };
}

/**
 * Per scene: bytes allocated per step (median of the spans), and what the heap and the buffers retain in all, of the
 * best of some rounds.
 */
export function measure(): Record<string, { perStep: number; retained: number; buffers: number }> {
  const out: Record<string, { perStep: number; retained: number; buffers: number }> = {};
  for (const [name, scene] of Object.entries(scenes)) {
    const world = new World(scene);
    for (let k = 0; k < WARM; k++) world.step();
    let least = Infinity;
    for (let round = 0; round < ROUNDS && least > 32_000; round++) {
      const grown = grow(world);
      if (grown.retained < least) out[name] = grown;
      least = Math.min(least, grown.retained);
    }
  }
  return out;
}

console.log(JSON.stringify(measure()));
