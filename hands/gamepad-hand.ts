// A gamepad steers a device and rumbles with what it feels: left stick across, right stick up and turning, triggers along.

import type { Device } from '../src/penalty.js';
import { SteeredPose, withoutDeadZone } from './steered-pose.js';

export interface GamepadOptions {
  /** Speed at full stick (m/s, rad/s). */
  speed?: number;
  turn?: number;
  deadZone?: number;
  position?: readonly [number, number, number];
}

type Rumbler = { playEffect(type: 'dual-rumble', effect: object): Promise<unknown> };

export class GamepadHand {
  readonly pose: SteeredPose;
  private readonly device: Device;
  private readonly options: Required<Omit<GamepadOptions, 'position'>>;
  private rumbled = -Infinity;

  constructor(device: Device, { speed = 0.3, turn = 1.5, deadZone = 0.12, position }: GamepadOptions = {}) {
    this.device = device;
    this.options = { speed, turn, deadZone };
    this.pose = new SteeredPose(position);
  }

  /** Once a frame, with what `navigator.getGamepads()` has, the seconds since the last frame and the time (ms). */
  update(pad: Gamepad | null | undefined, dt: number, now: number): void {
    if (!pad?.connected) return;
    const { speed, turn, deadZone } = this.options;
    const axis = (k: number) => withoutDeadZone(pad.axes[k] ?? 0, deadZone);
    const trigger = (k: number) => pad.buttons[k]?.value ?? 0;
    const velocity = [speed * axis(0), -speed * axis(3), speed * (axis(1) + trigger(7) - trigger(6))];
    this.pose.advance(velocity, [0, -turn * axis(2), 0], dt);
    this.pose.give(this.device);
    this.rumble(pad, now);
  }

  private rumble(pad: Gamepad, now: number): void {
    const motor = (pad as { vibrationActuator?: Rumbler | null }).vibrationActuator;
    const share = rumbleOf(this.device.force, this.device.checked.maxForce);
    // Effects take over from each other; more often than this they stutter.
    if (!motor || share === 0 || now - this.rumbled < 50) return;
    this.rumbled = now;
    motor
      .playEffect('dual-rumble', { duration: 80, strongMagnitude: share, weakMagnitude: 0.5 * share })
      .catch(() => {});
  }
}

/** Strength of the rumble for a force, 0 to 1. */
export function rumbleOf(force: readonly number[], maxForce: number): number {
  return maxForce > 0 ? Math.min(1, Math.hypot(force[0]!, force[1]!, force[2]!) / maxForce) : 0;
}
