import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { cross, dot, length, type Quat, rotate, type Vec3 } from '../../src/math/vec3.js';
import { OV_AREA_VECTOR, OV_FACE_NORMAL, OV_MOMENT, OV_STRIDE, OV_TURN, OV_VOLUME } from '../../src/overlap/overlap.js';
import { contactFrame, FrameScratch, type NormalChoice } from '../../src/patch/frame.js';

const scratch = new FrameScratch();
const none = new Float64Array(9);

interface Overlap {
  volume: number;
  moment: [number, number, number, number, number, number];
  area: Vec3;
  turn?: Vec3;
  face?: Vec3;
}

function frameOf(o: Overlap, choice: NormalChoice, turn: Quat = [0, 0, 0, 1], reference = none): Vec3[] {
  const record = new Float64Array(OV_STRIDE);
  record[OV_VOLUME] = o.volume;
  const m = o.moment;
  const columns = [
    [m[0], m[1], m[2]],
    [m[1], m[3], m[4]],
    [m[2], m[4], m[5]],
  ];
  const axes: Vec3[] = [rotate(turn, [1, 0, 0]), rotate(turn, [0, 1, 0]), rotate(turn, [0, 0, 1])];
  let k = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      let sum = 0;
      for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) sum += axes[a][i] * columns[a][b] * axes[b][j];
      record[OV_MOMENT + k++] = sum;
    }
  }
  record.set(rotate(turn, o.area), OV_AREA_VECTOR);
  if (o.turn) record.set(rotate(turn, o.turn), OV_TURN);
  if (o.face) record.set(rotate(turn, o.face), OV_FACE_NORMAL);
  const out = new Float64Array(10);
  contactFrame(out, 1, record, 0, choice, reference, 0, scratch);
  return [
    [out[1], out[2], out[3]],
    [out[4], out[5], out[6]],
    [out[7], out[8], out[9]],
  ];
}

/** The overlap of a box standing on another and hanging over its +x edge: a × d × b, A above, its side in B at -x. */
function overhang(a: number, d: number, b: number): Overlap {
  const v = a * d * b;
  return {
    volume: v,
    moment: [(v * a * a) / 12, 0, 0, (v * d * d) / 12, 0, (v * b * b) / 12],
    // A's bottom face points down; its side at -x, of area d b, points to -x.
    area: [-d * b, -a * b, 0],
    turn: [0, 0, 0],
  };
}

/** A wedge under a flat face of B at y = 0: depth d x/a, 0 ≤ x ≤ a, width b; A's face slopes by d/a. */
function wedge(a: number, d: number, b: number): Overlap {
  const v = 0.5 * a * d * b;
  // Right triangle with legs a and d: central moments per width, corner at (a, 0), (0, 0), (a, -d).
  const xx = (b * a * a * a * d) / 36;
  const yy = (b * a * d * d * d) / 36;
  const xy = (-b * a * a * d * d) / 72;
  // By closure g = -(face of B in A): straight down… A's slope and its end face add up to that.
  // Area centroid of A's slope at x = a/2 against the centre at 2a/3.
  return {
    volume: v,
    moment: [xx, xy, 0, yy, 0, (v * b * b) / 12],
    area: [0, -a * b, 0],
    turn: [0, 0, (a / 6) * a * b],
  };
}

