// The surface of the intersection of two convex solids: each one's faces, cut by all planes of the other (Sutherland
// and Hodgman 1974). Where two faces lie in one plane and face the same way, the first solid's is taken.
// Verified in test/three/overlap-view.test.ts: its volume and centre are those of `world.overlaps()`.

import type { PlacedPart } from './convex-solid.js';

/** Distances below this share of a solid's size count as none where faces of both lie in one plane. */
const FLUSH = 1e-9;

/** Given `count` vertices at polygon[0…] (x, y, z each) and the face's outward normal. */
export type FaceVisitor = (polygon: Float64Array, count: number, nx: number, ny: number, nz: number) => void;

export class ConvexIntersection {
  volume = 0;
  readonly center = new Float64Array(3);
  private from = new Float64Array(3 * 256);
  private to = new Float64Array(3 * 256);

  /**
   * Visits the faces of the intersection of two parts that were placed relative to the same origin, and measures it.
   */
  visit(a: PlacedPart, b: PlacedPart, visitor: FaceVisitor): void {
    this.volume = 0;
    this.center.fill(0);
    if (!a.faces || !b.faces || (a.faces.vertices.length === 0 && b.faces.vertices.length === 0)) return;
    this.cutFaces(a, b, false, visitor);
    this.cutFaces(b, a, true, visitor);
    if (this.volume > 0) for (let k = 0; k < 3; k++) this.center[k] /= this.volume;
  }

  /** The faces of `solid` inside `cutter`. `isSecond`: faces flush with the cutter's are its own. */
  private cutFaces(solid: PlacedPart, cutter: PlacedPart, isSecond: boolean, visitor: FaceVisitor): void {
    const faces = solid.faces!;
    const isHalfSpace = faces.vertices.length === 0;
    const count = isHalfSpace ? 1 : faces.faceStart.length - 1;
    const planes = cutter.faces!.planes.length;
    const flush = FLUSH * sizeOf(isHalfSpace ? cutter : solid);
    for (let f = 0; f < count; f++) {
      const nx = solid.planes[4 * f];
      const ny = solid.planes[4 * f + 1];
      const nz = solid.planes[4 * f + 2];
      const offset = solid.planes[4 * f + 3];
      let n = isHalfSpace ? this.square(solid, cutter) : this.face(solid, f);
      for (let p = 0; p < planes && n > 0; p += 4) {
        const px = cutter.planes[p];
        const py = cutter.planes[p + 1];
        const pz = cutter.planes[p + 2];
        const d = cutter.planes[p + 3];
        const isFlush = nx * px + ny * py + nz * pz > 1 - 1e-12 && Math.abs(offset - d) <= flush;
        n = isFlush ? (isSecond ? 0 : n) : this.cut(n, px, py, pz, d);
      }
      if (n < 3) continue;
      this.measure(n);
      visitor(this.from, n, nx, ny, nz);
    }
  }

  private face(solid: PlacedPart, f: number): number {
    const faces = solid.faces!;
    const first = faces.faceStart[f];
    const n = faces.faceStart[f + 1] - first;
    this.reserve(n);
    for (let k = 0; k < n; k++) {
      const v = 3 * faces.faceVertices[first + k];
      this.from[3 * k] = solid.vertices[v];
      this.from[3 * k + 1] = solid.vertices[v + 1];
      this.from[3 * k + 2] = solid.vertices[v + 2];
    }
    return n;
  }

  /** A square in the half-space's plane that covers all of the other solid. */
  private square(halfSpace: PlacedPart, other: PlacedPart): number {
    const [nx, ny, nz, d] = halfSpace.planes;
    const size = 2 * sizeOf(other);
    const [cx, cy, cz] = other.vertices;
    const above = nx * cx + ny * cy + nz * cz - d;
    const sign = nz >= 0 ? 1 : -1;
    const a = -1 / (sign + nz);
    const u = [1 + sign * nx * nx * a, sign * nx * ny * a, -sign * nx];
    const w = [nx * ny * a, sign + ny * ny * a, -ny];
    this.reserve(4);
    for (let k = 0; k < 4; k++) {
      const s = k === 0 || k === 3 ? -size : size;
      const t = k < 2 ? -size : size;
      this.from[3 * k] = cx - above * nx + s * u[0] + t * w[0];
      this.from[3 * k + 1] = cy - above * ny + s * u[1] + t * w[1];
      this.from[3 * k + 2] = cz - above * nz + s * u[2] + t * w[2];
    }
    return 4;
  }

  /** Cuts the polygon in `from` down to px x + py y + pz z ≤ d; returns its new number of vertices. */
  private cut(n: number, px: number, py: number, pz: number, d: number): number {
    this.reserve(n + 1);
    const { from, to } = this;
    let m = 0;
    let ax = from[3 * n - 3];
    let ay = from[3 * n - 2];
    let az = from[3 * n - 1];
    let above = px * ax + py * ay + pz * az - d;
    for (let k = 0; k < 3 * n; k += 3) {
      const bx = from[k];
      const by = from[k + 1];
      const bz = from[k + 2];
      const next = px * bx + py * by + pz * bz - d;
      if (above > 0 !== next > 0) {
        const t = above / (above - next);
        to[m] = ax + t * (bx - ax);
        to[m + 1] = ay + t * (by - ay);
        to[m + 2] = az + t * (bz - az);
        m += 3;
      }
      if (!(next > 0)) {
        to[m] = bx;
        to[m + 1] = by;
        to[m + 2] = bz;
        m += 3;
      }
      ax = bx;
      ay = by;
      az = bz;
      above = next;
    }
    this.from = to;
    this.to = from;
    return m / 3;
  }

  /** Adds the tetrahedra from the origin to the polygon (divergence theorem). */
  private measure(n: number): void {
    const p = this.from;
    for (let k = 3; k + 3 < 3 * n; k += 3) {
      const d =
        p[0] * (p[k + 1] * p[k + 5] - p[k + 2] * p[k + 4]) +
        p[1] * (p[k + 2] * p[k + 3] - p[k] * p[k + 5]) +
        p[2] * (p[k] * p[k + 4] - p[k + 1] * p[k + 3]);
      this.volume += d / 6;
      for (let c = 0; c < 3; c++) this.center[c] += (d / 24) * (p[c] + p[k + c] + p[k + 3 + c]);
    }
  }

  private reserve(n: number): void {
    if (3 * n <= this.to.length && 3 * n <= this.from.length) return;
    const from = new Float64Array(6 * n);
    from.set(this.from);
    this.from = from;
    this.to = new Float64Array(6 * n);
  }
}

/** Greatest distance of a vertex from the first. */
function sizeOf(part: PlacedPart): number {
  const v = part.vertices;
  let most = 0;
  for (let k = 3; k < part.faces!.vertices.length; k += 3) {
    const [x, y, z] = [v[k] - v[0], v[k + 1] - v[1], v[k + 2] - v[2]];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}
