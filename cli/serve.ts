// sixfold serve: a scene in real time, with devices attached through the bridge.

import { Worker } from 'node:worker_threads';
import { allModels } from '../src/all-models.js';
import { SixfoldError, World } from '../src/index.js';
import { PoseBuffer } from '../src/loop.js';
import { Bridge } from './bridge/bridge.js';
import { loadScene } from './load-scene.js';
import { GIVEN, GOT, type LoopData } from './loop-worker.js';

export interface ServeOptions {
  port?: string;
  token?: string;
  origin?: string[];
  time?: string;
}

const shared = (width: number): SharedArrayBuffer => new SharedArrayBuffer(PoseBuffer.bytes(width));

export async function serve(scene: string, options: ServeOptions): Promise<number> {
  const { description } = await loadScene(scene);
  // Refused here, in one line, and not in the worker.
  const world = new World(description, { models: allModels });
  const names = (description.devices ?? [])
    .filter(({ type }) => type !== 'hand' && type !== undefined)
    .map((d) => d.name);
  const port = Number(options.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new SixfoldError(`--port is ${JSON.stringify(options.port)}; it must be from 0 to 65535`);
  const bodies = [...world.bodies()].length;
  const data: LoopData = {
    scene: description,
    devices: names,
    given: names.map(() => shared(GIVEN)),
    got: names.map(() => shared(GOT)),
    poses: shared(1 + 7 * bodies),
    bodies,
    stop: new SharedArrayBuffer(4),
  };
  const given = data.given.map((memory) => new PoseBuffer(memory, GIVEN));
  const got = data.got.map((memory) => new PoseBuffer(memory, GOT));
  const bridge = new Bridge({
    devices: names,
    port,
    ...(options.token === undefined ? {} : { token: options.token }),
    origins: options.origin ?? [],
    pose: ({ device, position, rotation }) => given[names.indexOf(device)]!.publish([...position, ...rotation]),
    stale: (device, isStale) => process.stderr.write(`sixfold: ${device} ${isStale ? 'is silent' : 'moves'}\n`),
  });
  process.stdout.write(`${await bridge.listen()}\n`);
  const worker = new Worker(new URL('./loop-worker.js', import.meta.url), { workerData: data });
  const numbers = new Float64Array(GOT);
  const seen = names.map(() => 0);
  const timer = setInterval(() => {
    for (const [k, name] of names.entries()) {
      if (got[k]!.published === seen[k] || !got[k]!.read(numbers)) continue;
      seen[k] = got[k]!.published;
      bridge.send(name, [...numbers.subarray(0, 3)], [...numbers.subarray(3, 6)], numbers[6]!);
    }
  }, 1);
  const stop = (): void => {
    const cell = new Int32Array(data.stop);
    Atomics.store(cell, 0, 1);
    Atomics.notify(cell, 0);
  };
  process.once('SIGINT', stop);
  if (options.time !== undefined) setTimeout(stop, 1000 * Number(options.time));
  const statistics = await new Promise<object>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  clearInterval(timer);
  await bridge.close();
  process.stdout.write(`${JSON.stringify({ ...statistics, accepted: bridge.accepted, refused: bridge.refused })}\n`);
  return 0;
}