describe('contact frame', () => {
  it('is orthonormal and right-handed, n along -g for the gradient choice', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = new Random(seed);
      const o: Overlap = {
        volume: random.between(0.1, 2),
        moment: [random.between(1, 2), random.between(-0.3, 0.3), 0.1, random.between(0.5, 3), 0.2, 1],
        area: random.direction(),
        turn: random.direction(),
      };
      const turn = random.rotation();
      for (const choice of ['face', 'gradient'] as const) {
        const [n, u, w] = frameOf(o, choice, turn);
        for (const a of [n, u, w]) expect(length(a)).toBeCloseTo(1, 13);
        expect(dot(n, u)).toBeCloseTo(0, 13);
        const c = cross(n, u);
        expect(dot(c, w)).toBeCloseTo(1, 13);
        expect(dot(n, rotate(turn, o.area))).toBeLessThan(0);
        if (choice === 'gradient') expect(dot(n, rotate(turn, o.area))).toBeCloseTo(-1, 13);
      }
    }
  });

  it('has no tilt from an overhang by default; the gradient has depth/length', () => {
    for (const d of [1e-5, 1e-3, 0.01, 0.05]) {
      const o = overhang(0.5, d, 1);
      const random = new Random(5);
      const turn = random.rotation();
      const up = rotate(turn, [0, 1, 0]);
      expect(length(cross(frameOf(o, 'face', turn)[0], up))).toBeLessThan(1e-13);
      expect(length(cross(frameOf(o, 'gradient', turn)[0], up))).toBeCloseTo(d / 0.5 / Math.hypot(1, d / 0.5), 12);
    }
  });

  it('takes the face normal where there is one', () => {
    const o: Overlap = { ...overhang(0.5, 0.1, 1), face: [0, 0, 1] };
    expect(frameOf(o, 'face')[0]).toEqual([0, 0, 1]);
    expect(frameOf(o, 'gradient')[0][1]).toBeGreaterThan(0.9);
  });

  it('keeps the exact normal of a wedge under a plane, which the moments would tilt', () => {
    const [n] = frameOf(wedge(1, 0.05, 1), 'face');
    expect(n[0]).toBeCloseTo(0, 14);
    expect(n[1]).toBeCloseTo(1, 14);
  });

  it('drops the part along a rod that its ends add', () => {
    const a = 1;
    const r = 0.005;
    const v = a * r * r;
    const o: Overlap = {
      volume: v,
      moment: [(v * a * a) / 12, 0, 0, (v * r * r) / 12, 0, (v * r * r) / 12],
      area: [-r * r * 0.5, -a * r, 0],
    };
    expect(frameOf(o, 'face')[0][0]).toBeCloseTo(0, 12);
    expect(frameOf(o, 'face')[0][1]).toBeCloseTo(1, 12);
    // Pushed along its axis, the rod's end is the contact.
    const peg: Overlap = { ...o, area: [-r * r, 0, 0] };
    expect(frameOf(peg, 'face')[0][0]).toBeCloseTo(1, 12);
  });

  it('without a gradient keeps the reference, else the thin direction; without anything up', () => {
    const inside: Overlap = { volume: 1, moment: [2, 0, 0, 0.5, 0, 1], area: [0, 0, 0] };
    const reference = Float64Array.of(0, 0, -2, 0, 0, 0, 0, 0, 0);
    expect(frameOf(inside, 'face', [0, 0, 0, 1], reference)[0]).toEqual([0, 0, -1]);
    expect(Math.abs(frameOf(inside, 'gradient')[0][1])).toBeCloseTo(1, 14);
    const nothing: Overlap = { volume: 0, moment: [0, 0, 0, 0, 0, 0], area: [0, 0, 0] };
    const [n, u] = frameOf(nothing, 'face');
    expect(n).toEqual([0, 1, 0]);
    expect(length(u)).toBeCloseTo(1, 14);
  });

  it('puts u on the long principal axis', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = new Random(seed);
      const turn = random.rotation();
      const [, u] = frameOf(overhang(0.5, 0.01, 1.5), 'face', turn);
      expect(Math.abs(dot(u, rotate(turn, [0, 0, 1])))).toBeCloseTo(1, 10);
    }
  });

  it('follows a reference: u keeps its side, and a round patch keeps its axes', () => {
    const round = overhang(1, 0.01, 1);
    let reference = Float64Array.of(0, 1, 0, 0.6, 0, 0.8, 0.8, 0, -0.6);
    const [, u] = frameOf(round, 'face', [0, 0, 0, 1], reference);
    expect(u[0]).toBeCloseTo(0.6, 6);
    expect(u[2]).toBeCloseTo(0.8, 6);
    // A long patch turning once round: u never jumps.
    const long = overhang(0.5, 0.01, 1.5);
    let before: Vec3 = frameOf(long, 'face')[1];
    reference = Float64Array.of(0, 1, 0, ...before, 0, 0, 0);
    for (let k = 1; k <= 720; k++) {
      const half = (Math.PI * k) / 720;
      const f = frameOf(long, 'face', [0, Math.sin(half), 0, Math.cos(half)], reference);
      expect(dot(f[1], before)).toBeGreaterThan(Math.cos(0.0088));
      before = f[1];
      reference = Float64Array.of(...f[0], ...f[1], ...f[2]);
    }
  });
});
