// One chart: a plot over time with a line where the world is now, and its figures in words below. A click goes to that
// time.

import uPlot from 'uplot';
import { h } from '../ui/dom.js';
import { type ChartSpec, plotted } from './chart-specs.js';
import { colorOf } from './colors.js';
import { powerOfTen, short, whole } from './format.js';
import { smooth } from './series.js';
import type { LaneStatistics } from './statistics.js';

/** CSS px */
const HEIGHT = 112;
const AXIS = 46;
const FONT = '11px system-ui, sans-serif';

export class Chart {
  readonly element: HTMLElement;
  private readonly host = h('div', { class: 'plot', role: 'img' });
  private readonly values: HTMLElement[];
  private plot: uPlot | null = null;
  private series: LaneStatistics | null = null;
  private step = 0;

  constructor(
    private readonly spec: ChartSpec,
    private readonly seek: (step: number) => void,
  ) {
    const { title, lines } = spec;
    this.values = lines.map(() => h('b', {}));
    const legend = lines.map(({ label, color }, k) =>
      h('li', {}, h('i', { class: `key ink-${color}` }), h('span', {}, label), this.values[k]),
    );
    this.element = h(
      'figure',
      { class: 'chart', 'data-chart': spec.id },
      h('figcaption', {}, title, spec.note && h('small', {}, ` ${spec.note}`)),
      this.host,
      h('ul', { class: 'chart-legend' }, ...legend),
    );
  }

  draw(series: LaneStatistics, step: number): void {
    this.series = series;
    this.step = step;
    const times = series.columns.time;
    const lines = plotted(this.spec, series.columns);
    // Areas hide those below them: the highest comes first.
    const data = [times, ...(this.spec.kind === 'stack' ? lines.reverse() : lines)] as uPlot.AlignedData;
    const width = this.host.clientWidth;
    if (width === 0) return;
    if (!this.plot) this.plot = new uPlot(this.options(width), data, this.host);
    else {
      if (this.plot.width !== width) this.plot.setSize({ width, height: HEIGHT });
      this.plot.setData(data);
    }
    this.showValues();
    this.host.setAttribute('aria-label', this.summary());
  }

  /** Draws anew, in other colours. */
  restyle(): void {
    this.plot?.redraw(false);
  }

  /** The highest value, or less where a few are far above all others: first steps wait for the compiler. */
  private top(highest: number): number {
    const [, first = []] = this.plot?.data ?? [];
    if (this.spec.kind !== 'stack' || first.length < 20) return highest;
    const sorted = Float64Array.from(first, (value) => value ?? 0).sort();
    return Math.min(highest, 3 * sorted[Math.floor(0.75 * (sorted.length - 1))]! || highest);
  }

  /** The figures of now, in words. */
  private summary(): string {
    const { title, lines, format } = this.spec;
    const k = this.series!.indexAt(this.step);
    if (k < 0) return `${title}: nothing yet`;
    const said = lines.map(
      ({ key, label }) => `${label} ${format(smooth(this.series!.columns[key], k, this.spec.mean))}`,
    );
    return `${title} at ${this.series!.columns.time[k]!.toFixed(2)} seconds: ${said.join(', ')}`;
  }

  /** Of the time under the pointer, else of now. */
  private showValues(): void {
    const { lines, format } = this.spec;
    const at = this.plot?.cursor.idx ?? this.series!.indexAt(this.step);
    for (const [n, { key }] of lines.entries()) {
      const text = at < 0 ? '–' : format(smooth(this.series!.columns[key], at, this.spec.mean));
      if (this.values[n]!.textContent !== text) this.values[n]!.textContent = text;
    }
  }

  private options(width: number): uPlot.Options {
    const { host, spec } = this;
    const quiet = () => getComputedStyle(host).color;
    const grid = { stroke: () => getComputedStyle(host).borderTopColor, width: 1 };
    const ends = ([min, max]: [number, number]): uPlot.Range.MinMax => [min, Math.max(max, min + 1)];
    const lines = spec.kind === 'stack' ? [...spec.lines].reverse() : spec.lines;
    return {
      width,
      height: HEIGHT,
      padding: [8, 8, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { size: 5 } },
      scales: {
        x: { time: false, range: (_, min, max) => ends([min ?? 0, max ?? 1]) },
        y: {
          range: (_, min, max) => (spec.kind === 'log' ? decades(min, max) : fromZero(min ?? 0, this.top(max ?? 1))),
        },
      },
      axes: [
        { stroke: quiet, font: FONT, size: 22, gap: 2, space: 56, grid, ticks: { show: false }, values: seconds },
        {
          stroke: quiet,
          font: FONT,
          size: AXIS,
          gap: 4,
          space: 26,
          grid,
          ticks: { show: false },
          ...(spec.kind === 'log' || spec.isWhole ? { incrs: WHOLE } : {}),
          values: (_, splits) => splits.map(spec.kind === 'log' ? powerOfTen : spec.isWhole ? whole : short),
        },
      ],
      series: [
        {},
        ...lines.map(({ label, color }, k): uPlot.Series => {
          const stroke = () => colorOf(host, color);
          const isArea = spec.kind === 'stack';
          return {
            label,
            stroke,
            width: isArea ? 0 : 1.5,
            points: { show: false },
            ...(isArea ? { fill: stroke } : k > 0 ? { dash: DASHES[k % DASHES.length]! } : {}),
          };
        }),
      ],
      hooks: {
        drawAxes: [(plot) => this.markNow(plot)],
        setCursor: [() => this.series && this.showValues()],
        ready: [
          (plot) =>
            plot.over.addEventListener('click', () => {
              const step = this.series?.steps[plot.cursor.idx ?? -1];
              if (step !== undefined) this.seek(step);
            }),
        ],
      },
    };
  }

  private markNow({ ctx, bbox, valToPos }: uPlot): void {
    const k = this.series?.indexAt(this.step) ?? -1;
    if (k < 0) return;
    const x = Math.round(valToPos(this.series!.columns.time[k]!, 'x', true));
    ctx.save();
    ctx.fillStyle = getComputedStyle(this.host).color;
    ctx.globalAlpha = 0.5;
    ctx.fillRect(x, bbox.top, devicePixelRatio, bbox.height);
    ctx.restore();
  }
}

const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5];
const DASHES = [[], [5, 3], [2, 2]];

const seconds = (_: uPlot, splits: number[]): string[] => splits.map((value) => `${Number(value.toFixed(2))}\u202fs`);

/** With nothing in it, and where all is equal, still of some height. */
function fromZero(min: number, max: number): uPlot.Range.MinMax {
  const low = Math.min(0, min);
  const high = Math.max(0, max);
  return high > low ? [low * 1.08, high * 1.08] : [0, 1];
}

/** Whole powers of ten. */
function decades(min: number | null, max: number | null): uPlot.Range.MinMax {
  if (min === null || max === null) return [-6, 0];
  const low = Math.floor(min);
  return [low, Math.max(Math.ceil(max), low + 1)];
}
