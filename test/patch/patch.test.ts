import { describe, expect, it } from 'vitest';
import {
  OV_AREA_VECTOR,
  OV_CENTER,
  OV_FACE_NORMAL,
  OV_MOMENT,
  OV_STRIDE,
  OV_VOLUME,
  OverlapBuffer,
} from '../../src/overlap/overlap.js';
import {
  KEPT_FRICTION,
  KEPT_HALF,
  KEPT_OUTLINE,
  KEPT_STRIDE,
  PA_AREA,
  PA_AXES,
  PA_CENTER,
  PA_DEPTH,
  PA_HALF,
  PA_OUTLINE,
} from '../../src/patch/layout.js';
import { PressureLoad } from '../../src/patch/load.js';
import { DEFAULT_PATCH, PatchBuffer } from '../../src/patch/patch.js';
import { PressureSolver } from '../../src/patch/pressure.js';

/** A box a × d × b overlap with its centre at (1, 2, 3), n up, as component `k`. */
function addBox(o: OverlapBuffer, a: number, d: number, b: number): void {
  const k = o.count++;
  const r = OV_STRIDE * k;
  const v = a * d * b;
  o.records.fill(0, r, r + OV_STRIDE);
  o.records[r + OV_VOLUME] = v;
  o.records.set([1, 2, 3], r + OV_CENTER);
  o.records.set([(v * a * a) / 12, 0, 0, (v * d * d) / 12, 0, (v * b * b) / 12], r + OV_MOMENT);
  o.records.set([0, -a * b, 0], r + OV_AREA_VECTOR);
  o.records.set([0, 1, 0], r + OV_FACE_NORMAL);
  let p = 3 * o.pointStart[k];
  for (const x of [-a / 2, a / 2]) {
    for (const y of [-d / 2, d / 2]) {
      for (const z of [-b / 2, b / 2]) {
        o.points[p++] = 1 + x;
        o.points[p++] = 2 + y;
        o.points[p++] = 3 + z;
      }
    }
  }
  o.pointStart[k + 1] = p / 3;
}

/** A disc of radius r and thickness d, with n points on each rim. */
function addDisc(o: OverlapBuffer, r: number, d: number, n: number): void {
  addBox(o, 1, d, 1);
  const k = o.count - 1;
  const i = OV_STRIDE * k;
  const v = Math.PI * r * r * d;
  o.records[i + OV_VOLUME] = v;
  o.records.set([(v * r * r) / 4, 0, 0, (v * d * d) / 12, 0, (v * r * r) / 4], i + OV_MOMENT);
  o.records.set([0, -Math.PI * r * r, 0], i + OV_AREA_VECTOR);
  let p = 3 * o.pointStart[k];
  for (let j = 0; j < n; j++) {
    o.points[p++] = 1 + r * Math.cos((2 * Math.PI * j) / n);
    o.points[p++] = 2;
    o.points[p++] = 3 + r * Math.sin((2 * Math.PI * j) / n);
  }
  o.pointStart[k + 1] = p / 3;
}

function spinOf(patches: PatchBuffer, k: number): number {
  const load = new PressureLoad();
  const i = KEPT_STRIDE * k;
  patches.makeFriction(k);
  new PressureSolver().solve(
    load,
    patches.vertices,
    patches.frictionStart[k],
    patches.frictionCount[k],
    patches.records,
    i + KEPT_FRICTION,
    patches.records[i + KEPT_FRICTION + 1],
    patches.records[i + KEPT_FRICTION + 2],
  );
  return load.spin;
}

