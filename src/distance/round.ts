// Contact points of spheres against convex shapes and tori, and of two capsules: closed forms through the nearest
// points.

import { ID_OTHER, type PointBuffer } from './buffer.js';
import type { Closest } from './closest.js';
import type { Placed } from './placed.js';

/** Capsules whose axes enclose less than this (sine) and overlap in length touch at two points. */
const PARALLEL = 0.02;

export function sphereVsShape(s: Placed, other: Placed, c: Closest, margin: number, out: PointBuffer): void {
  const radius = s.hx;
  const d = c.find(other, s.x, s.y, s.z, radius + margin);
  if (d > radius + margin) return;
  out.push(
    s.x - radius * c.nx,
    s.y - radius * c.ny,
    s.z - radius * c.nz,
    c.x,
    c.y,
    c.z,
    c.nx,
    c.ny,
    c.nz,
    d - radius,
    ID_OTHER,
  );
}

/** Push the points between two balls around core points p and q; `fallback` directs the normal where p = q. */
function pushRound(
  px: number,
  py: number,
  pz: number,
  ra: number,
  qx: number,
  qy: number,
  qz: number,
  rb: number,
  fx: number,
  fy: number,
  fz: number,
  margin: number,
  id: number,
  out: PointBuffer,
): void {
  let nx = px - qx;
  let ny = py - qy;
  let nz = pz - qz;
  const d = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (d - ra - rb > margin) return;
  if (d > 1e-12 * (ra + rb)) {
    nx /= d;
    ny /= d;
    nz /= d;
  } else {
    nx = fx;
    ny = fy;
    nz = fz;
  }
  out.push(
    px - ra * nx,
    py - ra * ny,
    pz - ra * nz,
    qx + rb * nx,
    qy + rb * ny,
    qz + rb * nz,
    nx,
    ny,
    nz,
    d - ra - rb,
    id,
  );
}

export function capsuleVsCapsule(a: Placed, b: Placed, margin: number, out: PointBuffer): void {
  // core segments: centre ± h u
  const ux = a.r[1];
  const uy = a.r[4];
  const uz = a.r[7];
  const vx = b.r[1];
  const vy = b.r[4];
  const vz = b.r[7];
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const dz = b.z - a.z;
  const ha = a.hy;
  const hb = b.hy;
  const uv = ux * vx + uy * vy + uz * vz;
  const ud = ux * dx + uy * dy + uz * dz;
  const vd = vx * dx + vy * dy + vz * dz;
  const cx = uy * vz - uz * vy;
  const cy = uz * vx - ux * vz;
  const cz = ux * vy - uy * vx;
  const sin2 = cx * cx + cy * cy + cz * cz; // without the cancellation of 1 − uv²
  // where cores cross, part them at right angles to both; where they run along each other, across, up if possible
  let fx = cx;
  let fy = cy;
  let fz = cz;
  if (sin2 < 1e-12) {
    fx = -uy * ux;
    fy = 1 - uy * uy;
    fz = -uy * uz;
    if (fy < 1e-6) {
      fx = 1 - ux * ux;
      fy = -ux * uy;
      fz = -ux * uz;
    }
  } else if (fy < 0) {
    fx = -fx;
    fy = -fy;
    fz = -fz;
  }
  const f = 1 / Math.sqrt(fx * fx + fy * fy + fz * fz);
  fx *= f;
  fy *= f;
  fz *= f;

  if (sin2 < PARALLEL * PARALLEL) {
    // overlap of b's ends on a's axis: two points, each exact for its own place
    const low = Math.max(-ha, ud - hb);
    const high = Math.min(ha, ud + hb);
    if (high - low > 1e-6 * (ha + hb)) {
      for (let k = 0; k < 2; k++) {
        const s = k === 0 ? low : high;
        const px = ux * s;
        const py = uy * s;
        const pz = uz * s;
        let t = vx * (px - dx) + vy * (py - dy) + vz * (pz - dz);
        t = t < -hb ? -hb : t > hb ? hb : t;
        pushRound(
          a.x + px,
          a.y + py,
          a.z + pz,
          a.hx,
          b.x + t * vx,
          b.y + t * vy,
          b.z + t * vz,
          b.hx,
          fx,
          fy,
          fz,
          margin,
          ID_OTHER | (1 + k),
          out,
        );
      }
      return;
    }
  }
  // closest points of two segments (Ericson 2005, §5.1.9), parameters along unit axes
  let s = 0;
  if (sin2 > 1e-14) s = (ud - uv * vd) / sin2;
  s = s < -ha ? -ha : s > ha ? ha : s;
  let t = uv * s - vd;
  if (t < -hb) {
    t = -hb;
    s = ud + uv * t;
    s = s < -ha ? -ha : s > ha ? ha : s;
  } else if (t > hb) {
    t = hb;
    s = ud + uv * t;
    s = s < -ha ? -ha : s > ha ? ha : s;
  }
  pushRound(
    a.x + s * ux,
    a.y + s * uy,
    a.z + s * uz,
    a.hx,
    b.x + t * vx,
    b.y + t * vy,
    b.z + t * vz,
    b.hx,
    fx,
    fy,
    fz,
    margin,
    ID_OTHER,
    out,
  );
}
