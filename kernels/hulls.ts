// Convex polyhedra in the kernel of boxes: the axis of two of them, or of one over a plane, and the faces that look along
// it, as src/distance/sat.ts, facing-axis.ts and face-towards.ts find them, operation by operation, so that every bit is
// the same. Two corners at a time (f64x2). src/contact/six/hull-pack.ts says how they lie in memory.
//
// Held against TypeScript in test/contact/hull-batch.test.ts.

import {
  HU_BALL,
  HU_CORNERS,
  HU_EDGES,
  HU_FACES,
  HU_IS_BOX,
  HU_JOINTS,
  HU_NUMBERS,
  HU_PAIRS,
  HU_SIZE,
} from '../src/contact/six/hull-layout';

// Of sat.ts and face-towards.ts.
const EDGE_BIAS: f64 = 1e-4;
const EDGE_RELATIVE_BIAS: f64 = 0.02;
const FACE_TIE: f64 = 1e-5;
const PARALLEL: f64 = 1e-6;
const SAME_HEIGHT: f64 = 1e-9;

/** What was found: the axis from the second to the first, how far they are apart along it, whose face has it, or -1. */
export let hullX: f64 = 0;
export let hullY: f64 = 0;
export let hullZ: f64 = 0;
export let hullRoom: f64 = 0;
export let hullFaceA: i32 = 0;
export let hullFaceB: i32 = 0;
export let hullSize: f64 = 0;

/** Scratch (bytes): frames, corners and planes of the second in the frame of the first, edges of it, and marks. */
const M: usize = 1600;
const CORNERS: usize = M + 72;
const PLANES: usize = CORNERS + 1536;
const EDGES: usize = PLANES + 2048;
const MARKS: usize = EDGES + 384;

function pairsOf(hull: usize): usize {
  return <usize>load<i32>(hull, HU_PAIRS * 4);
}

/** Its planes, behind its corners. */
function planesOf(hull: usize): usize {
  return hull + HU_NUMBERS * 8 + pairsOf(hull) * 48;
}

function facesOf(hull: usize): i32 {
  return load<i32>(hull, HU_FACES * 4);
}

/** Where what joins its corners lies: `hulls` is where all hulls do. */
function jointsOf(hull: usize, hulls: usize): usize {
  return hulls + <usize>load<i32>(hull, HU_JOINTS * 4);
}

/** Corners of faces, and edges, behind where faces begin. */
function cornersOf(joints: usize, faces: i32): usize {
  return joints + 4 * <usize>(faces + 1);
}

function edgesOf(joints: usize, faces: i32): usize {
  return cornersOf(joints, faces) + 4 * <usize>load<i32>(joints + 4 * <usize>faces);
}

/** The least way of corners at v along (x, y, z): `pairs` times two, all x, all y, all z. */
function lowest(v: usize, pairs: usize, x: f64, y: f64, z: f64): f64 {
  const xx = f64x2.splat(x);
  const yy = f64x2.splat(y);
  const zz = f64x2.splat(z);
  const step = pairs << 4;
  let low = f64x2.splat(Infinity);
  for (const end = v + step; v < end; v += 16) {
    const a = f64x2.mul(xx, v128.load(v));
    const b = f64x2.mul(yy, v128.load(v + step));
    const c = f64x2.mul(zz, v128.load(v + 2 * step));
    low = f64x2.pmin(low, f64x2.add(f64x2.add(a, b), c));
  }
  const l = f64x2.extract_lane(low, 0);
  const r = f64x2.extract_lane(low, 1);
  return r < l ? r : l;
}

/** As `reaches` of sat.ts, for the edge with these two planes. */
function reaches(l: usize, r: usize, cx: f64, cy: f64, cz: f64, enough: f64): bool {
  const lx = load<f64>(l);
  const ly = load<f64>(l, 8);
  const lz = load<f64>(l, 16);
  const rx = load<f64>(r);
  const ry = load<f64>(r, 8);
  const rz = load<f64>(r, 16);
  const lc = lx * cx + ly * cy + lz * cz;
  const rc = rx * cx + ry * cy + rz * cz;
  if (lc >= enough || rc >= enough) return true;
  const g = lx * rx + ly * ry + lz * rz;
  if (!(lc > g * rc && rc > g * lc)) return false;
  return lc * lc - 2 * g * lc * rc + rc * rc >= enough * enough * (1 - g * g);
}

function planeOf(planes: usize, edge: usize, side: usize): usize {
  return planes + 32 * <usize>load<i32>(edge + side);
}

