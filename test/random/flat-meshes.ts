// Meshes that are not convex, dropped flat with a small tilt: extruded outlines with reflex corners, tables, stairs,
// rings and gears, 3 cm to 3 m, on grounds of every kind and on each other.

import type { BodyDescription, SceneDescription, ShapeDescription, Vec3 } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { voxels } from '../contact/voxels.js';

type Point = readonly [number, number];

/** Triangles of a simple polygon, counter-clockwise: ears cut off one by one. */
function ears(p: readonly Point[]): number[] {
  const left = p.map((_, k) => k);
  const cross = (a: number, b: number, c: number) =>
    (p[b]![0] - p[a]![0]) * (p[c]![1] - p[a]![1]) - (p[b]![1] - p[a]![1]) * (p[c]![0] - p[a]![0]);
  const out: number[] = [];
  while (left.length > 3) {
    const n = left.length;
    const k = left.findIndex((b, at) => {
      const a = left[(at + n - 1) % n]!;
      const c = left[(at + 1) % n]!;
      if (!(cross(a, b, c) > 1e-12)) return false;
      return left.every(
        (q) =>
          q === a ||
          q === b ||
          q === c ||
          !(cross(a, b, q) > -1e-12 && cross(b, c, q) > -1e-12 && cross(c, a, q) > -1e-12),
      );
    });
    if (k < 0) throw new Error('no ear');
    out.push(left[(k + n - 1) % n]!, left[k]!, left[(k + 1) % n]!);
    left.splice(k, 1);
  }
  return [...out, ...left];
}

/** The outline, counter-clockwise, drawn out from -height/2 to height/2 along y; upright: its own second axis is y. */
export function extruded(outline: readonly Point[], height: number, upright = false): ShapeDescription {
  const n = outline.length;
  const positions: number[] = [];
  for (const z of [-0.5 * height, 0.5 * height])
    for (const [x, y] of outline) positions.push(...(upright ? [x, y, z] : [x, z, -y]));
  const indices: number[] = [];
  const caps = ears(outline);
  for (let k = 0; k < caps.length; k += 3) {
    const [a, b, c] = [caps[k]!, caps[k + 1]!, caps[k + 2]!];
    indices.push(a, c, b, n + a, n + b, n + c);
  }
  for (let k = 0; k < n; k++) {
    const l = (k + 1) % n;
    indices.push(k, l, n + l, k, n + l, n + k);
  }
  return { type: 'mesh', positions, indices };
}

/** A ring of n corners. */
function ring(n: number, outer: number, inner: number, height: number): ShapeDescription {
  const positions: number[] = [];
  for (const y of [-0.5 * height, 0.5 * height])
    for (const r of [outer, inner])
      for (let k = 0; k < n; k++)
        positions.push(r * Math.cos((2 * Math.PI * k) / n), y, -r * Math.sin((2 * Math.PI * k) / n));
  const indices: number[] = [];
  const quad = (a: number, b: number, c: number, d: number) => indices.push(a, b, c, a, c, d);
  for (let k = 0; k < n; k++) {
    const l = (k + 1) % n;
    quad(k, l, 2 * n + l, 2 * n + k);
    quad(n + l, n + k, 3 * n + k, 3 * n + l);
    quad(2 * n + k, 2 * n + l, 3 * n + l, 3 * n + k);
    quad(l, k, n + k, n + l);
  }
  return { type: 'mesh', positions, indices };
}

/** Full cells of a grid of 6 × 4 × 6, stretched. */
function cells(random: Random, isFull: (i: number, j: number, k: number) => boolean): ShapeDescription {
  const { positions, indices } = voxels(6, 4, 6, 1 / 6, isFull);
  const s = [1, random.between(0.3, 0.9), random.between(0.6, 1)];
  return { type: 'mesh', positions: Array.from(positions, (x, k) => x * s[k % 3]!), indices: Array.from(indices) };
}

export const FLAT_KINDS = ['star', 'jagged', 'L', 'U', 'stairs', 'cross', 'table', 'bench', 'ring', 'gear'] as const;
export const PARTNERS = ['floor', 'slope', 'block', 'field', 'box', 'mesh'] as const;

