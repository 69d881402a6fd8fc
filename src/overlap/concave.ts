// Overlaps of solids that are not convex, and of curved ones without a formula: exact where both are meshes or polyhedra,
// or one is a half-space, by ray columns else. Solid-pair.ts asks.

import { matrixFromQuaternion } from '../math/quaternion.js';
import { shapeOfMesh } from '../shapes/kinds/mesh.js';
import { type TriangleMesh, uncheckedMesh } from '../shapes/mesh.js';
import { triangulateFaces } from '../shapes/polyhedral-mass.js';
import type { Polyhedron } from '../shapes/polyhedron.js';
import type { MeshShape, SimpleShape } from '../shapes/shape.js';
import { TorusCut } from './analytic/torus.js';
import { MeshHalfSpaceOverlap } from './mesh-half-space.js';
import { MeshPairOverlap } from './meshes/mesh-pair.js';
import { OV_AREA_VECTOR, OV_FACE_NORMAL, OV_STRIDE, type OverlapBuffer } from './overlap.js';
import { type RayOptions, RayOverlap } from './rays/ray-overlap.js';

/** 1 - cos of 0.1 rad and of 0.25 rad. */
const NEAR = 0.005;
const FAR = 0.031;

export class ConcaveOverlap {
  readonly torus = new TorusCut();
  /** Made for the first pair that asks: they have megabytes to work in, which a world of boxes need not have. */
  #meshes: MeshPairOverlap | null = null;
  #plane: MeshHalfSpaceOverlap | null = null;
  #rays: RayOverlap | null = null;
  readonly #faces = new WeakMap<Polyhedron, MeshShape>();
  readonly #direction = new Float64Array(3);
  readonly #rotation = new Float64Array(9);
  readonly #faceNormal = new Float64Array(3);

  /** Makes what a mesh needs to overlap other meshes: its edges, and what walks through both go by. */
  ready(mesh: TriangleMesh, options: RayOptions): void {
    if (options.exact === true) this.#exact(options).ready(mesh);
  }

  /** The overlap of meshes and half-spaces. */
  onPlane(options: RayOptions): MeshHalfSpaceOverlap {
    this.#plane ??= new MeshHalfSpaceOverlap(options.wasm);
    return this.#plane;
  }

  #exact(options: RayOptions): MeshPairOverlap {
    this.#meshes ??= new MeshPairOverlap(options.wasm);
    return this.#meshes;
  }

  /** As SolidOverlap.compute, for pairs that have no formula; `polyA`, `polyB`: what is a polyhedron. */
  compute(
    a: SimpleShape,
    pa: Float64Array,
    ai: number,
    b: SimpleShape,
    pb: Float64Array,
    bi: number,
    out: OverlapBuffer,
    options: RayOptions,
    polyA: Polyhedron | null,
    polyB: Polyhedron | null,
  ): number {
    const meshA = options.exact === true ? this.#facesOf(a, polyA) : null;
    const meshB = meshA && this.#facesOf(b, polyB);
    let count = meshA && meshB ? this.#exact(options).compute(meshA, pa, ai, meshB, pb, bi, out, options) : -1;
    if (count < 0) {
      this.#rays ??= new RayOverlap();
      count = this.#rays.compute(a, pa, ai, b, pb, bi, out, options);
    }
    for (let c = 0; c < count; c++) {
      if (polyB) this.#leanOnFace(out, c, polyB, pb, bi, 1);
      else if (polyA) this.#leanOnFace(out, c, polyA, pa, ai, -1);
    }
    return count;
  }

  /** A mesh itself, or that of a polyhedron's faces; null: it is neither. */
  #facesOf(shape: SimpleShape, poly: Polyhedron | null): MeshShape | null {
    if (shape.type === 'mesh') return shape;
    if (poly === null) return null;
    let faces = this.#faces.get(poly);
    if (faces === undefined) {
      const mesh = uncheckedMesh(poly.vertices, triangulateFaces(poly));
      faces = { ...shapeOfMesh(mesh, shape.massProperties!, shape.description), bounds: shape.bounds };
      this.#faces.set(poly, faces);
    }
    return faces;
  }

  /**
   * A round or bumpy solid that lies on a face near its end tilts the volume's gradient by about depth/width, since its
   * overlap also shrinks sideways. Where the gradient is that near to a face's normal, the face is what it lies on.
   */
  #leanOnFace(out: OverlapBuffer, c: number, poly: Polyhedron, p: Float64Array, i: number, sign: number): void {
    const r = out.records;
    const o = c * OV_STRIDE;
    const g = this.#direction;
    const size = Math.sqrt(
      r[o + OV_AREA_VECTOR] * r[o + OV_AREA_VECTOR] +
        r[o + OV_AREA_VECTOR + 1] * r[o + OV_AREA_VECTOR + 1] +
        r[o + OV_AREA_VECTOR + 2] * r[o + OV_AREA_VECTOR + 2],
    );
    if (!(size > 0)) return;
    for (let k = 0; k < 3; k++) g[k] = -r[o + OV_AREA_VECTOR + k] / size;
    const m = this.#rotation;
    const n = this.#faceNormal;
    matrixFromQuaternion(m, 0, p, i + 3);
    // The solid's outward normals point to the other solid; the record's from B to A.
    const x = sign * (m[0] * g[0] + m[3] * g[1] + m[6] * g[2]);
    const y = sign * (m[1] * g[0] + m[4] * g[1] + m[7] * g[2]);
    const z = sign * (m[2] * g[0] + m[5] * g[1] + m[8] * g[2]);
    let best = 0;
    let nearest = -1;
    for (let f = 0; f < poly.planes.length; f += 4) {
      const along = x * poly.planes[f] + y * poly.planes[f + 1] + z * poly.planes[f + 2];
      if (along > best) {
        best = along;
        nearest = f;
      }
    }
    // 1 - cos of the angle between gradient and face; the blend keeps the normal continuous as one leaves the other.
    const lean = (1 - best - NEAR) / (FAR - NEAR);
    if (nearest < 0 || lean >= 1) return;
    const weight = lean > 0 ? 1 - lean * lean * (3 - 2 * lean) : 1;
    for (let k = 0; k < 3; k++) {
      const face =
        m[3 * k] * poly.planes[nearest] +
        m[3 * k + 1] * poly.planes[nearest + 1] +
        m[3 * k + 2] * poly.planes[nearest + 2];
      n[k] = weight * sign * face + (1 - weight) * g[k];
    }
    const k = 1 / Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (let j = 0; j < 3; j++) r[o + OV_FACE_NORMAL + j] = k * n[j];
  }
}
