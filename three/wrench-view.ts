// The force and the torque of contacts, to scale.

import { Color, type ColorRepresentation, Group } from 'three';
import type { Vec3 } from '../src/index.js';
import { cross } from '../src/math/vec3.js';
import { addArc } from './arc.js';
import { ArrowSet } from './arrow-set.js';
import type { ContactLike } from './contact-like.js';
import { LabelSet } from './label-set.js';
import { LineSet } from './line-set.js';
import type { OverlayOptions } from './overlay.js';

export interface WrenchOptions extends OverlayOptions {
  /** Newtons that an arrow of one metre stands for; 100 unless told. */
  newtonsPerMetre?: number;
  /** Newton metres that an arc of one metre radius stands for; a tenth of `newtonsPerMetre` unless told. */
  newtonMetresPerMetre?: number;
  /** The body that the wrench acts on; a unless told. */
  on?: 'a' | 'b';
  force?: boolean;
  torque?: boolean;
  /** Figures beside the strongest contacts. Off unless told; needs a browser, which draws the letters. */
  labels?: boolean;
  forceColor?: ColorRepresentation;
  torqueColor?: ColorRepresentation;
  /** Radius of the arrows' shafts (m); 0.012 unless told. Short arrows are thinner. */
  radius?: number;
}

type Wrench = Pick<ContactLike, 'point' | 'force' | 'torque' | 'centerOfPressure'>;

/** An arc goes this far round, and its head the rest. */
const SWEEP = (285 / 180) * Math.PI;
const MOST_LABELS = 100;

/**
 * An arrow for the force of every contact, from its centre of pressure, and an arc for the torque about that point:
 * there the pressure has no moment, so the arc shows what friction does against spinning. It runs the way the torque
 * turns.
 */
export class WrenchView extends Group {
  readonly force: ArrowSet;
  readonly torque: Group;
  readonly labels: LabelSet;
  newtonsPerMetre: number;
  newtonMetresPerMetre: number;
  on: 'a' | 'b';
  readonly forceColor: Color;
  readonly torqueColor: Color;
  private readonly arcs: LineSet;
  private readonly arcHeads: ArrowSet;

  constructor(options: WrenchOptions = {}) {
    super();
    const xray = options.xray ?? true;
    this.newtonsPerMetre = options.newtonsPerMetre ?? 100;
    this.newtonMetresPerMetre = options.newtonMetresPerMetre ?? 0.1 * this.newtonsPerMetre;
    this.on = options.on ?? 'a';
    this.forceColor = new Color(options.forceColor ?? 0xe69f00);
    this.torqueColor = new Color(options.torqueColor ?? 0x56b4e9);
    this.force = new ArrowSet(options.radius ?? 0.012, xray);
    this.arcs = new LineSet(3, xray);
    this.arcHeads = new ArrowSet(options.radius ?? 0.012, xray);
    this.torque = new Group().add(this.arcs, this.arcHeads);
    this.labels = new LabelSet(xray);
    this.force.visible = options.force ?? true;
    this.torque.visible = options.torque ?? true;
    this.labels.visible = options.labels ?? false;
    this.add(this.force, this.torque, this.labels);
  }

  update(contacts: Iterable<Wrench>): void {
    if (!this.visible) return;
    const parts = [this.force, this.arcs, this.arcHeads, this.labels];
    for (const part of parts) part.begin();
    const sign = this.on === 'a' ? 1 : -1;
    const list = this.labels.visible ? [...contacts] : contacts;
    for (const { force: f, torque: t, point, centerOfPressure: d } of list) {
      if (this.force.visible) {
        const k = sign / this.newtonsPerMetre;
        this.force.arrow(d[0], d[1], d[2], k * f[0], k * f[1], k * f[2], this.forceColor);
      }
      if (!this.torque.visible) continue;
      const r: Vec3 = [point[0] - d[0], point[1] - d[1], point[2] - d[2]];
      const moved = cross(r, f);
      const k = sign / this.newtonMetresPerMetre;
      this.addArc(d, [k * (t[0] + moved[0]), k * (t[1] + moved[1]), k * (t[2] + moved[2])]);
    }
    if (this.labels.visible) this.addLabels(list as Wrench[], sign);
    for (const part of parts) part.end();
  }

  override dispose(): void {
    for (const part of [this.force, this.arcs, this.arcHeads, this.labels]) part.dispose();
  }

  /** Around `v` through `center`, of radius |v|. */
  private addArc(center: Vec3, v: Vec3): void {
    const radius = Math.hypot(...v);
    if (!(radius > 1e-4)) return; // under a tenth of a millimetre
    const n: Vec3 = [v[0] / radius, v[1] / radius, v[2] / radius];
    addArc(this.arcs, this.arcHeads, center, n, radius, SWEEP, this.torqueColor);
  }

  private addLabels(contacts: Wrench[], sign: number): void {
    const strongest = contacts
      .map((contact) => ({ contact, size: Math.hypot(...contact.force) }))
      .sort((x, y) => y.size - x.size)
      .slice(0, MOST_LABELS);
    const k = sign / this.newtonsPerMetre;
    for (const { contact, size } of strongest) {
      const { force: f, centerOfPressure: d } = contact;
      if (size > 0) this.labels.label(d[0] + k * f[0], d[1] + k * f[1], d[2] + k * f[2], formatNewtons(size));
    }
  }
}

/** Three digits, in N, kN or MN. */
export function formatNewtons(newtons: number): string {
  for (const [unit, size] of [
    ['MN', 1e6],
    ['kN', 1e3],
  ] as const)
    if (newtons >= 0.9995 * size) return `${digits(newtons / size)} ${unit}`;
  return `${digits(newtons)} N`;
}

function digits(x: number): string {
  return x >= 99.95 ? x.toFixed(0) : x >= 9.995 ? x.toFixed(1) : x.toFixed(2);
}

/**
 * A round scale (1, 2 or 5 times a power of ten, in newtons a metre) in which the strongest of the contacts is at most
 * `metres` long.
 */
export function fittingNewtonsPerMetre(contacts: Iterable<Pick<ContactLike, 'force'>>, metres: number): number {
  let most = 0;
  for (const { force } of contacts) most = Math.max(most, Math.hypot(...force));
  if (!(most > 0)) return 100;
  const wanted = most / metres;
  const power = 10 ** Math.floor(Math.log10(wanted));
  for (const step of [1, 2, 5, 10]) if (step * power >= wanted * (1 - 1e-12)) return step * power;
  return 10 * power;
}
