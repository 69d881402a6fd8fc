// Single blocks of the patch law, and what the law says about their result, written without the solver's own methods.

import { W_FRICTION, W_SHARP, W_SLIPS } from '../../src/contact/six/layout.js';
import { bearing } from '../../src/contact/six/normal-law.js';
import { WrenchLaw } from '../../src/contact/six/wrench-law.js';
import type { Random } from '../../src/math/random.js';
import { KEPT_FRICTION, KEPT_HALF, KEPT_OUTLINE } from '../../src/patch/layout.js';
import { LimitSurface } from '../../src/patch/limit-surface.js';
import { LOAD_AREA, PressureLoad } from '../../src/patch/load.js';
import { PatchBuffer } from '../../src/patch/patch.js';
import { polygonMoments } from '../../src/patch/polygon.js';
import { PressureSolver } from '../../src/patch/pressure.js';
import { evaluateSlip } from '../../src/patch/slip.js';
import { SLIP_DISSIPATION, SLIP_GRADIENT, SLIP_STRIDE } from '../../src/patch/slip-record.js';
import { atFactor, atLambda, atSchur, blockSize } from '../../src/solver/blocks.js';
import { factorLdl } from '../../src/solver/factor.js';

export interface Case {
  outline: [number, number][];
  mu: number;
  /** Sharpness towards +u, -u, +w, -w. */
  sharp: [number, number, number, number];
  /** 6×6, by rows. */
  s: Float64Array;
  /** Velocity of the rows without the block. */
  e0: Float64Array;
}

export interface Visit {
  lambda: Float64Array;
  slips: boolean;
  again: Float64Array;
}

export function regular(n: number, radius: number, turned = 0): [number, number][] {
  return Array.from({ length: n }, (_, k) => {
    const t = turned + (2 * Math.PI * k) / n;
    return [radius * Math.cos(t), radius * Math.sin(t)];
  });
}

/** J M⁻¹ Jᵀ of a body with its centre of mass at -arm from the patch's centre; axes n, u, w. */
export function addBody(s: Float64Array, mass: number, inverseInertia: number[][], arm: readonly number[]): void {
  const [n, u, w] = arm as [number, number, number];
  const rows = [
    [1, 0, 0, 0, w, -u],
    [0, 0, 0, 0, 0, -1],
    [0, 0, 0, 0, 1, 0],
    [0, 1, 0, -w, 0, n],
    [0, 0, 1, u, -n, 0],
    [0, 0, 0, 1, 0, 0],
  ];
  for (let i = 0; i < 6; i++)
    for (let j = 0; j < 6; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        sum += (rows[i]![k]! * rows[j]![k]!) / mass;
        for (let m = 0; m < 3; m++) sum += rows[i]![3 + k]! * inverseInertia[k]![m]! * rows[j]![3 + m]!;
      }
      s[6 * i + j] += sum;
    }
}

/** Inverse inertia of a body whose principal moments keep the triangle inequality, in a random attitude. */
function randomInverseInertia(random: Random, mass: number, size: number): number[][] {
  const squares = [0, 0, 0].map(() => (size * random.between(0.2, 1)) ** 2);
  const moments = [0, 1, 2].map((k) => (mass / 12) * (squares[(k + 1) % 3]! + squares[(k + 2) % 3]!));
  const q = [0, 0, 0, 0].map(() => random.between(-1, 1));
  const l = Math.hypot(...q);
  const [x, y, z, r] = q.map((v) => v / l) as [number, number, number, number];
  const R = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - r * z), 2 * (x * z + r * y)],
    [2 * (x * y + r * z), 1 - 2 * (x * x + z * z), 2 * (y * z - r * x)],
    [2 * (x * z - r * y), 2 * (y * z + r * x), 1 - 2 * (x * x + y * y)],
  ];
  return R.map((a) => R.map((b) => a.reduce((sum, v, k) => sum + (v * b[k]!) / moments[k]!, 0)));
}

/**
 * Random bodies, motions and patches. Edges reach as far as the bodies; where a surface curves away the patch is small
 * against them, as it is for balls and rollers: a force at the end of a large curved patch would drive its centre
 * deeper in, which no law can mend.
 */
