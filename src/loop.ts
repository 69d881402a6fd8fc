// sixfold/loop: steps of equal length in a worker, in Node and in browsers.

export { driveBlocking, driveByTimer, type LoopStatistics, PacedLoop } from './io/paced-loop.js';
export { PoseBuffer } from './io/pose-buffer.js';
