// The outline of a contact patch in coordinates of its own plane, and what follows from it: the ellipse with the same
// second moments, and the pressure whose resultant is the contact's normal force at its centre of pressure.
//
// The pressure is the affine one of the engine (src/patch/pressure.ts): p = max(0, α + β·x). Simplification: it is that
// of the outline; the engine's own friction works on an outline of at most 16 vertices with the same centroid and polar
// moment.

import type { Vec3 } from '../src/index.js';
import { anyPerpendicular, cross } from '../src/math/vec3.js';
import { EDGE_STRIDE, LOAD_AREA, PressureLoad } from '../src/patch/load.js';
import { POLYGON_MOMENTS, polygonMoments } from '../src/patch/polygon.js';
import { PressureSolver } from '../src/patch/pressure.js';
import type { ContactLike } from './contact-like.js';

export class PatchPlane {
  /** Pairs (u, w), counter-clockwise about the normal. */
  vertices = new Float64Array(2 * 64);
  count = 0;
  readonly moments = new Float64Array(POLYGON_MOMENTS);
  private origin: Vec3 = [0, 0, 0];
  private u: Vec3 = [1, 0, 0];
  private w: Vec3 = [0, 0, 1];
  private readonly solver = new PressureSolver();
  private readonly load = new PressureLoad();

  /** Takes over the outline of a contact. */
  set(contact: ContactLike): void {
    const { outline, point, normal } = contact;
    this.origin = point;
    this.u = anyPerpendicular(normal);
    this.w = cross(normal, this.u);
    this.count = outline.length;
    if (2 * this.count > this.vertices.length) this.vertices = new Float64Array(4 * this.count);
    for (let k = 0; k < this.count; k++) this.project(outline[k], 2 * k);
    polygonMoments(this.moments, 0, this.vertices, 0, this.count);
    if (this.moments[0] >= 0) return;
    for (let k = 0; k < this.count; k++) this.project(outline[this.count - 1 - k], 2 * k);
    polygonMoments(this.moments, 0, this.vertices, 0, this.count);
  }

  /**
   * The ellipse whose area has the outline's centre and second moments: centre and the two half-axes as vectors, nine
   * numbers into `out`. False if the patch has no area.
   */
  ellipse(out: Float64Array): boolean {
    const m = this.moments;
    const area = m[0];
    if (!(area > 0)) return false;
    const half = 0.5 * (m[3] + m[5]);
    const spread = Math.sqrt((0.5 * (m[3] - m[5])) ** 2 + m[4] * m[4]);
    const angle = 0.5 * Math.atan2(2 * m[4], m[3] - m[5]);
    // Variance of an ellipse along its half-axis a: a²/4.
    const a = 2 * Math.sqrt((half + spread) / area);
    const b = 2 * Math.sqrt(Math.max(0, half - spread) / area);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const { origin: o, u, w } = this;
    for (let k = 0; k < 3; k++) {
      out[k] = o[k] + m[1] * u[k] + m[2] * w[k];
      out[3 + k] = a * (c * u[k] + s * w[k]);
      out[6 + k] = b * (c * w[k] - s * u[k]);
    }
    return true;
  }

  /**
   * Calls back for the vertices, in order, of the convex part of the patch that bears, with the pressure there (Pa;
   * affine between). Does nothing for a contact that bears on a line or in a point.
   */
  pressure(contact: ContactLike, visit: (x: number, y: number, z: number, pressure: number) => void): void {
    const { force: f, normal: n, centerOfPressure: d } = contact;
    const load = f[0] * n[0] + f[1] * n[1] + f[2] * n[2];
    if (!(load > 0) || this.count < 3) return;
    const x = d[0] - this.origin[0];
    const y = d[1] - this.origin[1];
    const z = d[2] - this.origin[2];
    const du = x * this.u[0] + y * this.u[1] + z * this.u[2];
    const dw = x * this.w[0] + y * this.w[1] + z * this.w[2];
    const solved = this.load;
    this.solver.solve(solved, this.vertices, 0, this.count, this.moments, 0, du, dw);
    if (solved.kind !== LOAD_AREA) return;
    for (let k = 0; k < solved.edgeCount; k++) {
      const ru = solved.edges[EDGE_STRIDE * k];
      const rw = solved.edges[EDGE_STRIDE * k + 1];
      const p = load * Math.max(0, solved.alpha + solved.betaU * ru + solved.betaW * rw);
      const a = solved.copU + ru;
      const b = solved.copW + rw;
      const { origin: o, u, w } = this;
      visit(o[0] + a * u[0] + b * w[0], o[1] + a * u[1] + b * w[1], o[2] + a * u[2] + b * w[2], p);
    }
  }

  /**
   * The same pressure over pieces of the patch, of `area` in all, that bear the load of the whole outline: so many
   * times higher than over the outline as the pieces are smaller. Calls back for every vertex of every piece.
   */
  pressureOver(
    contact: ContactLike,
    pieces: readonly (readonly Vec3[])[],
    area: number,
    visit: (x: number, y: number, z: number, pressure: number) => void,
  ): void {
    let isBearing = false;
    this.pressure(contact, () => {
      isBearing = true;
    });
    if (!isBearing || !(area > 0)) return;
    const { force: f, normal: n } = contact;
    const load = ((f[0] * n[0] + f[1] * n[1] + f[2] * n[2]) * this.moments[0]) / area;
    const { alpha, betaU, betaW, copU, copW } = this.load;
    const { origin: o, u, w } = this;
    for (const piece of pieces)
      for (const p of piece) {
        const [x, y, z] = [p[0] - o[0], p[1] - o[1], p[2] - o[2]];
        const ru = x * u[0] + y * u[1] + z * u[2] - copU;
        const rw = x * w[0] + y * w[1] + z * w[2] - copW;
        visit(p[0], p[1], p[2], load * Math.max(0, alpha + betaU * ru + betaW * rw));
      }
  }

  private project(point: Vec3, at: number): void {
    const x = point[0] - this.origin[0];
    const y = point[1] - this.origin[1];
    const z = point[2] - this.origin[2];
    this.vertices[at] = x * this.u[0] + y * this.u[1] + z * this.u[2];
    this.vertices[at + 1] = x * this.w[0] + y * this.w[1] + z * this.w[2];
  }
}