/**
 * As `SeparatingAxis.polyhedra` for an axis only: hulls turned as the matrices at ra and rb say, the second of them at
 * (px, py, pz) from the first. False: they are farther apart than `reach`.
 */
export function separateHulls(
  ra: usize,
  rb: usize,
  a: usize,
  b: usize,
  hulls: usize,
  px: f64,
  py: f64,
  pz: f64,
  reach: f64,
): bool {
  for (let i: usize = 0; i < 3; i++) {
    const p = ra + 8 * i;
    for (let j: usize = 0; j < 3; j++) {
      const q = rb + 8 * j;
      const x = load<f64>(p) * load<f64>(q) + load<f64>(p, 24) * load<f64>(q, 24) + load<f64>(p, 48) * load<f64>(q, 48);
      store<f64>(M + 24 * i + 8 * j, x);
    }
  }
  const m0 = load<f64>(M);
  const m1 = load<f64>(M, 8);
  const m2 = load<f64>(M, 16);
  const m3 = load<f64>(M, 24);
  const m4 = load<f64>(M, 32);
  const m5 = load<f64>(M, 40);
  const m6 = load<f64>(M, 48);
  const m7 = load<f64>(M, 56);
  const m8 = load<f64>(M, 64);
  const tx = load<f64>(ra) * px + load<f64>(ra, 24) * py + load<f64>(ra, 48) * pz;
  const ty = load<f64>(ra, 8) * px + load<f64>(ra, 32) * py + load<f64>(ra, 56) * pz;
  const tz = load<f64>(ra, 16) * px + load<f64>(ra, 40) * py + load<f64>(ra, 64) * pz;
  const va = a + HU_NUMBERS * 8;
  const pairsA = pairsOf(a);
  const pairsB = pairsOf(b);
  const wide = pairsB << 4;
  for (let k: usize = 0, v = b + HU_NUMBERS * 8; k < wide; k += 16) {
    const x = v128.load(v + k);
    const y = v128.load(v + k + wide);
    const z = v128.load(v + k + 2 * wide);
    v128.store(CORNERS + k, into(x, y, z, m0, m1, m2, tx));
    v128.store(CORNERS + k + wide, into(x, y, z, m3, m4, m5, ty));
    v128.store(CORNERS + k + 2 * wide, into(x, y, z, m6, m7, m8, tz));
  }
  const ballA = load<f64>(a, HU_BALL * 8);
  const ballB = load<f64>(b, HU_BALL * 8);
  const planesA = planesOf(a);
  const facesA = facesOf(a);
  let sepA: f64 = -Infinity;
  let faceA: i32 = -1;
  for (let f: i32 = 0, o = planesA; f < facesA; f++, o += 32) {
    const x = load<f64>(o);
    const y = load<f64>(o, 8);
    const z = load<f64>(o, 16);
    const d = load<f64>(o, 24);
    if (x * tx + y * ty + z * tz - ballB - d < sepA) continue;
    const low = lowest(CORNERS, pairsB, x, y, z) - d;
    if (low > sepA) {
      sepA = low;
      faceA = f;
      if (low > reach) return false;
    }
  }
  const facesB = facesOf(b);
  let sepB: f64 = -Infinity;
  let faceB: i32 = -1;
  for (let f: i32 = 0, o = planesOf(b), q = PLANES; f < facesB; f++, o += 32, q += 32) {
    const x = load<f64>(o);
    const y = load<f64>(o, 8);
    const z = load<f64>(o, 16);
    const x1 = m0 * x + m1 * y + m2 * z;
    const y1 = m3 * x + m4 * y + m5 * z;
    const z1 = m6 * x + m7 * y + m8 * z;
    const d = load<f64>(o, 24) + x1 * tx + y1 * ty + z1 * tz;
    store<f64>(q, x1);
    store<f64>(q, y1, 8);
    store<f64>(q, z1, 16);
    if (-ballA - d < sepB) continue;
    const low = lowest(va, pairsA, x1, y1, z1) - d;
    if (low > sepB) {
      sepB = low;
      faceB = f;
      if (low > reach) return false;
    }
  }
  const jointsA = jointsOf(a, hulls);
  const jointsB = jointsOf(b, hulls);
  const ea = edgesOf(jointsA, facesA);
  const eb = edgesOf(jointsB, facesB);
  const enough = max<f64>(sepA, sepB) + ballA + ballB;
  let end = EDGES;
  for (let n = load<i32>(b, HU_EDGES * 4), j = eb; n > 0; n--, j += 16) {
    if (enough > 0 && !reaches(planeOf(PLANES, j, 8), planeOf(PLANES, j, 12), -tx, -ty, -tz, enough)) continue;
    store<i32>(end, <i32>j);
    end += 4;
  }
  const wideA = pairsA << 4;
  let edgeSep: f64 = -Infinity;
  let hasEdge = false;
  let bestX: f64 = 0;
  let bestY: f64 = 0;
  let bestZ: f64 = 0;
  for (let n = load<i32>(a, HU_EDGES * 4), i = ea; n > 0; n--, i += 16) {
    const l = planeOf(planesA, i, 8);
    const r = planeOf(planesA, i, 12);
    if (enough > 0 && !reaches(l, r, tx, ty, tz, enough)) continue;
    const v0 = va + 8 * <usize>load<i32>(i);
    const v1 = va + 8 * <usize>load<i32>(i, 4);
    const ax = load<f64>(v0);
    const ay = load<f64>(v0 + wideA);
    const az = load<f64>(v0 + 2 * wideA);
    const ux = load<f64>(v1) - ax;
    const uy = load<f64>(v1 + wideA) - ay;
    const uz = load<f64>(v1 + 2 * wideA) - az;
    const uu = ux * ux + uy * uy + uz * uz;
    const lx = load<f64>(l);
    const ly = load<f64>(l, 8);
    const lz = load<f64>(l, 16);
    const rx = load<f64>(r);
    const ry = load<f64>(r, 8);
    const rz = load<f64>(r, 16);
    for (let at = EDGES; at < end; at += 4) {
      const j = <usize>load<i32>(at);
      const lb = planeOf(PLANES, j, 8);
      const rp = planeOf(PLANES, j, 12);
      const cu = -(load<f64>(lb) * ux + load<f64>(lb, 8) * uy + load<f64>(lb, 16) * uz);
      const eu = -(load<f64>(rp) * ux + load<f64>(rp, 8) * uy + load<f64>(rp, 16) * uz);
      if (cu * eu >= 0) continue;
      const w0 = CORNERS + 8 * <usize>load<i32>(j);
      const w1 = CORNERS + 8 * <usize>load<i32>(j, 4);
      const wx = load<f64>(w0);
      const wy = load<f64>(w0 + wide);
      const wz = load<f64>(w0 + 2 * wide);
      const vx = load<f64>(w1) - wx;
      const vy = load<f64>(w1 + wide) - wy;
      const vz = load<f64>(w1 + 2 * wide) - wz;
      const lv = lx * vx + ly * vy + lz * vz;
      const rv = rx * vx + ry * vy + rz * vz;
      if (lv * rv >= 0) continue;
      if (cu * rv <= 0) continue;
      let x = uy * vz - uz * vy;
      let y = uz * vx - ux * vz;
      let z = ux * vy - uy * vx;
      const nn = x * x + y * y + z * z;
      if (nn <= PARALLEL * PARALLEL * uu * (vx * vx + vy * vy + vz * vz)) continue;
      let k = 1 / sqrt<f64>(nn);
      if (x * (lx + rx) + y * (ly + ry) + z * (lz + rz) < 0) k = -k;
      x *= k;
      y *= k;
      z *= k;
      const s = x * (wx - ax) + y * (wy - ay) + z * (wz - az);
      if (s > edgeSep) {
        edgeSep = s;
        hasEdge = true;
        bestX = x;
        bestY = y;
        bestZ = z;
        if (s > reach) return false;
      }
    }
  }
  choose(ra, rb, a, b, sepA, sepB, faceA, faceB, hasEdge, edgeSep, bestX, bestY, bestZ);
  return true;
}

