// What is measured of a mechanism that nobody chose, and the bar that it is held against.

import type { Random } from '../../../src/math/random.js';

export interface Measure {
  name: string;
  found: number;
  /** The bar: no less, or no more than that. Without either it is only told. */
  least?: number;
  most?: number;
}

export interface Trial {
  /** What the seed drew, in words. */
  drawn: string;
  measures: Measure[];
}

/** A trial of every seed. */
export type Mechanism = (seed: number) => Trial;

/** Infinity and NaN break any bar. */
export const isBroken = ({ found, least = -Infinity, most = Infinity }: Measure): boolean =>
  !(found >= least && found <= most && Number.isFinite(found));

/** Between low and high, evenly on a logarithmic scale. */
export const decades = (random: Random, low: number, high: number): number => low * (high / low) ** random.next();

export const pick = <T>(random: Random, list: readonly T[]): T => list[random.below(list.length)]!;

/** Three digits, in words of a trial. */
export const short = (x: number): string => String(Number(x.toPrecision(3)));
