import { PI } from '../math/trig.js';

/** The angle equal to `angle` up to whole turns that is nearest to `last`. */
export function unwrap(angle: number, last: number): number {
  return angle + 2 * PI * Math.floor((last - angle) / (2 * PI) + 0.5);
}
