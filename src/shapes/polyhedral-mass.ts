// Exact volume, centre and inertia of a closed triangulated surface.
//
// The divergence theorem turns the solid into signed tetrahedra from an origin o to every triangle (a, b, c), whose
// integrals are polynomials (Mirtich 1996 and Eberly reach the same by other roads). With D = a·(b×c), s = a+b+c, all
// relative to o:
//   ∫ 1 = D/6,   ∫ x = D/24 s,   ∫ x xᵀ = D/120 (a aᵀ + b bᵀ + c cᵀ + s sᵀ).
// o is the middle of the bounding box, not the frame's origin: the tetrahedra are then no larger than the solid, and a
// mesh far from the origin keeps its digits. Verified in test/shapes/mass.test.ts.

import { boundsOfPoints } from './bounds.js';
import type { MassProperties } from './mass.js';
import type { Polyhedron } from './polyhedron.js';

/**
 * All positions are used. The signed volume is negative for a surface that faces inwards; centre and inertia are then
 * meaningless.
 */
export function polyhedralMass(positions: Float64Array, indices: Int32Array): MassProperties {
  const bounds = boundsOfPoints(positions);
  const [ox, oy, oz] = [0, 1, 2].map((k) => 0.5 * bounds[k] + 0.5 * bounds[3 + k]) as [number, number, number];
  let v = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yy = 0;
  let yz = 0;
  let zz = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * indices[t];
    const b = 3 * indices[t + 1];
    const c = 3 * indices[t + 2];
    const ax = positions[a] - ox;
    const ay = positions[a + 1] - oy;
    const az = positions[a + 2] - oz;
    const bx = positions[b] - ox;
    const by = positions[b + 1] - oy;
    const bz = positions[b + 2] - oz;
    const cx = positions[c] - ox;
    const cy = positions[c + 1] - oy;
    const cz = positions[c + 2] - oz;
    const d = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const sx = ax + bx + cx;
    const sy = ay + by + cy;
    const sz = az + bz + cz;
    v += d;
    mx += d * sx;
    my += d * sy;
    mz += d * sz;
    xx += d * (ax * ax + bx * bx + cx * cx + sx * sx);
    xy += d * (ax * ay + bx * by + cx * cy + sx * sy);
    xz += d * (ax * az + bx * bz + cx * cz + sx * sz);
    yy += d * (ay * ay + by * by + cy * cy + sy * sy);
    yz += d * (ay * az + by * bz + cy * cz + sy * sz);
    zz += d * (az * az + bz * bz + cz * cz + sz * sz);
  }
  const volume = v / 6;
  const gx = mx / (4 * v);
  const gy = my / (4 * v);
  const gz = mz / (4 * v);
  const sxx = xx / 120 - volume * gx * gx;
  const sxy = xy / 120 - volume * gx * gy;
  const sxz = xz / 120 - volume * gx * gz;
  const syy = yy / 120 - volume * gy * gy;
  const syz = yz / 120 - volume * gy * gz;
  const szz = zz / 120 - volume * gz * gz;
  return {
    volume,
    center: [ox + gx, oy + gy, oz + gz],
    inertia: [syy + szz, 0 - sxy, 0 - sxz, sxx + szz, 0 - syz, sxx + syy],
    split: null,
  };
}

/** The faces of a polyhedron as fans of triangles. */
export function triangulateFaces(p: Polyhedron): Int32Array {
  const faces = p.faceStart.length - 1;
  const indices = new Int32Array(3 * (p.faceVertices.length - 2 * faces));
  let k = 0;
  for (let f = 0; f < faces; f++) {
    const first = p.faceStart[f];
    for (let i = first + 1; i + 1 < p.faceStart[f + 1]; i++) {
      indices[k++] = p.faceVertices[first];
      indices[k++] = p.faceVertices[i];
      indices[k++] = p.faceVertices[i + 1];
    }
  }
  return indices;
}
