// The convex hull of points, and whatever other kind makes convex polyhedra: `createPolyhedron` is their common part.

import { fail, readVec3 } from '../../checks/fields.js';
import type { Vec3 } from '../../math/vec3.js';
import { boundsOfPoints, boundsSize } from '../bounds.js';
import type { ColumnParts, DescriptionBase, ShapeBase, ShapeKind } from '../kind.js';
import { cutByPlane } from '../line-cut.js';
import { TOUCH } from '../nearest.js';
import { polyhedralMass, triangulateFaces } from '../polyhedral-mass.js';
import { farthest, PLANE_OFFSET, PLANE_STRIDE, type Polyhedron } from '../polyhedron.js';
import { computeHull } from '../quickhull.js';
import { clipByPlane } from '../ray-clip.js';
import type { ShapeDescription } from '../shape.js';

const MOST_POINTS = 100_000;

export interface ConvexDescription {
  type: 'convex';
  points: readonly Vec3[];
}
export interface ConvexShape extends ShapeBase {
  readonly type: 'convex';
  readonly polyhedron: Polyhedron;
}

/**
 * A shape that is the hull of the points (x, y, z each), of whatever kind; a ShapeError if they span no volume.
 * `share`: how exact they are, as a share of their extent.
 */
export function createPolyhedron(
  kind: ShapeKind,
  points: Float64Array,
  description: ShapeDescription,
  share?: number,
): ConvexShape {
  const polyhedron = computeHull(points, share);
  return {
    type: 'convex',
    kind,
    polyhedron,
    bounds: boundsOfPoints(polyhedron.vertices),
    massProperties: polyhedralMass(polyhedron.vertices, triangulateFaces(polyhedron)),
    description,
    solid: null,
  };
}

/** What every kind of convex polyhedra can say; a kind adds its name, its fields and how its points are found. */
export const polyhedra: Omit<ShapeKind<DescriptionBase, ConvexShape>, 'type' | 'fields' | 'read' | 'create'> = {
  sampled: false,
  size: (shape) => boundsSize(shape.bounds),
  bounds(shape, r, ri, out, oi) {
    const v = shape.polyhedron.vertices;
    for (let k = 0; k < 3; k++) {
      const x = r[ri + 3 * k];
      const y = r[ri + 3 * k + 1];
      const z = r[ri + 3 * k + 2];
      let low = Infinity;
      let high = -Infinity;
      for (let i = 0; i < v.length; i += 3) {
        const d = x * v[i] + y * v[i + 1] + z * v[i + 2];
        if (d < low) low = d;
        if (d > high) high = d;
      }
      out[oi + k] = low;
      out[oi + 3 + k] = high;
    }
  },
  tessellate: ({ polyhedron: p }) => ({ positions: p.vertices.slice(), indices: triangulateFaces(p) }),
  rank: () => 2,
  clipRay(shape, hit, x, y, z, dx, dy, dz) {
    const p = shape.polyhedron.planes;
    for (let f = 0; f < p.length; f += PLANE_STRIDE) {
      const depth = p[f + PLANE_OFFSET] - (p[f] * x + p[f + 1] * y + p[f + 2] * z);
      clipByPlane(hit, p[f], p[f + 1], p[f + 2], depth, p[f] * dx + p[f + 1] * dy + p[f + 2] * dz);
    }
  },
  support(shape, x, y, z, out, o) {
    const v = shape.polyhedron.vertices;
    const at = farthest(v, x, y, z);
    out[o] = v[at];
    out[o + 1] = v[at + 1];
    out[o + 2] = v[at + 2];
  },
  nearest(shape, x, y, z, limit, out) {
    const p = shape.polyhedron;
    const planes = p.planes;
    const size = boundsSize(shape.bounds);
    let highest = -Infinity;
    let face = 0;
    for (let f = 0, o = 0; o < planes.length; f++, o += PLANE_STRIDE) {
      const h = planes[o] * x + planes[o + 1] * y + planes[o + 2] * z - planes[o + PLANE_OFFSET];
      if (h > highest) {
        highest = h;
        face = f;
      }
    }
    const mx = planes[PLANE_STRIDE * face];
    const my = planes[PLANE_STRIDE * face + 1];
    const mz = planes[PLANE_STRIDE * face + 2];
    out.put(highest, x - highest * mx, y - highest * my, z - highest * mz, mx, my, mz);
    if (highest <= TOUCH * size || highest > limit) return;
    // Outside: the nearest of all faces that see the point.
    let best = Infinity;
    let bx = 0;
    let by = 0;
    let bz = 0;
    const v = p.vertices;
    for (let f = 0; f < planes.length / PLANE_STRIDE; f++) {
      const k = PLANE_STRIDE * f;
      const nx = planes[k];
      const ny = planes[k + 1];
      const nz = planes[k + 2];
      const h = nx * x + ny * y + nz * z - planes[k + PLANE_OFFSET];
      if (h < 0 || h * h >= best) continue;
      const from = p.faceStart[f];
      const to = p.faceStart[f + 1];
      let inside = true;
      for (let i = from; i < to; i++) {
        const a = 3 * p.faceVertices[i];
        const b = 3 * p.faceVertices[i + 1 === to ? from : i + 1];
        const ex = v[b] - v[a];
        const ey = v[b + 1] - v[a + 1];
        const ez = v[b + 2] - v[a + 2];
        const px = x - v[a];
        const py = y - v[a + 1];
        const pz = z - v[a + 2];
        // side normal e × n points out of the face
        const side = px * (ey * nz - ez * ny) + py * (ez * nx - ex * nz) + pz * (ex * ny - ey * nx);
        if (side <= 0) continue;
        inside = false;
        const ee = ex * ex + ey * ey + ez * ez;
        let t = (px * ex + py * ey + pz * ez) / ee;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        const cx = v[a] + t * ex;
        const cy = v[a + 1] + t * ey;
        const cz = v[a + 2] + t * ez;
        const d2 = (x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz);
        if (d2 < best) {
          best = d2;
          bx = cx;
          by = cy;
          bz = cz;
        }
      }
      if (inside) {
        best = h * h;
        bx = x - h * nx;
        by = y - h * ny;
        bz = z - h * nz;
      }
    }
    out.x = bx;
    out.y = by;
    out.z = bz;
    out.fromOutside(size, x, y, z);
  },
};

