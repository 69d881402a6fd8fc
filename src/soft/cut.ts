// Cutting a soft body by a quad or a plane, in the world frame, as it stands deformed.
//
// The lattice: a link between two samples is broken where the line between their deformed positions passes through the
// cutter. Elements that fall apart become several in the same cell (lattice.ts), each with copies of the old nodes. A
// new element takes the old one's matrix by its share of the material, so elastic energy is shared out exactly; masses
// are sums over the same points; positions, velocities and rotations are the old ones. Hence mass, both momenta,
// kinetic and elastic energy are as before, to rounding.
//
// The surface: where the cutter passes through all of a cross-section, triangles are divided along it and both sides
// are closed by fans from the section's middle (right for any outline: what a fan counts twice it counts with opposite
// signs). Simplifications: where a quad ends inside the material the lattice is slit, but the surface is not opened
// there: walls of a slit neither touch nor show before it goes all the way through. A piece keeps its parent's matrix
// by share, so it bends as a smeared cell until it is made anew. Verified in test/soft/cut.test.ts.

import type { Vec3 } from '../math/vec3.js';
import { SoftBody } from './body.js';
import { clipSurface } from './clip.js';
import { type Cutter, isWithin } from './cutter.js';
import { type Lattice, relinkLattice } from './lattice.js';
import { SoftSolid } from './solid.js';
import { embedInLattice, nearestElement, refineSurface } from './surface.js';

/**
 * The pieces that a cut leaves, one if it does not separate the body; null if it misses it. Bodies of tetrahedra cannot
 * be cut.
 */
export function cutSoftBody(body: SoftBody, cutter: Cutter): SoftBody[] | null {
  const { lattice } = body;
  if (!lattice) return null;
  const links = cutLinks(body, lattice, cutter);
  if (!links) return null;
  const surface = clipSurface(body, cutter);
  let cut = relinkLattice(lattice, links);
  let pieceOf = piecesOf(cut);
  let parts = shareSurface(cut, pieceOf, surface, lattice.edge);
  // Crumbs that no part of the surface belongs to stay where they hung on.
  while (parts.some(({ indices }) => indices.length === 0) && holdCrumbs(lattice, links, cut, pieceOf, parts)) {
    cut = relinkLattice(lattice, links);
    pieceOf = piecesOf(cut);
    parts = shareSurface(cut, pieceOf, surface, lattice.edge);
  }
  const oldOf = oldElements(lattice, cut);
  const pieces = parts.length;
  return Array.from({ length: pieces }, (_, k) => makePiece(body, lattice, cut, oldOf, pieceOf, k, parts[k]!));
}

/** Links by point with those broken that pass through the cutter; null if none does. */
function cutLinks(body: SoftBody, lattice: Lattice, cutter: Cutter): Uint8Array | null {
  const { samples, points, pointStart, nodes, cells, finest: q } = lattice;
  const pointAt = new Map<number, number>();
  const x = new Float64Array(3 * samples.length);
  for (let e = 0; e < lattice.elementCount; e++) {
    for (let p = pointStart[e]; p < pointStart[e + 1]; p++) {
      pointAt.set(samples[p], p);
      for (let i = 0; i < 8; i++) {
        const w =
          0.125 *
          (1 + (i & 1 ? 1 : -1) * points[4 * p]) *
          (1 + (i & 2 ? 1 : -1) * points[4 * p + 1]) *
          (1 + (i & 4 ? 1 : -1) * points[4 * p + 2]);
        for (let k = 0; k < 3; k++) x[3 * p + k] += w * body.solid.x[3 * nodes[8 * e + i] + k];
      }
    }
  }
  const strides = [1, cells[0] * q, cells[0] * q * cells[1] * q];
  const links = lattice.links.slice();
  let broken = 0;
  for (let p = 0; p < samples.length; p++) {
    for (let k = 0; k < 3; k++) {
      if (!((links[p] >> k) & 1)) continue;
      const other = pointAt.get(samples[p] + strides[k]!);
      if (other === undefined || !crosses(cutter, x, 3 * p, 3 * other)) continue;
      links[p] &= ~(1 << k);
      broken++;
    }
  }
  return broken > 0 ? links : null;
}

