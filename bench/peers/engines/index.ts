// Every engine of the scoreboard, in the order of its tables.

import type { Engine } from '../engine.js';
import { ammo } from './ammo.js';
import { cannon } from './cannon.js';
import { crashcat } from './crashcat.js';
import { havok } from './havok.js';
import { jolt } from './jolt.js';
import { mujoco } from './mujoco.js';
import { physx } from './physx.js';
import { rapier, rapierSimd } from './rapier.js';
import { sixfold, sixfoldWarm } from './sixfold.js';

export const engines: readonly Engine[] = [
  sixfold,
  sixfoldWarm,
  rapier,
  rapierSimd,
  jolt,
  physx,
  havok,
  mujoco,
  ammo,
  crashcat,
  cannon,
];
