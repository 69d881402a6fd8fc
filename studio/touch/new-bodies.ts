// The bodies that can be dropped into a scene, in its own size and density. Verified in test/studio/touch.test.ts.

import type { BodyDescription, Quat, ShapeDescription, Vec3 } from '../../src/index.js';

export interface NewBody {
  id: string;
  title: string;
  /** Of which the longest side is about 1 m. */
  shape(size: number): ShapeDescription;
}

const corners = (size: number, points: readonly Vec3[]): Vec3[] =>
  points.map(([x, y, z]) => [size * x, size * y, size * z]);

export const NEW_BODIES: readonly NewBody[] = [
  { id: 'box', title: 'Box', shape: (s) => ({ type: 'box', size: [0.8 * s, 0.8 * s, 0.8 * s] }) },
  { id: 'plank', title: 'Plank', shape: (s) => ({ type: 'box', size: [s, 0.12 * s, 0.35 * s] }) },
  { id: 'sphere', title: 'Sphere', shape: (s) => ({ type: 'sphere', radius: 0.45 * s }) },
  { id: 'cylinder', title: 'Cylinder', shape: (s) => ({ type: 'cylinder', radius: 0.35 * s, height: 0.8 * s }) },
  { id: 'coin', title: 'Coin', shape: (s) => ({ type: 'cylinder', radius: 0.5 * s, height: 0.08 * s }) },
  { id: 'capsule', title: 'Capsule', shape: (s) => ({ type: 'capsule', radius: 0.22 * s, height: 0.56 * s }) },
  { id: 'cone', title: 'Cone', shape: (s) => ({ type: 'cone', radius: 0.42 * s, height: 0.9 * s }) },
  { id: 'torus', title: 'Torus', shape: (s) => ({ type: 'torus', radius: 0.36 * s, tube: 0.13 * s }) },
  {
    id: 'tetrahedron',
    title: 'Tetrahedron',
    shape: (s) => ({
      type: 'convex',
      points: corners(0.36 * s, [
        [1, 1, 1],
        [1, -1, -1],
        [-1, 1, -1],
        [-1, -1, 1],
      ]),
    }),
  },
  {
    id: 'octahedron',
    title: 'Octahedron',
    shape: (s) => ({
      type: 'convex',
      points: corners(0.5 * s, [
        [1, 0, 0],
        [-1, 0, 0],
        [0, 1, 0],
        [0, -1, 0],
        [0, 0, 1],
        [0, 0, -1],
      ]),
    }),
  },
  {
    id: 'dumbbell',
    title: 'Dumbbell',
    shape: (s) => ({
      type: 'compound',
      parts: [
        {
          shape: { type: 'cylinder', radius: 0.07 * s, height: 0.7 * s },
          rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
        },
        { shape: { type: 'sphere', radius: 0.2 * s }, position: [-0.35 * s, 0, 0] },
        { shape: { type: 'sphere', radius: 0.2 * s }, position: [0.35 * s, 0, 0] },
      ],
    }),
  },
];

/** By 0.35 rad about x + z: nothing lands flat, so that one sees how it comes to rest. */
const TILT: Quat = [0.1231, 0, 0.1231, Math.sqrt(1 - 2 * 0.1231 * 0.1231)];

export interface Placement {
  name: string;
  /** Longest side (m). */
  size: number;
  /** kg/m³ */
  density: number;
  position: Vec3;
}

export function describeNew({ shape }: NewBody, { name, size, density, position }: Placement): BodyDescription {
  return { name, shape: shape(size), density, position, rotation: TILT };
}
