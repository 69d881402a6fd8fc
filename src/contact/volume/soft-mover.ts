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
import { uncheckedMesh } from '../../shapes/mesh.js';
import type { MeshShape } from '../../shapes/shape.js';
import type { SoftBody } from '../../soft/body.js';
import { bumpsOf } from '../../soft/bumps.js';
import { findInnerFaces } from '../../soft/inner-faces.js';
import type { SoftSolid } from '../../soft/solid.js';
import { EmbeddedSurface } from '../../soft/surface.js';
import type { Response } from '../../solver/movers.js';

/** Numbers of a run of places. */
const RUN = 3;
/** Number of the look in a turned frame. */
const TURNED = 2;
/** Rows that are worked on together. */
const PANEL = 4;

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
  #start = new Int32Array(65);
  #nodes = new Int32Array(512);
  #values = new Float64Array(3 * 512);
  /** Its surface where the velocities before this step's forces lead, and where those with them do. */
  readonly #looks: Look[];
  #at = 0;
  /**
   * By how much the surface is taken to lie further out for contact (m): it then rests where it is, and not a target
   * depth deep.
   */
  skin = 0;
  /** Edge of the lattice's cells, or of tetrahedra as they are in the mean (m). */
  readonly spacing: number;
  #standing: MeshShape | null = null;
  #bumps: Float64Array | null = null;
  /** Triangles that are no surface of the body, where it can touch itself. */
  readonly inner: Uint8Array | null = null;
  /** By body that holds nodes: 1 for triangles which such nodes carry a part of. They do not touch that body. */
  readonly heldFaces = new Map<number, Uint8Array>();
  /** What the world was last told: centre, rotation, twist. */
  readonly told = new Float64Array(13);
  /** Whether this step's velocities without contact are known. */
  predicted = false;
  /** J A⁻¹ Jᵀ of this step's rows, once it has been asked for. */
  #answers = new Float64Array(0);
  #isAnswered = false;
  /**
   * Y by panels of four rows, whose numbers alternate, in runs of places that are not all zero: from, to, and where in
   * the values, less from.
   */
  #runStart = new Int32Array(65);
  #runs = new Int32Array(0);
  #runValues = new Float64Array(0);
  /** By place: the last row that leads there. */
  #reached = new Float64Array(0);
  #stamp = 0;
  #side = new Float64Array(0);
  readonly #found = new Float64Array(2 * PANEL);
  #full = new Float64Array(0);
  #moved = new Float64Array(0);
  /** (A⁻¹ - P⁻¹) Jᵀ λ of the last step, by nodes (m/s): what rows do not see of their own impulses. */
  lag = new Float64Array(0);

  constructor(
    readonly slot: number,
    readonly body: SoftBody,
    description: MeshShape['description'],
  ) {
    const { surface, lattice, solid } = body;
    this.spacing = lattice?.edge ?? meanEdge(solid);
    this.#looks = [new Look(copyOf(surface), description), new Look(copyOf(surface), description)];
    if (body.description.selfContact) this.inner = findInnerFaces(surface.rest, surface.indices);
  }

  /** A body holds these nodes from now on. */
  noteHeld(by: number, nodes: ArrayLike<number>): void {
    const { indices, carriers, nodes: carrier, weights } = this.body.surface;
    const held = new Uint8Array(this.body.solid.nodeCount);
    for (let n = 0; n < nodes.length; n++) held[nodes[n]] = 1;
    const faces = this.heldFaces.get(by) ?? new Uint8Array(indices.length / 3);
    for (let n = 0; n < indices.length; n++) {
      const c = carriers * indices[n];
      for (let k = c; k < c + carriers; k++)
        if (weights[k] !== 0 && held[carrier[k]] === 1) faces[Math.floor(n / 3)] = 1;
    }
    this.heldFaces.set(by, faces);
  }

  /** As last looked at: for rays, and where it is. */
  get shape(): MeshShape {
    return this.#looks[this.#at]!.shape;
  }

  get surface(): EmbeddedSurface {
    return this.#looks[this.#at]!.surface;
  }

  /** The nodes have moved: what was looked at no longer holds. */
  forgetLooks(): void {
    for (const look of this.#looks) look.span = -1;
    this.#standing = null;
  }

  /** The solid as it stands, for queries: a copy, with a tree of its own. */
  get standing(): MeshShape {
    const { body } = this;
    if (!this.#standing) {
      body.updateSurface(0);
      const { positions, indices, bounds } = body.surface;
      const { kind, type, massProperties, description } = this.shape;
      const solid = uncheckedMesh(positions.slice(), indices);
      this.#standing = { type, kind, mesh: solid, bounds: bounds.slice(), massProperties, description };
    }
    return this.#standing;
  }

  /** By vertex: how high the bumps stand that its cell keeps when it is pressed flat (m). */
  get bumps(): Float64Array {
    this.#bumps ??= bumpsOf(this.body.surface.rest, this.body.surface.indices, this.spacing);
    return this.#bumps;
  }

  clear(): void {
    this.rowCount = 0;
    this.#start[0] = 0;
    this.#isAnswered = false;
  }

  /** Begins a row, whose entries follow; returns its number. */
  addRow(): number {
    const r = this.rowCount++;
    if (this.rowCount + 1 > this.#start.length) this.#start = grownI32(this.#start, 2 * this.rowCount + 2);
    this.#start[r + 1] = this.#start[r];
    return r;
  }

  /** An entry of the last row. */
  addEntry(node: number, x: number, y: number, z: number): void {
    const e = this.#start[this.rowCount]++;
    if (e === this.#nodes.length) {
      this.#nodes = grownI32(this.#nodes, 2 * e);
      const values = new Float64Array(6 * e);
      values.set(this.#values);
      this.#values = values;
    }
    this.#nodes[e] = node;
    this.#values[3 * e] = x;
    this.#values[3 * e + 1] = y;
    this.#values[3 * e + 2] = z;
  }

  /** Row r times the nodes' numbers. */
  times(r: number, v: Float64Array): number {
    const nodes = this.#nodes;
    const values = this.#values;
    let sum = 0;
    for (let e = this.#start[r]; e < this.#start[r + 1]; e++) {
      const o = 3 * nodes[e];
      sum += values[3 * e] * v[o] + values[3 * e + 1] * v[o + 1] + values[3 * e + 2] * v[o + 2];
    }
    return sum;
  }

  /** The surface where the velocities before this step's forces lead, or those with them; once a step for each. */
  lookAhead(span: number, withForces: boolean): void {
    this.#at = withForces ? 1 : 0;
    const look = this.#looks[this.#at]!;
    if (look.span === span) return;
    look.span = span;
    const { solid, ahead } = this.body;
    look.surface.update(solid.x, withForces ? solid.v : ahead, span);
    look.surface.inflate(this.skin);
  }

  /** What was looked at last, in a turned frame from now on: m leads from it to the world, by rows. */
  turnLook(m: Float64Array): void {
    const [first] = this.#looks as [Look];
    const turned = (this.#looks[TURNED] ??= new Look(copyOf(first.surface), first.shape.description));
    turned.surface.turnFrom(this.surface, m);
    this.#at = TURNED;
  }

  /** Impulses x[xi…] on the rows, as impulses on the unknowns. */
  #gather(x: Float64Array, xi: number): Float64Array {
    const { solid } = this.body;
    if (this.#full.length !== 3 * solid.unknownCount) this.#full = new Float64Array(3 * solid.unknownCount);
    const full = this.#full;
    const nodes = this.#nodes;
    const values = this.#values;
    const { unknown } = solid;
    full.fill(0);
    for (let r = 0; r < this.rowCount; r++) {
      const w = x[xi + r];
      if (w === 0) continue;
      for (let e = this.#start[r]; e < this.#start[r + 1]; e++) {
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
    if (!this.#isAnswered) this.#computeAnswers();
    const answers = this.#answers;
    out.fill(0, oi, oi + 6 * Math.max(2, Math.ceil(n / 6)));
    for (let c = 0; c < n; c++) {
      const w = x[xi + c];
      if (w === 0) continue;
      for (let r = 0; r < n; r++) out[oi + r] += w * answers[n * c + r];
    }
  }

  /** What an impulse of one on row r changes of its velocity (1/kg). */
  answerOf(r: number): number {
    if (!this.#isAnswered) this.#computeAnswers();
    return this.#answers[(this.rowCount + 1) * r];
  }

  /** Rows by fours: what is loaded of L and of Y serves four of them. */
  #computeAnswers(): void {
    this.#isAnswered = true;
    const { rowCount: n } = this;
    const nodes = this.#nodes;
    const values = this.#values;
    const { system, unknown } = this.body.solid;
    const { factor, turns } = system;
    const size = 3 * PANEL * factor.n;
    const panels = Math.ceil(n / PANEL);
    if (this.#answers.length < n * n) this.#answers = new Float64Array(2 * n * n);
    if (this.#runStart.length < panels + 1) this.#runStart = new Int32Array(2 * panels + 1);
    if (this.#side.length !== size) {
      this.#side = new Float64Array(size);
      this.#reached = new Float64Array(factor.n);
    }
    const side = this.#side;
    const runStart = this.#runStart;
    const reached = this.#reached;
    let end = 0;
    let used = 0;
    for (let panel = 0; panel < panels; panel++) {
      const stamp = ++this.#stamp;
      side.fill(0);
      for (let q = 0; q < PANEL && PANEL * panel + q < n; q++) {
        const r = PANEL * panel + q;
        for (let e = this.#start[r]; e < this.#start[r + 1]; e++) {
          const i = unknown[nodes[e]];
          if (i < 0) continue;
          const place = factor.place[i];
          for (let j = place; j >= 0 && reached[j] !== stamp; j = factor.parentOf(j)) reached[j] = stamp;
          const p = 3 * PANEL * place + q;
          if (turns) addTurnedBack(side, p, turns, 9 * place, values, 3 * e);
          else {
            side[p] += values[3 * e];
            side[p + PANEL] += values[3 * e + 1];
            side[p + 2 * PANEL] += values[3 * e + 2];
          }
        }
      }
      factor.forwardFour(side, reached, stamp);
      if (this.#runs.length < RUN * (end + factor.n)) this.#runs = grownI32(this.#runs, 2 * RUN * (end + factor.n));
      if (this.#runValues.length < used + size) {
        const grown = new Float64Array(2 * (used + size));
        grown.set(this.#runValues);
        this.#runValues = grown;
      }
      // What is not zero, in runs of which the last place follows from each of the others.
      const runs = this.#runs;
      const runValues = this.#runValues;
      runStart[panel] = end;
      for (let j = 0; j < factor.n; ) {
        if (reached[j] !== stamp) {
          j++;
          continue;
        }
        runs[RUN * end] = 3 * j;
        runs[RUN * end + 2] = used - 3 * PANEL * j;
        do {
          const o = 3 * PANEL * j;
          for (let k = 0; k < 3 * PANEL; k++) runValues[used++] = side[o + k];
          j++;
        } while (j < factor.n && factor.parentOf(j - 1) === j);
        runs[RUN * end + 1] = 3 * j;
        end++;
      }
      runStart[panel + 1] = end;
      // `side` holds these rows whole: against themselves and the rows before.
      for (let other = 0; other <= panel; other++)
        for (let c = 0; c < PANEL; c += 2) this.#multiplyPanels(panel, other, c, stamp);
    }
  }

  /** Dot products of the four rows in `side` with rows c and c + 1 of an earlier panel. */
  #multiplyPanels(panel: number, other: number, c: number, stamp: number): void {
    const { rowCount: n } = this;
    const answers = this.#answers;
    const side = this.#side;
    const runStart = this.#runStart;
    const runs = this.#runs;
    const runValues = this.#runValues;
    const reached = this.#reached;
    let s00 = 0;
    let s01 = 0;
    let s10 = 0;
    let s11 = 0;
    let s20 = 0;
    let s21 = 0;
    let s30 = 0;
    let s31 = 0;
    for (let k = runStart[other]; k < runStart[other + 1]; k++) {
      const to = runs[RUN * k + 1];
      if (reached[to / 3 - 1] !== stamp) continue;
      let y = PANEL * runs[RUN * k];
      const end = PANEL * to;
      for (let z = y + runs[RUN * k + 2] + c; y < end; y += PANEL, z += PANEL) {
        const a = runValues[z];
        const b = runValues[z + 1];
        s00 += side[y] * a;
        s01 += side[y] * b;
        s10 += side[y + 1] * a;
        s11 += side[y + 1] * b;
        s20 += side[y + 2] * a;
        s21 += side[y + 2] * b;
        s30 += side[y + 3] * a;
        s31 += side[y + 3] * b;
      }
    }
    const found = this.#found;
    found[0] = s00;
    found[1] = s01;
    found[2] = s10;
    found[3] = s11;
    found[4] = s20;
    found[5] = s21;
    found[6] = s30;
    found[7] = s31;
    for (let q = 0; q < PANEL; q++) {
      for (let d = 0; d < 2; d++) {
        const row = PANEL * panel + q;
        const column = PANEL * other + c + d;
        if (row < n && column <= row) answers[n * column + row] = answers[n * row + column] = found[2 * q + d];
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
    const full = this.#gather(impulse, 0);
    const { system } = solid;
    system.solve(full);
    this.#spread(full, solid.v);
    if (!system.isWarped) return;
    if (this.lag.length !== solid.v.length) this.lag = new Float64Array(solid.v.length);
    const { first } = system;
    for (let k = 0; k < first.length; k++) first[k] = full[k] - first[k];
    this.lag.fill(0);
    this.#spread(first, this.lag);
    for (let r = 0; r < this.rowCount; r++) v[at + r] += this.times(r, this.lag);
  }

  /** No impulses: nothing was off. */
  rest(): void {
    this.lag.fill(0);
  }

  /** Moves the nodes as impulses on the rows would within one second; see SoftSolid.displace. */
  displace(impulse: Float64Array, before: number, most: number): number {
    const { solid } = this.body;
    if (this.#moved.length !== solid.x.length) this.#moved = new Float64Array(solid.x.length);
    this.#moved.fill(0);
    const full = this.#gather(impulse, 0);
    solid.system.respond(full);
    this.#spread(full, this.#moved);
    return solid.displace(this.#moved, before, most);
  }

  #spread(full: Float64Array, to: Float64Array): void {
    const { solid } = this.body;
    for (let i = 0; i < solid.nodeCount; i++) {
      const u = solid.unknown[i];
      if (u >= 0) for (let k = 0; k < 3; k++) to[3 * i + k] += full[3 * u + k];
    }
  }
}

/** Of the first edge of each element at rest, the root of the mean square (m). */
function meanEdge({ elements, rest }: SoftSolid): number {
  const { nodesEach: m, nodes, count } = elements;
  let sum = 0;
  for (let e = 0; e < count; e++) {
    for (let k = 0; k < 3; k++) {
      const d = rest[3 * nodes[m * e + 1] + k] - rest[3 * nodes[m * e] + k];
      sum += d * d;
    }
  }
  return Math.sqrt(sum / count);
}

/** side[p…], a number in every four, += Wᵀ a[o…], W the rotation at turns[t…]. */
function addTurnedBack(
  side: Float64Array,
  p: number,
  turns: Float64Array,
  t: number,
  a: Float64Array,
  o: number,
): void {
  const x = a[o];
  const y = a[o + 1];
  const z = a[o + 2];
  side[p] += turns[t] * x + turns[t + 3] * y + turns[t + 6] * z;
  side[p + PANEL] += turns[t + 1] * x + turns[t + 4] * y + turns[t + 7] * z;
  side[p + 2 * PANEL] += turns[t + 2] * x + turns[t + 5] * y + turns[t + 8] * z;
}
