// Contacts of boxes by the kernel, bit by bit those of TypeScript: what is far, apart, waits, or touches, and all of the
// records.

import { expect, test } from 'vitest';
import { B_CENTER, B_INV_MASS, B_ORIGIN, B_RADIUS, B_ROTATION, BODY_STRIDE } from '../../src/bodies/layout.js';
import { BodyStore } from '../../src/bodies/store.js';
import { ContactPool } from '../../src/contact/pool.js';
import { BodyTable } from '../../src/contact/six/body-table.js';
import type { BoxBatch } from '../../src/contact/six/box-batch.js';
import { BoxKernel } from '../../src/contact/six/box-kernel.js';
import {
  APART_ALONG,
  BC_COUNT,
  BC_PATCH,
  BC_STRIDE,
  BP_INTS,
  BP_STATE,
  BW_STRIDE,
  ELSEWHERE,
  FAR_APART,
  HAD,
  MAY_WAIT,
  SHALLOW,
  TOUCHES,
  WAITS,
} from '../../src/contact/six/box-layout.js';
import { BoxesHere } from '../../src/contact/six/boxes-here.js';
import { PatchContacts } from '../../src/contact/six/contacts.js';
import { FacingFinder } from '../../src/contact/six/facing-finder.js';
import {
  S_DEPTH,
  S_FRAME,
  S_FRICTION,
  S_MOST,
  SI_BODY_A,
  SI_BODY_B,
  SI_FACING,
  SI_OPEN,
  SI_PATCH,
  SIX_INTS,
  SIX_STRIDE,
} from '../../src/contact/six/layout.js';
import { DEPTH_BOUND } from '../../src/contact/six/tolerances.js';
import { Waiting } from '../../src/contact/six/waiting.js';
import { type BodyDescription, type ShapeDescription, type Vec3, World } from '../../src/index.js';
import { rotateVector } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import { wasmOfHost } from '../../src/memory/wasm.js';
import { KEPT_STRIDE, PA_STRIDE } from '../../src/patch/layout.js';
import { PatchBuffer } from '../../src/patch/patch.js';
import { createShape } from '../../src/shapes/create.js';
import type { SimpleShape } from '../../src/shapes/shape.js';

const HALF = Math.sqrt(0.5);
/** Turns after which edges and faces of boxes are parallel, or stand on edge and on corner. */
const TURNS = [
  [0, 0, 0, 1],
  [HALF, 0, 0, HALF],
  [0, 0, Math.sqrt(0.5 - HALF / 2), Math.sqrt(0.5 + HALF / 2)],
  [0.5, 0.5, 0.5, 0.5],
  [0.27984814233312133, 0.3647051996310009, -0.1159168959569331, 0.8804762392171493],
];

interface Pairs {
  bodies: BodyStore;
  arena: Arena;
  count: number;
}

/** An octahedron, a prism or a tetrahedron within a box. */
function hull(kind: number, [x, y, z]: Vec3): ShapeDescription {
  const [a, b, c] = [0.5 * x, 0.5 * y, 0.5 * z];
  const ring: [number, number][] = Array.from({ length: 6 }, (_, k) => [
    Math.cos((k * Math.PI) / 3),
    Math.sin((k * Math.PI) / 3),
  ]);
  const points: Vec3[][] = [
    [-1, 1].flatMap((s): Vec3[] => [
      [s * a, 0, 0],
      [0, s * b, 0],
      [0, 0, s * c],
    ]),
    [-1, 1].flatMap((s) => ring.map(([u, w]): Vec3 => [u * a, s * b, w * c])),
    [
      [a, b, c],
      [a, -b, -c],
      [-a, b, -c],
      [-a, -b, c],
    ],
  ];
  return { type: 'convex', points: points[kind]! };
}

/**
 * Two bodies for each pair: bodies 2n + 1 and 2n + 2, a box and another, or ground that stands still. `hasHulls`: one of
 * them, or both, are other polyhedra.
 */
