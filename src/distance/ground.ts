// Where a convex polyhedron A faces the triangles of a static mesh: one region with an affine gap for each triangle that it
// touches or may touch (facing.ts), along an axis that is a direction of contact on the *mesh*, not only on the triangle.
//
// On its own a triangle has edges that a body could catch on. On the mesh most are none: a direction m is one in which
// the mesh can be touched at a vertex if the vertex is the mesh's highest along m among its neighbours, at an edge if
// both corners across it are lower. So the axis of a triangle T is the one along which A is farthest from it (least
// inside it) among
//   n      T's own normal,
//   m      normals of A's faces, where T's highest corner along m is a local summit of the mesh,
//   c      common perpendiculars of an edge of A and one of T that is a ridge along c.
// Neighbouring triangles in one plane, and valleys, leave n alone: nothing catches on internal edges.
//
// What is dropped, of the regions found:
//   - slivers, no wider than `thin`, that are deeper than that: walls of a step that is no higher than bodies rest deep;
//   - deep ones that are no wider, along the axis of a shallower one, than that one is deep: they are only there because
//     the body is inside the other triangle;
//   - what is on the far side of the mesh: deeper than `deepest` while something else is less deep;
//   - summits and ridges that another triangle with the same axis has already.
// Simplification: A faces each triangle with one face. Verified in test/distance/ground.test.ts and
// test/contact/terrain.test.ts.

import { linkMesh, type MeshLinks } from '../shapes/mesh-links.js';
import { EDGE_STRIDE } from '../shapes/polyhedron.js';
import type { MeshShape, SimpleShape } from '../shapes/shape.js';
import { MAX_TREE_DEPTH } from '../shapes/triangle-tree.js';
import { FacingRegion } from './facing.js';
import { FlatHull } from './flat-hull.js';
import { Placed, relative } from './placed.js';

/** A neighbour that is higher by less than this (sine) is as high. */
const SUMMIT = 1e-7;
/** An axis of another kind than the triangle's own must be better by this share of A's size. */
const BETTER = 1e-6;
/** Axes that enclose less than this (cosine) are one. */
const ALIKE = 0.9999;
/** Corners of an axis, beside T's own normal. */
const OWN = -1;
const EDGES = -2;
const ALONE = -3;
/** The hull of regions may be larger than they are by this share of their area. */
const CONVEX = 1e-6;

export class GroundFacing {
  /** The regions that are left: triangle, axis (world, from the mesh to A), A's face or -1, least gap. */
  count = 0;
  triangles = new Int32Array(16);
  axes = new Float64Array(48);
  faces = new Int32Array(16);
  /** What tells contacts apart from step to step: the triangle, or the number of triangles and the face's first one. */
  places = new Int32Array(16);
  gaps = new Float64Array(16);
  readonly region = new FacingRegion();

  private readonly a = new Placed();
  private readonly b = new Placed();
  private readonly links = new WeakMap<object, MeshLinks>();
  private readonly m = new Float64Array(9);
  private readonly t = new Float64Array(3);
  private readonly box = new Float64Array(6);
  private readonly corners = new Float64Array(9);
  private readonly stack = new Int32Array(MAX_TREE_DEPTH + 2);
  /** A in the mesh's frame. */
  private vertices = new Float64Array(24);
  private planes = new Float64Array(24);
  private found = new Int32Array(64);
  /** For each region how many corners of its triangle are its highest; 3: it is flat. */
  private tops = new Int32Array(16);
  private readonly u = new Float64Array(6);
  private readonly hull = new FlatHull();
  private readonly axis = new Float64Array(3);
  private face = OWN;
  private shape: MeshShape | null = null;

  static handles(a: SimpleShape, b: SimpleShape): boolean {
    return b.type === 'mesh' && b.isTerrain === true && (a.type === 'box' || a.type === 'convex');
  }

  /**
   * Regions of `sa` and the mesh `sb`, at poses[0…] and poses[7…], with a gap of at most `reach`; returns the least, or
   * Infinity.
   */
  find(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, reach: number, thin: number, deepest: number): number {
    const { a, b, region } = this;
    this.shape = sb as MeshShape;
    a.set(sa, poses, 0, poses[0], poses[1], poses[2]);
    b.set(sb, poses, 7, poses[0], poses[1], poses[2]);
    region.placePair(sa, sb, poses);
    this.takeSolid(reach);
    const near = this.collect();
    this.count = 0;
    for (let k = 0; k < near; k++) this.tryTriangle(this.found[k], reach, thin);
    this.drop(thin, deepest);
    this.mergeFaces();
    let least = Infinity;
    for (let k = 0; k < this.count; k++) least = Math.min(least, this.gaps[k]);
    return least;
  }

