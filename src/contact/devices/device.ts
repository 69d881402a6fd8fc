// One device: what a person holds, and the body that follows it.
//
// Forces at the start of a step are held while the hand moves:
//   simulated hand   m v' = m v + h (k (x_path' - x) + b v_path + F - b v' - h k v')   implicit Euler in its own spring
//   and
//                    damper, so that a hand of any stiffness follows its path; F is the wrench as it is sent
//   all others       go to the pose that they were last given
// Orientation follows the path or the pose exactly. The body moves by its velocity, as every kinematic body does.

import { B_CENTER, B_CENTER_B, B_ORIGIN, B_RADIUS, B_ROTATION, BODY_STRIDE } from '../../bodies/layout.js';
import type { BodyStore } from '../../bodies/store.js';
import { readQuaternion, readVec3 } from '../../checks/fields.js';
import { rotateInto } from '../../math/quaternion.js';
import { type Quat, type Vec3, vec3At } from '../../math/vec3.js';
import { Passivity } from './passivity.js';
import { poseOnPath, turnVector } from './path.js';
import type { CheckedDevice, DeviceType } from './read.js';

export interface DeviceReport {
  force: [number, number, number];
  torque: [number, number, number];
  energyToHand: number;
  lateSteps: number;
  longestStep: number;
}

interface SavedDevice {
  checked: CheckedDevice;
  numbers: number[];
  passivity: number[];
}

export class Device {
  /** @internal */
  readonly checked: CheckedDevice;
  /** @internal */
  readonly slot: number;
  /** Steps that took longer than their time step, and the longest (ms), where the world has a clock. */
  lateSteps = 0;
  longestStep = 0;
  /** What the world has given to the hand so far (J). */
  energyToHand = 0;
  readonly #bodies: BodyStore;
  readonly #passivity = new Passivity();
  /** Contact's wrench on the body, what is sent of it, and the controller's share. */
  readonly felt = new Float64Array(6);
  readonly #sent = new Float64Array(6);
  readonly #control = new Float64Array(6);
  readonly #raw = new Float64Array(6);
  readonly #twist = new Float64Array(6);
  readonly #way = new Float64Array(6);
  /** Where the body shall be: origin and rotation; on the path at the step's start, too. */
  readonly #target = new Float64Array(7);
  readonly #before = new Float64Array(7);
  readonly #center = new Float64Array(3);
  #time = 0;
  /** Somebody leads it: a simulated hand is off its path until `resume`. */
  #isLed = false;

