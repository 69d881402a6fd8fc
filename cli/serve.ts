// sixfold serve: a scene in real time, with devices attached through the bridge.

import { Worker } from 'node:worker_threads';
import { allModels } from '../src/all-models.js';
import { SixfoldError, World } from '../src/index.js';
import { type FromLive, LiveClient } from '../src/loop.js';
import { Bridge } from './bridge/bridge.js';
import { loadScene } from './load-scene.js';

export interface ServeOptions {
  port?: string;
  token?: string;
  origin?: string[];
  time?: string;
}

export async function serve(scene: string, options: ServeOptions): Promise<number> {
  const { description } = await loadScene(scene);
  // Refused here, in one line, and not in the worker.
  new World(description, { models: allModels });
  const names = (description.devices ?? [])
    .filter(({ type }) => type !== 'hand' && type !== undefined)
    .map((d) => d.name);
  const port = Number(options.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new SixfoldError(`--port is ${JSON.stringify(options.port)}; it must be from 0 to 65535`);
  const bridge = new Bridge({
    devices: names,
    port,
    ...(options.token === undefined ? {} : { token: options.token }),
    origins: options.origin ?? [],
    pose: ({ device, position, rotation }) => live.setPose(device, position, rotation),
    stale: (device, isStale) => process.stderr.write(`sixfold: ${device} ${isStale ? 'is silent' : 'moves'}\n`),
  });
  process.stdout.write(`${await bridge.listen()}\n`);
  const worker = new Worker(new URL('./loop-worker.js', import.meta.url));
  const live = new LiveClient(description, {
    post: (message) => worker.postMessage(message),
    shared: true,
    devices: names,
  });
  worker.on('message', (message: FromLive) => live.receive(message));
  let seen = 0;
  const timer = setInterval(() => {
    if (!live.read() || live.frame.steps === seen) return;
    seen = live.frame.steps;
    for (const [k, name] of names.entries())
      bridge.send(name, live.frame.force(k), live.frame.torque(k), live.frame.time);
  }, 1);
  const stop = (): void => live.stop();
  process.once('SIGINT', stop);
  if (options.time !== undefined) setTimeout(stop, 1000 * Number(options.time));
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  const { statistics, hash, report } = await Promise.race([live.stopped, failed]);
  clearInterval(timer);
  await bridge.close();
  await worker.terminate();
  process.stdout.write(
    `${JSON.stringify({ ...statistics, hash, report, accepted: bridge.accepted, refused: bridge.refused })}\n`,
  );
  return 0;
}
