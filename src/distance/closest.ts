// Signed distance from a point to a shape, with the nearest point of its surface and the outward normal there.
// Closed forms for round shapes; exact over all faces for polyhedra. Where the nearest point is not unique (a centre, an axis)
// a fixed direction is chosen: up, or x for directions across an axis.
// Verified in test/distance/points.test.ts.

import { PLANE_OFFSET, PLANE_STRIDE } from '../shapes/polyhedron.js';
import { BOX, CAPSULE, CONE, CONVEX, CYLINDER, MESH, type Placed, SPHERE, TORUS } from './placed.js';
import type { Surfaces } from './surface.js';
import { SurfaceClosest } from './surface-closest.js';

/** Below this share of the shape's size an outside point counts as on the surface, where the direction to it is noise. */
const TOUCH = 1e-12;

export class Closest {
  /** Negative inside. */
  distance = 0;
  /** Nearest surface point and outward unit normal; world axes, relative to the pair's origin. */
  x = 0;
  y = 0;
  z = 0;
  nx = 0;
  ny = 1;
  nz = 0;
  // the same in the shape's frame, while it is being found
  private qx = 0;
  private qy = 0;
  private qz = 0;
  private mx = 0;
  private my = 1;
  private mz = 0;
  private readonly surface = new SurfaceClosest();

  constructor(private readonly surfaces: Surfaces) {}

  /** For all but half-spaces. Beyond `limit` only some larger number is returned. */
  find(s: Placed, wx: number, wy: number, wz: number, limit: number): number {
    const r = s.r;
    const dx = wx - s.x;
    const dy = wy - s.y;
    const dz = wz - s.z;
    const x = r[0] * dx + r[3] * dy + r[6] * dz;
    const y = r[1] * dx + r[4] * dy + r[7] * dz;
    const z = r[2] * dx + r[5] * dy + r[8] * dz;
    switch (s.kind) {
      case SPHERE:
        this.round(x, y, z, 0, 0, 0, s.hx, false);
        break;
      case CAPSULE:
        this.round(x, y, z, 0, y > s.hy ? s.hy : y < -s.hy ? -s.hy : y, 0, s.hx, true);
        break;
      case TORUS: {
        const rho = Math.sqrt(x * x + z * z);
        const k = rho > 0 ? s.hx / rho : 0;
        this.round(x, y, z, rho > 0 ? x * k : s.hx, 0, z * k, s.hy, false);
        break;
      }
      case BOX:
        this.box(s, x, y, z);
        break;
      case CYLINDER:
        this.cylinder(s, x, y, z);
        break;
      case CONE:
        this.cone(s, x, y, z);
        break;
      case CONVEX:
        this.polyhedron(s, x, y, z, limit);
        break;
      case MESH: {
        const c = this.surface;
        const d = c.find(this.surfaces.of(s), x, y, z, limit);
        this.put(d, c.x, c.y, c.z, c.nx, c.ny, c.nz);
        break;
      }
    }
    this.x = s.x + r[0] * this.qx + r[1] * this.qy + r[2] * this.qz;
    this.y = s.y + r[3] * this.qx + r[4] * this.qy + r[5] * this.qz;
    this.z = s.z + r[6] * this.qx + r[7] * this.qy + r[8] * this.qz;
    this.nx = r[0] * this.mx + r[1] * this.my + r[2] * this.mz;
    this.ny = r[3] * this.mx + r[4] * this.my + r[5] * this.mz;
    this.nz = r[6] * this.mx + r[7] * this.my + r[8] * this.mz;
    return this.distance;
  }

  private put(d: number, qx: number, qy: number, qz: number, mx: number, my: number, mz: number): void {
    this.distance = d;
    this.qx = qx;
    this.qy = qy;
    this.qz = qz;
    this.mx = mx;
    this.my = my;
    this.mz = mz;
  }

  /** A ball of the given radius around c. */
  private round(
    x: number,
    y: number,
    z: number,
    cx: number,
    cy: number,
    cz: number,
    radius: number,
    acrossY: boolean,
  ): void {
    const dx = x - cx;
    const dy = y - cy;
    const dz = z - cz;
    const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (d > TOUCH * radius) {
      this.mx = dx / d;
      this.my = dy / d;
      this.mz = dz / d;
    } else {
      // at the centre, or on a core line: up, except along a capsule's straight part, where that lies inside
      const across = acrossY ? 1 : 0;
      this.mx = across;
      this.my = 1 - across;
      this.mz = 0;
    }
    this.distance = d - radius;
    this.qx = cx + radius * this.mx;
    this.qy = cy + radius * this.my;
    this.qz = cz + radius * this.mz;
  }

