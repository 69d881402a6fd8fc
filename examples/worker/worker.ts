// Steps a world and posts where everything is: shapes once, poses and contacts every step.

import { World } from 'sixfold';
import { scenes } from 'sixfold/scenes';

const world = new World(scenes.find(({ name }) => name === 'salad')!.make());
const bodies = [...world.bodies()];
postMessage({ shapes: bodies.map(({ shape }) => shape) });
setInterval(() => {
  world.step();
  const poses = bodies.flatMap(({ position, rotation }) => [...position, ...rotation]);
  postMessage({ poses, contacts: world.contacts().map(({ a, b, ...contact }) => contact) }); // bodies cannot be posted
}, 1000 * world.timeStep);
