// The walk through the box trees of two meshes down to the pairs of triangles that cross: what `find` of
// src/overlap/meshes/crossings.ts does, in the same order. Nodes that are apart are told so in singles, four numbers at
// once, by their boxes and by how flat they are, with a slack that is more than their rounding: which of them are passed
// over does not matter, as long as nothing in them crosses. Triangles are placed and compared in doubles, operation by
// operation as TypeScript does, so that the pairs that are left are those of which a side passes through the other, to
// the bit.
//
// Built by scripts/build-kernels.js into src/overlap/meshes/walk-wasm.ts. Held against TypeScript in
// test/overlap/mesh-walk.test.ts.

import {
  W_ALONG,
  W_ALONG_HIGH,
  W_COUNT,
  W_EXTENT,
  W_FIRST,
  W_HEIGHTS,
  W_HIGH,
  W_LEAF,
  W_LEAVES,
  W_LIST,
  W_LISTED,
  W_LOW,
  W_NODE,
  W_NODES,
  W_NORMAL,
  W_NUMBER,
  W_PAIR,
  W_POSITIONS,
  W_SIGNS,
  W_SIZE,
  W_STAMP,
  W_TRIANGLE,
  W_TRIANGLES,
  W_WIDE,
} from '../src/overlap/meshes/walk-layout';

/**
 * More than rounding to singles makes of a cosine, a sine, or a length as a share of all half extents of two boxes that
 * are not apart along the frame's axes: some 30 units in the last place, here 128.
 */
const SLACK: f32 = 7.6293945e-6;
/** Parts of more triangles than this are seldom flat, and long to measure. */
const MOST_TRIANGLES: i32 = 256;
/** Scratch: rotation by rows and position; the rotation's columns, two rows of each; pairs of nodes; a vector. */
const PLACE: usize = 0;
const COLUMNS: usize = 96;
const STACK: usize = 144;
const SPARE: usize = 2320;
/** Leaves of either mesh that are placed: their node, when, where their triangles end; the triangles. */
const LEAVES_OWN: usize = 4096;
const LEAVES_OTHER: usize = LEAVES_OWN + W_LEAVES * W_LEAF;
const LEAF_STAMP: usize = 4;
const LEAF_END: usize = 8;
const LEAF_TRIANGLES: usize = 16;
/** Of a triangle: corners; its box, least and less most, or of the other mesh most and less least; normal; number. */
const BOX: usize = 72;
const NORMAL: usize = 120;
const NUMBER: usize = 144;
const LEAF_STRIDE: usize = 152;

/** x y z of a double each as singles. */
function singles(at: usize): v128 {
  return f32x4.replace_lane(f32x4.demote_f64x2_zero(v128.load(at)), 2, <f32>load<f64>(at, 16));
}

function sum(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2);
}

/** x · a + y · b + z · c, with (x, y, z) the lanes of v. */
function combine(v: v128, a: v128, b: v128, c: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(v128.shuffle<f32>(v, v, 0, 0, 0, 0), a), f32x4.mul(v128.shuffle<f32>(v, v, 1, 1, 1, 1), b)),
    f32x4.mul(v128.shuffle<f32>(v, v, 2, 2, 2, 2), c),
  );
}

/** (b - a) × (c - a): along the normal, twice the area long. */
function cross(out: usize, a: usize, b: usize, c: usize): void {
  const ux = load<f64>(b) - load<f64>(a);
  const uy = load<f64>(b, 8) - load<f64>(a, 8);
  const uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(c) - load<f64>(a);
  const vy = load<f64>(c, 8) - load<f64>(a, 8);
  const vz = load<f64>(c, 16) - load<f64>(a, 16);
  store<f64>(out, uy * vz - uz * vy);
  store<f64>(out, uz * vx - ux * vz, 8);
  store<f64>(out, ux * vy - uy * vx, 16);
}

/**
 * How flat the part is that the node with record `o` holds: it lies between two planes across its mean normal, and within
 * a distance of an axis along it. Boxes along fixed axes round surfaces that nearly touch overlap as far as they are
 * wide; between such planes a smooth part is as thick as it curves, which is quadratic in its width (S. Gottschalk, M.
 * C. Lin, D. Manocha, "OBBTree", 1996). Endless where it is not flat. Measured when a node is first asked for.
 */
