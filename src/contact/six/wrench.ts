// Impulses of patch contacts as wrenches in world axes.

/**
 * Writes the wrench of a block's impulses (wrench-law.ts) at s[l…] to out[o…]; f[n…] has the block's frame n, u, w, and
 * f[c…] its curvature: a normal force that bears off the centre leans with the surface there.
 */
export function writeWrench(
  out: Float64Array,
  o: number,
  s: Float64Array,
  l: number,
  f: Float64Array,
  n: number,
  c: number,
): void {
  const fu = s[l + 3] - f[c] * s[l + 1] - f[c + 1] * s[l + 2];
  const fw = s[l + 4] - f[c + 1] * s[l + 1] - f[c + 2] * s[l + 2];
  for (let m = 0; m < 3; m++) {
    const x = f[n + m];
    const u = f[n + 3 + m];
    const w = f[n + 6 + m];
    out[o + m] = x * s[l] + u * fu + w * fw;
    out[o + 3 + m] = x * s[l + 5] + u * s[l + 2] - w * s[l + 1];
  }
}

/**
 * Adds the wrench at from[w…] to that at out[o…]: the first about the point at a[i…], the other about that at b[j…].
 */
export function addWrench(
  out: Float64Array,
  o: number,
  from: Float64Array,
  w: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  for (let m = 0; m < 3; m++) {
    const m1 = (m + 1) % 3;
    const m2 = (m + 2) % 3;
    out[o + m] += from[w + m];
    out[o + 3 + m] += from[w + 3 + m] + (a[i + m1] - b[j + m1]) * from[w + m2] - (a[i + m2] - b[j + m2]) * from[w + m1];
  }
}
