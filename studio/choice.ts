// What is being shown: a scene, the values of its parameters, what is laid over it, and what it is compared with. Every
// change of it loads anew; changes that come while a load is under way are joined, and one that is refused leaves
// everything as it was.

import { type Scene, scenes } from '../scenes/index.js';
import type { SceneDescription, SolverMethod } from '../src/index.js';
import { type Address, parseAddress } from './address.js';
import { decodeScene } from './files/share.js';
import { modelById } from './models.js';
import type { LaneOverrides, LaneSource } from './sim/protocol.js';

export interface Chosen {
  /** A built-in scene … */
  scene: Scene | null;
  /** … with the values that differ from its own … */
  parameters: Readonly<Record<string, number>>;
  /** … or a whole scene. */
  description: SceneDescription | null;
  title: string;
  /** Id of a ModelChoice; null: as the scene has it. */
  model: string | null;
  solver: SolverMethod | null;
  iterations: number | null;
  /** s */
  timeStep: number | null;
  /** Id of the ModelChoice of the second lane; null: there is none. */
  compare: string | null;
}

export interface Loader {
  load(lanes: LaneSource[]): Promise<void>;
}

export const NOTHING: Chosen = {
  scene: null,
  parameters: {},
  description: null,
  title: '',
  model: null,
  solver: null,
  iterations: null,
  timeStep: null,
  compare: null,
};

export function lanesOf(chosen: Chosen): LaneSource[] {
  const { scene, parameters, description, compare } = chosen;
  const source: LaneSource = description
    ? { description }
    : { scene: scene?.name ?? '', parameters: { ...parameters } };
  const first = { ...source, overrides: overridesOf(chosen, chosen.model) };
  return compare ? [first, { ...source, overrides: overridesOf(chosen, compare) }] : [first];
}

function overridesOf({ solver, iterations, timeStep }: Chosen, model: string | null): LaneOverrides {
  const contact = model ? modelById(model)?.contact : undefined;
  return {
    ...(contact ? { contact } : {}),
    ...(solver || iterations
      ? { solver: { ...(solver ? { method: solver } : {}), ...(iterations ? { iterations } : {}) } }
      : {}),
    ...(timeStep ? { timeStep } : {}),
  };
}

/** @throws an Error of one line when there is no such scene */
export function chosenByName(name: string): Chosen {
  const scene = scenes.find((one) => one.name === name);
  if (!scene) throw new Error(`there is no built-in scene ${JSON.stringify(name)}; the gallery shows all of them`);
  return { ...NOTHING, scene, title: scene.title };
}

export function chosenByDescription(description: SceneDescription, title?: string): Chosen {
  return { ...NOTHING, description, title: title || description.name || 'Scene' };
}

/** @throws an Error of one line; null when the hash is empty */
export async function chosenByAddress(hash: string): Promise<Chosen | null> {
  const address = parseAddress(hash);
  if (!address) return null;
  return {
    ...(address.whole ? chosenByDescription(await decodeScene(address.whole)) : chosenByName(address.scene)),
    parameters: address.parameters,
    model: address.model ?? null,
    solver: address.solver ?? null,
    timeStep: address.timeStep ?? null,
    compare: address.compare ?? null,
  };
}

/** `whole`: the text of a whole scene, without which it has no address. */
export function addressOf(chosen: Chosen, whole?: string): Address | null {
  const { scene, parameters, model, solver, timeStep, compare } = chosen;
  if (!scene && !whole) return null;
  return {
    scene: scene?.name ?? '',
    ...(whole ? { whole } : {}),
    parameters: { ...parameters },
    ...(model ? { model } : {}),
    ...(solver ? { solver } : {}),
    ...(timeStep ? { timeStep } : {}),
    ...(compare ? { compare } : {}),
  };
}

/** Fires 'change' when something else is shown, 'busy' and 'idle' around loads, 'refused' (CustomEvent<Error>). */
export class Choice extends EventTarget {
  /** What is loaded. */
  current: Chosen = NOTHING;
  private wanted: Chosen = NOTHING;
  private running: Promise<boolean> | null = null;

  constructor(private readonly loader: Loader) {
    super();
  }

  /** Changes some of it and loads. Resolves to whether the world now is as asked. */
  change(patch: Partial<Chosen>): Promise<boolean> {
    this.wanted = { ...this.wanted, ...patch };
    this.running ??= this.settle().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Another scene, with nothing of the old one kept but what `keep` says. */
  show(chosen: Chosen): Promise<boolean> {
    return this.change(chosen);
  }

  setParameter(name: string, value: number): Promise<boolean> {
    const own = this.wanted.scene?.parameters.find((parameter) => parameter.name === name)?.value;
    const { [name]: _, ...others } = this.wanted.parameters;
    return this.change({ parameters: value === own ? others : { ...others, [name]: value } });
  }

  private async settle(): Promise<boolean> {
    this.dispatchEvent(new Event('busy'));
    try {
      while (this.wanted !== this.current) {
        const asked = this.wanted;
        await this.loader.load(lanesOf(asked));
        this.current = asked;
        if (asked === this.wanted) this.dispatchEvent(new Event('change'));
      }
      return true;
    } catch (error) {
      this.wanted = this.current;
      this.dispatchEvent(new CustomEvent('refused', { detail: error }));
      this.dispatchEvent(new Event('change'));
      return false;
    } finally {
      this.dispatchEvent(new Event('idle'));
    }
  }
}
