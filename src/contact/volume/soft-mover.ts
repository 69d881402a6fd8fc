// A soft body in the solver: a mover whose velocities are those that blocks ask for.
//
// Blocks see a soft body through their rows J alone. With u = J v for all rows that act on it in this step, an impulse
// λ on the rows changes u by J A⁻¹ Jᵀ λ, A being the body's system matrix: the mover has one number for each row, and a
// block's own part of the Jacobian is ones. With A = L Lᵀ and Y = L⁻¹ Jᵀ that matrix is YᵀY: one forward substitution
// for each row, through the few columns of L that a row's nodes lead to. What all nodes do follows once, after the
// solve. Nodes that are held count in u with their given velocity.
//
// Large solids (soft/system.ts) show their rows P⁻¹ instead of A⁻¹. Nodes move by A⁻¹ Jᵀ λ all the same, so momenta are
// those of the impulses. What rows would see besides, J (A⁻¹ - P⁻¹) Jᵀ λ, is taken from the last step's impulses into
// their right-hand sides: what rests, or slides on under the same load, is held exactly.

import { grownI32 } from '../../memory/grown.js';
import { mesh } from '../../shapes/kinds/mesh.js';
import type { MeshShape } from '../../shapes/shape.js';
import type { SoftBody } from '../../soft/body.js';
import { EmbeddedSurface } from '../../soft/surface.js';
import type { Response } from '../../solver/movers.js';

/** Numbers of a run of places. */
const RUN = 3;

/** A surface to cast rays at, and how long (s) velocities have led it; -1: not yet. */
class Look {
  span = -1;
  readonly shape: MeshShape;

  constructor(
    readonly surface: EmbeddedSurface,
    description: MeshShape['description'],
  ) {
    this.shape = {
      type: 'mesh',
      kind: mesh,
      mesh: {
        positions: surface.positions,
        indices: surface.indices,
        get tree(): never {
          throw new Error('a soft surface has a packed tree only');
        },
        get packed() {
          return surface.refit();
        },
      },
      bounds: surface.bounds,
      massProperties: null,
      description,
    };
  }
}

const copyOf = ({ rest, indices, carriers, nodes, weights }: EmbeddedSurface): EmbeddedSurface =>
  new EmbeddedSurface(rest, indices, carriers, nodes, weights);

export class SoftMover implements Response {
  /** Rows of this step: entries start[r] … start[r + 1) of nodes and their three numbers. */
  rowCount = 0;
  private start = new Int32Array(65);
  private nodes = new Int32Array(512);
  private values = new Float64Array(3 * 512);
  /** Its surface where the velocities before this step's forces lead, and where those with them do. */
  private readonly looks: readonly [Look, Look];
  private at = 0;
  /**
   * By how much the surface is taken to lie further out for contact (m): it then rests where it is, and not a target
   * depth deep.
   */
  skin = 0;
  /** What the world was last told: centre, rotation, twist. */
  readonly told = new Float64Array(13);
  /** Whether this step's velocities without contact are known. */
  predicted = false;
  /** J A⁻¹ Jᵀ of this step's rows, once it has been asked for. */
  private answers = new Float64Array(0);
  private isAnswered = false;
  /** Rows of Y, one after another, in runs of numbers that are not zero: from, to, and where in the values, less from. */
  private runStart = new Int32Array(65);
  private runs = new Int32Array(0);
  private runValues = new Float64Array(0);
  /** By place: the last row that leads there. */
  private reached = new Float64Array(0);
  private stamp = 0;
  private side = new Float64Array(0);
  private full = new Float64Array(0);
  private moved = new Float64Array(0);
  /** (A⁻¹ - P⁻¹) Jᵀ λ of the last step, by nodes (m/s): what rows do not see of their own impulses. */
  lag = new Float64Array(0);

  constructor(
    readonly slot: number,
    readonly body: SoftBody,
    description: MeshShape['description'],
  ) {
    const { surface } = body;
    this.looks = [new Look(copyOf(surface), description), new Look(copyOf(surface), description)];
  }

  /** As last looked at: for rays, and where it is. */
  get shape(): MeshShape {
    return this.looks[this.at]!.shape;
  }

  get surface(): EmbeddedSurface {
    return this.looks[this.at]!.surface;
  }

