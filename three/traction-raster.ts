// The pressure of one contact over its plane: values at nodes, which lie anyhow, onto a grid that can be filled,
// contoured and cut.

import type { Vec3 } from '../src/index.js';

/**
 * Tractions by nodes: as a contact of model quasi-rigid reports them. Triples, areas (m²), pressures and friction (Pa).
 */
export interface TractionsLike {
  readonly positions: ArrayLike<number>;
  readonly normals: ArrayLike<number>;
  readonly areas: ArrayLike<number>;
  readonly pressures: ArrayLike<number>;
  readonly friction: ArrayLike<number>;
}

/** Cells of the grid along its longer side. */
const CELLS = 30;
/** Around the outermost nodes, in node sizes: pressure ends there. */
const MARGIN = 1.6;

export class TractionRaster {
  /** Columns and rows of grid points. */
  readonly columns: number;
  readonly rows: number;
  /** Pressure (Pa) and height along the normal (m) at grid points, row by row; pressure 0: nothing bears there. */
  readonly pressures: Float64Array;
  readonly heights: Float64Array;
  readonly most: number;
  readonly normal: Vec3;
  readonly u: Vec3;
  readonly w: Vec3;
  private readonly origin: Vec3;
  private readonly low: readonly [number, number];
  private readonly cell: number;

  constructor({ positions, normals, areas, pressures }: TractionsLike) {
    const n = areas.length;
    this.normal = [normals[0] ?? 0, normals[1] ?? 1, normals[2] ?? 0];
    [this.u, this.w] = tangents(this.normal);
    this.origin = [positions[0] ?? 0, positions[1] ?? 0, positions[2] ?? 0];
    const place = new Float64Array(3 * n);
    let [u0, u1, w0, w1] = [Infinity, -Infinity, Infinity, -Infinity];
    let size = 0;
    let most = 0;
    for (let k = 0; k < n; k++) {
      const d: Vec3 = [0, 1, 2].map((m) => positions[3 * k + m]! - this.origin[m]!) as unknown as Vec3;
      place[3 * k] = dot(d, this.u);
      place[3 * k + 1] = dot(d, this.w);
      place[3 * k + 2] = dot(d, this.normal);
      u0 = Math.min(u0, place[3 * k]!);
      u1 = Math.max(u1, place[3 * k]!);
      w0 = Math.min(w0, place[3 * k + 1]!);
      w1 = Math.max(w1, place[3 * k + 1]!);
      size += Math.sqrt(areas[k]!) / n;
      most = Math.max(most, pressures[k]!);
    }
    this.most = most;
    const rim = MARGIN * size;
    this.low = [u0 - rim, w0 - rim];
    this.cell = Math.max(u1 - u0 + 2 * rim, w1 - w0 + 2 * rim) / CELLS;
    this.columns = n > 0 ? Math.ceil((u1 - u0 + 2 * rim) / this.cell) + 1 : 0;
    this.rows = n > 0 ? Math.ceil((w1 - w0 + 2 * rim) / this.cell) + 1 : 0;
    this.pressures = new Float64Array(this.columns * this.rows);
    this.heights = new Float64Array(this.columns * this.rows);
    for (let r = 0; r < this.rows; r++)
      for (let c = 0; c < this.columns; c++) {
        const x = this.low[0] + c * this.cell;
        const y = this.low[1] + r * this.cell;
        let sum = 0;
        let weights = 0;
        let height = 0;
        let near = 0;
        for (let k = 0; k < n; k++) {
          const rr = ((x - place[3 * k]!) ** 2 + (y - place[3 * k + 1]!) ** 2) / areas[k]!;
          if (rr > 9) continue;
          // Nodes stand for cells of their own area: weights that fall to nothing over one and a half of them.
          const weight = Math.exp(-2 * rr);
          sum += weight * pressures[k]!;
          weights += weight;
          height += weight * place[3 * k + 2]!;
          near = Math.max(near, 1 - Math.sqrt(rr) / 1.1);
        }
        const at = r * this.columns + c;
        this.heights[at] = weights > 0 ? height / weights : 0;
        this.pressures[at] = near > 0 ? sum / weights : 0;
      }
  }

