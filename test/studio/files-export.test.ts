import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnimationChannel, WebIO } from '@gltf-transform/core';
import { expect, test, vi } from 'vitest';
import { run } from '../../cli/run.js';
import { readMesh } from '../../meshes/index.js';
import { scenes } from '../../scenes/index.js';
import type { SceneDescription, ShapeDescription } from '../../src/index.js';
import { createShape } from '../../src/shapes/create.js';
import { trajectoryToGlb } from '../../studio/files/export-animation.js';
import { recordLines } from '../../studio/files/export-lines.js';
import { exportShape } from '../../studio/files/export-shape.js';
import { readFiles } from '../../studio/files/open.js';
import type { LaneSource, Trajectory } from '../../studio/sim/protocol.js';
import { expectOneLine, file } from './files-support.js';
import { Bench } from './support.js';

const SHAPES: ShapeDescription[] = [
  { type: 'sphere', radius: 0.3 },
  { type: 'box', size: [0.1, 0.2, 0.3] },
  { type: 'cylinder', radius: 0.5, height: 0.05 },
  { type: 'capsule', radius: 0.2, height: 0.3 },
  { type: 'cone', radius: 0.2, height: 0.7 },
  { type: 'torus', radius: 0.4, tube: 0.1 },
  {
    type: 'convex',
    points: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0.4, 0.4, 0.4],
    ],
  }, // prettier-ignore
  {
    type: 'compound',
    parts: [
      { shape: { type: 'box', size: [1, 0.1, 0.1] } },
      { shape: { type: 'sphere', radius: 0.2 }, position: [0.8, 0, 0], rotation: [0, 0, 0.6, 0.8] },
    ],
  },
  scenes.find(({ name }) => name === 'bumpy-cube')!.make({ detail: 16 }).bodies![1]!.shape as ShapeDescription,
];

test.each(SHAPES.map((shape) => [shape.type, shape] as const))('%s comes back from OBJ and GLB', async (_, shape) => {
  const { bounds, massProperties } = createShape(shape);
  const isFlat = shape.type === 'box' || shape.type === 'convex' || shape.type === 'mesh';
  for (const format of ['obj', 'glb'] as const) {
    const mesh = await readMesh(await exportShape(shape, format), `x.${format}`);
    const read = createShape({ type: 'mesh', ...mesh });
    // n chords fall short of a circle's area by 1 − sin(2π/n)/(2π/n): 0.16 % of 64, and 0.64 % of the 32 around a tube.
    expect(read.massProperties!.volume / massProperties!.volume).toBeLessThan(1 + 1e-6);
    expect(read.massProperties!.volume / massProperties!.volume).toBeGreaterThan(isFlat ? 1 - 1e-6 : 0.9915);
    // The end of a circle lies between two vertices: at worst short by 1 − cos(π/64) of the radius.
    for (let k = 0; k < 6; k++) expect(Math.abs(read.bounds[k] - bounds[k])).toBeLessThan(isFlat ? 1e-7 : 0.005);
  }
});

test('what has no end cannot be exported, and says so', async () => {
  await expectOneLine(exportShape({ type: 'half-space' }, 'obj'), /half-space has no end/);
});

test('an exported shape becomes a body again', async () => {
  const opened = await readFiles([
    file('ring.glb', await exportShape({ type: 'torus', radius: 0.4, tube: 0.1 }, 'glb')),
  ]);
  expect(opened).toMatchObject({ kind: 'meshes', meshes: [{ name: 'ring', notes: [] }] });
});

/** Lets the session run until something is done. */
async function settle<T>(bench: Bench, work: Promise<T>): Promise<T> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) await bench.run(5);
  return work;
}

async function trajectoryOf(source: LaneSource, steps: number): Promise<Trajectory> {
  const { client } = new Bench();
  await client.load([source]);
  await client.stepOnce(steps);
  return client.trajectory();
}

test.each(['rattleback', 'newtons-cradle', 'tumbling-cylinder'])(
  'the animation of %s has every pose at its key',
  async (name) => {
    const trajectory = await trajectoryOf({ scene: name }, 120);
    const { bodies, poses, times } = trajectory;
    const document = await new WebIO().readBinary(await trajectoryToGlb(trajectory, name));
    const root = document.getRoot();
    expect(root.listNodes().map((node) => node.getName())).toEqual(bodies.map((body) => body.name));
    const [animation] = root.listAnimations();
    expect(animation!.getName()).toBe(name);
    const moving = new Set(animation!.listChannels().map((channel) => channel.getTargetNode()));
    const valueAt = (channel: AnimationChannel, n: number) => {
      const sampler = channel.getSampler()!;
      expect(sampler.getInput()!.getCount()).toBe(times.length);
      expect(sampler.getInput()!.getElement(n, [])[0]).toBe(Math.fround(times[n]! - times[0]!));
      return [...sampler.getOutput()!.getElement(n, [])];
    };
    for (const [i, node] of root.listNodes().entries()) {
      expect(node.getMesh()!.listPrimitives()[0]!.getIndices()!.getCount()).toBeGreaterThan(0);
      if (bodies[i]!.type === 'static') expect(moving.has(node)).toBe(false);
      const find = (path: string) =>
        animation!.listChannels().find((one) => one.getTargetNode() === node && one.getTargetPath() === path);
      const [translation, rotation] = [find('translation'), find('rotation')];
      let before = node.getRotation() as number[];
      for (let n = 0; n < times.length; n++) {
        const pose = poses.subarray(7 * (n * bodies.length + i), 7 * (n * bodies.length + i) + 7);
        expect(translation ? valueAt(translation, n) : node.getTranslation()).toEqual([...pose.slice(0, 3)]);
        const q = rotation ? valueAt(rotation, n) : (node.getRotation() as number[]);
        // The same rotation, to the rounding of singles, in the sign that leads on from the one before.
        const dot = q.reduce((sum, x, k) => sum + x * pose[3 + k]!, 0);
        expect(Math.abs(dot)).toBeGreaterThan(1 - 1e-6);
        expect(Math.hypot(...q)).toBeCloseTo(1, 6);
        if (n > 0) expect(q.reduce((sum, x, k) => sum + x * before[k]!, 0)).toBeGreaterThan(0);
        before = q;
      }
    }
  },
);

