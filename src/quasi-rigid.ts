// Entry "sixfold/quasi-rigid": bodies that give way where they touch. new World(scene, { models: [quasiRigid] })

import type { Material, QuasiRigidOptions } from './contact/quasi-rigid/options.js';
import type { PointsDescription } from './shapes/kinds/points.js';

declare module './shapes/shape.js' {
  interface FurtherDescriptions {
    points: PointsDescription;
  }
}
declare module './world/scene.js' {
  interface ContactWords {
    'quasi-rigid': Partial<QuasiRigidOptions>;
  }
  interface BodyWords {
    'quasi-rigid': { material: { young: number; poisson?: number } };
  }
}

export { deform, pressureAt, type Side, tractionsCsv } from './contact/quasi-rigid/deformed.js';
export { quasiRigid, quasiRigidWith } from './contact/quasi-rigid/model.js';
export type { QuasiRigidRecord, Tractions } from './contact/quasi-rigid/report.js';
export type { Response } from './contact/quasi-rigid/response.js';
export type { PointsDescription } from './shapes/kinds/points.js';
export type { Material, QuasiRigidOptions };