function makePairs(
  count: number,
  seed: number,
  isDegenerate: boolean,
  speed: number,
  isGround = false,
  hasHulls = false,
): Pairs {
  const random = new Random(seed);
  const arena = new Arena();
  const bodies = new BodyStore(arena);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.between(0, from.length - 1e-9))]!;
  for (let n = 0; n < count; n++) {
    const scale = isDegenerate ? 1 : 10 ** random.between(-2, 1);
    const side = () => scale * (isDegenerate ? pick([0.25, 0.5, 1, 1, 2]) : 10 ** random.between(-1.3, 0));
    const first: Vec3 = [side(), side(), side()];
    const second: Vec3 = [side(), side(), side()];
    for (let k = 0; k < 2; k++) {
      const size = k === 0 ? first : second;
      const isPlane = isGround && k === 1;
      const isBox = !hasHulls || (!isGround && n % 3 === k);
      const shape = createShape(
        isPlane ? { type: 'half-space' } : isBox ? { type: 'box', size } : hull((n + k) % 3, size),
      );
      const slot = bodies.allocate(shape, `b${n}-${k}`, null);
      const d = bodies.f.data;
      const o = slot * BODY_STRIDE;
      const q = isDegenerate && random.between(0, 1) < 0.9 ? pick(TURNS) : random.rotation();
      for (let m = 0; m < 3; m++) {
        const near = 0.5 * (first[m]! + second[m]!);
        const off = isDegenerate
          ? pick([0, 0, near, near, 0.5 * near, near * (1 - 1e-6), near + 1e-9])
          : near * random.between(-0.9, 0.9);
        d[o + B_ORIGIN + m] = k === 0 ? scale * 3 : 3 * scale + (isPlane ? 0.5 : 1) * off * pick([-1, 1]);
      }
      for (let m = 0; m < 4; m++) d[o + B_ROTATION + m] = q[m]!;
      // The centre of mass is beside the middle of some.
      const beside = random.between(0, 1) < 0.2 ? 0.3 * scale : 0;
      rotateVector(d, o + B_CENTER, d, o + B_ROTATION, 0.1 * beside, -0.2 * beside, 0.05 * beside);
      for (let m = 0; m < 3; m++) d[o + B_CENTER + m] += d[o + B_ORIGIN + m];
      d[o + B_RADIUS] = isPlane ? 0 : 0.5 * Math.hypot(...size) + beside;
      const isFixed = isPlane || random.between(0, 1) < 0.1;
      for (let m = 0; m < 3; m++) d[o + B_INV_MASS + m] = isFixed ? 0 : 1;
      const h = 1 / 60;
      const fast = (speed * 10 ** random.between(-3, 0) * scale) / h;
      for (let m = 0; m < 6; m++) {
        const v =
          isFixed || random.between(0, 1) < 0.1
            ? 0
            : m < 3
              ? fast * random.between(-1, 1)
              : (fast / scale) * random.between(-1, 1);
        bodies.old.data[6 * slot + m] = v;
        bodies.v.data[6 * slot + m] = v + (isFixed ? 0 : m === 1 ? -9.81 * h : 0.01 * random.between(0, 1) * v);
      }
    }
  }
  return { bodies, arena, count };
}

/** How many pairs the kernel has found of each sort, after comparing all of them with TypeScript. */
function compare({ bodies, arena, count }: Pairs, known: number, own: number | null): number[] {
  const h = 1 / 60;
  const table = new BodyTable(bodies, arena);
  table.update();
  // By then hulls are known, and so are boxes that meet them.
  table.update();
  const kernel = BoxKernel.make(wasmOfHost()!)!;
  kernel.begin(bodies, table, count);
  for (let n = 0; n < count; n++) kernel.setPair(n, 2 * n + 1, 2 * n + 2, known);
  const finder = new FacingFinder(bodies, null, table);
  const waiting = new Waiting(bodies, arena);
  const pool = new ContactPool(arena, SIX_STRIDE, SIX_INTS);
  const patches = new PatchBuffer(arena);
  const poses = new Float64Array(14);
  const states = [0, 0, 0, 0, 0];
  let end = 0;
  let contacts = 0;
  let waits = 0;
  for (let n = 0; n < count; n++) {
    if (n === end) {
      end = kernel.find(n, count, bodies.count, h, own);
      expect(end).toBeGreaterThan(n);
      contacts = waits = 0;
    }
    const a = 2 * n + 1;
    const b = 2 * n + 2;
    const state = kernel.pairs[n * BP_INTS + BP_STATE]!;
    states[state]!++;
    const reach = table.reachOf(a, b, h);
    const need = reach + 2 * (own ?? DEPTH_BOUND * table.smaller(a, b));
    const isFar =
      (known & HAD) === 0 &&
      (table.areFar(a, b, need) || table.areClear(a, b, need) || table.areClearInLine(a, b, need));
    if ((state === FAR_APART) !== isFar) expect.fail(`pair ${n} is far or not`);
    if (isFar || state === ELSEWHERE) continue;
    const depth = own ?? 2e-5 * table.thinner(a, b);
    for (let m = 0; m < 7; m++) {
      poses[m] = bodies.f.data[a * BODY_STRIDE + B_ORIGIN + m]!;
      poses[7 + m] = bodies.f.data[b * BODY_STRIDE + B_ORIGIN + m]!;
    }
    pool.count = 0;
    patches.clear();
    waiting.clear();
    finder.waiting = (known & MAY_WAIT) !== 0 && table.wayOf(a, b, h) > depth ? waiting : null;
    finder.pair = 0;
    const [sa, sb] = [bodies.shapes[a] as SimpleShape, bodies.shapes[b] as SimpleShape];
    finder.find(a, b, sa, sb, poses, 0, depth, 0, Math.max(reach, depth), h, pool, patches);
    if (state !== (pool.count > 0 ? TOUCHES : waiting.has(0) ? WAITS : APART_ALONG)) expect.fail(`pair ${n}: ${state}`);
    if (state === WAITS) {
      const w = waits++ * BW_STRIDE;
      const apart = finder.separation;
      expect(kernel.waits[w + 3], `pair ${n}`).toBe(apart);
      expect(kernel.waits[w + 4], `pair ${n}`).toBe(waiting.take(0));
    }
    if (state !== TOUCHES) continue;
    const at = contacts++ * BC_STRIDE;
    const found = kernel.contacts;
    const corners = found[at + BC_COUNT]!;
    const taken = new PatchBuffer(arena);
    taken.take(found, at + BC_PATCH, corners);
    const isSame =
      corners === patches.outlineCount[0] &&
      patches.frictionStart[0] === 0 &&
      haveSameBits(found, at, pool.f.data, SIX_STRIDE) &&
      haveSameBits(found, at + BC_PATCH, patches.made, PA_STRIDE) &&
      haveSameBits(taken.vertices, 0, patches.vertices, 2 * corners);
    if (!isSame) expect.fail(`pair ${n} has another record`);
  }
  return states;
}

