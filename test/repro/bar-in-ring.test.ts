// A bar through the hole of a ring, which touches nothing. Where the ring bends round a side of the bar, that side was
// taken for a face that it runs along, and all of the ring over it for arcs on it: the far half, behind the bar, too. It
// was 80 mm deep by that, and correction drove the ring into the bar by 18 mm.

import { expect, test } from 'vitest';
import { World } from '../../src/index.js';

test('a ring round a bar flies on', () => {
  const world = new World({
    gravity: [0, 0, 0],
    bodies: [
      {
        name: 'ring',
        shape: { type: 'torus', radius: 0.05397738, tube: 0.01850653 },
        mass: 0.490969,
        position: [0.05321723, 0.0626769, -0.22204181],
        rotation: [0.22784385, -0.94627041, -0.15268332, -0.17131052],
        linearVelocity: [0.19614346, -0.22084619, -0.06108601],
        angularVelocity: [-1.09341207, 0.62371722, -4.96425767],
      },
      {
        type: 'static',
        shape: { type: 'box', size: [0.02080122, 0.07800459, 0.02080122] },
        position: [0.05674378, 0.05460134, -0.22406091],
        rotation: [-0.32173966, 0, 0.94682818, 0],
      },
    ],
  });
  const ring = world.body('ring');
  const { position, linearVelocity } = ring;
  world.step();
  for (let m = 0; m < 3; m++) expect(ring.position[m]! - position[m]!).toBeCloseTo(linearVelocity[m]! / 60, 12);
});
