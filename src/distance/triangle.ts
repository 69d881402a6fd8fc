// The nearest point of a triangle to a point, and which part of the triangle holds it (Ericson 2005, §5.1.5).

/** Inside the face; 1–3: at corner 0, 1, 2; 4–6: on the edge from corner 0, 1, 2 to the next. */
export const ON_FACE = 0;
export const AT_CORNER = 1;
export const ON_EDGE = 4;

/** Nearest point of triangle (a, b, c: offsets into p) to (x, y, z), to out[0…2]; returns the part. */
export function nearestOnTriangle(
  p: Float64Array,
  a: number,
  b: number,
  c: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): number {
  const ax = p[a];
  const ay = p[a + 1];
  const az = p[a + 2];
  const ux = p[b] - ax;
  const uy = p[b + 1] - ay;
  const uz = p[b + 2] - az;
  const vx = p[c] - ax;
  const vy = p[c + 1] - ay;
  const vz = p[c + 2] - az;
  const px = x - ax;
  const py = y - ay;
  const pz = z - az;
  const d1 = ux * px + uy * py + uz * pz;
  const d2 = vx * px + vy * py + vz * pz;
  if (d1 <= 0 && d2 <= 0) {
    out[0] = ax;
    out[1] = ay;
    out[2] = az;
    return AT_CORNER;
  }
  const qx = x - p[b];
  const qy = y - p[b + 1];
  const qz = z - p[b + 2];
  const d3 = ux * qx + uy * qy + uz * qz;
  const d4 = vx * qx + vy * qy + vz * qz;
  if (d3 >= 0 && d4 <= d3) {
    out[0] = p[b];
    out[1] = p[b + 1];
    out[2] = p[b + 2];
    return AT_CORNER + 1;
  }
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const t = d1 / (d1 - d3);
    out[0] = ax + t * ux;
    out[1] = ay + t * uy;
    out[2] = az + t * uz;
    return ON_EDGE;
  }
  const rx = x - p[c];
  const ry = y - p[c + 1];
  const rz = z - p[c + 2];
  const d5 = ux * rx + uy * ry + uz * rz;
  const d6 = vx * rx + vy * ry + vz * rz;
  if (d6 >= 0 && d5 <= d6) {
    out[0] = p[c];
    out[1] = p[c + 1];
    out[2] = p[c + 2];
    return AT_CORNER + 2;
  }
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const t = d2 / (d2 - d6);
    out[0] = ax + t * vx;
    out[1] = ay + t * vy;
    out[2] = az + t * vz;
    return ON_EDGE + 2;
  }
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const t = (d4 - d3) / (d4 - d3 + (d5 - d6));
    out[0] = p[b] + t * (p[c] - p[b]);
    out[1] = p[b + 1] + t * (p[c + 1] - p[b + 1]);
    out[2] = p[b + 2] + t * (p[c + 2] - p[b + 2]);
    return ON_EDGE + 1;
  }
  const k = 1 / (va + vb + vc);
  const v = vb * k;
  const w = vc * k;
  out[0] = ax + ux * v + vx * w;
  out[1] = ay + uy * v + vy * w;
  out[2] = az + uz * v + vz * w;
  return ON_FACE;
}
