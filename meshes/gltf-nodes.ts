// The nodes of a glTF file: a forest of transformations. Matrices are used as they stand in the file, shear included.
// The shape of the forest is checked, since a node that is its own ancestor would have no end.

import type { GLTF } from '@gltf-transform/core';
import { MeshFileError } from './error.js';

/** Column by column, as in glTF. */
export type Matrix4 = readonly number[];

const IDENTITY_MATRIX: Matrix4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * Call `add` with each mesh of the default scene, else of the first, else with every mesh as it is; and where it hangs.
 */
export function placeNodes(json: GLTF.IGLTF, fileName: string, add: (mesh: number, matrix: Matrix4) => void): void {
  const nodes = Array.isArray(json.nodes) ? json.nodes : [];
  const scenes = Array.isArray(json.scenes) ? json.scenes : [];
  if (scenes.length === 0) {
    for (let mesh = 0; mesh < (json.meshes ?? []).length; mesh++) add(mesh, IDENTITY_MATRIX);
    return;
  }
  const damaged = (what: string): MeshFileError => new MeshFileError(fileName, `${what}: the file is damaged`);
  const scene = scenes[json.scene ?? 0];
  if (scene === undefined || scene === null) throw damaged('has no such scene as it names');
  // Parent before child; a node seen twice in a scene has two parents or is its own ancestor, both forbidden.
  const seen = new Set<number>();
  const todo: { node: number; parent: Matrix4 }[] = [];
  for (const node of [...(scene.nodes ?? [])].reverse()) todo.push({ node, parent: IDENTITY_MATRIX });
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const node = nodes[next.node];
    if (node === undefined || node === null) throw damaged(`has no node ${next.node}`);
    if (seen.has(next.node)) throw damaged(`node ${next.node} hangs in the scene twice`);
    seen.add(next.node);
    const matrix = multiply(next.parent, nodeMatrix(node));
    if (!matrix.every(Number.isFinite)) throw damaged(`node ${next.node} has a transformation that is not finite`);
    if (node.mesh !== undefined) add(node.mesh, matrix);
    for (const child of [...(node.children ?? [])].reverse()) todo.push({ node: child, parent: matrix });
  }
}

/** The node's matrix: as given, or from scale, then rotation, then translation. */
function nodeMatrix(node: GLTF.INode): Matrix4 {
  if (node.matrix !== undefined) return numbers(node.matrix, IDENTITY_MATRIX);
  const [tx, ty, tz] = numbers(node.translation, [0, 0, 0]);
  const [x, y, z, w] = numbers(node.rotation, [0, 0, 0, 1]);
  const [sx, sy, sz] = numbers(node.scale, [1, 1, 1]);
  return [
    sx * (1 - 2 * (y * y + z * z)),
    sx * 2 * (x * y + w * z),
    sx * 2 * (x * z - w * y),
    0,
    sy * 2 * (x * y - w * z),
    sy * (1 - 2 * (x * x + z * z)),
    sy * 2 * (y * z + w * x),
    0,
    sz * 2 * (x * z + w * y),
    sz * 2 * (y * z - w * x),
    sz * (1 - 2 * (x * x + y * y)),
    0,
    tx,
    ty,
    tz,
    1,
  ];
}

/**
 * What is given if it is numbers like the fallback, the fallback if nothing is given, else NaN, which is refused above.
 */
function numbers(given: readonly number[] | undefined, fallback: readonly number[]): readonly number[] {
  if (given === undefined) return fallback;
  const fits = Array.isArray(given) && given.length === fallback.length && given.every(Number.isFinite);
  return fits ? given : fallback.map(() => Number.NaN);
}

function multiply(a: Matrix4, b: Matrix4): Matrix4 {
  if (a === IDENTITY_MATRIX) return b; // exact
  const out: number[] = [];
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[row + 4 * k] * b[k + 4 * column];
      out.push(sum);
    }
  }
  return out;
}
