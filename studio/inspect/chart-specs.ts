// The charts: what each draws, and how its figures are written.

import type { LineColor } from './colors.js';
import { quantity, said, short, whole } from './format.js';
import { smooth } from './series.js';
import type { StatisticsColumn } from './statistics.js';

export interface ChartLine {
  key: StatisticsColumn;
  label: string;
  color: LineColor;
}

export interface ChartSpec {
  id: string;
  title: string;
  /** `stack`: each on top of those before it; `log`: powers of ten. */
  kind: 'lines' | 'stack' | 'log';
  lines: readonly ChartLine[];
  /** Its values are the mean of so many steps: clocks of browsers are coarse. */
  mean?: number;
  isWhole?: boolean;
  /** Beside the title: a unit. */
  note?: string;
  format(value: number): string;
}

export const CHARTS: readonly ChartSpec[] = [
  {
    id: 'energy',
    title: 'Energy',
    kind: 'lines',
    lines: [
      { key: 'total', label: 'total, less correction work', color: 1 },
      { key: 'kinetic', label: 'kinetic', color: 3 },
      { key: 'potential', label: 'potential', color: 2 },
    ],
    note: 'J',
    format: (value) => said(quantity(value, 'J')),
  },
  {
    id: 'iterations',
    title: 'Solver iterations',
    kind: 'lines',
    lines: [{ key: 'iterations', label: 'iterations', color: 1 }],
    isWhole: true,
    format: whole,
  },
  {
    id: 'residual',
    title: 'Solver residual',
    kind: 'log',
    lines: [{ key: 'residual', label: 'residual', color: 1 }],
    format: short,
  },
  {
    id: 'stages',
    title: 'Time per step',
    kind: 'stack',
    // The rows of Table 1 of Bouchard et al. 2015.
    lines: [
      { key: 'overlap', label: 'detection and overlap', color: 1 },
      { key: 'assembly', label: 'assembly', color: 2 },
      { key: 'factorisation', label: 'factorisation', color: 3 },
      { key: 'solve', label: 'solve', color: 4 },
      { key: 'stabilisation', label: 'stabilisation', color: 5 },
    ],
    mean: 30,
    note: 'ms, mean of 30 steps',
    format: (value) => said(quantity(value, 'ms')),
  },
  {
    id: 'size',
    title: 'Blocks and rows',
    kind: 'lines',
    lines: [
      { key: 'rows', label: 'rows', color: 1 },
      { key: 'blocks', label: 'blocks', color: 3 },
    ],
    isWhole: true,
    format: whole,
  },
  {
    id: 'pairs',
    title: 'Pairs of the step',
    kind: 'stack',
    lines: [
      { key: 'computed', label: 'computed', color: 1 },
      { key: 'reused', label: 'reused', color: 5 },
    ],
    isWhole: true,
    format: whole,
  },
];

/** Below this all is rounding. */
const LEAST_POWER = -18;

/** The columns as they are drawn, over seconds: stacked ones on top of each other, of `log` the power of ten. */
export function plotted(
  { kind, lines, mean = 1 }: Pick<ChartSpec, 'kind' | 'lines' | 'mean'>,
  columns: Readonly<Record<StatisticsColumn, readonly number[]>>,
): (number | null)[][] {
  const drawn: (number | null)[][] = [];
  for (const { key } of lines) {
    const column: readonly number[] = columns[key];
    const below = kind === 'stack' ? drawn.at(-1) : undefined;
    drawn.push(
      column.map((_, k) => {
        const value = smooth(column, k, mean);
        if (Number.isNaN(value)) return null;
        if (kind === 'log') return value > 0 ? Math.max(LEAST_POWER, Math.log10(value)) : null;
        return value + (below?.[k] ?? 0);
      }),
    );
  }
  return drawn;
}
