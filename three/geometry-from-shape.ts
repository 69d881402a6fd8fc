// The surface of a shape as a three.js geometry, in the shape's own frame.
//
// Vertices lie on the shape (round solids: the mesh is a little smaller than the solid, see src/shapes/tessellate.ts)
// and carry its true normals; a vertex on a sharp edge is there once for each side of it. Every edge is shared by two
// triangles as positions, so the surface is watertight; only the half-space, which has no end, is drawn as a square.
// Verified in test/three/mesh-from-shape.test.ts.

import { BufferAttribute, BufferGeometry } from 'three';
import type { ShapeDescription } from '../src/index.js';
import { multiply, normalizeQuat, type Quat, rotate, type Vec3 } from '../src/math/vec3.js';
import { createShape } from '../src/shapes/create.js';
import { EVERY_KIND } from '../src/shapes/every-kind.js';
import { flatten, weld } from '../src/shapes/mesh.js';
import type { Polyhedron } from '../src/shapes/polyhedron.js';
import type { Shape } from '../src/shapes/shape.js';
import { tessellate } from '../src/shapes/tessellate.js';
import { creasedNormals } from './creased-normals.js';
import { SurfaceBuilder } from './surface-builder.js';

export interface GeometryOptions {
  /** Sides of a full circle; 48 unless told. */
  segments?: number;
  /** Edges of a mesh that bend by more than this are drawn sharp (rad); 0.6 unless told. */
  creaseAngle?: number;
  /** Side of the square that stands for a half-space (m); 200 unless told. */
  halfSpaceSize?: number;
}

/**
 * The surface of a shape. The parts of a compound are one geometry, with one group each, so that an array of materials
 * colours them.
 */
export function geometryFromShape(shape: ShapeDescription, options: GeometryOptions = {}): BufferGeometry {
  const out = new SurfaceBuilder();
  const geometry = new BufferGeometry();
  let part = 0;
  const add = (s: ShapeDescription, position: Vec3, rotation: Quat): void => {
    if (s.type === 'compound') {
      for (const p of s.parts) {
        const turned = rotate(rotation, p.position ?? [0, 0, 0]);
        add(
          p.shape,
          [position[0] + turned[0], position[1] + turned[1], position[2] + turned[2]],
          multiply(rotation, normalizeQuat(p.rotation ?? [0, 0, 0, 1])),
        );
      }
      return;
    }
    const vertex = out.vertexCount;
    const index = out.indexCount;
    addSurface(out, s, options);
    out.transform(vertex, position, rotation);
    if (shape.type === 'compound') geometry.addGroup(index, out.indexCount - index, part++);
  };
  add(shape, [0, 0, 0], [0, 0, 0, 1]);
  geometry.setAttribute('position', new BufferAttribute(out.positions(), 3));
  geometry.setAttribute('normal', new BufferAttribute(out.normals(), 3));
  geometry.setIndex(new BufferAttribute(out.indices(), 1));
  return geometry;
}

const ROUND: readonly string[] = ['sphere', 'capsule', 'torus', 'cylinder', 'cone'];

function addSurface(out: SurfaceBuilder, shape: ShapeDescription, options: GeometryOptions): void {
  const segments = options.segments ?? 48;
  switch (shape.type) {
    case 'half-space':
      addSquare(out, 0.5 * (options.halfSpaceSize ?? 200));
      return;
    case 'mesh': {
      if (shape.thickness !== undefined) break;
      // Drawn as it is given: whether it is closed is for the engine to ask.
      let positions: Float64Array = Float64Array.from(flatten(shape.positions));
      let indices: Int32Array = Int32Array.from(flatten(shape.indices));
      if (shape.weld !== undefined && shape.weld !== false)
        ({ positions, indices } = weld(positions, indices, shape.weld === true ? 0 : shape.weld));
      out.addCorners(positions, indices, creasedNormals(positions, indices, options.creaseAngle ?? 0.6));
      return;
    }
  }
  const made = createShape(shape, EVERY_KIND);
  if (made.type === 'box' || made.type === 'convex') {
    addFaces(out, made.polyhedron);
    return;
  }
  const { positions, indices } = tessellate(made, { segments });
  // Terrain, clouds of points and kinds of one's own have no normals but those of their triangles.
  const normals = ROUND.includes(made.type)
    ? trueNormals(made, positions, indices)
    : creasedNormals(positions, indices, options.creaseAngle ?? 0.6);
  out.addCorners(positions, indices, normals);
}

