// A comparison: the scene a second time, in step, under another model or other settings. What is compared is what the
// choice has as its second lane, so that the address carries it.

import type { Choice } from '../choice.js';
import { MODELS, withModel } from '../models.js';
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

  /** Begins with the other kind of model, or with what is given. Both sides start anew. */
  start(overrides = this.opposite()): Promise<boolean> {
    const [first] = this.choice.lanes;
    if (!first) return Promise.resolve(false);
    return this.choice.show([first, { ...first, overrides }]);
  }

  set(overrides: LaneOverrides): Promise<boolean> {
    return this.isOn ? this.choice.setOverrides(overrides, 1) : this.start(overrides);
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

  private opposite(): LaneOverrides {
    const other = this.client.scenes[0]?.model === 'point' ? 'six' : 'point';
    // Written as short as a link may have it.
    const { contact: _, ...choice } = MODELS.find(({ id }) => id === other)!;
    return withModel(this.choice.overrides, { ...choice, contact: { model: other } });
  }
}
