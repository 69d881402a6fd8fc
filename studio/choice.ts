// What is being shown: the sources of one lane, or of two side by side. Every change of it loads anew; changes that
// come while a load is under way are joined, and one that is refused leaves everything as it was.

import { type Scene, scenes } from '../scenes/index.js';
import type { LaneOverrides, LaneSource } from './sim/protocol.js';

export interface Loader {
  load(lanes: LaneSource[]): Promise<void>;
}

type Lanes = readonly LaneSource[];

function sceneOf([first]: Lanes): Scene | null {
  if (!first || first.description) return null;
  return scenes.find(({ name }) => name === first.scene) ?? null;
}

/** Fires 'change' when something else is shown, 'busy' and 'idle' around loads, 'refused' (CustomEvent<Error>). */
export class Choice extends EventTarget {
  /** What is loaded; not to be changed in place. */
  lanes: Lanes = [];
  private wanted: Lanes = [];
  private running: Promise<boolean> | null = null;

  constructor(private readonly loader: Loader) {
    super();
  }

  /** The built-in scene that is shown, if it is one. */
  get scene(): Scene | null {
    return sceneOf(this.lanes);
  }

  /** Parameters whose values are not the scene's own. */
  get parameters(): Readonly<Record<string, number>> {
    return this.lanes[0]?.parameters ?? {};
  }

  get overrides(): LaneOverrides {
    return this.lanes[0]?.overrides ?? {};
  }

  /** A built-in scene as it is. */
  showScene(name: string): Promise<boolean> {
    return this.show([{ scene: name }]);
  }

  /** Loads. Resolves to whether the world now is as asked. */
  show(lanes: Lanes): Promise<boolean> {
    this.wanted = lanes;
    this.running ??= this.settle().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Changes a parameter of the built-in scene, in both lanes of a comparison. */
  setParameter(name: string, value: number): Promise<boolean> {
    const own = sceneOf(this.wanted)?.parameters.find((parameter) => parameter.name === name)?.value;
    const { [name]: _, ...others } = this.wanted[0]?.parameters ?? {};
    return this.setParameters(value === own ? others : { ...others, [name]: value });
  }

  setParameters(parameters: Record<string, number>): Promise<boolean> {
    const { scene } = this.wanted[0] ?? {};
    return this.show(this.wanted.map((lane) => (lane.scene === scene ? { ...lane, parameters } : lane)));
  }

  /** Replaces what is laid over one lane. */
  setOverrides(overrides: LaneOverrides, lane = 0): Promise<boolean> {
    return this.show(this.wanted.map((source, i) => (i === lane ? { ...source, overrides } : source)));
  }

  private async settle(): Promise<boolean> {
    this.dispatchEvent(new Event('busy'));
    try {
      while (this.wanted !== this.lanes) {
        const asked = this.wanted;
        await this.loader.load([...asked]);
        this.lanes = asked;
        if (asked === this.wanted) this.dispatchEvent(new Event('change'));
      }
      return true;
    } catch (error) {
      this.wanted = this.lanes;
      this.dispatchEvent(new CustomEvent('refused', { detail: error }));
      if (this.lanes.length > 0) this.dispatchEvent(new Event('change')); // controls that ran ahead go back
      return false;
    } finally {
      this.dispatchEvent(new Event('idle'));
    }
  }
}