/** A mesh about 1 in size. */
function flatMesh(kind: (typeof FLAT_KINDS)[number], random: Random): ShapeDescription {
  const u = (low: number, high: number) => random.between(low, high);
  const polar = (n: number, r: (k: number) => number) =>
    Array.from({ length: n }, (_, k): Point => {
      const angle = (2 * Math.PI * k) / n;
      return [r(k) * Math.cos(angle), r(k) * Math.sin(angle)];
    });
  const t = u(0.15, 0.4);
  const h = u(0.15, 0.6);
  switch (kind) {
    case 'star': {
      const inner = u(0.15, 0.4);
      return extruded(
        polar(2 * (3 + random.below(5)), (k) => (k % 2 ? inner : 0.5)),
        u(0.1, 0.4),
      );
    }
    case 'jagged':
      return extruded(
        polar(7 + random.below(8), () => u(0.25, 0.5)),
        u(0.1, 0.4),
      );
    case 'L': {
      const outline: Point[] = [
        [0, 0],
        [1, 0],
        [1, t],
        [t, t],
        [t, 1],
        [0, 1],
      ]; // prettier-ignore
      return extruded(outline, h, random.below(2) === 1);
    }
    case 'U': {
      const outline: Point[] = [
        [0, 0],
        [1, 0],
        [1, 0.6],
        [1 - t, 0.6],
        [1 - t, t],
        [t, t],
        [t, 0.6],
        [0, 0.6],
      ];
      const over: Point[] = outline.map(([x, y]): Point => [1 - x, 0.6 - y]);
      return extruded(random.below(2) ? outline : over, h, random.below(2) === 1);
    }
    case 'stairs': {
      const n = 2 + random.below(4);
      const outline: Point[] = [
        [0, 0],
        [1, 0],
      ];
      for (let k = 0; k < n; k++)
        outline.push([1 - k / n, (0.7 * (k + 1)) / n], [1 - (k + 1) / n, (0.7 * (k + 1)) / n]);
      return extruded(outline, u(0.3, 0.8), random.below(2) === 1);
    }
    case 'cross': {
      const s = 0.5 * t;
      const outline: Point[] = [
        [s, -0.5],
        [s, -s],
        [0.5, -s],
        [0.5, s],
        [s, s],
        [s, 0.5],
        [-s, 0.5],
        [-s, s],
        [-0.5, s],
        [-0.5, -s],
        [-s, -s],
        [-s, -0.5],
      ];
      return extruded(outline, h);
    }
    case 'table':
      return cells(random, (i, j, k) => j === 3 || ((i === 0 || i === 5) && (k === 0 || k === 5)));
    case 'bench':
      return cells(random, (i, j, k) => j === 3 || ((i === 0 || i === 5) && k > 0) || (j > 1 && k === 0));
    case 'ring':
      return ring(5 + random.below(14), 0.5, u(0.2, 0.4), u(0.1, 0.4));
    default: {
      const inner = u(0.3, 0.42);
      return extruded(
        polar(4 * (5 + random.below(8)), (k) => (k % 4 < 2 ? 0.5 : inner)),
        u(0.1, 0.4),
      );
    }
  }
}

const scaled = (shape: ShapeDescription, s: number): ShapeDescription =>
  shape.type === 'mesh' ? { ...shape, positions: Array.from(shape.positions as number[], (x) => s * x) } : shape;

/** Lowest corner and middle of the corners of a mesh. */
function extent(shape: ShapeDescription): { low: number; high: number; x: number; z: number } {
  const p = (shape as unknown as { positions: number[] }).positions;
  const of = (k: number) => p.filter((_, m) => m % 3 === k);
  const middle = (k: number) => 0.5 * (Math.min(...of(k)) + Math.max(...of(k)));
  return { low: Math.min(...of(1)), high: Math.max(...of(1)), x: middle(0), z: middle(2) };
}

