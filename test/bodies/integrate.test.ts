// Advancing bodies: closed forms for flight, exact invariants for tumbling, the elliptic functions for its period.

import { describe, expect, test } from 'vitest';
import {
  type Body,
  type BodyDescription,
  type Quat,
  type SceneDescription,
  type Vec3,
  World,
} from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import {
  conjugate,
  cross,
  dot,
  length,
  multiply,
  normalizeQuat,
  rotate,
  scale,
  sub,
  unrotate,
} from '../../src/math/vec3.js';

const H = 1 / 60;
const empty = (scene: SceneDescription = {}): World =>
  new World({ gravity: [0, 0, 0], contact: { model: 'point' }, ...scene });
const ball: BodyDescription = { shape: { type: 'sphere', radius: 0.5 }, mass: 2 };

/** Spatial angular momentum about the centre of mass, for principal moments along the body's axes. */
function spin(body: Body, inertia: Vec3): Vec3 {
  const w = unrotate(body.rotation, body.angularVelocity);
  return rotate(body.rotation, [inertia[0] * w[0], inertia[1] * w[1], inertia[2] * w[2]]);
}

/** Complete elliptic integral of the first kind by the arithmetic–geometric mean, k the modulus. */
function ellipticK(k: number): number {
  let a = 1;
  let b = Math.sqrt(1 - k * k);
  while (Math.abs(a - b) > 1e-15 * a) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (2 * a);
}

/** Attitude and body-frame angular velocity after `time`, by the classical fourth-order method. */
function eulerByRungeKutta(inertia: Vec3, w0: Vec3, time: number, steps: number): [Quat, Vec3] {
  const [a, b, c] = inertia;
  const slope = (y: readonly number[]): number[] => {
    const [qx, qy, qz, qw, x, y1, z] = y as [number, number, number, number, number, number, number];
    return [
      0.5 * (qw * x + qy * z - qz * y1),
      0.5 * (qw * y1 + qz * x - qx * z),
      0.5 * (qw * z + qx * y1 - qy * x),
      -0.5 * (qx * x + qy * y1 + qz * z),
      ((b - c) / a) * y1 * z,
      ((c - a) / b) * z * x,
      ((a - b) / c) * x * y1,
    ];
  };
  const h = time / steps;
  let y = [0, 0, 0, 1, ...w0];
  const along = (k: readonly number[], s: number): number[] => y.map((v, i) => v + s * k[i]!);
  for (let n = 0; n < steps; n++) {
    const k1 = slope(y);
    const k2 = slope(along(k1, h / 2));
    const k3 = slope(along(k2, h / 2));
    const k4 = slope(along(k3, h));
    y = y.map((v, i) => v + (h / 6) * (k1[i]! + 2 * k2[i]! + 2 * k3[i]! + k4[i]!));
  }
  return [normalizeQuat([y[0]!, y[1]!, y[2]!, y[3]!]), [y[4]!, y[5]!, y[6]!]];
}

