// Friction of a patch in several pieces: one affine pressure over all of them, against cubature piece by piece.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { KEPT_FRICTION, KEPT_STRIDE } from '../../src/patch/layout.js';
import { LIMIT_UNCONVERGED, LimitSurface } from '../../src/patch/limit-surface.js';
import { LOAD_AREA, PressureLoad } from '../../src/patch/load.js';
import { PatchBuffer } from '../../src/patch/patch.js';
import { POLYGON_MOMENTS, polygonContains, polygonMoments } from '../../src/patch/polygon.js';
import { PressureSolver } from '../../src/patch/pressure.js';
import { evaluateSlip } from '../../src/patch/slip.js';
import { SLIP_STRIDE } from '../../src/patch/slip-record.js';
import { integrate, type Point, randomPolygon, rectangle } from './oracle.js';

const solver = new PressureSolver();
const TURN = 0.3;

/** The union of pieces, each of which comes in axes of its own. */
function unionOf(pieces: readonly (readonly Point[])[]): { patches: PatchBuffer; k: number; rings: Int32Array } {
  const patches = new PatchBuffer();
  const count = pieces.length;
  const records = new Float64Array(KEPT_STRIDE * count);
  const vertices: number[] = [];
  const start = new Int32Array(count);
  const counts = Int32Array.from(pieces, (p) => p.length);
  const places = new Float64Array(6 * count);
  const [c, s] = [Math.cos(TURN), Math.sin(TURN)];
  pieces.forEach((piece, m) => {
    start[m] = vertices.length;
    // About its first vertex, and turned.
    const [x, y] = piece[0]!;
    for (const [u, w] of piece) vertices.push(c * (u - x) + s * (w - y), c * (w - y) - s * (u - x));
    places.set([c, -s, x, s, c, y], 6 * m);
    polygonMoments(records, KEPT_STRIDE * m + KEPT_FRICTION, Float64Array.from(vertices), start[m]!, piece.length);
  });
  patches.load({
    count,
    used: vertices.length,
    records,
    vertices: Float64Array.from(vertices),
    tables: [start, counts, start, counts],
  });
  const rings = Int32Array.from(pieces, (_, m) => m);
  return { k: patches.addUnion(rings, places, count), patches, rings };
}

function press({ patches, k }: { patches: PatchBuffer; k: number }, u: number, w: number): PressureLoad {
  const load = new PressureLoad();
  patches.press(solver, load, k, u, w);
  return load;
}

/** Rectangles of random size and place that do not overlap, and polygons in their like. */
function randomPieces(random: Random, n: number): Point[][] {
  return Array.from({ length: n }, (_, i): Point[] => {
    const [x, y] = [i % 3, Math.floor(i / 3)];
    if (random.between(0, 1) < 0.5) {
      const [a, b] = [random.between(0.05, 0.4), random.between(0.05, 0.4)];
      return rectangle(a, b).map(([u, w]): Point => [u + x, w + y]);
    }
    return randomPolygon(random, 6).map(([u, w]): Point => [0.2 * u + x, 0.2 * w + y]);
  });
}

/** The part of a piece where a + b x + c y ≥ 0: cubature likes no kinks. */
function pressed(piece: readonly Point[], a: number, b: number, c: number): Point[] {
  const out: Point[] = [];
  piece.forEach((p, k) => {
    const q = piece[(k + 1) % piece.length]!;
    const [f, g] = [a + b * p[0] + c * p[1], a + b * q[0] + c * q[1]];
    if (f >= 0) out.push(p);
    if (f >= 0 !== g >= 0) out.push([p[0] + (f / (f - g)) * (q[0] - p[0]), p[1] + (f / (f - g)) * (q[1] - p[1])]);
  });
  return out;
}

const over = (pieces: readonly (readonly Point[])[], f: (x: number, y: number) => number) =>
  pieces.reduce((sum, piece) => sum + integrate(piece, f, 1e-9), 0);

/** A point of the hull, `out` of the way from its middle (a vertex's mean) to its boundary. */
function inside({ patches, k }: { patches: PatchBuffer; k: number }, random: Random, out: number): Point {
  const n = patches.outlineCount[k];
  const at = patches.outlineStart[k];
  const v = patches.vertices;
  let [u, w] = [0, 0];
  for (let j = 0; j < n; j++) {
    u += v[at + 2 * j] / n;
    w += v[at + 2 * j + 1] / n;
  }
  const j = Math.floor(random.between(0, n - 1e-9));
  const t = random.between(0, 1);
  const [a, b] = [at + 2 * j, at + 2 * ((j + 1) % n)];
  return [u + out * (v[a] + t * (v[b] - v[a]) - u), w + out * (v[a + 1] + t * (v[b + 1] - v[a + 1]) - w)];
}

