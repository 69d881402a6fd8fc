// Contacts of many pairs of boxes at once, from their bodies as they are to the records of the pool: what
// src/contact/six/body-table.ts, waiting.ts, parts-ahead.ts, facing-finder.ts and facing-writer.ts, src/distance/
// box-pair.ts, facing.ts and facing-polygon.ts, and addPolygon of src/patch/patch.ts do with two boxes, operation by
// operation, so that every bit is the same. Two numbers at a time where they are independent (f64x2): both axes of a
// patch, both bodies of a contact.
//
// Built by scripts/build-kernels.js into src/contact/six/box-wasm.ts. Held against TypeScript in
// test/contact/box-batch.test.ts.

import { B_CENTER, B_INV_MASS, B_ORIGIN, B_RADIUS, B_ROTATION, BODY_STRIDE } from '../src/bodies/layout';
import {
  APART_ALONG,
  BC_CORNERS,
  BC_COUNT,
  BC_PATCH,
  BC_STRIDE,
  BP_A,
  BP_B,
  BP_INTS,
  BP_STATE,
  BW_STRIDE,
  ELSEWHERE,
  FAR_APART,
  HAD,
  IS_DEEP,
  MAY_WAIT,
  ON_PLANE,
  SHALLOW,
  TOUCHES,
  WAITS,
} from '../src/contact/six/box-layout';
import {
  S_AREA,
  S_ARM_A,
  S_DEPTH,
  S_FACE_A,
  S_FRAME,
  S_GAP,
  S_LOCAL,
  S_MOST,
  S_OF_A,
  S_POSE_A,
  S_POSE_B,
  S_SHARP,
  S_VOLUME,
} from '../src/contact/six/layout';
import {
  T_BOX,
  T_CENTER,
  T_COURSE,
  T_GAINED,
  T_HAS_BOX,
  T_HULL,
  T_INSIDE,
  T_IS_BOX,
  T_MIDDLE,
  T_RADIUS,
  T_SPEED,
  T_SQUARE,
  T_STRIDE,
  T_THICKNESS,
  T_TURN,
} from '../src/contact/six/table-layout';
import { BX_HALF, BX_SIZE } from '../src/distance/box-layout';
import { PA_AREA, PA_AXES, PA_FRAME, PA_FRICTION, PA_HALF, PA_OUTLINE, PA_REACH, PA_SURE } from '../src/patch/layout';
import {
  extentOf,
  hullFaceA,
  hullFaceB,
  hullRoom,
  hullSize,
  hullTowards,
  hullX,
  hullY,
  hullZ,
  separateFromPlane,
  separateHulls,
  takeHullFace,
} from './hulls';

// Of tolerances.ts, material.ts, waiting.ts, sat.ts, facing-polygon.ts and patch.ts.
const THIN: f64 = 6;
const FOLLOWED: f64 = 0.02;
const MET: f64 = 0.05;
const DEEPER: f64 = 0.01;
const MOST_ADVANCES: i32 = 64;
const LOOK_DEPTHS: f64 = 20;
const CORRECTED: f64 = 0.2;
const DEPTH_BOUND: f64 = 1e-3;
const DEPTH_PER_SIZE: f64 = 2e-5;
const SURE: f64 = 1 - 1e-6;
const EDGE_BIAS: f64 = 1e-4;
const EDGE_RELATIVE_BIAS: f64 = 0.02;
const FACE_TIE: f64 = 1e-5;
const PARALLEL: f64 = 1e-6;
const EDGE_ON: f64 = 0.02;
const SAME: f64 = 1e-9;
const WHOLE: f64 = 0.999;
const LINE: f64 = 1e-4;
/** Turns of which the half is more than this, a little less than π/4, are left to TypeScript. */
const MOST_TURN: f64 = 0.78;

/** Scratch (bytes): products of axes and their sizes; the way from box to box along the axes of the first. */
const M: usize = 0;
const ALONG: usize = 144;
/** Corners of the two faces, eight each at most, and their outward normals. */
const FACE: usize = 168;
const FACE_B: usize = FACE + 192;
const NORMALS: usize = FACE_B + 192;
/** The outline, twice, and the second face seen along the axis. */
const P: usize = NORMALS + 48;
const Q: usize = P + 256;
const SEEN: usize = Q + 256;
/** The two boxes where they are on their way, and how they are turned there. */
const MOVED: usize = SEEN + 128;
const TURNED: usize = MOVED + 208;
/** A vector, of body a and of body b. Behind it is what hulls.ts has. */
const V: usize = TURNED + 64;
/** More corners than a record has room for are for TypeScript. */
const MOST_CORNERS: i32 = 8;

/** Where all bodies are (bytes), and the length of the step. */
let table: usize = 0;
let bodies: usize = 0;
let twists: usize = 0;
let before: usize = 0;
let h: f64 = 0;

/** The two boxes in hand: records, and the way from the first to the second. */
let boxA: usize = 0;
let boxB: usize = 0;
let px: f64 = 0;
let py: f64 = 0;
let pz: f64 = 0;
/** Whether the second is a half-space instead, its upper side the y axis of its record. */
let isPlane: bool = false;
/** Whether they are any polyhedra instead: these, and where all are. */
let isHulls: bool = false;
let hullA: usize = 0;
let hullB: usize = 0;
let hulls: usize = 0;
/** How many corners their faces have. */
let cornersA: i32 = 4;
let cornersB: i32 = 4;
/** Where the first of them is. */
let ox: f64 = 0;
let oy: f64 = 0;
let oz: f64 = 0;

/** The axis that was found: box-pair.ts. */
let nx: f64 = 0;
let ny: f64 = 0;
let nz: f64 = 0;
let separation: f64 = 0;
let faceA: i32 = 0;
let faceB: i32 = 0;
let size: f64 = 0;

/** Where the outline lies by now, and its area. */
let outline: usize = 0;
let area: f64 = 0;
/** The least gap on it. */
let least: f64 = 0;

function dot(r: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(r) * x + load<f64>(r, 8) * y + load<f64>(r, 16) * z;
}

/** The same down a column of a matrix. */
function down(r: usize, x: f64, y: f64, z: f64): f64 {
  return load<f64>(r) * x + load<f64>(r, 24) * y + load<f64>(r, 48) * z;
}

function square(r: usize): f64 {
  return dot(r, load<f64>(r), load<f64>(r, 8), load<f64>(r, 16));
}

function rowOf(slot: i32): usize {
  return table + <usize>slot * (T_STRIDE * 8);
}

function bodyOf(slot: i32): usize {
  return bodies + <usize>slot * (BODY_STRIDE * 8);
}

/**
 * Looks at the pairs from `from` up to `to`. Contacts go to `out`, which has room for so many, and pairs that wait to
 * `waits`, which has room for as many as there are pairs; `list` gets the places of all that are not far apart, and -1.
 * `own`: the target depth of the scene; below 0: it has none. Returns how many it has looked at, by when `out` was full.
 */
export function find(
  pairs: usize,
  from: i32,
  to: i32,
  rows: usize,
  records: usize,
  v: usize,
  old: usize,
  span: f64,
  own: f64,
  out: usize,
  room: i32,
  waits: usize,
  list: usize,
  polyhedra: usize,
): i32 {
  hulls = polyhedra;
  table = rows;
  bodies = records;
  twists = v;
  before = old;
  h = span;
  const end = out + <usize>room * (BC_STRIDE * 8);
  let n = from;
  for (; n < to; n++) {
    const at = pairs + <usize>n * (BP_INTS * 4);
    const state = load<i32>(at, BP_STATE * 4);
    if (state === ELSEWHERE) {
      store<i32>(list, n);
      list += 4;
      continue;
    }
    const a = load<i32>(at, BP_A * 4);
    const b = load<i32>(at, BP_B * 4);
    const p = rowOf(a);
    const q = rowOf(b);
    const reach = reachOf(p, q);
    if ((state & HAD) === 0) {
      const need = reach + 2 * (own < 0 ? DEPTH_BOUND * smaller(p, q) : own);
      if (areFar(p, q, need) || areClear(p, q, need)) {
        store<i32>(at, FAR_APART, BP_STATE * 4);
        continue;
      }
    }
    let found = ELSEWHERE;
    takeKinds(p, q);
    if (isHulls && (state & HAD) === 0 && !isPlane) {
      const need = reach + 2 * (own < 0 ? DEPTH_BOUND * smaller(p, q) : own);
      if (areClearInLine(p, q, need)) {
        store<i32>(at, FAR_APART, BP_STATE * 4);
        continue;
      }
    }
    if (isHulls || (load<f64>(p, T_IS_BOX * 8) === 1 && load<f64>(q, T_IS_BOX * 8) > 0)) {
      if (out === end) break;
      const small = min<f64>(load<f64>(p, T_THICKNESS * 8), load<f64>(q, T_THICKNESS * 8));
      const depth = own < 0 ? DEPTH_PER_SIZE * small : own;
      const mayWait = (state & MAY_WAIT) !== 0 && h * load<f64>(p, T_SPEED * 8) + h * load<f64>(q, T_SPEED * 8) > depth;
      found = look(a, b, small, depth, max<f64>(reach, depth), mayWait, out, waits);
      if (found === TOUCHES) out += BC_STRIDE * 8;
      if (found === WAITS) waits += BW_STRIDE * 8;
    }
    store<i32>(at, found, BP_STATE * 4);
    store<i32>(list, n);
    list += 4;
  }
  store<i32>(list, -1);
  return n;
}

