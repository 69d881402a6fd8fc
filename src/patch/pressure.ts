// The pressure on a convex patch whose resultant is a unit force at a given centre of pressure d.
//
//   p(x) = max(0, α + β·(x-d)),   ∫ p = 1,   ∫ p (x-d) = 0        (Bouchard §5.6 leaves the distribution open)
//
// It minimises Φ(α, β) = ½∫p² - α, a convex function with continuous second derivatives: ∇Φ is the defect of the
// resultant, ∇²Φ the moments of the part where p > 0. So the solution is unique, and Newton with a step control
// converges from anywhere. Inside the kern p > 0 everywhere and one 2×2 solve does it. Outside, every Newton step clips
// the polygon and solves a 3×3 system in axes along the nearest edge: there a strip of width 1e-6 still has moments
// with all their digits. As d nears an edge the load becomes a line with a density that is the square of an affine
// function (the strip's width goes with the pressure at the edge); as it nears a vertex, a point. Both limits have
// closed forms that take over at LINE_DISTANCE of the patch's size; the spin bound is off by less than that there.
// A patch thinner than LINE_WIDTH of its length is a line with affine density.
//
// A patch may be a union of convex pieces that lie apart (a table's feet): one ring round all of them, with bridges
// that are walked there and back and so bear nothing. All of the above holds for it, but for the limits: they would
// depend on what touches the union's hull. Instead the centre of pressure stays inside that hull, by a thousandth of
// the way to its middle. The load of a union has the loads of its pieces as parts.
//
// Verified in test/patch/pressure.test.ts: resultants to 1e-10, closed forms, continuity.

import { LOAD_AREA, type PressureLoad } from './load.js';
import { projectToPolygon } from './polygon.js';
import { clipPressed, quadratic, solveMoments } from './pressure-clip.js';
import { LINE_DISTANCE, setLine, slenderLoad } from './pressure-line.js';
import { updateSpin } from './slip.js';

const LINE_WIDTH = 1e-5;
/** Below this ratio of principal moments the 2×2 solve loses more than six digits; the aligned solve does not. */
const SLENDER = 1e-6;
const TOLERANCE = 1e-13;
/** How far a union's centre of pressure goes from the middle towards the hull. */
const INSIDE = 0.999;

export class PressureSolver {
  #local = new Float64Array(2 * 24);
  #clipped = new Float64Array(2 * 26);
  #trial = new Float64Array(2 * 26);
  #clippedCount = 0;
  /** How far the centre of the pressure moves with the one that was given. */
  give = 1;
  /**
   * ∫ 1, x, y, xx, xy, yy over where there is pressure, x along (axisU, axisW) and y to its left from the centre, times
   * `scale`.
   */
  #axisU = 1;
  #axisW = 0;
  #scale = 1;
  readonly #sums = new Float64Array(6);
  readonly #trialSums = new Float64Array(6);
  readonly #projection = new Float64Array(4);
  readonly #solution = new Float64Array(3);

