// From checked descriptions to packed records.

import { type InertiaScratch, updateCenter, updateWorldInertia } from '../bodies/kinematics.js';
import {
  B_ANGULAR_DAMPING,
  B_CENTER,
  B_CENTER_B,
  B_CONSTANT_FORCE,
  B_CONSTANT_TORQUE,
  B_FRICTION,
  B_GRAVITY_SCALE,
  B_INERTIA_B,
  B_INV_INERTIA_B,
  B_LINEAR_DAMPING,
  B_MASS,
  B_ORIGIN,
  B_RADIUS,
  B_RESTITUTION,
  B_ROTATION,
  B_STATIC_FRICTION,
  B_SURFACE_VELOCITY,
  BODY_INTS,
  BODY_STRIDE,
  I_GROUP,
  I_LOCKED,
  I_MASK,
  I_SENSOR,
  I_TYPE,
  TYPE_DYNAMIC,
  TYPE_KINEMATIC,
  TYPE_OTHER,
  TYPE_STATIC,
} from '../bodies/layout.js';
import type { BodyStore } from '../bodies/store.js';
import {
  J_ANCHOR_A,
  J_ANCHOR_B,
  J_AXES,
  J_AXIS_A,
  J_AXIS_B,
  J_BREAK_FORCE,
  J_BREAK_TORQUE,
  J_DAMPING,
  J_FORCE_MOTOR,
  J_FRAME_A,
  J_FRAME_B,
  J_FROM_A,
  J_FROM_B,
  J_HIGH,
  J_LOW,
  J_MOST_FORCE,
  J_OFFSET,
  J_RATIO,
  J_REST_LENGTH,
  J_SPEED,
  J_STIFFNESS,
  J_TARGET,
  J_TWIST_LOW,
  JI_BODY_A,
  JI_BODY_B,
  JI_COLLIDE,
  JI_LIMITS,
  JI_MOTOR,
  JI_TWIST,
  JI_TYPE,
  JOINT_INTS,
  JOINT_STRIDE,
} from '../joints/layout.js';
import type { JointStore } from '../joints/store.js';
import { invertSymmetric } from '../math/symmetric3.js';
import {
  add,
  anyPerpendicular,
  conjugate,
  cross,
  dot,
  length,
  multiply,
  type Quat,
  quatAt,
  rotate,
  scale,
  sub,
  unrotate,
  type Vec3,
  vec3At,
} from '../math/vec3.js';
import type { CheckedBody } from './read-body.js';
import type { CheckedJoint } from './read-joint.js';

const TYPE_NUMBERS = {
  static: TYPE_STATIC,
  dynamic: TYPE_DYNAMIC,
  kinematic: TYPE_KINEMATIC,
  other: TYPE_OTHER,
} as const;

export function writeBody(bodies: BodyStore, slot: number, c: CheckedBody, scratch: InertiaScratch): void {
  const d = bodies.f.data;
  const o = slot * BODY_STRIDE;
  const i = bodies.i.data;
  const n = slot * BODY_INTS;
  i[n + I_TYPE] = TYPE_NUMBERS[c.type];
  i[n + I_GROUP] = c.group | 0;
  i[n + I_MASK] = c.mask | 0;
  i[n + I_SENSOR] = c.sensor ? 1 : 0;
  i[n + I_LOCKED] = c.locked;
  bodies.own[slot] = c.own;
  d.set(c.position, o + B_ORIGIN);
  d.set(c.rotation, o + B_ROTATION);
  if (c.mass) {
    d[o + B_MASS] = c.mass.mass;
    d.set(c.mass.inertia, o + B_INERTIA_B);
    invertSymmetric(d, o + B_INV_INERTIA_B, d, o + B_INERTIA_B);
    d.set(c.mass.center, o + B_CENTER_B);
  } else if (c.shape.massProperties) {
    d.set(c.shape.massProperties.center, o + B_CENTER_B);
  }
  updateCenter(d, o);
  if (c.type !== 'static') {
    const v = bodies.v.data;
    v.set(c.linearVelocity, 6 * slot);
    v.set(c.angularVelocity, 6 * slot + 3);
    for (let k = 0; k < 6; k++) if (c.type === 'dynamic' && c.locked & (1 << k)) v[6 * slot + k] = 0;
  }
  d.set(c.force, o + B_CONSTANT_FORCE);
  d.set(c.torque, o + B_CONSTANT_TORQUE);
  d[o + B_GRAVITY_SCALE] = c.gravityScale;
  d[o + B_LINEAR_DAMPING] = c.linearDamping;
  d[o + B_ANGULAR_DAMPING] = c.angularDamping;
  d[o + B_FRICTION] = c.friction;
  d[o + B_STATIC_FRICTION] = c.staticFriction;
  d[o + B_RESTITUTION] = c.restitution;
  d.set(c.surfaceVelocity, o + B_SURFACE_VELOCITY);
  d[o + B_RADIUS] = enclosingRadius(c.shape.bounds, d, o + B_CENTER_B);
  updateWorldInertia(d, o, c.locked, scratch);
}

