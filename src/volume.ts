// Entry "sixfold/volume": constraints on the volume of overlap, and soft bodies. new World(scene, { models: [volume] })

import type { Vec3 } from './math/vec3.js';

/** Corners of a box in the body's frame. */
export type Corners = readonly [Vec3, Vec3];

declare module './world/scene.js' {
  interface ContactWords {
    volume: { cell: number | null; pixel: number | null; viscosity: number };
  }
  interface BodyWords {
    volume: {
      material: { young: number; poisson?: number; massDamping?: number; stiffnessDamping?: number };
      resolution: number;
      element: 'hex' | 'tet';
      tets: { positions: ArrayLike<number>; indices: ArrayLike<number> } | { text: string } | { file: string };
      fixed: readonly { box: Corners; to?: string }[];
      forces: readonly { box: Corners; force: Vec3 }[];
      selfContact: boolean;
    };
  }
  interface SceneWords {
    volume: {
      cuts: readonly {
        time: number;
        body: string;
        quad?: readonly Vec3[];
        plane?: { point: Vec3; normal: Vec3 };
      }[];
    };
  }
  interface BodyKinds {
    soft: true;
  }
}

export { VolumeModel, volume } from './contact/volume/model.js';
export type { Cut } from './contact/volume/read.js';
