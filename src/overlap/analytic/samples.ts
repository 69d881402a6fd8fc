// The directions in which round outlines are sampled: 32, evenly spaced, the first along the plane's own u.

import { cos, PI, sin } from '../../math/trig.js';

export const SAMPLES = 32;
export const SAMPLE_STEP = (2 * PI) / SAMPLES;

function angles(): Float64Array {
  return Float64Array.from({ length: SAMPLES }, (_, k) => (2 * PI * k) / SAMPLES);
}

export const SAMPLE_COS = angles().map((x) => cos(x));
export const SAMPLE_SIN = angles().map((x) => sin(x));