/** Puts back the links of pieces without a surface to the one that most of them lead to; false where there are none. */
function holdCrumbs(
  old: Lattice,
  links: Uint8Array,
  cut: Lattice,
  pieceOf: Int32Array,
  parts: readonly PieceSurface[],
): boolean {
  const { samples, cells, finest: q } = old;
  const strides = [1, cells[0] * q, cells[0] * q * cells[1] * q];
  const pieceAt = new Map<number, number>();
  for (let e = 0; e < cut.elementCount; e++)
    for (let p = cut.pointStart[e]; p < cut.pointStart[e + 1]; p++) pieceAt.set(cut.samples[p], pieceOf[e]);
  const isCrumb = parts.map(({ indices }) => indices.length === 0);
  /** Broken links between a crumb and another piece: how many, by crumb and the other. */
  const counts = parts.map(() => new Int32Array(parts.length));
  const each = (visit: (p: number, k: number, a: number, b: number) => void): void => {
    for (let p = 0; p < samples.length; p++) {
      for (let k = 0; k < 3; k++) {
        if (((old.links[p] & ~links[p]) >> k) % 2 === 0) continue;
        const a = pieceAt.get(samples[p])!;
        const b = pieceAt.get(samples[p] + strides[k]!)!;
        if (a !== b) visit(p, k, a, b);
      }
    }
  };
  each((_, _k, a, b) => {
    if (isCrumb[a]) counts[a]![b]!++;
    if (isCrumb[b]) counts[b]![a]!++;
  });
  const holder = counts.map((n, a) => (isCrumb[a] ? n.indexOf(Math.max(...n)) : -1));
  let any = false;
  each((p, k, a, b) => {
    if (holder[a] !== b && holder[b] !== a) return;
    links[p] |= 1 << k;
    any = true;
  });
  return any;
}

function height(cutter: Cutter, x: ArrayLike<number>, o: number): number {
  const { point, normal } = cutter;
  return (x[o] - point[0]) * normal[0] + (x[o + 1] - point[1]) * normal[1] + (x[o + 2] - point[2]) * normal[2];
}

function crosses(cutter: Cutter, x: Float64Array, a: number, b: number): boolean {
  const ha = height(cutter, x, a);
  const hb = height(cutter, x, b);
  if (ha > 0 === hb > 0) return false;
  const t = ha / (ha - hb);
  return isWithin(cutter, [0, 1, 2].map((k) => x[a + k] + t * (x[b + k] - x[a + k])) as unknown as Vec3);
}

/** The old element of each new one. */
function oldElements(old: Lattice, cut: Lattice): Int32Array {
  const elementAt = new Map<number, number>();
  for (let e = 0; e < old.elementCount; e++)
    for (let p = old.pointStart[e]; p < old.pointStart[e + 1]; p++) elementAt.set(old.samples[p], e);
  return Int32Array.from({ length: cut.elementCount }, (_, e) => elementAt.get(cut.samples[cut.pointStart[e]])!);
}

/** Number of the connected piece of each element; pieces in the order of their first element. */
function piecesOf(lattice: Lattice): Int32Array {
  const piece = new Int32Array(lattice.elementCount).fill(-1);
  const elementsAt: number[][] = Array.from({ length: lattice.nodeCount }, () => []);
  for (let e = 0; e < lattice.elementCount; e++)
    for (let i = 0; i < 8; i++) elementsAt[lattice.nodes[8 * e + i]]!.push(e);
  let count = 0;
  for (let first = 0; first < lattice.elementCount; first++) {
    if (piece[first] >= 0) continue;
    const stack = [first];
    piece[first] = count;
    while (stack.length > 0) {
      const e = stack.pop()!;
      for (let i = 0; i < 8; i++) {
        for (const f of elementsAt[lattice.nodes[8 * e + i]]!) {
          if (piece[f] >= 0) continue;
          piece[f] = count;
          stack.push(f);
        }
      }
    }
    count++;
  }
  return piece;
}

