// The figures of steps that were done since the last frame: charts take every step, however few are shown.

import type { Lane } from './lane.js';
import type { Frame } from './protocol.js';

/** Of a page that does not look, no more steps than this are kept. */
const MOST = 2000;

export class Passed {
  private list: NonNullable<Frame['passed']> = [];

  take(step: number, lanes: readonly Lane[]): void {
    const figures = lanes.map((lane) => lane.details({ statistics: true }));
    this.list.push({ step, time: lanes[0]!.world.time, lanes: figures });
    if (this.list.length > MOST) this.list.shift();
  }

  clear(): void {
    this.list = [];
  }

  /** What has gathered, for a frame; it is then forgotten. */
  handOver(): Pick<Frame, 'passed'> {
    const passed = this.list;
    this.list = [];
    return passed.length > 0 ? { passed } : {};
  }
}
