// A closed triangle surface with its neighbourhoods: what tells a true contact of two meshes from a false one.
//
// An edge can touch with a normal between those of its two faces, a vertex with one that all its edges lean away from;
// anything else is a triangle's border inside a smooth or hollow part of the surface, where no contact belongs (the
// "ghost collisions" of triangle soups). Built once per mesh or polyhedron and kept by the generator.

import { crossOfTriangle } from '../math/triangle.js';
import { atan2 } from '../math/trig.js';
import { boundsOfPoints } from '../shapes/bounds.js';
import { triangulateFaces } from '../shapes/polyhedral-mass.js';
import { EDGE_FROM, EDGE_LEFT, EDGE_RIGHT, EDGE_STRIDE, EDGE_TO } from '../shapes/polyhedron.js';
import { buildTriangleTree, type TriangleTree } from '../shapes/triangle-tree.js';
import type { Placed } from './placed.js';

export class Surface {
  readonly positions: Float64Array;
  readonly indices: Int32Array;
  readonly tree: TriangleTree;
  /** min xyz, max xyz */
  readonly bounds: Float64Array;
  /** Unit normal per triangle. */
  readonly normals: Float64Array;
  /** Per edge: vertex, vertex, triangle to the left (in which it runs first → second), triangle to the right. */
  readonly edges: Int32Array;
  /** Per triangle: the edges from its corners 0, 1, 2 to the next. */
  readonly triangleEdges: Int32Array;
  /** 1 where the surface bends outwards by more than rounding: only there can an edge touch another edge. */
  readonly sharp: Uint8Array;
  /** Neighbours of vertex v: neighbours[neighbourStart[v] … neighbourStart[v+1]). */
  readonly neighbourStart: Int32Array;
  readonly neighbours: Int32Array;
  /** Angle-weighted normals (Bærentzen & Aanæs 2005): their sign tells inside from outside at a vertex. Not unit. */
  readonly vertexNormals: Float64Array;
  readonly #cross = new Float64Array(3);

  constructor(positions: Float64Array, indices: Int32Array, tree: TriangleTree) {
    this.positions = positions;
    this.indices = indices;
    this.tree = tree;
    const nv = positions.length / 3;
    const nt = indices.length / 3;
    const p = positions;
    this.bounds = boundsOfPoints(positions);
    this.normals = new Float64Array(3 * nt);
    this.vertexNormals = new Float64Array(3 * nv);
    this.triangleEdges = new Int32Array(3 * nt);
    for (let t = 0; t < nt; t++) this.#addNormals(t);

    // Directed half-edges find their twin by (end, start); where more than two triangles share an edge, in order.
    const open = new Map<number, number[]>();
    const edges: number[] = [];
    for (let t = 0; t < nt; t++) {
      for (let c = 0; c < 3; c++) {
        const u = indices[3 * t + c];
        const w = indices[3 * t + (c === 2 ? 0 : c + 1)];
        const waiting = open.get(w * nv + u);
        if (waiting !== undefined && waiting.length > 0) {
          const e = waiting.shift()!;
          edges[EDGE_STRIDE * e + EDGE_RIGHT] = t;
          this.triangleEdges[3 * t + c] = e;
          continue;
        }
        const e = edges.length / EDGE_STRIDE;
        edges.push(u, w, t, t);
        this.triangleEdges[3 * t + c] = e;
        const list = open.get(u * nv + w);
        if (list === undefined) open.set(u * nv + w, [e]);
        else list.push(e);
      }
    }
    this.edges = Int32Array.from(edges);
    const ne = this.edges.length / EDGE_STRIDE;
    this.sharp = new Uint8Array(ne);
    const degree = new Int32Array(nv + 1);
    for (let e = 0; e < ne; e++) {
      const u = this.edges[EDGE_STRIDE * e + EDGE_FROM];
      const w = this.edges[EDGE_STRIDE * e + EDGE_TO];
      degree[u]++;
      degree[w]++;
      const l = 3 * this.edges[EDGE_STRIDE * e + EDGE_LEFT];
      const r = 3 * this.edges[EDGE_STRIDE * e + EDGE_RIGHT];
      const n = this.normals;
      // convex where the normals turn with the edge direction: (l × r)·d > 0
      const dx = p[3 * w] - p[3 * u];
      const dy = p[3 * w + 1] - p[3 * u + 1];
      const dz = p[3 * w + 2] - p[3 * u + 2];
      const bend =
        (n[l + 1] * n[r + 2] - n[l + 2] * n[r + 1]) * dx +
        (n[l + 2] * n[r] - n[l] * n[r + 2]) * dy +
        (n[l] * n[r + 1] - n[l + 1] * n[r]) * dz;
      this.sharp[e] = bend > 1e-6 * Math.sqrt(dx * dx + dy * dy + dz * dz) ? 1 : 0;
    }
    this.neighbourStart = new Int32Array(nv + 1);
    for (let v = 0; v < nv; v++) this.neighbourStart[v + 1] = this.neighbourStart[v] + degree[v];
    this.neighbours = new Int32Array(2 * ne);
    const fill = this.neighbourStart.slice();
    for (let e = 0; e < ne; e++) {
      const u = this.edges[EDGE_STRIDE * e + EDGE_FROM];
      const w = this.edges[EDGE_STRIDE * e + EDGE_TO];
      this.neighbours[fill[u]++] = w;
      this.neighbours[fill[w]++] = u;
    }
  }