describe('a patch in pieces', () => {
  it('has the moments of all its pieces, and their hull', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const pieces = randomPieces(new Random(seed), 2 + (seed % 8));
      const union = unionOf(pieces);
      const { patches, k } = union;
      const m = patches.records.subarray(
        k * KEPT_STRIDE + KEPT_FRICTION,
        k * KEPT_STRIDE + KEPT_FRICTION + POLYGON_MOMENTS,
      );
      const area = over(pieces, () => 1);
      expect(m[0]).toBeCloseTo(area, 12);
      expect(m[1]).toBeCloseTo(over(pieces, (x) => x) / area, 12);
      expect(m[2]).toBeCloseTo(over(pieces, (_, y) => y) / area, 12);
      expect(m[4]).toBeCloseTo(
        over(pieces, (x, y) => (x - m[1]) * (y - m[2])),
        11,
      );
      for (const [u, w] of pieces.flat())
        expect(
          polygonContains(
            patches.vertices,
            patches.outlineStart[k],
            patches.outlineCount[k],
            0.999999 * u,
            0.999999 * w,
          ) || Math.abs(u) + Math.abs(w) < 1,
        ).toBe(true);
    }
  });

  it('bears a unit force at the centre of pressure, which may lie between pieces or at their hull', () => {
    let eccentric = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed);
      const pieces = randomPieces(random, 2 + (seed % 8));
      const union = unionOf(pieces);
      const out = [0.1, 0.5, 0.9, 1][seed % 4]!;
      const [u, w] = inside(union, random, out);
      const load = press(union, u, w);
      expect(load.kind).toBe(LOAD_AREA);
      if (load.iterations > 0) eccentric++;
      // A thousandth of the way to the middle, at most.
      expect(Math.hypot(load.copU - u, load.copW - w)).toBeLessThan(0.0011 * 3);
      const p = (x: number, y: number) => load.alpha + load.betaU * x + load.betaW * y;
      const total = new Float64Array(3);
      pieces.forEach((piece, m) => {
        const { force, copU, copW } = load.parts[m]!;
        total[0] += force;
        total[1] += force * (copU - load.copU);
        total[2] += force * (copW - load.copW);
        const local = piece.map(([x, y]): Point => [x - load.copU, y - load.copW]);
        expect(force).toBeCloseTo(integrate(pressed(local, load.alpha, load.betaU, load.betaW), p, 1e-11), 9);
      });
      // At a corner of the hull a millionth of the patch is pressed: the ring's sums have that many digits less.
      for (let j = 0; j < 3; j++) expect(total[j]).toBeCloseTo(j === 0 ? 1 : 0, out < 1 ? 9 : 6);
    }
    expect(eccentric).toBeGreaterThan(20);
  });

  it('bears it where pieces of many corners are simplified, and their ring falls short of the hull', () => {
    let short = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed);
      const pieces = Array.from({ length: 2 + (seed % 8) }, (_, m): Point[] => {
        const [a, b, turn] = [random.between(0.1, 0.5), random.between(0.05, 0.5), random.between(0, 6)];
        return Array.from({ length: 64 }, (_, k): Point => {
          const [x, y] = [a * Math.cos((k * Math.PI) / 32), b * Math.sin((k * Math.PI) / 32)];
          return [Math.cos(turn) * x - Math.sin(turn) * y + (m % 3), Math.sin(turn) * x + Math.cos(turn) * y + m / 2];
        });
      });
      const union = unionOf(pieces);
      const [u, w] = inside(union, random, 1);
      const load = press(union, u, w);
      if (load.copU !== u || load.copW !== w) short++;
      const total = [0, 0, 0];
      for (const { force, copU, copW } of load.parts.slice(0, load.partCount)) {
        total[0]! += force;
        total[1]! += force * (copU - load.copU);
        total[2]! += force * (copW - load.copW);
      }
      // Six digits at a corner of the hull, as above.
      for (let j = 0; j < 3; j++) expect(total[j]).toBeCloseTo(j === 0 ? 1 : 0, 6);
    }
    expect(short).toBeGreaterThan(20);
  });

  it.each(['slide', 'spin', 'both'])('rubs as the sum of its pieces: %s', (how) => {
    const out = new Float64Array(SLIP_STRIDE);
    for (let seed = 1; seed <= 24; seed++) {
      const random = new Random(seed);
      const pieces = randomPieces(random, 2 + (seed % 8));
      const union = unionOf(pieces);
      const [u, w] = inside(union, random, [0.05, 0.3, 0.7][seed % 3]!);
      const load = press(union, u, w);
      const speed = how === 'spin' ? 0 : random.between(0.2, 4);
      const angle = random.between(0, 7);
      const [vu, vw] = [speed * Math.cos(angle), speed * Math.sin(angle)];
      const omega = how === 'slide' ? 0 : random.between(-3, 3);
      evaluateSlip(out, 0, load, vu, vw, omega, true);
      const p = (x: number, y: number) => load.alpha + load.betaU * x + load.betaW * y;
      const v = (x: number, y: number) => Math.hypot(vu - omega * y, vw + omega * x) + 1e-300;
      const local = pieces
        .map((piece) => piece.map(([x, y]): Point => [x - load.copU, y - load.copW]))
        .map((piece) => pressed(piece, load.alpha, load.betaU, load.betaW));
      expect(out[0]).toBeCloseTo(
        over(local, (x, y) => p(x, y) * v(x, y)),
        5,
      );
      expect(out[1]).toBeCloseTo(
        over(local, (x, y) => (p(x, y) * (vu - omega * y)) / v(x, y)),
        5,
      );
      expect(out[2]).toBeCloseTo(
        over(local, (x, y) => (p(x, y) * (vw + omega * x)) / v(x, y)),
        5,
      );
      expect(out[3]).toBeCloseTo(
        over(local, (x, y) => (p(x, y) * (x * (vw + omega * x) - y * (vu - omega * y))) / v(x, y)),
        5,
      );
    }
  });

  it('has derivatives that central differences confirm, at the hull too', () => {
    const [a, b, c] = [0, 1, 2].map(() => new Float64Array(SLIP_STRIDE));
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed);
      const union = unionOf(randomPieces(random, 2 + (seed % 8)));
      const [u, w] = inside(union, random, [0.1, 0.6, 1][seed % 3]!);
      const load = press(union, u, w);
      const x = [random.between(-2, 2), random.between(-2, 2), random.between(-3, 3)];
      evaluateSlip(a!, 0, load, x[0]!, x[1]!, x[2]!, true);
      const at = [4, 5, 6, 5, 7, 8, 6, 8, 9];
      for (let j = 0; j < 3; j++) {
        const h = 3e-5;
        const y = x.map((z, m) => (m === j ? z + h : z));
        const z = x.map((q, m) => (m === j ? q - h : q));
        evaluateSlip(b!, 0, load, y[0]!, y[1]!, y[2]!, false);
        evaluateSlip(c!, 0, load, z[0]!, z[1]!, z[2]!, false);
        expect((b![0]! - c![0]!) / (2 * h)).toBeCloseTo(a![1 + j]!, 4);
        for (let m = 0; m < 3; m++) expect((b![1 + m]! - c![1 + m]!) / (2 * h)).toBeCloseTo(a![at[3 * j + m]!]!, 2);
      }
    }
  });

  it('limits friction within the cone and the spin bound', () => {
    const limit = new LimitSurface();
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed);
      const union = unionOf(randomPieces(random, 2 + (seed % 8)));
      const [u, w] = inside(union, random, [0.1, 0.6, 1][seed % 3]!);
      const load = press(union, u, w);
      const wrench = Float64Array.of(random.between(-3, 3), random.between(-3, 3), random.between(-3, 3));
      const slip = new Float64Array(3);
      const metric = Float64Array.of(1, 0.1, 0.2, 1.3, -0.1, 2);
      const status = limit.project(wrench, 0, slip, 0, load, 0.5, metric, 0, { tolerance: 1e-11, steps: 60 });
      // Strips of a thousandth of the patch are integrated to some 1e-9, and bent that much more.
      if (status === LIMIT_UNCONVERGED) expect(limit.defect).toBeLessThan(1e-6);
      expect(Math.hypot(wrench[0]!, wrench[1]!)).toBeLessThan(0.5 * (1 + 1e-9));
      expect(Math.abs(wrench[2]!)).toBeLessThan(0.5 * load.spin * (1 + 1e-9));
    }
  });
});
