// A soft body: its solid, its surface, what holds and pushes it, and how it stands as a whole.

import { matrixFromQuaternion } from '../math/quaternion.js';
import { type Quat, rotate, type Vec3 } from '../math/vec3.js';
import type { Shape } from '../shapes/shape.js';
import { tessellate } from '../shapes/tessellate.js';
import { buildLattice, type Lattice, latticeSize } from './lattice.js';
import { solidFromLattice } from './lattice-solid.js';
import { updateRotation } from './rotation.js';
import { SoftSolid, type SolidMaterial } from './solid.js';
import { EmbeddedSurface, embedInLattice, refineSurface } from './surface.js';
import { type TetMesh, tetSurface } from './tet-file.js';
import { computeTetMatrix } from './tetrahedron.js';

/** Boxes in the body's frame. */
export interface NodeBox {
  readonly low: Vec3;
  readonly high: Vec3;
}
export interface FixedNodes extends NodeBox {
  /** Name of the body that they are tied to, or null: the world. */
  readonly to: string | null;
}
export interface PushedNodes extends NodeBox {
  readonly force: Vec3;
}

export interface SoftDescription {
  readonly material: SolidMaterial;
  readonly resolution: number;
  readonly tets: TetMesh | null;
  readonly fixed: readonly FixedNodes[];
  readonly forces: readonly PushedNodes[];
  readonly selfContact: boolean;
}

/** Nodes that a body holds: where they are in its frame. */
export interface Anchor {
  readonly body: number;
  readonly nodes: Int32Array;
  /** In the holding body's frame (m), three numbers a node; the world's for the world. */
  readonly local: Float64Array;
}

/**
 * Sides of a circle: facets then stay within the skin of what they stand for (π²R/2n² against 2e-3 R). With 32 a ball
 * between plates met them with one facet, and pushed up to twice as hard as its contact's size says.
 */
const SEGMENTS = 64;

export class SoftBody {
  readonly anchors: Anchor[] = [];
  /** Best-fit rotation, x, y, z, w. */
  readonly rotation = new Float64Array([0, 0, 0, 1]);
  readonly center = new Float64Array(3);
  readonly velocity = new Float64Array(3);
  readonly spin = new Float64Array(3);
  mass = 0;
  /** What a cut has left: it cannot be made again from its description. */
  isPiece = false;
  /** Velocities at the step's start. */
  readonly before: Float64Array;
  /**
   * The velocities that lead to where its contacts are looked at: the mean of those at the starts of this step and the
   * last. Where something springs in and out from step to step, either alone leads to where it will not be.
   */
  readonly ahead: Float64Array;
  /** Whether `before` is known. */
  hasBefore = false;
  #nodeBounds: Float64Array | null = null;
  readonly #r = new Float64Array(9);
  readonly #f = new Float64Array(9);
  readonly #restCenter = new Float64Array(3);

  constructor(
    readonly solid: SoftSolid,
    readonly surface: EmbeddedSurface,
    readonly lattice: Lattice | null,
    readonly description: SoftDescription,
    /** Box of the surface at rest. */
    readonly restBounds: Float64Array,
  ) {
    this.before = new Float64Array(solid.v.length);
    this.ahead = new Float64Array(solid.v.length);
    for (let i = 0; i < solid.nodeCount; i++) {
      this.mass += solid.mass[i];
      for (let k = 0; k < 3; k++) this.#restCenter[k] += solid.mass[i] * solid.rest[3 * i + k];
    }
    for (let k = 0; k < 3; k++) this.#restCenter[k] /= this.mass;
  }