  /** Region k of the last `find`, at the same or at other poses; false: they do not face each other there. */
  take(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, k: number): boolean {
    const x = 3 * k;
    this.shape = sb as MeshShape;
    // Of a flat face the first region stands for all.
    for (let j = 0; j < k; j++) if (this.places[j] === this.places[k]) return false;
    this.region.placePair(sa, sb, poses);
    if (this.places[k] !== this.triangles[k]) {
      if (!this.merge(k)) return false;
    } else {
      const width = this.measure(this.triangles[k], this.axes[x], this.axes[x + 1], this.axes[x + 2], this.faces[k]);
      if (width < 0) return false;
    }
    this.region.finishTriangle();
    return true;
  }

  /** The region of a triangle or flat face (`places`) at the poses given, along the best axis there; false: none. */
  takePlace(sa: SimpleShape, sb: SimpleShape, poses: Float64Array, place: number): boolean {
    const { a, b, region } = this;
    this.shape = sb as MeshShape;
    const { facets } = this.linksOf();
    const most = facets.length;
    if (place >= 2 * most) return false;
    a.set(sa, poses, 0, poses[0], poses[1], poses[2]);
    b.set(sb, poses, 7, poses[0], poses[1], poses[2]);
    region.placePair(sa, sb, poses);
    this.takeSolid(2 * a.size);
    this.count = 0;
    if (place < most) this.tryTriangle(place, Infinity, 0);
    else {
      const near = this.collect();
      for (let k = 0; k < near; k++)
        if (facets[this.found[k]] === place - most) this.tryTriangle(this.found[k], Infinity, 0);
      this.mergeFaces();
    }
    for (let k = 0; k < this.count; k++) if (this.places[k] === place) return this.take(sa, sb, poses, k);
    return false;
  }

  /**
   * Regions on one flat face whose union is convex are one: a body on a floor of many triangles faces the floor, not
   * them.
   */
  private mergeFaces(): void {
    const { triangles, faces, places, count } = this;
    const { facets } = this.linksOf();
    for (let k = 0; k < count; k++) places[k] = triangles[k];
    for (let k = 0; k < count; k++) {
      if (places[k] !== triangles[k] || faces[k] !== OWN) continue;
      const place = facets.length + facets[triangles[k]];
      let n = 0;
      for (let j = k; j < count; j++) {
        if (faces[j] !== OWN || facets[triangles[j]] !== facets[triangles[k]]) continue;
        places[j] = place;
        n++;
      }
      if (n > 1 && this.merge(k)) continue;
      for (let j = k; j < count; j++) if (places[j] === place) places[j] = triangles[j];
      if (n === 1) continue;
      // None of them is asked again.
      for (let j = k + 1; j < count; j++)
        if (facets[triangles[j]] === facets[triangles[k]] && faces[j] === OWN) faces[j] = ALONE;
      faces[k] = ALONE;
    }
  }

  /** Puts the union of all regions with the place of region k in hand; false: it is not convex. */
  private merge(k: number): boolean {
    const { region, axes, u, hull } = this;
    let sum = 0;
    hull.clear();
    for (let j = 0; j < this.count; j++) {
      if (this.places[j] !== this.places[k]) continue;
      const width = this.measure(this.triangles[j], axes[3 * k], axes[3 * k + 1], axes[3 * k + 2], this.faces[j]);
      if (width < 0) continue;
      const { frame, center, vertices: v } = region;
      if (sum === 0) for (let m = 0; m < 6; m++) u[m] = frame[3 + m];
      sum += region.area;
      for (let c = 0; c < 2 * region.count; c += 2) {
        let x = 0;
        let y = 0;
        for (let m = 0; m < 3; m++) {
          const p = center[m] + v[c] * frame[3 + m] + v[c + 1] * frame[6 + m];
          x += p * u[m];
          y += p * u[3 + m];
        }
        hull.add(x, y);
      }
    }
    if (!(sum > 0) || hull.close() > sum * (1 + CONVEX)) return false;
    region.replace(u, hull.points, hull.count);
    return true;
  }

