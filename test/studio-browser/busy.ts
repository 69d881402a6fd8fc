// How long the page's own thread is busy at a stretch: that decides how long an input may have to wait. Counted in the
// time that the thread computes, which other programs on the machine do not add to; that of drawing in software, which
// another process does, is not in it.

import type { Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args?: { name?: string };
  /** µs by the clock, and of the thread's computing where the system counts it. */
  dur?: number;
  tdur?: number;
}

/** Lengths of all that the page's thread does at a stretch while `act` runs (ms). */
export async function stretches(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map((event) => threadOf(event)),
  );
  return traceEvents
    .filter((event) => event.name === 'RunTask' && event.dur !== undefined && pages.has(threadOf(event)))
    .map(({ dur, tdur }) => (tdur ?? dur!) / 1000);
}

/**
 * What 95 of 100 inputs wait for at most if all of them come while the thread is busy (ms): the rest of a stretch of
 * length d is longer than w for a share max(0, d - w) / d of the time.
 */
export function longestWait(lengths: readonly number[], share = 0.05): number {
  const all = lengths.reduce((sum, d) => sum + d, 0);
  let [low, high] = [0, Math.max(0, ...lengths)];
  for (let n = 0; n < 40; n++) {
    const w = 0.5 * (low + high);
    if (lengths.reduce((sum, d) => sum + Math.max(0, d - w), 0) > share * all) low = w;
    else high = w;
  }
  return high;
}
