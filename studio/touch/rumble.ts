// A gamepad that holds something rumbles by the force that it feels.

import { rumbleOf } from '../../hands/gamepad-hand.js';
import type { Vec3 } from '../../src/index.js';

/** Effects take over from each other; more often than this they stutter (ms). */
const INTERVAL = 50;
const DURATION = 80;

interface Rumbler {
  playEffect(type: 'dual-rumble', effect: object): Promise<unknown>;
}

export class Rumble {
  private last = -Infinity;

  /** For a force on the hand, where `most` is felt as strongly as anything can be (N); `now` in ms. */
  feel(pads: readonly Gamepad[], force: Vec3, most: number, now: number): void {
    const share = rumbleOf(force, most);
    if (share === 0 || now - this.last < INTERVAL) return;
    for (const pad of pads) {
      const motor = (pad as { vibrationActuator?: Rumbler | null }).vibrationActuator;
      if (!motor) continue;
      this.last = now;
      motor
        .playEffect('dual-rumble', { duration: DURATION, strongMagnitude: share, weakMagnitude: 0.5 * share })
        .catch(() => {});
    }
  }
}