  /**
   * Solve for the polygon of n counter-clockwise pairs at poly[pi…], whose `polygonMoments` are at moments[mi…], and
   * the centre of pressure (du, dw). A centre outside is moved to the closest point. Fills `load`, its spin bound
   * included, unless it has none. For a union's ring, the hn vertices at poly[hi…] are the hull of its vertices.
   */
  solve(
    load: PressureLoad,
    poly: Float64Array,
    pi: number,
    n: number,
    moments: Float64Array,
    mi: number,
    du: number,
    dw: number,
    hi = pi,
    hn = n,
  ): void {
    load.iterations = 0;
    load.partCount = 0;
    this.give = 1;
    if (hi !== pi) {
      // Radially: 1 on the hull, seen from the middle.
      const cu = moments[mi + 1];
      const cw = moments[mi + 2];
      let out = 0;
      for (let k = hi, last = hi + 2 * hn - 2; k < hi + 2 * hn; last = k, k += 2) {
        const nu = poly[k + 1] - poly[last + 1];
        const nw = poly[last] - poly[k];
        out = Math.max(out, (nu * (du - cu) + nw * (dw - cw)) / (nu * (poly[k] - cu) + nw * (poly[k + 1] - cw)));
      }
      if (out > INSIDE) {
        this.give = INSIDE / out;
        du = cu + this.give * (du - cu);
        dw = cw + this.give * (dw - cw);
      }
    }
    load.copU = du;
    load.copW = dw;
    if (n === 0) {
      load.setPoint();
      return;
    }
    const area = moments[mi];
    const juu = moments[mi + 3];
    const juw = moments[mi + 4];
    const jww = moments[mi + 5];
    const det = juu * jww - juw * juw;
    const half = 0.5 * (juu + jww);
    // λmin/λmax ≈ det/(2·half)² for slender patches.
    if (n < 3 || !(area > 0) || !(det > LINE_WIDTH * LINE_WIDTH * 4 * half * half)) {
      slenderLoad(load, poly, pi, n, moments, mi);
      if (load.spins) updateSpin(load);
      return;
    }
    if (det > SLENDER * 4 * half * half) {
      const ou = du - moments[mi + 1];
      const ow = dw - moments[mi + 2];
      const bu = (jww * ou - juw * ow) / det;
      const bw = (juu * ow - juw * ou) / det;
      const alpha = 1 / area + bu * ou + bw * ow;
      let k = pi;
      while (k < pi + 2 * n && !(alpha + bu * (poly[k] - du) + bw * (poly[k + 1] - dw) < 0)) k += 2;
      if (k === pi + 2 * n) {
        const sums = this.#sums;
        sums[0] = area;
        sums[1] = -area * ou;
        sums[2] = -area * ow;
        sums[3] = juu + area * ou * ou;
        sums[4] = juw + area * ou * ow;
        sums[5] = jww + area * ow * ow;
        this.#axisU = this.#scale = 1;
        this.#axisW = 0;
        load.alpha = alpha;
        load.betaU = bu;
        load.betaW = bw;
        if (hi === pi) load.setArea(poly, pi, n, du, dw);
        else this.#split(load, poly, pi, hi);
        if (load.spins) updateSpin(load);
        return;
      }
    }
    this.#eccentric(load, poly, pi, n, hi, hi === pi ? n : hn);
    if (load.spins) updateSpin(load);
  }

