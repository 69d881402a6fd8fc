// The face of a solid that looks along a direction: of polyhedra the face most along it at their farthest vertex, of
// cylinders and cones the cap.
//
// Round caps are polygons of RIM corners, one of them the rim's lowest point. Where a solid is curved it has no face.
// Verified in test/distance/facing.test.ts.

import { around, cos, PI, sin } from '../math/trig.js';
import type { Face } from './face.js';
import { BOX, CONE, CONVEX, CYLINDER, type Placed } from './placed.js';

/** Corners of a round cap. */
const RIM = 32;
const RIM_COS = around(RIM, cos);
const RIM_SIN = around(RIM, sin);
/** A polygon of RIM corners that has the mean square radius of its circle is larger by this factor. */
export const RIM_GROWTH = Math.sqrt(3 / (2 + cos((2 * PI) / RIM)));
/** Area of a circle over that of the polygon of RIM corners in it. */
export const RIM_AREA = (2 * PI) / (RIM * sin((2 * PI) / RIM));
/** How far the middle of its sides lies inside the circle, as a share of the radius. */
export const RIM_SAG = 1 - cos(PI / RIM);
/** Below this tilt the corners of a cap stay where they are on the body: the lowest point of a level disc is noise. */
const LEVEL = 1e-6;

/**
 * The face of s most along the world direction (x, y, z), among those at its farthest vertex; false: it is curved
 * there. `corners`: it is asked for more than its normal.
 */
export function faceOf(s: Placed, x: number, y: number, z: number, out: Face, corners = true): boolean {
  const r = s.r;
  const dx = r[0] * x + r[3] * y + r[6] * z;
  const dy = r[1] * x + r[4] * y + r[7] * z;
  const dz = r[2] * x + r[5] * y + r[8] * z;
  switch (s.kind) {
    case BOX:
    case CONVEX:
      takeFace(s, faceTowards(s, dx, dy, dz), out, corners);
      return true;
    case CYLINDER: {
      const side = Math.sqrt(dx * dx + dz * dz);
      // A thin disc that leans lies on its rim: it falls on the face that its centre is over.
      if (!(Math.abs(dy) > side * Math.min(1, s.hy / s.hx))) return false;
      takeDisc(s, dy > 0 ? 1 : -1, dx, dz, out, corners);
      return true;
    }
    case CONE: {
      const side = Math.sqrt(dx * dx + dz * dz);
      const slant = Math.sqrt(s.hx * s.hx + 4 * s.hy * s.hy);
      // The side's normal is (2h, r)/slant in (radial, y); half-way between it and the base is where they part.
      if (!(-dy > (2 * s.hy * side + s.hx * dy) / slant)) return false;
      takeDisc(s, -1, dx, dz, out, corners);
      return true;
    }
    default:
      return false;
  }
}

function faceTowards(s: Placed, dx: number, dy: number, dz: number): number {
  if (s.kind === BOX) {
    const ax = Math.abs(dx);
    const ay = Math.abs(dy);
    const az = Math.abs(dz);
    // Faces -x, +x, -y, +y, -z, +z (polyhedron.ts).
    if (ax >= ay && ax >= az) return dx > 0 ? 1 : 0;
    if (ay >= az) return dy > 0 ? 3 : 2;
    return dz > 0 ? 5 : 4;
  }
  const { planes, vertices, faceStart, faceVertices } = s.polyhedron!;
  let far = 0;
  let farthest = -Infinity;
  for (let k = 0; k < vertices.length; k += 3) {
    const along = vertices[k] * dx + vertices[k + 1] * dy + vertices[k + 2] * dz;
    if (along > farthest) {
      farthest = along;
      far = k / 3;
    }
  }
  let best = -1;
  let most = -Infinity;
  for (let f = 0; 4 * f < planes.length; f++) {
    const along = planes[4 * f] * dx + planes[4 * f + 1] * dy + planes[4 * f + 2] * dz;
    if (!(along > most)) continue;
    let has = false;
    for (let m = faceStart[f]; m < faceStart[f + 1]; m++) if (faceVertices[m] === far) has = true;
    if (!has) continue;
    most = along;
    best = f;
  }
  return best;
}

/** A face of a polyhedron. */
export function takeFace(s: Placed, face: number, out: Face, corners = true): void {
  const { vertices: v, faceStart, faceVertices, planes } = s.polyhedron!;
  out.clear();
  out.index = face;
  for (let m = faceStart[face]; corners && m < faceStart[face + 1]; m++) {
    const k = 3 * faceVertices[m];
    out.add(s, v[k], v[k + 1], v[k + 2]);
  }
  out.turn(s, planes[4 * face], planes[4 * face + 1], planes[4 * face + 2]);
}

/** The cap at the end `up`, counter-clockwise seen from outside, its first corner towards (dx, dz). */
function takeDisc(s: Placed, up: number, dx: number, dz: number, out: Face, corners: boolean): void {
  const length = Math.sqrt(dx * dx + dz * dz);
  const ux = length > LEVEL ? dx / length : 1;
  const uz = length > LEVEL ? dz / length : 0;
  out.clear();
  out.isDisc = true;
  for (let k = 0; corners && k < RIM; k++) {
    // Seen from +Y, counter-clockwise turns +z towards +x.
    const c = RIM_COS[k] * s.hx;
    const w = (up > 0 ? RIM_SIN[k] : -RIM_SIN[k]) * s.hx;
    out.add(s, c * ux + w * uz, up * s.hy, c * uz - w * ux);
  }
  out.turn(s, 0, up, 0);
}
