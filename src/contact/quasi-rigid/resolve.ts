// From two overlapping surfaces to the tractions between them, from coarse to fine.
//
// M. Pauly, D. K. Pai, L. J. Guibas, "Quasi-rigid objects in contact", SCA 2004, §4.
//
// The contact plane is cut into cells; every cell in which the undeformed surfaces overlap is a node (§4.1,
// lattice.ts). With forces that only push, the half-space only gives way, so nodes outside the overlap cannot bear. The
// complementarity problem (§4.2, complementarity.ts) says which nodes do and how much. A coarse lattice over the whole
// overlap finds the region that bears; the next covers just that region with finer cells (§4.3), until it has the
// wanted number of nodes. Should a finer region bear at its own rim while the overlap goes on beyond, it is enlarged
// and solved again (§6.1).
//
// Where we deviate: the paper's nodes are the samples of both surfaces, each with a problem of its own, iterated three
// times because corresponding points are not known. Here both surfaces are looked at along the same lines, so that
// nodes correspond by construction and one joint problem is solved. And the lattice follows the contact: a ball that is
// pressed by a micrometre has as many nodes as one that is pressed by a millimetre, and its force changes smoothly.
//
// Simplification: one normal for all nodes of a contact. Consequence: a ball deep in its socket is borne as if its
// flanks were steps: force and depth along the normal are right to the square of the flanks' slope, sideways support is
// not seen. Verified in test/contact/quasi-rigid/statics.test.ts.

import { PI } from '../../math/trig.js';
import type { Arena } from '../../memory/arena.js';
import type { KeptFactor } from './active-matrix.js';
import { BearingMask } from './bearing-mask.js';
import { Complementarity } from './complementarity.js';
import { BEYOND, CLEAR, type GapField, Lattice, MASKED } from './lattice.js';
import {
  HINT_AREA,
  HINT_BOUNDS,
  HINT_CELL,
  HINT_COLUMNS,
  HINT_EDGE,
  HINT_FLAT,
  HINT_LONG,
  HINT_ROWS,
  K_COLUMN,
  K_ROW,
  KEPT_STRIDE,
} from './layout.js';
import { type Motion, MovingNodes } from './moving-nodes.js';
import {
  CELL_INTS,
  N_APART,
  N_AREA,
  N_FORCE,
  N_GAP,
  N_H,
  N_HEIGHT_A,
  N_HEIGHT_B,
  N_U,
  N_W,
  NODE_STRIDE,
} from './nodes.js';
import type { Hint, Region, ResolveOptions } from './request.js';
import { ResponseMatrix } from './response-matrix.js';

/** Nodes that the coarsest lattice aims at. */
const COARSEST = 25;
/** A smooth contact's area over (Σf)²/Σ(f²/A): that of Hertz. */
const AREA_PER_SPREAD = 9 / 8;
/** Nodes that are aimed at, as a share of the most: the estimate of the area may be off. */
const AIM = 0.8;
/** Cells are at most that many times as long as wide. */
const LONGEST = 12;
const MOST_GROWTH = 6;
const MOST_TRIES = 5;
/**
 * Cells of a lattice for each node that may bear, at most: where a body stands on two corners far apart, one lattice
 * covers both. Nodes of a problem for each that may bear, and beside these.
 */
const MOST_CELLS = 20;
const MOST_PER_NODE = 4;
const MOST_MORE = 200;
/**
 * A region whose size differs by less has the same edges; by less than the second, and the lattice is kept as it is:
 * where a box lies in another by a hair's breadth, overlaps have rims that come and go.
 */
const SAME_EDGE = 0.01;
const MOST_OFF = 0.05;
/** Fewer nodes than this say little of the contact's size; and lattices that are added for it at most. */
const FEW = 8;
const NEARER = 0.8;
/** Nodes, or lattices, that are enough for a contact that lasts less than a step. */
const SOME = 20;
const ENOUGH = 6;
const MOST_LEVELS = 10;
/** A gap that falls within a cell by more than this share of the depth is looked for: valleys.ts. */
const FALL = 0.3;

