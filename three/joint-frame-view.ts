import { Color, type ColorRepresentation, Group } from 'three';
import type { Joint, Vec3 } from '../src/index.js';
import { addArc } from './arc.js';
import { ArrowSet } from './arrow-set.js';
import { LineSet } from './line-set.js';
import type { OverlayOptions } from './overlay.js';
import { PointSet } from './point-set.js';

/** A joint in the world: the points that it holds on to on a and on b, and its axis (unit). */
export type JointLike = {
  readonly type: Joint['type'];
  readonly axis: Vec3;
} & ({ readonly anchors: readonly [Vec3, Vec3] } | { readonly anchorA: Vec3; readonly anchorB: Vec3 });

export interface JointFrameOptions extends OverlayOptions {
  /** Half of the length of an axis (m); 0.15 unless told. */
  size?: number;
  color?: ColorRepresentation;
}

/**
 * Joints: a dot on each body where it is held, a line between the two where they part, and what is left free: a hinge's
 * axis with a ring about it, a slider's axis with a head at each end.
 */
export class JointFrameView extends Group {
  size: number;
  readonly color: Color;
  private readonly lines: LineSet;
  private readonly heads: ArrowSet;
  private readonly dots: PointSet;

  constructor(options: JointFrameOptions = {}) {
    super();
    const xray = options.xray ?? true;
    this.size = options.size ?? 0.15;
    this.color = new Color(options.color ?? 0xb8860b);
    this.lines = new LineSet(2.5, xray);
    this.heads = new ArrowSet(0.008, xray);
    this.dots = new PointSet(10, xray);
    this.add(this.lines, this.heads, this.dots);
  }

  update(joints: Iterable<JointLike>): void {
    if (!this.visible) return;
    const parts = [this.lines, this.heads, this.dots];
    for (const part of parts) part.begin();
    for (const joint of joints) {
      const [a, b] = 'anchors' in joint ? joint.anchors : [joint.anchorA, joint.anchorB];
      this.dots.point(a[0], a[1], a[2], this.color);
      this.dots.point(b[0], b[1], b[2], this.color);
      this.lines.segment(a[0], a[1], a[2], b[0], b[1], b[2], this.color);
      if (joint.type === 'hinge' || joint.type === 'slider') this.addAxis(joint.type, a, joint.axis);
    }
    for (const part of parts) part.end();
  }

  override dispose(): void {
    for (const part of [this.lines, this.heads, this.dots]) part.dispose();
  }

  private addAxis(type: 'hinge' | 'slider', at: Vec3, n: Vec3): void {
    const s = this.size;
    const [x, y, z] = [s * n[0], s * n[1], s * n[2]];
    this.lines.segment(at[0] - x, at[1] - y, at[2] - z, at[0] + x, at[1] + y, at[2] + z, this.color);
    if (type === 'hinge') {
      addArc(this.lines, this.heads, at, n, 0.4 * s, 1.5 * Math.PI, this.color);
      return;
    }
    const head = 0.3 * s;
    for (const sign of [-1, 1]) {
      const [dx, dy, dz] = [sign * n[0], sign * n[1], sign * n[2]];
      this.heads.head(at[0] + s * dx, at[1] + s * dy, at[2] + s * dz, dx, dy, dz, 0.4 * head, head, this.color);
    }
  }
}
