// Bytes a body and a contact: what a world of 8000 falling boxes has beyond one of 1000, in objects and in arrays.
//
// npm run bench -- memory

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { World } from '../src/index.js';
import { scenes } from './peers/scenes/index.js';

/** Of which the first lets code be compiled that later ones would be charged for. */
const SIZES = [125, 1000, 8000];
/** By then boxes lie on each other. */
const STEPS = 100;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function inUse() {
  collect();
  collect();
  const { heapUsed, arrayBuffers, external } = process.memoryUsage();
  return [heapUsed, arrayBuffers, external - arrayBuffers];
}

const held: World[] = [];
const made = SIZES.map((n) => {
  const scene = scenes.find(({ name }) => name === `growth-${n}`)!.make();
  const before = inUse();
  const world = new World({ ...scene, sleep: false });
  held.push(world);
  const empty = inUse();
  for (let k = 0; k < STEPS; k++) world.step();
  const moving = inUse();
  return {
    bodies: scene.bodies!.length,
    contacts: world.contacts().length,
    ofBodies: empty.map((bytes, k) => bytes - before[k]!),
    ofContacts: moving.map((bytes, k) => bytes - empty[k]!),
  };
});

const [small, large] = made.slice(-2) as [(typeof made)[0], (typeof made)[0]];
const share = (of: 'ofBodies' | 'ofContacts', count: 'bodies' | 'contacts') => {
  const bytes = large[of].map((b, k) => (b - small[of][k]!) / (large[count] - small[count]));
  const [objects, arrays, kernels] = bytes.map((b) => b.toFixed(0));
  return `${bytes.reduce((a, b) => a + b).toFixed(0)} bytes (objects ${objects}, arrays ${arrays}, kernels ${kernels})`;
};
console.log(`${held.length} worlds, of ${SIZES.join(', ')} boxes`);
console.log(`a body: ${share('ofBodies', 'bodies')}`);
console.log(`a contact: ${share('ofContacts', 'contacts')}`);
