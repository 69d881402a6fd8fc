// The part of a mesh below a plane: what src/overlap/mesh-half-space.ts does from the tree to the sums of components,
// operation by operation, so that all of it has the same bits. A mesh that lands is cut in thousands of triangles in a
// step whose code has never run before: here it is compiled at once.
//
// Built by scripts/build-kernels.js into src/overlap/half-space-wasm.ts. Held against TypeScript in
// test/overlap/mesh-half-space.test.ts.

import {
  EDGES,
  H_BELOW,
  H_BOUNDS,
  H_COMPONENT,
  H_CORNER,
  H_COS,
  H_COUNT,
  H_EDGE,
  H_EDGES,
  H_FIRST,
  H_FOUND,
  H_HEIGHTS,
  H_OWNER,
  H_PARENT,
  H_PLANE,
  H_POSITIONS,
  H_REACHED,
  H_SIN,
  H_STACK,
  H_TRIANGLES,
  H_VERTEX,
  POINTS,
  SIDES,
  STRIDE,
  SUMS,
} from '../src/overlap/half-space-layout';

function find(vertices: usize, v: i32): i32 {
  let k = v;
  let parent = load<i32>(vertices + H_VERTEX * k, H_PARENT);
  while (parent !== k) {
    const above = load<i32>(vertices + H_VERTEX * parent, H_PARENT);
    store<i32>(vertices + H_VERTEX * k, above, H_PARENT);
    k = above;
    parent = load<i32>(vertices + H_VERTEX * k, H_PARENT);
  }
  return k;
}

/** The smaller index becomes the root, so that nothing depends on the order of joining. */
function unite(vertices: usize, v: i32, w: i32): void {
  const a = find(vertices, v);
  const b = find(vertices, w);
  if (a < b) store<i32>(vertices + H_VERTEX * b, a, H_PARENT);
  else if (b < a) store<i32>(vertices + H_VERTEX * a, b, H_PARENT);
}

/**
 * Gathers the triangles of `mesh` with a vertex lower than `level` from `out` on, where there is room for `most`, and
 * numbers their components in the order of the tree. Returns how many triangles; -1: there was no room for them.
 * `stamp`: new for each call.
 */
export function gather(mesh: usize, vertices: usize, stamp: i32, level: f64, out: usize, most: i32): i32 {
  const positions: usize = load<u32>(mesh, H_POSITIONS);
  const triangles: usize = load<u32>(mesh, H_TRIANGLES);
  const bounds: usize = load<u32>(mesh, H_BOUNDS);
  const first: usize = load<u32>(mesh, H_FIRST);
  const count: usize = load<u32>(mesh, H_COUNT);
  const px = load<f64>(H_PLANE);
  const py = load<f64>(H_PLANE + 8);
  const pz = load<f64>(H_PLANE + 16);
  const ox = load<f64>(H_PLANE + 24);
  const oy = load<f64>(H_PLANE + 32);
  const oz = load<f64>(H_PLANE + 40);
  const offset = px * ox + py * oy + pz * oz;
  // The lowest corner of a node's box.
  const ix: usize = px > 0 ? 0 : 24;
  const iy: usize = py > 0 ? 8 : 32;
  const iz: usize = pz > 0 ? 16 : 40;
  let top: usize = H_STACK;
  let node: usize = 0;
  let at = out;
  let found: i32 = 0;
  for (;;) {
    const o = bounds + 48 * node;
    if (px * load<f64>(o + ix) + py * load<f64>(o + iy) + pz * load<f64>(o + iz) - offset < 0) {
      const leaf = load<i32>(count + 4 * node);
      const from = load<i32>(first + 4 * node);
      if (leaf === 0) {
        store<i32>(top, from);
        top += 4;
        node++;
        continue;
      }
      for (let k = from; k < from + leaf; k++) {
        if (found === most) return -1;
        const t = triangles + 12 * k;
        let seen: i32 = -1;
        for (let c: usize = 0; c < 3; c++) {
          const v = load<i32>(t + 4 * c);
          const p = positions + 24 * v;
          const height = px * (load<f64>(p) - ox) + py * (load<f64>(p, 8) - oy) + pz * (load<f64>(p, 16) - oz);
          store<f64>(at + 8 * c, height, H_HEIGHTS);
          if (!(height < level)) continue;
          const r = vertices + H_VERTEX * v;
          if (load<i32>(r) !== stamp) {
            store<i32>(r, stamp);
            store<i32>(r, v, H_PARENT);
          }
          if (seen < 0) seen = v;
          else unite(vertices, seen, v);
        }
        if (seen < 0) continue;
        store<i32>(at, k);
        store<i32>(at, seen, H_OWNER);
        at += H_BELOW;
        found++;
      }
    }
    if (top === H_STACK) break;
    top -= 4;
    node = load<i32>(top);
  }
  for (let k = out; k < at; k += H_BELOW) {
    const owner = find(vertices, load<i32>(k, H_OWNER));
    store<i32>(k, owner, H_OWNER);
    store<i32>(vertices + H_VERTEX * owner, -1, H_COMPONENT);
  }
  let components: i32 = 0;
  for (let k = out; k < at; k += H_BELOW) {
    const root = vertices + H_VERTEX * load<i32>(k, H_OWNER);
    if (load<i32>(root, H_COMPONENT) < 0) store<i32>(root, components++, H_COMPONENT);
    store<i32>(k, load<i32>(root, H_COMPONENT), H_OWNER);
  }
  store<i32>(H_FOUND, components);
  return found;
}

