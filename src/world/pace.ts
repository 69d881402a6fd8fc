// Steps at the pace of a clock that is not the simulation's: that of a screen.

import { B_POSE, BODY_STRIDE } from '../bodies/layout.js';
import { readInteger, readNonNegative, readNumber } from '../checks/fields.js';
import { normalizeQuat, type Quat, type Vec3 } from '../math/vec3.js';
import type { Body } from './body.js';
import type { Home } from './state.js';

export class Pace {
  /** Time that has been given and not stepped yet (s). */
  leftover = 0;
  #poses = new Float64Array(0);

  readonly #home: Home;

  constructor(home: Home) {
    this.#home = home;
  }

  /** Makes the steps that are due after `seconds` more (`World.advance`). */
  advance(seconds: number, mostSteps: number, step: (h: number) => void): { steps: number; share: number } {
    const passed = readNonNegative(seconds, 'seconds', 's');
    const most = readInteger(mostSteps, 'mostSteps', 1, 1_000_000);
    const h = this.#home.state.settings.timeStep;
    this.leftover += passed;
    let steps = 0;
    // A rounding error short of a step is a step.
    while (this.leftover >= h * (1 - 1e-9) && steps < most) {
      this.#rememberPoses();
      step(h);
      this.leftover = Math.max(0, this.leftover - h);
      steps++;
    }
    if (this.leftover >= h) this.leftover %= h;
    return { steps, share: this.leftover / h };
  }

  /** Where a body is between the last two steps (`World.interpolated`). */
  interpolated(body: Body, share: number): { position: Vec3; rotation: Quat } {
    const slot = body.index;
    const t = readNumber(share, 'share');
    const from = this.#poses;
    const to = this.#home.state.bodies.f.data;
    const o = slot * BODY_STRIDE + B_POSE;
    if (7 * slot + 7 > from.length || from[7 * slot + 6] === 2)
      return { position: body.position, rotation: body.rotation };
    const mix = Array.from({ length: 7 }, (_, k) => from[7 * slot + k]);
    let sign = 0;
    for (let k = 3; k < 7; k++) sign += mix[k]! * to[o + k];
    for (let k = 0; k < 7; k++) mix[k] = mix[k]! * (1 - t) + (k > 2 && sign < 0 ? -t : t) * to[o + k];
    const [x, y, z, qx, qy, qz, qw] = mix as [number, number, number, number, number, number, number];
    return { position: [x, y, z], rotation: normalizeQuat([qx, qy, qz, qw]) };
  }

  #rememberPoses(): void {
    const { bodies } = this.#home.state;
    if (this.#poses.length < 7 * bodies.count) this.#poses = new Float64Array(14 * bodies.count);
    // No quaternion has a component of 2: bodies that come later have no pose before.
    this.#poses.fill(2);
    for (let b = 1; b < bodies.count; b++)
      for (let k = 0; k < 7; k++) this.#poses[7 * b + k] = bodies.f.data[b * BODY_STRIDE + B_POSE + k];
  }
}
