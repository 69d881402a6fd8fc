// Closed meshes that are not convex, of any form, size and speed: thrown on floors, steps, into trays and bowls and on
// each other; and begun deep in each other, free or held by a joint.

import type { BodyDescription, JointDescription, SceneDescription, ShapeDescription, Vec3 } from '../src/index.js';
import { World } from '../src/index.js';
import type { Random } from '../src/math/random.js';
import { cos, PI, sin } from '../src/math/trig.js';
import { type MeshData, revolve, torusMesh } from '../src/shapes/procedural.js';
import { decades } from './decades.js';
import { bowl, bumpySphere, extrude, star, trefoil } from './forms.js';

type Point = readonly [number, number];

const GROUND: BodyDescription = { type: 'static', shape: { type: 'half-space' } };

/** An outline that is seen whole from its middle, drawn out; its fans of triangles share the middle of each face. */
function starred(radii: readonly number[], width: number): MeshData {
  const n = radii.length;
  const outline = radii.map((r, k): Point => [r * cos((2 * PI * k) / n), r * sin((2 * PI * k) / n)]);
  const { positions, indices } = extrude(outline, [], width);
  return {
    positions: Float64Array.from([...positions, 0, 0, -0.5 * width, 0, 0, 0.5 * width]),
    indices: Int32Array.from([
      ...indices,
      ...radii.flatMap((_, k) => [2 * n, (k + 1) % n, k, 2 * n + 1, n + k, n + ((k + 1) % n)]),
    ]),
  };
}

/** The surface of the cells of a grid that are full: columns of x, rows of y, layers of z lie between these. */
function cells(
  xs: readonly number[],
  ys: readonly number[],
  zs: readonly number[],
  isFull: (i: number, j: number, k: number) => boolean,
): MeshData {
  const grid = [xs, ys, zs];
  const full = (c: readonly number[]) =>
    c.every((x, m) => x >= 0 && x < grid[m]!.length - 1) && isFull(c[0]!, c[1]!, c[2]!);
  const numbers = new Map<string, number>();
  const positions: number[] = [];
  const indices: number[] = [];
  const vertex = (c: readonly number[]) => {
    const key = c.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    positions.push(xs[c[0]!]!, ys[c[1]!]!, zs[c[2]!]!);
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  for (let i = 0; i < xs.length - 1; i++)
    for (let j = 0; j < ys.length - 1; j++)
      for (let k = 0; k < zs.length - 1; k++) {
        if (!full([i, j, k])) continue;
        for (let axis = 0; axis < 3; axis++)
          for (const side of [0, 1]) {
            const next = [i, j, k];
            next[axis]! += side === 1 ? 1 : -1;
            if (full(next)) continue;
            const corner = (u: number, v: number) => {
              const c = [i, j, k];
              c[axis]! += side;
              c[(axis + 1) % 3]! += u;
              c[(axis + 2) % 3]! += v;
              return vertex(c);
            };
            const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)] as const;
            if (side === 1) indices.push(a, b, c, a, c, d);
            else indices.push(a, c, b, a, d, c);
          }
      }
  return { positions: Float64Array.from(positions), indices: Int32Array.from(indices) };
}

export const MESH_KINDS = ['L', 'U', 'star', 'gear', 'cup', 'torus', 'knot', 'table', 'bumpy', 'arms'] as const;

/** A closed mesh about 1 in size, around its middle. */
function unitMesh(random: Random, kind: (typeof MESH_KINDS)[number]): MeshData {
  const u = (low: number, high: number) => random.between(low, high);
  switch (kind) {
    case 'L':
    case 'U': {
      const t = u(0.15, 0.35);
      const [wide, high, thick] = [1, u(0.5, 1), u(0.15, 0.6)];
      const xs = kind === 'L' ? [0, t, wide] : [0, t, wide - t, wide];
      return cells(
        xs.map((x) => x - 0.5),
        [-0.5 * high, t - 0.5 * high, 0.5 * high],
        [-0.5 * thick, 0.5 * thick],
        (i, j) => j === 0 || i !== 1,
      );
    }
    case 'star': {
      const inner = u(0.15, 0.4);
      return starred(
        Array.from({ length: 2 * (3 + random.below(5)) }, (_, k) => (k % 2 === 1 ? inner : 0.5)),
        u(0.1, 0.4),
      );
    }
    case 'gear': {
      const inner = u(0.3, 0.42);
      return starred(
        Array.from({ length: 4 * (5 + random.below(8)) }, (_, k) => (k % 4 < 2 ? 0.5 : inner)),
        u(0.1, 0.4),
      );
    }
    case 'cup': {
      const wall = u(0.05, 0.12);
      const [wide, high] = [0.5, u(0.4, 1)];
      const foot = u(0.25, 0.5);
      const profile: Point[] = [
        [0, 0],
        [foot, 0],
        [wide, high],
        [wide - wall, high],
        [foot - wall, wall],
        [0, wall],
      ];
      return revolve(
        profile.map(([r, y]): Point => [r, y - 0.5 * high]),
        8 + random.below(17),
      );
    }
    case 'torus':
      return torusMesh(0.36, u(0.06, 0.14), 12 + random.below(21), 6 + random.below(9));
    case 'knot':
      return trefoil(0.35, u(0.05, 0.09), 48 + random.below(49), 6 + random.below(5));
    case 'table': {
      const leg = u(0.08, 0.2);
      const top = u(0.05, 0.2);
      const high = u(0.4, 0.9);
      const across = [-0.5, -0.5 + leg, 0.5 - leg, 0.5];
      return cells(
        across,
        [-0.5 * high, 0.5 * high - top, 0.5 * high],
        across.map((z) => 0.8 * z),
        (i, j, k) => j === 1 || (i !== 1 && k !== 1),
      );
    }
    case 'bumpy':
      return bumpySphere(4 + random.below(5), 0.45);
    default:
      return star(4 + random.below(5), 0.42);
  }
}

