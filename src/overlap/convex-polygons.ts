// The boundary of a convex overlap as polygons, put in order from its edges. On request only: moments do not need them.

import type { ClippedPolyhedron } from './convex-clip.js';
import type { PolyhedronMoments } from './convex-moments.js';

/** Polygons in packed arrays, counter-clockwise seen from outside the overlap. */
export class OverlapPolygons {
  polygonCount = 0;
  /** Polygon k owns points polygonStart[k] … polygonStart[k+1]. */
  polygonStart = new Int32Array(64);
  /** Three doubles a point, world axes, relative to OverlapBuffer.origin. */
  polygonPoints = new Float64Array(3 * 256);
  /** The solid whose surface the polygon lies on: 0 is A, 1 is B. Its outward normal is that solid's. */
  polygonSolid = new Uint8Array(64);
  /** Face of that solid's polyhedron; 0 for a half-space. */
  polygonFace = new Int32Array(64);

  /** Directed edges by face: start and end vertex. */
  #sides = new Int32Array(512);
  #sideStart = new Int32Array(64);

  clear(): void {
    this.polygonCount = 0;
    this.polygonStart[0] = 0;
  }

  update(
    solid: ClippedPolyhedron,
    moments: PolyhedronMoments,
    points: Float64Array,
    owners: Int32Array,
    baseFaces: number,
  ): void {
    const { edges, edgeCount } = solid;
    const { faceIndex, faces, faceSolid, faceCount } = moments;
    this.clear();
    this.#reserve(faceCount, edgeCount);
    const { polygonPoints } = this;
    const sides = this.#sides;
    const sideStart = this.#sideStart;

    // Counting sort of the two sides of each edge by face.
    sideStart.fill(0, 0, faceCount + 2);
    for (let k = 0; k < 4 * edgeCount; k += 4) {
      sideStart[faceIndex[edges[k + 2]] + 2]++;
      sideStart[faceIndex[edges[k + 3]] + 2]++;
    }
    for (let f = 2; f < faceCount + 2; f++) sideStart[f] += sideStart[f - 1];
    for (let k = 0; k < 4 * edgeCount; k += 4) {
      const left = 2 * sideStart[faceIndex[edges[k + 2]] + 1]++;
      sides[left] = edges[k];
      sides[left + 1] = edges[k + 1];
      const right = 2 * sideStart[faceIndex[edges[k + 3]] + 1]++;
      sides[right] = edges[k + 1];
      sides[right + 1] = edges[k];
    }

    let written = 0;
    for (let f = 0; f < faceCount; f++) {
      const face = faces[f];
      const isBase = face < baseFaces;
      const faceNumber = isBase ? (owners[face] > 0 ? owners[face] - 1 : face) : face - baseFaces;
      const end = sideStart[f + 1];
      let next = sideStart[f];
      // One round of the outline; noise may leave a second one, which becomes a polygon of its own.
      while (next < end) {
        const first = written;
        const home = sides[2 * next];
        for (;;) {
          const from = sides[2 * next];
          const to = sides[2 * next + 1];
          polygonPoints[3 * written] = points[3 * from];
          polygonPoints[3 * written + 1] = points[3 * from + 1];
          polygonPoints[3 * written + 2] = points[3 * from + 2];
          written++;
          next++;
          if (to === home) break;
          let k = next;
          while (k < end && sides[2 * k] !== to) k++;
          if (k === end) break;
          const start = sides[2 * next];
          const stop = sides[2 * next + 1];
          sides[2 * next] = sides[2 * k];
          sides[2 * next + 1] = sides[2 * k + 1];
          sides[2 * k] = start;
          sides[2 * k + 1] = stop;
        }
        if (written - first < 3) {
          written = first; // An edge there and back: a face that the plane met in an edge only.
          continue;
        }
        const p = this.polygonCount++;
        this.polygonSolid[p] = faceSolid[f];
        this.polygonFace[p] = faceNumber;
        this.polygonStart[p + 1] = written;
      }
    }
  }

  #reserve(faceCount: number, edgeCount: number): void {
    if (this.#sides.length < 4 * edgeCount) this.#sides = new Int32Array(8 * edgeCount);
    if (this.#sideStart.length < faceCount + 2) this.#sideStart = new Int32Array(2 * faceCount + 2);
    if (this.polygonPoints.length < 6 * edgeCount) this.polygonPoints = new Float64Array(12 * edgeCount);
    // Each polygon takes at least three sides.
    if (this.polygonStart.length < edgeCount + 1) {
      this.polygonStart = new Int32Array(2 * edgeCount + 2);
      this.polygonSolid = new Uint8Array(2 * edgeCount + 2);
      this.polygonFace = new Int32Array(2 * edgeCount + 2);
    }
  }
}
