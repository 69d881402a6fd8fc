// What the user's hands do to a lane: a spring at a grabbed point, and pushes.
//
// The spring pulls the grabbed point x towards the target T: F = -k (x⁺ - T) - c v⁺, with position and velocity at the
// *end* of the step, so that it is stable however light the body is at that point (Baraff & Witkin 1998, "Large steps
// in cloth simulation", eq. 6, for one particle). With v⁺ = v + h K F, K = 1/m + [r]ᵀ I⁻¹ [r] the body's mobility at
// the point:
//   (1 + (h c + h² k) K) F = -k (x - T) - (c + h k) v
// k = m ω², c = 2 m ω: critically damped for the body's mass. ω is chosen so that the body's own weight stretches the
// spring by a tenth of its radius. What the contacts do in the step is not in v⁺: a body pressed against another is
// pulled a little less. A body that is also to be turned has a second spring, between its rotation and the wanted one,
// of the same ω: the angular acceleration is (ω² θ - (2 ω + h ω²) w) / (1 + 2 h ω + h² ω²) for its angular velocity w,
// θ being twice the vector part of the quaternion between the two: the angle for small ones, and for large ones without
// a trigonometric function. The force is limited, so that a body that is stuck is not torn through others.
//
// A body that a device of the scene holds is led by that device: a simulated hand is pulled to the target by its own
// spring, any other goes there. What the hand feels is then what the device says. Of all others it is the spring's
// force, and the energy that the hand is given is that force times its way, Σ F_k·(T_{k+1} - T_k); of a push it is the
// way of the point. Verified in test/studio/hands.test.ts.

import type { Body, Quat, Vec3 } from '../../src/index.js';
import { add, conjugate, cross, dot, length, multiply, rotate, scale, sub, unrotate } from '../../src/math/vec3.js';
import type { Device } from '../../src/penalty.js';
import type { Pull } from './protocol.js';

/** ω (1/s): no softer and no stiffer than this. */
const SOFTEST = 8;
const STIFFEST = 60;
const SAG = 0.1;
/** Largest force, in multiples of what moves the body at 1 g. */
const STRENGTH = 40;
const G = 9.81;

interface Grab {
  body: number;
  point_B: Vec3;
  target: Vec3;
  /** 1/s */
  omega: number;
  /** To be turned to. */
  rotation?: Quat;
  /** Instead of the spring's (N). */
  force?: Vec3;
  /** The device that leads the body, with the body's rotation and the device's energy when it was taken. */
  device?: { name: string; rotation: Quat; energy: number };
  /** What the hand was given so far (J); force on it and its place in the last step. */
  given: number;
  felt: Vec3;
  place: Vec3 | null;
}

/** Where a hand wants what it holds. */
export type Aim = Pick<Grab, 'target' | 'rotation' | 'force'>;

interface Push {
  body: number;
  point_B: Vec3;
  force: Vec3;
  left: number;
}

export interface HandsState {
  grab: Grab | null;
  pushes: Push[];
}

export class Hands {
  grab: Grab | null = null;
  private pushes: Push[] = [];
  /** The forces of the last step. */
  pulls: Pull[] = [];

  /** Plain data, for keys of the history. */
  save(): HandsState {
    return structuredClone({ grab: this.grab, pushes: this.pushes });
  }

  load(state: HandsState): void {
    const { grab, pushes } = structuredClone(state);
    this.grab = grab;
    this.pushes = pushes;
    this.pulls = [];
  }

  hold(body: Body, id: number, point_B: Vec3, aim: Aim, device?: Device): void {
    this.grab = {
      body: id,
      point_B,
      omega: device ? 0 : springRate(body),
      ...aimOf(aim),
      ...(device && { device: { name: device.name, rotation: body.rotation, energy: device.energyToHand } }),
      given: 0,
      felt: [0, 0, 0],
      place: null,
    };
  }

  move(aim: Aim): void {
    if (this.grab) this.grab = { ...this.grab, ...aimOf(aim) };
  }

  letGo(): void {
    this.grab = null;
    // Unless a step follows nobody would take them back.
    this.pulls = [];
  }

  push(body: Body, id: number, force: Vec3, point: Vec3, steps: number): void {
    this.pushes.push({ body: id, point_B: unrotate(body.rotation, sub(point, body.position)), force, left: steps });
  }

  forget(body: number): void {
    if (this.grab?.body === body) this.grab = null;
    this.pushes = this.pushes.filter((push) => push.body !== body);
  }

  /** Gives the bodies the forces of a step of length h, and devices their poses. */
  apply(
    bodyOf: (id: number) => Body | undefined,
    h: number,
    gravity: Vec3,
    deviceOf: (name: string) => Device | undefined = () => undefined,
  ): void {
    this.pulls = [];
    const held = this.grab && bodyOf(this.grab.body);
    const led = this.grab?.device && deviceOf(this.grab.device.name);
    if (this.grab?.device && held && led) this.lead(this.grab, held, led);
    else if (this.grab && !this.grab.device && held) {
      const point = place(held, this.grab.point_B);
      const { body, target, omega, rotation, force: given } = this.grab;
      const force = given ?? springForce(held, point, target, omega, h, gravity);
      held.applyForce(force, point);
      if (rotation) held.applyTorque(turningTorque(held, rotation, omega, h));
      this.pulls.push(given ? { kind: 'push', body, point, force } : { kind: 'grab', body, point, target, force });
      this.count(scale(force, -1), given ? point : target);
    }
    for (const push of this.pushes) {
      const body = bodyOf(push.body);
      push.left--;
      if (!body) continue;
      const point = place(body, push.point_B);
      body.applyForce(push.force, point);
      this.pulls.push({ kind: 'push', body: push.body, point, force: push.force });
    }
    this.pushes = this.pushes.filter(({ left }) => left > 0);
  }

