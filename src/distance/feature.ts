// The flat or straight part of a shape's surface that faces a direction: a polygon, a segment or a single point.
// Contact manifolds are made by clipping one feature against the other.
//
// A round cap becomes a polygon of RIM_POINTS corners on its rim, one of them the rim point farthest in the asked
// direction, so that a tilted coin or a rolling rim touches where it should. The polygon is inscribed: between two
// corners the support is short by r(1 − cos(π/12)) = 3.4 % of the radius. Verified in test/distance/points.test.ts.

import { around, cos, sin } from '../math/trig.js';
import { grownF64, grownI32 } from '../memory/grown.js';
import { PLANE_STRIDE } from '../shapes/polyhedron.js';
import { BOX, CAPSULE, CONE, CONVEX, CYLINDER, type Placed, SPHERE } from './placed.js';

export const RIM_POINTS = 12;
export const RIM_COS = around(RIM_POINTS, cos);
export const RIM_SIN = around(RIM_POINTS, sin);

/** Below this tilt the rim polygon is fixed to the body: the lowest point of a level disc is noise. */
export const LEVEL_TILT = 1e-3;

/** Feature indices of round shapes: rim of the +Y cap, of the −Y cap, generator ends, apex. */
export const RIM_TOP = 0;
export const RIM_BOTTOM = 32;
export const GENERATOR = 64;
export const APEX = 96;

export class Feature {
  count = 0;
  points = new Float64Array(3 * 64);
  /** Vertex of the shape (or rim index) behind each point. */
  index = new Int32Array(64);
  /** Outward unit normal where the feature is a polygon. */
  nx = 0;
  ny = 0;
  nz = 0;
  /**
   * A capsule's points lie on its core: the surface is `radius` away, along d at point `lead`, along `sweep` elsewhere.
   */
  radius = 0;
  lead = -1;
  readonly sweep = new Float64Array(6);

  /**
   * Surface point of the core point at corner (or −1: between corners): the component c of the way from core to
   * surface.
   */
  swept(corner: number, c: number): number {
    return this.radius * this.sweep[corner === this.lead ? c : c + 3];
  }

  setSweep(s: Placed, dx: number, dy: number, dz: number, side: number): void {
    const r = s.r;
    const w = this.sweep;
    const k = side > 0 ? 1 / side : 0;
    for (let i = 0; i < 3; i++) {
      w[i] = r[3 * i] * dx + r[3 * i + 1] * dy + r[3 * i + 2] * dz;
      w[i + 3] = (r[3 * i] * dx + r[3 * i + 2] * dz) * k;
    }
  }

  add(x: number, y: number, z: number, index: number): void {
    const k = this.count;
    if (k === this.index.length) {
      this.points = grownF64(this.points);
      this.index = grownI32(this.index);
    }
    this.points[3 * k] = x;
    this.points[3 * k + 1] = y;
    this.points[3 * k + 2] = z;
    this.index[k] = index;
    this.count = k + 1;
  }

  /** Append the point (x, y, z) of the shape's frame. */
  addLocal(s: Placed, x: number, y: number, z: number, index: number): void {
    const k = this.count;
    this.add(0, 0, 0, index);
    s.toWorld(this.points, 3 * k, x, y, z);
  }

  setLocalNormal(s: Placed, x: number, y: number, z: number): void {
    const r = s.r;
    this.nx = r[0] * x + r[1] * y + r[2] * z;
    this.ny = r[3] * x + r[4] * y + r[5] * z;
    this.nz = r[6] * x + r[7] * y + r[8] * z;
  }
}

/** Index of the face of a polyhedron whose normal is nearest to the direction d in the shape's frame. */
export function faceTowards(planes: Float64Array, dx: number, dy: number, dz: number): number {
  let best = 0;
  let bestDot = -Infinity;
  for (let f = 0, o = 0; o < planes.length; f++, o += PLANE_STRIDE) {
    const dot = planes[o] * dx + planes[o + 1] * dy + planes[o + 2] * dz;
    if (dot > bestDot) {
      bestDot = dot;
      best = f;
    }
  }
  return best;
}

/** The polygon of one face of a polyhedron. */
export function faceFeature(s: Placed, face: number, out: Feature): void {
  const p = s.polyhedron!;
  const v = p.vertices;
  out.count = 0;
  out.radius = 0;
  out.lead = -1;
  for (let i = p.faceStart[face]; i < p.faceStart[face + 1]; i++) {
    const k = p.faceVertices[i];
    out.addLocal(s, v[3 * k], v[3 * k + 1], v[3 * k + 2], k);
  }
  out.setLocalNormal(
    s,
    p.planes[PLANE_STRIDE * face],
    p.planes[PLANE_STRIDE * face + 1],
    p.planes[PLANE_STRIDE * face + 2],
  );
}

