// The axis along which a convex solid A faces a triangle T of a mesh: of all directions in which the *mesh* can be touched at
// T, the one along which A is farthest from T, or least inside it. ground.ts says why.
//
//   polyhedra   T's normal; normals of A's faces at summits; common perpendiculars of an edge of A and a ridge
//   round       T's normal; flat ends at summits; from T's corners, where they are summits, and its edges, where they are
//               ridges, to the nearest point of A's axis (of a ball: its centre)
//
// Simplification: the rim of a cylinder or cone is not tried against edges; what it misses is found by other axes as a
// somewhat smaller distance. Verified in test/distance/ground.test.ts.

import { linkMesh, type MeshLinks } from '../shapes/mesh-links.js';
import { EDGE_STRIDE } from '../shapes/polyhedron.js';
import type { MeshShape, SimpleShape } from '../shapes/shape.js';
import { CAPSULE, CONE, CYLINDER, Placed, relative, SPHERE } from './placed.js';

/** A neighbour that is higher by less than this (sine) is as high. */
const SUMMIT = 1e-7;
/** An axis of another kind than the triangle's own must be better by this share of A's size. */
const BETTER = 1e-6;
/** What `face` says of an axis that is no normal of a face of A: T's own normal, or any other. */
export const OWN = -1;
export const OTHER = -2;

export class GroundAxis {
  /** Where A stands, and the mesh, about A's origin. */
  readonly a = new Placed();
  readonly b = new Placed();
  /** Corners of the triangle in hand, its axis (mesh's frame, towards A), the face of A that it is the normal of. */
  readonly corners = new Float64Array(9);
  readonly axis = new Float64Array(3);
  face = OWN;
  /** A's box in the mesh's frame, widened by `reach`. */
  readonly box = new Float64Array(6);
  shape!: MeshShape;
  links!: MeshLinks;
  readonly #known = new WeakMap<object, MeshLinks>();
  /** A's frame to the mesh's. */
  readonly #m = new Float64Array(9);
  readonly #t = new Float64Array(3);
  #vertices = new Float64Array(24);
  #planes = new Float64Array(24);
  readonly #p = new Float64Array(3);
  readonly #core = new Float64Array(6);
  #best = 0;

  /** Where A and the mesh stand: poses[0…] and poses[7…]. */
  place(sa: SimpleShape, sb: MeshShape, poses: Float64Array, reach: number): void {
    const { a, b } = this;
    const m = this.#m;
    const t = this.#t;
    this.shape = sb;
    a.set(sa, poses, 0, poses[0], poses[1], poses[2]);
    b.set(sb, poses, 7, poses[0], poses[1], poses[2]);
    relative(a, b, m, t);
    let links = this.#known.get(sb.mesh);
    if (links === undefined) {
      links = linkMesh(sb.mesh.positions, sb.mesh.indices);
      this.#known.set(sb.mesh, links);
    }
    this.links = links;
    if (a.polyhedron !== null) this.#takePolyhedron();
    else this.#takeCore();
    for (let k = 0; k < 3; k++) {
      this.box[k] = this.#low(k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0) - reach;
      this.box[3 + k] = -this.#low(k === 0 ? -1 : 0, k === 1 ? -1 : 0, k === 2 ? -1 : 0) + reach;
    }
  }

  takeCorners(triangle: number): void {
    const { positions, indices } = this.shape.mesh;
    for (let c = 0; c < 3; c++)
      for (let n = 0; n < 3; n++) this.corners[3 * c + n] = positions[3 * indices[3 * triangle + c] + n];
  }

  /** Finds the axis of a triangle; false: A is out of reach, or behind it. */
  find(triangle: number, reach: number): boolean {
    const { corners: p, axis, a } = this;
    const { normals } = this.links;
    const nx = normals[3 * triangle];
    const ny = normals[3 * triangle + 1];
    const nz = normals[3 * triangle + 2];
    this.takeCorners(triangle);
    const height = nx * p[0] + ny * p[1] + nz * p[2];
    this.#best = this.#low(nx, ny, nz) - height;
    if (this.#best > reach || -this.#low(-nx, -ny, -nz) < height) return false;
    axis[0] = nx;
    axis[1] = ny;
    axis[2] = nz;
    this.face = OWN;
    this.#tryFaces(triangle, nx, ny, nz);
    if (a.polyhedron !== null) this.#tryEdges(triangle, nx, ny, nz);
    else this.#tryRound(triangle, nx, ny, nz);
    return this.#best <= reach;
  }

  /** The least of A along a direction of the mesh's frame. */
  #low(x: number, y: number, z: number): number {
    const { a } = this;
    const m = this.#m;
    const t = this.#t;
    const p = this.#p;
    const v = this.#vertices;
    if (a.polyhedron !== null) {
      let least = Infinity;
      const end = a.polyhedron.vertices.length;
      for (let k = 0; k < end; k += 3) {
        const h = x * v[k] + y * v[k + 1] + z * v[k + 2];
        if (h < least) least = h;
      }
      return least;
    }
    const dx = -(m[0] * x + m[3] * y + m[6] * z);
    const dy = -(m[1] * x + m[4] * y + m[7] * z);
    const dz = -(m[2] * x + m[5] * y + m[8] * z);
    a.support(a.shape!, dx, dy, dz, p, 0);
    const at = x * t[0] + y * t[1] + z * t[2];
    return at - (dx * p[0] + dy * p[1] + dz * p[2]) - a.coreRadius;
  }