  /** Of all that bears, along its longer side (m). */
  get width(): number {
    return CELLS * this.cell;
  }

  /** Place of grid point (c, r), which need not be whole, `above` the contact surface (m). */
  point(c: number, r: number, above = 0): [number, number, number] {
    const h = this.at(this.heights, c, r) + above;
    const x = this.low[0] + c * this.cell;
    const y = this.low[1] + r * this.cell;
    return [0, 1, 2].map((m) => this.origin[m]! + x * this.u[m]! + y * this.w[m]! + h * this.normal[m]!) as unknown as [
      number,
      number,
      number,
    ];
  }

  /** Bilinear. */
  private at(values: Float64Array, c: number, r: number): number {
    const c0 = Math.min(this.columns - 2, Math.max(0, Math.floor(c)));
    const r0 = Math.min(this.rows - 2, Math.max(0, Math.floor(r)));
    const [x, y] = [c - c0, r - r0];
    const o = r0 * this.columns + c0;
    return (
      (1 - y) * ((1 - x) * values[o]! + x * values[o + 1]!) +
      y * ((1 - x) * values[o + this.columns]! + x * values[o + this.columns + 1]!)
    );
  }

  /** Calls `add` with the ends of the pieces of the line on which the pressure is `level` (marching squares). */
  contour(level: number, add: (c0: number, r0: number, c1: number, r1: number) => void): void {
    const { columns, rows, pressures: p } = this;
    for (let r = 0; r + 1 < rows; r++)
      for (let c = 0; c + 1 < columns; c++) {
        const o = r * columns + c;
        const corner = [p[o]!, p[o + 1]!, p[o + columns + 1]!, p[o + columns]!];
        const crossings: [number, number][] = [];
        for (let k = 0; k < 4; k++) {
          const [a, b] = [corner[k]!, corner[(k + 1) % 4]!];
          if (a > level === b > level) continue;
          const t = (level - a) / (b - a);
          crossings.push([[c + t, c + 1, c + 1 - t, c][k]!, [r, r + t, r + 1, r + 1 - t][k]!]);
        }
        for (let k = 0; k + 1 < crossings.length; k += 2)
          add(crossings[k]![0], crossings[k]![1], crossings[k + 1]![0], crossings[k + 1]![1]);
      }
  }

  /** The row of grid points through the place of greatest pressure. */
  get middleRow(): number {
    let best = 0;
    for (let k = 1; k < this.pressures.length; k++) if (this.pressures[k]! > this.pressures[best]!) best = k;
    // The middle of all that bears, by pressure: a single node at an edge may have the most.
    let sum = 0;
    let weight = 0;
    for (let k = 0; k < this.pressures.length; k++) {
      sum += this.pressures[k]! * Math.floor(k / this.columns);
      weight += this.pressures[k]!;
    }
    return weight > 0 ? Math.round(sum / weight) : Math.floor(best / Math.max(1, this.columns));
  }
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Two directions across n, right-handed with it. */
function tangents(n: Vec3): [Vec3, Vec3] {
  const k = [0, 1, 2].reduce((best, m) => (Math.abs(n[m]!) < Math.abs(n[best]!) - 1e-6 ? m : best), 0);
  const axis = [0, 0, 0];
  axis[k] = 1;
  const along = n[k]!;
  const u = axis.map((x, m) => x - along * n[m]!) as unknown as Vec3;
  const size = Math.sqrt(dot(u, u));
  const uu: Vec3 = [u[0] / size, u[1] / size, u[2] / size];
  return [uu, [n[1] * uu[2] - n[2] * uu[1], n[2] * uu[0] - n[0] * uu[2], n[0] * uu[1] - n[1] * uu[0]]];
}