/** Rim polygon of the disc y = height, corners counter-clockwise seen along −up, the first towards (dx, dz). */
function discFeature(
  s: Placed,
  radius: number,
  height: number,
  up: number,
  dx: number,
  dz: number,
  out: Feature,
): void {
  const length = Math.sqrt(dx * dx + dz * dz);
  let ux = 1;
  let uz = 0;
  if (length > LEVEL_TILT) {
    ux = dx / length;
    uz = dz / length;
  }
  out.count = 0;
  const base = up > 0 ? RIM_TOP : RIM_BOTTOM;
  for (let k = 0; k < RIM_POINTS; k++) {
    // seen from +Y, counter-clockwise turns +z towards +x
    const c = RIM_COS[k] * radius;
    const w = (up > 0 ? RIM_SIN[k] : -RIM_SIN[k]) * radius;
    out.addLocal(s, c * ux + w * uz, height, c * uz - w * ux, base + k);
  }
  out.setLocalNormal(s, 0, up, 0);
}

/**
 * The feature of s that faces the world direction d (unit). `count` is 1 for a point, 2 for a segment, more for a
 * polygon. A capsule gives its core and the way from there to its surface.
 */
export function supportFeature(s: Placed, wx: number, wy: number, wz: number, out: Feature): void {
  const r = s.r;
  const dx = r[0] * wx + r[3] * wy + r[6] * wz;
  const dy = r[1] * wx + r[4] * wy + r[7] * wz;
  const dz = r[2] * wx + r[5] * wy + r[8] * wz;
  out.count = 0;
  out.radius = 0;
  out.lead = -1;
  switch (s.kind) {
    case BOX:
    case CONVEX:
      faceFeature(s, faceTowards(s.polyhedron!.planes, dx, dy, dz), out);
      return;
    case SPHERE:
      out.addLocal(s, dx * s.hx, dy * s.hx, dz * s.hx, 0);
      return;
    case CAPSULE: {
      // the core, to be swept by the radius: at the leading end along d, elsewhere across the axis
      const side = Math.sqrt(dx * dx + dz * dz);
      const lead = dy > 0 ? 0 : 1;
      out.radius = s.hx;
      out.setSweep(s, dx, dy, dz, side);
      if (side < 0.5) {
        out.addLocal(s, 0, dy > 0 ? s.hy : -s.hy, 0, GENERATOR + lead);
        out.lead = 0;
        return;
      }
      out.addLocal(s, 0, s.hy, 0, GENERATOR);
      out.addLocal(s, 0, -s.hy, 0, GENERATOR + 1);
      out.lead = lead;
      return;
    }
    case CYLINDER: {
      const side = Math.sqrt(dx * dx + dz * dz);
      if (Math.abs(dy) > side) {
        discFeature(s, s.hx, dy > 0 ? s.hy : -s.hy, dy > 0 ? 1 : -1, dx, dz, out);
        return;
      }
      const k = s.hx / side;
      out.addLocal(s, dx * k, s.hy, dz * k, GENERATOR);
      out.addLocal(s, dx * k, -s.hy, dz * k, GENERATOR + 1);
      return;
    }
    case CONE: {
      const side = Math.sqrt(dx * dx + dz * dz);
      const slant = Math.sqrt(s.hx * s.hx + 4 * s.hy * s.hy);
      // normals: side (cos, sin) = (2h, r)/slant in (radial, y); base −y; split where the direction is half-way
      const nr = (2 * s.hy) / slant;
      const ny = s.hx / slant;
      if (-dy > nr * side + ny * dy) {
        discFeature(s, s.hx, -s.hy, -1, dx, dz, out);
      } else if (side < 1e-9 || -nr * dy + ny * side < -0.5) {
        out.addLocal(s, 0, s.hy, 0, APEX);
      } else {
        const k = s.hx / side;
        out.addLocal(s, 0, s.hy, 0, APEX);
        out.addLocal(s, dx * k, -s.hy, dz * k, GENERATOR + 1);
      }
      return;
    }
    default: {
      // A surface that is known by its support function alone is curved: one point.
      const k = out.count;
      out.add(0, 0, 0, 0);
      s.support(s.shape!, dx, dy, dz, out.points, 3 * k);
      s.toWorld(out.points, 3 * k, out.points[3 * k], out.points[3 * k + 1], out.points[3 * k + 2]);
    }
  }
}