function into(x: v128, y: v128, z: v128, m: f64, n: f64, o: f64, t: f64): v128 {
  const xy = f64x2.add(f64x2.mul(f64x2.splat(m), x), f64x2.mul(f64x2.splat(n), y));
  return f64x2.add(f64x2.add(xy, f64x2.mul(f64x2.splat(o), z)), f64x2.splat(t));
}

/** As `#choose` of sat.ts, and the normal, the other way round. */
function choose(
  ra: usize,
  rb: usize,
  a: usize,
  b: usize,
  sepA: f64,
  sepB: f64,
  faceA: i32,
  faceB: i32,
  hasEdge: bool,
  edgeSep: f64,
  x: f64,
  y: f64,
  z: f64,
): void {
  const sizeA = load<f64>(a, HU_SIZE * 8);
  const sizeB = load<f64>(b, HU_SIZE * 8);
  hullSize = sizeA < sizeB ? sizeA : sizeB;
  const difference = sepB - sepA;
  let isFirst = !(difference > 0);
  if (abs<f64>(difference) <= FACE_TIE * hullSize) isFirst = !(sizeB > sizeA * 1.000001);
  const face = isFirst ? sepA : sepB;
  const bias = max<f64>(EDGE_BIAS * hullSize, EDGE_RELATIVE_BIAS * abs<f64>(face));
  hullFaceA = hullFaceB = -1;
  if (hasEdge && edgeSep > face + bias) {
    hullRoom = edgeSep;
    turnOut(ra, x, y, z, -1);
    return;
  }
  hullRoom = face;
  const o = isFirst ? planesOf(a) + 32 * <usize>faceA : planesOf(b) + 32 * <usize>faceB;
  if (isFirst) hullFaceA = faceA;
  else hullFaceB = faceB;
  turnOut(isFirst ? ra : rb, load<f64>(o), load<f64>(o, 8), load<f64>(o, 16), isFirst ? -1 : 1);
}