test('a soft body is animated by morph targets: every vertex is where it was at every key', async () => {
  const trajectory = await trajectoryOf({ scene: 'soft-tori', parameters: { rings: 1 } }, 12);
  const [soft] = trajectory.softs!;
  const { times } = trajectory;
  const document = await new WebIO().readBinary(await trajectoryToGlb(trajectory, 'rings'));
  const root = document.getRoot();
  const node = root.listNodes().find((one) => one.getName() === trajectory.bodies[soft!.body]!.name)!;
  const [primitive] = node.getMesh()!.listPrimitives();
  const targets = primitive!.listTargets();
  expect(targets.length).toBe(times.length - 1);
  const channel = root
    .listAnimations()[0]!
    .listChannels()
    .find((one) => one.getTargetPath() === 'weights')!;
  expect(channel.getTargetNode()).toBe(node);
  const weights = channel.getSampler()!.getOutput()!.getArray()!;
  const first = primitive!.getAttribute('POSITION')!.getArray()!;
  for (let n = 0; n < times.length; n++) {
    const own = weights.slice(targets.length * n, targets.length * (n + 1));
    let worst = 0;
    for (let k = 0; k < first.length; k++) {
      let x = first[k]!;
      for (let t = 0; t < own.length; t++)
        if (own[t] !== 0) x += own[t]! * targets[t]!.getAttribute('POSITION')!.getArray()![k]!;
      worst = Math.max(worst, Math.abs(x - soft!.positions[first.length * n + k]!));
    }
    // Singles of a metre.
    expect(worst).toBeLessThan(3e-7);
  }
});

test('an animation of what never moves, or of one step, is a still', async () => {
  const description: SceneDescription = { bodies: [{ type: 'static', shape: { type: 'half-space' } }] };
  const trajectory = await trajectoryOf({ description }, 3);
  const document = await new WebIO().readBinary(await trajectoryToGlb(trajectory, 'still'));
  expect(document.getRoot().listAnimations()).toEqual([]);
  expect(document.getRoot().listNodes()).toHaveLength(1);
});

test('lines of JSON are those of the command line, and the simulation is where it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sixfold-'));
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    for (const name of ['rattleback', 'newtons-cradle']) {
      const out = join(folder, `${name}.jsonl`);
      expect(await run(name, { steps: '40', json: true, out })).toBe(0);
      const bench = new Bench();
      const { client } = bench;
      await client.load([{ scene: name }]);
      await client.stepOnce(40);
      const before = await client.hash();
      const shares: number[] = [];
      const lines = await settle(bench, recordLines(client, { onProgress: (share) => shares.push(share) }));
      expect(await lines.text()).toBe(readFileSync(out, 'utf8'));
      expect(shares).toHaveLength(41);
      expect(shares.at(-1)).toBe(1);
      expect(await client.hash()).toEqual(before);
      expect((await client.states()).step).toBe(40);
    }
  } finally {
    write.mockRestore();
    rmSync(folder, { recursive: true });
  }
});

test('exporting can be given up, and covers only steps with the bodies of now', async () => {
  const bench = new Bench();
  const { client } = bench;
  await client.load([{ scene: 'falling-box' }]);
  await client.stepOnce(10);
  await client.command({
    type: 'add',
    description: { name: '__proto__', shape: { type: 'sphere', radius: 0.1 }, mass: 1, position: [2, 3, 0] },
  });
  await client.stepOnce(5);
  const lines = (await (await settle(bench, recordLines(client))).text()).trimEnd().split('\n');
  expect(lines).toHaveLength(1 + 6);
  expect(JSON.parse(lines[0]!).bodies).toContain('__proto__');
  expect(Object.keys(JSON.parse(lines[6]!).bodies)).toContain('__proto__');
  const giveUp = new AbortController();
  await expectOneLine(
    settle(bench, recordLines(client, { signal: giveUp.signal, onProgress: (share) => share > 0.4 && giveUp.abort() })),
    /given up/,
  );
  expect((await client.states()).step).toBe(15);
});
