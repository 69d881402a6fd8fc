// The figures of every step, one series a lane: for charts and comparisons.

import type { SimClient } from '../sim/client.js';
import type { Frame, LaneDetails } from '../sim/protocol.js';
import { StepSeries, smooth } from './series.js';

export const STAGES = ['overlap', 'assembly', 'factorisation', 'solve', 'stabilisation'] as const;

const COLUMNS = [
  'time',
  'kinetic',
  'potential',
  'total',
  'iterations',
  'residual',
  ...STAGES,
  'milliseconds',
  'blocks',
  'rows',
  'computed',
  'reused',
] as const;

export type StatisticsColumn = (typeof COLUMNS)[number];
export type StatisticsRow = Record<StatisticsColumn, number>;
export type LaneStatistics = StepSeries<StatisticsColumn>;

/** Fires 'change' when there is more, less or another. */
export class Statistics extends EventTarget {
  readonly lanes: LaneStatistics[] = [new StepSeries(COLUMNS), new StepSeries(COLUMNS)];
  private load = -1;

  constructor(client: SimClient) {
    super();
    // A handful of numbers a frame: cheap enough to have them all when somebody opens the charts.
    client.want({ statistics: true }, 'statistics').catch(() => {});
    client.on('scene', ({ detail }) => {
      if (detail.load === this.load) return;
      this.load = detail.load;
      for (const series of this.lanes) series.clear();
      this.dispatchEvent(new Event('change'));
    });
    client.on('frame', ({ detail }) => this.add(detail));
  }

  add({ step, time, first, last, lanes, passed = [] }: Frame): void {
    for (const [k, series] of this.lanes.entries()) {
      series.keep(first, last);
      for (const one of passed) {
        const row = one.lanes[k] && one.step >= first && one.step <= last && rowOf(one.time, one.lanes[k]);
        if (row) series.put(one.step, row);
      }
      const row = lanes[k]?.details && rowOf(time, lanes[k].details);
      if (row) series.put(step, step > 0 ? row : { ...row, ...UNSOLVED });
    }
    this.dispatchEvent(new Event('change'));
  }

  /** Of the last steps that were shown up to one; NaN if there is none. */
  meanMilliseconds(step: number, lane: number, count = 30): number {
    const series = this.lanes[lane]!;
    return smooth(series.columns.milliseconds, series.indexAt(step), count);
  }

  /** What a lane had at a step, or at the last one before it that was shown. */
  at(step: number, lane = 0): StatisticsRow | null {
    const series = this.lanes[lane]!;
    const k = series.indexAt(step);
    if (k < 0) return null;
    return Object.fromEntries(COLUMNS.map((key) => [key, series.columns[key][k]!])) as StatisticsRow;
  }
}

/** Before the first step nothing has been solved. */
const UNSOLVED = Object.fromEntries(
  COLUMNS.filter((key) => !['time', 'kinetic', 'potential', 'total'].includes(key)).map((key) => [key, Number.NaN]),
) as Partial<StatisticsRow>;

export function rowOf(time: number, details: LaneDetails): StatisticsRow | null {
  const { energy, profile, solver, contactStatistics, stepMilliseconds = 0 } = details;
  if (!energy || !profile || !solver || !contactStatistics) return null;
  const { kinetic, potential, correctionWork } = energy;
  const { iterations, residual, blocks, rows } = solver;
  const stages = Object.fromEntries(STAGES.map((stage) => [stage, profile[stage]])) as Record<
    (typeof STAGES)[number],
    number
  >;
  return {
    time,
    kinetic,
    potential,
    // What position correction put in is no work of forces: with it a stack that settles would seem to gain energy.
    total: kinetic + potential - correctionWork,
    iterations,
    residual,
    ...stages,
    milliseconds: stepMilliseconds,
    blocks,
    rows,
    ...contactStatistics,
  };
}
