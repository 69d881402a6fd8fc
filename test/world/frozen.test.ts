// What a world hands out cannot be changed by mistake, and says so.

import { expect, test } from 'vitest';
import { World } from '../../src/index.js';

function resting() {
  const world = new World({
    bodies: [
      { name: 'ground', type: 'static', shape: { type: 'half-space' } },
      { name: 'box', shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [0, 0.5, 0] },
    ],
  });
  for (let k = 0; k < 5; k++) world.step();
  return { world, box: world.body('box') };
}

test('vectors of bodies, contacts, rays, casts and overlaps are frozen', () => {
  const { world, box } = resting();
  const [contact] = world.contacts();
  const ray = world.castRay([0, 5, 0], [0, -1, 0])!;
  const cast = world.castShape({ type: 'sphere', radius: 0.1 }, { position: [0, 5, 0] }, [0, -1, 0])!;
  const given: readonly (readonly unknown[])[] = [
    box.position,
    box.rotation,
    box.linearVelocity,
    box.velocityAt([0, 0, 0]),
    world.gravity,
    contact!.force,
    contact!.torque,
    contact!.point,
    contact!.normal,
    contact!.centerOfPressure,
    contact!.outline,
    contact!.outline[0]!,
    ray.point,
    ray.normal,
    cast.point,
    world.overlaps()[0]!.center,
  ];
  for (const [k, list] of given.entries()) expect(Object.isFrozen(list), `list ${k}`).toBe(true);
  for (const record of [contact!, ray, cast]) expect(Object.isFrozen(record)).toBe(true);
  expect(() => {
    (box.position as unknown as number[])[1] = 7;
  }).toThrow(TypeError);
});

test('what is not there cannot be added: a misspelt word is no silence', () => {
  const { world, box } = resting();
  const joint = world.addJoint({ type: 'ball', b: box, anchor: [0, 1, 0] });
  for (const thing of [world, box, joint] as unknown as Record<string, unknown>[])
    expect(() => {
      thing.fricton = 1;
    }).toThrow(TypeError);
  expect(() => {
    (joint as unknown as Record<string, unknown>).axes = {};
  }).toThrow(/axes cannot be set|has no axes/);
});

test('at its limit a contact that does not slide has no margin left, and sticks', () => {
  const { world, box } = resting();
  box.force = [0.5 * 9.81 - 1e-3, 0, 0];
  for (let k = 0; k < 5; k++) world.step();
  const [contact] = world.contacts();
  expect(contact!.state).toBe('stick');
  expect(contact!.slipMargin).toBeGreaterThanOrEqual(0);
  expect(contact!.slipMargin).toBeLessThan(1e-3);
  box.force = [6, 0, 0];
  for (let k = 0; k < 5; k++) world.step();
  expect(world.contacts()[0]!.state).toBe('slide');
});
