// What happens when a scene has been played for as long as it is worth watching: it stops there, or starts again after
// a moment. A world that the user has changed is his, and goes on. Verified in test/studio/session.test.ts.

export interface EndingRequest {
  /** The step after which it ends; null: never. */
  step: number | null;
  after: 'pause' | 'restart';
}

/** How long the end is shown before it starts again (ms). */
const REST = 900;

export class Ending {
  request: EndingRequest = { step: null, after: 'pause' };
  /** On the clock of the session (ms). */
  private restUntil: number | null = null;

  /** Whether playing has just come to the end. */
  isAt(step: number, isTouched: boolean): boolean {
    return !isTouched && step === this.request.step;
  }

  /** Begins the moment before the start. */
  rest(now: number): void {
    this.restUntil = now + REST;
  }

  /** How long to wait (ms): 0 when the moment is over, null where none is. */
  waits(now: number): number | null {
    return this.restUntil === null ? null : Math.max(0, this.restUntil - now);
  }

  cancel(): void {
    this.restUntil = null;
  }
}