  #eccentric(load: PressureLoad, poly: Float64Array, pi: number, n: number, hi: number, hn: number): void {
    const projection = this.#projection;
    if (projectToPolygon(projection, 0, poly, hi, hn, load.copU, load.copW) >= 0) {
      load.copU = projection[0];
      load.copW = projection[1];
    }
    const du = load.copU;
    const dw = load.copW;
    let nearest = Infinity;
    let size = 0;
    let edge = 0;
    for (let k = 0; k < hn; k++) {
      const a = hi + 2 * k;
      const b = k + 1 < hn ? a + 2 : hi;
      const au = poly[a] - du;
      const aw = poly[a + 1] - dw;
      const eu = poly[b] - poly[a];
      const ew = poly[b + 1] - poly[a + 1];
      const length = Math.sqrt(eu * eu + ew * ew);
      const distance = (aw === 0 && au === 0 ? 0 : ew * au - eu * aw) / length;
      size = Math.max(size, au * au + aw * aw);
      if (distance < nearest) {
        nearest = distance;
        edge = k;
      }
    }
    size = Math.sqrt(size);
    const a = hi + 2 * edge;
    const b = edge + 1 < hn ? a + 2 : hi;
    const eu = poly[b] - poly[a];
    const ew = poly[b + 1] - poly[a + 1];
    const length = Math.sqrt(eu * eu + ew * ew);
    const isAnyNear = nearest < Infinity;
    const tu = isAnyNear ? eu / length : 1;
    const tw = isAnyNear ? ew / length : 0;
    if (!(nearest > LINE_DISTANCE * size)) {
      load.tu = tu;
      load.tw = tw;
      load.s0 = isAnyNear ? tu * (poly[a] - du) + tw * (poly[a + 1] - dw) : 0;
      load.s1 = isAnyNear ? tu * (poly[b] - du) + tw * (poly[b + 1] - dw) : 0;
      setLine(load, true);
      return;
    }
    this.#newton(load, poly, pi, n, hi, edge, tu, tw, nearest, size);
  }

  #newton(
    load: PressureLoad,
    poly: Float64Array,
    pi: number,
    n: number,
    hi: number,
    edge: number,
    tu: number,
    tw: number,
    nearest: number,
    size: number,
  ): void {
    this.#reserve(n);
    const local = this.#local;
    const sums = this.#sums;
    const trialSums = this.#trialSums;
    const solution = this.#solution;
    // x along the nearest edge, y into the patch, the edge at y = -nearest; lengths in units of the size.
    const scale = 1 / size;
    const floor = -nearest * scale;
    for (let k = 0; k < n; k++) {
      const u = (poly[pi + 2 * k] - load.copU) * scale;
      const w = (poly[pi + 2 * k + 1] - load.copW) * scale;
      local[2 * k] = tu * u + tw * w;
      const y = tu * w - tw * u;
      // Both ends of the nearest edge at exactly the same height, and nothing below it.
      local[2 * k + 1] = y < floor * (1 - 1e-6) ? floor : y;
    }
    this.#guess(n, hi === pi ? edge : -1, floor);
    let a = solution[0];
    let bx = solution[1];
    let by = solution[2];
    let count = clipPressed(this.#local, n, a, bx, by, this.#clipped, sums);
    this.#clippedCount = count;
    let phi = 0.5 * quadratic(sums, a, bx, by) - a;
    let step = 0;
    for (; step < 60; step++) {
      const r0 = sums[0] * a + sums[1] * bx + sums[2] * by - 1;
      const r1 = sums[1] * a + sums[3] * bx + sums[4] * by;
      const r2 = sums[2] * a + sums[4] * bx + sums[5] * by;
      if (Math.abs(r0) < TOLERANCE && Math.abs(r1) < TOLERANCE && Math.abs(r2) < -TOLERANCE * floor) break;
      if (!solveMoments(solution, sums, 1, 0, 0)) break;
      let da = solution[0] - a;
      let dx = solution[1] - bx;
      let dy = solution[2] - by;
      let slope = r0 * da + r1 * dx + r2 * dy;
      const decrement = -slope;
      let taken = false;
      for (let k = 0; k < 30; k++) {
        count = clipPressed(this.#local, n, a + da, bx + dx, by + dy, this.#trial, trialSums);
        const value = 0.5 * quadratic(trialSums, a + da, bx + dx, by + dy) - (a + da);
        // The rounding of Φ itself must not stop the last, quadratic steps.
        if (value <= phi + 0.1 * slope + 1e-14 * Math.abs(phi)) {
          taken = true;
          phi = value;
          break;
        }
        da *= 0.5;
        dx *= 0.5;
        dy *= 0.5;
        slope *= 0.5;
      }
      if (!taken) break;
      // Rounding level: quadratic convergence has made the next step smaller than the last digit.
      const settled = decrement <= 1e-22 * Math.abs(phi);
      a += da;
      bx += dx;
      by += dy;
      for (let i = 0; i < 6; i++) sums[i] = trialSums[i];
      const swap = this.#clipped;
      this.#clipped = this.#trial;
      this.#trial = swap;
      this.#clippedCount = count;
      if (settled) break;
    }
    load.iterations = step;
    // Back to (u, w) and metres.
    const clipped = this.#clipped;
    const m = this.#clippedCount;
    for (let k = 0; k < m; k++) {
      const x = clipped[2 * k] * size;
      const y = clipped[2 * k + 1] * size;
      clipped[2 * k] = tu * x - tw * y;
      clipped[2 * k + 1] = tw * x + tu * y;
    }
    this.#axisU = tu;
    this.#axisW = tw;
    this.#scale = scale;
    this.#setPressure(load, a, bx, by);
    if (hi === pi) load.setArea(clipped, 0, m, 0, 0);
    else this.#split(load, poly, pi, hi);
  }

  /**
   * Replaces the pressure of the area load just solved by how it changes as the centre moves by (du, dw), over the same
   * area: p is zero where that ends. ∫δp = 0 and ∫δp x = (du, dw).
   */
  differentiate(load: PressureLoad, du: number, dw: number): boolean {
    const tu = this.#axisU;
    const tw = this.#axisW;
    const scale = this.#scale;
    const solution = this.#solution;
    if (!solveMoments(solution, this.#sums, 0, scale * (tu * du + tw * dw), scale * (tu * dw - tw * du))) return false;
    this.#setPressure(load, solution[0], solution[1], solution[2]);
    return true;
  }

  /**
   * Makes parts of the load: its convex pieces, by the ring of them at poly[pi…] with the hull at poly[hi…] behind it.
   */
  #split(load: PressureLoad, poly: Float64Array, pi: number, hi: number): void {
    const s = this.#trialSums;
    const { alpha, betaU, betaW } = load;
    load.partCount = 0;
    load.kind = LOAD_AREA;
    load.size = 0;
    // What follows the last piece are the bridges back, each to a vertex that no other follows twice.
    for (let at = pi, n = 0; (n = ringLength(poly, at, hi)) > 0; at += 2 * n + 2) {
      this.#reserve(n);
      const local = this.#local;
      const trial = this.#trial;
      for (let k = 0; k < 2 * n; k += 2) {
        local[k] = poly[at + k] - load.copU;
        local[k + 1] = poly[at + k + 1] - load.copW;
      }
      const m = clipPressed(this.#local, n, alpha, betaU, betaW, trial, s);
      const part = load.addPart();
      part.force = m < 3 ? 0 : alpha * s[0] + betaU * s[1] + betaW * s[2];
      if (!(part.force > 0)) {
        part.setPoint();
        continue;
      }
      const u = (alpha * s[1] + betaU * s[3] + betaW * s[4]) / part.force;
      const w = (alpha * s[2] + betaU * s[4] + betaW * s[5]) / part.force;
      part.copU = load.copU + u;
      part.copW = load.copW + w;
      part.setArea(trial, 0, m, u, w);
      load.size = Math.max(load.size, Math.sqrt(u * u + w * w) + part.size);
    }
    load.setPressure(alpha, betaU, betaW);
  }

  /** α and β of the load from a + bx x + by y in the solver's own axes and units. */
  #setPressure(load: PressureLoad, a: number, bx: number, by: number): void {
    const tu = this.#axisU;
    const tw = this.#axisW;
    const scale = this.#scale;
    const ss = scale * scale;
    load.setPressure(a * ss, (tu * bx - tw * by) * ss * scale, (tw * bx + tu * by) * ss * scale);
  }

  /**
   * A first shape into `solution`: of the evenly pressed patch, a wedge along the nearest edge and tetrahedra in that
   * edge's two corners the one with the least Φ. The wedge is the limit along an edge, and in a corner the tetrahedron
   * 1 - d₁/(4δ₁) - d₂/(4δ₂) (d: distances from the two edges, δ: those of the centre of pressure) is the very solution.
   * Without it the positive part would shrink by only a third in each Newton step.
   */
  #guess(n: number, edge: number, floor: number): void {
    const solution = this.#solution;
    const local = this.#local;
    let best = this.#score(n, 1, 0, 0, -1);
    best = this.#score(n, 2 / 3, 0, 1 / (3 * floor), best);
    for (let side = 0; edge >= 0 && side < 2; side++) {
      const k = side === 0 ? (edge + n - 1) % n : (edge + 1) % n;
      const ax = local[2 * k];
      const ay = local[2 * k + 1];
      const ex = local[2 * ((k + 1) % n)] - ax;
      const ey = local[2 * ((k + 1) % n) + 1] - ay;
      const distance = ey * ax - ex * ay; // of the centre of pressure, times the edge's length
      if (distance > 0) best = this.#score(n, 0.5, (0.25 * ey) / distance, 0.25 / floor - (0.25 * ex) / distance, best);
    }
    // Along a ray Φ(tθ) = ½t²∫p² - tα is least at t = α/∫p²: a guess needs only its shape.
    const t = best / solution[0];
    solution[0] *= t;
    solution[1] *= t;
    solution[2] *= t;
  }

  /** α²/∫p² of a shape; if above `best` it is kept in `solution`. Returns the better. */
  #score(n: number, a: number, bx: number, by: number, best: number): number {
    clipPressed(this.#local, n, a, bx, by, this.#trial, this.#trialSums);
    const square = quadratic(this.#trialSums, a, bx, by);
    if (!(square > 0) || !((a * a) / square > best)) return best;
    this.#solution[0] = a;
    this.#solution[1] = bx;
    this.#solution[2] = by;
    return (a * a) / square;
  }

  #reserve(n: number): void {
    if (2 * n <= this.#local.length) return;
    this.#local = new Float64Array(4 * n);
    this.#clipped = new Float64Array(4 * n + 4);
    this.#trial = new Float64Array(4 * n + 4);
  }
}

/** Vertices of the piece at poly[at…], which ends with its first one again, before poly[end]; 0: there is none. */
function ringLength(poly: Float64Array, at: number, end: number): number {
  for (let k = at + 2; k < end; k += 2) if (poly[k] === poly[at] && poly[k + 1] === poly[at + 1]) return (k - at) / 2;
  return 0;
}
