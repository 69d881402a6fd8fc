/** out[o…] = (b - a) × (c - a) of the points at offsets a, b, c of p: along the normal, twice the area long. */
export function crossOfTriangle(out: Float64Array, p: Float64Array, a: number, b: number, c: number, o = 0): void {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  out[o] = uy * vz - uz * vy;
  out[o + 1] = uz * vx - ux * vz;
  out[o + 2] = ux * vy - uy * vx;
}
