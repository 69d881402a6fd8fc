// What a world answers with.

import type { ContactRecord } from '../contact/model.js';
import type { Vec3 } from '../math/vec3.js';
import type { Body } from './body.js';
import type { ContactEventType } from './events.js';
import type { OverlapRecord } from './overlaps.js';
import type { SensorEventType } from './sensors.js';

export interface Contact extends ContactRecord {
  a: Body;
  b: Body;
}

/** How two bodies overlap; a is the one added first. */
export interface Overlap extends OverlapRecord {
  a: Body;
  b: Body;
}

export interface ContactEvent {
  type: ContactEventType;
  a: Body;
  b: Body;
  /** The contacts of the pair in the step, as `world.contacts()` has them; none when it ended. Made when asked for. */
  readonly contacts: Contact[];
}

/** Who overlaps a sensor, and by how much. */
export interface Sensation {
  sensor: Body;
  /** Which part of the sensor's compound; null: the whole body is the sensor. */
  part: number | null;
  body: Body;
  /** m³; 0 when it ended. */
  volume: number;
}

/** A joint that bore more than it can. */
export interface JointBreakEvent {
  type: 'jointBreak';
  name: string;
  a: Body | null;
  b: Body;
  userData: unknown;
  /** What it bore in the step in which it broke (N, N·m). */
  force: Vec3;
  torque: Vec3;
}

export interface SensorEvent extends Sensation {
  type: SensorEventType;
}

/** What a ray met. */
export interface RayResult {
  body: Body;
  point: Vec3;
  /** Outward, unit. */
  normal: Vec3;
  /** m */
  distance: number;
}
/** What a moving shape met: the normal points from the body to the shape. */
export type ShapeCastResult = RayResult;

export interface Energy {
  /** J */
  kinetic: number;
  /** In gravity, in springs, and what the contact model stores, J. */
  potential: number;
  /** What position correction has added in all, J. */
  correctionWork: number;
}