  /** A's vertices, planes and box in the mesh's frame. */
  private takeSolid(reach: number): void {
    const { a, b, m, t, box } = this;
    const { vertices: v, planes: p } = a.polyhedron!;
    relative(a, b, m, t);
    if (this.vertices.length < v.length) this.vertices = new Float64Array(v.length);
    if (this.planes.length < p.length) this.planes = new Float64Array(p.length);
    const { vertices, planes } = this;
    for (let k = 0; k < 3; k++) {
      box[k] = Infinity;
      box[3 + k] = -Infinity;
    }
    for (let k = 0; k < v.length; k += 3) {
      for (let n = 0; n < 3; n++) {
        const x = t[n] + m[3 * n] * v[k] + m[3 * n + 1] * v[k + 1] + m[3 * n + 2] * v[k + 2];
        vertices[k + n] = x;
        if (x - reach < box[n]) box[n] = x - reach;
        if (x + reach > box[3 + n]) box[3 + n] = x + reach;
      }
    }
    for (let k = 0; k < p.length; k += 4) {
      let offset = p[k + 3];
      for (let n = 0; n < 3; n++) {
        planes[k + n] = m[3 * n] * p[k] + m[3 * n + 1] * p[k + 1] + m[3 * n + 2] * p[k + 2];
        offset += planes[k + n] * t[n];
      }
      planes[k + 3] = offset;
    }
  }

  /** The triangles whose boxes meet A's, in the order of the tree. */
  private collect(): number {
    const { tree } = this.shape!.mesh;
    const { box, stack } = this;
    let count = 0;
    let top = 1;
    stack[0] = 0;
    while (top > 0) {
      const node = stack[--top];
      const o = 6 * node;
      const { bounds } = tree;
      if (bounds[o] > box[3] || bounds[o + 1] > box[4] || bounds[o + 2] > box[5]) continue;
      if (bounds[o + 3] < box[0] || bounds[o + 4] < box[1] || bounds[o + 5] < box[2]) continue;
      if (tree.count[node] === 0) {
        stack[top++] = tree.first[node];
        stack[top++] = node + 1;
        continue;
      }
      for (let k = tree.first[node]; k < tree.first[node] + tree.count[node]; k++) {
        if (count === this.found.length) this.found = grown(this.found);
        this.found[count++] = tree.order[k];
      }
    }
    return count;
  }

  private takeCorners(triangle: number): void {
    const { positions, indices } = this.shape!.mesh;
    for (let c = 0; c < 3; c++)
      for (let n = 0; n < 3; n++) this.corners[3 * c + n] = positions[3 * indices[3 * triangle + c] + n];
  }

  private linksOf(): MeshLinks {
    const { mesh } = this.shape!;
    let links = this.links.get(mesh);
    if (links === undefined) {
      links = linkMesh(mesh.positions, mesh.indices);
      this.links.set(mesh, links);
    }
    return links;
  }

  /** Width of A's region on a triangle along a world axis; -1: none. */
  private measure(triangle: number, x: number, y: number, z: number, face: number): number {
    const { normals } = this.linksOf();
    const n = 3 * triangle;
    this.takeCorners(triangle);
    return this.region.findOnTriangle(
      this.corners,
      normals[n],
      normals[n + 1],
      normals[n + 2],
      x,
      y,
      z,
      face >= 0 ? face : -1,
    );
  }

  private tryTriangle(triangle: number, reach: number, thin: number): void {
    this.takeCorners(triangle);
    if (!this.findAxis(triangle, reach)) return;
    const { axis, region, corners } = this;
    const { r } = this.b;
    const x = r[0] * axis[0] + r[1] * axis[1] + r[2] * axis[2];
    const y = r[3] * axis[0] + r[4] * axis[1] + r[5] * axis[2];
    const z = r[6] * axis[0] + r[7] * axis[1] + r[8] * axis[2];
    const width = this.measure(triangle, x, y, z, this.face);
    if (width < 0) return;
    region.finishTriangle();
    if (region.least > reach || (!(width > thin) && region.least < -thin)) return;
    if (this.count === this.triangles.length) this.grow();
    const k = this.count++;
    let top = -Infinity;
    for (let c = 0; c < 9; c += 3) top = Math.max(top, along(axis, corners, c));
    let tops = 0;
    for (let c = 0; c < 9; c += 3) if (top - along(axis, corners, c) <= thin) tops++;
    this.triangles[k] = triangle;
    this.axes[3 * k] = x;
    this.axes[3 * k + 1] = y;
    this.axes[3 * k + 2] = z;
    this.faces[k] = this.face;
    this.gaps[k] = region.least;
    this.tops[k] = this.face === OWN ? 3 : tops;
  }

