// The state of joints computed from poses alone, sharing nothing with the engine's own evaluation.

import type { Body, Quat, Vec3 } from '../../src/index.js';
import { add, conjugate, cross, dot, length, multiply, rotate, sub, unrotate } from '../../src/math/vec3.js';

/** What a joint ties to: a body, or the world. */
export interface Frame {
  readonly position: Vec3;
  readonly rotation: Quat;
}
export const WORLD: Frame = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };

/** Remembers where two frames are, and says how far they have moved relative to each other. */
export class Watch {
  private readonly a: Frame;
  private readonly b: Frame;
  private readonly anchorA: Vec3;
  private readonly anchorB: Vec3;
  private readonly axisA: Vec3;
  private readonly axisB: Vec3;
  private readonly relative: Quat;

  constructor(a: Frame, b: Frame, anchor: Vec3, axis: Vec3 = [1, 0, 0]) {
    this.a = a;
    this.b = b;
    const unit: Vec3 = axis;
    this.anchorA = unrotate(a.rotation, sub(anchor, a.position));
    this.anchorB = unrotate(b.rotation, sub(anchor, b.position));
    this.axisA = unrotate(a.rotation, unit);
    this.axisB = unrotate(b.rotation, unit);
    this.relative = multiply(conjugate(a.rotation), b.rotation);
  }

  private vector(): Vec3 {
    const p = add(this.a.position, rotate(this.a.rotation, this.anchorA));
    const q = add(this.b.position, rotate(this.b.rotation, this.anchorB));
    return sub(q, p);
  }

  /** Distance between the two anchors (m). */
  get gap(): number {
    return length(this.vector());
  }

  /** Distance of b's anchor from a's axis (m). */
  get offAxis(): number {
    return length(cross(this.vector(), rotate(this.a.rotation, this.axisA)));
  }

  /** Position of b's anchor along a's axis (m). */
  get along(): number {
    return dot(this.vector(), rotate(this.a.rotation, this.axisA));
  }

  /** Angle between the axes (rad). */
  get tilt(): number {
    const p = rotate(this.a.rotation, this.axisA);
    const q = rotate(this.b.rotation, this.axisB);
    return Math.atan2(length(cross(p, q)), dot(p, q));
  }

  /** Relative rotation since the start (rad, 0 … π). */
  get turn(): number {
    const now = multiply(conjugate(this.relative), multiply(conjugate(this.a.rotation), this.b.rotation));
    return 2 * Math.atan2(Math.hypot(now[0], now[1], now[2]), Math.abs(now[3]));
  }
}

export const speeds = (bodies: Iterable<Body>): number[] =>
  [...bodies].flatMap((b) => [...b.linearVelocity, ...b.angularVelocity]);
