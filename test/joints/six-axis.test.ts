// The six-axis joint against closed forms, and against the joints that it can be.

import { describe, expect, test } from 'vitest';
import { type AxisDescription, type JointDescription, type Vec3, World } from '../../src/index.js';

const G = 9.81;
type Axes = NonNullable<JointDescription['axes']>;

/** A box of 1 kg whose centre is `arm` from the joint, which holds it to the world at the origin. */
function hung(axes: Axes, arm: Vec3 = [1, 0, 0], gravity: Vec3 = [0, -G, 0], more: Partial<JointDescription> = {}) {
  const world = new World({ gravity, sleep: false });
  const box = world.addBody({ shape: { type: 'box', size: [0.2, 0.3, 0.4] }, mass: 1, position: arm });
  const joint = world.addJoint({ type: 'six-axis', name: 'j', b: box, anchor: [0, 0, 0], axes, ...more });
  return { world, box, joint };
}
const run = (world: World, seconds: number, h = 1 / 240): void => {
  for (let k = 0; k < Math.round(seconds / h); k++) world.step(h);
};

describe('all locked', () => {
  test('is a cantilever: its torque is 9.81 N·m for a kilogram at a metre', () => {
    const { world, box, joint } = hung({});
    run(world, 1);
    expect(box.position[1]).toBeCloseTo(0, 9);
    // On b, about its anchor: up with its weight, and against its moment.
    expect(joint.force[1]).toBeCloseTo(G, 8);
    expect(joint.torque[2]).toBeCloseTo(G, 8);
    expect(joint.axes).toEqual({ x: 'locked', y: 'locked', z: 'locked', rx: 'locked', ry: 'locked', rz: 'locked' });
  });
});

describe('one axis free', () => {
  test.each(['x', 'y', 'z'] as const)('along %s it falls as a slider does, and along no other', (axis) => {
    const gravity: Vec3 = [1, 2, 3];
    const { world, box } = hung({ [axis]: 'free' }, [0.3, 0.2, 0.1], gravity);
    run(world, 1);
    const k = ['x', 'y', 'z'].indexOf(axis);
    const fallen = box.position.map((x, n) => x - [0.3, 0.2, 0.1][n]!);
    // Semi-implicit Euler is ahead by half a step's gain.
    expect(fallen[k]).toBeCloseTo(0.5 * gravity[k]! * (1 + 1 / 240), 9);
    for (const n of [0, 1, 2]) if (n !== k) expect(fallen[n]).toBeCloseTo(0, 9);
    expect(box.rotation[3]).toBeCloseTo(1, 12);
  });

  test.each(['rx', 'ry', 'rz'] as const)('about %s it moves as a hinge does, right round', (axis) => {
    const k = ['rx', 'ry', 'rz'].indexOf(axis);
    const about: Vec3 = [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0];
    const arm: Vec3 = [k === 0 ? 0 : 0.7, k === 1 ? 0 : 0.5, k === 2 ? 0 : 0.6];
    const gravity: Vec3 = [-3, -5, -7];
    const { world, box } = hung({ [axis]: 'free' }, arm, gravity);
    const other = new World({ gravity, sleep: false });
    const same = other.addBody({ shape: { type: 'box', size: [0.2, 0.3, 0.4] }, mass: 1, position: arm });
    other.addJoint({ type: 'hinge', b: same, anchor: [0, 0, 0], axis: about });
    for (let step = 0; step < 240; step++) {
      world.step(1 / 240);
      other.step(1 / 240);
    }
    for (let n = 0; n < 3; n++) expect(box.position[n]).toBeCloseTo(same.position[n]!, 7);
  });
});

test('two turns free are a universal joint: what it drives turns as theory says', () => {
  // A shaft bent by 30°: tan b = tan a cos 30°, also past quarter turns, where the order of angles matters.
  const bend = Math.PI / 6;
  const world = new World({ gravity: [0, 0, 0], sleep: false });
  const shaft = { type: 'cylinder', radius: 0.05, height: 0.5 } as const;
  const quarter = Math.SQRT1_2;
  const input = world.addBody({ shape: shaft, mass: 1, position: [-0.25, 0, 0], rotation: [0, 0, quarter, quarter] });
  const direction: Vec3 = [Math.cos(bend), 0, Math.sin(bend)];
  const output = world.addBody({
    shape: shaft,
    mass: 1,
    position: [0.25 * direction[0], 0, 0.25 * direction[2]],
    rotation: [0, -Math.sin(bend / 2), 0, Math.cos(bend / 2)],
  });
  world.addJoint({
    type: 'hinge',
    name: 'in',
    b: input,
    anchor: [-0.25, 0, 0],
    axis: [1, 0, 0],
    motor: { velocity: 1 },
  });
  world.addJoint({ type: 'hinge', name: 'out', b: output, anchor: output.position, axis: direction });
  // The cross: one arm along y on the input, the other across the output's axis, in the plane of both.
  const frame = [0, -Math.sin(bend / 2), 0, Math.cos(bend / 2)] as const;
  world.addJoint({ type: 'six-axis', a: input, b: output, anchor: [0, 0, 0], frame, axes: { ry: 'free', rz: 'free' } });
  const angle = (name: string): number => [...world.joints()].find((joint) => joint.name === name)!.coordinate;
  for (let k = 0; k < 1200; k++) {
    world.step(1 / 240);
    const [a, b] = [angle('in'), angle('out')];
    // Arms (0, cos a, sin a) and (-sin β cos b, -sin b, cos β cos b) stay at right angles.
    const expected = Math.atan2(Math.sin(a) * Math.cos(bend), Math.cos(a));
    expect(Math.abs(Math.atan2(Math.sin(b - expected), Math.cos(b - expected)))).toBeLessThan(1e-6);
  }
});

