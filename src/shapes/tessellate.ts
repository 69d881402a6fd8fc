// A closed, outward triangle mesh of any bounded shape: for drawing, export and as an oracle in tests.
// Vertices of curved surfaces lie on them, so the mesh is a little smaller than the solid: volume and inertia fall
// short by a share of order 1/segments². Parts of a compound are put side by side, not united.

import { cos, PI, sin } from '../math/trig.js';
import { add, rotate } from '../math/vec3.js';
import { ShapeError } from './errors.js';
import { triangulateFaces } from './polyhedral-mass.js';
import type { Polyhedron } from './polyhedron.js';
import type { MeshData } from './procedural.js';
import { icosphere, revolve, torusMesh } from './procedural.js';
import type { CompoundPart, Shape } from './shape.js';

export interface TessellateOptions {
  /** Sides of a full circle, at least 3; 32 unless told. */
  segments?: number;
}

export function tessellate(shape: Shape, options: TessellateOptions = {}): MeshData {
  const segments = Math.max(3, Math.floor(options.segments ?? 32));
  switch (shape.type) {
    case 'sphere':
      return icosphere(Math.ceil(segments / 5), shape.radius);
    case 'box':
    case 'convex':
      return fans(shape.polyhedron);
    case 'cylinder': {
      const { radius: r, halfHeight: h } = shape;
      const profile: [number, number][] = [
        [0, -h],
        [r, -h],
        [r, h],
        [0, h],
      ];
      return revolve(profile, segments);
    }
    case 'cone': {
      const { radius: r, halfHeight: h } = shape;
      const profile: [number, number][] = [
        [0, -h],
        [r, -h],
        [0, h],
      ];
      return revolve(profile, segments);
    }
    case 'capsule': {
      const { radius: r, halfHeight: h } = shape;
      const rows = Math.max(1, Math.ceil(segments / 4));
      const profile: [number, number][] = [[0, -h - r]];
      for (let i = 1; i < rows; i++) {
        const a = (0.5 * PI * i) / rows;
        profile.push([r * sin(a), -h - r * cos(a)]);
      }
      profile.push([r, -h]);
      // Mirrored exactly, so that the mesh is as symmetric as the capsule.
      for (let i = rows; i > 0; i--) profile.push([profile[i][0], -profile[i][1]]);
      profile.push([0, h + r]);
      // A capsule without a straight part is a sphere: its two equators are one.
      if (profile[rows][1] === profile[rows + 1][1]) profile.splice(rows, 1);
      return revolve(profile, segments);
    }
    case 'torus':
      return torusMesh(shape.radius, shape.tube, segments, Math.max(3, Math.ceil(segments / 2)));
    case 'mesh':
      return { positions: shape.mesh.positions.slice(), indices: shape.mesh.indices.slice() };
    case 'compound':
      return joinParts(shape.parts, segments);
    case 'half-space':
      throw new ShapeError('a half-space has no end: it cannot be made into a mesh');
  }
}

function fans(p: Polyhedron): MeshData {
  return { positions: p.vertices.slice(), indices: triangulateFaces(p) };
}

function joinParts(parts: readonly CompoundPart[], segments: number): MeshData {
  const meshes = parts.map((part) => tessellate(part.shape, { segments }));
  const positions = new Float64Array(meshes.reduce((sum, m) => sum + m.positions.length, 0));
  const indices = new Int32Array(meshes.reduce((sum, m) => sum + m.indices.length, 0));
  let p = 0;
  let k = 0;
  for (let i = 0; i < parts.length; i++) {
    const { position, rotation } = parts[i];
    const m = meshes[i];
    for (let j = 0; j < m.indices.length; j++) indices[k++] = p / 3 + m.indices[j];
    for (let v = 0; v < m.positions.length; v += 3) {
      const turned = rotate(rotation, [m.positions[v], m.positions[v + 1], m.positions[v + 2]]);
      positions.set(add(position, turned), p);
      p += 3;
    }
  }
  return { positions, indices };
}