interface PieceSurface {
  positions: Float64Array;
  indices: Int32Array;
}

/** Connected parts of the clipped surface, each given to the piece whose material lies behind it. */
function shareSurface(
  lattice: Lattice,
  pieceOf: Int32Array,
  surface: { positions: Float64Array; indices: Int32Array; sides: Int8Array },
  edge: number,
): PieceSurface[] {
  const { positions, indices } = surface;
  const pieces = 1 + pieceOf.reduce((a, b) => Math.max(a, b), 0);
  const parent = Int32Array.from({ length: positions.length / 3 }, (_, i) => i);
  const find = (i: number): number => {
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  };
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 1; k < 3; k++) {
      const a = find(indices[t]);
      const b = find(indices[t + k]);
      if (a < b) parent[b] = a;
      else parent[a] = b;
    }
  }
  const elementsOf = new Map<number, number[]>();
  for (let e = 0; e < lattice.elementCount; e++) {
    const list = elementsOf.get(lattice.cellOf[e]);
    if (list) list.push(e);
    else elementsOf.set(lattice.cellOf[e], [e]);
  }
  // Each triangle votes by its area, from a little behind its middle.
  const votes = new Map<number, Float64Array>();
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
    const p = (o: number): Vec3 => [positions[o], positions[o + 1], positions[o + 2]];
    const [u, v, w] = [p(a), p(b), p(c)];
    const n = cross([v[0] - u[0], v[1] - u[1], v[2] - u[2]], [w[0] - u[0], w[1] - u[1], w[2] - u[2]]);
    const area = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(area > 0)) continue;
    const at = [0, 1, 2].map(
      (k) => ((u[k]! + v[k]! + w[k]!) / 3 - (0.1 * edge * n[k]!) / area - lattice.origin[k]) / lattice.edge,
    );
    const root = find(indices[t]);
    const vote = votes.get(root) ?? new Float64Array(pieces);
    votes.set(root, vote);
    vote[pieceOf[nearestElement(lattice, elementsOf, at, null)]] += area;
  }
  const result: PieceSurface[] = [];
  for (let k = 0; k < pieces; k++) {
    const number = new Map<number, number>();
    const own: number[] = [];
    const out: number[] = [];
    for (let t = 0; t < indices.length; t += 3) {
      const vote = votes.get(find(indices[t]));
      if (!vote || vote.indexOf(Math.max(...vote)) !== k) continue;
      for (let c = 0; c < 3; c++) {
        const i = indices[t + c];
        let m = number.get(i);
        if (m === undefined) {
          m = own.length / 3;
          number.set(i, m);
          own.push(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
        }
        out.push(m);
      }
    }
    result.push(refineSurface(Float64Array.from(own), Int32Array.from(out), edge));
  }
  return result;
}

