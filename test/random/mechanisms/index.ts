// Mechanisms that nobody chose, made from a seed, each with the bars that it is held against.

import { belt } from './belt.js';
import { gears, rack } from './gears.js';
import { groove } from './groove.js';
import { arms, hinge } from './hinge.js';
import { press } from './press.js';
import { screw } from './screw.js';
import type { Mechanism } from './trial.js';
import { turntable } from './turntable.js';

export const MECHANISMS = { arms, belt, gears, groove, hinge, press, rack, screw, turntable } satisfies Record<
  string,
  Mechanism
>;
export type MechanismName = keyof typeof MECHANISMS;