describe('free tumbling', () => {
  const inertia: Vec3 = [1, 2, 3];
  const tumble = (world: World, angularVelocity: Vec3): Body =>
    world.addBody({ shape: { type: 'box', size: [1, 1, 1] }, mass: 1, inertia, angularVelocity });

  test('the Dzhanibekov tumble keeps energy and spatial angular momentum to 1e-10 over 60 s at 1/60 s', () => {
    const world = empty();
    const body = tumble(world, [1e-3, 5, 1e-3]);
    const energy = world.energy().kinetic;
    const momentum = spin(body, inertia);
    let flips = 0;
    let upright = true;
    for (let k = 0; k < 3600; k++) {
      world.step(H);
      const turned = unrotate(body.rotation, body.angularVelocity)[1] > 0;
      if (turned !== upright) flips++;
      upright = turned;
      expect(Math.abs(world.energy().kinetic / energy - 1)).toBeLessThan(1e-10);
      expect(length(sub(spin(body, inertia), momentum)) / length(momentum)).toBeLessThan(1e-10);
    }
    expect(flips).toBe(9);
  });

  test('the same for random inertias, axes and speeds up to 40 rad/s (two thirds of a radian a step)', () => {
    const random = new Random(8);
    for (let n = 0; n < 40; n++) {
      const world = empty();
      const x = random.between(0.1, 1);
      const y = random.between(0.1, 1);
      const moments: Vec3 = [x, y, random.between(Math.abs(x - y), x + y)];
      const body = world.addBody({
        shape: { type: 'box', size: [1, 1, 1] },
        mass: 1,
        inertia: moments,
        rotation: random.rotation(),
        angularVelocity: scale(random.direction(), random.between(0, 40)),
      });
      const energy = world.energy().kinetic;
      const momentum = spin(body, moments);
      for (let k = 0; k < 600; k++) world.step(H);
      expect(Math.abs(world.energy().kinetic / energy - 1)).toBeLessThan(1e-11);
      expect(length(sub(spin(body, moments), momentum)) / length(momentum)).toBeLessThan(1e-11);
    }
  });

  test('flips come at the period of the elliptic functions', () => {
    // Landau & Lifshitz, Mechanics §37, eq. 37.10 to 37.12: M² against 2 E I₂ tells about which axis the polhode runs.
    const [a, b, c] = inertia;
    const w: Vec3 = [0.3, 4, 0.5];
    const twoE = a * w[0] ** 2 + b * w[1] ** 2 + c * w[2] ** 2;
    const m2 = (a * w[0]) ** 2 + (b * w[1]) ** 2 + (c * w[2]) ** 2;
    let period: number;
    if (m2 > twoE * b) {
      const k2 = ((b - a) * (twoE * c - m2)) / ((c - b) * (m2 - twoE * a));
      period = 4 * ellipticK(Math.sqrt(k2)) * Math.sqrt((a * b * c) / ((c - b) * (m2 - twoE * a)));
    } else {
      const k2 = ((b - c) * (twoE * a - m2)) / ((a - b) * (m2 - twoE * c));
      period = 4 * ellipticK(Math.sqrt(k2)) * Math.sqrt((a * b * c) / ((a - b) * (m2 - twoE * c)));
    }
    const measure = (dt: number): number => {
      const world = empty();
      const body = tumble(world, w);
      const crossings: number[] = [];
      let last = unrotate(body.rotation, body.angularVelocity)[1];
      while (crossings.length < 5) {
        world.step(dt);
        const now = unrotate(body.rotation, body.angularVelocity)[1];
        if (now > 0 !== last > 0) crossings.push(world.time - (dt * now) / (now - last));
        last = now;
      }
      return (crossings[4]! - crossings[0]!) / 2;
    };
    // The crossing is found by linear interpolation, which is good to 1e-6 here.
    expect(Math.abs(measure(H) / period - 1)).toBeLessThan(1e-6);
  });

  test('attitude and angular velocity converge to the solution of Euler’s equations as dt²', () => {
    const w0: Vec3 = [0.3, 4, 0.5];
    const [truthQ, truthW] = eulerByRungeKutta(inertia, w0, 2, 20_000);
    const errors = [30, 60, 120].map((rate) => {
      const world = empty();
      const body = tumble(world, w0);
      for (let k = 0; k < 2 * rate; k++) world.step(1 / rate);
      const turned = multiply(conjugate(truthQ), body.rotation);
      return (
        2 * Math.hypot(turned[0], turned[1], turned[2]) + length(sub(body.angularVelocity, rotate(truthQ, truthW)))
      );
    });
    expect(errors[1]).toBeLessThan(0.05);
    for (const k of [0, 1]) {
      expect(errors[k]! / errors[k + 1]!).toBeGreaterThan(3.6);
      expect(errors[k]! / errors[k + 1]!).toBeLessThan(4.4);
    }
  });

  test('spinning about a principal axis stays there, to rounding', () => {
    for (const axis of [0, 1, 2]) {
      const world = empty();
      const w: [number, number, number] = [0, 0, 0];
      w[axis] = 3;
      const body = tumble(world, w);
      for (let k = 0; k < 600; k++) world.step(H);
      // About the middle axis any rounding grows as exp(√((I₃-I₂)(I₂-I₁)/(I₁I₃)) ω t) = e^17 in 10 s.
      expect(length(sub(body.angularVelocity, w))).toBeLessThan(axis === 1 ? 1e-7 : 1e-12);
    }
  });

  test('turns too fast for the step still keep the energy', () => {
    const world = empty();
    const body = tumble(world, [500, 800, 100]);
    const energy = world.energy().kinetic;
    for (let k = 0; k < 600; k++) world.step(H);
    expect(Math.abs(world.energy().kinetic / energy - 1)).toBeLessThan(1e-9);
    expect(Math.abs(Math.hypot(...body.rotation) - 1)).toBeLessThan(1e-14);
  });
});

