// sixfold itself, with its default settings: as it is loaded, and after it was warmed up as docs/guides/speed.md says.

import { World } from '../../../src/index.js';
import { type Engine, FRAME, type Simulation } from '../engine.js';
import type { PreparedScene } from '../prepare.js';
import { crowds, mixed } from '../scenes/crowds.js';

/** A small pit of every convex shape, stepped while other engines would compile: so many bodies and steps. */
const WARM_BODIES = 30;
const WARM_STEPS = 60;

function start(scene: PreparedScene): Simulation {
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
}

export const sixfold: Engine = {
  name: 'sixfold',
  packageName: 'sixfold',
  create: async (scene) => start(scene),
};

export const sixfoldWarm: Engine = {
  name: 'sixfold, warm',
  packageName: 'sixfold',
  scenes: crowds.map(({ name }) => name),
  async create(scene) {
    const world = new World(mixed(WARM_BODIES));
    for (let k = 0; k < WARM_STEPS; k++) world.step();
    return start(scene);
  },
};
