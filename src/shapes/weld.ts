// Joining points that are the same, and the hash that finds them: a cell of the grid hashes to a chain of points, and
// each point joins the earliest kept point within the tolerance. The answer depends on the order of the points only.

/**
 * For every point (x, y, z each) the index of the earliest kept point within `tolerance` of it: itself if it is kept.
 * Tolerance 0 joins equal points (0 and -0 are equal).
 */
export function joinPoints(points: Float64Array, tolerance: number): Int32Array {
  const n = points.length / 3;
  const joined = new Int32Array(n);
  let size = 16;
  while (size < 2 * n) size *= 2;
  const heads = new Int32Array(size).fill(-1);
  const next = new Int32Array(n);
  const bits = new Float64Array(3);
  const words = new Int32Array(bits.buffer);
  const mask = size - 1;
  if (!(tolerance > 0)) {
    for (let i = 0; i < n; i++) {
      bits[0] = points[3 * i] + 0; // -0 becomes 0
      bits[1] = points[3 * i + 1] + 0;
      bits[2] = points[3 * i + 2] + 0;
      let h = 0;
      for (let k = 0; k < 6; k++) h = mix(h, words[k]);
      const slot = (h ^ (h >>> 15)) & mask;
      let j = heads[slot];
      while (j >= 0 && !(points[3 * j] === bits[0] && points[3 * j + 1] === bits[1] && points[3 * j + 2] === bits[2])) {
        j = next[j];
      }
      if (j >= 0) {
        joined[i] = j;
        continue;
      }
      joined[i] = i;
      next[i] = heads[slot];
      heads[slot] = i;
    }
    return joined;
  }
  const cell = 1 / (2 * tolerance);
  const limit = tolerance * tolerance;
  for (let i = 0; i < n; i++) {
    const x = points[3 * i];
    const y = points[3 * i + 1];
    const z = points[3 * i + 2];
    const cx = Math.floor(x * cell);
    const cy = Math.floor(y * cell);
    const cz = Math.floor(z * cell);
    // A ball of the tolerance reaches into at most two cells along each axis.
    const sx = x * cell - cx < 0.5 ? -1 : 1;
    const sy = y * cell - cy < 0.5 ? -1 : 1;
    const sz = z * cell - cz < 0.5 ? -1 : 1;
    let found = i;
    for (let k = 0; k < 8; k++) {
      const slot = cellHash(k & 1 ? cx + sx : cx, k & 2 ? cy + sy : cy, k & 4 ? cz + sz : cz) & mask;
      for (let j = heads[slot]; j >= 0; j = next[j]) {
        if (j >= found) continue;
        const dx = points[3 * j] - x;
        const dy = points[3 * j + 1] - y;
        const dz = points[3 * j + 2] - z;
        if (dx * dx + dy * dy + dz * dz <= limit) found = j;
      }
    }
    joined[i] = found;
    if (found !== i) continue;
    const slot = cellHash(cx, cy, cz) & mask;
    next[i] = heads[slot];
    heads[slot] = i;
  }
  return joined;
}

function mix(h: number, word: number): number {
  h = Math.imul(h ^ word, 0x9e3779b1);
  return h ^ (h >>> 13);
}

function cellHash(x: number, y: number, z: number): number {
  let h = mix(0, (x % 4294967296) | 0);
  h = mix(h, (y % 4294967296) | 0);
  h = mix(h, (z % 4294967296) | 0);
  return h ^ (h >>> 15);
}
