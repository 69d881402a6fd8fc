// A closed surface as points with normals, as scanners give them. Solid by a mesh about them (cloud/contour.ts), so
// that every model takes it; where heights matter, the cloud itself is asked.

import { SixfoldError } from '../../checks/error.js';
import { fail, show } from '../../checks/fields.js';
import { boundsOfPoints, boundsSize, turnedBounds } from '../bounds.js';
import { PointCloud } from '../cloud/cloud.js';
import { contourOf } from '../cloud/contour.js';
import type { ShapeKind } from '../kind.js';
import { createMesh } from '../mesh.js';
import { type MeshShape, mesh } from './mesh.js';

export interface PointsDescription {
  type: 'points';
  positions: ArrayLike<number>;
  normals: ArrayLike<number>;
}

/** A mesh about a cloud. */
export interface PointsShape extends MeshShape {
  readonly cloud: PointCloud;
  /** How far the mesh may lie beside the cloud's surface (m). */
  readonly tolerance: number;
}

const FEWEST = 50;
const MOST = 2_000_000;

export const points: ShapeKind<PointsDescription, PointsShape> = {
  ...(mesh as unknown as ShapeKind<PointsDescription, PointsShape>),
  type: 'points',
  fields: ['positions', 'normals', 'file'],
  read(fields, where) {
    if (fields.file !== undefined) {
      throw new SixfoldError(
        `${where}.file is ${show(fields.file)}; the engine reads no files: ` +
          'read it with sixfold/meshes and give positions and normals',
      );
    }
    const positions = readTriples(fields.positions, `${where}.positions`, 'coordinates (m)');
    if (fields.normals === undefined)
      throw new SixfoldError(`${where}.normals is missing; a cloud of points needs a normal for each of its points`);
    const normals = readTriples(fields.normals, `${where}.normals`, 'components of normals');
    const count = positions.length / 3;
    if (count < FEWEST || count > MOST)
      fail(`${where}.positions`, `${count} points`, `${FEWEST} to ${MOST} points of a closed surface`);
    if (normals.length !== positions.length)
      fail(`${where}.normals`, `${normals.length / 3} normals`, `one for each of the ${count} points`);
    for (let k = 0; k < count; k++) {
      const [x, y, z] = [normals[3 * k], normals[3 * k + 1], normals[3 * k + 2]];
      const size = Math.sqrt(x * x + y * y + z * z);
      if (!(size > 1e-9)) fail(`${where}.normals, of point ${k},`, size, 'of non-zero length');
      for (let m = 0; m < 3; m++) normals[3 * k + m] /= size;
    }
    return { type: 'points', positions, normals };
  },
  create(description) {
    const cloud = new PointCloud(Float64Array.from(description.positions), Float64Array.from(description.normals));
    const { positions, indices, cell } = contourOf(cloud);
    const { mesh: triangles, massProperties } = createMesh(positions, indices, false);
    // Whatever touches a cloud asks for the tree: it is built with the cloud and not in some step.
    void triangles.tree;
    return {
      type: 'mesh',
      kind: points,
      mesh: triangles,
      bounds: boundsOfPoints(triangles.positions),
      massProperties,
      description: description as never,
      cloud,
      tolerance: cell,
      solid: null,
    };
  },
  size: (shape) => boundsSize(shape.bounds),
  bounds: (shape, r, ri, out, oi) => turnedBounds(shape.bounds, r, ri, out, oi),
};

function readTriples(value: unknown, where: string, of: string): Float64Array {
  const isTyped = ArrayBuffer.isView(value) && !(value instanceof DataView);
  if (!isTyped && !Array.isArray(value)) fail(where, value, `a list of ${of}`);
  const list = value as ArrayLike<unknown>;
  const flat: ArrayLike<unknown> = Array.isArray(value) && Array.isArray(value[0]) ? value.flat() : list;
  if (flat.length % 3 !== 0) fail(where, `${flat.length} numbers`, 'numbers in threes');
  const out = new Float64Array(flat.length);
  for (let k = 0; k < flat.length; k++) {
    const x = flat[k];
    if (typeof x !== 'number' || !(Math.abs(x) <= 1e12)) fail(`${where}[${k}]`, x, 'a finite number of at most 1e12');
    out[k] = x;
  }
  return out;
}