  /** The best axis of a triangle, in the mesh's frame; false: A is out of reach, or behind it. */
  private findAxis(triangle: number, reach: number): boolean {
    const { corners: p, axis, planes, a } = this;
    const { normals } = this.linksOf();
    const nx = normals[3 * triangle];
    const ny = normals[3 * triangle + 1];
    const nz = normals[3 * triangle + 2];
    const height = nx * p[0] + ny * p[1] + nz * p[2];
    let low = Infinity;
    let high = -Infinity;
    const { vertices: v } = this;
    const end = a.polyhedron!.vertices.length;
    for (let k = 0; k < end; k += 3) {
      const h = nx * v[k] + ny * v[k + 1] + nz * v[k + 2];
      if (h < low) low = h;
      if (h > high) high = h;
    }
    let best = low - height;
    if (best > reach || high < height) return false;
    axis[0] = nx;
    axis[1] = ny;
    axis[2] = nz;
    this.face = OWN;
    const better = BETTER * a.size;
    const faces = a.polyhedron!.planes.length;
    for (let f = 0; f < faces; f += 4) {
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
      if (!(gap > best + better) || !this.isSummit(triangle, top, x, y, z)) continue;
      best = gap;
      axis[0] = x;
      axis[1] = y;
      axis[2] = z;
      this.face = f >> 2;
    }
    return this.tryEdges(triangle, nx, ny, nz, best) <= reach;
  }

  /** Whether corner `top` of a triangle is not lower along (x, y, z) than any neighbour on the mesh. */
  private isSummit(triangle: number, top: number, x: number, y: number, z: number): boolean {
    const { aroundStart, around } = this.linksOf();
    const { positions: p, indices } = this.shape!.mesh;
    const v = indices[3 * triangle + top];
    for (let k = aroundStart[v]; k < aroundStart[v + 1]; k++) if (this.rises(p, v, around[k], x, y, z)) return false;
    return true;
  }

  private rises(p: Float64Array, from: number, to: number, x: number, y: number, z: number): boolean {
    const dx = p[3 * to] - p[3 * from];
    const dy = p[3 * to + 1] - p[3 * from + 1];
    const dz = p[3 * to + 2] - p[3 * from + 2];
    return dx * x + dy * y + dz * z > SUMMIT * Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  /** Axes of A's edges with those of the triangle that are ridges; returns the best gap. */
  private tryEdges(triangle: number, nx: number, ny: number, nz: number, gap: number): number {
    const { corners: p, axis, vertices: v, planes } = this;
    const { across } = this.linksOf();
    const { indices, positions } = this.shape!.mesh;
    const { edges } = this.a.polyhedron!;
    let best = gap;
    for (let c = 0; c < 3; c++) {
      const i = 3 * c;
      const j = 3 * ((c + 1) % 3);
      const far = across[3 * triangle + c];
      const from = indices[3 * triangle + c];
      if (far >= 0 && !this.rises(positions, from, far, -nx, -ny, -nz)) continue;
      const tx = p[j] - p[i];
      const ty = p[j + 1] - p[i + 1];
      const tz = p[j + 2] - p[i + 2];
      const k3 = 3 * ((c + 2) % 3);
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
        const h = x * (v[s] - p[i]) + y * (v[s + 1] - p[i + 1]) + z * (v[s + 2] - p[i + 2]);
        if (!(h > best + BETTER * this.a.size)) continue;
        // The edge must be A's lowest along the axis, and the triangle's highest on the mesh.
        if (!isLowest(planes, 4 * edges[e + 2], 4 * edges[e + 3], ex, ey, ez, x, y, z)) continue;
        const third = x * (p[k3] - p[i]) + y * (p[k3 + 1] - p[i + 1]) + z * (p[k3 + 2] - p[i + 2]);
        if (third > 0 || (far >= 0 && this.rises(positions, from, far, x, y, z))) continue;
        best = h;
        axis[0] = x;
        axis[1] = y;
        axis[2] = z;
        this.face = EDGES;
      }
    }
    return best;
  }

  /** Drops what the head of this file names. */
  private drop(thin: number, deepest: number): void {
    const { gaps } = this;
    let shallowest = -Infinity;
    for (let k = 0; k < this.count; k++) shallowest = Math.max(shallowest, gaps[k]);
    for (let k = 0; k < this.count; k++) {
      if (!(gaps[k] < -thin)) continue;
      if ((gaps[k] < -deepest && shallowest > gaps[k]) || this.isOfAnother(k, thin)) this.triangles[k] = -1;
    }
    for (let tops = 2; tops >= 1; tops--)
      for (let k = 0; k < this.count; k++)
        if (this.tops[k] === tops && this.triangles[k] >= 0 && this.isHad(k, thin)) this.triangles[k] = -1;
    let n = 0;
    for (let k = 0; k < this.count; k++) if (this.triangles[k] >= 0) this.move(k, n++);
    this.count = n;
  }