  #takePolyhedron(): void {
    const { a } = this;
    const m = this.#m;
    const t = this.#t;
    const { vertices: v, planes: p } = a.polyhedron!;
    if (this.#vertices.length < v.length) this.#vertices = new Float64Array(v.length);
    if (this.#planes.length < p.length) this.#planes = new Float64Array(p.length);
    const vertices = this.#vertices;
    for (let k = 0; k < v.length; k += 3)
      for (let n = 0; n < 3; n++)
        vertices[k + n] = t[n] + m[3 * n] * v[k] + m[3 * n + 1] * v[k + 1] + m[3 * n + 2] * v[k + 2];
    for (let k = 0; k < p.length; k += 4) this.#takePlane(k, p[k], p[k + 1], p[k + 2], p[k + 3]);
  }

  #takePlane(k: number, x: number, y: number, z: number, offset: number): void {
    const m = this.#m;
    const t = this.#t;
    const planes = this.#planes;
    planes[k + 3] = offset;
    for (let n = 0; n < 3; n++) {
      planes[k + n] = m[3 * n] * x + m[3 * n + 1] * y + m[3 * n + 2] * z;
      planes[k + 3] += planes[k + n] * t[n];
    }
  }

  /** Both ends of A's axis in the mesh's frame, and the planes of its flat ends. */
  #takeCore(): void {
    const { a } = this;
    const m = this.#m;
    const t = this.#t;
    const core = this.#core;
    const half = a.kind === SPHERE ? 0 : a.hy;
    for (let n = 0; n < 3; n++) {
      core[n] = t[n] - half * m[3 * n + 1];
      core[3 + n] = t[n] + half * m[3 * n + 1];
    }
    this.#takePlane(0, 0, -1, 0, a.hy);
    this.#takePlane(4, 0, 1, 0, a.hy);
  }

  #flatEnds(): number {
    const { a } = this;
    if (a.polyhedron !== null) return a.polyhedron.planes.length;
    return a.kind === CYLINDER ? 8 : a.kind === CONE ? 4 : 0;
  }

  #take(gap: number, x: number, y: number, z: number, face: number): void {
    this.#best = gap;
    this.axis[0] = x;
    this.axis[1] = y;
    this.axis[2] = z;
    this.face = face;
  }

  #tryFaces(triangle: number, nx: number, ny: number, nz: number): void {
    const { corners: p, a } = this;
    const planes = this.#planes;
    const end = this.#flatEnds();
    for (let f = 0; f < end; f += 4) {
      const x = -planes[f];
      const y = -planes[f + 1];
      const z = -planes[f + 2];
      if (!(x * nx + y * ny + z * nz > 0)) continue;
      let top = 0;
      let most = -Infinity;
      for (let c = 0; c < 3; c++) {
        const h = x * p[3 * c] + y * p[3 * c + 1] + z * p[3 * c + 2];
        if (h > most) {
          most = h;
          top = c;
        }
      }
      const gap = -planes[f + 3] - most;
      if (!(gap > this.#best + BETTER * a.size) || !this.#isSummit(triangle, top, x, y, z)) continue;
      this.#take(gap, x, y, z, a.polyhedron !== null ? f >> 2 : OTHER);
    }
  }

  /** Whether corner `top` of a triangle is not lower along (x, y, z) than any neighbour on the mesh. */
  #isSummit(triangle: number, top: number, x: number, y: number, z: number): boolean {
    const { aroundStart, around } = this.links;
    const v = this.shape.mesh.indices[3 * triangle + top];
    for (let k = aroundStart[v]; k < aroundStart[v + 1]; k++) if (this.#rises(v, around[k], x, y, z)) return false;
    return true;
  }

  /** Whether the side of a triangle from corner c on is a ridge along (x, y, z). */
  #isRidge(triangle: number, c: number, x: number, y: number, z: number): boolean {
    const { indices } = this.shape.mesh;
    const from = indices[3 * triangle + c];
    const far = this.links.across[3 * triangle + c];
    if (this.#rises(from, indices[3 * triangle + ((c + 2) % 3)], x, y, z)) return false;
    return far < 0 || !this.#rises(from, far, x, y, z);
  }

  #rises(from: number, to: number, x: number, y: number, z: number): boolean {
    const p = this.shape.mesh.positions;
    const dx = p[3 * to] - p[3 * from];
    const dy = p[3 * to + 1] - p[3 * from + 1];
    const dz = p[3 * to + 2] - p[3 * from + 2];
    return dx * x + dy * y + dz * z > SUMMIT * Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  /** Whether the mesh falls away behind a side of the triangle: else nothing can touch it there but along n. */
  #isConvex(triangle: number, c: number, nx: number, ny: number, nz: number): boolean {
    const far = this.links.across[3 * triangle + c];
    return far < 0 || this.#rises(this.shape.mesh.indices[3 * triangle + c], far, -nx, -ny, -nz);
  }

  /** Axes of A's edges with those of the triangle that are ridges. */
  #tryEdges(triangle: number, nx: number, ny: number, nz: number): void {
    const { corners: p, a } = this;
    const v = this.#vertices;
    const planes = this.#planes;
    const { edges } = a.polyhedron!;
    for (let c = 0; c < 3; c++) {
      if (!this.#isConvex(triangle, c, nx, ny, nz)) continue;
      const i = 3 * c;
      const j = 3 * ((c + 1) % 3);
      const tx = p[j] - p[i];
      const ty = p[j + 1] - p[i + 1];
      const tz = p[j + 2] - p[i + 2];
      for (let e = 0; e < edges.length; e += EDGE_STRIDE) {
        const s = 3 * edges[e];
        const t = 3 * edges[e + 1];
        const ex = v[t] - v[s];
        const ey = v[t + 1] - v[s + 1];
        const ez = v[t + 2] - v[s + 2];
        let x = ey * tz - ez * ty;
        let y = ez * tx - ex * tz;
        let z = ex * ty - ey * tx;
        const l = Math.sqrt(x * x + y * y + z * z);
        // Edges that run alike have no perpendicular of their own.
        if (!(l * l > 1e-6 * (ex * ex + ey * ey + ez * ez) * (tx * tx + ty * ty + tz * tz))) continue;
        const sign = (x * nx + y * ny + z * nz > 0 ? 1 : -1) / l;
        x *= sign;
        y *= sign;
        z *= sign;
        const gap = x * (v[s] - p[i]) + y * (v[s + 1] - p[i + 1]) + z * (v[s + 2] - p[i + 2]);
        if (!(gap > this.#best + BETTER * a.size)) continue;
        // The edge must be A's lowest along the axis, and the triangle's highest on the mesh.
        if (!isLowest(planes, 4 * edges[e + 2], 4 * edges[e + 3], ex, ey, ez, x, y, z)) continue;
        if (this.#isRidge(triangle, c, x, y, z)) this.#take(gap, x, y, z, OTHER);
      }
    }
  }

  /** Axes from the corners and sides of the triangle to A's own axis. */
  #tryRound(triangle: number, nx: number, ny: number, nz: number): void {
    const { corners: p, a } = this;
    const core = this.#core;
    const isLong = a.kind === CAPSULE || a.kind === CYLINDER || a.kind === CONE;
    for (let c = 0; c < 3; c++) {
      const i = 3 * c;
      const s = closestOn(core, 0, p[i], p[i + 1], p[i + 2]);
      this.#tryFrom(triangle, c, i, i, 0, s, nx, ny, nz);
      if (!this.#isConvex(triangle, c, nx, ny, nz)) continue;
      const j = 3 * ((c + 1) % 3);
      for (let end = 0; end <= (isLong ? 3 : 0); end += 3) {
        const x = core[end];
        const y = core[end + 1];
        const z = core[end + 2];
        this.#tryFrom(triangle, c, i, j, onSide(p, i, j, x, y, z), end === 0 ? 0 : 1, nx, ny, nz);
      }
      if (isLong) this.#tryCross(triangle, c, i, j, nx, ny, nz);
    }
  }

  /** From the point at share u of the side i to j of the triangle to that at share s of A's axis. */
  #tryFrom(
    triangle: number,
    c: number,
    i: number,
    j: number,
    u: number,
    s: number,
    nx: number,
    ny: number,
    nz: number,
  ): void {
    const { corners: p } = this;
    const core = this.#core;
    const fx = p[i] + u * (p[j] - p[i]);
    const fy = p[i + 1] + u * (p[j + 1] - p[i + 1]);
    const fz = p[i + 2] + u * (p[j + 2] - p[i + 2]);
    const x = core[0] + s * (core[3] - core[0]) - fx;
    const y = core[1] + s * (core[4] - core[1]) - fy;
    const z = core[2] + s * (core[5] - core[2]) - fz;
    const l = Math.sqrt(x * x + y * y + z * z);
    if (!(l > 1e-9 * this.a.size)) return;
    this.#tryAxis(triangle, c, i === j, x / l, y / l, z / l, fx, fy, fz, nx, ny, nz);
  }

  /** The common perpendicular of A's axis and the side i to j. */
  #tryCross(triangle: number, c: number, i: number, j: number, nx: number, ny: number, nz: number): void {
    const { corners: p } = this;
    const core = this.#core;
    const ex = core[3] - core[0];
    const ey = core[4] - core[1];
    const ez = core[5] - core[2];
    const tx = p[j] - p[i];
    const ty = p[j + 1] - p[i + 1];
    const tz = p[j + 2] - p[i + 2];
    const x = ey * tz - ez * ty;
    const y = ez * tx - ex * tz;
    const z = ex * ty - ey * tx;
    const l = Math.sqrt(x * x + y * y + z * z);
    if (!(l * l > 1e-6 * (ex * ex + ey * ey + ez * ez) * (tx * tx + ty * ty + tz * tz))) return;
    const k = (x * nx + y * ny + z * nz > 0 ? 1 : -1) / l;
    this.#tryAxis(triangle, c, false, k * x, k * y, k * z, p[i], p[i + 1], p[i + 2], nx, ny, nz);
  }

  #tryAxis(
    triangle: number,
    c: number,
    atCorner: boolean,
    x: number,
    y: number,
    z: number,
    fx: number,
    fy: number,
    fz: number,
    nx: number,
    ny: number,
    nz: number,
  ): void {
    if (!(x * nx + y * ny + z * nz > 0)) return;
    const gap = this.#low(x, y, z) - (x * fx + y * fy + z * fz);
    if (!(gap > this.#best + BETTER * this.a.size)) return;
    const isReal = atCorner ? this.#isSummit(triangle, c, x, y, z) : this.#isRidge(triangle, c, x, y, z);
    if (isReal) this.#take(gap, x, y, z, OTHER);
  }
}

/** Whether A's edge along (ex, ey, ez), between two faces, is its farthest against (x, y, z), at right angles to it. */
function isLowest(
  planes: Float64Array,
  left: number,
  right: number,
  ex: number,
  ey: number,
  ez: number,
  x: number,
  y: number,
  z: number,
): boolean {
  // -axis lies on the arc from one face's normal to the other's: turned about the edge, between the two.
  const cx = ey * z - ez * y;
  const cy = ez * x - ex * z;
  const cz = ex * y - ey * x;
  const l = cx * planes[left] + cy * planes[left + 1] + cz * planes[left + 2];
  const r = cx * planes[right] + cy * planes[right + 1] + cz * planes[right + 2];
  if (l * r > 0) return false;
  const down =
    x * (planes[left] + planes[right]) +
    y * (planes[left + 1] + planes[right + 1]) +
    z * (planes[left + 2] + planes[right + 2]);
  return down < 0;
}

/** Where on the segment at c[o…] its point nearest to (x, y, z) is: 0 to 1. */
function closestOn(c: Float64Array, o: number, x: number, y: number, z: number): number {
  const dx = c[o + 3] - c[o];
  const dy = c[o + 4] - c[o + 1];
  const dz = c[o + 5] - c[o + 2];
  const dd = dx * dx + dy * dy + dz * dz;
  if (!(dd > 0)) return 0;
  const s = (dx * (x - c[o]) + dy * (y - c[o + 1]) + dz * (z - c[o + 2])) / dd;
  return s < 0 ? 0 : s > 1 ? 1 : s;
}

/** The same on the side from p[i…] to p[j…]. */
function onSide(p: Float64Array, i: number, j: number, x: number, y: number, z: number): number {
  const dx = p[j] - p[i];
  const dy = p[j + 1] - p[i + 1];
  const dz = p[j + 2] - p[i + 2];
  const s = (dx * (x - p[i]) + dy * (y - p[i + 1]) + dz * (z - p[i + 2])) / (dx * dx + dy * dy + dz * dz);
  return s < 0 ? 0 : s > 1 ? 1 : s;
}
