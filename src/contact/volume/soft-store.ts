// The soft bodies of a world: how they come from their words, what holds them, their implicit step, and what the world
// knows of them.

import {
  B_CENTER,
  B_CENTER_B,
  B_MASS,
  B_ORIGIN,
  B_ROTATION,
  BODY_INTS,
  BODY_STRIDE,
  I_ASLEEP,
  I_TYPE,
  TYPE_DYNAMIC,
} from '../../bodies/layout.js';
import { type BodyStore, PLATE } from '../../bodies/store.js';
import { SixfoldError } from '../../checks/error.js';
import { show } from '../../checks/fields.js';
import { matrixFromQuaternion, turnByVector } from '../../math/quaternion.js';
import type { Quat, Vec3 } from '../../math/vec3.js';
import type { MeshShape, Shape } from '../../shapes/shape.js';
import { createSoftBody, type SoftBody, type SoftDescription } from '../../soft/body.js';
import { MOST_CELLS } from '../../soft/lattice.js';
import { thickness } from '../material.js';
import type { ContactContext } from '../model.js';
import { SoftMover } from './soft-mover.js';

/** Skin of a soft body as a share of its thinnest extent. */
const SKIN_PER_SIZE = 1e-3;
/** Mass of what a joint holds of a soft body, as a share of the body's. */
const PLATE_MASS = 1e-3;
/** How far around a soft body contacts are looked for, as a share of its size. */
const REACH = 0.02;

/** A node tied to a rigid body that moves freely: one block of three rows. */
export interface Tie {
  readonly soft: SoftMover;
  readonly node: number;
  readonly body: number;
  /** In that body's frame, about its centre of mass. */
  readonly local: Float64Array;
  block: number;
  /** First of its three rows on the soft body. */
  row: number;
  readonly lambda: Float64Array;
}

export class SoftStore {
  /** By body slot. */
  readonly bySlot: (SoftMover | undefined)[] = [];
  /** In the order of their slots. */
  list: SoftMover[] = [];
  ties: Tie[] = [];
  /** Bodies with nodes that are fixed to bodies of the scene which are yet to come, and what to call them. */
  #waiting: [SoftMover, string][] | null = [];
  readonly #r = new Float64Array(9);
  readonly #q = new Float64Array(4);

  readonly #context: ContactContext;

  constructor(context: ContactContext) {
    this.#context = context;
  }