export const polyhedraColumns: ColumnParts<ConvexShape> = {
  cutLine(shape, cut) {
    const { t, line } = cut;
    const planes = shape.polyhedron.planes;
    cut.start();
    for (let k = 0; k < planes.length; k += PLANE_STRIDE) {
      const x = planes[k];
      const y = planes[k + 1];
      const z = planes[k + 2];
      const above = x * line[0] + y * line[1] + z * line[2] - planes[k + PLANE_OFFSET];
      if (!cutByPlane(t, above, x * line[3] + y * line[4] + z * line[5])) return 0;
    }
    return 1;
  },
  outward(shape, x, y, z, n) {
    const planes = shape.polyhedron.planes;
    let best = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < planes.length; k += PLANE_STRIDE) {
      const d = planes[k] * x + planes[k + 1] * y + planes[k + 2] * z - planes[k + PLANE_OFFSET];
      if (d > best) {
        best = d;
        n[0] = planes[k];
        n[1] = planes[k + 1];
        n[2] = planes[k + 2];
      }
    }
  },
};

export const convex: ShapeKind<ConvexDescription, ConvexShape> = {
  ...polyhedra,
  type: 'convex',
  fields: ['points'],
  read(fields, where) {
    const { points: given } = fields;
    // Flat lists of numbers too, as meshes have them.
    const isFlat = (Array.isArray(given) && typeof given[0] === 'number') || ArrayBuffer.isView(given);
    const list = given as ArrayLike<unknown>;
    if (isFlat && list.length % 3 !== 0)
      fail(`${where}.points`, `${list.length} numbers`, 'three numbers for each point');
    const points = isFlat
      ? Array.from({ length: list.length / 3 }, (_, k) => [list[3 * k], list[3 * k + 1], list[3 * k + 2]])
      : given;
    if (!Array.isArray(points) || points.length < 4 || points.length > MOST_POINTS)
      fail(`${where}.points`, points, `a list of 4 to ${MOST_POINTS} points`);
    return {
      type: 'convex',
      points: Array.from(points, (p: unknown, k: number) => readVec3(p, `${where}.points[${k}]`, 'm')),
    };
  },
  create(description) {
    // All points are kept, not only the hull's: the same description must give the same bits again.
    const points = description.points.map((p): Vec3 => [p[0], p[1], p[2]]);
    return createPolyhedron(convex, Float64Array.from(points.flat()), { type: 'convex', points });
  },
};
