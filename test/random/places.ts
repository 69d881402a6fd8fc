// Bodies of all shapes, meshes and compounds among them, thrown onto floors, slopes, stairs and into trays: any size
// from 3 cm to 3 m, any step from 1/30 to 1/240 s, any friction up to 1.5.

import type { BodyDescription, SceneDescription, ShapeDescription, Vec3 } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { extruded } from './flat-meshes.js';

/** A plate in the form of a star with n points: a mesh that is not convex. */
function star(n: number, outer: number, inner: number, height: number): ShapeDescription {
  const corners = Array.from({ length: 2 * n }, (_, k) => {
    const r = k % 2 ? inner : outer;
    return [r * Math.cos((Math.PI * k) / n), r * Math.sin((Math.PI * k) / n)] as const;
  });
  return extruded(corners, height);
}

function place(random: Random, s: number): BodyDescription[] {
  const ground: BodyDescription = { type: 'static', shape: { type: 'half-space' } };
  const block = (size: Vec3, position: Vec3): BodyDescription => ({
    type: 'static',
    shape: { type: 'box', size: [s * size[0], s * size[1], s * size[2]] },
    position: [s * position[0], s * position[1], s * position[2]],
  });
  switch (random.below(4)) {
    case 0:
      return [ground];
    case 1: {
      const lean = 0.5 * random.between(0.1, 0.5);
      return [ground, { ...ground, rotation: [0, 0, Math.sin(lean), Math.cos(lean)] }];
    }
    case 2:
      return [
        ground,
        ...[0, 1, 2, 3, 4, 5].map((k) => block([1.2, 0.5 * (6 - k), 8], [1.2 * (k - 2.5), 0.25 * (6 - k), 0])),
      ];
    default:
      return [
        block([6, 0.3, 6], [0, -0.15, 0]),
        ...[-3, 3].flatMap((x) => [block([0.2, 2, 6], [x, 1, 0]), block([6, 2, 0.2], [0, 1, x])]),
      ];
  }
}

function shape(random: Random, s: number): ShapeDescription {
  const u = (low: number, high: number) => s * random.between(low, high);
  switch (random.below(10)) {
    case 0:
      return { type: 'sphere', radius: 0.4 * s };
    case 1:
      return { type: 'cylinder', radius: u(0.15, 0.5), height: u(0.08, 1) };
    case 2:
      return { type: 'cone', radius: u(0.15, 0.5), height: u(0.08, 1) };
    case 3:
      return { type: 'capsule', radius: u(0.1, 0.3), height: u(0.2, 0.8) };
    case 4:
      return { type: 'torus', radius: 0.4 * s, tube: u(0.05, 0.2) };
    case 5:
      return {
        type: 'convex',
        points: Array.from({ length: 4 + random.below(13) }, () => [u(-0.5, 0.5), u(-0.5, 0.5), u(-0.5, 0.5)] as const),
      };
    case 6:
      return star(3 + random.below(5), 0.5 * s, u(0.15, 0.4), u(0.1, 0.4));
    case 7:
      return {
        type: 'compound',
        parts: [
          { shape: { type: 'box', size: [s, 0.15 * s, 0.15 * s] } },
          { shape: { type: 'box', size: [0.15 * s, 0.8 * s, 0.15 * s] }, position: [0.4 * s, 0.35 * s, 0] },
        ],
      };
    default:
      return { type: 'box', size: [u(0.1, 1), u(0.1, 1), u(0.2, 1)] };
  }
}

export function thrown(seed: number): { scene: SceneDescription; size: number } {
  const random = new Random(seed);
  const pick = (list: readonly number[]) => list[random.below(list.length)]!;
  const u = (low: number, high: number) => random.between(low, high);
  const size = 0.03 * 100 ** random.next();
  const count = 3 + random.below(12);
  const timeStep = pick([1 / 30, 1 / 60, 1 / 120, 1 / 240]);
  const friction = pick([0, 0.1, 0.3, 0.5, 0.8, 1.5]);
  const bodies = place(random, size);
  for (let k = 0; k < count; k++) {
    const speed = Math.sqrt(size);
    bodies.push({
      shape: shape(random, size * u(0.4, 1.2)),
      density: pick([200, 1000, 7800]),
      position: [size * u(-1.2, 1.2), size * (3.2 + 1.1 * k), size * u(-1.2, 1.2)],
      rotation: random.rotation(),
      linearVelocity: [speed * u(-1, 1), speed * u(-1, 1), speed * u(-1, 1)],
      angularVelocity: [u(-3, 3), u(-3, 3), u(-3, 3)],
    });
  }
  return { scene: { timeStep, contact: { friction }, bodies }, size };
}
