// The face of a solid that looks along a direction: of polyhedra the face most along it of those with their farthest
// vertex, or with all of their farthest edge; of cylinders and cones the cap.
//
// Where edges cross, the common perpendicular is the direction. At the end of an edge there may be faces more along it
// than the two that have the edge, and the crossing would lie outside of them.
//
// A torus is all balls of its tube along its ring, and over a plane each of them is lowest right under its centre: what
// it faces a plane with is the ring, moved by the tube's radius towards it, exactly and however it leans.
//
// Round caps are polygons of RIM corners, one of them the rim's lowest point. Where a solid is curved it has no face.
// Verified in test/distance/facing.test.ts.

import { around, cos, PI, sin } from '../math/trig.js';
import type { Face } from './face.js';
import { BOX, CONE, CONVEX, CYLINDER, type Placed, TORUS } from './placed.js';

/**
 * Vertices that differ by less than this share of the solid's size along a direction are equally far along it: the
 * common perpendicular of edges that enclose 1e-6, the least that sat.ts takes, is known to 2e-10.
 */
const SAME_HEIGHT = 1e-9;
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
    case CYLINDER:
    case TORUS: {
      const side = Math.sqrt(dx * dx + dz * dz);
      // A thin disc that leans lies on its rim: it falls on the face that its centre is over.
      if (!(Math.abs(dy) > side * Math.min(1, s.hy / s.hx))) return false;
      takeDisc(s, dx, dy, dz, out, corners);
      return true;
    }
    case CONE: {
      const side = Math.sqrt(dx * dx + dz * dz);
      const slant = Math.sqrt(s.hx * s.hx + 4 * s.hy * s.hy);
      // The side's normal is (2h, r)/slant in (radial, y); half-way between it and the base is where they part.
      if (!(-dy > (2 * s.hy * side + s.hx * dy) / slant)) return false;
      takeDisc(s, dx, -1, dz, out, corners);
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
  let farthest = -Infinity;
  for (let k = 0; k < vertices.length; k += 3) {
    const along = vertices[k] * dx + vertices[k + 1] * dy + vertices[k + 2] * dz;
    if (along > farthest) farthest = along;
  }
  const far = farthest - SAME_HEIGHT * s.size;
  let best = -1;
  let most = -Infinity;
  let corners = 0;
  for (let f = 0; 4 * f < planes.length; f++) {
    const along = planes[4 * f] * dx + planes[4 * f + 1] * dy + planes[4 * f + 2] * dz;
    let has = 0;
    for (let m = faceStart[f]; m < faceStart[f + 1]; m++) {
      const k = 3 * faceVertices[m];
      if (vertices[k] * dx + vertices[k + 1] * dy + vertices[k + 2] * dz >= far) has++;
    }
    if (has < corners || has === 0 || (has === corners && !(along > most))) continue;
    corners = has;
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

/**
 * The cap at the end along (dx, dy, dz), counter-clockwise seen from outside, its first corner the farthest; or the ring
 * of a torus.
 */
function takeDisc(s: Placed, dx: number, dy: number, dz: number, out: Face, corners: boolean): void {
  const up = dy > 0 ? 1 : -1;
  const length = Math.sqrt(dx * dx + dz * dz);
  const ux = length > LEVEL ? dx / length : 1;
  const uz = length > LEVEL ? dz / length : 0;
  const isRing = s.kind === TORUS;
  const x = isRing ? s.hy * dx : 0;
  const y = isRing ? s.hy * dy : s.hy * up;
  const z = isRing ? s.hy * dz : 0;
  out.clear();
  out.isDisc = true;
  for (let k = 0; corners && k < RIM; k++) {
    // Seen from +Y, counter-clockwise turns +z towards +x.
    const c = RIM_COS[k] * s.hx;
    const w = up * RIM_SIN[k] * s.hx;
    out.add(s, x + (c * ux + w * uz), y, z + (c * uz - w * ux));
  }
  out.turn(s, 0, up, 0);
}