describe('flight', () => {
  test('free fall is x₀ + v₀t + g t (t + dt)/2 of semi-implicit Euler', () => {
    const world = new World({ gravity: [1, -9.81, 0.5], contact: { model: 'point' } });
    const body = world.addBody({ ...ball, position: [1, 2, 3], linearVelocity: [-1, 4, 0] });
    const n = 600;
    for (let k = 0; k < n; k++) world.step(H);
    const t = n * H;
    const fall = (x: number, v: number, g: number): number => x + v * t + 0.5 * g * t * (t + H);
    // 600 additions of numbers up to 500.
    expect(body.position[0]).toBeCloseTo(fall(1, -1, 1), 9);
    expect(body.position[1]).toBeCloseTo(fall(2, 4, -9.81), 9);
    expect(body.position[2]).toBeCloseTo(fall(3, 0, 0.5), 9);
    expect(world.time).toBeCloseTo(t, 10);
  });

  test('damping divides by 1 + c dt a step, and tends to exp(-c t)', () => {
    for (const dt of [H, H / 64]) {
      const world = empty();
      const body = world.addBody({
        ...ball,
        linearVelocity: [3, 0, 0],
        angularVelocity: [0, 2, 0],
        linearDamping: 0.7,
        angularDamping: 1.3,
      });
      const n = Math.round(1 / dt);
      for (let k = 0; k < n; k++) world.step(dt);
      expect(body.linearVelocity[0]).toBeCloseTo(3 * (1 + 0.7 * dt) ** -n, 12);
      expect(body.angularVelocity[1]).toBeCloseTo(2 * (1 + 1.3 * dt) ** -n, 12);
      // (1 + c dt)^(-1/dt) = exp(-c (1 - c dt/2 + …))
      expect(Math.abs(body.linearVelocity[0] / (3 * Math.exp(-0.7)) - 1)).toBeLessThan(0.25 * dt);
    }
  });

  test('constant force and torque', () => {
    const world = empty();
    const body = world.addBody({ ...ball, force: [4, 0, -2], torque: [0, 0, 0.2] });
    for (let k = 0; k < 60; k++) world.step(H);
    expect(body.linearVelocity[0]).toBeCloseTo(2, 12);
    expect(body.linearVelocity[2]).toBeCloseTo(-1, 12);
    expect(body.angularVelocity[2]).toBeCloseTo(0.2 / (0.4 * 2 * 0.25), 12);
    body.force = [0, 0, 0];
    body.torque = [0, 0, 0];
    world.step(H);
    expect(body.linearVelocity[0]).toBeCloseTo(2, 12);
  });
});