/** What the bodies of two rows are to the kernel: boxes, a box on a plane, or two polyhedra, or one on a plane. */
function takeKinds(p: usize, q: usize): void {
  const isBox = load<f64>(p, T_IS_BOX * 8) === 1;
  isPlane = load<f64>(q, T_IS_BOX * 8) > 1;
  const a = load<f64>(p, T_HULL * 8);
  const b = load<f64>(q, T_HULL * 8);
  isHulls = a > 0 && (isPlane ? !isBox : b > 0 && !(isBox && load<f64>(q, T_IS_BOX * 8) === 1));
  if (!isHulls) return;
  hullA = hulls + <usize>a - 1;
  hullB = hulls + <usize>b - 1;
}

/** As `BodyTable.areClearInLine` of two polyhedra. */
function areClearInLine(p: usize, q: usize, by: f64): bool {
  const x = load<f64>(q, T_MIDDLE * 8) - load<f64>(p, T_MIDDLE * 8);
  const y = load<f64>(q, T_MIDDLE * 8 + 8) - load<f64>(p, T_MIDDLE * 8 + 8);
  const z = load<f64>(q, T_MIDDLE * 8 + 16) - load<f64>(p, T_MIDDLE * 8 + 16);
  const l = sqrt<f64>(x * x + y * y + z * z);
  if (!(l > by)) return false;
  const ax = x / l;
  const ay = y / l;
  const az = z / l;
  return l - extent(p, hullA, ax, ay, az) - extent(q, hullB, -ax, -ay, -az) > by;
}

/** How far a polyhedron reaches from the middle of its box. */
function extent(row: usize, hull: usize, x: f64, y: f64, z: f64): f64 {
  const r = row + T_BOX * 8;
  const dx = down(r, x, y, z);
  const dy = down(r + 8, x, y, z);
  const dz = down(r + 16, x, y, z);
  if (load<f64>(row, T_IS_BOX * 8) === 1)
    return (
      abs<f64>(dx) * load<f64>(r, BX_HALF * 8) +
      abs<f64>(dy) * load<f64>(r, BX_HALF * 8 + 8) +
      abs<f64>(dz) * load<f64>(r, BX_HALF * 8 + 16)
    );
  return extentOf(r, hull, x, y, z) - dot(row + T_INSIDE * 8, dx, dy, dz);
}

/** As `BodyTable.reachOf`. */
function reachOf(p: usize, q: usize): f64 {
  const x = load<f64>(p, T_COURSE * 8) - load<f64>(q, T_COURSE * 8);
  const y = load<f64>(p, T_COURSE * 8 + 8) - load<f64>(q, T_COURSE * 8 + 8);
  const z = load<f64>(p, T_COURSE * 8 + 16) - load<f64>(q, T_COURSE * 8 + 16);
  const alike = max<f64>(max<f64>(x * x + y * y + z * z, load<f64>(p, T_SQUARE * 8)), load<f64>(q, T_SQUARE * 8));
  return (
    h *
    (sqrt<f64>(alike) +
      (load<f64>(p, T_TURN * 8) + load<f64>(q, T_TURN * 8)) +
      load<f64>(p, T_GAINED * 8) +
      load<f64>(q, T_GAINED * 8))
  );
}

function smaller(p: usize, q: usize): f64 {
  const ra = load<f64>(p, T_RADIUS * 8);
  const rb = load<f64>(q, T_RADIUS * 8);
  return rb > 0 && rb < ra ? rb : ra;
}

function areFar(p: usize, q: usize, by: f64): bool {
  const ra = load<f64>(p, T_RADIUS * 8);
  const rb = load<f64>(q, T_RADIUS * 8);
  const x = load<f64>(p, T_CENTER * 8) - load<f64>(q, T_CENTER * 8);
  const y = load<f64>(p, T_CENTER * 8 + 8) - load<f64>(q, T_CENTER * 8 + 8);
  const z = load<f64>(p, T_CENTER * 8 + 16) - load<f64>(q, T_CENTER * 8 + 16);
  const far = ra + rb + by;
  return ra > 0 && rb > 0 && x * x + y * y + z * z > far * far;
}

function areClear(p: usize, q: usize, by: f64): bool {
  if (!(load<f64>(p, T_HAS_BOX * 8) === 1 && load<f64>(q, T_HAS_BOX * 8) === 1)) return false;
  const x = load<f64>(q, T_MIDDLE * 8) - load<f64>(p, T_MIDDLE * 8);
  const y = load<f64>(q, T_MIDDLE * 8 + 8) - load<f64>(p, T_MIDDLE * 8 + 8);
  const z = load<f64>(q, T_MIDDLE * 8 + 16) - load<f64>(p, T_MIDDLE * 8 + 16);
  return isBeyond(p + T_BOX * 8, q + T_BOX * 8, x, y, z, by) || isBeyond(q + T_BOX * 8, p + T_BOX * 8, x, y, z, by);
}

function isBeyond(a: usize, b: usize, x: f64, y: f64, z: f64, by: f64): bool {
  for (const end = a + 24; a < end; a += 8) {
    const ax = load<f64>(a);
    const ay = load<f64>(a, 24);
    const az = load<f64>(a, 48);
    const far =
      abs<f64>(down(b, ax, ay, az)) * load<f64>(b, BX_HALF * 8) +
      abs<f64>(down(b + 8, ax, ay, az)) * load<f64>(b, BX_HALF * 8 + 8) +
      abs<f64>(down(b + 16, ax, ay, az)) * load<f64>(b, BX_HALF * 8 + 16);
    if (abs<f64>(ax * x + ay * y + az * z) - load<f64>(a, BX_HALF * 8) - far > by) return true;
  }
  return false;
}

/** Boxes a and b within `reach` of each other: facing-finder.ts. */
function look(a: i32, b: i32, small: f64, depth: f64, reach: f64, mayWait: bool, o: usize, waits: usize): i32 {
  const da = bodyOf(a);
  const db = bodyOf(b);
  boxA = rowOf(a) + T_BOX * 8;
  boxB = rowOf(b) + T_BOX * 8;
  place(da + B_ORIGIN * 8, db + B_ORIGIN * 8);
  if (!separate(reach)) return APART_ALONG;
  const apart = separation;
  const va = twists + <usize>a * 48;
  const vb = twists + <usize>b * 48;
  const oa = before + <usize>a * 48;
  const ob = before + <usize>b * 48;
  const ra = load<f64>(da, B_RADIUS * 8);
  const rb = load<f64>(db, B_RADIUS * 8);
  if (mayWait && apart > 0) {
    if (staysApart(va, vb, ra, rb, apart - h * (gainedAlong(va, oa, ra) + gainedAlong(vb, ob, rb)))) {
      store<f64>(waits, nx);
      store<f64>(waits, ny, 8);
      store<f64>(waits, nz, 16);
      store<f64>(waits, apart, 24);
      store<f64>(waits, reach, 32);
      return WAITS;
    }
  }
  const x = load<f64>(oa) - load<f64>(ob);
  const y = load<f64>(oa, 8) - load<f64>(ob, 8);
  const z = load<f64>(oa, 16) - load<f64>(ob, 16);
  const turnA = sqrt<f64>(square(oa + 24));
  const turnB = sqrt<f64>(square(ob + 24));
  const way = h * (sqrt<f64>(x * x + y * y + z * z) + turnA * ra + turnB * rb);
  let time: f64 = 0;
  store<f64>(TURNED + 24, 0);
  if (way > FOLLOWED * small && apart > max<f64>(THIN * depth, MET * way)) {
    if (0.5 * (h * (turnA + turnB)) > MOST_TURN) return ELSEWHERE;
    time = apart > way ? h : meeting(da, db, oa, ob, small, ra * turnA + rb * turnB, apart);
    if (!(time < h)) {
      move(da, db, oa, ob, h);
      if (!separate(reach)) return APART_ALONG;
    }
  }
  const count = takeRegion(o, depth, THIN * depth, time, da, db, oa, ob);
  if (count === 0) return ELSEWHERE;
  store<f64>(o, CORRECTED * min<f64>(small, 1e3), S_MOST * 8);
  writePatch(o + BC_PATCH * 8, o + S_FRAME * 8, count);
  return TOUCHES;
}

