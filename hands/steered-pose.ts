// A pose that is steered by rates: what sticks and pucks give, which know no place of their own.

import type { Device } from '../src/penalty.js';

export class SteeredPose {
  readonly position: [number, number, number];
  readonly rotation: [number, number, number, number] = [0, 0, 0, 1];

  constructor(position: readonly [number, number, number] = [0, 0, 0]) {
    this.position = [...position];
  }

  /** Moves by velocity (m/s) and angular velocity (rad/s, world axes) for dt seconds. */
  advance(velocity: readonly number[], turning: readonly number[], dt: number): void {
    for (let k = 0; k < 3; k++) this.position[k]! += dt * velocity[k]!;
    const angle = dt * Math.hypot(turning[0]!, turning[1]!, turning[2]!);
    if (angle === 0) return;
    const s = (Math.sin(0.5 * angle) * dt) / angle;
    const [a, b, c, d] = [s * turning[0]!, s * turning[1]!, s * turning[2]!, Math.cos(0.5 * angle)];
    const [x, y, z, w] = this.rotation;
    const turned = [
      d * x + a * w + b * z - c * y,
      d * y - a * z + b * w + c * x,
      d * z + a * y - b * x + c * w,
      d * w - a * x - b * y - c * z,
    ];
    const norm = Math.hypot(...turned);
    for (let k = 0; k < 4; k++) this.rotation[k] = turned[k]! / norm;
  }

  give(device: Device): void {
    device.setPose(this.position, this.rotation);
  }
}

/** Nothing below the dead zone, then straight up to 1: sticks never rest at zero. */
export function withoutDeadZone(x: number, zone: number): number {
  const size = Math.abs(x);
  return size <= zone ? 0 : Math.sign(x) * Math.min(1, (size - zone) / (1 - zone));
}
