// What scenes that nobody chose are judged by, family by family.

import type { Family } from '../../scenes/random.js';
import { type SceneDescription, World } from '../../src/index.js';
import { rockingTime } from './housner.js';
import type { Verdict } from './judge.js';

/** How long each is watched (s). */
export const SECONDS: Record<Family, number> = {
  stack2: 8,
  stack3: 8,
  slender: 10,
  heap: 15,
  roundHeap: 15,
  deep: 4,
  plates: 6,
  tumble: 8,
  bullet: 0.5,
  bounce: 4,
  meshes: 5,
  deepMeshes: 3,
};

/** A law by name, and whether it is broken. */
export type Law = [string, (v: Verdict) => boolean];
const still: Law[] = [
  ['rest 2 s', (v) => v.rest > 2],
  ['rest', (v) => v.rest === Infinity],
  ['asleep', (v) => v.asleep === Infinity],
  ['wakes', (v) => v.woke > 0],
  ['correction', (v) => v.correction > 0.01],
];
const always: Law[] = [
  ['gain', (v) => v.gain > 1e-3],
  ['momentum', (v) => v.momentum > 1e-9],
  ['depth', (v) => v.depth > 0.1],
  ['failure', (v) => v.failure !== ''],
];
const stacks: Law[] = [...still, ...always, ['iterations', (v) => v.iterations > 1]];
const LAWS: Record<Family, Law[]> = {
  stack2: stacks,
  stack3: stacks,
  // They rock first: `housnerLaw` says for how long they may.
  slender: [...still.slice(1), ...always],
  heap: [...still.slice(1), ...always],
  roundHeap: [...still.slice(1), ...always],
  // It starts deep, and has no energy to compare with.
  deep: [
    ['speed', (v) => v.speed > 1e-6],
    ['depth left', (v) => v.left > 1e-3],
    ['jump', (v) => v.jump > 0.5],
    always[1]!,
    always[3]!,
  ],
  plates: [...still.slice(1), ...always],
  tumble: [...still.slice(1), ...always],
  // The wall is at z = 0, and what flies comes from above.
  bullet: [['passed', (v) => v.ends.some((p) => p[2]! < 0)], ...always],
  bounce: always,
  // Some roll, slide without friction or fly for as long as anybody looks.
  meshes: [...always, ['jump', (v) => v.jump > 0.5]],
  deepMeshes: [
    ['speed', (v) => v.speed > 1e-6],
    ['depth left', (v) => v.left > 0.02],
    ['jump', (v) => v.jump > 0.5],
    always[1]!,
    always[3]!,
  ],
};
/** What a joint holds may have no way out, and has impulses that contacts do not report. */
const NOT_OF_JOINTS = ['depth left', 'momentum'];

export function lawsOf(family: Family, scene: SceneDescription): Law[] {
  if (family === 'slender') return [...LAWS.slender, housnerLaw(scene)];
  return (scene.joints?.length ?? 0) > 0
    ? LAWS[family].filter(([name]) => !NOT_OF_JOINTS.includes(name))
    : LAWS[family];
}

/** Slender pieces rest within 1.2 times the time that Housner's block rocks, and 1 s. */
function housnerLaw(scene: SceneDescription): Law {
  const body = [...new World(scene).bodies()].at(-1)!;
  // Of a turn about the vertical and a tilt after it, x and z of the quaternion have the tilt.
  const tilt = 2 * Math.asin(Math.hypot(body.rotation[0]!, body.rotation[2]!));
  const { half, height } = standing(body.shape);
  const time = rockingTime(body.mass, 9.81, height, half, Math.max(body.inertia[0]!, body.inertia[2]!), tilt);
  return ['Housner', (v) => v.rest > 1.2 * time + 1];
}

/** Half the width on which a piece stands, where it is least, and the height of its centre of mass. */
function standing(shape: unknown): { half: number; height: number } {
  const s = shape as { type: string; size: number[]; radius: number; height: number; points: number[][] };
  if (s.type === 'box') return { half: 0.5 * Math.min(s.size[0]!, s.size[2]!), height: 0.5 * s.size[1]! };
  if (s.type === 'cylinder') return { half: s.radius, height: 0.5 * s.height };
  if (s.type === 'cone') return { half: s.radius, height: 0.25 * s.height };
  // Prisms: corners below are every second one. Of what tapers the centre is a little lower than half-way.
  const below = s.points.filter((_, k) => k % 2 === 0);
  const half = Math.cos(Math.PI / below.length) * Math.hypot(below[0]![0]!, below[0]![2]!);
  return { half, height: -below[0]![1]! };
}