/** The region of the boxes in hand as a record without its patch: how many corners it has; 0: it is a sliver, or none. */
function takeRegion(o: usize, depth: f64, thin: f64, time: f64, da: usize, db: usize, oa: usize, ob: usize): i32 {
  memory.fill(o, 0, BC_STRIDE * 8);
  const count = meet(o);
  if (count === 0) return 0;
  const width = measure(o, count);
  if (count >= 3 && !isPlane && !(width > thin)) return 0;
  finish(o, count, depth, time, da, db, oa, ob);
  return count;
}

/**
 * The same of pairs `from` to `to` where they are, as `FacingLook.lookHere`: a pair is known to be deep, or its contact
 * counts only if it is; target depths, one for each pair. The room is for all of them.
 */
export function here(
  pairs: usize,
  from: i32,
  to: i32,
  rows: usize,
  records: usize,
  v: usize,
  depths: usize,
  out: usize,
  polyhedra: usize,
): void {
  hulls = polyhedra;
  table = rows;
  bodies = records;
  for (let n = from; n < to; n++) {
    const at = pairs + <usize>n * (BP_INTS * 4);
    const a = load<i32>(at, BP_A * 4);
    const b = load<i32>(at, BP_B * 4);
    const depth = load<f64>(depths + <usize>n * 8);
    const da = bodyOf(a);
    const db = bodyOf(b);
    boxA = rowOf(a) + T_BOX * 8;
    boxB = rowOf(b) + T_BOX * 8;
    place(da + B_ORIGIN * 8, db + B_ORIGIN * 8);
    const state = load<i32>(at, BP_STATE * 4);
    takeKinds(rowOf(a), rowOf(b));
    isPlane = (state & ON_PLANE) !== 0;
    let found = APART_ALONG;
    if (separate(0)) {
      const count = takeRegion(out, depth, 0, 0, da, db, v + <usize>a * 48, v + <usize>b * 48);
      if (count === 0) found = ELSEWHERE;
      else if ((state & IS_DEEP) === 0 && !(least < -LOOK_DEPTHS * depth)) found = SHALLOW;
      else {
        found = TOUCHES;
        writePatch(out + BC_PATCH * 8, out + S_FRAME * 8, count);
        out += BC_STRIDE * 8;
      }
    }
    store<i32>(at, found, BP_STATE * 4);
  }
}

/** Takes the boxes in hand where their origins are at p and q. */
function place(p: usize, q: usize): void {
  ox = load<f64>(p);
  oy = load<f64>(p, 8);
  oz = load<f64>(p, 16);
  px = load<f64>(q) - ox;
  py = load<f64>(q, 8) - oy;
  pz = load<f64>(q, 16) - oz;
}

function along(v: usize): f64 {
  return nx * load<f64>(v) + ny * load<f64>(v, 8) + nz * load<f64>(v, 16);
}

/** What this step's forces add to the velocity along the axis: approach.ts. */
function gainedAlong(v: usize, old: usize, radius: f64): f64 {
  const x = load<f64>(v, 24) - load<f64>(old, 24);
  const y = load<f64>(v, 32) - load<f64>(old, 32);
  const z = load<f64>(v, 40) - load<f64>(old, 40);
  const gained =
    nx * (load<f64>(v) - load<f64>(old)) +
    ny * (load<f64>(v, 8) - load<f64>(old, 8)) +
    nz * (load<f64>(v, 16) - load<f64>(old, 16));
  return abs<f64>(gained) + radius * sqrt<f64>(x * x + y * y + z * z);
}

function staysApart(va: usize, vb: usize, ra: f64, rb: f64, apart: f64): bool {
  if (!(apart > 0)) return false;
  const closing =
    nx * (load<f64>(vb) - load<f64>(va)) +
    ny * (load<f64>(vb, 8) - load<f64>(va, 8)) +
    nz * (load<f64>(vb, 16) - load<f64>(va, 16));
  return SURE * apart > h * (closing + swing(va + 24, ra) + swing(vb + 24, rb));
}

function swing(w: usize, radius: f64): f64 {
  const all = square(w);
  if (all === 0) return 0;
  const about = along(w);
  return radius * (sqrt<f64>(max<f64>(0, all - about * about)) + 0.5 * h * all);
}

/** As `PartsAhead.meeting` of boxes that are apart; leaves them where they meet, if they do before h. */
function meeting(da: usize, db: usize, oa: usize, ob: usize, small: f64, spin: f64, apart: f64): f64 {
  const hair = DEEPER * small;
  let t: f64 = 0;
  let left = apart;
  for (let n = 0; n < MOST_ADVANCES; n++) {
    const speed = spin - along(oa) + along(ob);
    if (!(left < speed * (h - t))) break;
    t += (left + hair) / speed;
    if (t > h) t = h;
    move(da, db, oa, ob, t);
    separate(Infinity);
    left = separation;
    if (!(left > 0)) return t;
  }
  return h;
}

/** Takes the boxes to where their bodies are after t seconds. */
function move(da: usize, db: usize, oa: usize, ob: usize, t: f64): void {
  moveOne(MOVED, TURNED, da, oa, t);
  const x = ox;
  const y = oy;
  const z = oz;
  moveOne(MOVED + 104, TURNED + 32, db, ob, t);
  px = ox - x;
  py = oy - y;
  pz = oz - z;
  ox = x;
  oy = y;
  oz = z;
  copySides(MOVED, boxA);
  copySides(MOVED + 104, boxB);
  boxA = MOVED;
  boxB = MOVED + 104;
}

function copySides(to: usize, from: usize): void {
  v128.store(to, v128.load(from, BX_HALF * 8), BX_HALF * 8);
  v128.store(to, v128.load(from, BX_HALF * 8 + 16), BX_HALF * 8 + 16);
}

/** The pose of the box of one body after t seconds: its origin to ox, oy, oz (`movePart` of speculative.ts). */
function moveOne(box: usize, turned: usize, d: usize, w: usize, t: f64): void {
  const cx = load<f64>(d, B_CENTER * 8);
  const cy = load<f64>(d, B_CENTER * 8 + 8);
  const cz = load<f64>(d, B_CENTER * 8 + 16);
  store<f64>(V, load<f64>(d, B_ORIGIN * 8) - cx);
  store<f64>(V, load<f64>(d, B_ORIGIN * 8 + 8) - cy, 8);
  store<f64>(V, load<f64>(d, B_ORIGIN * 8 + 16) - cz, 16);
  rotate(V, d + B_ROTATION * 8, -1);
  turnTo(turned, d + B_ROTATION * 8, t * load<f64>(w, 24), t * load<f64>(w, 32), t * load<f64>(w, 40));
  rotate(V, turned, 1);
  ox = cx + t * load<f64>(w) + load<f64>(V);
  oy = cy + t * load<f64>(w, 8) + load<f64>(V, 8);
  oz = cz + t * load<f64>(w, 16) + load<f64>(V, 16);
  const x = load<f64>(turned);
  const y = load<f64>(turned, 8);
  const z = load<f64>(turned, 16);
  const s = load<f64>(turned, 24);
  store<f64>(box, 1 - 2 * (y * y + z * z));
  store<f64>(box, 2 * (x * y - s * z), 8);
  store<f64>(box, 2 * (x * z + s * y), 16);
  store<f64>(box, 2 * (x * y + s * z), 24);
  store<f64>(box, 1 - 2 * (x * x + z * z), 32);
  store<f64>(box, 2 * (y * z - s * x), 40);
  store<f64>(box, 2 * (x * z - s * y), 48);
  store<f64>(box, 2 * (y * z + s * x), 56);
  store<f64>(box, 1 - 2 * (x * x + y * y), 64);
}

