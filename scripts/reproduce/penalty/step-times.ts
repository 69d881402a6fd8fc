// How long steps take one by one, and what held up the longest of them.
//
// Steps can be paced: step k then starts no sooner than k time steps after the first, as a hand would have it. The
// thread waits awake, and the event loop turns once a step, so that garbage collections are seen with their times; a
// step that one of them fell into names it. The engine does not report compilation: it happens in the first seconds.
// What neither explains is the machine's: other programs, interrupts.

import { constants, PerformanceObserver } from 'node:perf_hooks';
import type { World } from '../../../src/index.js';

export interface SlowStep {
  step: number;
  /** Simulated (s). */
  time: number;
  milliseconds: number;
  cause: string;
}

export interface StepTimes {
  steps: number;
  median: number;
  p99: number;
  p999: number;
  longest: number;
  /** Steps that ended more than a time step after they were due; 0 where they are not paced. */
  late: number;
  collections: number;
  slowest: SlowStep[];
  /** Each step's milliseconds. */
  took: Float64Array;
}

const KINDS = new Map<number, string>([
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor collection'],
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major collection'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental marking'],
]);
/** Steps within which code is still being compiled. */
const WARMING = 3000;

export async function measureSteps(
  world: World,
  steps: number,
  { paced, tick }: { paced: boolean; tick?: (step: number) => void },
): Promise<StepTimes> {
  const pauses: { start: number; end: number; kind: string }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration, ...entry } of list.getEntries().map((one) => one.toJSON())) {
      const { kind } = (entry as { detail: { kind: number } }).detail;
      pauses.push({ start: startTime, end: startTime + duration, kind: KINDS.get(kind) ?? 'collection' });
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  const clock = () => performance.now();
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const period = 1000 * world.timeStep;
  const starts = new Float64Array(steps);
  const took = new Float64Array(steps);
  const begin = clock();
  let late = 0;
  for (let k = 0; k < steps; k++) {
    const due = paced ? begin + k * period : 0;
    // Once a step, or now and then: promises are garbage too.
    if (paced || k % 100 === 0) await turn();
    while (clock() < due);
    const start = clock();
    world.step();
    const end = clock();
    starts[k] = start;
    took[k] = end - start;
    if (paced && end > due + period) late++;
    tick?.(k);
  }
  await turn();
  await turn();
  observer.disconnect();
  const sorted = Float64Array.from(took).sort();
  const at = (share: number): number => sorted[Math.min(steps - 1, Math.floor(share * steps))]!;
  const causeOf = (k: number): string => {
    const start = starts[k]!;
    const end = start + took[k]!;
    const pause = pauses.find((one) => one.start < end && one.end > start);
    if (pause) return `${pause.kind} of ${(pause.end - pause.start).toFixed(2)} ms`;
    return k < WARMING ? 'compilation, or another program' : 'another program, or an interrupt';
  };
  const slowest = [...took.keys()].sort((a, b) => took[b]! - took[a]!).slice(0, 10);
  return {
    steps,
    median: at(0.5),
    p99: at(0.99),
    p999: at(0.999),
    longest: sorted[steps - 1]!,
    late,
    collections: pauses.length,
    slowest: slowest.map((step) => ({
      step,
      time: step * world.timeStep,
      milliseconds: took[step]!,
      cause: causeOf(step),
    })),
    took,
  };
}
