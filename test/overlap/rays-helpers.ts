// Closed meshes, poses and sums for the tests of overlap by rays.

import type { Random } from '../../src/math/random.js';
import { cos, PI, sin } from '../../src/math/trig.js';
import type { Quat, Vec3 } from '../../src/math/vec3.js';
import {
  OV_AREA_VECTOR,
  OV_CENTER,
  OV_MOMENT,
  OV_STRIDE,
  OV_TURN,
  type OverlapBuffer,
} from '../../src/overlap/overlap.js';
import { createShape } from '../../src/shapes/create.js';
import { icosphere, type MeshData, torusMesh } from '../../src/shapes/procedural.js';
import type { MeshShape, ShapeDescription, SimpleShape } from '../../src/shapes/shape.js';

export const shapeOf = (d: ShapeDescription): SimpleShape => createShape(d) as SimpleShape;
export const meshOf = (m: MeshData): MeshShape => createShape({ type: 'mesh', ...m }) as MeshShape;

export const pose = (p: Vec3, q: Quat = [0, 0, 0, 1]): Float64Array => Float64Array.of(...p, ...q);

export const about = (axis: Vec3, angle: number): Quat => {
  const s = sin(0.5 * angle);
  return [s * axis[0], s * axis[1], s * axis[2], cos(0.5 * angle)];
};

/** The boundary of a union of cells of an integer grid, scaled: L, U, tables. Cells that touch must share faces. */
export function cellMesh(cells: readonly Vec3[], size: Vec3): MeshData {
  const filled = new Set(cells.map((c) => c.join()));
  const positions: number[] = [];
  const indices: number[] = [];
  const known = new Map<string, number>();
  const vertex = (c: Vec3): number => {
    const key = c.join();
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, positions.length / 3);
    positions.push(c[0] * size[0], c[1] * size[1], c[2] * size[2]);
    return positions.length / 3 - 1;
  };
  for (const c of cells) {
    for (let axis = 0; axis < 3; axis++) {
      for (const end of [0, 1]) {
        const next = [...c] as [number, number, number];
        next[axis] += 2 * end - 1;
        if (filled.has(next.join())) continue;
        const corner = (a: number, b: number): number => {
          const p = [...c] as [number, number, number];
          p[axis] += end;
          p[(axis + 1) % 3] += a;
          p[(axis + 2) % 3] += b;
          return vertex(p);
        };
        const q = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        if (end === 0) q.reverse();
        indices.push(q[0], q[1], q[2], q[0], q[2], q[3]);
      }
    }
  }
  return { positions: Float64Array.from(positions), indices: Int32Array.from(indices) };
}

/** A box with its corner at the origin. */
export const boxMesh = (size: Vec3): MeshData => cellMesh([[0, 0, 0]], size);

/** Move every vertex by a rule. */
export function warp(m: MeshData, rule: (p: Vec3) => Vec3): MeshData {
  const positions = new Float64Array(m.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    positions.set(rule([m.positions[i], m.positions[i + 1], m.positions[i + 2]]), i);
  }
  return { positions, indices: m.indices };
}

/** A sphere with bumps: star-shaped, not convex. */
export const bumpySphere = (n: number, height: number, k: number): MeshData =>
  warp(icosphere(n), ([x, y, z]) => {
    const s = 1 + height * (sin(k * x + 1) * sin(k * y + 2) + sin(k * z) * sin(0.7 * k * x));
    return [s * x, s * y, s * z];
  });

/** A star with `arms` spikes along the directions of an icosahedron's subdivision. */
export const starMesh = (n: number, sharp: number): MeshData =>
  warp(icosphere(n), ([x, y, z]) => {
    const m = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    const s = 0.4 + 0.6 * m ** sharp;
    return [s * x, s * y, s * z];
  });

export function randomMesh(random: Random, kind: number): MeshData {
  const single = (m: MeshData): MeshData => warp(m, ([x, y, z]) => [Math.fround(x), Math.fround(y), Math.fround(z)]);
  const r = random.between(0.6, 1);
  const scaled = (m: MeshData): MeshData => warp(m, ([x, y, z]) => [r * x, r * y, r * z]);
  switch (kind % 5) {
    case 0:
      return single(scaled(torusMesh(0.8, random.between(0.15, 0.4), 24, 12)));
    case 1:
      return single(scaled(bumpySphere(5, random.between(0.05, 0.2), random.between(3, 6))));
    case 2:
      return single(scaled(starMesh(6, 1 + random.below(3))));
    case 3: {
      const cells: Vec3[] = [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ];
      const l = cellMesh(cells, [random.between(0.4, 0.8), random.between(0.4, 0.8), random.between(0.3, 0.9)]);
      return single(warp(l, ([x, y, z]) => [x - 0.4, y - 0.4, z - 0.3]));
    }
    default: {
      const cells: Vec3[] = [
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
        [0, 1, 0],
        [2, 1, 0],
      ];
      const u = cellMesh(cells, [random.between(0.3, 0.5), random.between(0.4, 0.7), random.between(0.3, 0.9)]);
      return single(warp(u, ([x, y, z]) => [x - 0.6, y - 0.5, z - 0.3]));
    }
  }
}

export interface Sum {
  V: number;
  /** ∫x */
  first: Vec3;
  g: Vec3;
}

/** Totals over all components. */
export function total(out: OverlapBuffer): Sum {
  let V = 0;
  const first: [number, number, number] = [0, 0, 0];
  const g: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < out.count; k++) {
    const o = OV_STRIDE * k;
    V += out.records[o];
    for (let i = 0; i < 3; i++) {
      first[i] += out.records[o] * out.records[o + OV_CENTER + i];
      g[i] += out.records[o + OV_AREA_VECTOR + i];
    }
  }
  return { V, first, g };
}

export const record = (out: OverlapBuffer, k: number) => {
  const o = OV_STRIDE * k;
  const at = (i: number, n: number): number[] => Array.from(out.records.subarray(o + i, o + i + n));
  return { V: out.records[o], c: at(OV_CENTER, 3), M: at(OV_MOMENT, 6), g: at(OV_AREA_VECTOR, 3), t: at(OV_TURN, 3) };
};

/** Volume of two unit balls' overlap at distance d. */
export const lens = (d: number): number => (PI * (4 + d) * (2 - d) * (2 - d)) / 12;

export const hasNoNaN = (out: OverlapBuffer): boolean => {
  for (let i = 0; i < OV_STRIDE * out.count; i++) if (!Number.isFinite(out.records[i])) return false;
  for (let i = 0; i < 3 * (out.count > 0 ? out.pointStart[out.count] : 0); i++) {
    if (!Number.isFinite(out.points[i])) return false;
  }
  return true;
};
