// Readers that the kinds of shapes share.

import { fail, readPositive } from '../checks/fields.js';

/** Smallest length: below it squares of squares underflow. */
const SMALLEST = 1e-9;

export function readLength(value: unknown, where: string): number {
  const x = readPositive(value, where, 'm');
  if (x < SMALLEST || x > 1e9) fail(where, value, `a length from ${SMALLEST} to 1e9 (m)`);
  return x;
}