  /** @internal Devices are made by the scene or by `world.addDevice`. */
  constructor(bodies: BodyStore, slot: number, checked: CheckedDevice) {
    this.#bodies = bodies;
    this.slot = slot;
    this.checked = checked;
    const o = slot * BODY_STRIDE + B_ORIGIN;
    for (let m = 0; m < 7; m++) this.#target[m] = bodies.f.data[o + m];
    if (checked.type === 'hand' && checked.path.length > 0) poseOnPath(this.#target, checked.path, 0);
  }

  get name(): string {
    return this.checked.name;
  }

  get type(): DeviceType {
    return this.checked.type;
  }

  get body(): string {
    return this.checked.body;
  }

  /** Force on the hand in the last step as it is sent: scaled and bounded (N). */
  get force(): Vec3 {
    return vec3At(this.#sent, 0);
  }

  /** Torque on the hand about the body's centre of mass (N·m). */
  get torque(): Vec3 {
    return vec3At(this.#sent, 3);
  }

  /**
   * Where the device is: its position times `scale` is where the shape's origin goes in the next step. A simulated hand
   * is pulled there by its spring instead, and leaves its path until `resume`.
   */
  setPose(position: Vec3, rotation: Quat): void {
    const p = readVec3(position, 'position', 'm');
    const q = readQuaternion(rotation, 'rotation');
    for (let m = 0; m < 3; m++) this.#target[m] = this.checked.scale * p[m]!;
    for (let m = 0; m < 4; m++) this.#target[3 + m] = q[m]!;
    this.#isLed = true;
  }

  /** A simulated hand goes back to its path. */
  resume(): void {
    this.#isLed = false;
  }

  /** @internal The wrench that the body feels at the start of a step of h is in `felt`: feel it, and move. */
  step(h: number): void {
    const { checked, felt } = this;
    const raw = this.#raw;
    const sent = this.#sent;
    const control = this.#control;
    const twist = this.#twist;
    const way = this.#way;
    const v = this.#bodies.v.data;
    for (let m = 0; m < 6; m++) {
      raw[m] = checked.forceScale * felt[m];
      twist[m] = v[6 * this.slot + m];
    }
    for (let m = 0; m < 3; m++) twist[m] /= checked.scale;
    bound(raw, 0, checked.maxForce);
    bound(raw, 3, checked.maxTorque);
    control.fill(0);
    if (checked.passivity) {
      this.#passivity.observe(raw);
      const arm = this.#bodies.f.data[this.slot * BODY_STRIDE + B_RADIUS];
      // More than this would stop the hand within a step, and turn it round.
      this.#passivity.control(control, twist, arm, h, (0.5 * checked.mass) / h);
    }
    for (let m = 0; m < 6; m++) sent[m] = raw[m] + control[m];
    bound(sent, 0, checked.maxForce);
    bound(sent, 3, checked.maxTorque);
    this.#move(h);
    let work = 0;
    for (let m = 0; m < 6; m++) {
      way[m] = h * v[6 * this.slot + m] * (m < 3 ? 1 / checked.scale : 1);
      work += sent[m] * way[m];
    }
    this.energyToHand += work;
    if (checked.passivity) {
      for (let m = 0; m < 6; m++) control[m] = sent[m] - raw[m];
      this.#passivity.move(way, control);
    }
  }

  /** Sets the body's velocity so that it is where it shall be after h. */
  #move(h: number): void {
    const { checked } = this;
    const target = this.#target;
    const before = this.#before;
    const sent = this.#sent;
    const center = this.#center;
    const d = this.#bodies.f.data;
    const v = this.#bodies.v.data;
    const o = this.slot * BODY_STRIDE;
    const w = 6 * this.slot;
    const isHand = checked.type === 'hand';
    if (isHand && checked.path.length > 0 && !this.#isLed) {
      poseOnPath(before, checked.path, this.#time);
      poseOnPath(target, checked.path, this.#time + h);
    } else before.set(target);
    this.#time += h;
    turnVector(v, w + 3, d, o + B_ROTATION, target, 3);
    for (let m = 3; m < 6; m++) v[w + m] /= h;
    // The shape's origin is asked for; velocities are those of the centre of mass.
    rotateInto(center, 0, target, 3, d, o + B_CENTER_B);
    if (isHand) {
      const { mass, stiffness: k, damping: b, scale } = checked;
      const inertia = mass + h * b + h * h * k;
      for (let m = 0; m < 3; m++) {
        const velocity = v[w + m];
        const along = (target[m] - before[m]) / h;
        const pull = k * (target[m] + center[m] - d[o + B_CENTER + m]) + b * along + scale * sent[m];
        v[w + m] = (mass * velocity + h * pull) / inertia;
      }
      return;
    }
    let square = 0;
    for (let m = 0; m < 3; m++) {
      v[w + m] = (target[m] + center[m] - d[o + B_CENTER + m]) / h;
      square += v[w + m] * v[w + m];
    }
    // Data that jump must not shoot the body through what is in its way: no farther than its own radius in a step.
    const most = d[o + B_RADIUS] / h;
    if (square > most * most) for (let m = 0; m < 3; m++) v[w + m] *= most / Math.sqrt(square);
  }

  /** @internal */
  clocked(milliseconds: number, h: number): void {
    if (milliseconds > 1000 * h) this.lateSteps++;
    if (milliseconds > this.longestStep) this.longestStep = milliseconds;
  }

  report(): DeviceReport {
    return {
      force: [...this.force] as [number, number, number],
      torque: [...this.torque] as [number, number, number],
      energyToHand: this.energyToHand,
      lateSteps: this.lateSteps,
      longestStep: this.longestStep,
    };
  }

  /** @internal */
  save(): SavedDevice {
    const numbers = [this.#time, this.energyToHand, ...this.#target, ...this.felt, ...this.#sent, this.#isLed ? 1 : 0];
    return { checked: this.checked, numbers, passivity: this.#passivity.save() };
  }

  /** @internal */
  load(saved: SavedDevice): void {
    const n = saved.numbers;
    this.#time = n[0]!;
    this.energyToHand = n[1]!;
    for (let m = 0; m < 7; m++) this.#target[m] = n[2 + m]!;
    for (let m = 0; m < 6; m++) {
      this.felt[m] = n[9 + m]!;
      this.#sent[m] = n[15 + m]!;
    }
    this.#isLed = n[21] === 1;
    this.#passivity.load(saved.passivity);
  }
}

function bound(w: Float64Array, o: number, most: number): void {
  const size = Math.sqrt(w[o] * w[o] + w[o + 1] * w[o + 1] + w[o + 2] * w[o + 2]);
  if (size > most) for (let m = 0; m < 3; m++) w[o + m] *= most / size;
}