  #addNormals(t: number): void {
    const p = this.positions;
    const o = 3 * t;
    const a = 3 * this.indices[o];
    const b = 3 * this.indices[o + 1];
    const c = 3 * this.indices[o + 2];
    const { normals: n } = this;
    const cross = this.#cross;
    crossOfTriangle(cross, p, a, b, c);
    const l = Math.sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
    for (let k = 0; k < 3; k++) n[o + k] = cross[k] / l;
    for (let k = 0; k < 3; k++) {
      const i = 3 * this.indices[o + k];
      const j = 3 * this.indices[o + ((k + 1) % 3)];
      const h = 3 * this.indices[o + ((k + 2) % 3)];
      const angle = cornerAngle(p, i, j, h);
      for (let m = 0; m < 3; m++) this.vertexNormals[i + m] += angle * n[o + m];
    }
  }

  /**
   * May the surface touch at vertex v with the outward normal n (surface frame)? Leaning up to `slack` (sine) is
   * allowed.
   */
  vertexAdmits(v: number, nx: number, ny: number, nz: number, slack: number): boolean {
    const p = this.positions;
    const x = p[3 * v];
    const y = p[3 * v + 1];
    const z = p[3 * v + 2];
    for (let i = this.neighbourStart[v]; i < this.neighbourStart[v + 1]; i++) {
      const w = 3 * this.neighbours[i];
      const dx = p[w] - x;
      const dy = p[w + 1] - y;
      const dz = p[w + 2] - z;
      const up = dx * nx + dy * ny + dz * nz;
      if (up > 0 && up * up > slack * slack * (dx * dx + dy * dy + dz * dz)) return false;
    }
    return true;
  }

  /** May the surface touch along edge e with the outward normal n: do both faces fall away from it? */
  edgeAdmits(e: number, nx: number, ny: number, nz: number, slack: number): boolean {
    const p = this.positions;
    const a = 3 * this.edges[EDGE_STRIDE * e + EDGE_FROM];
    const b = 3 * this.edges[EDGE_STRIDE * e + EDGE_TO];
    const l = 3 * this.edges[EDGE_STRIDE * e + EDGE_LEFT];
    const r = 3 * this.edges[EDGE_STRIDE * e + EDGE_RIGHT];
    const n = this.normals;
    const dx = p[b] - p[a];
    const dy = p[b + 1] - p[a + 1];
    const dz = p[b + 2] - p[a + 2];
    const limit = slack * Math.sqrt(dx * dx + dy * dy + dz * dz);
    // into the left face: l × d; into the right face: d × r
    const left =
      nx * (n[l + 1] * dz - n[l + 2] * dy) + ny * (n[l + 2] * dx - n[l] * dz) + nz * (n[l] * dy - n[l + 1] * dx);
    if (left > limit) return false;
    const right =
      nx * (dy * n[r + 2] - dz * n[r + 1]) + ny * (dz * n[r] - dx * n[r + 2]) + nz * (dx * n[r + 1] - dy * n[r]);
    return right <= limit;
  }
}

/** Angle at i between j and h. */
function cornerAngle(p: Float64Array, i: number, j: number, h: number): number {
  const ux = p[j] - p[i];
  const uy = p[j + 1] - p[i + 1];
  const uz = p[j + 2] - p[i + 2];
  const vx = p[h] - p[i];
  const vy = p[h + 1] - p[i + 1];
  const vz = p[h + 2] - p[i + 2];
  const cx = uy * vz - uz * vy;
  const cy = uz * vx - ux * vz;
  const cz = ux * vy - uy * vx;
  return atan2(Math.sqrt(cx * cx + cy * cy + cz * cz), ux * vx + uy * vy + uz * vz);
}

/**
 * Sides to a full circle of what stands for a smooth solid where triangles are needed: 0.5 % of its radius too small.
 */
const SEGMENTS = 32;

/** The surfaces built so far, one per mesh, polyhedron or smooth solid. */
export class Surfaces {
  readonly #known = new WeakMap<object, Surface>();

  of(s: Placed): Surface {
    const shape = s.shape!;
    const key = shape.type === 'mesh' ? shape.mesh : (s.polyhedron ?? shape);
    let surface = this.#known.get(key);
    if (surface === undefined) {
      surface = this.#build(s);
      this.#known.set(key, surface);
    }
    return surface;
  }

  #build(s: Placed): Surface {
    const shape = s.shape!;
    if (shape.type === 'mesh') return new Surface(shape.mesh.positions, shape.mesh.indices, shape.mesh.tree);
    const { positions, indices } = s.polyhedron
      ? { positions: s.vertices, indices: triangulateFaces(s.polyhedron) }
      : shape.kind.tessellate(shape, SEGMENTS);
    return new Surface(positions, indices, buildTriangleTree(positions, indices));
  }
}