/** Sums of so many triangles below, gathered at `from`, into those of their components at `sums`. */
export function addUp(mesh: usize, vertices: usize, stamp: i32, from: usize, count: i32, sums: usize): void {
  const positions: usize = load<u32>(mesh, H_POSITIONS);
  const triangles: usize = load<u32>(mesh, H_TRIANGLES);
  const ox = load<f64>(H_PLANE + 24);
  const oy = load<f64>(H_PLANE + 32);
  const oz = load<f64>(H_PLANE + 40);
  for (let c = load<i32>(H_FOUND) - 1; c >= 0; c--) {
    const o = sums + 8 * STRIDE * c;
    for (let k: usize = 0; k < 8 * SUMS; k += 8) store<f64>(o + k, 0);
    for (let k: usize = 8 * SUMS; k < 8 * POINTS; k += 8) store<f64>(o + k, -Infinity);
  }
  const end = from + H_BELOW * count;
  for (let k = from; k < end; k += H_BELOW) {
    const t = triangles + 12 * load<i32>(k);
    const o = sums + 8 * STRIDE * load<i32>(k, H_OWNER);
    // The part below the plane, relative to o: three or four corners, in the triangle's order.
    let corner: usize = H_CORNER;
    for (let c: usize = 0; c < 3; c++) {
      const next: usize = c === 2 ? 0 : c + 1;
      const i = load<i32>(t + 4 * c);
      const j = load<i32>(t + 4 * next);
      const height = load<f64>(k + 8 * c, H_HEIGHTS);
      const after = load<f64>(k + 8 * next, H_HEIGHTS);
      const isBelow = height < 0;
      if (isBelow) {
        const v = positions + 24 * i;
        store<f64>(corner, load<f64>(v) - ox);
        store<f64>(corner, load<f64>(v, 8) - oy, 8);
        store<f64>(corner, load<f64>(v, 16) - oz, 16);
        const r = vertices + H_VERTEX * i;
        if (load<i32>(r, H_REACHED) !== stamp) {
          store<i32>(r, stamp, H_REACHED);
          reach(o, corner);
        }
        corner += 24;
      }
      if (isBelow !== after < 0) {
        // From below to above, whichever triangle asks: both sides of the edge get the same point.
        const low = isBelow ? i : j;
        const high = isBelow ? j : i;
        const a = positions + 24 * low;
        const b = positions + 24 * high;
        const depth = isBelow ? height : after;
        const s = depth / (depth - (isBelow ? after : height));
        store<f64>(corner, load<f64>(a) - ox + s * (load<f64>(b) - load<f64>(a)));
        store<f64>(corner, load<f64>(a, 8) - oy + s * (load<f64>(b, 8) - load<f64>(a, 8)), 8);
        store<f64>(corner, load<f64>(a, 16) - oz + s * (load<f64>(b, 16) - load<f64>(a, 16)), 16);
        if (isFirst(low, high, stamp)) reach(o, corner);
        corner += 24;
      }
    }
    const corners: usize = corner - H_CORNER;
    if (corners >= 72) addTriangle(o, H_CORNER + 24, H_CORNER + 48);
    if (corners === 96) addTriangle(o, H_CORNER + 48, H_CORNER + 72);
  }
}

