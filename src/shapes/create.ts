// From a description to a shape: geometry checked and completed once, so that nothing later has to ask.
// Numbers are taken as validated (finite, positive where they must be); what is refused here is geometry that has no
// volume or no inside, as a ShapeError.

import { matrixFromQuaternion } from '../math/quaternion.js';
import type { Quat, Vec3 } from '../math/vec3.js';
import { add, IDENTITY, multiply, normalizeQuat, rotate, ZERO } from '../math/vec3.js';
import { boundsOfPoints, symmetricBounds, updateBounds } from './bounds.js';
import { ShapeError } from './errors.js';
import type { MassMoments, MassProperties } from './mass.js';
import {
  boxMass,
  capsuleMass,
  combine,
  coneMass,
  cylinderMass,
  scaled,
  sphereMass,
  torusMass,
  transformMass,
} from './mass.js';
import { createMesh } from './mesh.js';
import { polyhedralMass, triangulateFaces } from './polyhedral-mass.js';
import { boxPolyhedron } from './polyhedron.js';
import { computeHull } from './quickhull.js';
import type { CompoundPart, CompoundPartDescription, CompoundShape, Shape, ShapeDescription } from './shape.js';

export function createShape(description: ShapeDescription): Shape {
  switch (description.type) {
    case 'sphere': {
      const { radius } = description;
      const bounds = symmetricBounds(radius, radius, radius);
      return { type: 'sphere', radius, bounds, massProperties: sphereMass(radius), description: { ...description } };
    }
    case 'box': {
      const [x, y, z] = description.size;
      const hx = 0.5 * x;
      const hy = 0.5 * y;
      const hz = 0.5 * z;
      return {
        type: 'box',
        hx,
        hy,
        hz,
        polyhedron: boxPolyhedron(hx, hy, hz),
        bounds: symmetricBounds(hx, hy, hz),
        massProperties: boxMass(x, y, z),
        description: { type: 'box', size: [x, y, z] },
      };
    }
    case 'cylinder':
    case 'capsule':
    case 'cone': {
      const { type, radius, height } = description;
      const halfHeight = 0.5 * height;
      const bounds = symmetricBounds(radius, type === 'capsule' ? halfHeight + radius : halfHeight, radius);
      const mass = type === 'cylinder' ? cylinderMass : type === 'capsule' ? capsuleMass : coneMass;
      const massProperties = mass(radius, height);
      return { type, radius, halfHeight, bounds, massProperties, description: { ...description } } as Shape;
    }
    case 'half-space': {
      const bounds = Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, 0, Infinity);
      return { type: 'half-space', bounds, massProperties: null, description: { type: 'half-space' } };
    }
    case 'torus': {
      const { radius, tube } = description;
      if (!(tube < radius)) {
        throw new ShapeError(`torus tube ${tube} m must be less than its radius ${radius} m: it would cut itself`);
      }
      const bounds = symmetricBounds(radius + tube, tube, radius + tube);
      return {
        type: 'torus',
        radius,
        tube,
        bounds,
        massProperties: torusMass(radius, tube),
        description: { ...description },
      };
    }
    case 'convex': {
      // All points are kept, not only the hull's: the same description must give the same bits again.
      const points = description.points.map((p): Vec3 => [p[0], p[1], p[2]]);
      const polyhedron = computeHull(Float64Array.from(points.flat()));
      return {
        type: 'convex',
        polyhedron,
        bounds: boundsOfPoints(polyhedron.vertices),
        massProperties: polyhedralMass(polyhedron.vertices, triangulateFaces(polyhedron)),
        description: { type: 'convex', points },
      };
    }
    case 'mesh': {
      const { mesh, massProperties } = createMesh(
        description.positions,
        description.indices,
        description.weld ?? false,
      );
      return {
        type: 'mesh',
        mesh,
        bounds: boundsOfPoints(mesh.positions),
        massProperties,
        // Already welded, and sharing the mesh's own arrays.
        description: { type: 'mesh', positions: mesh.positions, indices: mesh.indices },
      };
    }
    case 'compound':
      return createCompound(description.parts);
  }
}

function createCompound(descriptions: readonly CompoundPartDescription[]): CompoundShape {
  const parts: CompoundPart[] = [];
  const kept: CompoundPartDescription[] = [];
  for (const d of descriptions) {
    const shape = createShape(d.shape);
    const position = d.position ?? ZERO;
    const rotation = normalizeQuat(d.rotation ?? IDENTITY);
    const friction = d.friction ?? null;
    const density = d.density ?? null;
    // What is kept is what was given, down to the bits, with the part's own description in place of the caller's.
    const description: CompoundPartDescription = { ...d, shape: shape.description };
    if (d.position) description.position = [d.position[0], d.position[1], d.position[2]];
    if (d.rotation) description.rotation = [d.rotation[0], d.rotation[1], d.rotation[2], d.rotation[3]];
    kept.push(description);
    if (shape.type !== 'compound') {
      parts.push({ shape, position: [position[0], position[1], position[2]], rotation, friction, density });
      continue;
    }
    for (const inner of shape.parts) {
      parts.push({
        shape: inner.shape,
        position: add(position, rotate(rotation, inner.position)),
        rotation: normalizeQuat(multiply(rotation, inner.rotation)),
        friction: inner.friction ?? friction,
        density: inner.density ?? density,
      });
    }
  }
  if (parts.length === 0) throw new ShapeError('compound has no parts: it needs at least one');
  return {
    type: 'compound',
    parts,
    bounds: boundsOfParts(parts),
    massProperties: massOfParts(parts),
    description: { type: 'compound', parts: kept },
  };
}

function massOfParts(parts: readonly CompoundPart[]): MassProperties | null {
  const all: MassMoments[] = [];
  const free: MassMoments[] = [];
  const weighted: MassMoments[] = [];
  for (const { shape, position, rotation, density } of parts) {
    const m = shape.massProperties;
    if (m === null) return null;
    const unit: MassMoments = { mass: m.volume, center: m.center, inertia: m.inertia };
    const placed = transformMass(unit, position, rotation);
    all.push(placed);
    if (density === null) {
      free.push(placed);
    } else {
      weighted.push(scaled(placed, density));
    }
  }
  const { mass, center, inertia } = combine(all);
  const split = weighted.length === 0 ? null : { free: combine(free), weighted: combine(weighted) };
  return { volume: mass, center, inertia, split };
}

function boundsOfParts(parts: readonly CompoundPart[]): Float64Array {
  const bounds = symmetricBounds(-Infinity, -Infinity, -Infinity);
  const part = new Float64Array(6);
  const matrix = new Float64Array(9);
  for (const { shape, position, rotation } of parts) {
    matrixFromQuaternion(matrix, 0, Float64Array.from(rotation as Quat), 0);
    updateBounds(part, 0, shape, matrix, 0, position[0], position[1], position[2]);
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k], part[k]);
      bounds[k + 3] = Math.max(bounds[k + 3], part[k + 3]);
    }
  }
  return bounds;
}
