// Rays along one axis through a closed triangle surface, on the product of two sorted lists of coordinates: what the
// lattice asks where material is. No ray counts an edge or a vertex twice: each edge is looked at from its
// lower-numbered end, and a ray that meets it exactly is moved aside by an infinitesimal (ε, ε²). Built once a body, so
// plain and without a tree.

export class ColumnHits {
  /** Ray r owns hits start[r] … start[r + 1), ascending in depth. */
  start = new Int32Array(1);
  depth = new Float64Array(0);
  /** +1: the ray enters the solid, -1: it leaves. */
  sign = new Int8Array(0);
}

/** Ray number of column i and row j is j·us.length + i; u and v are the axes after `axis`, in turn. */
export function castColumns(
  positions: Float64Array,
  indices: Int32Array,
  axis: number,
  us: Float64Array,
  vs: Float64Array,
): ColumnHits {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  let ray = new Int32Array(1024);
  let depth = new Float64Array(1024);
  let sign = new Int8Array(1024);
  let count = 0;
  const n = us.length;
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * indices[t];
    const b = 3 * indices[t + 1];
    const c = 3 * indices[t + 2];
    const area =
      (positions[b + u] - positions[a + u]) * (positions[c + v] - positions[a + v]) -
      (positions[b + v] - positions[a + v]) * (positions[c + u] - positions[a + u]);
    const i1 = firstAbove(us, Math.max(positions[a + u], positions[b + u], positions[c + u]));
    const j1 = firstAbove(vs, Math.max(positions[a + v], positions[b + v], positions[c + v]));
    for (let j = firstAt(vs, Math.min(positions[a + v], positions[b + v], positions[c + v])); j < j1; j++) {
      for (let i = firstAt(us, Math.min(positions[a + u], positions[b + u], positions[c + u])); i < i1; i++) {
        const ab = side(positions, a, b, u, v, us[i], vs[j]);
        const bc = side(positions, b, c, u, v, us[i], vs[j]);
        const ca = side(positions, c, a, u, v, us[i], vs[j]);
        if (ab !== bc || bc !== ca) continue;
        if (count === ray.length) {
          ray = grow(ray, new Int32Array(2 * count));
          depth = grow(depth, new Float64Array(2 * count));
          sign = grow(sign, new Int8Array(2 * count));
        }
        ray[count] = j * n + i;
        depth[count] = depthAt(positions, a, b, c, axis, u, v, us[i], vs[j], area);
        sign[count++] = ab > 0 ? -1 : 1;
      }
    }
  }
  return sorted(ray, depth, sign, count, n * vs.length);
}

function grow<T extends Int32Array | Float64Array | Int8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** On which side of the edge the ray stands: +1 to the left of it seen against the axis. Never 0. */
function side(p: Float64Array, from: number, to: number, u: number, v: number, x: number, y: number): number {
  const swap = from > to;
  const a = swap ? to : from;
  const b = swap ? from : to;
  const du = p[b + u] - p[a + u];
  const dv = p[b + v] - p[a + v];
  let e = du * (y - p[a + v]) - dv * (x - p[a + u]);
  if (e === 0) e = -dv;
  if (e === 0) e = du;
  return e > 0 !== swap ? 1 : -1;
}

function depthAt(
  p: Float64Array,
  a: number,
  b: number,
  c: number,
  w: number,
  u: number,
  v: number,
  x: number,
  y: number,
  area: number,
): number {
  const low = Math.min(p[a + w], p[b + w], p[c + w]);
  const high = Math.max(p[a + w], p[b + w], p[c + w]);
  const cb = ((x - p[a + u]) * (p[c + v] - p[a + v]) - (y - p[a + v]) * (p[c + u] - p[a + u])) / area;
  const cc = ((p[b + u] - p[a + u]) * (y - p[a + v]) - (p[b + v] - p[a + v]) * (x - p[a + u])) / area;
  const d = p[a + w] + cb * (p[b + w] - p[a + w]) + cc * (p[c + w] - p[a + w]);
  return d >= low ? (d <= high ? d : high) : low;
}

function firstAt(xs: Float64Array, x: number): number {
  let low = 0;
  let high = xs.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (xs[mid] < x) low = mid + 1;
    else high = mid;
  }
  return low;
}

function firstAbove(xs: Float64Array, x: number): number {
  let low = 0;
  let high = xs.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (xs[mid] <= x) low = mid + 1;
    else high = mid;
  }
  return low;
}

function sorted(ray: Int32Array, depth: Float64Array, sign: Int8Array, count: number, rays: number): ColumnHits {
  const hits = new ColumnHits();
  const start = new Int32Array(rays + 1);
  for (let k = 0; k < count; k++) start[ray[k] + 1]++;
  for (let r = 0; r < rays; r++) start[r + 1] += start[r];
  const end = start.slice(0, rays);
  hits.start = start;
  hits.depth = new Float64Array(count);
  hits.sign = new Int8Array(count);
  for (let k = 0; k < count; k++) {
    const r = ray[k];
    let at = end[r]++;
    // Entries before exits at the same depth: pieces that touch are one.
    while (
      at > start[r] &&
      (hits.depth[at - 1] > depth[k] || (hits.depth[at - 1] === depth[k] && hits.sign[at - 1] < sign[k]))
    ) {
      hits.depth[at] = hits.depth[at - 1];
      hits.sign[at] = hits.sign[at - 1];
      at--;
    }
    hits.depth[at] = depth[k];
    hits.sign[at] = sign[k];
  }
  return hits;
}
