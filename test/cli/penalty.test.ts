// Model penalty and devices through the command line.

import { afterAll, describe, expect, test } from 'vitest';
import { Folder, sixfold } from './sixfold.js';

const folder = new Folder();
afterAll(() => folder.remove());

const scene = (contact: object, more: object = {}) =>
  folder.write('scene.json', {
    timeStep: 0.001,
    contact: { model: 'penalty', ...contact },
    bodies: [
      { name: 'ground', type: 'static', shape: { type: 'half-space' } },
      { name: 'cube', shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [0, 0.5, 0] },
    ],
    ...more,
  });

describe('penalty', () => {
  test('rests at m g/k and counts what is in its springs', async () => {
    const { status, stdout } = await sixfold([
      'run',
      scene({ stiffness: 2000 }, { sleep: false }),
      '--time',
      '3',
      '--json',
    ]);
    expect(status).toBe(0);
    const result = JSON.parse(stdout);
    expect(result.model).toBe('penalty');
    const depth = 9.81 / 2000;
    expect(result.contacts[0].depth).toBeCloseTo(depth, 7);
    expect(result.energy.final).toBeCloseTo(9.81 * (0.5 - depth) + 1000 * depth * depth, 6);
    expect(result.contacts[0].state).toBe('stick');
  });

  test('what the step cannot carry ends with status 2 and one line', async () => {
    const { status, stdout, stderr } = await sixfold(['run', scene({ stiffness: 1e6 }), '--json']);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trim()).toMatch(/^sixfold: contact\.stiffness is 1000000; .*at most 686292 \(N\/m\)[^\n]*$/);
  });

  test('a hand on a wall reports what it feels, and runs repeat their bits', async () => {
    const args = ['run', 'hand-on-wall', '--time', '2', '--json'];
    const runs = [await sixfold(args), await sixfold(args)];
    const [first, second] = runs.map(({ stdout }) => JSON.parse(stdout));
    expect(first.devices.hand.force[1]).toBeCloseTo(4, 3);
    expect(Object.keys(first.devices.hand)).toEqual(['force', 'torque', 'energyToHand', 'lateSteps', 'longestStep']);
    expect(second.hash).toBe(first.hash);
  });
});
