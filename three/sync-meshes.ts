// Moving three.js objects to where bodies are.

import type { Material, Mesh, Object3D } from 'three';
import type { ShapeDescription } from '../src/index.js';
import { meshFromShape } from './mesh-from-shape.js';

/** What can be drawn as a body: a Body of a world, or your own record of one. */
export interface BodyLike {
  /** Position of the shape's origin (m). */
  readonly position: ArrayLike<number>;
  /** Unit quaternion x, y, z, w. */
  readonly rotation: ArrayLike<number>;
  /** Needed only where a mesh is to be made of it. */
  readonly shape?: ShapeDescription;
}

/** What holds bodies: a World, or any list of them. */
export type BodiesLike<B extends BodyLike> = { bodies(): Iterable<B> } | readonly B[];

export interface SyncOptions<B extends BodyLike> {
  /** Where the objects of new bodies are added. Left out: bodies that are not in the map are passed over. */
  parent?: Object3D;
  /** Makes the object of a new body, or null to leave it out for now; `meshFromShape` in a quiet colour unless told. */
  create?: (body: B) => Object3D | null;
  /**
   * Takes objects of bodies that are gone from the map and the scene, and frees them; done where `parent` is given
   * unless told.
   */
  remove?: boolean;
}

/** Quiet colours that differ in lightness too: bodies take them in turn. */
const PALETTE = [0x7fa6c9, 0xe0b36a, 0x8fbf9f, 0xd98f7a, 0xa99bc9, 0xcfd4d9] as const;

/**
 * Moves the object of every body in `map` to the body's pose, in the frame of the object's parent. Creates and removes
 * only what the options ask for.
 */
export function syncMeshes<B extends BodyLike>(
  world: BodiesLike<B>,
  map: Map<B, Object3D>,
  options: SyncOptions<B> = {},
): void {
  const { parent, create, remove = parent !== undefined } = options;
  let alive = 0;
  const bodies = 'bodies' in world ? world.bodies() : world;
  for (const body of bodies) {
    let object = map.get(body);
    if (!object && parent) {
      const made = create ? create(body) : defaultMesh(body, map.size);
      if (!made) continue;
      parent.add(made);
      map.set(body, made);
      object = made;
    }
    if (!object) continue;
    alive++;
    const { position, rotation } = body;
    object.position.set(position[0], position[1], position[2]);
    object.quaternion.set(rotation[0], rotation[1], rotation[2], rotation[3]);
    if (!object.matrixAutoUpdate) object.updateMatrix();
  }
  if (remove && alive < map.size) removeOthers(world, map);
}

/**
 * The same for poses in a row, seven numbers a body (position x, y, z, rotation x, y, z, w), as a worker may send them.
 */
export function syncPoses(poses: ArrayLike<number>, objects: readonly (Object3D | null | undefined)[]): void {
  const count = Math.min(objects.length, Math.floor(poses.length / 7));
  for (let k = 0; k < count; k++) {
    const object = objects[k];
    if (!object) continue;
    const o = 7 * k;
    object.position.set(poses[o], poses[o + 1], poses[o + 2]);
    object.quaternion.set(poses[o + 3], poses[o + 4], poses[o + 5], poses[o + 6]);
    if (!object.matrixAutoUpdate) object.updateMatrix();
  }
}

/**
 * Frees the geometries and materials of an object and of all below it. What others share is made again when they draw.
 */
export function disposeObject(object: Object3D): void {
  object.traverse((child) => {
    const { geometry, material } = child as Partial<Mesh>;
    geometry?.dispose();
    for (const m of Array.isArray(material) ? material : [material]) (m as Material | undefined)?.dispose();
  });
}

function defaultMesh(body: BodyLike, count: number): Mesh | null {
  if (!body.shape) return null;
  const isGround = body.shape.type === 'half-space';
  return meshFromShape(body.shape, { color: isGround ? 0xe9ecef : PALETTE[count % PALETTE.length] });
}

function removeOthers<B extends BodyLike>(world: BodiesLike<B>, map: Map<B, Object3D>): void {
  const alive = new Set<B>('bodies' in world ? world.bodies() : world);
  for (const [body, object] of map) {
    if (alive.has(body)) continue;
    object.removeFromParent();
    disposeObject(object);
    map.delete(body);
  }
}