  /** The nodes have moved: what was looked at no longer holds. */
  forgetLooks(): void {
    for (const look of this.looks) look.span = -1;
  }

  clear(): void {
    this.rowCount = 0;
    this.start[0] = 0;
    this.isAnswered = false;
  }

  /** Begins a row, whose entries follow; returns its number. */
  addRow(): number {
    const r = this.rowCount++;
    if (this.rowCount + 1 > this.start.length) this.start = grownI32(this.start, 2 * this.rowCount + 2);
    this.start[r + 1] = this.start[r];
    return r;
  }

  /** An entry of the last row. */
  addEntry(node: number, x: number, y: number, z: number): void {
    const e = this.start[this.rowCount]++;
    if (e === this.nodes.length) {
      this.nodes = grownI32(this.nodes, 2 * e);
      const values = new Float64Array(6 * e);
      values.set(this.values);
      this.values = values;
    }
    this.nodes[e] = node;
    this.values[3 * e] = x;
    this.values[3 * e + 1] = y;
    this.values[3 * e + 2] = z;
  }

  /** Row r times the nodes' numbers. */
  times(r: number, v: Float64Array): number {
    const { nodes, values } = this;
    let sum = 0;
    for (let e = this.start[r]; e < this.start[r + 1]; e++) {
      const o = 3 * nodes[e];
      sum += values[3 * e] * v[o] + values[3 * e + 1] * v[o + 1] + values[3 * e + 2] * v[o + 2];
    }
    return sum;
  }

  /** The surface where the velocities before this step's forces lead, or those with them; once a step for each. */
  lookAhead(span: number, withForces: boolean): void {
    this.at = withForces ? 1 : 0;
    const look = this.looks[this.at]!;
    if (look.span === span) return;
    look.span = span;
    const { solid, before } = this.body;
    look.surface.update(solid.x, withForces ? solid.v : before, span);
    look.surface.inflate(this.skin);
  }

  /** Impulses x[xi…] on the rows, as impulses on the unknowns. */
  private gather(x: Float64Array, xi: number): Float64Array {
    const { solid } = this.body;
    if (this.full.length !== 3 * solid.unknownCount) this.full = new Float64Array(3 * solid.unknownCount);
    const { full, nodes, values } = this;
    const { unknown } = solid;
    full.fill(0);
    for (let r = 0; r < this.rowCount; r++) {
      const w = x[xi + r];
      if (w === 0) continue;
      for (let e = this.start[r]; e < this.start[r + 1]; e++) {
        const j = 3 * unknown[nodes[e]];
        if (j < 0) continue;
        full[j] += w * values[3 * e];
        full[j + 1] += w * values[3 * e + 1];
        full[j + 2] += w * values[3 * e + 2];
      }
    }
    return full;
  }

  respond(out: Float64Array, oi: number, x: Float64Array, xi: number): void {
    const { rowCount: n } = this;
    if (!this.isAnswered) this.computeAnswers();
    const { answers } = this;
    out.fill(0, oi, oi + 6 * Math.max(2, Math.ceil(n / 6)));
    for (let c = 0; c < n; c++) {
      const w = x[xi + c];
      if (w === 0) continue;
      for (let r = 0; r < n; r++) out[oi + r] += w * answers[n * c + r];
    }
  }

