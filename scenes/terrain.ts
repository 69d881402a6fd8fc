// Ground that is not flat: a field of heights, and an open mesh with a thickness behind it.

import { cos, PI, sin } from '../src/math/trig.js';
import { box, count, defineScene, FRICTION, range, turn } from './scene.js';

/** Heights of hills and of a hollow in their middle; 101 of them along each side of 20 m. */
function hills(rough: number): number[][] {
  const heights: number[][] = [];
  for (let r = 0; r <= 100; r++) {
    const z = 0.2 * (r - 50);
    const row: number[] = [];
    for (let c = 0; c <= 100; c++) {
      const x = 0.2 * (c - 50);
      const grain = sin(12.9898 * c + 78.233 * r);
      row.push(0.5 * sin(0.8 * x) * cos(0.7 * z) + 0.03 * (x * x + z * z) + rough * grain * grain);
    }
    heights.push(row);
  }
  return heights;
}

/** Nothing catches on the edges between triangles, and all come to rest. */
export const hilly = defineScene({
  name: 'hills',
  title: 'Stones on hills',
  group: 'meshes',
  summary:
    'Stones, balls and logs fall on a field of 20,000 triangles, roll down into its hollow and come to rest. Flat sides lie on summits and ridges, round ones between them.',
  parameters: [count('bodies', 'bodies', 1, 40, 12), FRICTION, roughness()],
  seconds: 8,
  moment: 2.5,
  view: {
    from: [35, 40],
    box: [
      [-3.5, -0.5, -3.5],
      [3.5, 2.5, 3.5],
    ],
  },
  build: ({ bodies, friction, rough }) => ({
    contact: { friction },
    bodies: [
      {
        name: 'field',
        type: 'static',
        shape: { type: 'height-field', heights: hills(rough), cell: 0.2, thickness: 1 },
      },
      ...range(bodies).map((i) => {
        const size = 0.3 + 0.05 * (i % 5);
        const shape =
          i % 4 === 1
            ? { type: 'sphere' as const, radius: 0.6 * size }
            : i % 4 === 3
              ? { type: 'cylinder' as const, radius: 0.4 * size, height: 2 * size }
              : box(1.3 * size, 0.8 * size, size);
        return {
          name: `stone${i}`,
          shape,
          density: 2000,
          position: [2.2 * cos(2.4 * i), 2 + 0.35 * i, 2.2 * sin(2.4 * i)] as const,
          rotation: turn('z', 0.7 * i),
        };
      }),
    ],
  }),
});

function roughness() {
  return { name: 'rough', label: 'roughness (m)', min: 0, max: 0.2, step: 0.01, value: 0.04 };
}

/** A half pipe along z, open at the top, of radius 2 m: its inner side alone. */
function halfPipe(sides: number, rings: number): { positions: Float64Array; indices: Int32Array } {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let k = 0; k <= rings; k++)
    for (let s = 0; s <= sides; s++) {
      const angle = PI * (s / sides);
      positions.push(-2 * cos(angle), 2 - 2 * sin(angle), 6 * (k / rings) - 3);
      if (k === rings || s === sides) continue;
      const v = k * (sides + 1) + s;
      const up = v + sides + 1;
      indices.push(v, up, v + 1, v + 1, up, up + 1);
    }
  return { positions: Float64Array.from(positions), indices: Int32Array.from(indices) };
}

/** The surface is open, and solid only by its thickness. */
export const pipe = defineScene({
  name: 'half-pipe',
  title: 'Half pipe',
  group: 'meshes',
  summary:
    'An open mesh with a thickness behind it. Balls roll to and fro in it as in a bowl, a box without a wheel slides down and stays.',
  parameters: [FRICTION, count('sides', 'sides of the half circle', 8, 128, 48)],
  seconds: 8,
  moment: 0.8,
  view: { from: [20, 35] },
  build: ({ friction, sides }) => ({
    contact: { friction },
    bodies: [
      {
        name: 'pipe',
        type: 'static',
        shape: { type: 'mesh', ...halfPipe(sides, 12), thickness: 0.15 },
      },
      ...range(3).map((i) => ({
        name: `ball${i}`,
        shape: { type: 'sphere' as const, radius: 0.2 + 0.05 * i },
        density: 800,
        position: [-1.5 + 0.1 * i, 1.8 - 0.2 * i, -2 + i] as const,
      })),
      { name: 'box', shape: box(0.5, 0.3, 0.6), density: 500, position: [1.2, 1.4, 2], rotation: turn('z', 0.75) },
    ],
  }),
});
