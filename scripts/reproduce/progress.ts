// One bar for a whole reproduction: it counts steps of simulation and names the job in hand.

import { SingleBar } from 'cli-progress';

export class Progress {
  private readonly bar: SingleBar | null;
  private done = 0;

  constructor(name: string, total: number) {
    this.bar = process.stderr.isTTY
      ? new SingleBar({
          format: `${name} {bar} {value}/{total} steps, {duration_formatted} · {job}`,
          stream: process.stderr,
          hideCursor: true,
          clearOnComplete: true,
        })
      : null;
    this.bar?.start(total, 0, { job: '' });
  }

  /** Names the next job; where there is no terminal, this is all that is printed. */
  begin(job: string): void {
    if (this.bar) {
      this.bar.update(this.done, { job });
      this.bar.render();
    } else console.error(job);
  }

  tick(steps = 1): void {
    this.done += steps;
    this.bar?.update(this.done);
    // The loop of a run never yields, so the bar's own timer never fires.
    this.bar?.render();
  }

  stop(): void {
    this.bar?.stop();
  }
}
