// What a contact model brings along besides the stages of its step (model.ts): the words that it adds to scenes, bodies
// and contacts, its kinds of body, its parts of report and snapshot, its flags and layers. `six` and `point` are always
// there; every other model is an entry of the package that a user hands to `new World(scene, { models: [...] })`.
// The world knows none of them by name. Verified in test/world/models.test.ts, with a model of its own.

import type { BodyStore } from '../bodies/store.js';
import type { PairList } from '../broadphase/pair-list.js';
import type { ShapeKind } from '../shapes/kind.js';
import type { Shape } from '../shapes/shape.js';
import type { ContactModel, ContactRecord, ContactSettings } from './model.js';

/**
 * Reads one word of a description. It gets the value as it was written, undefined where it was left out, and the place
 * for messages; it returns the checked value or the word's default, as plain data, or throws a SixfoldError of one
 * line.
 */
export type Reader = (value: unknown, where: string) => unknown;
export type Words = Readonly<Record<string, Reader>>;
/** What the readers have left: by word. */
export type WordValues = Readonly<Record<string, unknown>>;

/**
 * A kind of body of the model's own, such as `type: "soft"`. Its record in the body store is the model's to keep: the
 * world reads what is common to all bodies into it and neither pushes nor moves it.
 */
export interface BodyKind {
  /** Words of bodies of this kind, beside those of all bodies. */
  readonly words: Words;
  /** Words of other bodies that make no sense here, such as `locked`. */
  readonly refuses?: readonly string[];
  /** The shape that its words say by themselves; null: the body's own `shape` does. */
  readonly shapeOf?: (words: WordValues) => object | null;
}

/** A flag of `sixfold run`: given, its name is among the details that reports are asked for. */
export interface Flag {
  /** Without the dashes. */
  readonly name: string;
  readonly description: string;
}

/** A layer of the studio: data only, drawn by the studio. */
export interface StudioLayer {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  /** Where colour means something: the same colour beside the name, as #rrggbb. */
  readonly color?: string;
}

/** How the studio shows the model: in its list of models, and over the bodies. */
export interface StudioParts {
  readonly title: string;
  readonly hint: string;
  readonly layers?: readonly StudioLayer[];
}

/** Names of flags: what a report shall have beside what it always has. */
export type Details = readonly string[];

/** The readable half of a model: what it adds to the language of scenes. */
export interface ModelParts {
  /** As scenes name it. */
  readonly name: string;
  /** Its words in `contact`. */
  readonly options: Words;
  /** Its words on bodies of any kind. */
  readonly bodyWords?: Words;
  /** Its words at the top of the scene. */
  readonly sceneWords?: Words;
  readonly bodyKinds?: Readonly<Record<string, BodyKind>>;
  /** Its kinds of shapes; bodies under every model may have them. */
  readonly shapes?: readonly ShapeKind[];
  /** Words of all models that make no sense in this one. */
  readonly refuses?: { readonly contact?: readonly string[]; readonly body?: readonly string[] };
  /** What comes with it and works under every model. */
  readonly companions?: readonly CompanionKind[];
  /** Iterations of the solver at most, unless a scene says; 50 where it does not say. */
  readonly iterations?: number;
  readonly flags?: readonly Flag[];
  readonly studio?: StudioParts;
}

/** Bodies by name, for what reads them from a scene: -1 if there is none. */
export interface Roster {
  slotOf(name: string): number;
}