export class Resolver {
  readonly lattice: Lattice;
  readonly problem: Complementarity;
  /** Nodes that bear. */
  bearing = 0;
  /** Whether the last lattice bore at the overlap's own rim, and at that of the region. */
  atEdge = false;
  #atRegion = false;
  #spread = 0;
  readonly #bounds = new Float64Array(4);
  readonly #matrix: ResponseMatrix;
  readonly #moving = new MovingNodes();
  readonly #mask: BearingMask;
  #motion: Motion | null = null;
  #isFirst = true;
  #isLast = true;
  #fall = Infinity;
  #pattern: Hint | null = null;
  readonly #like: [number, number] = [0, 0];
  #hasEdge = false;
  #kept: KeptFactor | null = null;

  constructor(arena: Arena) {
    this.lattice = new Lattice(arena);
    this.problem = new Complementarity(arena);
    this.#matrix = new ResponseMatrix(arena);
    this.#mask = new BearingMask(arena);
  }

  get nodes() {
    return this.lattice.nodes;
  }

  /** Finds the tractions; returns the number of nodes that bear. `isRough`: on the coarsest lattice alone. */
  resolve(
    field: GapField,
    region: Region,
    options: ResolveOptions,
    motion: Motion | null = null,
    hint: Hint | null = null,
    isSame = false,
    isRough = false,
  ): number {
    this.#motion = motion;
    if (hint !== null && this.#follow(field, region, options, hint, isSame)) return this.bearing;
    this.#pattern = null;
    this.#isFirst = hint === null || motion === null;
    this.#fall = hint === null || motion === null ? Infinity : FALL * hint.depth;
    const b = this.#bounds;
    b[0] = region.u0;
    b[1] = region.u1;
    b[2] = region.w0;
    b[3] = region.w1;
    if (options.bulges) this.#widen(0.5);
    this.bearing = 0;
    const { nodes } = options;
    const levels = Math.max(2, options.levels);
    let long = this.#longness();
    let target = Math.min(AIM * nodes, Math.max(COARSEST, 2 * long));
    let area = Math.min(region.area, (b[1] - b[0]) * (b[3] - b[2]));
    let edge = false;
    let masked = false;
    let last = Infinity;
    for (let level = 0, more = MOST_LEVELS; level < levels; level++) {
      const isLast = level === levels - 1;
      this.#isLast = isLast;
      if (level > 0) target = isLast ? AIM * nodes : Math.sqrt(target * AIM * nodes);
      // Needles get no more columns than nodes, however thin they are.
      const longest = Math.max(b[1] - b[0], b[3] - b[2]) / nodes;
      let cell = Math.max(area / target, ((b[1] - b[0]) * (b[3] - b[2])) / (MOST_CELLS * nodes));
      cell = Math.max(cell, (longest * longest) / long);
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        this.#solveOn(field, cell, long, edge, masked, options);
        if (this.bearing <= nodes) break;
        // Whole rows and columns: a little may not be enough.
        cell *= (1.05 + 0.05 * tries) * (this.bearing / nodes);
      }
      for (let grown = 0; grown < MOST_GROWTH && this.#atRegion; grown++) {
        if (options.bulges) this.#widen(0.25);
        else this.#enlarge(region);
        this.#solveOn(field, cell, long, edge, masked && !options.bulges, options);
      }
      if (this.bearing === 0 || (isRough && this.bearing >= FEW)) break;
      if (motion !== null && (this.bearing >= SOME || level + MOST_LEVELS - more >= ENOUGH) && this.#passes(motion))
        break;
      // A contact far smaller than the region that it was looked for in: down to it first, while that gets nearer. (It
      // does not where a body stands on two corners: one lattice covers both.)
      if (this.bearing < FEW && cell < NEARER * last && more-- > 0) level--;
      else if (isLast) break;
      last = cell;
      // Soft contacts are as wide as their cells, and a node that comes to a valley in passing is a jolt.
      if (motion !== null) this.#fall = FALL * this.#deepest();
      edge = this.atEdge;
      // A flat contact bears all over, and most at its edges: the area of the cells that bear is the better guess.
      area = Math.min(edge ? this.#bearingArea() : this.#spread * AREA_PER_SPREAD, area);
      this.#narrow(region, options.bulges);
      long = this.#longness();
      masked = true;
    }
    return this.bearing;
  }

  /**
   * Whether the bodies go on by more than their depth within the step: such tractions last less than a step, and finer
   * lattices would say nothing of them that lasts.
   */
  #passes({ y, h }: Motion): boolean {
    const { nodes, problem } = this;
    const f = nodes.f.data;
    let deepest = 0;
    let way = 0;
    for (let k = 0; k < nodes.count; k++) {
      if (problem.active.data[k] === 0) continue;
      const o = k * NODE_STRIDE;
      deepest = Math.max(deepest, -f[o + N_GAP]);
      way = Math.max(way, Math.abs(y[0] + f[o + N_W] * y[1] - f[o + N_U] * y[2]));
    }
    return h * way > deepest;
  }

  /**
   * The lattice of the last step, grown or shrunk with the overlap, where that still fits: then one problem is solved
   * instead of three, from the nodes that bore. A ball's lattices are then all alike but for their size, and its force
   * follows its depth smoothly. `isSame`: the bodies are where they were then, only what pushes them has changed.
   */
  #follow(field: GapField, region: Region, options: ResolveOptions, hint: Hint, isSame: boolean): boolean {
    const { values: h } = hint;
    if (this.#motion !== null) for (let k = 0; k < 2; k++) this.#motion.flat[k] = h[HINT_FLAT + k];
    if (!(h[HINT_AREA] > 0) || options.bulges) return false;
    const edge = h[HINT_EDGE] === 1;
    const grown = this.#motion === null ? Math.sqrt(region.area / h[HINT_AREA]) : 1;
    if (!(grown > 0.7 && grown < 1.4) || (edge && Math.abs(grown - 1) > MOST_OFF)) return false;
    const b = this.#bounds;
    const size = h[HINT_BOUNDS + 1] - h[HINT_BOUNDS] + h[HINT_BOUNDS + 3] - h[HINT_BOUNDS + 2];
    const off = Math.abs((region.u1 - region.u0 + region.w1 - region.w0) / size - 1);
    if (edge && !isSame && off > MOST_OFF) return false;
    if (edge && off < SAME_EDGE) {
      // Cut at the overlap's edges, which have hardly moved.
      b[0] = region.u0;
      b[1] = region.u1;
      b[2] = region.w0;
      b[3] = region.w1;
    } else for (let k = 0; k < 4; k++) b[k] = grown * h[HINT_BOUNDS + k];
    this.#isFirst = false;
    this.#isLast = true;
    this.#fall = this.#motion === null ? Infinity : FALL * hint.depth;
    this.#pattern = hint;
    this.#kept = hint.factor;
    this.#like[0] = h[HINT_COLUMNS];
    this.#like[1] = h[HINT_ROWS];
    this.#solveOn(field, grown * grown * h[HINT_CELL], h[HINT_LONG], edge, false, options);
    this.#pattern = null;
    this.#kept = null;
    const least = (isSame ? 0.25 : 0.5) * AIM * options.nodes;
    const isFine = this.bearing <= options.nodes && this.bearing >= least;
    return isFine && !this.#atRegion && !(this.atEdge && !edge);
  }

  /** Looks only at what is within two cells of what bore in the last step. */
  #maskByPattern(pattern: Hint): void {
    this.#mask.begin(this.lattice, 2);
    for (let k = pattern.first; k < pattern.first + pattern.count; k++)
      this.#mask.mark(pattern.nodes[k * KEPT_STRIDE + K_COLUMN], pattern.nodes[k * KEPT_STRIDE + K_ROW]);
  }