describe('forces and impulses at points', () => {
  test('change momentum by F dt and angular momentum about the origin by r × F dt', () => {
    const random = new Random(9);
    const vector = (size: number): Vec3 => scale(random.direction(), size);
    for (let n = 0; n < 20; n++) {
      const inertia: Vec3 = [0.4, 0.5, 0.6];
      for (const how of ['force', 'impulse'] as const) {
        const world = empty();
        const body = world.addBody({
          shape: { type: 'box', size: [1, 1, 1] },
          mass: 3,
          inertia,
          position: vector(2),
          rotation: random.rotation(),
          linearVelocity: vector(1),
          angularVelocity: vector(2),
        });
        const about = (): Vec3 => {
          const own = spin(body, inertia);
          const orbital = cross(body.centerOfMass, scale(body.linearVelocity, body.mass));
          return [own[0] + orbital[0], own[1] + orbital[1], own[2] + orbital[2]];
        };
        const p0 = scale(body.linearVelocity, body.mass);
        const l0 = about();
        const point = vector(2);
        const push = vector(5);
        const impulse = how === 'force' ? scale(push, H) : push;
        // The centre moves within the step at the new velocity, parallel to the momentum: r × p stays.
        if (how === 'force') body.applyForce(push, point);
        else body.applyImpulse(push, point);
        const expected = cross(point, impulse);
        world.step(H);
        const p = scale(body.linearVelocity, body.mass);
        const l = about();
        for (let k = 0; k < 3; k++) {
          expect(Math.abs(p[k]! - p0[k]! - impulse[k]!)).toBeLessThan(1e-13);
          expect(Math.abs(l[k]! - l0[k]! - expected[k]!)).toBeLessThan(1e-12);
        }
        // Forces act for one step only.
        world.step(H);
        expect(length(sub(scale(body.linearVelocity, body.mass), p))).toBeLessThan(1e-14);
      }
    }
  });

  test('a force acts for the whole step, however many substeps it is cut into', () => {
    for (const substeps of [1, 4, 10]) {
      const world = empty({ substeps });
      const body = world.addBody(ball);
      body.applyForce([6, 0, 0], [0, 1, 0]);
      body.applyTorque([0, 0, 1]);
      world.step(H);
      expect(body.linearVelocity[0]).toBeCloseTo(3 * H, 14);
      expect(body.angularVelocity[2]).toBeCloseTo((-6 + 1) * (H / 0.2), 12);
      world.step(H);
      expect(body.linearVelocity[0]).toBeCloseTo(3 * H, 14);
    }
  });

  test('velocityAt is v + ω × r', () => {
    const world = empty();
    const body = world.addBody({ ...ball, position: [1, 0, 0], linearVelocity: [0, 1, 0], angularVelocity: [0, 0, 2] });
    expect(body.velocityAt([2, 0, 0])).toEqual([0, 3, 0]);
    expect(body.velocityAt([1, 1, 0])).toEqual([-2, 1, 0]);
  });

  test('a wrong point leaves the body as it was', () => {
    const world = empty();
    const body = world.addBody(ball);
    expect(() => body.applyForce([1, 0, 0], [0, Number.NaN, 0])).toThrow(/point\[1\] is NaN/);
    expect(() => body.applyImpulse([1, 0, 0], [0, 1] as unknown as Vec3)).toThrow(/point is \[0,1\]/);
    world.step(H);
    expect(body.linearVelocity).toEqual([0, 0, 0]);
    expect(body.angularVelocity).toEqual([0, 0, 0]);
  });
});

