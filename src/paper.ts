// sixfold/paper: the options of model `six` with which it is as Bouchard et al. 2015 have it.
// new World(scene, { models: [paper] })

import type {} from './world/scene.js';

export { paper } from './contact/six/paper.js';

declare module './world/scene.js' {
  interface SixPresets {
    paper: true;
  }
  interface SixPatches {
    ellipse: true;
  }
  interface SixSpins {
    uniform: true;
    patch: true;
    corners: true;
  }
  interface SixNormals {
    gradient: true;
  }
  interface SixLaws {
    paper: true;
  }
}