  /** Nearest point (qx, qy, qz) known, point outside: distance and normal from it, unless they touch. */
  private fromNearest(size: number, x: number, y: number, z: number): boolean {
    const dx = x - this.qx;
    const dy = y - this.qy;
    const dz = z - this.qz;
    const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(d > TOUCH * size)) return false;
    this.distance = d;
    this.mx = dx / d;
    this.my = dy / d;
    this.mz = dz / d;
    return true;
  }

  private box(s: Placed, x: number, y: number, z: number): void {
    const ax = Math.abs(x) - s.hx;
    const ay = Math.abs(y) - s.hy;
    const az = Math.abs(z) - s.hz;
    if (ax > 0 || ay > 0 || az > 0) {
      this.qx = ax > 0 ? (x > 0 ? s.hx : -s.hx) : x;
      this.qy = ay > 0 ? (y > 0 ? s.hy : -s.hy) : y;
      this.qz = az > 0 ? (z > 0 ? s.hz : -s.hz) : z;
      if (this.fromNearest(s.size, x, y, z)) return;
    }
    const sx = x >= 0 ? 1 : -1;
    const sy = y >= 0 ? 1 : -1;
    const sz = z >= 0 ? 1 : -1;
    if (ay >= ax && ay >= az) this.put(ay, x, sy * s.hy, z, 0, sy, 0);
    else if (ax >= az) this.put(ax, sx * s.hx, y, z, sx, 0, 0);
    else this.put(az, x, y, sz * s.hz, 0, 0, sz);
  }

  private cylinder(s: Placed, x: number, y: number, z: number): void {
    const rho = Math.sqrt(x * x + z * z);
    const ux = rho > 0 ? x / rho : 1;
    const uz = rho > 0 ? z / rho : 0;
    const side = rho - s.hx;
    const end = Math.abs(y) - s.hy;
    if (side > 0 || end > 0) {
      this.qx = side > 0 ? ux * s.hx : x;
      this.qy = end > 0 ? (y > 0 ? s.hy : -s.hy) : y;
      this.qz = side > 0 ? uz * s.hx : z;
      if (this.fromNearest(s.size, x, y, z)) return;
    }
    const up = y >= 0 ? 1 : -1;
    if (end >= side) this.put(end, x, up * s.hy, z, 0, up, 0);
    else this.put(side, ux * s.hx, y, uz * s.hx, ux, 0, uz);
  }

  /** In the half-plane (ρ, y): apex (0, h), rim (R, −h), side normal (2h, R)/slant. */
  private cone(s: Placed, x: number, y: number, z: number): void {
    const rho = Math.sqrt(x * x + z * z);
    const ux = rho > 0 ? x / rho : 1;
    const uz = rho > 0 ? z / rho : 0;
    const slant = Math.sqrt(s.hx * s.hx + 4 * s.hy * s.hy);
    const nr = (2 * s.hy) / slant;
    const ny = s.hx / slant;
    const side = nr * rho + ny * (y - s.hy);
    const base = -y - s.hy;
    let t = ny * rho - nr * (y - s.hy);
    if (t < 0) t = 0;
    else if (t > slant) t = slant;
    const gr = t * ny;
    const gy = s.hy - t * nr;
    if (side > 0 || base > 0) {
      if (base > 0 && rho <= s.hx) {
        this.qx = x;
        this.qy = -s.hy;
        this.qz = z;
      } else {
        this.qx = ux * gr;
        this.qy = gy;
        this.qz = uz * gr;
      }
      if (this.fromNearest(s.size, x, y, z)) return;
    }
    if (base >= side) this.put(base, x, -s.hy, z, 0, -1, 0);
    else this.put(side, ux * gr, gy, uz * gr, ux * nr, ny, uz * nr);
  }

  private polyhedron(s: Placed, x: number, y: number, z: number, limit: number): void {
    const p = s.polyhedron!;
    const planes = p.planes;
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
    this.put(highest, x - highest * mx, y - highest * my, z - highest * mz, mx, my, mz);
    if (highest <= TOUCH * s.size || highest > limit) return;
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
    this.qx = bx;
    this.qy = by;
    this.qz = bz;
    this.fromNearest(s.size, x, y, z);
  }
}