export function meshOf(random: Random, size: number): ShapeDescription {
  const { positions, indices } = unitMesh(random, MESH_KINDS[random.below(MESH_KINDS.length)]!);
  return { type: 'mesh', positions: positions.map((x) => size * x), indices };
}

function convexOf(random: Random, size: number): ShapeDescription {
  const s = () => size * random.between(0.3, 1);
  switch (random.below(5)) {
    case 0:
      return { type: 'sphere', radius: 0.5 * s() };
    case 1:
      return { type: 'cylinder', radius: 0.5 * s(), height: s() };
    case 2:
      return { type: 'capsule', radius: 0.25 * s(), height: s() };
    case 3:
      return {
        type: 'convex',
        points: Array.from({ length: 14 }, (): Vec3 => [s() - 0.65 * size, s() - 0.65 * size, s() - 0.65 * size]),
      };
    default:
      return { type: 'box', size: [s(), s(), s()] };
  }
}

function place(random: Random, s: number): BodyDescription[] {
  const block = (size: Vec3, position: Vec3): BodyDescription => ({
    type: 'static',
    shape: { type: 'box', size: [s * size[0]!, s * size[1]!, s * size[2]!] },
    position: [s * position[0]!, s * position[1]!, s * position[2]!],
  });
  switch (random.below(5)) {
    case 0:
      return [GROUND];
    case 1:
      return [GROUND, ...[0, 1, 2, 3].map((k) => block([0.7, 0.3 * (4 - k), 6], [0.7 * (k - 1.5), 0.15 * (4 - k), 0]))];
    case 2:
      return [
        block([5, 0.3, 5], [0, -0.15, 0]),
        ...[-1, 1].flatMap((k) => [block([0.3, 3, 5], [2 * k, 1.5, 0]), block([5, 3, 0.3], [0, 1.5, 2 * k])]),
      ];
    case 3: {
      const { positions, indices } = bowl(2.2, 1.2, 0.2, 24);
      return [GROUND, { type: 'static', shape: { type: 'mesh', positions: positions.map((x) => s * x), indices } }];
    }
    default:
      return [
        GROUND,
        { type: 'static', shape: meshOf(random, 2.5 * s), position: [0, 1.3 * s, 0], rotation: random.rotation() },
      ];
  }
}

/** Meshes, and now and then something convex, thrown down. */
export function thrownMeshes(random: Random): SceneDescription {
  const size = decades(random, 0.01, 10);
  const bodies = place(random, size);
  const placed = new World({ bodies });
  const isSlow = random.below(2) === 0;
  const count = 1 + random.below(5);
  for (let k = 0; k < count; k++) {
    const s = size * random.between(0.5, 1);
    const shape = random.below(5) === 0 ? convexOf(random, s) : meshOf(random, s);
    const speed = size * (isSlow ? random.between(0, 1) : decades(random, 1, 20));
    const d = random.direction();
    const spin = Math.sqrt(9.81 / size) * random.between(0, isSlow ? 0.3 : 1.5);
    const w = random.direction();
    let position: Vec3 = [0, 0, 0];
    let rotation = random.rotation();
    let high = 0.5;
    do {
      position = [size * random.between(-0.6, 0.6), size * high, size * random.between(-0.6, 0.6)];
      rotation = random.rotation();
      high += 0.1;
    } while (placed.overlapping(shape, { position, rotation }).length > 0);
    const body: BodyDescription = {
      shape,
      density: [200, 1000, 7800][random.below(3)]!,
      position: [position[0]!, position[1]! + 0.02 * size, position[2]!],
      rotation,
      linearVelocity: [0.6 * speed * d[0]!, -speed * Math.abs(d[1]!), 0.6 * speed * d[2]!],
      angularVelocity: [spin * w[0]!, spin * w[1]!, spin * w[2]!],
    };
    placed.addBody(body);
    bodies.push(body);
  }
  return {
    timeStep: [1 / 60, 1 / 60, 1 / 100, 1 / 120][random.below(4)]!,
    contact: { friction: random.below(6) === 0 ? 0 : random.between(0.2, 0.9) },
    bodies,
  };
}

/** A mesh deep in another, in something convex or in a mesh that stands still; adrift, or held by a joint. */
export function deepMeshes(random: Random): SceneDescription {
  const size = decades(random, 0.01, 10);
  const d = random.direction();
  const far = random.between(0, 0.5) * size;
  const other = size * random.between(0.4, 1);
  const isStatic = random.below(3) === 0;
  const joint = random.below(3);
  const w = random.direction();
  const anchor: Vec3 = [size * random.between(-0.5, 0.5), size * random.between(-0.5, 0.5), 0];
  const joints: JointDescription[] =
    joint === 0 ? [] : [{ type: joint === 1 ? 'hinge' : 'slider', b: 'mesh', anchor, axis: w }];
  return {
    gravity: [0, 0, 0],
    timeStep: [1 / 60, 1 / 60, 1 / 100, 1 / 120][random.below(4)]!,
    contact: { friction: random.below(3) === 0 ? 0 : random.between(0.2, 0.9) },
    bodies: [
      { name: 'mesh', shape: meshOf(random, size), rotation: random.rotation(), density: 1000 },
      {
        name: 'other',
        ...(isStatic ? { type: 'static' as const } : { density: [200, 1000, 7800][random.below(3)]! }),
        shape: random.below(3) === 0 ? convexOf(random, other) : meshOf(random, other),
        rotation: random.rotation(),
        position: [far * d[0]!, far * d[1]!, far * d[2]!],
      },
    ],
    joints,
  };
}
