// Every kind of joint, one line each. `World` takes further kinds beside these. Records name a kind by its place in the
// list.

import { ball } from './kinds/ball.js';
import { fixed } from './kinds/fixed.js';
import { gear } from './kinds/gear.js';
import { hinge } from './kinds/hinge.js';
import { rack } from './kinds/rack.js';
import { rope } from './kinds/rope.js';
import { axisPart, sixAxis, turnPart } from './kinds/six-axis.js';
import { slider } from './kinds/slider.js';
import { spring } from './kinds/spring.js';

export const JOINT_KINDS = [ball, hinge, slider, fixed, spring, rope, gear, rack, sixAxis, axisPart, turnPart] as const;
/** Those that a scene may name; parts of a six-axis joint are kinds of their own, which nobody sees. */
export type JointType = Exclude<(typeof JOINT_KINDS)[number]['type'], 'axis' | 'turn'>;
