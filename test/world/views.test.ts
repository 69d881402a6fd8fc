// What bodies and joints tell to those who draw or push them.

import { expect, test } from 'vitest';
import { type Vec3, World } from '../../src/index.js';
import { add, length, rotate, sub } from '../../src/math/vec3.js';

const tilted = { rotation: [0.18257418583505536, 0.3651483716701107, 0.5477225575051661, 0.7302967433402214] } as const;

test('the inverse inertia is what an angular impulse is multiplied with', () => {
  const world = new World({ gravity: [0, 0, 0] });
  const body = world.addBody({ shape: { type: 'box', size: [1, 2, 3] }, mass: 5, ...tilted });
  const [xx, xy, xz, yy, yz, zz] = body.inverseInertia;
  body.applyAngularImpulse([1, -2, 3]);
  const expected: Vec3 = [xx - 2 * xy + 3 * xz, xy - 2 * yy + 3 * yz, xz - 2 * yz + 3 * zz];
  // The same products in another order: a few roundings.
  expect(length(sub(body.angularVelocity, expected))).toBeLessThan(1e-14);
});

test('the box of the broad phase holds the body and what it will sweep', () => {
  const world = new World({ gravity: [0, 0, 0] });
  const ball = world.addBody({ shape: { type: 'sphere', radius: 0.5 }, mass: 1, linearVelocity: [6, 0, 0] });
  for (let n = 0; n < 20; n++) {
    world.step();
    const { min, max } = ball.broadPhaseBox;
    for (let k = 0; k < 3; k++) {
      expect(min[k]!).toBeLessThan(ball.position[k]! - 0.5);
      expect(max[k]!).toBeGreaterThan(ball.position[k]! + 0.5);
    }
  }
});

test('a joint knows its bodies, and where its anchors and its axis are while it swings', () => {
  const world = new World({
    bodies: [{ name: 'door', shape: { type: 'box', size: [1, 2, 0.1] }, mass: 3, ...tilted }],
  });
  const door = world.body('door');
  const local: Vec3 = [-0.5, 0, 0];
  const anchor = rotate(door.rotation, local);
  const axis = rotate(door.rotation, [0, 1, 0]);
  const joint = world.addJoint({ type: 'hinge', b: 'door', anchor, axis });
  expect([joint.a, joint.b]).toEqual([null, 'door']);
  for (let n = 0; n < 60; n++) {
    const [a, b] = joint.anchors;
    expect(length(sub(a, anchor))).toBeLessThan(1e-14);
    expect(length(sub(b, add(door.position, rotate(door.rotation, local))))).toBeLessThan(1e-14);
    expect(length(sub(joint.axis, axis))).toBeLessThan(1e-14);
    world.step();
  }
  const spring = world.addJoint({
    type: 'spring',
    a: 'door',
    b: world.addBody({ name: 'bob', shape: { type: 'sphere', radius: 0.1 }, mass: 1, position: [3, 0, 0] }),
    stiffness: 1,
    damping: 0,
  });
  expect([spring.a, spring.b]).toEqual(['door', 'bob']);
  expect(length(sub(spring.anchors[1], [3, 0, 0]))).toBeLessThan(1e-14);
  expect(length(sub(spring.anchors[0], door.centerOfMass))).toBeLessThan(1e-14);
});