/** v ← R v, or Rᵀ v where `sign` is -1: math/quaternion.ts. */
function rotate(v: usize, q: usize, sign: f64): void {
  const x = sign * load<f64>(q);
  const y = sign * load<f64>(q, 8);
  const z = sign * load<f64>(q, 16);
  const w = load<f64>(q, 24);
  const vx = load<f64>(v);
  const vy = load<f64>(v, 8);
  const vz = load<f64>(v, 16);
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  store<f64>(v, vx + w * tx + y * tz - z * ty);
  store<f64>(v, vy + w * ty + z * tx - x * tz, 8);
  store<f64>(v, vz + w * tz + x * ty - y * tx, 16);
}

/** The quaternion at q, turned by a vector of less than half a turn, to `to`. */
function turnTo(to: usize, q: usize, rx: f64, ry: f64, rz: f64): void {
  const x = load<f64>(q);
  const y = load<f64>(q, 8);
  const z = load<f64>(q, 16);
  const w = load<f64>(q, 24);
  const angle = sqrt<f64>(rx * rx + ry * ry + rz * rz);
  if (angle === 0) {
    store<f64>(to, x);
    store<f64>(to, y, 8);
    store<f64>(to, z, 16);
    store<f64>(to, w, 24);
    return;
  }
  const s = sin(0.5 * angle) / angle;
  const c = cos(0.5 * angle);
  const hx = s * rx;
  const hy = s * ry;
  const hz = s * rz;
  const ax = c * x + hx * w + hy * z - hz * y;
  const ay = c * y - hx * z + hy * w + hz * x;
  const az = c * z + hx * y - hy * x + hz * w;
  const aw = c * w - hx * x - hy * y - hz * z;
  const k = 1 / sqrt<f64>(ax * ax + ay * ay + az * az + aw * aw);
  store<f64>(to, ax * k);
  store<f64>(to, ay * k, 8);
  store<f64>(to, az * k, 16);
  store<f64>(to, aw * k, 24);
}

/** Of up to π/4: math/trig.ts. */
function sin(x: f64): f64 {
  const z = x * x;
  const r =
    8.33333333332248946124e-3 +
    z *
      (-1.98412698298579493134e-4 +
        z * (2.75573137070700676789e-6 + z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10)));
  const v = z * x;
  return x - (z * (0 - v * r) - v * -1.66666666666666324348e-1);
}

function cos(x: f64): f64 {
  const z = x * x;
  const r =
    z *
    (4.16666666666666019037e-2 +
      z *
        (-1.38888888888741095749e-3 +
          z *
            (2.48015872894767294178e-5 +
              z * (-2.75573143513906633035e-7 + z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11)))));
  const hz = 0.5 * z;
  const w = 1 - hz;
  return w + (1 - w - hz + z * r);
}

/** The axis of the two in hand; false: they are farther apart than `reach`. */
function separate(reach: f64): bool {
  if (!isHulls) return isPlane ? findPlane(reach) : findAxis(reach);
  const isNear = isPlane
    ? separateFromPlane(boxA, boxB, hullA, px, py, pz, reach)
    : separateHulls(boxA, boxB, hullA, hullB, hulls, px, py, pz, reach);
  if (!isNear) return false;
  nx = hullX;
  ny = hullY;
  nz = hullZ;
  separation = hullRoom;
  faceA = hullFaceA;
  faceB = hullFaceB;
  size = hullSize;
  return true;
}

/** As `FacingAxis.find` over a half-space. */
function findPlane(reach: f64): bool {
  const r = boxA;
  nx = load<f64>(boxB, 8);
  ny = load<f64>(boxB, 32);
  nz = load<f64>(boxB, 56);
  const hx = load<f64>(r, BX_HALF * 8);
  const hy = load<f64>(r, BX_HALF * 8 + 8);
  const hz = load<f64>(r, BX_HALF * 8 + 16);
  const x = down(r, -nx, -ny, -nz) >= 0 ? hx : -hx;
  const y = down(r + 8, -nx, -ny, -nz) >= 0 ? hy : -hy;
  const z = down(r + 16, -nx, -ny, -nz) >= 0 ? hz : -hz;
  separation = nx * (dot(r, x, y, z) - px) + ny * (dot(r + 24, x, y, z) - py) + nz * (dot(r + 48, x, y, z) - pz);
  size = load<f64>(r, BX_SIZE * 8);
  faceA = -1;
  return separation <= reach;
}

/** As `BoxPair.find`. */
function findAxis(reach: f64): bool {
  let sepA: f64 = 0;
  let axisA: usize = 0;
  for (let i: usize = 0; i < 3; i++) {
    const row = M + 24 * i;
    const a = boxA + 8 * i;
    const x = load<f64>(a);
    const y = load<f64>(a, 24);
    const z = load<f64>(a, 48);
    const xy = f64x2.add(
      f64x2.add(f64x2.mul(f64x2.splat(x), v128.load(boxB)), f64x2.mul(f64x2.splat(y), v128.load(boxB, 24))),
      f64x2.mul(f64x2.splat(z), v128.load(boxB, 48)),
    );
    const m2 = down(boxB + 16, x, y, z);
    const sizes = f64x2.abs(xy);
    const n2 = abs<f64>(m2);
    v128.store(row, xy);
    store<f64>(row, m2, 16);
    v128.store(row, sizes, 72);
    store<f64>(row, n2, 88);
    const t = x * px + y * py + z * pz;
    store<f64>(ALONG + 8 * i, t);
    const s =
      abs<f64>(t) -
      load<f64>(a, BX_HALF * 8) -
      (f64x2.extract_lane(sizes, 0) * load<f64>(boxB, BX_HALF * 8) +
        f64x2.extract_lane(sizes, 1) * load<f64>(boxB, BX_HALF * 8 + 8) +
        n2 * load<f64>(boxB, BX_HALF * 8 + 16));
    if (i === 0 || s > sepA) {
      if (s > reach) return false;
      sepA = s;
      axisA = i;
    }
  }
  const t0 = load<f64>(ALONG);
  const t1 = load<f64>(ALONG, 8);
  const t2 = load<f64>(ALONG, 16);
  let sepB: f64 = 0;
  let axisB: usize = 0;
  let side: f64 = 0;
  for (let j: usize = 0; j < 3; j++) {
    const u = down(M + 8 * j, t0, t1, t2);
    const s =
      abs<f64>(u) -
      load<f64>(boxB + 8 * j, BX_HALF * 8) -
      (load<f64>(M + 8 * j, 72) * load<f64>(boxA, BX_HALF * 8) +
        load<f64>(M + 8 * j, 96) * load<f64>(boxA, BX_HALF * 8 + 8) +
        load<f64>(M + 8 * j, 120) * load<f64>(boxA, BX_HALF * 8 + 16));
    if (j === 0 || s > sepB) {
      if (s > reach) return false;
      sepB = s;
      axisB = j;
      side = u;
    }
  }
  const sizeA = load<f64>(boxA, BX_SIZE * 8);
  const sizeB = load<f64>(boxB, BX_SIZE * 8);
  size = sizeA < sizeB ? sizeA : sizeB;
  const difference = sepB - sepA;
  let isFirst = !(difference > 0);
  if (abs<f64>(difference) <= FACE_TIE * size) isFirst = !(sizeB > sizeA * 1.000001);
  const face = isFirst ? sepA : sepB;
  let most = face + max<f64>(EDGE_BIAS * size, EDGE_RELATIVE_BIAS * abs<f64>(face));
  let edgeA: usize = 3;
  let edgeB: usize = 0;
  for (let i: usize = 0; i < 3; i++) {
    const i1: usize = i === 2 ? 0 : i + 1;
    const i2: usize = i === 0 ? 2 : i - 1;
    const ti1 = load<f64>(ALONG + 8 * i1);
    const ti2 = load<f64>(ALONG + 8 * i2);
    const h1 = load<f64>(boxA + 8 * i1, BX_HALF * 8);
    const h2 = load<f64>(boxA + 8 * i2, BX_HALF * 8);
    const row = M + 24 * i;
    const row1 = M + 24 * i1;
    const row2 = M + 24 * i2;
    for (let j: usize = 0; j < 3; j++) {
      const j1: usize = j === 2 ? 0 : 8 * j + 8;
      const j2: usize = j === 0 ? 16 : 8 * j - 8;
      const p = load<f64>(row1 + 8 * j);
      const q = load<f64>(row2 + 8 * j);
      const room =
        abs<f64>(ti2 * p - ti1 * q) -
        (h1 * load<f64>(row2 + 8 * j, 72) + h2 * load<f64>(row1 + 8 * j, 72)) -
        (load<f64>(boxB + j1, BX_HALF * 8) * load<f64>(row + j2, 72) +
          load<f64>(boxB + j2, BX_HALF * 8) * load<f64>(row + j1, 72));
      if (room > most || room > 0) {
        const l = p * p + q * q;
        const s = l < PARALLEL * PARALLEL ? -Infinity : room / sqrt<f64>(l);
        if (s > reach) return false;
        if (s > most) {
          most = s;
          edgeA = i;
          edgeB = j;
        }
      }
    }
  }
  faceA = -1;
  faceB = -1;
  if (edgeA < 3) {
    separation = most;
    const p = boxA + 8 * edgeA;
    const q = boxB + 8 * edgeB;
    const x = load<f64>(p, 24) * load<f64>(q, 48) - load<f64>(p, 48) * load<f64>(q, 24);
    const y = load<f64>(p, 48) * load<f64>(q) - load<f64>(p) * load<f64>(q, 48);
    const z = load<f64>(p) * load<f64>(q, 24) - load<f64>(p, 24) * load<f64>(q);
    let k = 1 / sqrt<f64>(x * x + y * y + z * z);
    if (x * px + y * py + z * pz < 0) k = -k;
    nx = -(x * k);
    ny = -(y * k);
    nz = -(z * k);
    return true;
  }
  let r: usize;
  let isAhead: bool;
  if (isFirst) {
    separation = sepA;
    isAhead = load<f64>(ALONG + 8 * axisA) >= 0;
    faceA = <i32>(2 * axisA) + <i32>isAhead;
    r = boxA + 8 * axisA;
  } else {
    separation = sepB;
    isAhead = side >= 0;
    faceB = <i32>(2 * axisB) + 1 - <i32>isAhead;
    r = boxB + 8 * axisB;
  }
  const sign: f64 = isAhead ? -1 : 1;
  nx = sign * load<f64>(r);
  ny = sign * load<f64>(r, 24);
  nz = sign * load<f64>(r, 48);
  return true;
}

