// Polyhedra of bodies side by side, as the kernel reads them (hull-layout.ts): its memory is lent, and all of them are
// copied there at once. What joins the corners of a box is there once for all boxes.

import { ballWithin } from '../../distance/sat.js';
import { EDGE_STRIDE, PLANE_STRIDE, type Polyhedron } from '../../shapes/polyhedron.js';
import { BOX, type Solid } from '../../shapes/solid.js';
import {
  HU_BALL,
  HU_CORNERS,
  HU_EDGES,
  HU_FACES,
  HU_IS_BOX,
  HU_JOINTS,
  HU_NUMBERS,
  HU_PAIRS,
  HU_SIZE,
  MOST_FACE_CORNERS,
  MOST_HULL_CORNERS,
  MOST_HULL_EDGES,
  MOST_HULL_FACES,
} from './hull-layout.js';

/** Numbers that it may grow by before who is gone is left out. */
const SLACK = 4096;

export class HullPack {
  numbers = new Float64Array(0);
  count = 0;
  #ints = new Int32Array(0);
  #most = SLACK;
  readonly #hulls = new Map<Polyhedron, number>();
  readonly #joints = new Map<Int32Array, number>();

  /** Whether there may be many that belong to no body any more: then all are to be put there anew. */
  get isStale(): boolean {
    return this.count > this.#most;
  }

  begin(): void {
    this.count = 0;
    this.#hulls.clear();
    this.#joints.clear();
  }

  end(): void {
    this.#most = 2 * this.count + SLACK;
  }

  /** 1 + where a polyhedron lies (bytes); 0: it is too large. */
  placeOf(solid: Solid): number {
    const p = solid.polyhedron!;
    return this.#hulls.get(p) ?? this.#add(solid, p);
  }

  #add(solid: Solid, p: Polyhedron): number {
    const corners = p.vertices.length / 3;
    const faces = p.planes.length / PLANE_STRIDE;
    const edges = p.edges.length / EDGE_STRIDE;
    if (corners > MOST_HULL_CORNERS || faces > MOST_HULL_FACES || edges > MOST_HULL_EDGES) return 0;
    for (let f = 0; f < faces; f++) if (p.faceStart[f + 1] - p.faceStart[f] > MOST_FACE_CORNERS) return 0;
    const joints = this.#joints.get(p.faceStart) ?? this.#addJoints(p, faces);
    const pairs = (corners + 1) >> 1;
    const at = this.count;
    this.#reserve(HU_NUMBERS + 6 * pairs + PLANE_STRIDE * faces);
    const f = this.numbers;
    const i = this.#ints;
    f[at + HU_SIZE] = solid.size;
    f[at + HU_BALL] = ballWithin(p.planes);
    i[2 * at + HU_PAIRS] = pairs;
    i[2 * at + HU_FACES] = faces;
    i[2 * at + HU_EDGES] = edges;
    i[2 * at + HU_JOINTS] = joints;
    i[2 * at + HU_CORNERS] = corners;
    i[2 * at + HU_IS_BOX] = solid.kind === BOX ? 1 : 0;
    const v = at + HU_NUMBERS;
    for (let k = 0; k < 2 * pairs; k++)
      for (let m = 0; m < 3; m++) f[v + 2 * m * pairs + k] = p.vertices[3 * Math.min(k, corners - 1) + m];
    f.set(p.planes, v + 6 * pairs);
    this.#hulls.set(p, 1 + 8 * at);
    return 1 + 8 * at;
  }

  /** Where faces begin, their corners, and edges; returns where that lies (bytes). */
  #addJoints(p: Polyhedron, faces: number): number {
    const at = 2 * this.count;
    const ends = at + faces + 1 + p.faceVertices.length;
    this.#reserve((ends - at + p.edges.length + 1) >> 1);
    const i = this.#ints;
    i.set(p.faceStart, at);
    i.set(p.faceVertices, at + faces + 1);
    i.set(p.edges, ends);
    this.#joints.set(p.faceStart, 4 * at);
    return 4 * at;
  }

  /** Room for so many numbers more, which are taken. */
  #reserve(more: number): void {
    this.count += more;
    if (this.count <= this.numbers.length) return;
    const larger = new Float64Array(this.count + (this.count >> 3));
    larger.set(this.numbers);
    this.numbers = larger;
    this.#ints = new Int32Array(larger.buffer);
  }
}
