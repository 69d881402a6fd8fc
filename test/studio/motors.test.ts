import { expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { motorRange, withMotorValue } from '../../studio/tree/motors.js';
import { Bench } from './support.js';

test('a slider moves what the motor has, and holds its value', () => {
  expect(motorRange({ velocity: 2, damping: 5 }, 'hinge')).toMatchObject({
    field: 'velocity',
    unit: 'rad/s',
    value: 2,
  });
  expect(motorRange({ velocity: 20 }, 'slider')).toMatchObject({ unit: 'm/s', min: -40, max: 40 });
  expect(motorRange({ target: 0.25, stiffness: 1 }, 'hinge')).toMatchObject({ field: 'target', unit: 'rad' });
  expect(motorRange({}, 'hinge')).toBeNull();
  expect(withMotorValue({ velocity: 2, damping: 5 }, 'velocity', -1)).toEqual({ velocity: -1, damping: 5 });
});

test('a motor takes another speed without a restart', async () => {
  const { client } = new Bench({});
  await client.load([{ scene: 'gear-pair', parameters: {} }]);
  await client.want({ velocities: true });
  await client.stepOnce(120);
  const { load, joints, bodies } = client.scenes[0]!;
  const small = bodies.findIndex(({ name }) => name === 'small');
  const spin = () => client.frame!.lanes[0]!.details!.velocities![6 * small + 5]!;
  expect(scenes.some(({ name }) => name === 'gear-pair')).toBe(true);
  // Teeth and brake hold it back a little; that is not what is tested here.
  expect(spin()).toBeGreaterThan(1.5);
  await client.command({ type: 'motor', joint: 0, motor: withMotorValue(joints[0]!.motor!, 'velocity', -1) });
  expect(client.scenes[0]!.joints[0]!.motor!.velocity).toBe(2); // told with the next frame
  await client.stepOnce(240);
  expect(client.scenes[0]!.load).toBe(load);
  expect(client.scenes[0]!.joints[0]!.motor!.velocity).toBe(-1);
  expect(client.frame!.step).toBe(360);
  expect(spin()).toBeLessThan(-0.75);
});
