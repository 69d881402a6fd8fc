// The scene as it is now, as a description: what "save" writes and what a share link carries.
//
// Simplifications: contacts start without their memory, so the world does not go on with the same bits (a snapshot
// does); limits of ball joints count from where the bodies are now.

import type { Body, BodyDescription, Joint, JointDescription, SceneDescription } from '../../src/index.js';
import { length, sub } from '../../src/math/vec3.js';
import type { Roster } from './roster.js';

/** The joints with everything said that would otherwise be read from the poses at the start. */
export function explicitJoints(given: readonly JointDescription[], joints: readonly Joint[]): JointDescription[] {
  return given.map((description, k) => {
    if (description.type !== 'spring' || description.restLength !== undefined) return description;
    const [a, b] = joints[k]!.anchors;
    return { ...description, restLength: length(sub(b, a)) };
  });
}

export function describeNow(
  start: SceneDescription,
  roster: Roster,
  bodies: readonly Body[],
  joints: readonly Joint[],
): SceneDescription {
  const out: SceneDescription = { ...start, bodies: bodies.map((body, k) => bodyNow(body, roster.descriptions[k]!)) };
  if (joints.length > 0) out.joints = joints.map((joint, k) => jointNow(joint, roster.jointDescriptions[k]!));
  else delete out.joints;
  return out;
}

function bodyNow(body: Body, given: BodyDescription): BodyDescription {
  const out: BodyDescription = { ...given, name: body.name, position: body.position, rotation: body.rotation };
  if (body.type !== 'static') {
    out.linearVelocity = body.linearVelocity;
    out.angularVelocity = body.angularVelocity;
  }
  if (body.friction !== null) out.friction = body.friction;
  if (body.restitution !== null) out.restitution = body.restitution;
  if (body.force.some(Boolean)) out.force = body.force;
  if (body.torque.some(Boolean)) out.torque = body.torque;
  if (body.surfaceVelocity.some(Boolean)) out.surfaceVelocity = body.surfaceVelocity;
  return out;
}

function jointNow(joint: Joint, given: JointDescription): JointDescription {
  const [anchorA, anchorB] = joint.anchors;
  const { a: _, anchorB: _b, ...rest } = given;
  const out: JointDescription = { ...rest, b: joint.b };
  if (joint.a !== null) out.a = joint.a;
  if (joint.type === 'spring' || joint.type === 'rope') return { ...out, anchor: anchorA, anchorB };
  out.anchor = anchorB;
  if (joint.type !== 'hinge' && joint.type !== 'slider') return out;
  out.axis = joint.axis;
  // What was counted from the start is counted from now on.
  const moved = joint.coordinate;
  if (given.limits) out.limits = [given.limits[0] - moved, given.limits[1] - moved];
  if (given.motor?.target !== undefined) out.motor = { ...given.motor, target: given.motor.target - moved };
  return out;
}
