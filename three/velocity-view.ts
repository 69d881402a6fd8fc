import { Color, type ColorRepresentation, Group } from 'three';
import type { Vec3 } from '../src/index.js';
import { addArc } from './arc.js';
import { ArrowSet } from './arrow-set.js';
import { LineSet } from './line-set.js';
import type { OverlayOptions } from './overlay.js';

/** What moves. `Body` is one. */
export interface MovingLike {
  readonly centerOfMass: Vec3;
  readonly linearVelocity: Vec3;
  readonly angularVelocity: Vec3;
}

export interface VelocityOptions extends OverlayOptions {
  /** An arrow reaches where its body would be after so many seconds; 0.2 unless told. */
  seconds?: number;
  /**
   * Radius of the arcs that show turning (m); 0.15 unless told. Such an arc sweeps the angle turned in that time, one
   * turn at most.
   */
  arcRadius?: number;
  color?: ColorRepresentation;
  angularColor?: ColorRepresentation;
}

/** Slower than this is drawn as standing still (m/s, rad/s). */
const STILL = 1e-3;

/** An arrow for the velocity of the centre of mass, an arc about it for the angular velocity. */
export class VelocityView extends Group {
  seconds: number;
  arcRadius: number;
  readonly color: Color;
  readonly angularColor: Color;
  readonly linear: ArrowSet;
  readonly angular: Group;
  private readonly arcs: LineSet;
  private readonly arcHeads: ArrowSet;

  constructor(options: VelocityOptions = {}) {
    super();
    const xray = options.xray ?? true;
    this.seconds = options.seconds ?? 0.2;
    this.arcRadius = options.arcRadius ?? 0.15;
    this.color = new Color(options.color ?? 0x0072b2);
    this.angularColor = new Color(options.angularColor ?? 0x56b4e9);
    this.linear = new ArrowSet(0.01, xray);
    this.arcs = new LineSet(2.5, xray);
    this.arcHeads = new ArrowSet(0.01, xray);
    this.angular = new Group().add(this.arcs, this.arcHeads);
    this.add(this.linear, this.angular);
  }

  update(bodies: Iterable<MovingLike>): void {
    if (!this.visible) return;
    const parts = [this.linear, this.arcs, this.arcHeads];
    for (const part of parts) part.begin();
    for (const { centerOfMass: c, linearVelocity: v, angularVelocity: w } of bodies) {
      const t = this.seconds;
      if (Math.hypot(...v) > STILL) this.linear.arrow(c[0], c[1], c[2], t * v[0], t * v[1], t * v[2], this.color);
      if (Math.hypot(...w) > STILL) this.addArc(c, w);
    }
    for (const part of parts) part.end();
  }

  override dispose(): void {
    for (const part of [this.linear, this.arcs, this.arcHeads]) part.dispose();
  }

  private addArc(center: Vec3, turning: Vec3): void {
    const rate = Math.hypot(...turning);
    const sweep = Math.min(2 * Math.PI, rate * this.seconds);
    const n: Vec3 = [turning[0] / rate, turning[1] / rate, turning[2] / rate];
    addArc(this.arcs, this.arcHeads, center, n, this.arcRadius, sweep, this.angularColor);
  }
}
