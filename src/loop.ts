// sixfold/loop: steps of equal length in a worker, in Node and in browsers.

export { LiveFrame } from './io/live-frame.js';
export {
  type FromLive,
  LiveClient,
  type LiveDriver,
  type LiveMemory,
  type LiveOptions,
  LiveWorker,
  type ToLive,
} from './io/live-world.js';
export { driveBlocking, driveByTimer, type LoopStatistics, PacedLoop } from './io/paced-loop.js';
export { PoseBuffer } from './io/pose-buffer.js';
export { warmUp } from './io/warm-up.js';
