// Meshes that are convex: the same solid as a hull, whose faces contact can meet exactly.
//
// A closed mesh is convex if all its vertices lie beneath the planes of all its triangles, and if it encloses what its
// hull does (two meshes in one place do not). Both to rounding of single precision, in which most files come: a box
// from a file has flat faces to some 1e-7 of its size, not to the last bit, and its two triangles a side are one face.
// Finely tessellated balls are left alone: facets that small stand for a curved surface, and overlaps round them off.
// Verified in test/shapes/convex-mesh.test.ts.

import { boundsOfPoints, boundsSize } from './bounds.js';
import { convex, createPolyhedron } from './kinds/convex.js';
import type { TriangleMesh } from './mesh.js';
import type { ConvexShape, ShapeDescription } from './shape.js';

/** How exact vertices are, as a share of the extent. */
export const SHARE = 1e-6;
/** Vertices and faces of a hull, at most. */
export const MOST_VERTICES = 256;
export const MOST_FACES = 128;

/** The hull that the mesh is, as a shape; null: it is not convex. `volume`: of the mesh. */
export function convexMesh(mesh: TriangleMesh, volume: number, description: ShapeDescription): ConvexShape | null {
  const { positions: p, indices } = mesh;
  if (p.length > 3 * MOST_VERTICES) return null;
  const slack = SHARE * boundsSize(boundsOfPoints(p));
  let surface = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * indices[t];
    const b = 3 * indices[t + 1];
    const c = 3 * indices[t + 2];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const twice = Math.sqrt(nx * nx + ny * ny + nz * nz);
    surface += 0.5 * twice;
    const longest = Math.sqrt(Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz));
    // The plane of a sliver is noise; its neighbours say what it lies on.
    if (!(twice > 100 * slack * longest)) continue;
    for (let k = 0; k < p.length; k += 3) {
      const above = nx * (p[k] - p[a]) + ny * (p[k + 1] - p[a + 1]) + nz * (p[k + 2] - p[a + 2]);
      if (above > slack * twice) return null;
    }
  }
  const hull = createPolyhedron(convex, p, description, SHARE);
  if (hull.polyhedron.planes.length > 4 * MOST_FACES) return null;
  return Math.abs(hull.massProperties!.volume - volume) <= 2 * slack * surface ? hull : null;
}
