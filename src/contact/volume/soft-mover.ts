// A soft body in the solver: a mover with the nodes that blocks act on in this step.
//
// With P those nodes and A the body's system matrix, an impulse Jᵀλ on them changes their velocities by (A⁻¹)_PP Jᵀλ.
// That is one solve with the factor for each row of a block; the whole (A⁻¹)_PP is never formed. What all other nodes
// do follows once, after the solve.

import { mesh } from '../../shapes/kinds/mesh.js';
import type { MeshShape } from '../../shapes/shape.js';
import type { SoftBody } from '../../soft/body.js';
import type { Response } from '../../solver/movers.js';

export class SoftMover implements Response {
  /** Number of each node among those that are touched, or -1. */
  readonly touched: Int32Array;
  nodes = new Int32Array(64);
  count = 0;
  /** Its surface for rays, as last looked at. */
  readonly shape: MeshShape;
  /**
   * By how much the surface is taken to lie further out for contact (m): it then rests where it is, and not a target
   * depth deep.
   */
  skin = 0;
  /** How the surface was looked at in this step: 0 not yet, else how long (s) the velocities lead, less than 0 for those
   * without the step's forces. */
  looked = 0;
  /** Whether this step's velocities without contact are known. */
  predicted = false;
  private full = new Float64Array(0);
  private moved = new Float64Array(0);

  constructor(
    readonly slot: number,
    readonly body: SoftBody,
    description: MeshShape['description'],
  ) {
    this.touched = new Int32Array(body.solid.nodeCount).fill(-1);
    const { surface } = body;
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

  /** Numbers of its velocities in a block's row. */
  get width(): number {
    return 6 * Math.ceil(Math.max(3 * this.count, 1) / 6);
  }

  clear(): void {
    for (let k = 0; k < this.count; k++) this.touched[this.nodes[k]] = -1;
    this.count = 0;
  }

  /** The surface where the velocities before this step's forces lead, or those with them. */
  lookAhead(span: number, withForces: boolean): void {
    const state = withForces ? span : -span;
    if (this.looked === state) return;
    this.looked = state;
    const { solid, before, surface } = this.body;
    surface.update(solid.x, withForces ? solid.v : before, span);
    surface.inflate(this.skin);
  }

  /** Counts a node as touched, unless its velocity is given. */
  touch(node: number): void {
    if (this.touched[node] >= 0 || this.body.solid.unknown[node] < 0) return;
    if (this.count === this.nodes.length) {
      const nodes = new Int32Array(2 * this.count);
      nodes.set(this.nodes);
      this.nodes = nodes;
    }
    this.touched[node] = this.count;
    this.nodes[this.count++] = node;
  }

  /** What impulses on the touched nodes at x[xi…] do to all unknowns. */
  answer(x: Float64Array, xi: number): Float64Array {
    const { solid } = this.body;
    if (this.full.length !== 3 * solid.unknownCount) this.full = new Float64Array(3 * solid.unknownCount);
    const { full, nodes } = this;
    full.fill(0);
    for (let k = 0; k < this.count; k++) {
      const j = 3 * solid.unknown[nodes[k]];
      for (let i = 0; i < 3; i++) full[j + i] = x[xi + 3 * k + i];
    }
    solid.respond(full);
    return full;
  }

  respond(out: Float64Array, oi: number, x: Float64Array, xi: number): void {
    const { width } = this;
    let any = false;
    for (let k = 0; k < width && !any; k++) any = x[xi + k] !== 0;
    out.fill(0, oi, oi + width);
    if (!any) return;
    const full = this.answer(x, xi);
    const { solid } = this.body;
    for (let k = 0; k < this.count; k++) {
      const j = 3 * solid.unknown[this.nodes[k]];
      for (let i = 0; i < 3; i++) out[oi + 3 * k + i] = full[j + i];
    }
  }

  /** Adds what impulses on the touched nodes do to the nodes' velocities. */
  push(impulse: Float64Array): void {
    this.spread(impulse, this.body.solid.v);
  }

  /** Moves the nodes as impulses on those that are touched would within one second. */
  displace(impulse: Float64Array, most: number): void {
    const { solid } = this.body;
    if (this.moved.length !== solid.x.length) this.moved = new Float64Array(solid.x.length);
    this.moved.fill(0);
    this.spread(impulse, this.moved);
    solid.displace(this.moved, most);
  }

  private spread(impulse: Float64Array, to: Float64Array): void {
    const { solid } = this.body;
    const full = this.answer(impulse, 0);
    for (let i = 0; i < solid.nodeCount; i++) {
      const u = solid.unknown[i];
      if (u >= 0) for (let k = 0; k < 3; k++) to[3 * i + k] += full[3 * u + k];
    }
  }
}
