// A comparison: the scene a second time, in step, under another model or other settings. What is compared is what the
// choice has as its second lane, so that the address carries it.

import type { Choice } from '../choice.js';
import { MODELS, type ModelChoice, withModel } from '../models.js';
import type { SimClient } from '../sim/client.js';
import type { LaneOverrides } from '../sim/protocol.js';

export class Comparison {
  constructor(
    private readonly choice: Choice,
    private readonly client: SimClient,
  ) {}

  get isOn(): boolean {
    return this.choice.lanes.length > 1;
  }

  /** What is laid over the second side. */
  get overrides(): LaneOverrides {
    return this.choice.lanes[1]?.overrides ?? {};
  }

  /** Begins, with what else is laid over the first side on both. Both start anew. */
  start(model = this.opposite()): Promise<boolean> {
    const [first] = this.choice.lanes;
    if (!first) return Promise.resolve(false);
    return this.choice.show([first, { ...first, overrides: withModel(first.overrides ?? {}, shortest(model)) }]);
  }

  /** Lays something else over the second side. */
  set(overrides: LaneOverrides): Promise<boolean> {
    return this.choice.setOverrides(overrides, 1);
  }

  swap(): Promise<boolean> {
    return this.choice.show([...this.choice.lanes].reverse());
  }

  /** Back to the first side alone. */
  end(): Promise<boolean> {
    return this.choice.show(this.choice.lanes.slice(0, 1));
  }

  toggle(): Promise<boolean> {
    return this.isOn ? this.end() : this.start();
  }

  private opposite(): ModelChoice {
    const other = this.client.scenes[0]?.model === 'point' ? 'six' : 'point';
    return MODELS.find(({ id }) => id === other)!;
  }
}

/** Only the name where that says it all, as a link has it: compare=point. */
function shortest(choice: ModelChoice): ModelChoice {
  const { model, preset = 'accurate', ...others } = choice.contact;
  const isPlain = preset === 'accurate' && Object.keys(others).length === 0;
  return isPlain && model ? { ...choice, contact: { model } } : choice;
}
