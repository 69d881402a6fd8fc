// Things that must stand: tower, pyramid, heavy on light, a table that is pushed.

import { scenes as builtIn } from '../../../scenes/index.js';
import type { ParameterValues } from '../../../scenes/scene.js';
import type { SceneDescription } from '../../../src/index.js';
import { FRAME } from '../engine.js';
import type { Record as RunRecord } from '../run.js';
import { lessIsBetter, millimetres, type PeerScene, truth } from '../scene.js';

export function scene(name: string, parameters: ParameterValues = {}): SceneDescription {
  return builtIn.find((candidate) => candidate.name === name)!.make(parameters);
}

/** How far any body's centre got from where it was (mm). */
export function drift(record: RunRecord): number {
  const far = record
    .moving()
    .map((k) => Math.hypot(...[0, 1, 2].map((i) => record.last[FRAME * k + i]! - record.first[FRAME * k + i]!)));
  return 1000 * Math.max(...far);
}

/** Angle of a body's y axis from the vertical (degrees). */
export function tilt(frame: Float64Array, k: number): number {
  const cosine = 1 - 2 * (frame[FRAME * k + 3]! ** 2 + frame[FRAME * k + 5]! ** 2);
  return (180 / Math.PI) * Math.acos(Math.min(1, Math.max(-1, cosine)));
}

const stand = {
  drift: millimetres('moved by at most'),
  deepest: millimetres('deepest'),
};

const standing = (record: RunRecord) => ({ drift: drift(record), deepest: 1000 * record.deepest(8) });

const stack = (
  name: string,
  title: string,
  about: string,
  seconds: number,
  make: () => SceneDescription,
): PeerScene => ({
  name,
  title,
  about,
  seconds,
  every: 10,
  phases: { moving: [0, 2], rest: [seconds - 3, seconds] },
  measures: stand,
  make,
  measure: standing,
});

const metres = (): SceneDescription => ({
  bodies: [
    { name: 'ground', type: 'static', shape: { type: 'half-space' } },
    ...Array.from({ length: 20 }, (_, k) => ({
      name: `box${k}`,
      shape: { type: 'box' as const, size: [1, 1, 1] as const },
      density: 500,
      position: [0, k + 0.5, 0] as const,
    })),
  ],
});

/** What is pushed holds or tips: the angle after the push (degrees). */
const pushed = (
  name: string,
  title: string,
  about: string,
  tips: boolean,
  make: () => SceneDescription,
): PeerScene => ({
  name,
  title,
  about,
  seconds: 3,
  every: 10,
  phases: { moving: [0, 3] },
  measures: {
    right: truth(tips ? 'tips' : 'holds', '', 1, 0),
    tilt: lessIsBetter('tilt', '°', 2),
  },
  make,
  measure(record) {
    const angle = tilt(record.last, record.moving()[0]!);
    return { right: angle > 5 === tips ? 1 : 0, tilt: angle };
  },
});

/** 1 kg, 0.2 × 0.6 × 0.2 m, pushed at its centre: tips beyond m g b/h = 3.27 N. */
const tallBox = (share: number): SceneDescription => ({
  contact: { friction: 0.8 },
  bodies: [
    { name: 'ground', type: 'static', shape: { type: 'half-space' } },
    {
      name: 'box',
      shape: { type: 'box', size: [0.2, 0.6, 0.2] },
      mass: 1,
      position: [0, 0.3, 0],
      force: [(share * 9.81) / 3, 0, 0],
    },
  ],
});

export const stands: readonly PeerScene[] = [
  stack('pyramid-210', 'Pyramid of 210', 'Twenty rows of boxes, each on two below.', 10, () =>
    scene('pyramid', { base: 20 }),
  ),
  stack('tower-20', 'Tower of 20', 'Twenty boxes in one column.', 10, () => scene('tower', { boxes: 20 })),
  stack(
    'tower-metres',
    'Tower of 20, cubes of 1 m',
    'The same with cubes of 1 m, to which engines tune their tolerances.',
    10,
    metres,
  ),
  stack('heavy-top', 'Heavy top', '1000 kg on five boxes of 1 kg.', 10, () => scene('heavy-on-light')),
  pushed('tipping-95', 'Tipping, 0.95 of the limit', 'A tall box is pushed at its centre.', false, () => tallBox(0.95)),
  pushed('tipping-105', 'Tipping, 1.05 of the limit', 'The same, pushed harder.', true, () => tallBox(1.05)),
  pushed('table-holds', 'Table, below its limit', 'A table with four legs is pushed at its edge, 30 N.', false, () =>
    scene('table', { sideways: 30 }),
  ),
  pushed('table-tips', 'Table, above its limit', 'The same with 55 N.', true, () =>
    scene('table', { sideways: 55, friction: 0.8 }),
  ),
];
