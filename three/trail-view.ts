import { Color, type ColorRepresentation, Group } from 'three';
import type { Vec3 } from '../src/index.js';
import { LineSet } from './line-set.js';
import type { OverlayOptions } from './overlay.js';

export interface TrailOptions extends OverlayOptions {
  /** Segments that are kept in all; the oldest go first. 4000 unless told. */
  length?: number;
  /** A centre that jumps by more than this begins a new trail (m); 0.5 unless told. */
  jump?: number;
  color?: ColorRepresentation;
  /** px; 1.5 unless told. */
  lineWidth?: number;
}

/** A contact between two bodies, which may be given by any names, numbers or objects. */
export interface TracedLike {
  readonly a: unknown;
  readonly b: unknown;
  readonly centerOfPressure: Vec3;
}

/**
 * The way that centres of pressure have gone. Contacts carry no name: those of a pair go on with the nearest end of a
 * trail of that pair.
 */
export class TrailView extends Group {
  readonly color: Color;
  jump: number;
  private readonly lines: LineSet;
  private readonly most: number;
  private oldest = 0;
  /** Ends of trails, by a and by b. */
  private ends = new Map<unknown, Map<unknown, Vec3[]>>();

  constructor(options: TrailOptions = {}) {
    super();
    this.lines = new LineSet(options.lineWidth ?? 1.5, options.xray ?? true);
    this.most = options.length ?? 4000;
    this.jump = options.jump ?? 0.5;
    this.color = new Color(options.color ?? 0x111827);
    this.add(this.lines);
  }

  /** Call it once a step. Unlike the views of the moment it goes on while it is invisible. */
  update(contacts: Iterable<TracedLike>): void {
    const next = new Map<unknown, Map<unknown, Vec3[]>>();
    for (const { a, b, centerOfPressure: c } of contacts) {
      const before = this.takeNearest(this.ends.get(a)?.get(b), c);
      if (before) this.addSegment(before, c);
      let ofA = next.get(a);
      if (!ofA) next.set(a, (ofA = new Map()));
      const ofPair = ofA.get(b);
      if (ofPair) ofPair.push(c);
      else ofA.set(b, [c]);
    }
    this.ends = next;
    this.lines.end();
  }

  /** Forgets all trails. */
  reset(): void {
    this.lines.begin();
    this.lines.end();
    this.ends.clear();
    this.oldest = 0;
  }

  override dispose(): void {
    this.lines.dispose();
  }

  private takeNearest(ends: Vec3[] | undefined, c: Vec3): Vec3 | null {
    if (!ends) return null;
    let best = -1;
    let nearest = this.jump;
    ends.forEach((e, k) => {
      const distance = Math.hypot(e[0] - c[0], e[1] - c[1], e[2] - c[2]);
      if (distance <= nearest) [best, nearest] = [k, distance];
    });
    return best < 0 ? null : ends.splice(best, 1)[0];
  }

  private addSegment(p: Vec3, q: Vec3): void {
    if (this.lines.segmentCount < this.most) {
      this.lines.segment(p[0], p[1], p[2], q[0], q[1], q[2], this.color);
      return;
    }
    this.lines.replace(this.oldest, p[0], p[1], p[2], q[0], q[1], q[2], this.color);
    this.oldest = (this.oldest + 1) % this.most;
  }
}
