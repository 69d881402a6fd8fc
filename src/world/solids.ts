// Bodies as solids that can be asked: a rigid one is its shape at its pose; one that the contact model moves itself,
// such as a soft one, is what it looks like now, in the world's frame. Verified in test/world/soft-queries.test.ts.

import { B_POSE, BODY_INTS, BODY_STRIDE, I_TYPE, TYPE_OTHER } from '../bodies/layout.js';
import type { Shape } from '../shapes/shape.js';
import type { WorldState } from './state.js';

/** A shape, and its pose at data[at…]: origin, then rotation. */
export interface Solid {
  readonly shape: Shape;
  readonly data: Float64Array;
  readonly at: number;
}

export function solidAt(state: WorldState, slot: number): Solid {
  const { bodies, model } = state;
  const own = bodies.i.data[slot * BODY_INTS + I_TYPE] === TYPE_OTHER ? model.solidOf?.(slot) : null;
  if (own) return { shape: own, data: Float64Array.of(0, 0, 0, 0, 0, 0, 1), at: 0 };
  return { shape: bodies.shapes[slot]!, data: bodies.f.data, at: slot * BODY_STRIDE + B_POSE };
}
