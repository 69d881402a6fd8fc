// sixfold/volume: constraints on the volume of overlap, and soft bodies.

export { VolumeModel, volume } from './contact/volume/model.js';
export type { Cut } from './contact/volume/read.js';
