// Checking shape descriptions. Geometric faults (open meshes, flat hulls) are found by makeShape and reworded here.

import { SixfoldError } from '../checks/error.js';
import { readObject, readOneOf, refuseUnknown, show } from '../checks/fields.js';
import { needs } from '../contact/kind.js';
import { FURTHER_MODELS, FURTHER_SHAPES } from '../contact/registry.js';
import { ShapeError } from '../shapes/errors.js';
import type { ShapeKind } from '../shapes/kind.js';
import { MOST_PARTS } from '../shapes/kinds/compound.js';
import { makeShape, needsKind } from '../shapes/make.js';
import type { Shape, ShapeDescription } from '../shapes/shape.js';

const DEEPEST = 16;

/** Shapes by name, so that bodies that name the same shape share it. */
export class ShapeLibrary {
  readonly #named = new Map<string, Shape>();
  /** Simple shapes in the shape that is being read. */
  #parts = 0;
  readonly #descriptions: Map<string, unknown>;
  readonly #kinds: readonly ShapeKind[];

  constructor(shapes: unknown, kinds: readonly ShapeKind[]) {
    this.#kinds = kinds;
    this.#descriptions = new Map(shapes === undefined ? [] : Object.entries(readObject(shapes, 'shapes')));
    for (const name of this.#descriptions.keys()) this.#byName(name, placeOf(name), []);
  }

  /** A library of shapes that are built already. */
  static of(shapes: readonly (readonly [string, Shape])[], kinds: readonly ShapeKind[]): ShapeLibrary {
    const library = new ShapeLibrary(undefined, kinds);
    for (const [name, shape] of shapes) {
      library.#named.set(name, shape);
      library.#descriptions.set(name, shape.description);
    }
    return library;
  }

  entries(): [string, Shape][] {
    return [...this.#named];
  }

  /** The shape that `value` describes or names. */
  read(value: unknown, where: string): Shape {
    if (typeof value === 'string') return this.#byName(value, where, []);
    this.#parts = 0;
    return build(this.#describe(value, where, []), where, this.#kinds);
  }

  #byName(name: string, where: string, seen: readonly string[]): Shape {
    const known = this.#named.get(name);
    if (known) return known;
    this.#parts = 0;
    const shape = build(this.#describe(name, where, seen), placeOf(name), this.#kinds);
    this.#named.set(name, shape);
    return shape;
  }

  #describe(value: unknown, where: string, seen: readonly string[]): ShapeDescription {
    if (seen.length > DEEPEST)
      throw new SixfoldError(`${where}: shapes are nested more than ${DEEPEST} deep; flatten them`);
    if (typeof value === 'string') {
      if (seen.includes(value))
        throw new SixfoldError(
          `${where}: shape ${show(value)} contains itself (${[...seen, value].map(show).join(' → ')}); break the cycle`,
        );
      if (!this.#descriptions.has(value)) {
        const names = [...this.#descriptions.keys()];
        const there = names.length ? ` (there: ${names.slice(0, 12).map(show).join(', ')})` : '';
        throw new SixfoldError(`${where} is ${show(value)}; no shape of that name is in "shapes"${there}`);
      }
      return this.#describe(this.#descriptions.get(value), placeOf(value), [...seen, value]);
    }
    const fields = readObject(value, where);
    const types = this.#kinds.map((kind) => kind.type);
    const missing = types.includes(fields.type as string) ? '' : needsKind(fields.type) || needsModel(fields.type);
    if (missing) throw new SixfoldError(`${where}.type ${show(fields.type)} ${missing}`);
    const type = readOneOf(fields.type, `${where}.type`, types);
    const kind = this.#kinds[types.indexOf(type)]!;
    refuseUnknown(fields, where, ['type', ...kind.fields]);
    // Compounds of compounds multiply: what is written in ten lines may have a million parts.
    if (type !== 'compound' && ++this.#parts > MOST_PARTS)
      throw new SixfoldError(`${where}: the shape has more than ${MOST_PARTS} parts in all; use fewer`);
    const within = [...seen, ''];
    const reader = { describe: (part: unknown, at: string) => this.#describe(part, at, within) };
    return kind.read(fields, where, reader) as ShapeDescription;
  }
}

/** What to do for a type that a model brings; empty where none does. */
function needsModel(type: unknown): string {
  if (typeof type !== 'string' || !Object.hasOwn(FURTHER_SHAPES, type)) return '';
  const owner = FURTHER_SHAPES[type]!;
  return needs(owner, FURTHER_MODELS[owner]!);
}

/** Where a named shape stands, on one line whatever its name. */
function placeOf(name: string): string {
  return /^[\w-]{1,60}$/.test(name) ? `shapes.${name}` : `shapes[${show(name)}]`;
}

function build(description: ShapeDescription, where: string, kinds: readonly ShapeKind[]): Shape {
  try {
    return makeShape(description, kinds);
  } catch (error) {
    if (error instanceof ShapeError) throw new SixfoldError(`${where}: ${error.message}`);
    throw error;
  }
}
