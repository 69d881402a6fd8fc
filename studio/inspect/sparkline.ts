// A small plot of the last seconds, without axes: its name and its newest value stand above it.

import { h } from '../ui/dom.js';
import { colorOf, type LineColor } from './colors.js';
import type { StepSeries } from './series.js';

/** The time that the plot is wide, at least and at most (s). */
const SHORT = 1;
const SPAN = 4;
/** CSS px */
const HEIGHT = 40;
const EDGE = 4;

export interface SparkLine<K extends string> {
  key: K;
  label: string;
  color: LineColor;
}

export interface SparkOptions<K extends string> {
  label: string;
  lines: readonly SparkLine<K>[];
  /** What the top stands for at least: less is noise. */
  least: number;
  format(value: number): string;
}

export class Sparkline<K extends string> {
  readonly element: HTMLElement;
  private readonly canvas = h('canvas', { role: 'img' });
  private readonly values: HTMLElement[];

  constructor(private readonly options: SparkOptions<K>) {
    const { lines } = options;
    this.values = lines.map(() => h('b', {}));
    const captions = lines.map(({ label, color }, k) =>
      h('span', {}, lines.length > 1 && h('i', { class: `key ink-${color}` }), `${label} `, this.values[k]),
    );
    this.element = h('figure', { class: 'spark' }, h('figcaption', {}, ...captions), this.canvas);
  }

  /** Draws what the series holds up to a step. */
  draw(series: StepSeries<K | 'time'>, step: number): void {
    const { lines, label, format } = this.options;
    const end = series.indexAt(step);
    const times = series.columns.time;
    let start = Math.max(0, end);
    while (start > 0 && times[start - 1]! >= times[end]! - SPAN) start--;
    const shown = lines.map(({ key }) => series.columns[key].slice(start, end + 1));
    const texts = shown.map((values) => (values.length > 0 ? format(values.at(-1)!) : '–'));
    for (const [k, text] of texts.entries()) this.values[k]!.textContent = text;
    const said = lines.map((line, k) => `${line.label} ${texts[k]}`).join(', ');
    this.canvas.setAttribute('aria-label', `${label} over the last ${SPAN} seconds; now: ${said}`);
    const context = this.clear();
    if (end < 0) return;
    const { clientWidth: width } = this.canvas;
    const top = Math.max(this.options.least, ...shown.flat());
    const span = Math.max(SHORT, times[end]! - times[start]!);
    const x = (k: number) => EDGE + ((times[start + k]! - times[start]!) / span) * (width - 2 * EDGE);
    const y = (value: number) => HEIGHT - EDGE - (value / top) * (HEIGHT - 2 * EDGE);
    for (const [n, values] of shown.entries()) {
      context.fillStyle = context.strokeStyle = colorOf(this.canvas, lines[n]!.color);
      context.beginPath();
      for (const [k, value] of values.entries()) context.lineTo(x(k), y(value));
      context.setLineDash(n > 0 ? [4, 3] : []);
      context.stroke();
      if (lines.length === 1) {
        context.lineTo(x(values.length - 1), HEIGHT);
        context.lineTo(x(0), HEIGHT);
        context.globalAlpha = 0.1;
        context.fill();
        context.globalAlpha = 1;
      }
      context.beginPath();
      context.arc(x(values.length - 1), y(values.at(-1)!), 2.5, 0, 2 * Math.PI);
      context.fill();
    }
  }

  private clear(): CanvasRenderingContext2D {
    const { canvas } = this;
    const scale = devicePixelRatio;
    canvas.width = Math.round(canvas.clientWidth * scale);
    canvas.height = Math.round(HEIGHT * scale);
    const context = canvas.getContext('2d')!;
    context.scale(scale, scale);
    context.lineWidth = 1.5;
    context.lineJoin = 'round';
    return context;
  }
}
