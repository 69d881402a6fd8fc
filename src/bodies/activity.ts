import { BODY_INTS, I_ASLEEP, I_TYPE, TYPE_DYNAMIC } from './layout.js';

/** Whether solves and corrections may move the body: dynamic and awake. `ints` are the bodies' integers. */
export function isActive(ints: Int32Array, slot: number): boolean {
  return ints[slot * BODY_INTS + I_TYPE] === TYPE_DYNAMIC && ints[slot * BODY_INTS + I_ASLEEP] === 0;
}
