// Which words a world understands: those of its contact model beside those of all. A word of another model is refused
// by naming that model; one that nobody knows is refused as ever.

import { SixfoldError } from '../checks/error.js';
import { type Fields, readOneOf, refuseUnknown, show } from '../checks/fields.js';
import { type BodyKind, type CompanionKind, type Place, type Words, type WordValues, wordsIn } from './kind.js';
import type { ContactModelKind } from './model.js';
import { collectModels, DEFAULT_MODEL, findModel } from './registry.js';

function wordsOf(kind: ContactModelKind, place: Place): Words {
  if (place === 'contact') return kind.options;
  return (place === 'body' ? kind.bodyWords : kind.sceneWords) ?? {};
}

export class Vocabulary {
  readonly models: readonly ContactModelKind[];
  readonly chosen: ContactModelKind;
  readonly companions: readonly CompanionKind[];

  /** Of a world that was given further models, or not, for a scene that names its model as `own`, or not. */
  constructor(given: unknown, own: unknown) {
    this.models = collectModels(given);
    this.chosen = findModel(this.models, own === undefined ? DEFAULT_MODEL : own, 'contact.model');
    this.companions = [...new Set(this.models.flatMap((kind) => kind.companions ?? []))];
  }

  /**
   * Refuses what is neither among the common words of the place nor among the model's; `kind`: of a body of its own.
   */
  refuse(fields: Fields, where: string, place: Place, common: readonly string[], kind?: BodyKind | null): void {
    const { name, refuses } = this.chosen;
    const own = Object.keys(wordsOf(this.chosen, place));
    const more = place === 'scene' ? this.companions.map((companion) => companion.name) : [];
    if (kind) more.push(...Object.keys(kind.words));
    const refused = [...((place !== 'scene' && refuses?.[place]) || []), ...(kind?.refuses ?? [])];
    const known = [...common.filter((word) => !refused.includes(word)), ...own, ...more];
    for (const key of Object.keys(fields)) {
      if (known.includes(key)) continue;
      if (refused.includes(key)) {
        const what = kind ? `a body of type ${show(fields.type)}` : `model ${show(name)}`;
        throw new SixfoldError(`${where}: field ${show(key)} does not apply to ${what}; leave it out`);
      }
      const owners = this.models.filter((model) => wordsIn(model, place).includes(key));
      if (owners.length > 0) throw new SixfoldError(`${where}: field ${show(key)} ${this.#belongs(owners, key)}`);
    }
    refuseUnknown(fields, where, known);
  }

  #belongs(owners: readonly ContactModelKind[], key: string): string {
    const kinds = Object.entries(this.chosen.bodyKinds ?? {});
    const of = kinds.filter(([, kind]) => Object.hasOwn(kind.words, key)).map(([type]) => show(type));
    if (of.length > 0) return `belongs to bodies of type ${of.join(', ')}`;
    const names = owners.map(({ name }) => show(name)).join(', ');
    return `belongs to model ${names}; this scene's is ${show(this.chosen.name)}`;
  }

  /** What the model's words say. */
  read(fields: Fields, where: string, place: Place, kind?: BodyKind | null): WordValues {
    const values: Record<string, unknown> = {};
    const words = { ...wordsOf(this.chosen, place), ...kind?.words };
    for (const [key, reader] of Object.entries(words)) values[key] = reader(fields[key], where + key);
    return values;
  }

  /** A body's type: one of those that every model has, or of the chosen model's own. */
  readType<T extends string>(value: unknown, where: string, common: readonly T[]): T | string {
    const owner = this.models.find(
      ({ bodyKinds }) => typeof value === 'string' && Object.hasOwn(bodyKinds ?? {}, value),
    );
    if (owner && owner !== this.chosen)
      throw new SixfoldError(
        `${where} is ${show(value)}, which belongs to model ${show(owner.name)}; ` +
          `this scene's is ${show(this.chosen.name)}`,
      );
    return readOneOf<string>(value, where, [...common, ...Object.keys(this.chosen.bodyKinds ?? {})]);
  }

  /** The chosen model's kind of body of that type; null: a rigid one. */
  bodyKind(type: unknown): BodyKind | null {
    const kinds = this.chosen.bodyKinds ?? {};
    return typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type]! : null;
  }
}