/** The face of a box most along (x, y, z). */
function towards(r: usize, x: f64, y: f64, z: f64): i32 {
  const dx = down(r, x, y, z);
  const dy = down(r + 8, x, y, z);
  const dz = down(r + 16, x, y, z);
  const ax = abs<f64>(dx);
  const ay = abs<f64>(dy);
  const az = abs<f64>(dz);
  if (ax >= ay && ax >= az) return dx > 0 ? 1 : 0;
  if (ay >= az) return dy > 0 ? 3 : 2;
  return dz > 0 ? 5 : 4;
}

/** Corners of a face, counter-clockwise from outside, and its normal; the box is at (x, y, z). */
function takeFace(r: usize, face: i32, x: f64, y: f64, z: f64, points: usize, normal: usize): void {
  const axis = face >> 1;
  const isFar = face & 1;
  // The two axes across it, in the order in which its corners follow each other.
  const i = (axis + 2 - isFar) % 3;
  const j = (axis + 1 + isFar) % 3;
  const base = isFar << axis;
  for (let m = 0; m < 4; m++) {
    let k = base;
    if (m === 1 || m === 2) k |= 1 << i;
    if (m >= 2) k |= 1 << j;
    const hx = load<f64>(r, BX_HALF * 8);
    const hy = load<f64>(r, BX_HALF * 8 + 8);
    const hz = load<f64>(r, BX_HALF * 8 + 16);
    const cx = (k & 1) !== 0 ? hx : -hx;
    const cy = (k & 2) !== 0 ? hy : -hy;
    const cz = (k & 4) !== 0 ? hz : -hz;
    store<f64>(points, x + load<f64>(r) * cx + load<f64>(r, 8) * cy + load<f64>(r, 16) * cz);
    store<f64>(points, y + load<f64>(r, 24) * cx + load<f64>(r, 32) * cy + load<f64>(r, 40) * cz, 8);
    store<f64>(points, z + load<f64>(r, 48) * cx + load<f64>(r, 56) * cy + load<f64>(r, 64) * cz, 16);
    points += 24;
  }
  const sign: f64 = isFar === 0 ? -1 : 1;
  const column = r + 8 * <usize>axis;
  store<f64>(normal, sign * load<f64>(column));
  store<f64>(normal, sign * load<f64>(column, 24), 8);
  store<f64>(normal, sign * load<f64>(column, 48), 16);
}

/** Two numbers that lie three apart: of u and of w. */
function both(f: usize): v128 {
  return f64x2.replace_lane(v128.load64_splat(f), 1, load<f64>(f, 24));
}

/** A point seen along the axis of the frame at f. */
function seen(point: usize, f: usize): v128 {
  return f64x2.add(
    f64x2.add(f64x2.mul(v128.load64_splat(point), both(f + 24)), f64x2.mul(v128.load64_splat(point, 8), both(f + 32))),
    f64x2.mul(v128.load64_splat(point, 16), both(f + 40)),
  );
}

/** The outline in which the faces lie over each other, as `FacingPolygon.intersect`: how many corners it has. */
function meet(o: usize): i32 {
  cornersA = cornersB = 4;
  if (isHulls) {
    const f = faceA >= 0 ? faceA : hullTowards(boxA, hullA, hulls, -nx, -ny, -nz);
    cornersA = takeHullFace(boxA, hullA, hulls, f, 0, 0, 0, FACE, NORMALS);
  } else takeFace(boxA, faceA >= 0 ? faceA : towards(boxA, -nx, -ny, -nz), 0, 0, 0, FACE, NORMALS);
  if (isPlane) takePlane();
  else if (isHulls) {
    const f = faceB >= 0 ? faceB : hullTowards(boxB, hullB, hulls, nx, ny, nz);
    cornersB = takeHullFace(boxB, hullB, hulls, f, px, py, pz, FACE_B, NORMALS + 24);
  } else takeFace(boxB, faceB >= 0 ? faceB : towards(boxB, nx, ny, nz), px, py, pz, FACE_B, NORMALS + 24);
  const towardsA = -dot(NORMALS, nx, ny, nz);
  const towardsB = dot(NORMALS + 24, nx, ny, nz);
  if (!(towardsA > EDGE_ON && towardsB > EDGE_ON)) return 0;
  const f = o + S_FRAME * 8;
  completeFrame(f);
  const last = FACE + 24 * <usize>(cornersA - 1);
  for (let m: usize = 0; m < <usize>cornersA; m++) v128.store(P + 16 * m, seen(last - 24 * m, f));
  outline = P;
  if (isPlane) {
    store<f64>(o, 1, S_OF_A * 8);
    return dedupe(cornersA);
  }
  for (let m: usize = 0; m < <usize>cornersB; m++) v128.store(SEEN + 16 * m, seen(FACE_B + 24 * m, f));
  const whole = areaOf(P, cornersA);
  let n = clip(SAME * size);
  if (n === 0) return 0;
  const left = areaOf(outline, n);
  const ofA: f64 = left >= WHOLE * whole ? 1 : left >= WHOLE * towardsB * areaOfFace(FACE_B) ? 0 : 0.5;
  store<f64>(o, ofA, S_OF_A * 8);
  n = dedupe(n);
  return n > MOST_CORNERS ? 0 : n;
}

