// A small pen for SVG: places are rounded to tenths of a pixel, so that the last bits of sines never show in a file.

export const INK = '#22303c';
export const QUIET = '#6b7a87';
export const FAINT = '#d5dde3';
export const BLUE = '#2f6fb3';
export const ORANGE = '#d97a1d';
export const GREEN = '#2f8f63';
export const RED = '#c23b4b';
export const PURPLE = '#7a55b5';

export type Point = readonly [number, number];

export interface Style {
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  dash?: string;
  /** Of the fill alone. */
  fillOpacity?: number;
  cap?: 'round' | 'butt';
}

export interface TextStyle {
  size?: number;
  color?: string;
  anchor?: 'start' | 'middle' | 'end';
  bold?: boolean;
  italic?: boolean;
  turn?: number;
}

const n = (x: number): string => String(Math.round(10 * x) / 10 + 0);
const fine = (x: number): string => String(Math.round(100 * x) / 100 + 0);
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

function attributes(style: Style): string {
  const { fill = 'none', stroke, width = 1, opacity, dash, fillOpacity, cap } = style;
  let out = ` fill="${fill}"`;
  if (fillOpacity !== undefined) out += ` fill-opacity="${fine(fillOpacity)}"`;
  if (stroke) out += ` stroke="${stroke}" stroke-width="${fine(width)}" stroke-linejoin="round"`;
  if (cap) out += ` stroke-linecap="${cap}"`;
  if (dash) out += ` stroke-dasharray="${dash}"`;
  if (opacity !== undefined) out += ` opacity="${fine(opacity)}"`;
  return out;
}

export class Picture {
  private readonly parts: string[] = [];

  constructor(
    readonly width: number,
    readonly height: number,
    private readonly title: string,
  ) {
    this.parts.push(`<rect width="${width}" height="${height}" rx="10" fill="#ffffff"/>`);
  }

  polygon(points: readonly Point[], style: Style): void {
    this.parts.push(`<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}"${attributes(style)}/>`);
  }

  path(points: readonly Point[], style: Style): void {
    const d = points.map(([x, y], k) => `${k === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('');
    this.parts.push(`<path d="${d}"${attributes(style)}/>`);
  }

  line(a: Point, b: Point, style: Style): void {
    this.parts.push(`<line x1="${n(a[0])}" y1="${n(a[1])}" x2="${n(b[0])}" y2="${n(b[1])}"${attributes(style)}/>`);
  }

  circle([x, y]: Point, radius: number, style: Style): void {
    this.parts.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}"${attributes(style)}/>`);
  }

  ellipse([x, y]: Point, rx: number, ry: number, style: Style): void {
    this.parts.push(`<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}"${attributes(style)}/>`);
  }

  rect(x: number, y: number, width: number, height: number, style: Style): void {
    this.parts.push(`<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${attributes(style)}/>`);
  }

  arrow(a: Point, b: Point, color: string, width = 2): void {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const [x, y] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const head = 3.2 * width + 3;
    const neck: Point = [b[0] - head * x, b[1] - head * y];
    this.line(a, neck, { stroke: color, width });
    const half = 0.42 * head;
    this.polygon([b, [neck[0] - half * y, neck[1] + half * x], [neck[0] + half * y, neck[1] - half * x]], {
      fill: color,
    });
  }

  text([x, y]: Point, text: string, style: TextStyle = {}): void {
    const { size = 14, color = INK, anchor = 'start', bold, italic, turn } = style;
    let more = '';
    if (bold) more += ' font-weight="600"';
    if (italic) more += ' font-style="italic"';
    if (turn) more += ` transform="rotate(${turn} ${n(x)} ${n(y)})"`;
    this.parts.push(
      `<text x="${n(x)}" y="${n(y)}" font-size="${size}" fill="${color}" text-anchor="${anchor}"${more}>${escaped(text)}</text>`,
    );
  }

  /** One line in several colours, each piece where the one before it ends. */
  texts(at: Point, pieces: readonly (readonly [string, string])[], style: TextStyle = {}): void {
    const { size = 13, anchor = 'start' } = style;
    const spans = pieces.map(([text, color]) => `<tspan fill="${color}">${escaped(text)}</tspan>`).join(' ');
    this.parts.push(
      `<text x="${n(at[0])}" y="${n(at[1])}" font-size="${size}" text-anchor="${anchor}">${spans}</text>`,
    );
  }

  toString(): string {
    const head =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.width} ${this.height}" width="${this.width}" ` +
      `height="${this.height}" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif" role="img">`;
    return `${head}\n<title>${escaped(this.title)}</title>\n${this.parts.join('\n')}\n</svg>\n`;
  }
}

/** Axes of a diagram: from numbers to places in a rectangle of the picture. */
export class Diagram {
  constructor(
    readonly picture: Picture,
    readonly left: number,
    readonly top: number,
    readonly width: number,
    readonly height: number,
    readonly x: readonly [number, number],
    readonly y: readonly [number, number],
    readonly logarithmic = false,
  ) {}

  at(x: number, y: number): Point {
    const share = (v: number, [low, high]: readonly [number, number]) =>
      this.logarithmic ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low);
    return [this.left + share(x, this.x) * this.width, this.top + (1 - share(y, this.y)) * this.height];
  }

  frame(xTicks: readonly [number, string][], yTicks: readonly [number, string][], xName: string, yName: string): void {
    const { picture, left, top, width, height } = this;
    for (const [value, label] of yTicks) {
      const [, y] = this.at(this.x[0], value);
      picture.line([left, y], [left + width, y], { stroke: FAINT });
      picture.text([left - 8, y + 4], label, { size: 12, color: QUIET, anchor: 'end' });
    }
    for (const [value, label] of xTicks) {
      const [x] = this.at(value, this.y[0]);
      picture.line([x, top], [x, top + height], { stroke: FAINT });
      picture.text([x, top + height + 18], label, { size: 12, color: QUIET, anchor: 'middle' });
    }
    picture.rect(left, top, width, height, { stroke: QUIET });
    picture.text([left + width / 2, top + height + 40], xName, { size: 13, anchor: 'middle' });
    picture.text([left - 52, top + height / 2], yName, { size: 13, anchor: 'middle', turn: -90 });
  }
}