  get #bodies(): BodyStore {
    return this.#context.bodies;
  }

  isAsleep(soft: SoftMover): boolean {
    return this.#bodies.i.data[soft.slot * BODY_INTS + I_ASLEEP] === 1;
  }

  /** Whether a body that holds some of its nodes moves. */
  isCarried(soft: SoftMover): boolean {
    const v = this.#bodies.v.data;
    for (const { body } of soft.body.anchors) for (let k = 0; k < 6; k++) if (v[6 * body + k] !== 0) return true;
    return false;
  }

  /** Makes the soft body that the words of a slot describe, and takes it in. */
  add(slot: number): void {
    const soft = this.make(slot);
    this.insert(soft);
    this.writeRecord(soft);
  }

  /** What the words of a slot describe. */
  described(slot: number): { description: SoftDescription; shape: MeshShape['description'] } {
    const bodies = this.#bodies;
    const shape = bodies.shapes[slot]!;
    return {
      description: describe(bodies.own[slot]!.words, `body ${show(bodies.names[slot])}`, shape),
      shape: shape.description as MeshShape['description'],
    };
  }

  make(slot: number): SoftMover {
    const bodies = this.#bodies;
    const where = `body ${show(bodies.names[slot])}`;
    const { description, shape: drawn } = this.described(slot);
    const shape = bodies.shapes[slot]!;
    const o = slot * BODY_STRIDE;
    const d = bodies.f.data;
    const v = bodies.v.data;
    const body = createSoftBody(shape, description, d[o + B_MASS]);
    const soft = new SoftMover(slot, body, drawn);
    soft.skin = this.#context.settings.depth ?? SKIN_PER_SIZE * thickness(shape);
    const at = (k: number): Vec3 => [d[o + k], d[o + k + 1], d[o + k + 2]];
    const q: Quat = [d[o + B_ROTATION], d[o + B_ROTATION + 1], d[o + B_ROTATION + 2], d[o + B_ROTATION + 3]];
    const w = 6 * slot;
    body.place(at(B_ORIGIN), q, [v[w], v[w + 1], v[w + 2]], [v[w + 3], v[w + 4], v[w + 5]]);
    for (const push of description.forces) {
      const nodes = body.nodesIn(push);
      if (nodes.length === 0)
        throw new SixfoldError(
          `${where}: forces: no node lies in the box ${show([push.low, push.high])}; make it larger`,
        );
      for (const i of nodes) for (let k = 0; k < 3; k++) body.solid.force[3 * i + k] += push.force[k]! / nodes.length;
    }
    if (this.#waiting && description.fixed.some(({ to }) => to !== null && bodies.slotOf(to) < 0))
      this.#waiting.push([soft, where]);
    else this.#hold(soft, where);
    return soft;
  }

  /** The bodies of the scene are in: nodes are held by those that came later. */
  prepare(): void {
    for (const [soft, where] of this.#waiting ?? []) this.#hold(soft, where);
    this.#waiting = null;
  }

  /**
   * Puts another body in the place of the one at a slot: what a cut leaves of it, or of the one at another slot. Ties
   * go along.
   */
  replace(slot: number, body: SoftBody, from: SoftMover | undefined = this.bySlot[slot]): SoftMover {
    const shape = this.#bodies.shapes[slot]!;
    const soft = new SoftMover(slot, body, shape.description as MeshShape['description']);
    soft.skin = from!.skin;
    body.solid.analyse();
    this.#bodies.f.data[slot * BODY_STRIDE + B_MASS] = body.mass;
    for (const tie of [...this.ties]) {
      if (tie.soft !== from) continue;
      const [x, y, z] = [0, 1, 2].map((k) => from!.body.solid.x[3 * tie.node + k]);
      for (let i = 0; i < body.solid.nodeCount; i++) {
        const at = body.solid.x;
        if (at[3 * i] !== x || at[3 * i + 1] !== y || at[3 * i + 2] !== z) continue;
        this.ties.push({ ...tie, soft, node: i, lambda: new Float64Array(3) });
        if (this.#bodies.own[tie.body]?.type === PLATE)
          this.#bodies.own[tie.body] = { type: PLATE, words: { of: slot } };
      }
    }
    if (from?.slot === slot) this.ties = this.ties.filter((tie) => tie.soft !== from);
    this.noteHolders(soft);
    this.insert(soft);
    this.writeRecord(soft);
    return soft;
  }

  /** Which faces of a soft body the bodies that hold it do not touch. */
  noteHolders(soft: SoftMover): void {
    soft.heldFaces.clear();
    for (const { body, nodes } of soft.body.anchors) if (body !== 0) soft.noteHeld(body, nodes);
    const nodes = new Map<number, number[]>();
    for (const tie of this.ties) {
      if (tie.soft !== soft) continue;
      const list = nodes.get(tie.body) ?? [];
      list.push(tie.node);
      nodes.set(tie.body, list);
    }
    for (const [body, list] of nodes) soft.noteHeld(body, list);
  }

  insert(soft: SoftMover): void {
    this.bySlot[soft.slot] = soft;
    this.list = this.bySlot.filter((s) => s !== undefined);
  }

  remove(slot: number): void {
    this.bySlot[slot] = undefined;
    this.list = this.bySlot.filter((s) => s !== undefined);
    this.ties = this.ties.filter((tie) => tie.soft.slot !== slot && tie.body !== slot);
    for (const soft of this.list) soft.heldFaces.delete(slot);
  }

  /** Nodes fixed to the world, or to bodies moved by hand, have a given velocity; to others they are tied by blocks. */
  #hold(soft: SoftMover, where: string): void {
    const { body, slot } = soft;
    const { solid } = body;
    for (const fixed of body.description.fixed) {
      const nodes = body.nodesIn(fixed);
      if (nodes.length === 0)
        throw new SixfoldError(
          `${where}: fixed: no node lies in the box ${show([fixed.low, fixed.high])}; make it larger`,
        );
      const holder = fixed.to === null ? 0 : this.#bodies.slotOf(fixed.to);
      if (holder < 0 || holder === slot)
        throw new SixfoldError(
          `${where}: fixed: there is no body ${show(fixed.to)} to hold it; name one, or leave "to" out`,
        );
      if (this.bySlot[holder])
        throw new SixfoldError(`${where}: fixed: ${show(fixed.to)} is soft; nodes are fixed to rigid bodies`);
      const local = new Float64Array(3 * nodes.length);
      for (const [n, i] of nodes.entries()) this.#writeLocal(local, 3 * n, holder, solid.x, 3 * i);
      if (this.#bodies.i.data[holder * BODY_INTS + I_TYPE] === TYPE_DYNAMIC) {
        for (const [n, node] of nodes.entries())
          this.ties.push({
            soft,
            node,
            body: holder,
            local: local.slice(3 * n, 3 * n + 3),
            block: -1,
            row: -1,
            lambda: new Float64Array(3),
          });
      } else {
        for (const i of nodes) solid.held[i] = 1;
        body.anchors.push({ body: holder, nodes: Int32Array.from(nodes), local });
      }
    }
    solid.forgetPattern();
    solid.analyse();
    this.noteHolders(soft);
  }

  /**
   * What a joint holds of a soft body: a plate of the size of a cell. Its mass comes on top of the body's, as little as
   * solvers of alternating visits can do with.
   */
  plateOf(slot: number): { mass: number; radius: number } {
    const { solid, mass } = this.bySlot[slot]!.body;
    const { nodesEach: m, nodes } = solid.elements;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const side = solid.rest[3 * nodes[0] + k] - solid.rest[3 * nodes[m - 1] + k];
      square += side * side;
    }
    return { mass: PLATE_MASS * mass, radius: 0.5 * Math.sqrt(square) };
  }

  /** Ties the nodes of the element whose middle is nearest to a plate to it: that element is rigid from then on. */
  tiePlate(slot: number, plate: number): void {
    const soft = this.bySlot[slot]!;
    const { solid } = soft.body;
    const { nodesEach: m, nodes, count } = solid.elements;
    const o = plate * BODY_STRIDE + B_CENTER;
    const at = this.#bodies.f.data;
    let best = 0;
    let least = Infinity;
    for (let e = 0; e < count; e++) {
      let square = 0;
      for (let k = 0; k < 3; k++) {
        let middle = 0;
        for (let a = 0; a < m; a++) middle += solid.x[3 * nodes[m * e + a] + k] / m;
        square += (middle - at[o + k]) * (middle - at[o + k]);
      }
      if (square >= least) continue;
      least = square;
      best = e;
    }
    for (let a = 0; a < m; a++) {
      const node = nodes[m * best + a];
      if (solid.held[node] === 1) continue;
      const local = new Float64Array(3);
      this.#writeLocal(local, 0, plate, solid.x, 3 * node);
      this.ties.push({ soft, node, body: plate, local, block: -1, row: -1, lambda: new Float64Array(3) });
    }
  }

  /** A point of the world in a body's frame, about its centre of mass. */
  #writeLocal(out: Float64Array, oi: number, holder: number, x: Float64Array, xi: number): void {
    const d = this.#bodies.f.data;
    const o = holder * BODY_STRIDE;
    const r = this.#r;
    matrixFromQuaternion(r, 0, d, o + B_ROTATION);
    for (let k = 0; k < 3; k++) {
      out[oi + k] = 0;
      for (let i = 0; i < 3; i++) out[oi + k] += r[3 * i + k] * (x[xi + i] - d[o + B_CENTER + i]);
    }
  }

  /**
   * The implicit step without contact: nodes' velocities. Held nodes get the velocity that takes them to where their
   * body will be.
   */
  predict(soft: SoftMover, h: number): void {
    const { solid, anchors } = soft.body;
    const d = this.#bodies.f.data;
    const v = this.#bodies.v.data;
    const q = this.#q;
    const r = this.#r;
    for (const { body: holder, nodes, local } of anchors) {
      const o = holder * BODY_STRIDE;
      const w = 6 * holder;
      for (let k = 0; k < 4; k++) q[k] = d[o + B_ROTATION + k];
      turnByVector(q, 0, h * v[w + 3], h * v[w + 4], h * v[w + 5]);
      matrixFromQuaternion(r, 0, q, 0);
      for (let n = 0; n < nodes.length; n++) {
        const x = 3 * nodes[n];
        for (let k = 0; k < 3; k++) {
          const to =
            d[o + B_CENTER + k] +
            h * v[w + k] +
            r[3 * k] * local[3 * n] +
            r[3 * k + 1] * local[3 * n + 1] +
            r[3 * k + 2] * local[3 * n + 2];
          solid.v[x + k] = (to - solid.x[x + k]) / h;
        }
      }
    }
    solid.predict(h, this.#context.gravity);
  }

  /** What the world knows of a soft body: centre of mass, best-fit rotation, momentum over mass, spin. */
  writeRecord(soft: SoftMover): void {
    const { body, slot } = soft;
    const d = this.#bodies.f.data;
    const v = this.#bodies.v.data;
    const o = slot * BODY_STRIDE;
    body.updateWhole();
    for (let k = 0; k < 3; k++) {
      d[o + B_CENTER + k] = d[o + B_ORIGIN + k] = body.center[k];
      d[o + B_CENTER_B + k] = 0;
      v[6 * slot + k] = body.velocity[k];
      v[6 * slot + 3 + k] = body.spin[k];
    }
    for (let k = 0; k < 4; k++) d[o + B_ROTATION + k] = body.rotation[k];
    this.note(soft);
  }

  /** Remembers what the world knows of a soft body. */
  note(soft: SoftMover): void {
    const { told, slot } = soft;
    for (let k = 0; k < 7; k++) told[k] = this.#recordAt(slot, k);
    for (let k = 0; k < 6; k++) told[7 + k] = this.#bodies.v.data[6 * slot + k];
  }

  #recordAt(slot: number, k: number): number {
    return this.#bodies.f.data[slot * BODY_STRIDE + (k < 3 ? B_CENTER + k : B_ROTATION + k - 3)];
  }

  /** Whoever has set the body's place, rotation or velocity since: the nodes follow as a rigid whole. */
  takeChanges(soft: SoftMover): void {
    const { told, slot, body } = soft;
    const v = this.#bodies.v.data;
    let placed = false;
    let pushed = false;
    for (let k = 0; k < 7; k++) if (this.#recordAt(slot, k) !== told[k]) placed = true;
    for (let k = 0; k < 6; k++) if (v[6 * slot + k] !== told[7 + k]) pushed = true;
    if (placed) {
      const q = this.#q;
      // From the old rotation to the new one.
      const [x, y, z, w] = [3, 4, 5, 6].map((k) => this.#recordAt(slot, k)) as [number, number, number, number];
      const [a, b, c, e] = [-told[3], -told[4], -told[5], told[6]];
      q[0] = w * a + x * e + y * c - z * b;
      q[1] = w * b - x * c + y * e + z * a;
      q[2] = w * c + x * b - y * a + z * e;
      q[3] = w * e - x * a - y * b - z * c;
      body.moveRigidly(
        told,
        [0, 1, 2].map((k) => this.#recordAt(slot, k)),
        q,
      );
    }
    if (pushed) body.addTwist(v, 6 * slot, told, 7);
    if (placed || pushed) this.writeRecord(soft);
  }

  /** Box of a soft body over the coming step, for the broad phase. */
  writeBox(soft: SoftMover, h: number, out: Float64Array): void {
    const { body } = soft;
    body.updateSurface(0);
    const { bounds } = body.surface;
    const size = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
    let fastest = 0;
    const { v } = body.solid;
    for (let k = 0; k < v.length; k++) fastest = Math.max(fastest, Math.abs(v[k]));
    const [gx, gy, gz] = this.#context.gravity;
    const way = h * (fastest + h * Math.max(Math.abs(gx), Math.abs(gy), Math.abs(gz)));
    for (let k = 0; k < 3; k++) {
      out[k] = bounds[k] - REACH * size - way;
      out[3 + k] = bounds[3 + k] + REACH * size + way;
    }
  }

  kineticEnergy(): number {
    let sum = 0;
    for (const { body } of this.list) sum += body.solid.kineticEnergy();
    return sum;
  }

  /** Deformation, and height in gravity (J). */
  storedEnergy(): number {
    let sum = 0;
    for (const { body } of this.list) {
      const { solid } = body;
      solid.look(() => {
        sum += solid.elasticEnergy();
      });
      sum += solid.heightEnergy(this.#context.gravity);
    }
    return sum;
  }
}

function describe(words: Readonly<Record<string, unknown>>, where: string, shape: Shape): SoftDescription {
  const tets = words.tets as SoftDescription['tets'];
  if (words.element === 'tet' && !tets)
    throw new SixfoldError(`${where}: tets is missing; element "tet" needs { "positions", "indices" } or a file`);
  if (words.element === 'hex' && tets)
    throw new SixfoldError(`${where}: tets is given, but element is "hex"; set "element": "tet"`);
  const resolution = words.resolution as number;
  const { bounds } = shape;
  const sides = [0, 1, 2].map((k) => bounds[3 + k] - bounds[k]);
  const edge = Math.max(...sides) / resolution;
  const cells = sides.reduce((n, s) => n * Math.ceil(s / edge), 1);
  if (!tets && cells > MOST_CELLS)
    throw new SixfoldError(
      `${where}: resolution is ${resolution}, which makes ${cells} cells; at most ${MOST_CELLS} are allowed`,
    );
  return {
    material: words.material as SoftDescription['material'],
    resolution,
    tets: words.element === 'tet' ? tets : null,
    fixed: words.fixed as SoftDescription['fixed'],
    forces: words.forces as SoftDescription['forces'],
    selfContact: words.selfContact as boolean,
  };
}