/** A plane in place of the second face: a point of it, and its normal. */
function takePlane(): void {
  store<f64>(FACE_B, px);
  store<f64>(FACE_B, py, 8);
  store<f64>(FACE_B, pz, 16);
  store<f64>(NORMALS, nx, 24);
  store<f64>(NORMALS, ny, 32);
  store<f64>(NORMALS, nz, 40);
}

function completeFrame(f: usize): void {
  store<f64>(f, nx);
  store<f64>(f, ny, 8);
  store<f64>(f, nz, 16);
  const ax = abs<f64>(nx);
  const ay = abs<f64>(ny);
  const az = abs<f64>(nz);
  const k: usize = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
  const a = load<f64>(f + 8 * k);
  const l = 1 / sqrt<f64>(1 - a * a);
  const ux = ((k === 0 ? 1 : <f64>0) - a * nx) * l;
  const uy = ((k === 1 ? 1 : <f64>0) - a * ny) * l;
  const uz = ((k === 2 ? 1 : <f64>0) - a * nz) * l;
  store<f64>(f, ux, 24);
  store<f64>(f, uy, 32);
  store<f64>(f, uz, 40);
  store<f64>(f, ny * uz - nz * uy, 48);
  store<f64>(f, nz * ux - nx * uz, 56);
  store<f64>(f, nx * uy - ny * ux, 64);
}

function areaOf(p: usize, n: i32): f64 {
  let sum: f64 = 0;
  const end = p + 16 * <usize>n;
  for (let k = p; k < end; k += 16) {
    const j = k + 16 < end ? k + 16 : p;
    sum += load<f64>(k) * load<f64>(j, 8) - load<f64>(j) * load<f64>(k, 8);
  }
  return 0.5 * sum;
}

function areaOfFace(p: usize): f64 {
  let sum: f64 = 0;
  const end = p + 24 * <usize>(cornersB - 1);
  for (let i = p + 24; i < end; i += 24) {
    const ax = load<f64>(i) - load<f64>(p);
    const ay = load<f64>(i, 8) - load<f64>(p, 8);
    const az = load<f64>(i, 16) - load<f64>(p, 16);
    const bx = load<f64>(i, 24) - load<f64>(p);
    const by = load<f64>(i, 32) - load<f64>(p, 8);
    const bz = load<f64>(i, 40) - load<f64>(p, 16);
    sum +=
      load<f64>(NORMALS, 24) * (ay * bz - az * by) +
      load<f64>(NORMALS, 32) * (az * bx - ax * bz) +
      load<f64>(NORMALS, 40) * (ax * by - ay * bx);
  }
  return 0.5 * sum;
}

/** Clips the outline by the second face; how many corners are left. */
function clip(tolerance: f64): i32 {
  let n = cornersA;
  let p = P;
  let q = Q;
  const all = SEEN + 16 * <usize>cornersB;
  for (let s = SEEN; s < all && n > 0; s += 16) {
    const at = v128.load(s);
    const d = f64x2.sub(v128.load(s + 16 < all ? s + 16 : SEEN), at);
    const u = f64x2.extract_lane(at, 0);
    const w = f64x2.extract_lane(at, 1);
    const du = f64x2.extract_lane(d, 0);
    const dw = f64x2.extract_lane(d, 1);
    const length = sqrt<f64>(du * du + dw * dw);
    if (!(length > tolerance)) continue;
    const end = p + 16 * <usize>n;
    let last = v128.load(end - 16);
    let was = (du * (f64x2.extract_lane(last, 1) - w) - dw * (f64x2.extract_lane(last, 0) - u)) / length;
    if (was > -tolerance && was < tolerance) was = 0;
    let to = q;
    for (let c = p; c < end; c += 16) {
      const corner = v128.load(c);
      let here = (du * (f64x2.extract_lane(corner, 1) - w) - dw * (f64x2.extract_lane(corner, 0) - u)) / length;
      if (here > -tolerance && here < tolerance) here = 0;
      if ((here > 0 && was < 0) || (here < 0 && was > 0)) {
        const t = f64x2.splat(was / (was - here));
        v128.store(to, f64x2.add(last, f64x2.mul(t, f64x2.sub(corner, last))));
        to += 16;
      }
      if (here >= 0) {
        v128.store(to, corner);
        to += 16;
      }
      last = corner;
      was = here;
    }
    n = <i32>((to - q) >> 4);
    const swap = p;
    p = q;
    q = swap;
  }
  outline = p;
  return n;
}

function apartSquare(x: usize, y: usize): f64 {
  const d = f64x2.sub(v128.load(x), v128.load(y));
  const s = f64x2.mul(d, d);
  return f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
}

function dedupe(n: i32): i32 {
  const p = outline;
  const least = SAME * SAME * size * size * 100;
  let to = p;
  for (let k = p; k < p + 16 * <usize>n; k += 16) {
    if (to > p && apartSquare(k, to - 16) < least) continue;
    v128.store(to, v128.load(k));
    to += 16;
  }
  while (to > p + 16 && apartSquare(p, to - 16) < least) to -= 16;
  return <i32>((to - p) >> 4);
}

/** Turns frame and outline to the principal axes, as `FacingPolygon.width`; the centre goes to the first arm. */
function measure(o: usize, count: i32): f64 {
  const v = outline;
  const end = v + 16 * <usize>count;
  const first = v128.load(v);
  let sum: f64 = 0;
  let c = f64x2.splat(0);
  for (let m = v + 16; m + 16 < end; m += 16) {
    const a = f64x2.sub(v128.load(m), first);
    const b = f64x2.sub(v128.load(m, 16), first);
    const twice =
      f64x2.extract_lane(a, 0) * f64x2.extract_lane(b, 1) - f64x2.extract_lane(a, 1) * f64x2.extract_lane(b, 0);
    sum += twice;
    c = f64x2.add(c, f64x2.mul(f64x2.splat(twice), f64x2.add(a, b)));
  }
  const isFull = sum > 0;
  if (isFull) c = f64x2.add(first, f64x2.div(c, f64x2.splat(3 * sum)));
  else {
    c = f64x2.splat(0);
    for (let m = v; m < end; m += 16) c = f64x2.add(c, f64x2.div(v128.load(m), f64x2.splat(<f64>count)));
  }
  area = isFull ? 0.5 * sum : 0;
  let xx: f64 = 0;
  let xy: f64 = 0;
  let yy: f64 = 0;
  for (let m = v; m < end; m += 16) {
    const a = f64x2.sub(v128.load(m), c);
    const b = f64x2.sub(v128.load(m + 16 < end ? m + 16 : v), c);
    const au = f64x2.extract_lane(a, 0);
    const aw = f64x2.extract_lane(a, 1);
    const bu = f64x2.extract_lane(b, 0);
    const bw = f64x2.extract_lane(b, 1);
    const weight = isFull ? au * bw - aw * bu : 1;
    xx += weight * (au * au + au * bu + bu * bu);
    xy += weight * (au * aw + bu * bw + 0.5 * (au * bw + bu * aw));
    yy += weight * (aw * aw + aw * bw + bw * bw);
  }
  const half = 0.5 * (xx - yy);
  const root = sqrt<f64>(half * half + xy * xy);
  let cos: f64 = 1;
  let sin: f64 = 0;
  if (root > 1e-9 * (xx + yy)) {
    cos = root + abs<f64>(half);
    sin = xy;
    const l = 1 / sqrt<f64>(cos * cos + sin * sin);
    cos *= l;
    sin *= l;
    if (half < 0) {
      const t = cos;
      cos = sin < 0 ? -sin : sin;
      sin = sin < 0 ? -t : t;
    }
  }
  let low: f64 = Infinity;
  let high: f64 = -Infinity;
  const cu = f64x2.extract_lane(c, 0);
  const cw = f64x2.extract_lane(c, 1);
  for (let m = v; m < end; m += 16) {
    const u = load<f64>(m) - cu;
    const w = load<f64>(m, 8) - cw;
    const across = cos * w - sin * u;
    store<f64>(m, cos * u + sin * w);
    store<f64>(m, across, 8);
    low = min<f64>(low, across);
    high = max<f64>(high, across);
  }
  for (let f = o + S_FRAME * 8; f < o + (S_FRAME + 3) * 8; f += 8) {
    const u = load<f64>(f, 24);
    const w = load<f64>(f, 48);
    // The centre, for the time being.
    store<f64>(f - (S_FRAME - S_ARM_A) * 8, cu * u + cw * w);
    store<f64>(f, cos * u + sin * w, 24);
    store<f64>(f, cos * w - sin * u, 48);
  }
  return high - low;
}