/** What a model may do besides its stages. All of it is left out where there is nothing to do. */
export interface ModelHooks {
  /** Once, when the scene's bodies and joints are in: the place to refuse scene words that name what does not exist. */
  prepare?(roster: Roster): void;
  /** A body has come: its words are in `bodies.own[slot]`. */
  addBody?(slot: number): void;
  removeBody?(slot: number): void;
  /** Further fields of a body's state. */
  reportBody?(slot: number, details: Details): Record<string, unknown>;
  /** Further sections beside bodies, energy and contacts. */
  reportSections?(details: Details): Record<string, unknown>;
  /**
   * Before a step that starts at `time`: bodies of the model's own that fall apart, and into how many; asked again,
   * with the pieces there, until there are none.
   */
  divide?(time: number): readonly { body: number; pieces: number }[];
  /** The body at `slot` is piece k (from 0) of the one at `from`, which is about to go. */
  takePiece?(slot: number, from: number, k: number): void;
  /**
   * A joint is to hold a body of the model's own at a point of the world: mass (kg) and radius (m) of the small rigid
   * plate that it holds instead. None: such bodies take no joints.
   */
  plateAt?(slot: number, point: readonly [number, number, number]): { mass: number; radius: number };
  /**
   * The plate is there: it moves with what of the body is nearest to it. The body's slot stands under `of` in the
   * plate's own words, for the model to change where a piece takes the plate over.
   */
  tiePlate?(slot: number, plate: number): void;
  /** A body of the model's own as it stands, in the world's frame: what queries ask. None: its shape at its pose. */
  solidOf?(slot: number): Shape | null;
  /** The box that a body of the model's own sweeps within h, as min and max; false: the world's own guess will do. */
  writeBox?(slot: number, h: number, out: Float64Array): boolean;
  /**
   * Speed of the fastest point of a body of the model's own (m/s): what is slow for long enough sleeps. None: never.
   */
  fastest?(slot: number): number;
  /** Contacts of no pair of the broad phase, as those of bodies with themselves: slots of bodies and record. */
  reportUnpaired?(into: { a: number; b: number; record: ContactRecord }[], details: Details): void;
  /** What position correction has done on the model's own bodies since it was last asked (J). */
  takeCorrectionWork?(): number;
  /** Energy of the model's own bodies that moves (J). */
  kineticEnergy?(): number;
  /** Energy of the model's own springs, deformation and bodies in gravity (J). */
  storedEnergy?(): number;
  /** Adds every number of the model's own that is part of the world's state: the world's hash covers it. */
  hash?(add: (value: number) => void): void;
}

/** What a companion may look at. */
export interface CompanionContext extends Roster {
  readonly bodies: BodyStore;
  readonly pairs: PairList;
  /** The running contact model, and what the scene says of contacts. */
  readonly model: ContactModel;
  readonly settings: ContactSettings;
  readonly timeStep: number;
  /** Milliseconds; always zero where the world has no clock. */
  readonly clock: () => number;
  /** Whom the body may touch has changed. */
  refilter(slot: number): void;
}

/** Something that acts round every step, whatever the model: devices that people hold. */
export interface Companion {
  /** Before a step of h seconds. */
  begin(h: number): void;
  /**
   * In every substep of h seconds, once the model's forces are known: the place to set velocities of kinematic bodies.
   * False: it did nothing, and the substep may be begun again.
   */
  push?(h: number): unknown;
  /** After it, before events are delivered. */
  end(h: number): void;
  /** Sections of its own in the report. */
  reportSections(details: Details): Record<string, unknown>;
  /** Everything that outlives a step, as plain data. */
  save(): unknown;
  load(saved: unknown): void;
}

export interface CompanionKind<C extends Companion = Companion> {
  /** Its word at the top of the scene. */
  readonly name: string;
  readonly read: Reader;
  /** Called when the scene's bodies are in; refuses what names bodies that do not exist. */
  create(value: unknown, context: CompanionContext): C;
}

export type Place = 'contact' | 'body' | 'scene';

/** Every word that a model adds in a place; on bodies also those of its own kinds. */
export function wordsIn(kind: ModelParts, place: Place): string[] {
  if (place === 'contact') return Object.keys(kind.options);
  if (place === 'scene') return Object.keys(kind.sceneWords ?? {});
  const ofKinds = Object.values(kind.bodyKinds ?? {}).flatMap(({ words }) => Object.keys(words));
  return [...Object.keys(kind.bodyWords ?? {}), ...ofKinds];
}

/** What to do for what an entry of the package brings, where it was not handed in. */
export function needs(entry: string, word: string): string {
  return `needs: import { ${word} } from 'sixfold/${entry}' and new World(scene, { models: [${word}] })`;
}
