import { type BufferGeometry, type ColorRepresentation, type Material, Mesh, MeshStandardMaterial } from 'three';
import type { ShapeDescription } from '../src/index.js';
import { type GeometryOptions, geometryFromShape } from './geometry-from-shape.js';

export interface MeshOptions extends GeometryOptions {
  /** Colour of the material that is made; has no effect beside `material`. */
  color?: ColorRepresentation;
  /** Used as it is; an array gives each part of a compound its own. */
  material?: Material | Material[];
}

/**
 * A mesh of a shape as scenes and `body.shape` describe it. It casts shadows and receives them; a half-space only
 * receives them. A compound is one mesh, with one group of triangles a part.
 */
export function meshFromShape(
  shape: ShapeDescription,
  options: MeshOptions = {},
): Mesh<BufferGeometry, Material | Material[]> {
  const material =
    options.material ??
    new MeshStandardMaterial({ color: options.color ?? 0xc8cdd3, roughness: 0.55, metalness: 0.05 });
  const mesh = new Mesh(geometryFromShape(shape, options), material);
  mesh.castShadow = shape.type !== 'half-space';
  mesh.receiveShadow = true;
  return mesh;
}
