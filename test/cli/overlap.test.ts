// sixfold overlap, against closed forms. Tolerances: the convex and analytic methods are held to 1e-11 elsewhere; here
// nothing is lost on the way to the JSON, whose numbers read back to the same bits.

import { afterAll, describe, expect, test } from 'vitest';
import { Folder, sixfold } from './sixfold.js';

const folder = new Folder();
afterAll(() => folder.remove());

type V3 = [number, number, number];
interface Overlap {
  a: string;
  b: string;
  volume: number;
  center: V3;
  secondMoment: number[];
  areaVector: V3;
  area: number;
  depth: number;
  outline: V3[];
}

let files = 0;
async function overlapsOf(bodies: object[], more: object = {}): Promise<Overlap[]> {
  const { status, stdout, stderr } = await sixfold([
    'overlap',
    folder.write(`scene${files++}.json`, { bodies, ...more }),
    '--json',
  ]);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout).overlaps;
}

async function onlyOverlapOf(bodies: object[], more: object = {}): Promise<Overlap> {
  const found = await overlapsOf(bodies, more);
  expect(found).toHaveLength(1);
  return found[0]!;
}

const box = (name: string, size: V3, position: V3, more: object = {}) => ({
  name,
  shape: { type: 'box', size },
  mass: 1,
  position,
  ...more,
});
const ball = (name: string, radius: number, position: V3) => ({
  name,
  shape: { type: 'sphere', radius },
  mass: 1,
  position,
});
const ground = { name: 'ground', type: 'static', shape: { type: 'half-space' } };

function expectNear(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual).toHaveLength(expected.length);
  for (const [k, value] of expected.entries())
    expect(Math.abs(actual[k]! - value), `entry ${k}: ${actual[k]} for ${value}`).toBeLessThanOrEqual(tolerance);
}

/** A box with these corners: V, c, M and the corners of its outline across y. */
function boxBetween(low: V3, high: V3) {
  const [x, y, z] = low.map((l, k) => high[k]! - l) as V3;
  const volume = x * y * z;
  const center = low.map((l, k) => (l + high[k]!) / 2) as V3;
  const secondMoment = [(volume * x * x) / 12, 0, 0, (volume * y * y) / 12, 0, (volume * z * z) / 12];
  const corners = [low[0], high[0]].flatMap((cx) => [low[2], high[2]].map((cz): V3 => [cx, center[1], cz]));
  return { volume, center, secondMoment, corners };
}

function expectSamePoints(actual: readonly V3[], expected: readonly V3[], tolerance: number): void {
  expect(actual).toHaveLength(expected.length);
  for (const p of expected) {
    const nearest = Math.min(...actual.map((q) => Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2])));
    expect(nearest, `corner ${p}`).toBeLessThanOrEqual(tolerance);
  }
}

/** Turned about z by an angle whose cosine and sine are 0.8 and 0.6. */
const TURN = [0, 0, Math.sqrt(0.1), Math.sqrt(0.9)];
const turned = ([x, y, z]: V3): V3 => [0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y, z];