/** A vector of the frame r, in the world, as the axis. */
function turnOut(r: usize, x: f64, y: f64, z: f64, sign: f64): void {
  hullX = sign * (load<f64>(r) * x + load<f64>(r, 8) * y + load<f64>(r, 16) * z);
  hullY = sign * (load<f64>(r, 24) * x + load<f64>(r, 32) * y + load<f64>(r, 40) * z);
  hullZ = sign * (load<f64>(r, 48) * x + load<f64>(r, 56) * y + load<f64>(r, 64) * z);
}

/** As `FacingAxis.find` of a hull over a half-space, its upper side along y of rb. */
export function separateFromPlane(ra: usize, rb: usize, a: usize, px: f64, py: f64, pz: f64, reach: f64): bool {
  const x = load<f64>(rb, 8);
  const y = load<f64>(rb, 32);
  const z = load<f64>(rb, 56);
  const k = <usize>farthestOf(ra, a, -x, -y, -z);
  const v = a + HU_NUMBERS * 8 + 8 * k;
  const wide = pairsOf(a) << 4;
  const vx = load<f64>(v);
  const vy = load<f64>(v + wide);
  const vz = load<f64>(v + 2 * wide);
  hullRoom =
    x * (load<f64>(ra) * vx + load<f64>(ra, 8) * vy + load<f64>(ra, 16) * vz - px) +
    y * (load<f64>(ra, 24) * vx + load<f64>(ra, 32) * vy + load<f64>(ra, 40) * vz - py) +
    z * (load<f64>(ra, 48) * vx + load<f64>(ra, 56) * vy + load<f64>(ra, 64) * vz - pz);
  hullX = x;
  hullY = y;
  hullZ = z;
  hullFaceA = hullFaceB = -1;
  hullSize = load<f64>(a, HU_SIZE * 8);
  return hullRoom <= reach;
}

/** The last direction in the frame of the hull that was asked. */
let dx: f64 = 0;
let dy: f64 = 0;
let dz: f64 = 0;

/** The first of the farthest corners of a hull along (x, y, z), world. */
function farthestOf(r: usize, hull: usize, x: f64, y: f64, z: f64): i32 {
  dx = load<f64>(r) * x + load<f64>(r, 24) * y + load<f64>(r, 48) * z;
  dy = load<f64>(r, 8) * x + load<f64>(r, 32) * y + load<f64>(r, 56) * z;
  dz = load<f64>(r, 16) * x + load<f64>(r, 40) * y + load<f64>(r, 64) * z;
  const v = hull + HU_NUMBERS * 8;
  const wide = pairsOf(hull) << 4;
  let most: f64 = -Infinity;
  let best = 0;
  for (let k: i32 = 0; k < load<i32>(hull, HU_CORNERS * 4); k++) {
    const c = v + 8 * <usize>k;
    const way = load<f64>(c) * dx + load<f64>(c + wide) * dy + load<f64>(c + 2 * wide) * dz;
    if (!(way > most)) continue;
    most = way;
    best = k;
  }
  return best;
}

/** How far a hull reaches from its origin along (x, y, z), world. */
export function extentOf(r: usize, hull: usize, x: f64, y: f64, z: f64): f64 {
  const c = hull + HU_NUMBERS * 8 + 8 * <usize>farthestOf(r, hull, x, y, z);
  const wide = pairsOf(hull) << 4;
  return dx * load<f64>(c) + dy * load<f64>(c + wide) + dz * load<f64>(c + 2 * wide);
}