  /** Puts the body at rest where its description says, with a rigid motion. */
  place(position: Vec3, rotation: Quat, linear: Vec3, angular: Vec3): void {
    const { solid } = this;
    const turned = rotate(rotation, [this.#restCenter[0], this.#restCenter[1], this.#restCenter[2]]);
    for (let i = 0; i < solid.nodeCount; i++) {
      const p = rotate(rotation, [solid.rest[3 * i], solid.rest[3 * i + 1], solid.rest[3 * i + 2]]);
      const r = [p[0] - turned[0], p[1] - turned[1], p[2] - turned[2]];
      for (let k = 0; k < 3; k++) {
        const a = (k + 1) % 3;
        const b = (k + 2) % 3;
        solid.x[3 * i + k] = position[k] + p[k];
        solid.v[3 * i + k] = linear[k] + angular[a]! * r[b]! - angular[b]! * r[a]!;
      }
    }
    this.hasBefore = false;
    this.rotation.set(rotation);
    for (let e = 0; e < solid.elements.count; e++) solid.q.set(rotation, 4 * e);
    solid.updateRotations();
    this.updateSurface(0);
    this.updateWhole();
  }

  /** To be called at the step's start, before velocities change. */
  lookBack(): void {
    const { before, ahead, solid } = this;
    if (!this.hasBefore) before.set(solid.v);
    this.hasBefore = true;
    for (let k = 0; k < ahead.length; k++) ahead[k] = 0.5 * (before[k] + solid.v[k]);
    before.set(solid.v);
  }

  /** Weight over the largest side of its box (Pa). */
  weightOnFoot([gx, gy, gz]: Vec3): number {
    const b = this.restBounds;
    const [x, y, z] = [b[3] - b[0], b[4] - b[1], b[5] - b[2]];
    return (this.mass * Math.sqrt(gx * gx + gy * gy + gz * gz) * Math.min(x, y, z)) / (x * y * z);
  }

  updateSurface(h: number): void {
    this.surface.update(this.solid.x, this.solid.v, h);
  }

  /** Density of the stored energy (J/m³) at the surface's vertices: that of the cells round them, by volume. */
  vertexEnergy(): Float64Array {
    const { solid, surface } = this;
    const { nodesEach: m, nodes, count } = solid.elements;
    const energy = new Float64Array(solid.nodeCount);
    solid.look(() => {
      for (let e = 0; e < count; e++) {
        const share = solid.elementEnergy(e) / m;
        for (let a = 0; a < m; a++) energy[nodes[m * e + a]] += share;
      }
    });
    // A node has as much of the volume as of the mass.
    const density = this.mass / this.#restVolume;
    for (let i = 0; i < energy.length; i++) energy[i] *= solid.mass[i] > 0 ? density / solid.mass[i] : 0;
    const out = new Float64Array(surface.vertexCount);
    for (let v = 0; v < out.length; v++)
      for (let k = 0; k < surface.carriers; k++) {
        const c = surface.carriers * v + k;
        out[v] += surface.weights[c] * energy[surface.nodes[c]];
      }
    return out;
  }

  /** The vertex of the surface that is nearest to a point of the world. The surface must be up to date. */
  nearestVertex(point: Vec3): number {
    const { positions } = this.surface;
    let best = 0;
    let least = Infinity;
    for (let v = 0; v < positions.length; v += 3) {
      const [x, y, z] = [positions[v] - point[0], positions[v + 1] - point[1], positions[v + 2] - point[2]];
      const d = x * x + y * y + z * z;
      if (d < least) {
        least = d;
        best = v / 3;
      }
    }
    return best;
  }

  /** A force on a vertex of the surface in the next step (N). */
  pullVertex(vertex: number, force: Vec3): void {
    const { carriers, nodes, weights } = this.surface;
    for (let k = carriers * vertex; k < carriers * (vertex + 1); k++)
      this.solid.pullNode(nodes[k], weights[k] * force[0], weights[k] * force[1], weights[k] * force[2]);
  }

  get #restVolume(): number {
    const { rest, indices } = this.surface;
    let sum = 0;
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
      sum +=
        rest[a] * (rest[b + 1] * rest[c + 2] - rest[b + 2] * rest[c + 1]) +
        rest[a + 1] * (rest[b + 2] * rest[c] - rest[b] * rest[c + 2]) +
        rest[a + 2] * (rest[b] * rest[c + 1] - rest[b + 1] * rest[c]);
    }
    return sum / 6;
  }

