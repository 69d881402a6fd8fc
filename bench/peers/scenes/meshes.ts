// Meshes that move: two tori, and a bumpy cube of 200,000 triangles.

import type { ShapeDescription } from '../../../src/index.js';
import { torusMesh } from '../../../src/shapes/procedural.js';
import { millimetres, type PeerScene } from '../scene.js';
import { scene } from './stands.js';

const TORUS = { radius: 0.4, tube: 0.15 };
/** 5,000 triangles. */
const ring = (): ShapeDescription => ({ type: 'mesh', ...torusMesh(TORUS.radius, TORUS.tube, 100, 25) });

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
    name: 'bumpy-cube',
    title: 'Bumpy cube of 200,000 triangles',
    about: 'A cube covered with bumps lands on a plane and slides to rest.',
    seconds: 2,
    every: 4,
    phases: { moving: [0, 1] },
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
