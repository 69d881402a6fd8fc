import { Color, type ColorRepresentation, Group } from 'three';
import type { Vec3 } from '../src/index.js';
import { LineSet } from './line-set.js';

/** An axis-aligned box (m). */
export interface BoxLike {
  readonly min: Vec3;
  readonly max: Vec3;
}

export interface BoxViewOptions {
  color?: ColorRepresentation;
  /** px; 1 unless told. */
  lineWidth?: number;
}

/** Axis-aligned boxes as lines. */
export class BoxView extends Group {
  readonly lines: LineSet;
  readonly color: Color;

  constructor(options: BoxViewOptions = {}) {
    super();
    this.lines = new LineSet(options.lineWidth ?? 1, false);
    this.color = new Color(options.color ?? 0x7a828c);
    this.add(this.lines);
  }

  /**
   * Boxes, or six numbers for each: min x, y, z, max x, y, z. Those without end, such as a half-space's, are left out.
   */
  update(boxes: ArrayLike<number> | Iterable<BoxLike>): void {
    if (!this.visible) return;
    this.lines.begin();
    if (isFlat(boxes)) for (let o = 0; o + 5 < boxes.length; o += 6) this.addBox(boxes, o);
    else for (const { min, max } of boxes) this.addBox([...min, ...max], 0);
    this.lines.end();
  }

  override dispose(): void {
    this.lines.dispose();
  }

  private addBox(b: ArrayLike<number>, o: number): void {
    for (let k = 0; k < 6; k++) if (!Number.isFinite(b[o + k])) return;
    const x = (c: number) => b[o + (c & 1 ? 3 : 0)];
    const y = (c: number) => b[o + (c & 2 ? 4 : 1)];
    const z = (c: number) => b[o + (c & 4 ? 5 : 2)];
    for (let c = 0; c < 8; c++) {
      for (const bit of [1, 2, 4]) {
        const d = c | bit;
        if (d !== c) this.lines.segment(x(c), y(c), z(c), x(d), y(d), z(d), this.color);
      }
    }
  }
}

function isFlat(boxes: ArrayLike<number> | Iterable<BoxLike>): boxes is ArrayLike<number> {
  return 'length' in boxes && (boxes.length === 0 || typeof boxes[0] === 'number');
}
