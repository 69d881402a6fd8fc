// What scenes that nobody chose are judged by, family by family.

import type { Family } from '../../scenes/random.js';
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
};

/** A law by name, and whether it is broken. */
export type Law = [string, (v: Verdict) => boolean];
const still: Law[] = [
  ['rest 2 s', (v) => v.rest > 2],
  ['rest', (v) => v.rest === Infinity],
  ['asleep', (v) => v.asleep === Infinity],
  ['correction', (v) => v.correction > 0.01],
];
const always: Law[] = [
  ['gain', (v) => v.gain > 1e-3],
  ['momentum', (v) => v.momentum > 1e-9],
  ['depth', (v) => v.depth > 0.1],
  ['failure', (v) => v.failure !== ''],
];
export const LAWS: Record<Family, Law[]> = {
  stack2: [...still, ...always],
  stack3: [...still, ...always],
  // They rock first. Housner's time is not computed here: the slowest of 300 took 3.2 s.
  slender: [['rest 4 s', (v) => v.rest > 4], ...still.slice(1), ...always],
  heap: [...still.slice(1), ...always],
  roundHeap: [...still.slice(1), ...always],
  // It starts deep, and has no energy to compare with.
  deep: [['speed', (v) => v.speed > 1e-6], ['depth left', (v) => v.left > 1e-3], always[1]!, always[3]!],
  plates: [...still.slice(1), ...always],
  tumble: [...still.slice(1), ...always],
  bullet: always,
};
