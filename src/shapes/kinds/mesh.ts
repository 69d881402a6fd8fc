import { SixfoldError } from '../../checks/error.js';
import { fail, readNonNegative, readPositive, show } from '../../checks/fields.js';
import type { Vec3 } from '../../math/vec3.js';
import { boundsOfPoints, boundsSize, turnedBounds } from '../bounds.js';
import { meshContains } from '../contains.js';
import { convexMesh } from '../convex-mesh.js';
import type { ShapeBase, ShapeKind } from '../kind.js';
import type { MassProperties } from '../mass.js';
import { createMesh, openSurface, type TriangleMesh } from '../mesh.js';
import { coverMesh, type MeshCover } from '../mesh-cover.js';
import { startsInside } from '../ray-hit.js';
import { castRayMesh, MeshRoom } from '../ray-mesh.js';
import { thicken } from '../shell.js';
import type { ConvexShape } from './convex.js';

export interface MeshDescription {
  type: 'mesh';
  positions: ArrayLike<number> | readonly Vec3[];
  indices: ArrayLike<number> | readonly Vec3[];
  weld?: number | boolean;
  /** Of a surface that is not closed: how far it is solid behind its triangles (m). Such a body may not move. */
  thickness?: number;
}
export interface MeshShape extends ShapeBase {
  readonly type: 'mesh';
  readonly mesh: TriangleMesh;
  /** Ground: only its front is the surface that was given, and it may not move. */
  readonly isTerrain?: boolean;
  /** The hull that a convex mesh is, looked for on first use; null: it is not convex. */
  readonly hull?: ConvexShape | null;
  /** The hull round a mesh that is not convex, and what lies in its faces, made on first use; null: it has none. */
  readonly cover?: MeshCover | null;
}

export const mesh: ShapeKind<MeshDescription, MeshShape> = {
  type: 'mesh',
  fields: ['positions', 'indices', 'weld', 'thickness', 'file'],
  sampled: true,
  read(fields, where) {
    if (fields.file !== undefined) {
      throw new SixfoldError(
        `${where}.file is ${show(fields.file)}; the engine reads no files: ` +
          'read it with sixfold/meshes and give positions and indices',
      );
    }
    const positions = readFlat(fields.positions, `${where}.positions`, 'numbers, or triples of numbers (m)');
    const indices = readFlat(fields.indices, `${where}.indices`, 'vertex numbers, or triples of them');
    for (let k = 0; k < positions.length; k++) {
      const x = positions[k];
      if (!(Math.abs(x) <= 1e12)) fail(`${where}.positions[${k}]`, x, 'a finite number of at most 1e12 (m)');
    }
    const vertices = positions.length / 3;
    const isOpen = fields.thickness !== undefined;
    const fewest = isOpen ? 1 : 4;
    if (!Number.isInteger(vertices) || vertices < 2 + Math.sqrt(fewest))
      fail(
        `${where}.positions`,
        `${positions.length} numbers`,
        `three numbers for each of at least ${isOpen ? 3 : 4} vertices`,
      );
    if (indices.length % 3 !== 0 || indices.length < 3 * fewest)
      fail(
        `${where}.indices`,
        `${indices.length} numbers`,
        `three vertex numbers for each of at least ${fewest} triangle${isOpen ? '' : 's'}`,
      );
    for (let k = 0; k < indices.length; k++) {
      const v = indices[k];
      if (!Number.isInteger(v) || v < 0 || v >= vertices)
        fail(`${where}.indices[${k}]`, v, `a whole number from 0 to ${vertices - 1}`);
    }
    const weld =
      fields.weld === undefined
        ? false
        : typeof fields.weld === 'boolean'
          ? fields.weld
          : readNonNegative(fields.weld, `${where}.weld`, 'm');
    const read: MeshDescription = { type: 'mesh', positions, indices: Int32Array.from(indices), weld };
    if (isOpen) read.thickness = readPositive(fields.thickness, `${where}.thickness`, 'm');
    return read;
  },
  create(description) {
    const { thickness, weld = false } = description;
    if (thickness !== undefined) {
      const front = openSurface(description.positions, description.indices, weld);
      const solid = thicken(front.positions, front.indices, thickness);
      const { mesh: triangles, massProperties } = createMesh(solid.positions, solid.indices);
      const kept: MeshDescription = { type: 'mesh', ...front, thickness };
      return { ...shapeOfMesh(triangles, massProperties, kept), isTerrain: true };
    }
    const { mesh: triangles, massProperties } = createMesh(description.positions, description.indices, weld);
    // Already welded, and sharing the mesh's own arrays.
    const kept: MeshDescription = { type: 'mesh', positions: triangles.positions, indices: triangles.indices };
    let hull: ConvexShape | null | undefined;
    let cover: MeshCover | null | undefined;
    return {
      ...shapeOfMesh(triangles, massProperties, kept),
      get hull() {
        if (hull === undefined) hull = convexMesh(triangles, massProperties.volume, kept);
        return hull;
      },
      get cover() {
        if (cover === undefined) cover = coverMesh(triangles, kept);
        return cover;
      },
    };
  },
  size: (shape) => boundsSize(shape.bounds),
  bounds: (shape, r, ri, out, oi) => turnedBounds(shape.bounds, r, ri, out, oi),
  tessellate: (shape) => ({ positions: shape.mesh.positions.slice(), indices: shape.mesh.indices.slice() }),
  rank: (shape) => 1e3 + shape.mesh.indices.length,
  castRay(shape, hit, ox, oy, oz, dx, dy, dz, maxT) {
    hit.room ??= new MeshRoom();
    const { room } = hit;
    if (meshContains(shape, ox, oy, oz, room.points)) return startsInside(hit, dx, dy, dz);
    return castRayMesh(shape, ox, oy, oz, dx, dy, dz, maxT, hit, room);
  },
};

/** The shape of a mesh that has been checked. */
export function shapeOfMesh(
  triangles: TriangleMesh,
  massProperties: MassProperties,
  description: MeshShape['description'],
): MeshShape {
  return {
    type: 'mesh',
    kind: mesh,
    mesh: triangles,
    bounds: boundsOfPoints(triangles.positions),
    massProperties,
    description,
    solid: null,
  };
}

export function readFlat(value: unknown, where: string, of: string): Float64Array {
  const isTyped = ArrayBuffer.isView(value) && !(value instanceof DataView);
  if (!isTyped && !Array.isArray(value)) fail(where, value, `a list of ${of}`);
  const list = value as ArrayLike<unknown>;
  const flat: ArrayLike<unknown> = Array.isArray(value) && Array.isArray(value[0]) ? value.flat() : list;
  const out = new Float64Array(flat.length);
  for (let k = 0; k < flat.length; k++) {
    const x = flat[k];
    if (typeof x !== 'number') fail(`${where}[${k}]`, x, `one of ${of}`);
    out[k] = x;
  }
  return out;
}