describe('patches of overlaps', () => {
  it('of a box: exact outline, area, depth, rectangle and spin bound', () => {
    const overlap = new OverlapBuffer();
    addBox(overlap, 1, 0.001, 1);
    addBox(overlap, 0.4, 0.002, 0.8);
    const patches = new PatchBuffer();
    patches.add(overlap, 0, DEFAULT_PATCH);
    const r = patches.made.slice();
    patches.add(overlap, 1, DEFAULT_PATCH);
    const second = patches.made;
    expect(patches.count).toBe(2);
    expect(Array.from(r.subarray(PA_CENTER, PA_CENTER + 3))).toEqual([1, 2, 3]);
    expect(r[PA_AREA]).toBeCloseTo(1, 14);
    expect(r[PA_DEPTH]).toBeCloseTo(0.001, 14);
    expect(patches.outlineCount[0]).toBe(4);
    expect(r[PA_OUTLINE]).toBeCloseTo(1, 12);
    expect(spinOf(patches, 0)).toBeCloseTo((Math.SQRT2 + Math.log(1 + Math.SQRT2)) / 6, 12);
    // The long side is u.
    expect(second[PA_HALF]).toBeCloseTo(0.4, 12);
    expect(second[PA_HALF + 1]).toBeCloseTo(0.2, 12);
    // 2√variance would be 15 % large: bounded by the outline.
    expect(second[PA_AXES]).toBeCloseTo(0.4, 12);
    expect(second[PA_OUTLINE]).toBeCloseTo(0.32, 12);
    const { records } = patches;
    for (const [k, made] of [r, second].entries()) {
      const kept = records.subarray(KEPT_STRIDE * k, KEPT_STRIDE * (k + 1));
      expect(kept.subarray(KEPT_OUTLINE, KEPT_OUTLINE + 6)).toEqual(made.subarray(PA_OUTLINE, PA_OUTLINE + 6));
      expect(kept.subarray(KEPT_HALF, KEPT_HALF + 2)).toEqual(made.subarray(PA_HALF, PA_HALF + 2));
    }
    patches.clear();
    expect(patches.add(overlap, 1, DEFAULT_PATCH)).toBe(0);
  });

  it('of a disc: friction on 16 vertices is within 3e-4 of 2/3 r; without points the moments make the outline', () => {
    const overlap = new OverlapBuffer();
    addDisc(overlap, 0.5, 0.001, 64);
    const patches = new PatchBuffer();
    patches.add(overlap, 0, DEFAULT_PATCH);
    expect(patches.outlineCount[0]).toBe(64);
    expect(patches.frictionCount[0]).toBe(16);
    // 64 inscribed vertices are 8e-4 short of the circle themselves.
    const exact = 0.5 * (2 / 3);
    expect(Math.abs(spinOf(patches, 0) / exact - 1)).toBeLessThan(1.3e-3);
    expect(patches.made[PA_AXES]).toBeCloseTo(0.5, 12);
    expect(patches.made[PA_HALF]).toBeCloseTo(0.433, 3);
    overlap.pointStart[1] = 0;
    patches.clear();
    patches.add(overlap, 0, { ...DEFAULT_PATCH, frictionVertices: 32 });
    expect(Math.abs(spinOf(patches, 0) / exact - 1)).toBeLessThan(2e-5);
    patches.clear();
    patches.add(overlap, 0, { ...DEFAULT_PATCH, outline: 'ellipse', frictionVertices: 32 });
    expect(spinOf(patches, 0) / exact).toBeCloseTo(Math.sqrt(3) / 2, 4);
  });

  it('of many components at once: grows, keeps earlier patches', () => {
    const patches = new PatchBuffer();
    for (let k = 0; k < 50; k++) {
      const overlap = new OverlapBuffer();
      addDisc(overlap, 0.5 + 0.01 * k, 0.001, 60);
      patches.add(overlap, 0, DEFAULT_PATCH);
      const r = 0.5 + 0.01 * k;
      expect(patches.made[PA_AREA]).toBeCloseTo(Math.PI * r * r, 10);
    }
    expect(patches.count).toBe(50);
    for (const k of [0, 17, 49]) {
      const r = 0.5 + 0.01 * k;
      expect(spinOf(patches, k) / ((2 / 3) * r)).toBeCloseTo(1, 2);
    }
  });

  it('of nothing: finite numbers', () => {
    const overlap = new OverlapBuffer();
    overlap.count = 1;
    const patches = new PatchBuffer();
    patches.add(overlap, 0, DEFAULT_PATCH);
    for (const x of [...patches.made, ...patches.records.subarray(0, KEPT_STRIDE)])
      expect(Number.isFinite(x)).toBe(true);
    expect(spinOf(patches, 0)).toBe(0);
  });
});
