// Meshes that move: two tori, a salad, two armadillos, and a bumpy cube of 200,000 triangles.

import type { SceneDescription, ShapeDescription } from '../../../src/index.js';
import { torusMesh } from '../../../src/shapes/procedural.js';
import { armadillo, hasArmadillo } from '../../../test/contact/armadillo.js';
import { upright } from '../principal.js';
import { millimetres, type PeerScene } from '../scene.js';
import { scene } from './stands.js';

const TORUS = { radius: 0.4, tube: 0.15 };
/** 5,000 triangles. */
const ring = (): ShapeDescription => ({ type: 'mesh', ...torusMesh(TORUS.radius, TORUS.tube, 100, 25) });

function armadillos(): SceneDescription {
  const { shape, turned } = upright(armadillo()!);
  return {
    shapes: { armadillo: { type: 'mesh', ...shape } },
    bodies: [
      { name: 'ground', type: 'static', shape: { type: 'half-space' } },
      { name: 'lower', shape: 'armadillo', density: 500, position: [0, 0.55, 0], rotation: turned(0) },
      { name: 'upper', shape: 'armadillo', density: 500, position: [0.1, 1.6, 0.05], rotation: turned(1) },
    ],
  };
}

export const meshes: readonly PeerScene[] = [
  {
    name: 'tori',
    title: 'Two tori of 5,000 triangles',
    about: 'One torus lies on the ground, another falls on it and tumbles off.',
    seconds: 6,
    every: 2,
    phases: { moving: [0, 6] },
    torus: TORUS,
    measures: { deepest: millimetres('deepest'), restDepth: millimetres('deepest at the end') },
    make: () => ({
      bodies: [
        { name: 'ground', type: 'static', shape: { type: 'half-space' } },
        { name: 'lower', shape: ring(), density: 500, position: [0, 0.16, 0] },
        {
          name: 'upper',
          shape: ring(),
          density: 500,
          position: [0.25, 0.95, 0.1],
          rotation: [Math.sin(0.6), 0, 0, Math.cos(0.6)],
        },
      ],
    }),
    measure: (record) => ({ deepest: 1000 * record.deepest(90), restDepth: 1000 * record.deepestAtEnd() }),
  },
  {
    name: 'salad',
    title: 'Salad of 102,000 triangles',
    about:
      'Twelve knots, stars, ridged rings and bumpy balls fall into a bowl. The first touch after 0.13 s; the last has landed after 1.2 s.',
    seconds: 4,
    every: 4,
    phases: { moving: [0.13, 1.2], rest: [3, 4] },
    measures: { deepest: millimetres('deepest'), restDepth: millimetres('deepest at the end') },
    make: () => scene('salad'),
    measure: (record) => ({ deepest: 1000 * record.deepest(60), restDepth: 1000 * record.deepestAtEnd() }),
  },
  {
    name: 'armadillos',
    title: 'Two armadillos of 52,000 triangles',
    about: 'One armadillo stands on the ground and falls over, another falls on it.',
    seconds: 4,
    every: 4,
    phases: { moving: [0, 2] },
    measures: { deepest: millimetres('deepest'), restDepth: millimetres('deepest at the end') },
    missing: () => (hasArmadillo ? null : "its mesh comes with Debian's package libcgal-demo, which is not installed"),
    make: armadillos,
    measure: (record) => ({ deepest: 1000 * record.deepest(60), restDepth: 1000 * record.deepestAtEnd() }),
  },
  {
    name: 'bumpy-cube',
    title: 'Bumpy cube of 200,000 triangles',
    about: 'A cube covered with bumps lands on a plane and slides to rest within 0.27 s.',
    seconds: 2,
    every: 4,
    // While every engine's cube moves: friction stops it from 1.5 m/s within 0.3 s.
    phases: { moving: [0, 0.25], rest: [1, 2] },
    measures: {
      deepest: millimetres('deepest'),
      restDepth: millimetres('deepest at the end'),
      gap: millimetres('hovers at the end by'),
    },
    make: () => scene('bumpy-cube'),
    measure: (record) => ({
      deepest: 1000 * record.deepest(30),
      restDepth: 1000 * record.deepestAtEnd(),
      gap: 1000 * Math.max(0, record.lowest(1)),
    }),
  },
];