export function flatScene(
  seed: number,
  thrown = false,
): {
  scene: SceneDescription;
  size: number;
  kind: string;
  partner: (typeof PARTNERS)[number];
} {
  const random = new Random(seed);
  const u = (low: number, high: number) => random.between(low, high);
  const size = 0.03 * 100 ** random.next();
  const kind = FLAT_KINDS[random.below(FLAT_KINDS.length)]!;
  const partner = PARTNERS[random.below(PARTNERS.length)]!;
  const shape = scaled(flatMesh(kind, random), size);
  const timeStep = [1 / 30, 1 / 60, 1 / 120][random.below(3)]!;
  const friction = u(0.3, 0.8);
  const bodies: BodyDescription[] = [];
  let top = 0;
  let lean = 0;
  const still = (of: ShapeDescription, position: Vec3 = [0, 0, 0]): BodyDescription => ({
    type: 'static',
    shape: of,
    position,
  });
  const floor = still({ type: 'half-space' });
  switch (partner) {
    case 'floor':
      bodies.push(floor);
      break;
    case 'slope':
      lean = u(0.02, 0.6 * Math.atan(friction));
      bodies.push({ ...floor, rotation: [0, 0, Math.sin(0.5 * lean), Math.cos(0.5 * lean)] });
      break;
    case 'block':
      bodies.push(still({ type: 'box', size: [4 * size, size, 4 * size] }, [0, -0.5 * size, 0]));
      break;
    case 'field':
      bodies.push(
        still({
          type: 'height-field',
          heights: Array.from({ length: 25 }, () => 0),
          columns: 5,
          cell: 0.9 * size,
        }),
      );
      break;
    case 'box':
      top = u(0.2, 0.5) * size;
      bodies.push(floor, {
        shape: { type: 'box', size: [u(0.6, 1.2) * size, top, u(0.6, 1.2) * size] },
        position: [0, 0.5 * top, 0],
        density: 1000,
      });
      break;
    default: {
      const under = scaled(flatMesh(FLAT_KINDS[random.below(FLAT_KINDS.length)]!, random), 1.2 * size);
      const { low, high, x, z } = extent(under);
      const angle = u(0, Math.PI);
      top = high - low;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      bodies.push(floor, {
        shape: under,
        density: 1000,
        position: [-c * x - s * z, -low, s * x - c * z],
        rotation: [0, Math.sin(0.5 * angle), 0, Math.cos(0.5 * angle)],
      });
    }
  }
  const { low, x, z } = extent(shape);
  const turn = u(0, 2 * Math.PI);
  const tilt = 0.5 * 0.001 * 100 ** random.next();
  const about = u(0, 2 * Math.PI);
  const spin = multiply(
    [0, 0, Math.sin(0.5 * lean), Math.cos(0.5 * lean)],
    [Math.sin(tilt) * Math.cos(about), 0, Math.sin(tilt) * Math.sin(about), Math.cos(tilt)],
  );
  const rotation = multiply(spin, [0, Math.sin(0.5 * turn), 0, Math.cos(0.5 * turn)]);
  const lift = u(0.002, 0.05) * size + 2 * tilt * size;
  if (thrown) {
    const speed = Math.sqrt(size);
    bodies.push({
      shape,
      density: 1000,
      position: [size * u(-0.2, 0.2), top + size * u(1.2, 1.6), size * u(-0.2, 0.2)],
      rotation: random.rotation(),
      linearVelocity: [speed * u(-0.3, 0.3), speed * u(-1, 0), speed * u(-0.3, 0.3)],
      angularVelocity: [u(-3, 3), u(-3, 3), u(-3, 3)],
    });
    return { scene: { timeStep, contact: { friction }, bodies }, size, kind, partner };
  }
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const up: Vec3 = [-Math.sin(lean), Math.cos(lean), 0];
  const height = top + lift - low;
  bodies.push({
    shape,
    density: [200, 1000, 7800][random.below(3)]!,
    position: [
      height * up[0] - (c * x + s * z) * Math.cos(lean),
      height * up[1] - (c * x + s * z) * Math.sin(lean),
      s * x - c * z,
    ],
    rotation,
  });
  return { scene: { timeStep, contact: { friction }, bodies }, size, kind, partner };
}

function multiply(a: readonly number[], b: readonly number[]): [number, number, number, number] {
  const [x, y, z, w] = a as [number, number, number, number];
  const [p, q, r, t] = b as [number, number, number, number];
  return [
    w * p + x * t + y * r - z * q,
    w * q - x * r + y * t + z * p,
    w * r + x * q - y * p + z * t,
    w * t - x * p - y * q - z * r,
  ];
}
