import { B_CENTER, B_GRAVITY_SCALE, B_INERTIA_B, B_MASS, B_ROTATION, BODY_STRIDE } from '../bodies/layout.js';
import type { BodyStore } from '../bodies/store.js';
import { JointGeometry } from '../joints/geometry.js';
import {
  J_REST_LENGTH,
  J_STIFFNESS,
  JI_ALIVE,
  JI_BODY_A,
  JI_BODY_B,
  JOINT_INTS,
  JOINT_STRIDE,
} from '../joints/layout.js';
import type { Energy } from './results.js';
import type { WorldState } from './state.js';

/** Kinetic energy of a body (J), into out[oi]: in an array, since what a function returns would be allocated. */
export function writeKineticEnergy(out: Float64Array, oi: number, bodies: BodyStore, slot: number): void {
  const d = bodies.f.data;
  const v = bodies.v.data;
  const o = slot * BODY_STRIDE;
  const twist = 6 * slot;
  const m = d[o + B_MASS];
  const vx = v[twist];
  const vy = v[twist + 1];
  const vz = v[twist + 2];
  const wx = v[twist + 3];
  const wy = v[twist + 4];
  const wz = v[twist + 5];
  // Ω = Rᵀ ω, so that the inertia need not be turned.
  const x = -d[o + B_ROTATION];
  const y = -d[o + B_ROTATION + 1];
  const z = -d[o + B_ROTATION + 2];
  const w = d[o + B_ROTATION + 3];
  const tx = 2 * (y * wz - z * wy);
  const ty = 2 * (z * wx - x * wz);
  const tz = 2 * (x * wy - y * wx);
  const p = wx + w * tx + y * tz - z * ty;
  const q = wy + w * ty + z * tx - x * tz;
  const r = wz + w * tz + x * ty - y * tx;
  const i = o + B_INERTIA_B;
  const turning =
    d[i] * p * p + d[i + 3] * q * q + d[i + 5] * r * r + 2 * (d[i + 1] * p * q + d[i + 2] * p * r + d[i + 4] * q * r);
  out[oi] = 0.5 * (m * (vx * vx + vy * vy + vz * vz) + turning);
}

/** Potential energy in uniform gravity, zero at the world's origin (J). */
export function potentialEnergy(d: Float64Array, o: number, gx: number, gy: number, gz: number): number {
  return (
    -(d[o + B_MASS] * d[o + B_GRAVITY_SCALE]) *
    (gx * d[o + B_CENTER] + gy * d[o + B_CENTER + 1] + gz * d[o + B_CENTER + 2])
  );
}

/** Energy of everything in a world. */
export function energyOf(state: WorldState): Energy {
  const { bodies, settings, model } = state;
  const d = bodies.f.data;
  const [gx, gy, gz] = settings.gravity;
  let kinetic = model.kineticEnergy?.() ?? 0;
  let potential = springEnergy(state) + (model.storedEnergy?.() ?? 0);
  const one = new Float64Array(1);
  for (let b = 1; b < bodies.count; b++) {
    if (!state.isDynamic(b)) continue;
    writeKineticEnergy(one, 0, bodies, b);
    kinetic += one[0];
    potential += potentialEnergy(d, b * BODY_STRIDE, gx, gy, gz);
  }
  return { kinetic, potential, correctionWork: state.correctionWork };
}

function springEnergy({ joints, bodies }: WorldState): number {
  let sum = 0;
  let geometry: JointGeometry | null = null;
  for (let j = 0; j < joints.count; j++) {
    const n = j * JOINT_INTS;
    const i = joints.i.data;
    const kind = joints.kindOf(j);
    if (i[n + JI_ALIVE] === 0 || !kind.isSpring) continue;
    geometry ??= new JointGeometry();
    const o = j * JOINT_STRIDE;
    const d = bodies.f.data;
    geometry.evaluate(joints.f.data, o, kind, d, i[n + JI_BODY_A] * BODY_STRIDE, d, i[n + JI_BODY_B] * BODY_STRIDE);
    const stretch = geometry.coordinate - joints.f.data[o + J_REST_LENGTH];
    sum += 0.5 * joints.f.data[o + J_STIFFNESS] * stretch * stretch;
  }
  return sum;
}
