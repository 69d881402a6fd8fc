// The directions in which round outlines are sampled: 32, evenly spaced, the first along the plane's own u.

import { around, cos, PI, sin } from '../../math/trig.js';

export const SAMPLES = 32;
export const SAMPLE_STEP = (2 * PI) / SAMPLES;

export const SAMPLE_COS = around(SAMPLES, cos);
export const SAMPLE_SIN = around(SAMPLES, sin);