function measure(o: usize, mesh: usize): void {
  store<f32>(o, Infinity, W_WIDE);
  let leaf = o;
  while (load<i32>(leaf, W_COUNT) === 0) leaf += W_NODE;
  const from = load<i32>(leaf, W_FIRST);
  leaf = o;
  while (load<i32>(leaf, W_COUNT) === 0) leaf = mesh + W_NODES + load<i32>(leaf, W_FIRST) * W_NODE;
  const to = load<i32>(leaf, W_FIRST) + load<i32>(leaf, W_COUNT);
  if (to - from > MOST_TRIANGLES) return;
  const positions: usize = load<u32>(mesh, W_POSITIONS);
  const begin = load<u32>(mesh, W_TRIANGLES) + from * W_TRIANGLE;
  const end = load<u32>(mesh, W_TRIANGLES) + to * W_TRIANGLE;
  let nx: f64 = 0;
  let ny: f64 = 0;
  let nz: f64 = 0;
  for (let t: usize = begin; t < end; t += W_TRIANGLE) {
    cross(SPARE, positions + 24 * load<u32>(t), positions + 24 * load<u32>(t, 4), positions + 24 * load<u32>(t, 8));
    nx += load<f64>(SPARE);
    ny += load<f64>(SPARE, 8);
    nz += load<f64>(SPARE, 16);
  }
  const length = sqrt(nx * nx + ny * ny + nz * nz);
  if (!(length > 0)) return;
  nx /= length;
  ny /= length;
  nz /= length;
  let low: f64 = Infinity;
  let high: f64 = -Infinity;
  let wide: f64 = 0;
  for (let t: usize = begin; t < end; t += W_TRIANGLE)
    for (let c: usize = 0; c < 12; c += 4) {
      const v = positions + 24 * load<u32>(t + c);
      const x = load<f64>(v) - load<f64>(o);
      const y = load<f64>(v, 8) - load<f64>(o, 8);
      const z = load<f64>(v, 16) - load<f64>(o, 16);
      const height = nx * x + ny * y + nz * z;
      low = min(low, height);
      high = max(high, height);
      const ax = x - height * nx;
      const ay = y - height * ny;
      const az = z - height * nz;
      wide = max(wide, ax * ax + ay * ay + az * az);
    }
  store<f32>(o, <f32>nx, W_NORMAL);
  store<f32>(o, <f32>ny, W_NORMAL + 4);
  store<f32>(o, <f32>nz, W_NORMAL + 8);
  store<f32>(o, <f32>low, W_LOW);
  store<f32>(o, <f32>high, W_HIGH);
  store<f32>(o, <f32>sqrt(wide), W_WIDE);
}

function placeColumns(): void {
  for (let k: usize = 0; k < 24; k += 8) {
    store<f64>(2 * k, load<f64>(k, PLACE), COLUMNS);
    store<f64>(2 * k, load<f64>(k, PLACE + 24), COLUMNS + 8);
  }
}

/** A point in the frame. */
function turn(out: usize, p: usize): void {
  const x = load<f64>(p);
  const y = load<f64>(p, 8);
  const z = load<f64>(p, 16);
  v128.store(
    out,
    f64x2.add(
      f64x2.add(
        f64x2.add(f64x2.mul(v128.load(COLUMNS), f64x2.splat(x)), f64x2.mul(v128.load(COLUMNS + 16), f64x2.splat(y))),
        f64x2.mul(v128.load(COLUMNS + 32), f64x2.splat(z)),
      ),
      v128.load(PLACE + 72),
    ),
  );
  store<f64>(
    out,
    load<f64>(PLACE + 48) * x + load<f64>(PLACE + 56) * y + load<f64>(PLACE + 64) * z + load<f64>(PLACE + 88),
    16,
  );
}

function placeBox(out: usize, isTurned: bool): void {
  const a = v128.load(out);
  const b = v128.load(out, 24);
  const c = v128.load(out, 48);
  const least = f64x2.pmin(f64x2.pmin(a, b), c);
  const most = f64x2.pmax(f64x2.pmax(a, b), c);
  const z = load<f64>(out, 16);
  const w = load<f64>(out, 40);
  const v = load<f64>(out, 64);
  const low = z < w ? (z < v ? z : v) : w < v ? w : v;
  const high = z > w ? (z > v ? z : v) : w > v ? w : v;
  v128.store(out, isTurned ? most : least, BOX);
  store<f64>(out, isTurned ? high : low, BOX + 16);
  v128.store(out, f64x2.neg(isTurned ? least : most), BOX + 24);
  store<f64>(out, -(isTurned ? low : high), BOX + 40);
}

/**
 * Where the leaf at `o` is placed, which is done if it was not in this walk. Whichever leaf wants the same place in
 * `leaves` puts it out.
 */