/** From the centre of mass to the farthest corner of the bounds; 0 if unbounded. */
export function enclosingRadius(bounds: Float64Array, d: Float64Array, at: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const reach = Math.max(bounds[3 + k] - d[at + k], d[at + k] - bounds[k]);
    sum += reach * reach;
  }
  return sum < Infinity ? Math.sqrt(sum) : 0;
}

export function writeJoint(
  joints: JointStore,
  slot: number,
  c: CheckedJoint,
  a: number,
  b: number,
  bodies: BodyStore,
): void {
  const f = joints.f.data;
  const j = slot * JOINT_STRIDE;
  const i = joints.i.data;
  const n = slot * JOINT_INTS;
  i[n + JI_TYPE] = joints.kinds.indexOf(c.kind);
  i[n + JI_BODY_A] = a;
  i[n + JI_BODY_B] = b;
  i[n + JI_COLLIDE] = c.collide ? 1 : 0;
  i[n + JI_LIMITS] = c.limits ? 1 : 0;
  const centerB = center(bodies, b);
  // Without an anchor a joint sits where b's centre of mass is; one between two points reaches from a's centre to b's.
  const isBetween = c.kind.fields.includes('anchorB');
  const anchorB = isBetween ? (c.anchorB ?? centerB) : (c.anchor ?? centerB);
  const anchorA = isBetween ? (c.anchor ?? center(bodies, a)) : anchorB;
  f.set(unrotate(rotation(bodies, a), sub(anchorA, center(bodies, a))), j + J_ANCHOR_A);
  f.set(unrotate(rotation(bodies, b), sub(anchorB, centerB)), j + J_ANCHOR_B);
  const frame = c.frame ?? frameAlong(c.axis);
  f.set(multiply(conjugate(rotation(bodies, a)), frame), j + J_FRAME_A);
  f.set(multiply(conjugate(rotation(bodies, b)), frame), j + J_FRAME_B);
  if (c.limits) {
    f[j + J_LOW] = c.limits[0];
    f[j + J_HIGH] = c.limits[1];
  }
  f[j + J_MOST_FORCE] = Infinity;
  if (c.kind.isSpring) {
    f[j + J_STIFFNESS] = c.stiffness;
    f[j + J_DAMPING] = c.damping;
  }
  if (c.kind.fields.includes('restLength')) {
    f[j + J_REST_LENGTH] = c.restLength ?? length(sub(anchorB, anchorA));
  }
  if (c.kind.fields.includes('length')) {
    i[n + JI_LIMITS] = 1;
    f[j + J_LOW] = 0;
    f[j + J_HIGH] = c.length ?? length(sub(anchorB, anchorA));
  }
  if (c.twistLimits) {
    i[n + JI_TWIST] = 1;
    f.set(c.twistLimits, j + J_TWIST_LOW);
  }
  if (c.kind.fields.includes('ratio')) {
    const frameB = frameAlong(c.axisB ?? c.axis);
    f.set(multiply(conjugate(rotation(bodies, b)), frameB), j + J_FRAME_B);
    f[j + J_RATIO] = c.ratio;
    f.set(c.axis, j + J_AXIS_A);
    f.set(rotate(frame, [0, 1, 0]), j + J_FROM_A);
    f.set(c.axisB ?? c.axis, j + J_AXIS_B);
    f.set(rotate(frameB, [0, 1, 0]), j + J_FROM_B);
    f[j + J_OFFSET] = dot(sub(anchorB, anchorA), c.axisB ?? c.axis);
  }
  if (c.kind.rowsOf) f[j + J_AXES] = c.axes.unlocked;
  f[j + J_BREAK_FORCE] = c.breakForce;
  f[j + J_BREAK_TORQUE] = c.breakTorque;
  writeMotor(joints, slot, c.motor);
}

export function writeMotor(joints: JointStore, slot: number, motor: CheckedJoint['motor']): void {
  const f = joints.f.data;
  const j = slot * JOINT_STRIDE;
  joints.i.data[slot * JOINT_INTS + JI_MOTOR] = motor ? 1 : 0;
  if (!motor) {
    f[j + J_FORCE_MOTOR] = 0;
    return;
  }
  f[j + J_TARGET] = motor.target;
  f[j + J_SPEED] = motor.velocity;
  f[j + J_STIFFNESS] = motor.stiffness;
  f[j + J_DAMPING] = motor.damping;
  f[j + J_MOST_FORCE] = motor.maxForce;
}

function center(bodies: BodyStore, slot: number): Vec3 {
  return vec3At(bodies.f.data, slot * BODY_STRIDE + B_CENTER);
}

function rotation(bodies: BodyStore, slot: number): Quat {
  return quatAt(bodies.f.data, slot * BODY_STRIDE + B_ROTATION);
}

/** A rotation whose x axis is the unit vector `axis`: the shortest one, or a half turn where there is none. */
export function frameAlong(axis: Vec3): Quat {
  const bisector = add(axis, [1, 0, 0]);
  const size = length(bisector);
  if (size > 1e-3) {
    const h = scale(bisector, 1 / size);
    // The shortest rotation from x to the axis: half-angle cosine h·x, sine along x × h.
    const [x, y, z] = cross([1, 0, 0], h);
    return [x, y, z, h[0]];
  }
  const p = anyPerpendicular([1, 0, 0]);
  return [p[0], p[1], p[2], 0];
}
