// From a description to a shape: geometry checked and completed once, so that nothing later has to ask.
// Numbers are taken as validated (finite, positive where they must be); what is refused here is geometry that has no
// volume or no inside, as a ShapeError.

import { SixfoldError } from '../checks/error.js';
import { show } from '../checks/fields.js';
import type { DescriptionBase, ShapeKind } from './kind.js';
import type { Shape, ShapeDescription } from './shape.js';

/** Kinds that are entries of the package: the type, and the name of the export of `sixfold/concave`. */
const FURTHER_KINDS: Readonly<Record<string, string>> = { mesh: 'mesh', 'height-field': 'heightField', torus: 'torus' };

/** What to do for a type whose kind was not handed in; empty where no entry has it. */
export function needsKind(type: unknown): string {
  if (typeof type !== 'string' || !Object.hasOwn(FURTHER_KINDS, type)) return '';
  const name = FURTHER_KINDS[type]!;
  return `needs: import { ${name} } from 'sixfold/concave' and new World(scene, { shapes: [${name}] })`;
}

/** `kinds`: those that may be described. */
export function makeShape(description: ShapeDescription, kinds: readonly ShapeKind[]): Shape {
  const make = (d: DescriptionBase): Shape => {
    const kind = kinds.find(({ type }) => type === d.type);
    if (!kind)
      throw new SixfoldError(
        `shape type ${show(d.type)} ${needsKind(d.type) || 'is not known; hand its kind in: new World(scene, { shapes: [kind] })'}`,
      );
    return kind.create(d, make) as Shape;
  };
  return make(description);
}