/** Whether the edge from vertex a, below the plane, to vertex b is cut for the first time, as far as that is known. */
function isFirst(a: i32, b: i32, stamp: i32): boolean {
  const at: usize = H_EDGES + H_EDGE * ((7 * <u32>a + <u32>b) % EDGES);
  if (load<i32>(at) === a && load<i32>(at, 4) === b && load<i32>(at, 8) === stamp) return false;
  store<i32>(at, a);
  store<i32>(at, b, 4);
  store<i32>(at, stamp, 8);
  return true;
}

/** Adds s to the number at `at`. */
// @inline
function add(at: usize, s: f64): void {
  store<f64>(at, load<f64>(at) + s);
}

/** Adds the triangle of the first corner, b and c, and the tetrahedron that it forms with o. */
function addTriangle(o: usize, b: usize, c: usize): void {
  const ax = load<f64>(H_CORNER);
  const ay = load<f64>(H_CORNER + 8);
  const az = load<f64>(H_CORNER + 16);
  const bx = load<f64>(b);
  const by = load<f64>(b, 8);
  const bz = load<f64>(b, 16);
  const cx = load<f64>(c);
  const cy = load<f64>(c, 8);
  const cz = load<f64>(c, 16);
  const ex = bx - ax;
  const ey = by - ay;
  const ez = bz - az;
  const fx = cx - ax;
  const fy = cy - ay;
  const fz = cz - az;
  const gx = 0.5 * (ey * fz - ez * fy);
  const gy = 0.5 * (ez * fx - ex * fz);
  const gz = 0.5 * (ex * fy - ey * fx);
  const v = (gx * ax + gy * ay + gz * az) / 3;
  const sx = ax + bx + cx;
  const sy = ay + by + cy;
  const sz = az + bz + cz;
  add(o, v);
  add(o + 8, 0.25 * v * sx);
  add(o + 16, 0.25 * v * sy);
  add(o + 24, 0.25 * v * sz);
  // ∫xxᵀ of a tetrahedron with one corner at o: V/20 (Σ x xᵀ + (Σx)(Σx)ᵀ).
  const w = 0.05 * v;
  add(o + 32, w * (ax * ax + bx * bx + cx * cx + sx * sx));
  add(o + 40, w * (ax * ay + bx * by + cx * cy + sx * sy));
  add(o + 48, w * (ax * az + bx * bz + cx * cz + sx * sz));
  add(o + 56, w * (ay * ay + by * by + cy * cy + sy * sy));
  add(o + 64, w * (ay * az + by * bz + cy * cz + sy * sz));
  add(o + 72, w * (az * az + bz * bz + cz * cz + sz * sz));
  add(o + 80, gx);
  add(o + 88, gy);
  add(o + 96, gz);
  add(o + 104, (sy * gz - sz * gy) / 3);
  add(o + 112, (sz * gx - sx * gz) / 3);
  add(o + 120, (sx * gy - sy * gx) / 3);
}

/** Lets the corner at c push out the component's extremes. */
function reach(o: usize, c: usize): void {
  const x = load<f64>(c);
  const y = load<f64>(c, 8);
  const z = load<f64>(c, 16);
  const u = f64x2.splat(x * load<f64>(H_PLANE + 48) + y * load<f64>(H_PLANE + 56) + z * load<f64>(H_PLANE + 64));
  const v = f64x2.splat(x * load<f64>(H_PLANE + 72) + y * load<f64>(H_PLANE + 80) + z * load<f64>(H_PLANE + 88));
  const first = o + 8 * SUMS;
  const points = o + 8 * POINTS;
  for (let k: usize = 0; k < 8 * SIDES; k += 16) {
    const far = f64x2.add(f64x2.mul(u, v128.load(k, H_COS)), f64x2.mul(v, v128.load(k, H_SIN)));
    const pushes = i64x2.bitmask(f64x2.gt(far, v128.load(first + k)));
    if (pushes === 0) continue;
    for (let side: usize = 0; side < 2; side++) {
      if (((pushes >> <i32>side) & 1) === 0) continue;
      store<f64>(first + k + 8 * side, side === 0 ? f64x2.extract_lane(far, 0) : f64x2.extract_lane(far, 1));
      const at = points + 3 * (k + 8 * side);
      store<f64>(at, x);
      store<f64>(at, y, 8);
      store<f64>(at, z, 16);
    }
  }
}
