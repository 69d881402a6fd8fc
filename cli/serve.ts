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

/** Seconds that a timer can be set to. */
const LONGEST = 2_000_000;

export async function serve(scene: string, options: ServeOptions): Promise<number> {
  const { name, description, drive } = await loadScene(scene);
  // Refused here, in one line, and not in the worker.
  new World(description, { models: allModels });
  const names = (description.devices ?? [])
    .filter(({ type }) => type !== 'hand' && type !== undefined)
    .map((d) => d.name);
  const port = Number(options.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new SixfoldError(`--port is ${JSON.stringify(options.port)}; it must be from 0 to 65535`);
  const seconds = options.time === undefined ? null : Number(options.time);
  if (seconds !== null && !(seconds > 0 && seconds <= LONGEST))
    throw new SixfoldError(`--time is ${JSON.stringify(options.time)}; it must be seconds above 0, at most ${LONGEST}`);
  const bridge = new Bridge({
    devices: names,
    port,
    ...(options.token === undefined ? {} : { token: options.token }),
    origins: options.origin ?? [],
    pose: ({ device, position, rotation }) => live.setPose(device, position, rotation),
    stale: (device, isStale) => process.stderr.write(`sixfold: ${device} ${isStale ? 'is silent' : 'moves'}\n`),
  });
  process.stdout.write(`${await bridge.listen()}\n`);
  const worker = new Worker(new URL('./loop-worker.js', import.meta.url), {
    workerData: { driven: drive ? name : null },
  });
  const live = new LiveClient(description, {
    post: (message) => worker.postMessage(message),
    shared: true,
    devices: names,
  });
  worker.on('message', (message: FromLive) => live.receive(message));
  const stop = (): void => live.stop();
  let end: NodeJS.Timeout | undefined;
  let seen = -1;
  const timer = setInterval(() => {
    if (!live.read() || live.frame.steps === seen) return;
    // Seconds count from the first step: a world warms up before it.
    if (seconds !== null) end ??= setTimeout(stop, 1000 * seconds);
    seen = live.frame.steps;
    for (const [k, name] of names.entries())
      bridge.send(name, live.frame.force(k), live.frame.torque(k), live.frame.time);
  }, 1);
  process.once('SIGINT', stop);
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  const { statistics, hash, report } = await Promise.race([live.stopped, failed]);
  clearInterval(timer);
  clearTimeout(end);
  process.off('SIGINT', stop);
  await bridge.close();
  await worker.terminate();
  process.stdout.write(
    `${JSON.stringify({ ...statistics, hash, report, accepted: bridge.accepted, refused: bridge.refused })}\n`,
  );
  return 0;
}
