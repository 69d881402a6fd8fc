// Entry "sixfold/volume": constraints on the volume of overlap, and soft bodies. new World(scene, { models: [volume] })

import type { Vec3 } from './math/vec3.js';

export { VolumeModel, volume } from './contact/volume/model.js';
export type { Cut, CutDescription } from './contact/volume/read.js';

declare module './world/scene.js' {
  interface ContactWords {
    volume: {
      /** Edge of the cells that split an overlap (m); null: one volume for each pair. */
      cell: number | null;
      /** Of the ray columns (m); null: chosen. */
      pixel: number | null;
      /** Of sliding, beside Coulomb's friction. */
      viscosity: number;
    };
  }
  interface BodyWords {
    volume: {
      /** Of a soft body: Pa, 1, 1/s, s. */
      material: { young: number; poisson?: number; massDamping?: number; stiffnessDamping?: number };
      /** Cells along the longest side of its box. */
      resolution: number;
      element: 'hex' | 'tet';
      tets: { positions: ArrayLike<number>; indices: ArrayLike<number> } | { text: string } | { file: string };
      /** Nodes in a box, in the body's frame, held by a body or by the world. */
      fixed: readonly { box: readonly [Vec3, Vec3]; to?: string }[];
      /** Forces shared out evenly among the nodes in a box (N). */
      forces: readonly { box: readonly [Vec3, Vec3]; force: Vec3 }[];
      selfContact: boolean;
    };
  }
  interface SceneWords {
    volume: {
      cuts: readonly (
        | { time: number; body: string; quad: readonly [Vec3, Vec3, Vec3, Vec3] }
        | { time: number; body: string; plane: { point: Vec3; normal: Vec3 } }
      )[];
    };
  }
  interface BodyKinds {
    soft: true;
  }
}
