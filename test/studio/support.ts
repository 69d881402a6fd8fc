// A session and its page in one thread, with a clock that the test moves.

import { SimClient } from '../../studio/sim/client.js';
import type { HistoryLimits } from '../../studio/sim/history.js';
import type { FromWorker, ToWorker } from '../../studio/sim/protocol.js';
import { Session } from '../../studio/sim/session.js';

export class Bench {
  /** ms */
  now = 0;
  readonly client: SimClient;
  readonly session: Session;
  /** Added to the clock by everything that reads it. */
  cost = 0;

  constructor(limits: Partial<HistoryLimits> = {}) {
    const port = {
      onmessage: null as ((event: MessageEvent<FromWorker>) => void) | null,
      postMessage: (message: ToWorker) => this.session.receive(structuredClone(message)),
    };
    this.session = new Session({
      clock: () => (this.now += this.cost),
      // Cloned and transferred, as between threads.
      post: (message, transfer) => {
        const data = structuredClone(message, { transfer: transfer as ArrayBuffer[] });
        queueMicrotask(() => port.onmessage?.({ data } as MessageEvent<FromWorker>));
      },
      limits,
    });
    this.client = new SimClient(port);
  }

  /** Lets wall-clock time pass as the worker would: ticks whenever the session wants to be called. */
  async run(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    while (this.now < end) {
      const delay = this.session.tick();
      this.now = Math.max(this.now, Math.min(end, this.now + Math.max(0.01, Math.min(delay, 4))));
      await Promise.resolve();
      await Promise.resolve();
    }
    // Whatever was posted arrives.
    await new Promise((resolve) => setTimeout(resolve));
  }
}
