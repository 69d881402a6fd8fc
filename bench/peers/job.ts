// One run in a process of its own: `job ENGINE SCENE SHARE LIMIT`. The last line of standard output is the result.

import { Unsupported } from './engine.js';
import { engines } from './engines/index.js';
import { type RunResult, run, yardstick } from './run.js';
import { scenes } from './scenes/index.js';

const [engineName, sceneName, share, limit] = process.argv.slice(2);
const engine = engines.find(({ name }) => name === engineName)!;
const scene = scenes.find(({ name }) => name === sceneName)!;
let result: RunResult;
try {
  result = await run(engine, scene, { share: Number(share), limit: Number(limit) });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  result = {
    engine: engine.name,
    scene: scene.name,
    times: {},
    measures: {},
    notes: [],
    steps: 0,
    wanted: 0,
    yardstick: yardstick(),
    ...(error instanceof Unsupported ? { unsupported: message } : { failed: message.split('\n')[0]! }),
  };
}
console.log(`\n${JSON.stringify(result)}`);
process.exit(0);
