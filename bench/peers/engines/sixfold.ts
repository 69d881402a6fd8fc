// sixfold itself, with its default settings.

import { World } from '../../../src/index.js';
import { type Engine, FRAME } from '../engine.js';

export const sixfold: Engine = {
  name: 'sixfold',
  packageName: 'sixfold',
  async create(scene) {
    const world = new World({ ...scene.description, sleep: false });
    const bodies = [...world.bodies()];
    return {
      notes: [],
      step: () => world.step(),
      read(into) {
        for (const [k, body] of bodies.entries()) {
          into.set(body.centerOfMass, FRAME * k);
          into.set(body.rotation, FRAME * k + 3);
          into.set(body.linearVelocity, FRAME * k + 7);
          into.set(body.angularVelocity, FRAME * k + 10);
        }
      },
    };
  },
};
