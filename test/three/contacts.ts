// Contacts for the tests of views: of real worlds, and made up.

import { type Contact, World } from '../../src/index.js';
import type { ContactLike } from '../../three/index.js';

/** A block at rest on the floor, pushed by a horizontal force: the centre of pressure wanders off with it. */
export function pushedBlock(force: number): { world: World; contact: Contact } {
  const world = new World({ contact: { friction: 0.8 }, sleep: false });
  world.addBody({ type: 'static', shape: { type: 'half-space' } });
  world.addBody({
    name: 'block',
    shape: { type: 'box', size: [0.4, 0.3, 0.6] },
    mass: 20,
    position: [3, 0.15, -2],
    rotation: [0, 0.3, 0, 0.9539392],
    force: [force, 0, 0.4 * force],
  });
  for (let i = 0; i < 90; i++) world.step();
  return { world, contact: world.contacts()[0]! };
}

/** A square patch of side 2s about a point on the floor. */
export function squareContact(x: number, z: number, s: number): ContactLike {
  return {
    point: [x, 0, z],
    normal: [0, 1, 0],
    force: [3, 12, -4],
    torque: [0, 2, 0],
    centerOfPressure: [x, 0, z],
    state: 'spin',
    outline: [
      [x - s, 0, z - s],
      [x - s, 0, z + s],
      [x + s, 0, z + s],
      [x + s, 0, z - s],
    ],
  };
}

export function manyContacts(count: number): ContactLike[] {
  return Array.from({ length: count }, (_, k) => squareContact(k % 40, Math.floor(k / 40), 0.3));
}
