// A wheel with suspension and tyre, without a body of its own: a ray from the hub finds the ground, a spring and damper
// bear the chassis there, and the tyre holds against sliding, sideways and under drive or brakes, as far as Coulomb's
// law lets it.
//
// The tyre's force is what would stop the sliding of the contact point within a step, times the wheel's share of the
// weight (load over m g), cut off at friction·load. At the ground a chassis gives way as if it were lighter, because it
// leans: that mass counts, 1/(1/m + (r×d)·I⁻¹(r×d)). With all of m it would be flung from side to side. Shares add up
// to one, so the wheels together hold still on slopes, and slide beyond. Simplifications: no slip curve, no inertia of the wheel, no camber; the ground
// must bear what it is given (its friction is the tyre's). Verified in test/control/control.test.ts.

import { SixfoldError } from '../checks/error.js';
import {
  optional,
  readNonNegative,
  readNumber,
  readObject,
  readPositive,
  readUnitVector,
  readVec3,
  refuseUnknown,
  show,
} from '../checks/fields.js';
import { cos, sin } from '../math/trig.js';
import { add, cross, dot, length, normalize, rotate, scale, sub, type Vec3 } from '../math/vec3.js';
import type { Body } from '../world/body.js';
import type { RayResult } from '../world/results.js';
import type { World } from '../world/world.js';

export interface WheelDescription {
  /** Of the hub with the suspension unloaded, in the chassis's frame (m). */
  position: Vec3;
  /** Axle, in the chassis's frame; [0, 0, 1] unless told: forwards is then +x. */
  axle?: Vec3;
  /** m */
  radius: number;
  /** How far the spring can be pressed (m), 0.3 unless told. */
  travel?: number;
  /** N/m and N·s/m */
  stiffness: number;
  damping?: number;
  /** Of the tyre, 1 unless told. */
  friction?: number;
}

/** What the driver does. */
export interface WheelControls {
  /** Force forwards at the ground (N). */
  drive?: number;
  /** Greatest braking force (N). */
  brake?: number;
  /** Angle about the chassis's vertical (rad). */
  steer?: number;
}

const FIELDS = ['position', 'axle', 'radius', 'travel', 'stiffness', 'damping', 'friction'];

export class Wheel {
  /** How far the spring is pressed (m), the load on the ground (N) and where it stands; no load in the air. */
  compression = 0;
  load = 0;
  contact: RayResult | null = null;
  /** Force of the tyre along the ground (N), world frame. */
  grip: Vec3 = [0, 0, 0];
  /** For drawing: where its centre is (m), and how far it has turned about its axle (rad); below zero going forwards. */
  center: Vec3;
  angle = 0;
  /** How fast it turns (rad/s); in the air it goes on as it was. */
  spin = 0;
  readonly #world: World;
  readonly #chassis: Body;
  readonly #position: Vec3;
  readonly #axle: Vec3;
  readonly #radius: number;
  readonly #travel: number;
  readonly #stiffness: number;
  readonly #damping: number;
  readonly #friction: number;

  constructor(world: World, chassis: Body, description: WheelDescription) {
    const fields = readObject(description, 'wheel');
    refuseUnknown(fields, 'wheel', FIELDS);
    const get = optional(fields, 'wheel.');
    if (typeof world?.castRay !== 'function' || typeof chassis?.applyForce !== 'function')
      throw new SixfoldError(
        `wheel: world is ${show(world)} and chassis ${show(chassis)}; give a World and a Body of it`,
      );
    this.#world = world;
    this.#chassis = chassis;
    this.#position = readVec3(fields.position, 'wheel.position', 'm');
    this.#axle = get('axle', [0, 0, 1] as const, readUnitVector);
    this.#radius = readPositive(fields.radius, 'wheel.radius', 'm');
    this.#travel = get('travel', 0.3, readPositive, 'm');
    this.#stiffness = readPositive(fields.stiffness, 'wheel.stiffness', 'N/m');
    this.#damping = get('damping', 0, readNonNegative, 'N·s/m');
    this.#friction = get('friction', 1, readNonNegative);
    this.center = add(chassis.position, rotate(chassis.rotation, this.#position));
  }

  /** Pushes the chassis for a step of dt seconds. Call it for every wheel before `world.step(dt)`. */
  update(dt: number, controls: WheelControls = {}): void {
    const h = readPositive(dt, 'dt', 's');
    const { drive = 0, brake = 0, steer = 0 } = controls;
    readNumber(drive, 'drive', 'N');
    readNonNegative(brake, 'brake', 'N');
    readNumber(steer, 'steer', 'rad');
    const chassis = this.#chassis;
    const up = rotate(chassis.rotation, [0, 1, 0]);
    const hub = add(chassis.position, rotate(chassis.rotation, this.#position));
    // From as far above the hub as the spring can be pressed.
    const from = add(hub, scale(up, this.#travel));
    const reach = this.#travel + this.#radius;
    // Whoever the chassis would touch is ground.
    const { group, mask } = chassis;
    const options = { maxDistance: reach, exclude: chassis, group, mask };
    this.contact = this.#world.castRay(from, scale(up, -1), options);
    this.load = 0;
    this.compression = 0;
    this.grip = [0, 0, 0];
    this.center = hub;
    if (!this.contact) {
      this.angle += this.spin * h;
      return;
    }
    const { point, normal, body, distance } = this.contact;
    this.compression = reach - distance;
    this.center = add(hub, scale(up, this.compression));
    const slip = sub(chassis.velocityAt(point), body.type === 'static' ? [0, 0, 0] : body.velocityAt(point));
    // At the step's end, so that stiff springs stay stable: k(x - h ẋ) - c ẋ.
    const rate = dot(slip, up);
    this.load = Math.max(0, this.#stiffness * (this.compression - h * rate) - this.#damping * rate);
    const axle = rotate(chassis.rotation, turned(this.#axle, steer));
    const forward = normalize(cross(normal, axle));
    const side = cross(forward, normal);
    this.spin = -dot(slip, forward) / this.#radius;
    this.angle += this.spin * h;
    // Its share of the chassis; without gravity that of the earth has to do.
    const share = Math.min(1, this.load / (chassis.mass * (length(this.#world.gravity) || 9.81)));
    const stop = (-dot(slip, forward) * share * massAt(chassis, point, forward)) / h;
    const along = drive + Math.max(-brake, Math.min(brake, stop));
    const across = (-dot(slip, side) * share * massAt(chassis, point, side)) / h;
    let grip = add(scale(forward, along), scale(side, across));
    const most = this.#friction * this.load;
    const size = length(grip);
    if (size > most) grip = scale(grip, most / size);
    this.grip = grip;
    const force = add(scale(normal, this.load), grip);
    chassis.applyForce(force, point);
    if (body.type === 'dynamic') body.applyForce(scale(force, -1), point);
  }
}

/** What a body's mass seems to be to a force along the unit vector d at a world point (kg). */
function massAt(body: Body, point: Vec3, d: Vec3): number {
  const [x, y, z] = cross(sub(point, body.centerOfMass), d);
  const [xx, xy, xz, yy, yz, zz] = body.inverseInertia;
  const turning = x * x * xx + y * y * yy + z * z * zz + 2 * (x * y * xy + x * z * xz + y * z * yz);
  return 1 / (1 / body.mass + turning);
}

function turned(v: Vec3, angle: number): Vec3 {
  const [c, s] = [cos(angle), sin(angle)];
  return [c * v[0] + s * v[2], v[1], c * v[2] - s * v[0]];
}