/** Whether n numbers at f[at…] are those at g[0…], -0 and 0 apart. */
function haveSameBits(f: Float64Array, at: number, g: Float64Array, n: number): boolean {
  for (let m = 0; m < n; m++) if (!Object.is(f[at + m], g[m])) return false;
  return true;
}

test.each([
  ['boxes of any size', false, 1, 0, null, false, false],
  ['boxes that had contacts, and a target depth of the scene', false, 0.3, HAD | MAY_WAIT, 1e-4, false, false],
  ['boxes that fly and may wait', false, 0.1, MAY_WAIT, null, false, false],
  ['boxes with faces, edges and corners in line', true, 0.01, HAD, null, false, false],
  ['boxes with faces, edges and corners in line, in motion', true, 0.5, MAY_WAIT, null, false, false],
  ['boxes on the ground', false, 0.3, MAY_WAIT, null, true, false],
  ['boxes on the ground with faces, edges and corners in line', true, 0.1, MAY_WAIT, null, true, false],
  ['polyhedra of any size', false, 1, 0, null, false, true],
  ['polyhedra that had contacts, and a target depth of the scene', false, 0.3, HAD | MAY_WAIT, 1e-4, false, true],
  ['polyhedra that fly and may wait', false, 0.1, MAY_WAIT, null, false, true],
  ['polyhedra with faces, edges and corners in line', true, 0.01, HAD, null, false, true],
  ['polyhedra with faces, edges and corners in line, in motion', true, 0.5, MAY_WAIT, null, false, true],
  ['polyhedra on the ground', false, 0.3, MAY_WAIT, null, true, true],
  ['polyhedra on the ground with faces, edges and corners in line', true, 0.1, MAY_WAIT, null, true, true],
] as const)(
  '%s have the contacts that they have one by one',
  (_, isDegenerate, speed, known, own, isGround, hasHulls) => {
    const states = compare(makePairs(4000, 7, isDegenerate, speed, isGround, hasHulls), known, own);
    expect(states[TOUCHES]).toBeGreaterThan(hasHulls ? 700 : 1000);
    // Slivers, and what turns far: most are none.
    expect(states[ELSEWHERE]).toBeLessThan((hasHulls ? 0.5 : 0.3) * states[TOUCHES]!);
    if ((known & MAY_WAIT) !== 0) expect(states[WAITS]).toBeGreaterThan(0);
  },
);