/** k and how high plane m is over the centre at c, and how it rises along u and w of the frame at f, of both planes. */
let scale: v128 = f64x2.splat(0);
let high: v128 = f64x2.splat(0);

/** (x, y, z) of both faces' normals, in lanes, times the vector at f. */
function times(f: usize): v128 {
  return f64x2.add(
    f64x2.add(f64x2.mul(both(NORMALS), v128.load64_splat(f)), f64x2.mul(both(NORMALS + 8), v128.load64_splat(f, 8))),
    f64x2.mul(both(NORMALS + 16), v128.load64_splat(f, 16)),
  );
}

/** All that a record has besides its patch: `FacingRegion.finish` and facing-writer.ts. */
function finish(o: usize, count: i32, depth: f64, time: f64, da: usize, db: usize, oa: usize, ob: usize): void {
  const f = o + S_FRAME * 8;
  const c = o + S_ARM_A * 8;
  let planes = f64x2(
    dot(NORMALS, load<f64>(FACE), load<f64>(FACE, 8), load<f64>(FACE, 16)),
    dot(NORMALS + 24, load<f64>(FACE_B), load<f64>(FACE_B, 8), load<f64>(FACE_B, 16)),
  );
  const upright = times(f);
  scale = f64x2.div(f64x2.splat(1), upright);
  high = f64x2.mul(scale, f64x2.sub(planes, times(c)));
  const alongU = f64x2.mul(f64x2.neg(scale), times(f + 24));
  const alongW = f64x2.mul(f64x2.neg(scale), times(f + 48));
  const highA = f64x2.extract_lane(high, 0);
  const hu = f64x2.extract_lane(alongU, 0);
  const hw = f64x2.extract_lane(alongW, 0);
  const g0 = highA - f64x2.extract_lane(high, 1);
  const gu = hu - f64x2.extract_lane(alongU, 1);
  const gw = hw - f64x2.extract_lane(alongW, 1);
  least = Infinity;
  let at = outline;
  for (let m = outline; m < outline + 16 * <usize>count; m += 16) {
    const g = g0 + gu * load<f64>(m) + gw * load<f64>(m, 8);
    if (g < least) {
      least = g;
      at = m;
    }
  }
  const lift = highA + hu * load<f64>(at) + hw * load<f64>(at, 8) - 0.5 * least;
  for (let m: usize = 0; m < 24; m += 8) store<f64>(c + m, load<f64>(c + m) + lift * load<f64>(f + m));
  // There is no torus: what its tube would add is nothing, with this sign.
  planes = f64x2.add(planes, f64x2.mul(f64x2.splat(-0.0), upright));
  high = f64x2.mul(scale, f64x2.sub(planes, times(c)));
  store<f64>(o, depth, S_DEPTH * 8);
  store<f64>(o, area, S_AREA * 8);
  store<f64>(o, g0 + depth, S_GAP * 8);
  store<f64>(o, gu, (S_GAP + 1) * 8);
  store<f64>(o, gw, (S_GAP + 2) * 8);
  store<f64>(o, least < 0 ? -least * area : 0, S_VOLUME * 8);
  for (let m: usize = 0; m < 32; m += 8) store<f64>(o + m, 1, S_SHARP * 8);
  const rotA = time > 0 ? TURNED : da + B_ROTATION * 8;
  const rotB = time > 0 ? TURNED + 32 : db + B_ROTATION * 8;
  for (let m: usize = 0; m < 24; m += 8) {
    const shift = m === 0 ? ox : m === 8 ? oy : oz;
    store<f64>(o + m, load<f64>(da + m, B_CENTER * 8), S_POSE_A * 8);
    store<f64>(o + m, load<f64>(db + m, B_CENTER * 8), S_POSE_B * 8);
    const point = f64x2.add(f64x2.splat(load<f64>(c + m)), f64x2.mul(high, f64x2.splat(load<f64>(f + m))));
    const centers = f64x2.replace_lane(v128.load64_splat(da + m, B_CENTER * 8), 1, load<f64>(db + m, B_CENTER * 8));
    const ways = f64x2.replace_lane(v128.load64_splat(oa + m), 1, load<f64>(ob + m));
    v128.store(
      V + 2 * m,
      f64x2.add(point, f64x2.sub(f64x2.sub(f64x2.splat(shift), centers), f64x2.mul(f64x2.splat(time), ways))),
    );
  }
  for (let m: usize = 0; m < 32; m += 8) {
    store<f64>(o + m, load<f64>(da + m, B_ROTATION * 8), (S_POSE_A + 3) * 8);
    store<f64>(o + m, load<f64>(db + m, B_ROTATION * 8), (S_POSE_B + 3) * 8);
  }
  unrotateBoth(o + S_FACE_A * 8, rotA, rotB);
  for (let e: usize = 24; e < 72; e += 24) {
    const rise = f64x2.mul(f64x2.neg(scale), times(f + e));
    for (let m: usize = 0; m < 24; m += 8)
      v128.store(
        V + 2 * m,
        f64x2.add(f64x2.splat(load<f64>(f + e + m)), f64x2.mul(rise, f64x2.splat(load<f64>(f + m)))),
      );
    unrotateBoth(o + S_FACE_A * 8 + e, rotA, rotB);
  }
  // Back from where they meet, and from the centre to the arms.
  const share: f64 = load<f64>(da, B_INV_MASS * 8) > 0 ? (load<f64>(db, B_INV_MASS * 8) > 0 ? 0.5 : 1) : 0;
  for (let m: usize = 0; m < 24; m += 8) {
    const back = time * (share * load<f64>(oa + m) + (1 - share) * load<f64>(ob + m));
    const x = load<f64>(c + m) + (m === 0 ? ox : m === 8 ? oy : oz) - back;
    const arm = x - load<f64>(da + m, B_CENTER * 8);
    store<f64>(c + m, arm);
    store<f64>(c + m, x - load<f64>(db + m, B_CENTER * 8), 24);
    store<f64>(o + m, arm, S_LOCAL * 8);
  }
  rotate(o + S_LOCAL * 8, da + B_ROTATION * 8, -1);
  if (time > 0) goBack(o, time, oa, ob);
}

/** The vectors in V, of body a and of body b, taken to their frames: `to`, and nine numbers on. */
function unrotateBoth(to: usize, a: usize, b: usize): void {
  const none = f64x2.splat(-1);
  const x = f64x2.mul(none, f64x2.replace_lane(v128.load64_splat(a), 1, load<f64>(b)));
  const y = f64x2.mul(none, f64x2.replace_lane(v128.load64_splat(a, 8), 1, load<f64>(b, 8)));
  const z = f64x2.mul(none, f64x2.replace_lane(v128.load64_splat(a, 16), 1, load<f64>(b, 16)));
  const w = f64x2.replace_lane(v128.load64_splat(a, 24), 1, load<f64>(b, 24));
  const vx = v128.load(V);
  const vy = v128.load(V, 16);
  const vz = v128.load(V, 32);
  const two = f64x2.splat(2);
  const tx = f64x2.mul(two, f64x2.sub(f64x2.mul(y, vz), f64x2.mul(z, vy)));
  const ty = f64x2.mul(two, f64x2.sub(f64x2.mul(z, vx), f64x2.mul(x, vz)));
  const tz = f64x2.mul(two, f64x2.sub(f64x2.mul(x, vy), f64x2.mul(y, vx)));
  split(to, f64x2.sub(f64x2.add(f64x2.add(vx, f64x2.mul(w, tx)), f64x2.mul(y, tz)), f64x2.mul(z, ty)));
  split(to + 8, f64x2.sub(f64x2.add(f64x2.add(vy, f64x2.mul(w, ty)), f64x2.mul(z, tx)), f64x2.mul(x, tz)));
  split(to + 16, f64x2.sub(f64x2.add(f64x2.add(vz, f64x2.mul(w, tz)), f64x2.mul(x, ty)), f64x2.mul(y, tx)));
}

function split(to: usize, x: v128): void {
  v128.store64_lane(to, x, 0);
  v128.store64_lane(to, x, 1, 72);
}