  /**
   * Nodes in a box of the body's frame. A lattice node that lies outside the material counts where that of its own
   * elements is nearest: beyond the surface's box, or in a gap narrower than a cell, where two nodes in one place
   * belong to the two sides.
   */
  nodesIn(box: NodeBox): number[] {
    const { solid, restBounds } = this;
    const found: number[] = [];
    const slack = 1e-6 * Math.max(...[0, 1, 2].map((k) => restBounds[3 + k] - restBounds[k]));
    this.#nodeBounds ??= materialBounds(this);
    for (let i = 0; i < solid.nodeCount; i++) {
      let inside = true;
      for (let k = 0; k < 3; k++) {
        const x = Math.min(
          Math.max(solid.rest[3 * i + k], this.#nodeBounds[6 * i + k]),
          this.#nodeBounds[6 * i + 3 + k],
        );
        if (x < box.low[k]! - slack || x > box.high[k]! + slack) inside = false;
      }
      if (inside) found.push(i);
    }
    return found;
  }

  /**
   * Centre of mass, momentum over mass, best-fit rotation, and the spin of what turns with the body's angular momentum.
   */
  updateWhole(): void {
    const { solid, center, velocity, spin } = this;
    const restCenter = this.#restCenter;
    const f = this.#f;
    solid.writeCenter(center, velocity);
    f.fill(0);
    let [lx, ly, lz, xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let i = 0; i < solid.nodeCount; i++) {
      const m = solid.mass[i];
      const o = 3 * i;
      const x = solid.x[o] - center[0];
      const y = solid.x[o + 1] - center[1];
      const z = solid.x[o + 2] - center[2];
      for (let k = 0; k < 3; k++) {
        const w = m * (solid.rest[o + k] - restCenter[k]);
        f[k] += w * x;
        f[3 + k] += w * y;
        f[6 + k] += w * z;
      }
      const vx = m * solid.v[o];
      const vy = m * solid.v[o + 1];
      const vz = m * solid.v[o + 2];
      lx += y * vz - z * vy;
      ly += z * vx - x * vz;
      lz += x * vy - y * vx;
      xx += m * (y * y + z * z);
      yy += m * (x * x + z * z);
      zz += m * (x * x + y * y);
      xy -= m * x * y;
      xz -= m * x * z;
      yz -= m * y * z;
    }
    // F is a moment, in the rest state's own stretch: what is left of it when that is divided out has the same best
    // rotation.
    updateRotation(this.rotation, 0, f, this.#r, 0);
    const det = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
    spin[0] = ((yy * zz - yz * yz) * lx + (xz * yz - xy * zz) * ly + (xy * yz - xz * yy) * lz) / det;
    spin[1] = ((xz * yz - xy * zz) * lx + (xx * zz - xz * xz) * ly + (xy * xz - xx * yz) * lz) / det;
    spin[2] = ((xy * yz - xz * yy) * lx + (xy * xz - xx * yz) * ly + (xx * yy - xy * xy) * lz) / det;
  }

  /** Moves and turns all nodes, with their velocities: what was at `from` comes to `to`, turned by q about it. */
  moveRigidly(from: ArrayLike<number>, to: ArrayLike<number>, q: Float64Array): void {
    const { solid } = this;
    this.hasBefore = false;
    const r = this.#r;
    matrixFromQuaternion(r, 0, q, 0);
    for (let o = 0; o < solid.x.length; o += 3) {
      const [x, y, z] = [solid.x[o] - from[0], solid.x[o + 1] - from[1], solid.x[o + 2] - from[2]];
      const [a, b, c] = [
        solid.v[o] - this.velocity[0],
        solid.v[o + 1] - this.velocity[1],
        solid.v[o + 2] - this.velocity[2],
      ];
      for (let k = 0; k < 3; k++) {
        solid.x[o + k] = to[k] + r[3 * k] * x + r[3 * k + 1] * y + r[3 * k + 2] * z;
        solid.v[o + k] = this.velocity[k] + r[3 * k] * a + r[3 * k + 1] * b + r[3 * k + 2] * c;
      }
    }
    for (let e = 0; e < solid.elements.count; e++) turnBy(solid.q, 4 * e, q);
    turnBy(this.rotation, 0, q);
    solid.updateRotations();
    this.updateWhole();
  }

  /** Adds the difference of two twists to the nodes' velocities: linear, then angular about the centre of mass. */
  addTwist(to: Float64Array, ti: number, from: Float64Array, fi: number): void {
    const { solid, center } = this;
    const d = [0, 1, 2, 3, 4, 5].map((k) => to[ti + k] - from[fi + k]) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let i = 0; i < solid.nodeCount; i++) {
      if (solid.held[i] === 1) continue;
      const o = 3 * i;
      const [x, y, z] = [solid.x[o] - center[0], solid.x[o + 1] - center[1], solid.x[o + 2] - center[2]];
      solid.v[o] += d[0] + d[4] * z - d[5] * y;
      solid.v[o + 1] += d[1] + d[5] * x - d[3] * z;
      solid.v[o + 2] += d[2] + d[3] * y - d[4] * x;
    }
  }

  /** Where the shape's origin is if the body is taken for rigid. */
  writeOrigin(out: Float64Array, o: number): void {
    const q: Quat = [this.rotation[0], this.rotation[1], this.rotation[2], this.rotation[3]];
    const c = rotate(q, [this.#restCenter[0], this.#restCenter[1], this.#restCenter[2]]);
    for (let k = 0; k < 3; k++) out[o + k] = this.center[k] - c[k]!;
  }
}

/** q[qi…] = p q. */
function turnBy(q: Float64Array, qi: number, p: Float64Array): void {
  const [x, y, z, w] = [q[qi], q[qi + 1], q[qi + 2], q[qi + 3]];
  const [a, b, c, d] = [p[0], p[1], p[2], p[3]];
  q[qi] = d * x + a * w + b * z - c * y;
  q[qi + 1] = d * y - a * z + b * w + c * x;
  q[qi + 2] = d * z + a * y - b * x + c * w;
  q[qi + 3] = d * w - a * x - b * y - c * z;
}

export function createSoftBody(shape: Shape, description: SoftDescription, mass: number): SoftBody {
  const { tets } = description;
  return tets ? fromTets(tets, description, mass) : fromShape(shape, description, mass);
}

/** By node: the box of the material of its elements, to half a sample's spacing, and within the surface's. */
function materialBounds(body: SoftBody): Float64Array {
  const { lattice, solid, restBounds } = body;
  const out = new Float64Array(6 * solid.nodeCount);
  for (let i = 0; i < solid.nodeCount; i++)
    for (let k = 0; k < 6; k++) out[6 * i + k] = lattice ? (k < 3 ? Infinity : -Infinity) : restBounds[k];
  if (!lattice) return out;
  const { cells, origin, edge, pointStart, points, nodes } = lattice;
  for (let e = 0; e < lattice.elementCount; e++) {
    const c = lattice.cellOf[e];
    const low = [c % cells[0], ((c / cells[0]) | 0) % cells[1], (c / (cells[0] * cells[1])) | 0];
    for (let k = 0; k < 3; k++) {
      let least = 1;
      let most = -1;
      for (let p = pointStart[e]; p < pointStart[e + 1]; p++) {
        least = Math.min(least, points[4 * p + k]);
        most = Math.max(most, points[4 * p + k]);
      }
      // Samples are nowhere further apart than a fifth of a cell; the outermost of a full cell reach its sides.
      least = Math.max(-1, least - 0.2);
      most = Math.min(1, most + 0.2);
      const at = origin[k] + edge * low[k]!;
      for (let n = 0; n < 8; n++) {
        const o = 6 * nodes[8 * e + n];
        out[o + k] = Math.max(restBounds[k], Math.min(out[o + k], at + 0.5 * edge * (1 + least)));
        out[o + 3 + k] = Math.min(restBounds[3 + k], Math.max(out[o + 3 + k], at + 0.5 * edge * (1 + most)));
      }
    }
  }
  return out;
}

function boundsOf(positions: Float64Array): Float64Array {
  const b = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < positions.length; i++) {
    const k = i % 3;
    b[k] = Math.min(b[k], positions[i]);
    b[3 + k] = Math.max(b[3 + k], positions[i]);
  }
  return b;
}

function fromShape(shape: Shape, description: SoftDescription, mass: number): SoftBody {
  const { positions, indices } = tessellate(shape, { segments: SEGMENTS });
  const size = latticeSize(positions, description.resolution);
  const volume = shape.massProperties!.volume;
  const lattice = buildLattice(positions, indices, size, volume);
  const solid = solidFromLattice(lattice, description.material, mass / volume);
  const fine = refineSurface(positions, indices, size.edge);
  const surface = embedInLattice(fine.positions, fine.indices, lattice);
  return new SoftBody(solid, surface, lattice, description, boundsOf(positions));
}

function fromTets(tets: TetMesh, description: SoftDescription, mass: number): SoftBody {
  const count = tets.indices.length / 4;
  const { young, poisson } = description.material;
  const matrices = [];
  let volume = 0;
  for (let t = 0; t < count; t++) {
    const m = computeTetMatrix(tets.positions, tets.indices, 4 * t, young, poisson);
    volume += m.volume;
    matrices.push(m);
  }
  const masses = new Float64Array(tets.positions.length / 3);
  for (let i = 0; i < tets.indices.length; i++)
    masses[tets.indices[i]] += (0.25 * mass * matrices[i >> 2]!.volume) / volume;
  const solid = new SoftSolid(
    tets.positions,
    masses,
    {
      nodesEach: 4,
      count,
      nodes: tets.indices,
      matrixOf: Int32Array.from(matrices, (_, t) => t),
      matrices: matrices.map((m) => m.k),
      gradients: matrices.map((m) => m.gradient),
      scale: new Float64Array(count).fill(1),
    },
    description.material,
  );
  const n = masses.length;
  const surface = new EmbeddedSurface(
    tets.positions,
    tetSurface(tets),
    1,
    Int32Array.from({ length: n }, (_, i) => i),
    new Float64Array(n).fill(1),
  );
  return new SoftBody(solid, surface, null, description, boundsOf(tets.positions));
}