describe('limits', () => {
  test.each(['x', 'y', 'z', 'rx', 'ry', 'rz'] as const)('of %s hold, with the force that they must', (axis) => {
    const k = ['x', 'y', 'z', 'rx', 'ry', 'rz'].indexOf(axis);
    const world = new World({ gravity: [0, 0, 0], sleep: false });
    const box = world.addBody({ shape: { type: 'box', size: [0.2, 0.3, 0.4] }, mass: 2 });
    const joint = world.addJoint({ type: 'six-axis', b: box, axes: { [axis]: { limits: [-0.1, 0.2] } } });
    const push: Vec3 = [k % 3 === 0 ? 3 : 0, k % 3 === 1 ? 3 : 0, k % 3 === 2 ? 3 : 0];
    for (let step = 0; step < 480; step++) {
      if (k < 3) box.applyForce(push);
      else box.applyTorque(push);
      world.step(1 / 240);
    }
    const part = joint.axes[axis];
    if (typeof part === 'string') throw new Error(`${axis} is ${part}`);
    expect(part.coordinate).toBeCloseTo(0.2, 6);
    expect(part.limitForce).toBeCloseTo(-3, 6);
    expect((k < 3 ? joint.force : joint.torque)[k % 3]).toBeCloseTo(-3, 6);
  });
});

describe('motors', () => {
  test.each(['x', 'rz'] as const)('a spring on %s settles where theory says', (axis) => {
    const motor = { target: 0.3, stiffness: 50, damping: 15 };
    const { world, joint } = hung({ [axis]: { motor } }, [0, 0, 0], [0, 0, 0]);
    run(world, 4);
    const part = joint.axes[axis];
    expect(typeof part === 'string' ? Number.NaN : part.coordinate).toBeCloseTo(0.3, 5);
  });

  test('three at once reach their angles: Cardan angles about x, y, z', () => {
    const to = (target: number): AxisDescription => ({ motor: { target, stiffness: 200, damping: 20 } });
    const { world, box, joint } = hung({ rx: to(0.5), ry: to(-0.4), rz: to(0.8) }, [0, 0, 0], [0, 0, 0]);
    run(world, 6);
    const [cx, sx, cy, sy, cz, sz] = [0.5, -0.4, 0.8].flatMap((a) => [Math.cos(a / 2), Math.sin(a / 2)]) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    // q = q_x q_y q_z
    const [x, y, z, w] = [
      sx * cy * cz + cx * sy * sz,
      cx * sy * cz - sx * cy * sz,
      cx * cy * sz + sx * sy * cz,
      cx * cy * cz - sx * sy * sz,
    ];
    [x, y, z, w].forEach((q, n) => {
      expect(box.rotation[n]).toBeCloseTo(q, 4);
    });
    expect(joint.axes.x).toBe('locked');
  });

  test('change at run time, and go with the joint', () => {
    const { world, joint } = hung({ x: { motor: { velocity: 1 } } }, [0, 0, 0], [0, 0, 0]);
    run(world, 0.5);
    const part = joint.axes.x;
    if (typeof part === 'string') throw new Error('x is driven');
    part.motor = { velocity: -1 };
    run(world, 0.5);
    expect(part.coordinate).toBeCloseTo(0, 2);
    expect([...world.joints()].map(({ name }) => name)).toEqual(['j']);
    world.removeJoint(joint);
    expect(part.alive).toBe(false);
    expect([...world.joints()]).toEqual([]);
  });
});

test('a snapshot goes on with the same bits', () => {
  const { world } = hung({
    rx: 'free',
    ry: { limits: [-0.3, 0.3] },
    z: { motor: { target: 0.1, stiffness: 40, damping: 1 } },
  });
  run(world, 0.3);
  const other = World.restore(world.snapshot());
  run(world, 0.3);
  run(other, 0.3);
  expect(other.hash()).toBe(world.hash());
});

test.each([
  [{ axes: { rx: 'loose' } }, 'axes.rx is "loose"; it must be "free", "locked", or an object'],
  [{ axes: { q: 'free' } }, 'unknown field "q"'],
  [{ axes: { x: { limits: [1, 0] } } }, 'low <= high'],
  [{ axes: { x: { spring: 1 } } }, 'unknown field "spring"'],
  [{ limits: [0, 1] }, 'limits does not apply to a six-axis joint'],
])('refuses %j', (fields, message) => {
  expect(() => hung({}, [1, 0, 0], [0, 0, 0], fields as unknown as Partial<JointDescription>)).toThrow(message);
});

test('a part is no joint of its own', () => {
  const world = new World({ bodies: [{ name: 'b', shape: { type: 'sphere', radius: 1 }, mass: 1 }] });
  expect(() => world.addJoint({ type: 'axis' as 'ball', b: 'b' })).toThrow('type is "axis"; it must be one of "ball"');
});