  private lead(grab: Grab, held: Body, device: Device): void {
    const { body, point_B, target } = grab;
    const rotation = grab.rotation ?? grab.device!.rotation;
    device.setPose(scale(sub(target, rotate(rotation, point_B)), 1 / device.checked.scale), rotation);
    this.pulls.push({ kind: 'grab', body, point: place(held, point_B), target, force: device.force });
    this.grab = { ...grab, given: device.energyToHand - grab.device!.energy, felt: device.force };
  }

  /** The force that was held while the hand went on has given it energy. */
  private count(felt: Vec3, at: Vec3): void {
    const { grab } = this;
    if (!grab) return;
    const work = grab.place === null ? 0 : dot(grab.felt, sub(at, grab.place));
    this.grab = { ...grab, given: grab.given + work, felt, place: at };
  }
}

function aimOf({ target, rotation, force }: Aim): Aim {
  return { target, ...(rotation && { rotation }), ...(force && { force }) };
}

function place(body: Body, point_B: Vec3): Vec3 {
  return add(body.position, rotate(body.rotation, point_B));
}

/** ω (1/s) of the spring that holds a body. */
function springRate(body: Body): number {
  const [xx, , , yy, , zz] = body.inverseInertia;
  // Of a ball with the same mean inverse inertia: 1/I = 5/(2 m R²).
  const radius = Math.sqrt(7.5 / (body.mass * (xx + yy + zz)));
  return Math.min(STIFFEST, Math.max(SOFTEST, Math.sqrt(G / (SAG * radius))));
}

function springForce(body: Body, point: Vec3, target: Vec3, omega: number, h: number, gravity: Vec3): Vec3 {
  const m = body.mass;
  const k = m * omega * omega;
  const c = 2 * m * omega;
  // Gravity will act in this step, whatever the spring does.
  const v = add(body.velocityAt(point), scale(gravity, h));
  const soft = h * (c + h * k);
  const rhs = sub(scale(sub(target, point), k), scale(v, c + h * k));
  const mobility = mobilityAt(body, sub(point, body.centerOfMass), 1 / m);
  const force = solveSymmetric(mobility.map((x, i) => soft * x + (DIAGONAL.has(i) ? 1 : 0)) as never, rhs);
  const size = length(force);
  const most = STRENGTH * G * m;
  return size > most ? scale(force, most / size) : force;
}

function turningTorque(body: Body, wanted: Quat, omega: number, h: number): Vec3 {
  const [x, y, z, w] = multiply(wanted, conjugate(body.rotation));
  // The shorter way round.
  const angle = scale([x, y, z], w < 0 ? -2 : 2);
  const soft = 1 + h * omega * (2 + h * omega);
  const rate = (2 + h * omega) * omega;
  const acceleration = scale(sub(scale(angle, omega * omega), scale(body.angularVelocity, rate)), 1 / soft);
  return solveSymmetric(body.inverseInertia, acceleration);
}

/** Places of xx, yy, zz in six numbers xx, xy, xz, yy, yz, zz. */
const DIAGONAL = new Set([0, 3, 5]);
type Six = readonly [number, number, number, number, number, number];

/** 1/m + [r]ᵀ I⁻¹ [r]: the velocity that a unit impulse at r gives to the point at r. */
function mobilityAt(body: Body, r: Vec3, inverseMass: number): Six {
  const [xx, xy, xz, yy, yz, zz] = body.inverseInertia;
  const column = (e: Vec3): Vec3 => {
    const t = cross(r, e);
    const w: Vec3 = [
      xx * t[0] + xy * t[1] + xz * t[2],
      xy * t[0] + yy * t[1] + yz * t[2],
      xz * t[0] + yz * t[1] + zz * t[2],
    ];
    return add(cross(w, r), scale(e, inverseMass));
  };
  const x = column([1, 0, 0]);
  const y = column([0, 1, 0]);
  const z = column([0, 0, 1]);
  return [x[0], x[1], x[2], y[1], y[2], z[2]];
}

function solveSymmetric([xx, xy, xz, yy, yz, zz]: Six, b: Vec3): Vec3 {
  const cxx = yy * zz - yz * yz;
  const cxy = xz * yz - xy * zz;
  const cxz = xy * yz - xz * yy;
  const det = xx * cxx + xy * cxy + xz * cxz;
  const cyy = xx * zz - xz * xz;
  const cyz = xy * xz - xx * yz;
  const czz = xx * yy - xy * xy;
  return [
    (cxx * b[0] + cxy * b[1] + cxz * b[2]) / det,
    (cxy * b[0] + cyy * b[1] + cyz * b[2]) / det,
    (cxz * b[0] + cyz * b[1] + czz * b[2]) / det,
  ];
}
