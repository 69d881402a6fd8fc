// The progress bar of a run: on standard error, and only when that is a terminal.

import { SingleBar } from 'cli-progress';

const EVERY_MS = 100;

export class Progress {
  private readonly bar: SingleBar | null;
  private readonly start = performance.now();
  private shown = this.start;

  constructor(
    name: string,
    private readonly steps: number,
    seconds: number,
  ) {
    if (!process.stderr.isTTY || steps === 0) {
      this.bar = null;
      return;
    }
    this.bar = new SingleBar({
      format: `${name} {bar} {time} / ${seconds.toFixed(2)} s simulated, {speed} steps/s`,
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
      fps: 20,
    });
    this.bar.start(steps, 0, { time: '0.00', speed: '-' });
  }

  /** Cheap enough to call after every step. */
  update(step: number, time: number): void {
    if (!this.bar) return;
    const now = performance.now();
    if (now - this.shown < EVERY_MS && step < this.steps) return;
    this.shown = now;
    const speed = Math.round(step / Math.max((now - this.start) / 1000, 1e-9));
    this.bar.update(step, { time: time.toFixed(2), speed: speed.toLocaleString('en') });
    // The loop of a run never yields, so the bar's own timer never fires.
    this.bar.render();
  }

  stop(): void {
    this.bar?.stop();
  }
}
