// `sixfold serve` as a user starts it: somebody acts in the scene, a client holds a device, and wrong words are
// refused.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { root } from '../../scripts/lib/paths.js';
import { World } from '../../src/index.js';
import { Folder, sixfold } from './sixfold.js';

const folder = new Folder();
afterAll(() => folder.remove());

interface Served {
  steps: number;
  hash: string;
  accepted: number;
  refused: number;
}

describe('serve', () => {
  test('a built-in scene in which somebody drives has the bits of a world that is driven', async () => {
    const { status, stdout } = await sixfold(['serve', 'vehicle', '--time', '0.3']);
    expect(status).toBe(0);
    const { steps, hash } = JSON.parse(stdout.trim().split('\n').at(-1)!) as Served;
    expect(steps).toBeGreaterThan(0);
    const scene = scenes.find(({ name }) => name === 'vehicle')!;
    const world = new World(scene.make());
    const driver = scene.drive!(world);
    for (let k = 0; k < steps; k++) {
      driver.act(world.timeStep);
      world.step();
    }
    expect(hash).toBe(world.hash());
  });

  test('the sample client moves its device, and feels the floor', async () => {
    const scene = folder.write('scene.json', {
      timeStep: 0.001,
      contact: { model: 'penalty', stiffness: 1000, dampingRatio: 0 },
      bodies: [
        { name: 'floor', type: 'static', shape: { type: 'half-space' } },
        { name: 'tip', type: 'kinematic', shape: { type: 'box', size: [0.1, 0.1, 0.1] }, position: [0, 0.1, 0] },
      ],
      devices: [{ name: 'left', type: 'socket', body: 'tip', passivity: false }],
    });
    const child = spawn(process.execPath, [join(root, 'bin', 'sixfold.js'), 'serve', scene]);
    let said = '';
    const address = new Promise<string>((resolve) =>
      child.stdout.on('data', (data) => {
        said += data;
        if (said.includes('\n')) resolve(said.split('\n')[0]!);
      }),
    );
    const ended = new Promise((resolve) => child.on('close', resolve));
    const client = spawn(process.execPath, [join(root, 'examples/bridge/client.js'), await address, 'left']);
    let heard = '';
    client.stdout.on('data', (data) => (heard += data));
    await new Promise((resolve) => client.on('close', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    const { accepted, refused } = JSON.parse(said.trim().split('\n').at(-1)!) as Served;
    expect(accepted).toBeGreaterThan(100);
    expect(refused).toBe(0);
    const forces = heard
      .trim()
      .split('\n')
      .flatMap((line) => (line.startsWith('{"type":"force"') ? [JSON.parse(line).force[1] as number] : []));
    // 5 mm into 1000 N/m, and nothing above the floor. The hand rests there for a second.
    expect(Math.max(...forces)).toBeCloseTo(5, 6);
    expect(forces[0]).toBe(0);
  });

  test.each([
    [['--time', 'soon'], '--time is "soon"; it must be seconds above 0, at most 2000000'],
    [['--port', '99999'], '--port is "99999"; it must be from 0 to 65535'],
  ])('refuses %j', async (args, message) => {
    const { status, stdout, stderr } = await sixfold(['serve', 'hand-on-wall', ...args]);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trim()).toBe(`sixfold: ${message}`);
  });
});