  private computeAnswers(): void {
    this.isAnswered = true;
    const { rowCount: n, nodes, values } = this;
    const { system, unknown } = this.body.solid;
    const { factor, turns } = system;
    const size = 3 * factor.n;
    if (this.answers.length < n * n) this.answers = new Float64Array(2 * n * n);
    if (this.runStart.length < n + 1) this.runStart = new Int32Array(2 * n + 1);
    if (this.side.length !== size) {
      this.side = new Float64Array(size);
      this.reached = new Float64Array(factor.n);
    }
    const { answers, side, runStart, reached } = this;
    let end = 0;
    let used = 0;
    for (let r = 0; r < n; r++) {
      const stamp = ++this.stamp;
      side.fill(0);
      for (let e = this.start[r]; e < this.start[r + 1]; e++) {
        const i = unknown[nodes[e]];
        if (i < 0) continue;
        const p = 3 * factor.place[i];
        for (let j = p / 3; j >= 0 && reached[j] !== stamp; j = factor.parentOf(j)) reached[j] = stamp;
        if (turns) addTurnedBack(side, p, turns, values, 3 * e);
        else {
          side[p] += values[3 * e];
          side[p + 1] += values[3 * e + 1];
          side[p + 2] += values[3 * e + 2];
        }
      }
      factor.forward(side);
      if (this.runs.length < RUN * (end + factor.n)) this.runs = grownI32(this.runs, 2 * RUN * (end + factor.n));
      if (this.runValues.length < used + size) {
        const grown = new Float64Array(2 * (used + size));
        grown.set(this.runValues);
        this.runValues = grown;
      }
      // What is not zero, in runs of which the last place follows from each of the others.
      const { runs, runValues } = this;
      runStart[r] = end;
      for (let j = 0; j < factor.n; ) {
        if (reached[j] !== stamp) {
          j++;
          continue;
        }
        runs[RUN * end] = 3 * j;
        runs[RUN * end + 2] = used - 3 * j;
        do {
          runValues[used++] = side[3 * j];
          runValues[used++] = side[3 * j + 1];
          runValues[used++] = side[3 * j + 2];
          j++;
        } while (j < factor.n && factor.parentOf(j - 1) === j);
        runs[RUN * end + 1] = 3 * j;
        end++;
      }
      runStart[r + 1] = end;
      // `side` holds this row whole: against itself and the rows before.
      for (let c = 0; c <= r; c++) {
        let sum = 0;
        for (let k = runStart[c]; k < runStart[c + 1]; k++) {
          const to = runs[RUN * k + 1];
          if (reached[to / 3 - 1] !== stamp) continue;
          const shift = runs[RUN * k + 2];
          for (let p = runs[RUN * k]; p < to; p++) sum += side[p] * runValues[p + shift];
        }
        answers[n * c + r] = answers[n * r + c] = sum;
      }
    }
  }

  /**
   * Adds what impulses on the rows do to the nodes' velocities. Of a solid whose factor is not that of A itself, rows
   * have seen an answer that was a little off: by how much is kept for the next step (`lag`), and told to the mover's
   * velocities at v[at…].
   */
  push(impulse: Float64Array, v: Float64Array, at: number): void {
    const { solid } = this.body;
    const full = this.gather(impulse, 0);
    const { system } = solid;
    system.solve(full);
    this.spread(full, solid.v);
    if (!system.isWarped) return;
    if (this.lag.length !== solid.v.length) this.lag = new Float64Array(solid.v.length);
    const { first } = system;
    for (let k = 0; k < first.length; k++) first[k] = full[k] - first[k];
    this.lag.fill(0);
    this.spread(first, this.lag);
    for (let r = 0; r < this.rowCount; r++) v[at + r] += this.times(r, this.lag);
  }

  /** No impulses: nothing was off. */
  rest(): void {
    this.lag.fill(0);
  }

  /** Moves the nodes as impulses on the rows would within one second. */
  displace(impulse: Float64Array, most: number): void {
    const { solid } = this.body;
    if (this.moved.length !== solid.x.length) this.moved = new Float64Array(solid.x.length);
    this.moved.fill(0);
    const full = this.gather(impulse, 0);
    solid.system.respond(full);
    this.spread(full, this.moved);
    solid.displace(this.moved, most);
  }

  private spread(full: Float64Array, to: Float64Array): void {
    const { solid } = this.body;
    for (let i = 0; i < solid.nodeCount; i++) {
      const u = solid.unknown[i];
      if (u >= 0) for (let k = 0; k < 3; k++) to[3 * i + k] += full[3 * u + k];
    }
  }
}

/** side[p…] += Wᵀ a[o…], W the rotation of the place. */
function addTurnedBack(side: Float64Array, p: number, turns: Float64Array, a: Float64Array, o: number): void {
  const t = 3 * p;
  const x = a[o];
  const y = a[o + 1];
  const z = a[o + 2];
  side[p] += turns[t] * x + turns[t + 3] * y + turns[t + 6] * z;
  side[p + 1] += turns[t + 1] * x + turns[t + 4] * y + turns[t + 7] * z;
  side[p + 2] += turns[t + 2] * x + turns[t + 5] * y + turns[t + 8] * z;
}
