// What the outline of a patch is asked, and what is made of one that is hardly wider than a line (patch.ts).

/**
 * From the centre along +u, -u, +w, -w to the polygon of n vertices at v[start…], into out[at…]; 0 where the centre lies
 * outside.
 */
export function measureReach(out: Float64Array, at: number, v: Float64Array, start: number, n: number): void {
  for (let side = 0; side < 4; side++) {
    const sign = side & 1 ? -1 : 1;
    let least = Infinity;
    for (let j = 0; j < n; j++) {
      const p = start + 2 * j;
      const q = start + 2 * (j + 1 < n ? j + 1 : 0);
      // Outward normal of a counter-clockwise edge.
      const nu = v[q + 1] - v[p + 1];
      const nw = v[p] - v[q];
      const along = sign * (side < 2 ? nu : nw);
      if (!(along > 0)) continue;
      const t = (nu * v[p] + nw * v[p + 1]) / along;
      if (t < least) least = t;
    }
    out[at + side] = least < Infinity && least > 0 ? least : 0;
  }
}

/** Makes the n vertices from v[start] on the line through their middle along u; returns 2. */
export function collapse(v: Float64Array, start: number, n: number): number {
  let low = Infinity;
  let high = -Infinity;
  let left = Infinity;
  let right = -Infinity;
  for (let k = start; k < start + 2 * n; k += 2) {
    low = Math.min(low, v[k]);
    high = Math.max(high, v[k]);
    left = Math.min(left, v[k + 1]);
    right = Math.max(right, v[k + 1]);
  }
  v[start] = low;
  v[start + 1] = 0.5 * (left + right);
  v[start + 2] = high;
  v[start + 3] = v[start + 1];
  return 2;
}