describe('locked axes', () => {
  test('translation: nothing gets a body to move along them, and the other axes do not notice', () => {
    const world = new World({ contact: { model: 'point' } });
    const body = world.addBody({
      ...ball,
      locked: ['x', 'y'],
      linearVelocity: [1, 2, 3],
      force: [5, 5, 4],
    });
    body.applyImpulse([1, 1, 1]);
    for (let k = 0; k < 60; k++) world.step(H);
    expect(body.position.slice(0, 2)).toEqual([0, 0]);
    expect(body.linearVelocity.slice(0, 2)).toEqual([0, 0]);
    expect(body.linearVelocity[2]).toBeCloseTo(3 + 0.5 + 2, 12);
    body.linearVelocity = [7, 8, 9];
    expect(body.linearVelocity).toEqual([0, 0, 9]);
  });

  test('rotation: ω obeys the inertia restricted to the free axes, not the inverse with rows crossed out', () => {
    const random = new Random(10);
    for (let n = 0; n < 20; n++) {
      const q = random.rotation();
      const inertia: Vec3 = [0.2, 0.5, 0.6];
      const world = empty();
      const body = world.addBody({
        shape: { type: 'box', size: [1, 1, 1] },
        mass: 1,
        inertia,
        rotation: q,
        locked: ['rx', 'rz'],
      });
      const yy = dot([0, 1, 0], rotate(q, scaleBy(inertia, unrotate(q, [0, 1, 0]))));
      body.applyTorque([3, 2, 1]);
      world.step(H);
      expect(body.angularVelocity[0]).toBe(0);
      expect(body.angularVelocity[2]).toBe(0);
      expect(body.angularVelocity[1]).toBeCloseTo((2 * H) / yy, 13);
    }
  });

  test('rotation: two free axes, and one locked in collisions: nothing leaks', () => {
    const world = new World({ contact: { model: 'point', friction: 0.8 } });
    world.addBody({ type: 'static', shape: { type: 'half-space' } });
    const body = world.addBody({
      shape: { type: 'box', size: [1, 0.6, 0.8] },
      mass: 1,
      position: [0, 1, 0],
      rotation: [0, 0.3826834323650898, 0, 0.9238795325112867],
      linearVelocity: [2, 0, 1],
      angularVelocity: [1, 1, 1],
      locked: ['rx', 'rz', 'z'],
    });
    for (let k = 0; k < 180; k++) {
      world.step(H);
      expect(body.angularVelocity[0]).toBe(0);
      expect(body.angularVelocity[2]).toBe(0);
      expect(body.position[2]).toBe(0);
      // Its up stays up.
      expect(rotate(body.rotation, [0, 1, 0])[1]).toBeCloseTo(1, 13);
    }
    expect(body.position[1]).toBeGreaterThan(0.299);
  });

  test('a body locked in every axis behaves as a static one', () => {
    const world = new World({ contact: { model: 'point' } });
    const held = world.addBody({ ...ball, locked: ['x', 'y', 'z', 'rx', 'ry', 'rz'] });
    const falling = world.addBody({ ...ball, position: [0.1, 1.2, 0] });
    for (let k = 0; k < 120; k++) world.step(H);
    expect(held.position).toEqual([0, 0, 0]);
    expect(held.rotation).toEqual([0, 0, 0, 1]);
    expect(Number.isFinite(falling.position[1])).toBe(true);
    expect(falling.position[1]).toBeLessThan(0);
  });

  test('kinematic bodies know no locks, whether they are given a velocity at the start or later', () => {
    const world = empty();
    const body = world.addBody({ type: 'kinematic', shape: ball.shape, locked: ['x'], linearVelocity: [1, 0, 0] });
    world.step(H);
    expect(body.position[0]).toBeCloseTo(H, 15);
    body.linearVelocity = [2, 0, 0];
    expect(body.linearVelocity).toEqual([2, 0, 0]);
  });
});

const scaleBy = (a: Vec3, b: Vec3): Vec3 => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];

describe('kinematic bodies', () => {
  test('move exactly with their velocities, about their centre, and feel neither gravity nor contact', () => {
    const world = new World({ contact: { model: 'point' } });
    const cone = world.addBody({
      type: 'kinematic',
      shape: { type: 'cone', radius: 0.5, height: 1 },
      position: [0, 0.25, 0],
      linearVelocity: [0.5, 0, 0.25],
      angularVelocity: [0, 0, 2],
    });
    world.addBody({ ...ball, mass: 1e6, position: [0.3, 1.6, 0] });
    for (let k = 0; k < 100; k++) world.step(H);
    const t = 100 * H;
    const center = cone.centerOfMass;
    expect(center[0]).toBeCloseTo(0.5 * t, 13);
    expect(center[1]).toBeCloseTo(0, 13);
    expect(center[2]).toBeCloseTo(0.25 * t, 13);
    expect(cone.rotation[2]).toBeCloseTo(Math.sin(t), 12);
    expect(cone.rotation[3]).toBeCloseTo(Math.cos(t), 12);
    expect(cone.linearVelocity).toEqual([0.5, 0, 0.25]);
    // The shape's origin circles the centre of mass, a quarter of the height below it.
    const arm = sub(cone.position, center);
    expect(length(arm)).toBeCloseTo(0.25, 13);
  });

  test('a given position reads back to the bit, offset centre or not', () => {
    const world = empty();
    const cone = world.addBody({ shape: { type: 'cone', radius: 0.5, height: 1 }, mass: 1 });
    const random = new Random(2);
    for (let k = 0; k < 50; k++) {
      const position: Vec3 = [random.between(-9, 9), random.between(-9, 9), random.between(-9, 9)];
      cone.position = position;
      cone.rotation = random.rotation();
      expect(cone.position).toEqual(position);
    }
  });
});
