import { B_RADIUS, BODY_STRIDE } from '../bodies/layout.js';
import type { BodyStore } from '../bodies/store.js';

/**
 * How far any two points of bodies a and b can come closer within h seconds (m), at the velocities v: those of now, or
 * those before this step's forces.
 */
export function approachOf(d: Float64Array, v: Float64Array, a: number, b: number, h: number): number {
  return closer(v, 6 * a, 6 * b, d, a, b, h);
}

/** The same by the twists at v[va…] and v[vb…]. */
export function closer(
  v: Float64Array,
  va: number,
  vb: number,
  d: Float64Array,
  a: number,
  b: number,
  h: number,
): number {
  const x = v[va] - v[vb];
  const y = v[va + 1] - v[vb + 1];
  const z = v[va + 2] - v[vb + 2];
  const wa = Math.sqrt(square(v, va + 3));
  const wb = Math.sqrt(square(v, vb + 3));
  const linear = Math.sqrt(x * x + y * y + z * z);
  return h * (linear + wa * d[a * BODY_STRIDE + B_RADIUS] + wb * d[b * BODY_STRIDE + B_RADIUS]);
}

/**
 * How far any two points of bodies a and b can come closer within h seconds (m) if anything may stop either of them, or
 * hold it against this step's forces: bodies that fall alike do not approach each other until one of them is held.
 */
export function reachOf({ f, v, old }: BodyStore, a: number, b: number, h: number): number {
  const d = f.data;
  const ra = d[a * BODY_STRIDE + B_RADIUS];
  const rb = d[b * BODY_STRIDE + B_RADIUS];
  const o = old.data;
  const x = o[6 * a] - o[6 * b];
  const y = o[6 * a + 1] - o[6 * b + 1];
  const z = o[6 * a + 2] - o[6 * b + 2];
  const alike = Math.max(x * x + y * y + z * z, square(o, 6 * a), square(o, 6 * b));
  const turning = ra * Math.sqrt(square(o, 6 * a + 3)) + rb * Math.sqrt(square(o, 6 * b + 3));
  return h * (Math.sqrt(alike) + turning + gained(v.data, o, 6 * a, ra) + gained(v.data, o, 6 * b, rb));
}

/**
 * How far this step's forces alone can bring points of bodies a and b closer along the normal n[ni…] within h, if one
 * of them is held: gravity brings nothing closer that stands side by side.
 */
export function pullOf(bodies: BodyStore, a: number, b: number, n: Float64Array, ni: number, h: number): number {
  return h * (gainedAlong(bodies, a, n, ni) + gainedAlong(bodies, b, n, ni));
}

function gainedAlong({ f, v, old }: BodyStore, slot: number, n: Float64Array, ni: number): number {
  let along = 0;
  let turn = 0;
  for (let m = 0; m < 3; m++) {
    along += n[ni + m] * (v.data[6 * slot + m] - old.data[6 * slot + m]);
    const w = v.data[6 * slot + 3 + m] - old.data[6 * slot + 3 + m];
    turn += w * w;
  }
  return Math.abs(along) + f.data[slot * BODY_STRIDE + B_RADIUS] * Math.sqrt(turn);
}

/**
 * By how much this step's forces have changed the velocity of any point within r of a body's centre, its twist at
 * v[i…].
 */
function gained(v: Float64Array, old: Float64Array, i: number, r: number): number {
  const x = v[i] - old[i];
  const y = v[i + 1] - old[i + 1];
  const z = v[i + 2] - old[i + 2];
  const p = v[i + 3] - old[i + 3];
  const q = v[i + 4] - old[i + 4];
  const s = v[i + 5] - old[i + 5];
  return Math.sqrt(x * x + y * y + z * z) + r * Math.sqrt(p * p + q * q + s * s);
}

function square(v: Float64Array, i: number): number {
  return v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2];
}
