// A soft body's surface divided along a cutter, and closed on both sides where the cut goes all the way round.

import type { Vec3 } from '../math/vec3.js';
import type { SoftBody } from './body.js';
import { type Cutter, isWithin } from './cutter.js';

/**
 * Rest positions of the divided surface, and on which side of the cutter each triangle is: 1, -1, or 0 where it is not
 * cut.
 */
export function clipSurface(
  body: SoftBody,
  cutter: Cutter,
): { positions: Float64Array; indices: Int32Array; sides: Int8Array } {
  const { surface } = body;
  body.updateSurface(0);
  const { rest, positions: x, indices } = surface;
  const n = rest.length / 3;
  const height = new Float64Array(n);
  const slack = 1e-9 * Math.max(...[0, 1, 2].map((k) => body.restBounds[3 + k] - body.restBounds[k]));
  for (let v = 0; v < n; v++) {
    let h = 0;
    for (let k = 0; k < 3; k++) h += (x[3 * v + k] - cutter.point[k]!) * cutter.normal[k]!;
    // Vertices in the plane count as above it: no triangle is cut at its corner.
    height[v] = Math.abs(h) < slack ? slack : h;
  }
  const points = Array.from(rest);
  const middle = new Map<number, number>();
  const at = (a: number, b: number): number => {
    const key = Math.min(a, b) * 4194304 + Math.max(a, b);
    let m = middle.get(key);
    if (m === undefined) {
      const [p, q] = a < b ? [a, b] : [b, a];
      const t = height[p] / (height[p] - height[q]);
      m = points.length / 3;
      for (let k = 0; k < 3; k++) points.push(rest[3 * p + k] + t * (rest[3 * q + k] - rest[3 * p + k]));
      middle.set(key, m);
    }
    return m;
  };
  const crossing = (a: number, b: number): Vec3 => {
    const t = height[a] / (height[a] - height[b]);
    return [0, 1, 2].map((k) => x[3 * a + k] + t * (x[3 * b + k] - x[3 * a + k])) as unknown as Vec3;
  };
  // Directed segments of the cut, from where a triangle's lower side enters it to where it leaves: triangles by
  // segment.
  const cut: { t: number; a: number; b: number; c: number; up: boolean }[] = [];
  const isCut = new Uint8Array(indices.length / 3);
  for (let t = 0; t < indices.length; t += 3) {
    const v = [indices[t], indices[t + 1], indices[t + 2]];
    const above = v.map((i) => height[i!] > 0);
    const ups = above.filter((a) => a).length;
    if (ups === 0 || ups === 3) continue;
    // a: the corner that is alone on its side.
    const alone = above.findIndex((a) => a === (ups === 1));
    const [a, b, c] = [v[alone]!, v[(alone + 1) % 3]!, v[(alone + 2) % 3]!];
    if (!isWithin(cutter, crossing(a, b)) || !isWithin(cutter, crossing(a, c))) continue;
    cut.push({ t, a, b, c, up: ups === 1 });
    isCut[t / 3] = 1;
  }
  // Loops of the cut: from each triangle's first crossing to its second, seen so that the material above lies to one
  // side.
  const next = new Map<string, { to: string; key: [number, number] }>();
  const name = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`);
  for (const { a, b, c, up } of cut) {
    const [from, to] = up ? [name(a, b), name(a, c)] : [name(a, c), name(a, b)];
    const key: [number, number] = up ? [a, b] : [a, c];
    next.set(from, { to, key });
  }
  const closed = new Set<string>();
  const loops: [number, number][][] = [];
  const seen = new Set<string>();
  for (const start of next.keys()) {
    if (seen.has(start)) continue;
    const keys: [number, number][] = [];
    const names: string[] = [];
    let here = start;
    while (next.has(here) && !seen.has(here)) {
      seen.add(here);
      names.push(here);
      keys.push(next.get(here)!.key);
      here = next.get(here)!.to;
    }
    if (here !== start) continue;
    for (const nm of names) closed.add(nm);
    loops.push(keys);
  }
  const out: number[] = [];
  const sides: number[] = [];
  const add = (side: number, ...v: number[]): void => {
    out.push(...v);
    for (let k = 0; k < v.length; k += 3) sides.push(side);
  };
  // Both sides of a cut need vertices of their own along it.
  const lower = new Map<number, number>();
  const below = (m: number): number => {
    let d = lower.get(m);
    if (d === undefined) {
      d = points.length / 3;
      points.push(points[3 * m]!, points[3 * m + 1]!, points[3 * m + 2]!);
      lower.set(m, d);
    }
    return d;
  };
  const open = new Set<number>();
  for (const { t, a, b, c, up } of cut) {
    if (!closed.has(name(a, b)) || !closed.has(name(a, c))) {
      open.add(t);
      continue;
    }
    const ab = at(a, b);
    const ac = at(a, c);
    if (up) {
      add(1, a, ab, ac);
      add(-1, below(ab), b, c, below(ab), c, below(ac));
    } else {
      add(-1, a, below(ab), below(ac));
      add(1, ab, b, c, ab, c, ac);
    }
  }
  for (let t = 0; t < indices.length; t += 3) {
    if (isCut[t / 3] === 1 && !open.has(t)) continue;
    add(0, indices[t], indices[t + 1], indices[t + 2]);
  }
  for (const loop of loops) {
    const ring = loop.map(([a, b]) => at(a, b));
    const center = [0, 1, 2].map((k) => ring.reduce((sum, m) => sum + points[3 * m + k]!, 0) / ring.length);
    const high = points.length / 3;
    points.push(...center);
    const low = points.length / 3;
    points.push(...center);
    for (let k = 0; k < ring.length; k++) {
      const p = ring[k]!;
      const q = ring[(k + 1) % ring.length]!;
      // The surface above runs p → q along the cut; its cap must run q → p.
      add(1, q, p, high);
      add(-1, below(p), below(q), low);
    }
  }
  return { positions: Float64Array.from(points), indices: Int32Array.from(out), sides: Int8Array.from(sides) };
}