/** As `faceTowards`: the face of a hull most along (x, y, z), world, of those with the most of its farthest corners. */
export function hullTowards(r: usize, hull: usize, hulls: usize, x: f64, y: f64, z: f64): i32 {
  const best = farthestOf(r, hull, x, y, z);
  if (load<i32>(hull, HU_IS_BOX * 4) !== 0) {
    const ax = abs<f64>(dx);
    const ay = abs<f64>(dy);
    const az = abs<f64>(dz);
    if (ax >= ay && ax >= az) return dx > 0 ? 1 : 0;
    if (ay >= az) return dy > 0 ? 3 : 2;
    return dz > 0 ? 5 : 4;
  }
  const v = hull + HU_NUMBERS * 8;
  const wide = pairsOf(hull) << 4;
  const top = v + 8 * <usize>best;
  const most = load<f64>(top) * dx + load<f64>(top + wide) * dy + load<f64>(top + 2 * wide) * dz;
  const far = most - SAME_HEIGHT * load<f64>(hull, HU_SIZE * 8);
  for (let k: i32 = 0; k < load<i32>(hull, HU_CORNERS * 4); k++) {
    const c = v + 8 * <usize>k;
    const way = load<f64>(c) * dx + load<f64>(c + wide) * dy + load<f64>(c + 2 * wide) * dz;
    store<u8>(MARKS + <usize>k, way >= far ? 1 : 0);
  }
  const planes = planesOf(hull);
  const faces = facesOf(hull);
  const joints = jointsOf(hull, hulls);
  const corners = cornersOf(joints, faces);
  let face = -1;
  let along: f64 = -Infinity;
  let had = 0;
  for (let f: i32 = 0; f < faces; f++) {
    const from = load<i32>(joints + 4 * <usize>f);
    const to = load<i32>(joints + 4 * <usize>f, 4);
    let has = 0;
    for (let m = from; m < to; m++) has += <i32>load<u8>(MARKS + <usize>load<i32>(corners + 4 * <usize>m));
    const o = planes + 32 * <usize>f;
    const way = load<f64>(o) * dx + load<f64>(o, 8) * dy + load<f64>(o, 16) * dz;
    if (has < had || has === 0 || (has === had && !(way > along))) continue;
    had = has;
    along = way;
    face = f;
  }
  return face;
}

/** Corners of a face of a hull at (x, y, z) to `points`, and its normal; returns how many. */
export function takeHullFace(
  r: usize,
  hull: usize,
  hulls: usize,
  face: i32,
  x: f64,
  y: f64,
  z: f64,
  points: usize,
  normal: usize,
): i32 {
  const v = hull + HU_NUMBERS * 8;
  const wide = pairsOf(hull) << 4;
  const faces = facesOf(hull);
  const joints = jointsOf(hull, hulls);
  const corners = cornersOf(joints, faces);
  const from = load<i32>(joints + 4 * <usize>face);
  const to = load<i32>(joints + 4 * <usize>face, 4);
  for (let m = from; m < to; m++) {
    const c = v + 8 * <usize>load<i32>(corners + 4 * <usize>m);
    const cx = load<f64>(c);
    const cy = load<f64>(c + wide);
    const cz = load<f64>(c + 2 * wide);
    store<f64>(points, x + load<f64>(r) * cx + load<f64>(r, 8) * cy + load<f64>(r, 16) * cz);
    store<f64>(points, y + load<f64>(r, 24) * cx + load<f64>(r, 32) * cy + load<f64>(r, 40) * cz, 8);
    store<f64>(points, z + load<f64>(r, 48) * cx + load<f64>(r, 56) * cy + load<f64>(r, 64) * cz, 16);
    points += 24;
  }
  const o = planesOf(hull) + 32 * <usize>face;
  const px = load<f64>(o);
  const py = load<f64>(o, 8);
  const pz = load<f64>(o, 16);
  store<f64>(normal, load<f64>(r) * px + load<f64>(r, 8) * py + load<f64>(r, 16) * pz);
  store<f64>(normal, load<f64>(r, 24) * px + load<f64>(r, 32) * py + load<f64>(r, 40) * pz, 8);
  store<f64>(normal, load<f64>(r, 48) * px + load<f64>(r, 56) * py + load<f64>(r, 64) * pz, 16);
  return to - from;
}