export function randomCase(random: Random): Case {
  const s = new Float64Array(36);
  const bodies = 1 + random.below(2);
  let smallest = Infinity;
  for (let k = 0; k < bodies; k++) {
    const mass = random.between(0.2, 3);
    const size = random.between(0.5, 3);
    smallest = Math.min(smallest, size);
    const side = () => random.between(-0.5, 0.5) * size;
    addBody(s, mass, randomInverseInertia(random, mass, size), [
      (k === 0 ? -1 : 1) * random.between(0.02, 1) * size,
      side(),
      side(),
    ]);
  }
  const e0 = new Float64Array(6);
  const speed = [0.1, 1, 3][random.below(3)]!;
  e0[0] = random.between(-1, 0.4);
  for (let k = 1; k < 6; k++) e0[k] = random.between(-1, 1) * speed;
  const mu = [0, 0.2, 0.8, 2][random.below(4)]!;
  const ends = random.below(3);
  const radius = ends === 1 ? random.between(0.005, 0.1) * smallest : random.between(0.05, 1);
  let sharp: Case['sharp'] = ends === 0 ? [1, 1, 1, 1] : [0, 0, 0, 0];
  let outline = regular([3, 4, 8, 32][random.below(4)]!, radius, random.between(0, 6));
  if (ends === 2) {
    // A roller, or a box that has rolled onto a rounded side: curved towards some of ±u, ±w.
    sharp = [0, 0, 0, 0].map(() => random.below(2)) as Case['sharp'];
    const [a, b, c, d] = sharp.map((x) => random.between(0.05, 1) * (x === 1 ? 0.5 : 0.05) * smallest) as Case['sharp'];
    outline = [
      [-b, -d],
      [a, -d],
      [a, c],
      [-b, c],
    ];
    // Edges askew to u and w: where these differ in sharpness, q moves along them as p does.
    if (random.below(2) === 0)
      outline = outline.flatMap(([u, w], k): [number, number][] => {
        const [x, y] = [random.between(0.2, 0.9) * u, random.between(0.2, 0.9) * w];
        return k % 2 === 0
          ? [
              [u, y],
              [x, w],
            ]
          : [
              [x, w],
              [u, y],
            ];
      });
  }
  return { outline, mu, sharp, s, e0 };
}

export function patchesOf(outline: readonly (readonly [number, number])[]): PatchBuffer {
  const patches = new PatchBuffer();
  const n = outline.length;
  outline.forEach(([u, w], k) => {
    patches.vertices[2 * k] = u;
    patches.vertices[2 * k + 1] = w;
    patches.records[KEPT_HALF] = Math.max(patches.records[KEPT_HALF], Math.abs(u));
    patches.records[KEPT_HALF + 1] = Math.max(patches.records[KEPT_HALF + 1], Math.abs(w));
  });
  patches.count = 1;
  patches.outlineCount[0] = patches.frictionCount[0] = n;
  polygonMoments(patches.records, KEPT_OUTLINE, patches.vertices, 0, n);
  polygonMoments(patches.records, KEPT_FRICTION, patches.vertices, 0, n);
  return patches;
}

export function blockOf({ mu, sharp, s }: Case): Float64Array {
  const f = new Float64Array(blockSize(6, 0));
  f[W_FRICTION] = mu;
  f.set(sharp, W_SHARP);
  f.set(s, atSchur);
  factorLdl(f, atSchur, f, atFactor(6), 6);
  return f;
}

/** One visit from λ = 0, and one from its own result. */
export function visit(c: Case): Visit {
  const patches = patchesOf(c.outline);
  const law = new WrenchLaw(patches);
  const f = blockOf(c);
  const r = Float64Array.from(c.e0);
  law.project(f, 0, 6, r, 0);
  const lambda = Float64Array.from(r);
  const slips = f[W_SLIPS] === 1;
  f.set(lambda, atLambda);
  r.set(residual(c, lambda));
  law.project(f, 0, 6, r, 0);
  return { lambda, slips, again: Float64Array.from(r) };
}

/** S λ + e₀. */
export function residual({ s, e0 }: Case, lambda: Float64Array): Float64Array {
  return e0.map((e, i) => lambda.reduce((sum, l, j) => sum + s[6 * i + j]! * l, e));
}

export interface Verdict {
  kind: 'open' | 'flat' | 'edge' | 'vertex';
  /**
   * Largest violation of each part of the law; velocities over the largest of e₀ (with torques' lever the patch's
   * radius), the rest relative.
   */
  push: number;
  inside: number;
  bears: number;
  least: number;
  limit: number;
  /**
   * Power of friction above the least that the limit set has for this slip, and distance from the wrench that has it.
   */
  slip: number;
  direction: number;
}

const load = new PressureLoad();
const pressure = new PressureSolver();
const surface = new LimitSurface();
const record = new Float64Array(SLIP_STRIDE);