describe('two boxes', () => {
  const a = box('a', [2, 1, 2], [0, 0, 0]);
  const b = box('b', [1, 1, 1], [0.6, 0.9, 0.25]);
  const truth = boxBetween([0.1, 0.4, -0.25], [1, 0.5, 0.75]);

  test('volume, moments, area vector, depth and outline', async () => {
    const o = await onlyOverlapOf([a, b]);
    expect([o.a, o.b]).toEqual(['a', 'b']);
    expectNear([o.volume], [truth.volume], 1e-14);
    expectNear(o.center, truth.center, 1e-14);
    expectNear(o.secondMoment, truth.secondMoment, 1e-15);
    // a's faces inside b: the end at x = 1, 0.1 high and 1 wide, and the top at y = 0.5, 0.9 × 1.
    expectNear(o.areaVector, [0.1, 0.9, 0], 1e-14);
    expectNear([o.area], [Math.hypot(0.1, 0.9)], 1e-14);
    expectNear([o.depth], [truth.volume / Math.hypot(0.1, 0.9)], 1e-14);
    expectSamePoints(o.outline, truth.corners, 1e-12);
  });

  test('in the other order the area vector turns round', async () => {
    const o = await onlyOverlapOf([b, a]);
    expect([o.a, o.b]).toEqual(['b', 'a']);
    expectNear([o.volume], [truth.volume], 1e-14);
    expectNear(o.areaVector, [-0.1, -0.9, 0], 1e-14);
  });

  test('turned together, everything turns with them', async () => {
    const o = await onlyOverlapOf([
      { ...a, position: turned(a.position), rotation: TURN },
      { ...b, position: turned(b.position), rotation: TURN },
    ]);
    expectNear([o.volume], [truth.volume], 1e-14);
    expectNear(o.center, turned(truth.center), 1e-14);
    expectNear(o.areaVector, turned([0.1, 0.9, 0]), 1e-14);
    const [xx, , , yy, , zz] = truth.secondMoment as [number, number, number, number, number, number];
    const turnedMoment = [0.64 * xx + 0.36 * yy, 0.48 * (xx - yy), 0, 0.36 * xx + 0.64 * yy, 0, zz];
    expectNear(o.secondMoment, turnedMoment, 1e-15);
    expectSamePoints(o.outline, truth.corners.map(turned), 1e-12);
  });

  test('a thousand kilometres away', async () => {
    const far = 1e6;
    const ulp = 2 ** -33; // of numbers from 2¹⁹ to 2²⁰: positions and the numbers of the JSON are rounded to it
    const at = ([x, y, z]: V3): V3 => [x + far, y - far, z + far];
    const o = await onlyOverlapOf([
      { ...a, position: at(a.position) },
      { ...b, position: at(b.position) },
    ]);
    expectNear([o.volume], [truth.volume], 8 * ulp * 1);
    expectNear(o.center, at(truth.center), 2 * ulp);
    // A length l shifted by ulp changes V l²/12 by V l ulp / 4 at most, and by a share of V's own change.
    expectNear(o.secondMoment, truth.secondMoment, 8 * ulp * 1);
    expectNear(o.areaVector, [0.1, 0.9, 0], 8 * ulp * 1);
    expectSamePoints(o.outline, truth.corners.map(at), 8 * ulp);
  });

  test('one inside the other has no direction', async () => {
    const inner = box('inner', [0.2, 0.3, 0.4], turned([0.1, 0.05, 0]), { rotation: TURN });
    for (const bodies of [
      [box('outer', [1, 1, 1], [0, 0, 0]), inner],
      [inner, box('outer', [1, 1, 1], [0, 0, 0])],
    ]) {
      const o = await onlyOverlapOf(bodies);
      expectNear([o.volume], [0.024], 1e-16);
      expectNear(o.center, turned([0.1, 0.05, 0]), 1e-15);
      expect(o.areaVector).toEqual([0, 0, 0]);
      expect(o.area).toBe(0);
      expect(o.depth).toBe(0);
      expect(o.outline.length).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('round solids', () => {
  // A cap of height h of a ball of radius R about the origin, cut at z = R - h: ∫ over discs of radius² R² - z².
  const R = 0.5;
  const h = 0.1;
  const cap = (f: (z: number) => number) => f(R) - f(R - h);
  const volume = cap((z) => Math.PI * (R * R * z - z ** 3 / 3));
  const centre = cap((z) => Math.PI * ((R * R * z * z) / 2 - z ** 4 / 4)) / volume;
  const along = cap((z) => Math.PI * ((R * R * z ** 3) / 3 - z ** 5 / 5)) - volume * centre * centre;
  const across = cap((z) => (Math.PI / 4) * (R ** 4 * z - (2 * R * R * z ** 3) / 3 + z ** 5 / 5));
  const disc = Math.PI * h * (2 * R - h);

  test('a ball in the ground', async () => {
    const o = await onlyOverlapOf([ground, ball('ball', R, [3, R - h, -2])]);
    expect([o.a, o.b]).toEqual(['ground', 'ball']);
    expectNear([o.volume], [volume], 1e-14);
    expectNear([o.volume], [(Math.PI * h * h * (3 * R - h)) / 3], 1e-14);
    expectNear(o.center, [3, R - h - centre, -2], 1e-13);
    expectNear(o.secondMoment, [across, 0, 0, along, 0, across], 1e-15);
    // The ground's surface inside the ball is the disc, facing up.
    expectNear(o.areaVector, [0, disc, 0], 1e-13);
    expectNear([o.depth], [volume / disc], 1e-13);
    // The cap is widest where it is cut; the outline is the polygon that has the area of that disc.
    let area = 0;
    for (const [k, p] of o.outline.entries()) {
      const q = o.outline[(k + 1) % o.outline.length]!;
      area += 0.5 * ((p[0] - 3) * (q[2] + 2) - (q[0] - 3) * (p[2] + 2));
    }
    expectNear([Math.abs(area)], [disc], 1e-12);
  });

  test('two balls share two caps', async () => {
    const direction: V3 = [0.36, 0.48, 0.8];
    const distance = 2 * (R - h);
    const at = direction.map((d) => 1 + d * distance) as V3;
    const o = await onlyOverlapOf([ball('one', R, [1, 1, 1]), ball('two', R, at)]);
    expectNear([o.volume], [2 * volume], 1e-14);
    expectNear(
      o.center,
      direction.map((d) => 1 + (d * distance) / 2),
      1e-14,
    );
    // One's surface inside two is a cap, whose area vector is that of its disc.
    expectNear(
      o.areaVector,
      direction.map((d) => d * disc),
      1e-13,
    );
    const trace = o.secondMoment[0]! + o.secondMoment[3]! + o.secondMoment[5]!;
    const lensAlong = 2 * (along + volume * (centre - (R - h)) ** 2);
    expectNear([trace], [4 * across + lensAlong], 1e-14);
  });

  test('a ball far below the surface is all overlap', async () => {
    const o = await onlyOverlapOf([ground, ball('ball', R, [0, -4, 0])]);
    expectNear([o.volume], [(4 / 3) * Math.PI * R ** 3], 1e-14);
    expect(o.area).toBe(0);
    expect(o.depth).toBe(0);
  });
});

describe('which pairs', () => {
  const a = box('a', [1, 1, 1], [0, 0, 0]);
  const b = box('b', [1, 1, 1], [0.5, 0, 0]);
  const names = (found: readonly Overlap[]) => found.map((o) => `${o.a} ${o.b}`);

  test('bodies that are apart are not there; faces that only touch share no volume', async () => {
    expect(await overlapsOf([a, box('b', [1, 1, 1], [1.5, 0, 0])])).toEqual([]);
    expect(await overlapsOf([a, box('b', [1, 1, 1], [1, 0, 0])])).toEqual([]);
    expect(await overlapsOf([ground, ball('ball', 1, [0, 1, 0])])).toEqual([]);
  });

  test('group and mask, and joints, keep bodies from touching', async () => {
    expect(names(await overlapsOf([a, { ...b, group: 2 }]))).toEqual(['a b']);
    expect(
      await overlapsOf([
        { ...a, mask: 1 },
        { ...b, group: 2 },
      ]),
    ).toEqual([]);
    const joint = { type: 'ball', a: 'a', b: 'b', anchor: [0.25, 0, 0] };
    expect(await overlapsOf([a, b], { joints: [joint] })).toEqual([]);
    expect(names(await overlapsOf([a, b], { joints: [{ ...joint, collide: true }] }))).toEqual(['a b']);
  });

  test('pairs come in the order of the scene, static ones too, two half-spaces never', async () => {
    const wall = {
      name: 'wall',
      type: 'static',
      shape: { type: 'half-space' },
      rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
    };
    const step = { ...box('step', [1, 1, 1], [-0.25, 0, 0]), type: 'static' };
    expect(names(await overlapsOf([ground, step, a, wall]))).toEqual([
      'ground step',
      'ground a',
      'step a',
      'step wall',
      'a wall',
    ]);
  });

  test('a compound has an entry for each of its parts', async () => {
    const legs = [-1, 1].map((x) => ({ shape: { type: 'box', size: [0.2, 1, 0.2] }, position: [x, -0.5, 0] }));
    const table = { name: 'table', shape: { type: 'compound', parts: legs }, mass: 1, position: [0, 0.9, 0] };
    const found = await overlapsOf([ground, table]);
    expect(names(found)).toEqual(['ground table', 'ground table']);
    for (const [k, o] of found.entries()) {
      expectNear([o.volume], [0.1 * 0.04], 1e-15);
      expectNear(o.center, [2 * k - 1, -0.05, 0], 1e-14);
    }
  });

  test('a mesh that rests on two feet has two overlaps', async () => {
    // A bridge: an upright U turned over, extruded along z; faces along the axes, so that rays are exact.
    const outline = [
      [-1, 0],
      [-0.5, 0],
      [-0.5, 1],
      [0.5, 1],
      [0.5, 0],
      [1, 0],
      [1, 1],
      [1, 1.5],
      [-1, 1.5],
      [-1, 1],
    ] as const;
    const positions = [-0.25, 0.25].flatMap((z) => outline.map(([x, y]) => [x, y, z]));
    const caps = [
      [0, 1, 2],
      [0, 2, 9],
      [4, 5, 6],
      [4, 6, 3],
      [8, 9, 2],
      [8, 2, 3],
      [8, 3, 7],
      [3, 6, 7],
    ];
    const n = outline.length;
    const indices = [
      ...caps.map((t) => t.map((i) => i + n)),
      ...caps.map(([i, j, k]) => [i, k, j]),
      ...outline.flatMap((_, i) => {
        const j = (i + 1) % n;
        return [
          [i, j, j + n],
          [i, j + n, i + n],
        ];
      }),
    ];
    const bridge = { name: 'bridge', shape: { type: 'mesh', positions, indices }, mass: 1, position: [0, -0.25, 0] };
    const found = await overlapsOf([ground, bridge]);
    expect(found).toHaveLength(2);
    found.sort((p, q) => p.center[0] - q.center[0]);
    for (const [k, o] of found.entries()) {
      const truth = boxBetween([k === 0 ? -1 : 0.5, -0.25, -0.25], [k === 0 ? -0.5 : 1, 0, 0.25]);
      expectNear([o.volume], [truth.volume], 1e-12);
      expectNear(o.center, truth.center, 1e-12);
      expectNear(o.areaVector, [0, 0.25, 0], 1e-12);
    }
  });
});

test('a table for people', async () => {
  const scene = folder.write('table.json', { name: 'pair', bodies: [ground, ball('ball', 0.5, [0, 0.4, 0])] });
  const { status, stdout } = await sixfold(['overlap', scene]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^pair: 1 overlap\n/);
  expect(stdout).toContain('ground  ball');
});

test('a scene that cannot be used ends as everywhere', async () => {
  const scene = folder.write('bad.json', {
    bodies: [{ name: 'a', shape: { type: 'box', size: [1, -1, 1] }, mass: 1 }],
  });
  const { status, stdout, stderr } = await sixfold(['overlap', scene, '--json']);
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toContain('size');
});
