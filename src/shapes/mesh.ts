import { ShapeError } from './errors.js';
import type { MassProperties } from './mass.js';
import { polyhedralMass } from './polyhedral-mass.js';
import type { TriangleTree } from './triangle-tree.js';
import { buildTriangleTree } from './triangle-tree.js';

/** A closed, consistently outward-oriented triangle mesh. Immutable. */
export interface TriangleMesh {
  /** x, y, z per vertex. */
  readonly positions: Float64Array;
  /** Three vertex indices a triangle, counter-clockwise seen from outside. */
  readonly indices: Int32Array;
  /** Box tree over the triangles, built on first use. */
  readonly tree: TriangleTree;
}

type Triples = ArrayLike<number> | readonly (readonly [number, number, number])[];

class Mesh implements TriangleMesh {
  private built: TriangleTree | null = null;

  constructor(
    readonly positions: Float64Array,
    readonly indices: Int32Array,
  ) {}

  get tree(): TriangleTree {
    this.built ??= buildTriangleTree(this.positions, this.indices);
    return this.built;
  }
}

export function createMesh(
  positions: Triples,
  indices: Triples,
  _weld: number | boolean,
): { mesh: TriangleMesh; massProperties: MassProperties } {
  const p = Float64Array.from(flatten(positions));
  const i = Int32Array.from(flatten(indices));
  const massProperties = polyhedralMass(p, i);
  if (!(massProperties.volume > 0)) throw new ShapeError('mesh encloses no volume');
  return { mesh: new Mesh(p, i), massProperties };
}

function flatten(triples: Triples): ArrayLike<number> {
  if (triples.length === 0 || typeof triples[0] === 'number') return triples as ArrayLike<number>;
  return (triples as readonly (readonly number[])[]).flat();
}
