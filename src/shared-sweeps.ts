// What sixfold/workers needs of the engine: no entry of the package.

export type { CorrectionTape } from './contact/six/correct-tape.js';
export { CrowdKernel, type SweepExports, type SweepKernel } from './contact/six/crowd-kernel.js';
export type { CrowdTape } from './contact/six/crowd-tape.js';
export { MEAN_OVER_ROOT } from './contact/six/crowd-visit.js';
export { MANY } from './contact/six/mixing.js';
export { growTo } from './memory/arena.js';
export { bytesOf } from './memory/wasm.js';
export type { SharedKernels } from './solver/kernels.js';
