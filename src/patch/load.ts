// A pressure on the contact plane with total force 1, ready to be integrated. Solved by pressure.ts, integrated by
// slip.ts.
//
// Coordinates: y = (u, w) relative to the centre of pressure, metres.

export const LOAD_NONE = 0;
/** All force at the centre of pressure. */
export const LOAD_POINT = 1;
/** Line density q0 + q1 s + q2 s² (1/m) on s0 ≤ s ≤ s1 along (tu, tw) through the centre of pressure. */
export const LOAD_LINE = 2;
/** p(y) = alpha + betaU u + betaW w ≥ 0 (1/m²) on a convex polygon, or on several: the parts. */
export const LOAD_AREA = 3;

/** Doubles per edge: start (2), unit tangent (2), length, distance of the centre of pressure inside the edge's line. */
export const EDGE_STRIDE = 6;

export class PressureLoad {
  kind = LOAD_NONE;
  /** Centre of pressure in the patch's own (u, w): the given one, or the nearest patch point if that lay outside. */
  copU = 0;
  copW = 0;
  /** Greatest distance from the centre of pressure at which there is pressure. */
  size = 0;
  alpha = 0;
  betaU = 0;
  betaW = 0;
  /** Its force: 1, unless it is a part. Parts are loads about their own centres of pressure. */
  force = 1;
  readonly parts: PressureLoad[] = [];
  partCount = 0;
  edgeCount = 0;
  edges = new Float64Array(EDGE_STRIDE * 20);
  /**
   * Direction of a line load; of an area the longest edge, its extent at right angles to that, and the middle of it.
   */
  tu = 1;
  tw = 0;
  width = 0;
  middle = 0;
  s0 = 0;
  s1 = 0;
  q0 = 0;
  q1 = 0;
  q2 = 0;
  /**
   * Mean of |y|: the spin bound divided by μ f_n. With it the mean of y/|y|: turning about the centre of pressure also
   * pushes, unless the load is symmetric.
   */
  spin = 0;
  leanU = 0;
  leanW = 0;
  /** Whether anybody asks for these. */
  readonly spins: boolean;
  /** Scratch of slip.ts. */
  readonly work = new Float64Array(10);
  columns = new Float64Array(20);
  logs = new Float64Array(2 * 20);
  /** Newton steps the solve took; 0 inside the kern. */
  iterations = 0;

  constructor(spins = true) {
    this.spins = spins;
  }

  reserveEdges(n: number): void {
    if (EDGE_STRIDE * n <= this.edges.length) return;
    this.edges = new Float64Array(EDGE_STRIDE * 2 * n);
    this.columns = new Float64Array(2 * n);
    this.logs = new Float64Array(2 * 2 * n);
  }

  addPart(): PressureLoad {
    if (this.partCount === this.parts.length) this.parts.push(new PressureLoad());
    return this.parts[this.partCount++]!;
  }

  /** p = alpha + betaU u + betaW w from here on, of all parts. */
  setPressure(alpha: number, betaU: number, betaW: number): void {
    this.alpha = alpha;
    this.betaU = betaU;
    this.betaW = betaW;
    for (let k = 0; k < this.partCount; k++) {
      const part = this.parts[k]!;
      part.alpha = alpha + betaU * (part.copU - this.copU) + betaW * (part.copW - this.copW);
      part.betaU = betaU;
      part.betaW = betaW;
    }
  }

  /** Take over n vertices (pairs at poly[pi…], relative to (ou, ow)) as the area of the load; tiny edges vanish. */
  setArea(poly: Float64Array, pi: number, n: number, ou: number, ow: number): void {
    this.reserveEdges(n);
    const e = this.edges;
    let far = 0;
    for (let k = 0; k < n; k++) {
      const u = poly[pi + 2 * k] - ou;
      const w = poly[pi + 2 * k + 1] - ow;
      const rr = u * u + w * w;
      if (rr > far) far = rr;
    }
    const size = Math.sqrt(far);
    let m = 0;
    let longest = 0;
    let au = poly[pi] - ou;
    let aw = poly[pi + 1] - ow;
    for (let k = 0; k < n; k++) {
      const next = k + 1 < n ? pi + 2 * k + 2 : pi;
      const bu = poly[next] - ou;
      const bw = poly[next + 1] - ow;
      const du = bu - au;
      const dw = bw - aw;
      const length = Math.sqrt(du * du + dw * dw);
      if (!(length > 1e-15 * size)) continue;
      const tu = du / length;
      const tw = dw / length;
      const j = EDGE_STRIDE * m++;
      e[j] = au;
      e[j + 1] = aw;
      e[j + 2] = tu;
      e[j + 3] = tw;
      e[j + 4] = length;
      e[j + 5] = tw * au - tu * aw;
      if (length > longest) {
        longest = length;
        this.tu = tu;
        this.tw = tw;
      }
      au = bu;
      aw = bw;
    }
    let low = Infinity;
    let high = -Infinity;
    for (let j = 0; j < EDGE_STRIDE * m; j += EDGE_STRIDE) {
      const y = this.tu * e[j + 1] - this.tw * e[j];
      if (y < low) low = y;
      if (y > high) high = y;
    }
    this.width = high - low;
    this.middle = 0.5 * (high + low);
    this.kind = LOAD_AREA;
    this.size = size;
    this.edgeCount = m;
  }

  setPoint(): void {
    this.kind = LOAD_POINT;
    this.size = 0;
    this.spin = 0;
    this.leanU = 0;
    this.leanW = 0;
    this.edgeCount = 0;
  }
}
