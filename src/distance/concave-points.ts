// Contact points of pairs of which one is a mesh or a torus: see points.ts.

import type { MeshShape, SimpleShape } from '../shapes/shape.js';
import { MAX_TREE_DEPTH } from '../shapes/triangle-tree.js';
import { ID_VERTEX_A, type PointBuffer } from './buffer.js';
import { Closest } from './closest.js';
import { LEVEL_TILT, RIM_COS, RIM_POINTS, RIM_SIN } from './feature.js';
import { push, pushVertex } from './half-space.js';
import { Marks } from './marks.js';
import { HALF_SPACE, MESH, Placed, SMOOTH, SPHERE, TORUS } from './placed.js';
import { sphereVsShape } from './round.js';
import { Surfaces } from './surface.js';
import { SurfaceClosest } from './surface-closest.js';
import { SurfaceNearest } from './surface-nearest.js';
import { SurfacePair } from './surface-pair.js';
import { SurfaceRound } from './surface-round.js';
import { TorusContact } from './torus.js';

export class ConcavePoints {
  readonly #surfaces = new Surfaces();
  readonly #closest = new Closest(new SurfaceNearest(this.#surfaces));
  readonly #torus = new TorusContact(this.#closest);
  readonly #surfacePair = new SurfacePair();
  readonly #nearest = new SurfaceClosest();
  readonly #surfaceRound = new SurfaceRound(this.#closest);
  readonly #placed = new Placed();
  readonly #marks = new Marks();
  readonly #stack = new Int32Array(MAX_TREE_DEPTH + 2);

  /** How deep edges of meshes may lie in each other (m): see surface-pair.ts. */
  set deepest(deepest: number) {
    this.#surfacePair.deepest = deepest;
  }

  /**
   * Signed distance (m) of the point (x, y, z) from the surface of a mesh or polyhedron at pose p[i…], negative inside;
   * Infinity: it is farther than `limit` from its box.
   */
  distanceFrom(shape: SimpleShape, p: Float64Array, i: number, x: number, y: number, z: number, limit: number): number {
    const placed = this.#placed;
    placed.set(shape, p, i, x, y, z);
    const { r, x: ox, y: oy, z: oz } = placed;
    const lx = -(r[0] * ox + r[3] * oy + r[6] * oz);
    const ly = -(r[1] * ox + r[4] * oy + r[7] * oz);
    const lz = -(r[2] * ox + r[5] * oy + r[8] * oz);
    return this.#nearest.find(this.#surfaces.of(placed), lx, ly, lz, limit);
  }

  /** Points of `first` and `second`, in the order of their kinds' numbers, into `out`. */
  generate(first: Placed, second: Placed, margin: number, out: PointBuffer): void {
    if (second.kind === HALF_SPACE) {
      if (first.kind === TORUS) torusOnPlane(first, second, margin, out);
      else this.#meshOnPlane(first, second, margin, out);
    } else if (second.kind === TORUS || first.kind === TORUS) {
      if (first.kind === SPHERE) {
        sphereVsShape(first, second, this.#closest, margin, out);
      } else if (first.kind === TORUS) {
        this.#torus.generate(first, second, margin, out);
      } else {
        out.flipped = !out.flipped;
        this.#torus.generate(second, first, margin, out);
      }
    } else {
      const surface = this.#surfaces.of(second);
      if (first.kind === MESH || first.kind === SMOOTH || first.polyhedron !== null) {
        this.#surfacePair.generate(first, this.#surfaces.of(first), second, surface, margin, out);
      } else {
        this.#surfaceRound.generate(first, second, surface, margin, out);
      }
    }
  }

  /** Where torus s and another are nearest to each other (torus.ts). */
  places(s: Placed, other: Placed, margin: number, out: PointBuffer, isRound: boolean): boolean {
    return this.#torus.places(s, other, margin, out, isRound);
  }

  /** First body s, second the half-space h. */
  #meshOnPlane(s: Placed, h: Placed, margin: number, out: PointBuffer): void {
    const nx = h.r[1];
    const ny = h.r[4];
    const nz = h.r[7];
    const offset = nx * h.x + ny * h.y + nz * h.z;
    const { mesh } = s.shape as MeshShape;
    const tree = mesh.tree;
    const v = mesh.positions;
    const b = tree.bounds;
    const r = s.r;
    // the plane in the mesh's frame
    const lx = r[0] * nx + r[3] * ny + r[6] * nz;
    const ly = r[1] * nx + r[4] * ny + r[7] * nz;
    const lz = r[2] * nx + r[5] * ny + r[8] * nz;
    const limit = offset + margin - (nx * s.x + ny * s.y + nz * s.z);
    const ix = lx >= 0 ? 0 : 3;
    const iy = ly >= 0 ? 1 : 4;
    const iz = lz >= 0 ? 2 : 5;
    this.#marks.start(v.length / 3);
    const stack = this.#stack;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const i = stack[--top];
      const o = 6 * i;
      if (lx * b[o + ix] + ly * b[o + iy] + lz * b[o + iz] > limit + 1e-9 * s.size) continue;
      const n = tree.count[i];
      if (n === 0) {
        stack[top++] = tree.first[i];
        stack[top++] = i + 1;
        continue;
      }
      for (let k = 0; k < n; k++) {
        const t = 3 * tree.order[tree.first[i] + k];
        for (let c = 0; c < 3; c++) {
          const w = mesh.indices[t + c];
          if (this.#marks.first(w)) pushVertex(s, v, 3 * w, nx, ny, nz, offset, margin, out);
        }
      }
    }
  }
}

/**
 * Tube points under RIM_POINTS places of the ring, the first under its lowest. Each is the lowest of its own
 * cross-section: exact at the lowest place and where the ring lies flat, slightly high elsewhere.
 */
function torusOnPlane(s: Placed, h: Placed, margin: number, out: PointBuffer): void {
  const nx = h.r[1];
  const ny = h.r[4];
  const nz = h.r[7];
  const offset = nx * h.x + ny * h.y + nz * h.z;
  const r = s.r;
  const dx = -(r[0] * nx + r[3] * ny + r[6] * nz);
  const dy = -(r[1] * nx + r[4] * ny + r[7] * nz);
  const dz = -(r[2] * nx + r[5] * ny + r[8] * nz);
  const tilt = Math.sqrt(dx * dx + dz * dz);
  const ux = tilt > LEVEL_TILT ? dx / tilt : 1;
  const uz = tilt > LEVEL_TILT ? dz / tilt : 0;
  for (let k = 0; k < RIM_POINTS; k++) {
    const cx = RIM_COS[k] * ux + RIM_SIN[k] * uz;
    const cz = RIM_COS[k] * uz - RIM_SIN[k] * ux;
    // d within the cross-section spanned by the ring's radial direction and Y
    const radial = dx * cx + dz * cz;
    const length = Math.sqrt(radial * radial + dy * dy);
    if (length < 1e-9) continue;
    const px = cx * (s.hx + (s.hy * radial) / length);
    const py = (s.hy * dy) / length;
    const pz = cz * (s.hx + (s.hy * radial) / length);
    const x = s.x + r[0] * px + r[1] * py + r[2] * pz;
    const y = s.y + r[3] * px + r[4] * py + r[5] * pz;
    const z = s.z + r[6] * px + r[7] * py + r[8] * pz;
    push(x, y, z, nx, ny, nz, nx * x + ny * y + nz * z - offset, margin, ID_VERTEX_A | k, out);
  }
}