  /** Region `from` becomes region `to`. */
  move(from: number, to: number): void {
    this.triangles[to] = this.triangles[from];
    this.faces[to] = this.faces[from];
    this.places[to] = this.places[from];
    this.gaps[to] = this.gaps[from];
    for (let m = 0; m < 3; m++) this.axes[3 * to + m] = this.axes[3 * from + m];
  }

  /** Whether region k would be gone if the body left another triangle, in which it is less deep. */
  private isOfAnother(k: number, thin: number): boolean {
    const { axes, gaps, region } = this;
    let isMeasured = false;
    for (let j = 0; j < this.count; j++) {
      if (j === k || this.triangles[j] < 0 || !(gaps[j] > gaps[k])) continue;
      if (!isMeasured)
        this.measure(this.triangles[k], axes[3 * k], axes[3 * k + 1], axes[3 * k + 2], this.faces[k]);
      isMeasured = true;
      const { frame, vertices: v } = region;
      const cu = frame[3] * axes[3 * j] + frame[4] * axes[3 * j + 1] + frame[5] * axes[3 * j + 2];
      const cw = frame[6] * axes[3 * j] + frame[7] * axes[3 * j + 1] + frame[8] * axes[3 * j + 2];
      let low = Infinity;
      let high = -Infinity;
      for (let m = 0; m < 2 * region.count; m += 2) {
        const h = cu * v[m] + cw * v[m + 1];
        if (h < low) low = h;
        if (h > high) high = h;
      }
      // Seen edge-on it is no region.
      if (cu * cu + cw * cw > 0.01 && high - low <= thin + Math.max(0, -gaps[j])) return true;
    }
    return false;
  }

  /** Whether the summit or ridge that region k touches belongs to another region with the same axis, too. */
  private isHad(k: number, thin: number): boolean {
    const { axes, tops, triangles } = this;
    const { indices, positions } = this.shape!.mesh;
    const { r } = this.b;
    const x = r[0] * axes[3 * k] + r[3] * axes[3 * k + 1] + r[6] * axes[3 * k + 2];
    const y = r[1] * axes[3 * k] + r[4] * axes[3 * k + 1] + r[7] * axes[3 * k + 2];
    const z = r[2] * axes[3 * k] + r[5] * axes[3 * k + 1] + r[8] * axes[3 * k + 2];
    let most = -Infinity;
    const height = (v: number): number => x * positions[3 * v] + y * positions[3 * v + 1] + z * positions[3 * v + 2];
    for (let c = 0; c < 3; c++) most = Math.max(most, height(indices[3 * triangles[k] + c]));
    for (let j = 0; j < this.count; j++) {
      if (j === k || triangles[j] < 0 || tops[j] < tops[k] || (tops[j] === tops[k] && j > k)) continue;
      const same = axes[3 * k] * axes[3 * j] + axes[3 * k + 1] * axes[3 * j + 1] + axes[3 * k + 2] * axes[3 * j + 2];
      if (same < ALIKE) continue;
      let shared = 0;
      for (let c = 0; c < 3; c++) {
        const v = indices[3 * triangles[k] + c];
        if (most - height(v) > thin) continue;
        for (let d = 0; d < 3; d++) if (indices[3 * triangles[j] + d] === v) shared++;
      }
      if (shared >= tops[k]) return true;
    }
    return false;
  }

  private grow(): void {
    this.triangles = grown(this.triangles);
    this.faces = grown(this.faces);
    this.places = grown(this.places);
    this.tops = grown(this.tops);
    this.axes = grownFloats(this.axes);
    this.gaps = grownFloats(this.gaps);
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
    x * (planes[left] + planes[right]) + y * (planes[left + 1] + planes[right + 1]) + z * (planes[left + 2] + planes[right + 2]);
  return down < 0;
}

function along(n: Float64Array, p: Float64Array, i: number): number {
  return n[0] * p[i] + n[1] * p[i + 1] + n[2] * p[i + 2];
}

function grown(a: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * a.length);
  larger.set(a);
  return larger;
}

function grownFloats(a: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * a.length);
  larger.set(a);
  return larger;
}
