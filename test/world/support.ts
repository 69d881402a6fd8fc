// What the tests of the whole engine share. Every scene names the point model and the solver: what they test must not
// move with defaults.

import { type Body, type BodyDescription, type SceneDescription, type Vec3, World } from '../../src/index.js';
import type { Quat } from '../../src/math/vec3.js';

export const H = 1 / 60;
export const G = 9.81;
export const ground: BodyDescription = { name: 'ground', type: 'static', shape: { type: 'half-space' } };

export function pointWorld(scene: SceneDescription = {}): World {
  return new World({
    ...scene,
    contact: { model: 'point', ...scene.contact },
    solver: { method: 'gauss-seidel', ...scene.solver },
  });
}

export function box(size: Vec3, position: Vec3, more: Partial<BodyDescription> = {}): BodyDescription {
  return { shape: { type: 'box', size }, mass: 1, position, ...more };
}

export function sphere(radius: number, position: Vec3, more: Partial<BodyDescription> = {}): BodyDescription {
  return { shape: { type: 'sphere', radius }, mass: 1, position, ...more };
}

/** Rotation by `angle` about an axis of the world. */
export function turn(axis: 'x' | 'y' | 'z', angle: number): Quat {
  const s = Math.sin(angle / 2);
  const c = Math.cos(angle / 2);
  return axis === 'x' ? [s, 0, 0, c] : axis === 'y' ? [0, s, 0, c] : [0, 0, s, c];
}

export function run(world: World, seconds: number, dt = H, each?: () => void): void {
  const n = Math.round(seconds / dt);
  for (let k = 0; k < n; k++) {
    world.step(dt);
    each?.();
  }
}

export const stepTimes = (world: World, n: number): void => {
  for (let k = 0; k < n; k++) world.step();
};

/** Total momentum of the dynamic bodies. */
export function momentum(world: World): Vec3 {
  const sum: [number, number, number] = [0, 0, 0];
  for (const body of world.bodies()) for (let k = 0; k < 3; k++) sum[k]! += body.mass * body.linearVelocity[k]!;
  return sum;
}

export const total = (world: World): number => {
  const e = world.energy();
  return e.kinetic + e.potential;
};

/** Energy less what position correction has put in. */
export const free = (world: World): number => total(world) - world.energy().correctionWork;

/** Sum of the contact forces on one body. */
export function contactForce(world: World, body: Body): Vec3 {
  const sum: [number, number, number] = [0, 0, 0];
  for (const c of world.contacts()) {
    const sign = c.a === body ? 1 : c.b === body ? -1 : 0;
    for (let k = 0; k < 3; k++) sum[k]! += sign * c.force[k]!;
  }
  return sum;
}