function addSquare(out: SurfaceBuilder, h: number): void {
  const corners = [0, 1, 2, 3].map((k) => out.addVertex(k & 1 ? h : -h, 0, k & 2 ? h : -h, 0, 1, 0));
  out.addTriangle(corners[0], corners[2], corners[3]);
  out.addTriangle(corners[0], corners[3], corners[1]);
}

function addFaces(out: SurfaceBuilder, p: Polyhedron): void {
  for (let f = 0; f + 1 < p.faceStart.length; f++) {
    const first = out.vertexCount;
    const count = p.faceStart[f + 1] - p.faceStart[f];
    for (let i = 0; i < count; i++) {
      const v = 3 * p.faceVertices[p.faceStart[f] + i];
      const n = 4 * f;
      out.addVertex(p.vertices[v], p.vertices[v + 1], p.vertices[v + 2], p.planes[n], p.planes[n + 1], p.planes[n + 2]);
    }
    for (let i = 1; i + 1 < count; i++) out.addTriangle(first, first + i, first + i + 1);
  }
}

/**
 * The normal of a round shape at every corner of its triangles: on an edge, that of the side on which the triangle
 * lies.
 */
function trueNormals(shape: Shape, positions: Float64Array, indices: Int32Array): Float64Array {
  const normals = new Float64Array(3 * indices.length);
  const set = (k: number, x: number, y: number, z: number): void => {
    const size = Math.sqrt(x * x + y * y + z * z);
    normals[3 * k] = x / size;
    normals[3 * k + 1] = y / size;
    normals[3 * k + 2] = z / size;
  };
  for (let k = 0; k < indices.length; k++) {
    const x = positions[3 * indices[k]];
    const y = positions[3 * indices[k] + 1];
    const z = positions[3 * indices[k] + 2];
    const t = k - (k % 3);
    switch (shape.type) {
      case 'sphere':
        set(k, x, y, z);
        break;
      case 'capsule':
        set(k, x, y - Math.max(-shape.halfHeight, Math.min(shape.halfHeight, y)), z);
        break;
      case 'torus': {
        const k1 = 1 - shape.radius / Math.sqrt(x * x + z * z);
        set(k, k1 * x, y, k1 * z);
        break;
      }
      case 'cylinder':
        if (isLevel(positions, indices, t)) set(k, 0, y, 0);
        else set(k, x, 0, z);
        break;
      case 'cone': {
        if (isLevel(positions, indices, t)) set(k, 0, -1, 0);
        else {
          // The apex has no direction of its own: it takes that of the triangle's middle.
          let [dx, dz] = [x, z];
          if (dx === 0 && dz === 0)
            for (let c = t; c < t + 3; c++) {
              dx += positions[3 * indices[c]];
              dz += positions[3 * indices[c] + 2];
            }
          const out = (2 * shape.halfHeight) / Math.sqrt(dx * dx + dz * dz);
          set(k, out * dx, shape.radius, out * dz);
        }
        break;
      }
    }
  }
  return normals;
}

/**
 * Whether the triangle whose corners are indices[t…] lies in a plane of constant height, as the ends of a cylinder do.
 */
function isLevel(positions: Float64Array, indices: Int32Array, t: number): boolean {
  const y = positions[3 * indices[t] + 1];
  return positions[3 * indices[t + 1] + 1] === y && positions[3 * indices[t + 2] + 1] === y;
}
