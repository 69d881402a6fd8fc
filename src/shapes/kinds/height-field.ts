// Terrain as a grid of heights. Rows follow each other along +z, the heights of a row along +x; the grid is centred on
// the origin. Each cell is two triangles, cut from its low corner (x and z) to its high one. Below, the ground is solid
// down to `thickness` under its lowest height, so that nothing falls through it; there it is closed by walls and a flat
// bottom.
// It is a mesh to everything else, and may not move. Verified in test/shapes/terrain.test.ts.

import { fail, readNumber, readPositive } from '../../checks/fields.js';
import type { ShapeKind } from '../kind.js';
import { createMesh } from '../mesh.js';
import type { MeshData } from '../procedural.js';
import { type MeshShape, mesh, shapeOfMesh } from './mesh.js';

export interface HeightFieldDescription {
  type: 'height-field';
  /** Rows of heights (m), or one row after the other with `columns` saying how long each is. */
  heights: readonly (readonly number[])[] | ArrayLike<number>;
  columns?: number;
  /** From height to height: along x and z, or along both (m). */
  cell: number | readonly [number, number];
  /** Of the ground under the lowest height (m). A quarter of the shorter side unless told. */
  thickness?: number;
}

const MOST = 4_000_000;

export const heightField: ShapeKind<HeightFieldDescription, MeshShape> = {
  ...(mesh as unknown as ShapeKind<HeightFieldDescription, MeshShape>),
  type: 'height-field',
  fields: ['heights', 'columns', 'cell', 'thickness'],
  read(fields, where) {
    const { heights, columns } = readHeights(fields.heights, fields.columns, where);
    const { cell } = fields;
    const sides =
      Array.isArray(cell) && cell.length === 2
        ? ([readPositive(cell[0], `${where}.cell[0]`, 'm'), readPositive(cell[1], `${where}.cell[1]`, 'm')] as const)
        : readPositive(cell, `${where}.cell`, 'm');
    const read: HeightFieldDescription = { type: 'height-field', heights, columns, cell: sides };
    if (fields.thickness !== undefined) read.thickness = readPositive(fields.thickness, `${where}.thickness`, 'm');
    return read;
  },
  create(description) {
    const { positions, indices } = solidOf(description);
    const { mesh: triangles, massProperties } = createMesh(positions, indices, false);
    return { ...shapeOfMesh(triangles, massProperties, description), kind: heightField, isTerrain: true };
  },
};

function readHeights(value: unknown, columns: unknown, where: string): { heights: Float64Array; columns: number } {
  const at = `${where}.heights`;
  const isFlat = (ArrayBuffer.isView(value) && !(value instanceof DataView)) || typeof columns === 'number';
  const what = 'rows of heights (m), or one row after the other with "columns"';
  if (!isFlat && !(Array.isArray(value) && value.every((row) => Array.isArray(row)))) fail(at, value, what);
  let wide: number;
  let flat: ArrayLike<unknown>;
  if (isFlat) {
    if (typeof columns !== 'number' || !Number.isInteger(columns) || columns < 2)
      fail(`${where}.columns`, columns, 'how many heights a row has: a whole number from 2 on');
    if (typeof value !== 'object' || value === null) fail(at, value, what);
    flat = value as ArrayLike<unknown>;
    wide = columns;
  } else {
    const rows = value as unknown[][];
    wide = rows[0]?.length ?? 0;
    for (let k = 0; k < rows.length; k++)
      if (rows[k]!.length !== wide) fail(`${at}[${k}]`, `${rows[k]!.length} heights`, `${wide}, as in the first row`);
    flat = rows.flat();
  }
  const rows = flat.length / wide;
  if (!(wide >= 2 && rows >= 2) || !Number.isInteger(rows) || flat.length > MOST)
    fail(at, `${flat.length} heights`, `at least 2 full rows of 2 or more, and at most ${MOST} heights`);
  const heights = new Float64Array(flat.length);
  for (let k = 0; k < flat.length; k++) heights[k] = readNumber(flat[k], `${at}[${k}]`, 'm');
  return { heights, columns: wide };
}

function solidOf(description: HeightFieldDescription): MeshData {
  const { cell } = description;
  const { heights, columns } = readHeights(description.heights, description.columns, 'height-field');
  const rows = heights.length / columns;
  const [dx, dz] = typeof cell === 'number' ? [cell, cell] : cell;
  const wide = (columns - 1) * dx;
  const long = (rows - 1) * dz;
  let low = Infinity;
  for (const h of heights) low = Math.min(low, h);
  const bottom = low - (description.thickness ?? 0.25 * Math.min(wide, long));
  const border = 2 * (columns + rows) - 4;
  const positions = new Float64Array(3 * (heights.length + border + 1));
  const indices = new Int32Array(3 * (2 * (columns - 1) * (rows - 1) + 3 * border));
  let n = 0;
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      positions[n++] = c * dx - 0.5 * wide;
      positions[n++] = heights[r * columns + c]!;
      positions[n++] = r * dz - 0.5 * long;
    }
  let t = 0;
  const add = (a: number, b: number, c: number): void => {
    indices[t++] = a;
    indices[t++] = b;
    indices[t++] = c;
  };
  for (let r = 0; r + 1 < rows; r++)
    for (let c = 0; c + 1 < columns; c++) {
      const v = r * columns + c;
      add(v, v + columns, v + columns + 1);
      add(v, v + columns + 1, v + 1);
    }
  // Around, the way that the border of the top runs: +z on the low x side, then +x, -z, -x.
  const ring: number[] = [];
  for (let r = 0; r + 1 < rows; r++) ring.push(r * columns);
  for (let c = 0; c + 1 < columns; c++) ring.push((rows - 1) * columns + c);
  for (let r = rows - 1; r > 0; r--) ring.push(r * columns + columns - 1);
  for (let c = columns - 1; c > 0; c--) ring.push(c);
  const first = heights.length;
  const middle = first + border;
  positions[3 * middle + 1] = bottom;
  for (let k = 0; k < border; k++) {
    const top = ring[k]!;
    const after = ring[(k + 1) % border]!;
    const down = first + k;
    const downAfter = first + ((k + 1) % border);
    positions[3 * down] = positions[3 * top];
    positions[3 * down + 1] = bottom;
    positions[3 * down + 2] = positions[3 * top + 2];
    add(top, down, after);
    add(after, down, downAfter);
    add(downAfter, down, middle);
  }
  return { positions, indices };
}