function placeLeaf(leaves: usize, o: usize, mesh: usize, isTurned: bool, stamp: i32): usize {
  const leaf = leaves + ((o / W_NODE) % W_LEAVES) * W_LEAF;
  if (load<u32>(leaf) === <u32>o && load<i32>(leaf, LEAF_STAMP) === stamp) return leaf;
  store<u32>(leaf, <u32>o);
  store<i32>(leaf, stamp, LEAF_STAMP);
  let out = leaf + LEAF_TRIANGLES;
  const positions: usize = load<u32>(mesh, W_POSITIONS);
  let t: usize = load<u32>(mesh, W_TRIANGLES) + load<i32>(o, W_FIRST) * W_TRIANGLE;
  for (let n = load<i32>(o, W_COUNT); n > 0; n--) {
    for (let c: usize = 0; c < 3; c++) {
      const v = positions + 24 * load<u32>(t + 4 * c);
      if (isTurned) turn(out + 24 * c, v);
      else {
        v128.store(out + 24 * c, v128.load(v));
        store<f64>(out + 24 * c, load<f64>(v, 16), 16);
      }
    }
    placeBox(out, isTurned);
    cross(out + NORMAL, out, out + 24, out + 48);
    store<i32>(out, load<i32>(t, W_NUMBER), NUMBER);
    out += LEAF_STRIDE;
    t += W_TRIANGLE;
  }
  store<u32>(leaf, <u32>out, LEAF_END);
  return leaf;
}

/** Whether the boxes of a triangle of the frame's mesh and one of the other are apart. */
function areBoxesApart(own: usize, other: usize): bool {
  const x = f64x2.gt(v128.load(own, BOX), v128.load(other, BOX));
  const y = f64x2.gt(v128.load(own, BOX + 16), v128.load(other, BOX + 16));
  const z = f64x2.gt(v128.load(own, BOX + 32), v128.load(other, BOX + 32));
  return v128.any_true(v128.or(v128.or(x, y), z));
}

/** Height of the corner at p over the triangle at t, times twice its area, to `out`; 1: it is above. */
function height(out: usize, t: usize, p: usize): u32 {
  const h =
    load<f64>(t, NORMAL) * (load<f64>(p) - load<f64>(t)) +
    load<f64>(t, NORMAL + 8) * (load<f64>(p, 8) - load<f64>(t, 8)) +
    load<f64>(t, NORMAL + 16) * (load<f64>(p, 16) - load<f64>(t, 16));
  store<f64>(out, h);
  return u32(h >= 0);
}

/**
 * Heights of the corners of p over the triangle at t to `out`; returns which are above, a bit for each, the first once
 * more behind them.
 */
function above(out: usize, t: usize, p: usize): u32 {
  return height(out, t, p) * 9 + height(out + 8, t, p + 24) * 2 + height(out + 16, t, p + 48) * 4;
}

/** Where side k of the triangle at t begins, as its edge runs, and where it ends. */
function beginOf(t: usize, k: usize, isAlong: u32): usize {
  return t + 24 * (isAlong ? k : k === 2 ? 0 : k + 1);
}

/**
 * Signs of each side of the triangle at s against the sides of the one at t, as both run, bit 3 · side of s + side of t;
 * -1: no side of either passes through the other, of whose corners bits of `da` and `db` say which are above.
 */
function compareEdges(s: usize, t: usize, da: u32, db: u32): i32 {
  const alongS = load<u32>(s, NUMBER);
  const alongT = load<u32>(t, NUMBER);
  let signs: u32 = 0;
  // By sides of t: whether all sides of s are over it, and whether one is.
  let all: u32 = 7;
  let any: u32 = 0;
  let passes = false;
  for (let k: u32 = 0; k < 3; k++) {
    const isAlong = (alongS >> k) & 1;
    const p = beginOf(s, k, isAlong);
    const q = beginOf(s, k, isAlong ^ 1);
    const ux = load<f64>(q) - load<f64>(p);
    const uy = load<f64>(q, 8) - load<f64>(p, 8);
    const uz = load<f64>(q, 16) - load<f64>(p, 16);
    let row: u32 = 0;
    for (let l: u32 = 0; l < 3; l++) {
      const isToo = (alongT >> l) & 1;
      const f = beginOf(t, l, isToo);
      const g = beginOf(t, l, isToo ^ 1);
      const x = load<f64>(f) - load<f64>(p);
      const y = load<f64>(f, 8) - load<f64>(p, 8);
      const z = load<f64>(f, 16) - load<f64>(p, 16);
      const vx = load<f64>(g) - load<f64>(f);
      const vy = load<f64>(g, 8) - load<f64>(f, 8);
      const vz = load<f64>(g, 16) - load<f64>(f, 16);
      const isOver = u32(x * (uy * vz - uz * vy) + y * (uz * vx - ux * vz) + z * (ux * vy - uy * vx) >= 0);
      row |= (isOver ^ isAlong ^ isToo) << l;
    }
    if ((((da >> k) ^ (da >> (k + 1))) & 1) !== 0 && (row === 0 || row === 7)) passes = true;
    all &= row;
    any |= row;
    signs |= row << (3 * k);
  }
  return passes || ((db ^ (db >> 1)) & (all | ~any) & 7) !== 0 ? signs : -1;
}