/** As `FacingWriter.goBack`. */
function goBack(o: usize, time: f64, oa: usize, ob: usize): void {
  let sum: f64 = 0;
  const f = o + S_ARM_A * 8;
  for (let m: usize = 0; m < 3; m++) {
    const m1: usize = m === 2 ? 0 : 8 * m + 8;
    const m2: usize = m === 0 ? 16 : 8 * m - 8;
    const k = 8 * m;
    const ofA =
      load<f64>(oa + k) + load<f64>(oa + m1, 24) * load<f64>(f + m2) - load<f64>(oa + m2, 24) * load<f64>(f + m1);
    const ofB =
      load<f64>(ob + k) +
      load<f64>(ob + m1, 24) * load<f64>(f + m2, 24) -
      load<f64>(ob + m2, 24) * load<f64>(f + m1, 24);
    sum += load<f64>(f + k, 48) * (ofA - ofB);
  }
  store<f64>(o, load<f64>(o, S_GAP * 8) - time * sum, S_GAP * 8);
  for (let m: usize = 0; m < 24; m += 8) {
    const turn = time * (load<f64>(oa + m, 24) - load<f64>(ob + m, 24));
    const u = load<f64>(o, (S_GAP + 1) * 8) + turn * load<f64>(o + m, (S_FRAME + 6) * 8);
    const w = load<f64>(o, (S_GAP + 2) * 8) - turn * load<f64>(o + m, (S_FRAME + 3) * 8);
    store<f64>(o, u, (S_GAP + 1) * 8);
    store<f64>(o, w, (S_GAP + 2) * 8);
  }
}

/** As `PatchBuffer.addPolygon`, whose friction polygon is the outline. */
function writePatch(r: usize, frame: usize, n: i32): void {
  const v = r + (BC_CORNERS - BC_PATCH) * 8;
  let reach = f64x2.splat(0);
  for (let m: usize = 0; m < 72; m += 8) store<f64>(r + m, load<f64>(frame + m), PA_FRAME * 8);
  store<f64>(r, 1, PA_SURE * 8);
  for (let m: usize = 0; m < 16 * <usize>n; m += 16) {
    const corner = v128.load(outline + m);
    v128.store(v + m, corner);
    reach = f64x2.max(reach, f64x2.abs(corner));
  }
  const reachU = f64x2.extract_lane(reach, 0);
  const reachW = f64x2.extract_lane(reach, 1);
  let count = n;
  if (n > 2 && reachW < LINE * reachU) {
    collapse(v, n);
    count = 2;
  }
  store<f64>(r, <f64>count, (BC_COUNT - BC_PATCH) * 8);
  moments(r + PA_OUTLINE * 8, v, count);
  for (let m: usize = 0; m < 48; m += 8) store<f64>(r + m, load<f64>(r + m, PA_OUTLINE * 8), PA_FRICTION * 8);
  const all = load<f64>(r, PA_OUTLINE * 8);
  store<f64>(r, all, PA_AREA * 8);
  const uu = all > 0 ? load<f64>(r, (PA_OUTLINE + 3) * 8) / all : 0;
  const ww = all > 0 ? load<f64>(r, (PA_OUTLINE + 5) * 8) / all : 0;
  store<f64>(r, min<f64>(uu > 0 ? sqrt<f64>(3 * uu) : 0, reachU), PA_HALF * 8);
  store<f64>(r, min<f64>(ww > 0 ? sqrt<f64>(3 * ww) : 0, reachW), (PA_HALF + 1) * 8);
  store<f64>(r, min<f64>(uu > 0 ? 2 * sqrt<f64>(uu) : 0, reachU), PA_AXES * 8);
  store<f64>(r, min<f64>(ww > 0 ? 2 * sqrt<f64>(ww) : 0, reachW), (PA_AXES + 1) * 8);
  measureReach(r + PA_REACH * 8, v, count);
}

function collapse(v: usize, n: i32): void {
  let low = f64x2.splat(Infinity);
  let high = f64x2.splat(-Infinity);
  for (let k = v; k < v + 16 * <usize>n; k += 16) {
    low = f64x2.min(low, v128.load(k));
    high = f64x2.max(high, v128.load(k));
  }
  const w = 0.5 * (f64x2.extract_lane(low, 1) + f64x2.extract_lane(high, 1));
  memory.fill(v, 0, 16 * <usize>n);
  store<f64>(v, f64x2.extract_lane(low, 0));
  store<f64>(v, w, 8);
  store<f64>(v, f64x2.extract_lane(high, 0), 16);
  store<f64>(v, w, 24);
}

/** As `polygonMoments`. */
function moments(out: usize, v: usize, n: i32): void {
  const o = v128.load(v);
  const end = v + 16 * <usize>n;
  let sum: f64 = 0;
  let s = f64x2.splat(0);
  for (let k = v + 16; k + 16 < end; k += 16) {
    const a = f64x2.sub(v128.load(k), o);
    const b = f64x2.sub(v128.load(k, 16), o);
    const twice =
      f64x2.extract_lane(a, 0) * f64x2.extract_lane(b, 1) - f64x2.extract_lane(a, 1) * f64x2.extract_lane(b, 0);
    sum += twice;
    s = f64x2.add(s, f64x2.mul(f64x2.splat(twice), f64x2.add(a, b)));
  }
  if (!(sum > 0)) {
    v128.store(out, f64x2.add(o, f64x2.mul(f64x2.splat(0.5), f64x2.sub(v128.load(end - 16), o))), 8);
    return;
  }
  const c = f64x2.div(s, f64x2.splat(3 * sum));
  const cx = f64x2.extract_lane(c, 0);
  const cy = f64x2.extract_lane(c, 1);
  let squares = f64x2.splat(0);
  let xy: f64 = 0;
  const cc = f64x2.mul(c, c);
  for (let k = v + 16; k + 16 < end; k += 16) {
    const a = f64x2.sub(v128.load(k), o);
    const b = f64x2.sub(v128.load(k, 16), o);
    const twice =
      f64x2.extract_lane(a, 0) * f64x2.extract_lane(b, 1) - f64x2.extract_lane(a, 1) * f64x2.extract_lane(b, 0);
    const p = f64x2.sub(a, c);
    const q = f64x2.sub(b, c);
    const t = f64x2.sub(f64x2.add(p, q), c);
    const all = f64x2.add(f64x2.add(f64x2.add(f64x2.mul(p, p), f64x2.mul(q, q)), cc), f64x2.mul(t, t));
    squares = f64x2.add(squares, f64x2.mul(f64x2.splat(twice), all));
    xy +=
      twice *
      (f64x2.extract_lane(p, 0) * f64x2.extract_lane(p, 1) +
        f64x2.extract_lane(q, 0) * f64x2.extract_lane(q, 1) +
        cx * cy +
        f64x2.extract_lane(t, 0) * f64x2.extract_lane(t, 1));
  }
  store<f64>(out, 0.5 * sum);
  v128.store(out, f64x2.add(o, c), 8);
  store<f64>(out, f64x2.extract_lane(squares, 0) / 24, 24);
  store<f64>(out, xy / 24, 32);
  store<f64>(out, f64x2.extract_lane(squares, 1) / 24, 40);
}

/** As `measureReach`: an edge ends the way along +u or along -u, and along +w or along -w. */
function measureReach(out: usize, v: usize, n: i32): void {
  const end = v + 16 * <usize>n;
  for (let side: usize = 0; side < 32; side += 8) store<f64>(out + side, Infinity);
  for (let p = v; p < end; p += 16) {
    const q = p + 16 < end ? p + 16 : v;
    const nu = load<f64>(q, 8) - load<f64>(p, 8);
    const nw = load<f64>(p) - load<f64>(q);
    const off = nu * load<f64>(p) + nw * load<f64>(p, 8);
    lessen(out, nu, off);
    lessen(out + 16, nw, off);
  }
  for (let side: usize = 0; side < 32; side += 8) {
    const least = load<f64>(out + side);
    store<f64>(out + side, least < Infinity && least > 0 ? least : 0);
  }
}

function lessen(out: usize, along: f64, off: f64): void {
  if (along === 0 || along !== along) return;
  const at = along > 0 ? out : out + 8;
  const t = off / abs<f64>(along);
  if (t < load<f64>(at)) store<f64>(at, t);
}