/** How far (λ, S λ + e₀) is from the law. */
export function judge(c: Case, lambda: Float64Array): Verdict {
  const { outline, mu } = c;
  const v = residual(c, lambda);
  const radius = Math.max(...outline.map(([u, w]) => Math.hypot(u, w)));
  const scale = Math.max(
    ...[0, 3, 4].map((k) => Math.abs(c.e0[k]!)),
    ...[1, 2, 5].map((k) => radius * Math.abs(c.e0[k]!)),
  );
  const at = (u: number, w: number) => v[0]! + u * v[1]! + w * v[2]!;
  const sharps = Float64Array.from([0, 0, 0, ...c.sharp]);
  const q = (u: number, w: number): [number, number] => [bearing(sharps, 0, 0, u), bearing(sharps, 0, 2, w)];
  const fn = lambda[0]!;
  const out: Verdict = { kind: 'open', push: 0, inside: 0, bears: 0, least: 0, limit: 0, slip: 0, direction: 0 };
  if (!(fn > 0)) {
    out.push = lambda.every((x) => x === 0) ? 0 : Infinity;
    for (const [u, w] of outline) out.bears = Math.max(out.bears, -at(...q(u, w)) / scale);
    return out;
  }
  const p: [number, number] = [lambda[1]! / fn, lambda[2]! / fn];
  let nearest = Infinity;
  outline.forEach(([u1, w1], k) => {
    const [u2, w2] = outline[(k + 1) % outline.length]!;
    const l = Math.hypot(u2 - u1, w2 - w1);
    const depth = ((u2 - u1) * (p[1] - w1) - (w2 - w1) * (p[0] - u1)) / l / radius;
    out.inside = Math.max(out.inside, -depth);
    nearest = Math.min(nearest, depth);
  });
  const vertex = outline.some(([u, w]) => Math.hypot(u - p[0], w - p[1]) < 1e-9 * radius);
  out.kind = nearest > 1e-9 ? 'flat' : vertex ? 'vertex' : 'edge';
  out.bears = Math.abs(at(...q(...p))) / scale;
  const lowest = Math.min(...outline.map(([u, w]) => at(u, w)));
  out.least = (at(...p) - lowest) / scale;
  if (out.kind === 'flat') out.least = Math.max(out.least, (radius * Math.hypot(v[1]!, v[2]!)) / scale);
  const { limit, friction, slip } = frictionOf(c, lambda, q(...p));
  if (mu === 0) {
    out.limit = Math.hypot(lambda[3]!, lambda[4]!, lambda[5]! / radius) / fn;
    return out;
  }
  const torque = Math.abs(friction[2]) < 1e-11 * limit * radius ? 0 : friction[2];
  out.limit = Math.max(0, surface.gauge(load, limit, friction[0], friction[1], torque) - 1);
  // Maximum dissipation: λ·s = -μ f_n D(s), the least over the limit set. D(s) is also what sticking has: zero.
  evaluateSlip(record, 0, load, slip[0], slip[1], slip[2], false);
  const power = friction[0] * slip[0] + friction[1] * slip[1] + friction[2] * slip[2];
  // Where all force is at a point or along a line, D has kinks; the power tells.
  out.slip = (power + limit * record[SLIP_DISSIPATION]!) / (limit * scale);
  if (load.kind === LOAD_AREA && Math.hypot(slip[0], slip[1], radius * slip[2]) > 1e-9 * scale)
    out.direction = Math.hypot(
      friction[0] / limit + record[SLIP_GRADIENT]!,
      friction[1] / limit + record[SLIP_GRADIENT + 1]!,
      (friction[2] / limit + record[SLIP_GRADIENT + 2]!) / radius,
    );
  return out;
}

/** Friction and slip about the bearing point; the pressure there into `load`. */
function frictionOf(c: Case, lambda: Float64Array, [qu, qw]: readonly [number, number]) {
  const v = residual(c, lambda);
  const patches = patchesOf(c.outline);
  pressure.solve(load, patches.vertices, 0, c.outline.length, patches.records, KEPT_FRICTION, qu, qw);
  return {
    limit: c.mu * lambda[0]!,
    friction: [lambda[3]!, lambda[4]!, lambda[5]! - qu * lambda[4]! + qw * lambda[3]!] as const,
    slip: [v[3]! - qw * v[5]!, v[4]! + qu * v[5]!, v[5]!] as const,
  };
}

/** How much more a random wrench on the limit surface would brake, over μ f_n and the largest of e₀. */
export function brakesMore(c: Case, lambda: Float64Array, random: Random): number {
  const sharps = Float64Array.from([0, 0, 0, ...c.sharp]);
  const fn = lambda[0]!;
  const { limit, friction, slip } = frictionOf(c, lambda, [
    bearing(sharps, 0, 0, lambda[1]! / fn),
    bearing(sharps, 0, 2, lambda[2]! / fn),
  ]);
  const size = Math.max(load.size, 1e-9);
  const near = random.below(2) === 0 ? 1 : 0.01;
  const speed = Math.hypot(slip[0], slip[1], size * slip[2]);
  const other = slip.map((x, k) => x + near * speed * random.between(-1, 1) * (k === 2 ? 1 / size : 1));
  evaluateSlip(record, 0, load, other[0]!, other[1]!, other[2]!, false);
  let more = 0;
  for (let k = 0; k < 3; k++) more += (limit * record[SLIP_GRADIENT + k]! + friction[k]!) * slip[k]!;
  return more / (limit * Math.max(...c.e0.map(Math.abs)));
}