test.each([
  ['boxes of any size', false, false, false],
  ['boxes with faces, edges and corners in line', true, false, false],
  ['boxes on the ground', false, true, false],
  ['polyhedra of any size', false, false, true],
  ['polyhedra with faces, edges and corners in line', true, false, true],
  ['polyhedra on the ground', false, true, true],
] as const)(
  '%s have where they are the contacts for correction that they have one by one',
  (_, isDegenerate, isGround, hasHulls) => {
    const { bodies, arena, count } = makePairs(3000, 11, isDegenerate, 0.1, isGround, hasHulls);
    const table = new BodyTable(bodies, arena);
    table.update();
    table.update();
    const random = new Random(5);
    const look = new FacingFinder(bodies, null, table).look;
    // The same contacts twice: one by one, and all at once.
    const [alone, together] = [new PatchContacts(arena), new PatchContacts(arena)];
    for (const { now, patches } of [alone, together])
      for (let n = 0; n < count; n++) {
        const k = now.add();
        now.f.data.set([0, n % 2 === 0 ? 1 : -1, 0], k * SIX_STRIDE + S_FRAME);
        now.f.data[k * SIX_STRIDE + S_DEPTH] = 5e-3 * table.thinner(2 * n + 1, 2 * n + 2);
        now.f.data[k * SIX_STRIDE + S_FRICTION] = 0.1 * n;
        now.f.data[k * SIX_STRIDE + S_MOST] = n;
        now.i.data[k * SIX_INTS + SI_BODY_A] = 2 * n + 1;
        now.i.data[k * SIX_INTS + SI_BODY_B] = 2 * n + 2;
        now.i.data[k * SIX_INTS + SI_FACING] = 1;
        now.i.data[k * SIX_INTS + SI_OPEN] = n % 3 === 0 ? 1 : 0;
        now.i.data[k * SIX_INTS + SI_PATCH] = patches.addRoom();
      }
    const isDeep = Array.from({ length: count }, () => random.between(0, 1) < 0.5);
    const kernel = BoxKernel.make(wasmOfHost()!)!;
    const boxes = new BoxesHere(bodies, together, table, { kernel } as BoxBatch);
    expect(boxes.begin(count)).toBe(true);
    for (let n = 0; n < count; n++) expect(boxes.add(n, isDeep[n]!)).toBe(true);
    const states = [0, 0, 0, 0, 0, 0];
    for (let n = 0; n < count; n++) {
      const state = boxes.next();
      states[state]!++;
      if (state === ELSEWHERE) look!.lookHere(together.now, n, isDeep[n]!, together.patches);
      else boxes.take(n, state, isDeep[n]!, false);
      look!.lookHere(alone.now, n, isDeep[n]!, alone.patches);
      if (alone.now.count !== together.now.count) expect.fail(`pair ${n} has a contact or not`);
    }
    expect(states[TOUCHES]).toBeGreaterThan(500);
    expect(states[SHALLOW]).toBeGreaterThan(5);
    expect(states[APART_ALONG]).toBeGreaterThan(100);
    expect(states[ELSEWHERE]).toBeLessThan((hasHulls ? 0.5 : 0.3) * states[TOUCHES]!);
    const { now, patches } = together;
    expect(haveSameBits(now.f.data, 0, alone.now.f.data, now.count * SIX_STRIDE)).toBe(true);
    expect(now.i.data.slice(0, now.count * SIX_INTS)).toEqual(alone.now.i.data.slice(0, now.count * SIX_INTS));
    expect(patches.count).toBe(alone.patches.count);
    expect(haveSameBits(patches.records, 0, alone.patches.records, patches.count * KEPT_STRIDE)).toBe(true);
  },
);

test('a heap of boxes, balls and hulls has the same contacts with the kernel and without, to the last bit of its snapshots', () => {
  const random = new Random(12);
  const bodies: BodyDescription[] = [{ name: 'ground', type: 'static', shape: { type: 'half-space' } }];
  for (let n = 0; n < 90; n++) {
    const at = [0.25 * (n % 5), 0.2 + 0.22 * Math.floor(n / 15), 0.25 * (Math.floor(n / 5) % 3)] as const;
    const shape: ShapeDescription =
      n % 9 === 8
        ? { type: 'sphere', radius: 0.1 }
        : n % 3 === 1
          ? hull(n % 2, [0.24, 0.2, 0.22])
          : { type: 'box', size: [0.2, 0.2, 0.2] };
    const linearVelocity: Vec3 = [random.between(-1, 1), -1, random.between(-1, 1)];
    bodies.push({ name: `b${n}`, type: 'dynamic', mass: 1, shape, position: [...at], linearVelocity });
  }
  const [fast, slow] = [true, false].map((simd) => new World({ bodies, timeStep: 1 / 60 }, { simd }));
  for (let k = 0; k < 45; k++) {
    fast!.step();
    slow!.step();
    if (k % 9 === 8) expect(Buffer.compare(fast!.snapshot(), slow!.snapshot()), `step ${k}`).toBe(0);
  }
});