  /** The lattice at hand, for the next step. */
  note(out: Float64Array, o: number, area: number): void {
    const { lattice } = this;
    const motion = this.#motion;
    for (let k = 0; k < 4; k++) out[o + HINT_BOUNDS + k] = this.#bounds[k];
    out[o + HINT_CELL] = lattice.nodes.cellU * lattice.nodes.cellW;
    out[o + HINT_LONG] = lattice.nodes.long;
    out[o + HINT_EDGE] = this.#hasEdge ? 1 : 0;
    out[o + HINT_COLUMNS] = lattice.columns;
    out[o + HINT_ROWS] = lattice.rows;
    out[o + HINT_AREA] = area;
    for (let k = 0; k < 2; k++) out[o + HINT_FLAT + k] = motion?.flat[k] ?? 1;
  }

  /** Depth of the nodes that bear, at most. */
  #deepest(): number {
    const { nodes, problem } = this;
    let most = 0;
    for (let k = 0; k < nodes.count; k++)
      if (problem.active.data[k] === 1) most = Math.max(most, -nodes.f.data[k * NODE_STRIDE + N_GAP]);
    return most;
  }

  #bearingArea(): number {
    const { nodes, problem } = this;
    let sum = 0;
    for (let k = 0; k < nodes.count; k++)
      if (problem.active.data[k] === 1) sum += nodes.f.data[k * NODE_STRIDE + N_AREA];
    return sum;
  }

  /** How many times as long as wide cells are: long contacts get long cells. */
  #longness(): number {
    const b = this.#bounds;
    const sizeU = b[1] - b[0];
    const sizeW = b[3] - b[2];
    const wide = sizeU > sizeW ? sizeU / sizeW : sizeW / sizeU;
    return wide >= 3 ? Math.min(LONGEST, Math.floor(0.75 * wide)) : 1;
  }

  #widen(share: number): void {
    const b = this.#bounds;
    const du = share * (b[1] - b[0]);
    const dw = share * (b[3] - b[2]);
    b[0] -= du;
    b[1] += du;
    b[2] -= dw;
    b[3] += dw;
  }

  /** One more coarse cell around what bore, within the region. */
  #enlarge(region: Region): void {
    const b = this.#bounds;
    const mask = this.#mask;
    mask.rings++;
    b[0] = Math.max(region.u0, b[0] - mask.cellU);
    b[1] = Math.min(region.u1, b[1] + mask.cellU);
    b[2] = Math.max(region.w0, b[2] - mask.cellW);
    b[3] = Math.min(region.w1, b[3] + mask.cellW);
  }

  /** The next lattice covers what bears, and one cell around it. */
  #narrow(region: Region, bulges: boolean): void {
    const { lattice } = this;
    const b = this.#bounds;
    const mask = this.#mask;
    const { nodes, columns, rows } = lattice;
    const cells = nodes.cells.data;
    const active = this.problem.active.data;
    let c0 = columns;
    let c1 = -1;
    let r0 = rows;
    let r1 = -1;
    mask.begin(lattice, 1);
    for (let k = 0; k < nodes.count; k++) {
      if (active[k] === 0) continue;
      const c = cells[CELL_INTS * k];
      const r = cells[CELL_INTS * k + 1];
      mask.mark(c, r);
      if (c < c0) c0 = c;
      if (c > c1) c1 = c;
      if (r < r0) r0 = r;
      if (r > r1) r1 = r;
    }
    const far = bulges ? Infinity : 0;
    b[0] = Math.max(region.u0 - far, lattice.u0 + (c0 - 1) * nodes.cellU);
    b[1] = Math.min(region.u1 + far, lattice.u0 + (c1 + 2) * nodes.cellU);
    b[2] = Math.max(region.w0 - far, lattice.w0 + (r0 - 1) * nodes.cellW);
    b[3] = Math.min(region.w1 + far, lattice.w0 + (r1 + 2) * nodes.cellW);
  }

  #solveOn(field: GapField, cell: number, long: number, edge: boolean, masked: boolean, options: ResolveOptions): void {
    const b = this.#bounds;
    this.lattice.cut(b, cell, long, edge, edge && this.#pattern !== null ? this.#like : null);
    const motion = this.#motion;
    if (this.#pattern !== null) this.#maskByPattern(this.#pattern);
    this.lattice.gather(
      field,
      masked || this.#pattern !== null ? this.#mask.isNear : null,
      edge,
      options.bulges,
      motion?.reach ?? 0,
      this.#isLast,
      this.#fall,
    );
    const { problem, nodes } = this;
    const n = nodes.count;
    if (n > MOST_PER_NODE * options.nodes + MOST_MORE) {
      // Far too fine for what it covers; a lattice of the last step does not fit then.
      if (this.#pattern === null) this.#solveOn(field, 4 * cell, long, edge, masked, options);
      else this.bearing = 0;
      return;
    }
    this.#matrix.begin(this.lattice, options.response);
    problem.begin(n, this.#matrix, this.#matrix.unit);
    const f = nodes.f.data;
    const q = problem.q.data;
    let deepest = 0;
    problem.moves = motion !== null;
    if (motion !== null) {
      // Over the whole region: any small part of a ball is flat.
      if (this.#isFirst) this.#moving.findFlatness(this.lattice, b, motion);
      this.#isFirst = false;
      this.#moving.addTo(problem.u.data, this.lattice, motion, PI * options.modulus * motion.h * motion.h);
    }
    for (let i = 0; i < n; i++) {
      const o = i * NODE_STRIDE;
      q[i] = f[o + N_GAP];
      if (motion !== null) {
        const { e, h, back, flat } = motion;
        q[i] += h * e[0] - back[0];
        q[i] += flat[0] * (h * e[1] - back[1]) * f[o + N_W] - flat[1] * (h * e[2] - back[2]) * f[o + N_U];
      }
      if (-q[i] > deepest) deepest = -q[i];
    }
    this.#hasEdge = edge;
    this.#guess(n, deepest, masked);
    problem.kept = this.#kept;
    this.bearing = problem.solve(n);
    const scale = PI * options.modulus;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < n; i++) {
      const o = i * NODE_STRIDE;
      const force = scale * problem.x.data[i];
      f[o + N_FORCE] = force;
      f[o + N_APART] = problem.s.data[i];
      f[o + N_H] = f[o + N_HEIGHT_B] + (1 - options.shareA) * (f[o + N_HEIGHT_A] - f[o + N_HEIGHT_B]);
      sum += force;
      squares += (force * force) / f[o + N_AREA];
    }
    this.#spread = squares > 0 ? (sum * sum) / squares : 0;
    if (motion !== null) this.#moving.end(this.lattice, motion);
    this.#lookAtRims(options.bulges);
  }

  /** Which nodes bear at first: those that did in the last step, or on the coarser lattice, or the deeper ones. */
  #guess(n: number, deepest: number, masked: boolean): void {
    const { lattice, nodes, problem } = this;
    const pattern = this.#pattern;
    const active = problem.active.data;
    const q = problem.q.data;
    const f = nodes.f.data;
    problem.x.data.fill(0, 0, n);
    if (pattern !== null) {
      active.fill(0, 0, n);
      for (let k = pattern.first; k < pattern.first + pattern.count; k++) {
        const o = k * KEPT_STRIDE;
        const node = lattice.nodeAt(pattern.nodes[o + K_COLUMN], pattern.nodes[o + K_ROW]);
        if (node >= 0) active[node] = 1;
      }
      return;
    }
    for (let i = 0; i < n; i++) {
      if (masked) active[i] = this.#mask.bore(f[i * NODE_STRIDE + N_U], f[i * NODE_STRIDE + N_W]) ? 1 : 0;
      // Of a smooth contact half of the depth bears, of a flat one all.
      else active[i] = -q[i] > 0.5 * deepest ? 1 : 0;
    }
  }

  /** Which rims bear: the overlap's own, or that of the region beyond which it may go on. */
  #lookAtRims(bulges: boolean): void {
    const { lattice, nodes } = this;
    this.atEdge = false;
    this.#atRegion = false;
    for (let k = 0; k < nodes.count; k++) {
      if (this.problem.active.data[k] === 0) continue;
      const c = nodes.cells.data[CELL_INTS * k];
      const r = nodes.cells.data[CELL_INTS * k + 1];
      const beyond = lattice.borders(c, r, BEYOND);
      if (!bulges && (beyond || lattice.borders(c, r, CLEAR))) this.atEdge = true;
      if (lattice.borders(c, r, MASKED) || (bulges && beyond)) this.#atRegion = true;
    }
  }
}
