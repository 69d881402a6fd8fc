import type { MeshRoom } from './ray-mesh.js';

/** What a ray met, and the room that casting needs: make one and keep it. */
export class RayHit {
  /** Outward unit normal in the shape's frame at the point met. */
  readonly normal = new Float64Array(3);
  /** Index of the part of a compound, else 0. */
  part = 0;
  /** Index of the triangle of a mesh, else -1; also -1 for a ray that starts inside. */
  triangle = -1;

  /** Scratch: the stretch of the line inside a convex shape, and the normal where it begins. */
  enter = 0;
  exit = 0;
  nx = 0;
  ny = 0;
  nz = 0;
  /** What meshes need, from the first on. */
  room: MeshRoom | null = null;
}

/** A ray that starts inside meets the shape at once, with the normal against it. */
export function startsInside(hit: RayHit, dx: number, dy: number, dz: number): number {
  const k = -1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
  hit.normal[0] = k * dx;
  hit.normal[1] = k * dy;
  hit.normal[2] = k * dz;
  return 0;
}