/**
 * Pairs of triangles of mesh `own`, the frame's, and of mesh `other`, at the pose in scratch, that may cross: numbers in
 * both, those of the mesh first that `isOwnFirst` says, signs of edges, heights of corners (walk-layout.ts), from `out`
 * on, where there is room for one more than `most`. Returns how many; more than `most`: there was no room for the rest. `placed`: room for a placed node for each of the other's; `stamp`: new for each call.
 *
 * `list`: how many pairs of leaves there are that come within `margin` of each other, and these; -1: they are not known,
 * and found first, as many as there is room for at a time.
 */
export function walk(
  own: usize,
  other: usize,
  placed: usize,
  stamp: i32,
  isOwnFirst: bool,
  out: usize,
  most: i32,
  list: usize,
  margin: f32,
): i32 {
  placeColumns();
  const row0 = singles(PLACE);
  const row1 = singles(PLACE + 24);
  const row2 = singles(PLACE + 48);
  const abs0 = f32x4.abs(row0);
  const abs1 = f32x4.abs(row1);
  const abs2 = f32x4.abs(row2);
  // Columns, for what is turned into the frame.
  const c01 = v128.shuffle<f32>(row0, row1, 0, 4, 1, 5);
  const column0 = v128.shuffle<f32>(c01, row2, 0, 1, 4, 7);
  const column1 = v128.shuffle<f32>(c01, row2, 2, 3, 5, 7);
  const column2 = v128.shuffle<f32>(v128.shuffle<f32>(row0, row1, 2, 6, 3, 7), row2, 0, 1, 6, 7);
  let count: i32 = 0;
  const toPlaced = placed - other - W_NODES;
  const begin = list + W_LISTED;
  const room = begin + 8 * W_LIST;
  const known = load<i32>(list);
  let end = begin;
  let at = begin;
  let isListed = known >= 0;
  let isWhole = true;
  let top = STACK;
  if (isListed) end += 8 * known;
  else {
    store<u32>(top, <u32>(own + W_NODES));
    store<u32>(top, <u32>(other + W_NODES), 4);
    top += 8;
  }
  for (;;) {
    let a: usize;
    let j: usize;
    if (isListed) {
      if (at === end) {
        if (top === STACK) break;
        isListed = false;
        end = begin;
        continue;
      }
      a = load<u32>(at);
      j = load<u32>(at, 4);
      at += 8;
    } else {
      if (top === STACK || end === room) {
        if (top > STACK) isWhole = false;
        isListed = true;
        at = begin;
        continue;
      }
      top -= 8;
      a = load<u32>(top);
      j = load<u32>(top, 4);
    }
    const b = j + toPlaced;
    if (load<f32>(a, W_WIDE) === 0) measure(a, own);
    if (load<i32>(b, W_STAMP) !== stamp) {
      if (load<f32>(j, W_WIDE) === 0) measure(j, other);
      store<i32>(b, stamp, W_STAMP);
      turn(b, j);
      const extent = v128.load(j, W_EXTENT);
      v128.store(b, extent, W_EXTENT);
      const low = v128.load(j, W_NORMAL);
      v128.store(
        b,
        f32x4.replace_lane(combine(low, column0, column1, column2), 3, f32x4.extract_lane(low, 3)),
        W_NORMAL,
      );
      v128.store(b, combine(extent, f32x4.abs(column0), f32x4.abs(column1), f32x4.abs(column2)), W_ALONG);
      store<f32>(b, load<f32>(j, W_HIGH), W_ALONG_HIGH);
    }
    // Whether the boxes are apart along one of the axes of either.
    const d = f32x4.replace_lane(
      f32x4.demote_f64x2_zero(f64x2.sub(v128.load(b), v128.load(a))),
      2,
      <f32>(load<f64>(b, 16) - load<f64>(a, 16)),
    );
    const ea = v128.load(a, W_EXTENT);
    const eb = v128.load(b, W_EXTENT);
    const apart = f32x4.abs(d);
    const rounding = SLACK * <f32>(load<f64>(a, W_SIZE) + load<f64>(j, W_SIZE));
    const slack = isListed ? rounding : rounding + margin;
    const slacks = f32x4.splat(slack);
    const frame = f32x4.gt(apart, f32x4.add(f32x4.add(ea, v128.load(b, W_ALONG)), slacks));
    const turned = f32x4.gt(
      f32x4.abs(combine(d, row0, row1, row2)),
      f32x4.add(f32x4.add(eb, combine(ea, abs0, abs1, abs2)), slacks),
    );
    if ((i32x4.bitmask(v128.or(frame, turned)) & 7) !== 0) continue;
    // Whether what is in them is, along one of their normals.
    const wide = f32x4.extract_lane(ea, 3);
    const wideB = f32x4.extract_lane(eb, 3);
    if (wide < Infinity && wideB < Infinity) {
      const n = v128.load(a, W_NORMAL);
      const m = v128.load(b, W_NORMAL);
      const cosine = sum(f32x4.mul(n, m));
      const across = f32x4.sub(
        f32x4.mul(v128.shuffle<f32>(n, n, 1, 2, 0, 3), v128.shuffle<f32>(m, m, 2, 0, 1, 3)),
        f32x4.mul(v128.shuffle<f32>(n, n, 2, 0, 1, 3), v128.shuffle<f32>(m, m, 1, 2, 0, 3)),
      );
      const sine = sqrt(sum(f32x4.mul(across, across))) + SLACK;
      const away = sum(f32x4.mul(n, d));
      const back = sum(f32x4.mul(m, d));
      const low = f32x4.extract_lane(n, 3);
      const high = load<f32>(a, W_HIGH);
      const lowB = f32x4.extract_lane(m, 3);
      const highB = load<f32>(b, W_ALONG_HIGH);
      const wideAway = sine * wideB + slack;
      if (away + min(cosine * lowB, cosine * highB) - wideAway > high) continue;
      if (away + max(cosine * lowB, cosine * highB) + wideAway < low) continue;
      const wideBack = sine * wide + slack;
      if (min(cosine * low, cosine * high) - back - wideBack > highB) continue;
      if (max(cosine * low, cosine * high) - back + wideBack < lowB) continue;
    }
    const isLeaf = load<i32>(a, W_COUNT) > 0;
    const isLeafToo = load<i32>(j, W_COUNT) > 0;
    if (isLeaf && isLeafToo) {
      if (!isListed) {
        store<u32>(end, <u32>a);
        store<u32>(end, <u32>j, 4);
        end += 8;
        continue;
      }
      const leaf = placeLeaf(LEAVES_OWN, a, own, false, stamp);
      const leafToo = placeLeaf(LEAVES_OTHER, j, other, true, stamp);
      const first = isOwnFirst ? leaf : leafToo;
      const second = isOwnFirst ? leafToo : leaf;
      const endS: usize = load<u32>(first, LEAF_END);
      const endT: usize = load<u32>(second, LEAF_END);
      for (let s = first + LEAF_TRIANGLES; s < endS; s += LEAF_STRIDE)
        for (let t = second + LEAF_TRIANGLES; t < endT; t += LEAF_STRIDE) {
          if (isOwnFirst ? areBoxesApart(s, t) : areBoxesApart(t, s)) continue;
          const da = above(out + W_HEIGHTS, t, s);
          if (da === 0 || da === 15) continue;
          const db = above(out + W_HEIGHTS + 24, s, t);
          if (db === 0 || db === 15) continue;
          const signs = compareEdges(s, t, da, db);
          if (signs < 0) continue;
          if (count < most) {
            store<i32>(out, load<i32>(s, NUMBER) >> 3);
            store<i32>(out, load<i32>(t, NUMBER) >> 3, 4);
            store<i32>(out, signs, W_SIGNS);
            out += W_PAIR;
          }
          count++;
        }
      continue;
    }
    if (isLeafToo || (!isLeaf && load<f64>(a, W_SIZE) >= load<f64>(j, W_SIZE))) {
      store<u32>(top, <u32>(own + W_NODES + load<i32>(a, W_FIRST) * W_NODE));
      store<u32>(top, <u32>j, 4);
      store<u32>(top, <u32>(a + W_NODE), 8);
      store<u32>(top, <u32>j, 12);
    } else {
      store<u32>(top, <u32>a);
      store<u32>(top, <u32>(other + W_NODES + load<i32>(j, W_FIRST) * W_NODE), 4);
      store<u32>(top, <u32>a, 8);
      store<u32>(top, <u32>(j + W_NODE), 12);
    }
    top += 16;
  }
  store<i32>(list, isWhole ? i32(end - begin) >> 3 : -1);
  return count;
}