const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Piece k as a body of its own, with nodes, elements and surface of its own and the state of the old ones. */
function makePiece(
  body: SoftBody,
  old: Lattice,
  cut: Lattice,
  oldOf: Int32Array,
  pieceOf: Int32Array,
  k: number,
  surface: PieceSurface,
): SoftBody {
  const { solid } = body;
  const elements: number[] = [];
  for (let e = 0; e < cut.elementCount; e++) if (pieceOf[e] === k) elements.push(e);
  const number = new Int32Array(cut.nodeCount).fill(-1);
  const oldNode: number[] = [];
  const nodes = new Int32Array(8 * elements.length);
  for (const [n, e] of elements.entries()) {
    for (let i = 0; i < 8; i++) {
      const node = cut.nodes[8 * e + i];
      if (number[node] < 0) {
        number[node] = oldNode.length;
        oldNode.push(old.nodes[8 * oldOf[e] + i]);
      }
      nodes[8 * n + i] = number[node];
    }
  }
  const weightOf = (lattice: Lattice, e: number): number => {
    let sum = 0;
    for (let p = lattice.pointStart[e]; p < lattice.pointStart[e + 1]; p++) sum += lattice.points[4 * p + 3];
    return sum;
  };
  // Mass of a point: the body's, shared out by weight; of a node, by the trilinear weights of its elements' points.
  let whole = 0;
  for (let e = 0; e < old.elementCount; e++) whole += weightOf(old, e);
  const density = body.mass / whole;
  const mass = new Float64Array(oldNode.length);
  const rest = new Float64Array(3 * oldNode.length);
  for (const [i, o] of oldNode.entries()) rest.set(solid.rest.subarray(3 * o, 3 * o + 3), 3 * i);
  const pointStart = new Int32Array(elements.length + 1);
  const points: number[] = [];
  const samples: number[] = [];
  const links: number[] = [];
  for (const [n, e] of elements.entries()) {
    for (let p = cut.pointStart[e]; p < cut.pointStart[e + 1]; p++) {
      for (let i = 0; i < 8; i++) {
        const w =
          0.125 *
          (1 + (i & 1 ? 1 : -1) * cut.points[4 * p]) *
          (1 + (i & 2 ? 1 : -1) * cut.points[4 * p + 1]) *
          (1 + (i & 4 ? 1 : -1) * cut.points[4 * p + 2]);
        mass[nodes[8 * n + i]] += density * cut.points[4 * p + 3] * w;
      }
      for (let i = 0; i < 4; i++) points.push(cut.points[4 * p + i]);
      samples.push(cut.samples[p]);
      links.push(cut.links[p]);
    }
    pointStart[n + 1] = samples.length;
  }
  const lattice: Lattice = {
    ...cut,
    elementCount: elements.length,
    cellOf: Int32Array.from(elements, (e) => cut.cellOf[e]),
    nodes,
    nodeCount: oldNode.length,
    rest,
    pointStart,
    points: Float64Array.from(points),
    samples: Int32Array.from(samples),
    links: Uint8Array.from(links),
  };
  const piece = new SoftSolid(
    rest,
    mass,
    {
      nodesEach: 8,
      count: elements.length,
      nodes,
      matrixOf: Int32Array.from(elements, (e) => solid.elements.matrixOf[oldOf[e]]),
      matrices: solid.elements.matrices,
      gradients: solid.elements.gradients,
      scale: Float64Array.from(
        elements,
        (e) => (solid.elements.scale[oldOf[e]] * weightOf(cut, e)) / weightOf(old, oldOf[e]),
      ),
    },
    solid.material,
  );
  for (const [i, o] of oldNode.entries()) {
    piece.held[i] = solid.held[o];
    for (let c = 0; c < 3; c++) {
      piece.x[3 * i + c] = solid.x[3 * o + c];
      piece.v[3 * i + c] = solid.v[3 * o + c];
      piece.force[3 * i + c] = solid.mass[o] > 0 ? (solid.force[3 * o + c] * mass[i]) / solid.mass[o] : 0;
    }
  }
  for (const [n, e] of elements.entries()) for (let c = 0; c < 4; c++) piece.q[4 * n + c] = solid.q[4 * oldOf[e] + c];
  piece.updateRotations();
  const embedded = embedInLattice(surface.positions, surface.indices, lattice);
  const result = new SoftBody(piece, embedded, lattice, body.description, body.restBounds);
  for (const anchor of body.anchors) {
    const at = new Map(Array.from(anchor.nodes, (node, n) => [node, n]));
    const held = oldNode.flatMap((o, i) => (at.has(o) ? [[i, at.get(o)!] as const] : []));
    if (held.length === 0) continue;
    const local = new Float64Array(3 * held.length);
    for (const [n, [, from]] of held.entries()) local.set(anchor.local.subarray(3 * from, 3 * from + 3), 3 * n);
    result.anchors.push({ body: anchor.body, nodes: Int32Array.from(held, ([i]) => i), local });
  }
  result.isPiece = true;
  result.rotation.set(body.rotation);
  result.updateWhole();
  return result;
}
