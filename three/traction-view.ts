// Tractions of model quasi-rigid: pressure as colours on the contact surface, arrows at nodes, contours, and a section.

import { Color, DoubleSide, Group, MeshBasicMaterial } from 'three';
import { ArrowSet } from './arrow-set.js';
import { PRESSURE_STOPS } from './contact-patch-view.js';
import { LineSet } from './line-set.js';
import { bringToFront, ORDER, type OverlayOptions } from './overlay.js';
import { TractionRaster, type TractionsLike } from './traction-raster.js';
import { TriangleSet } from './triangle-set.js';

export interface TractionOptions extends OverlayOptions {
  /** What is drawn; can be changed later by the `visible` of the parts of those names. Only colours unless told. */
  colors?: boolean;
  arrows?: boolean;
  contours?: boolean;
  section?: boolean;
  /**
   * Length of the arrow and height of the section for the greatest pressure (m), at most; 0.05 unless told. On contacts
   * smaller than that they are as long as the contact is wide.
   */
  height?: number;
  /** Pressure of the strongest colour (Pa); the greatest at hand unless told. */
  fullPressure?: number;
}

const LEVELS = [0.1, 0.25, 0.5, 0.75, 0.9];
const MOST_ARROWS = 400;
/** Radius of arrows over the width of the narrowest contact: a hundred of them have to stand beside each other. */
const ARROW_PER_WIDTH = 0.01;

/**
 * Draws the tractions of contacts: `view.update(world.contacts(['tractions']))` after every step. Contacts without any
 * are left out.
 */
export class TractionView extends Group {
  readonly colors: TriangleSet;
  readonly arrows: Group;
  readonly contours: LineSet;
  readonly section: Group;
  height: number;
  fullPressure: number | undefined;
  /** Pressure of the strongest colour at the last update (Pa). */
  pressureAtFullColor = 0;
  private readonly pressing: ArrowSet;
  private readonly dragging: ArrowSet;
  private readonly curve: LineSet;
  private readonly sheet: TriangleSet;
  private readonly pressColor = new Color(0x7a0026);
  private readonly dragColor = new Color(0x0072b2);
  private readonly ink = new Color(0x202020);

  constructor(options: TractionOptions = {}) {
    super();
    const xray = options.xray ?? true;
    const material = () => {
      const m = new MeshBasicMaterial({
        vertexColors: true,
        side: DoubleSide,
        transparent: true,
        // Bodies stay visible behind it.
        opacity: 0.6,
        depthWrite: false,
        toneMapped: false,
      });
      return xray ? bringToFront(m) : m;
    };
    this.colors = new TriangleSet(material(), 'color', ORDER.fill);
    this.sheet = new TriangleSet(material(), 'color', ORDER.fill);
    this.pressing = new ArrowSet(0.001, xray);
    this.dragging = new ArrowSet(0.001, xray);
    this.arrows = new Group().add(this.pressing, this.dragging);
    this.contours = new LineSet(1.5, xray);
    this.curve = new LineSet(2.5, xray);
    this.section = new Group().add(this.sheet, this.curve);
    this.height = options.height ?? 0.05;
    this.fullPressure = options.fullPressure;
    this.colors.visible = options.colors ?? true;
    this.arrows.visible = options.arrows ?? false;
    this.contours.visible = options.contours ?? false;
    this.section.visible = options.section ?? false;
    this.add(this.colors, this.arrows, this.contours, this.section);
  }

  /** Radius of the arrows' shafts (m), at most. */
  arrowRadius = 0.001;

  update(contacts: Iterable<object>): void {
    if (!this.visible) return;
    const all = [...contacts].flatMap((contact) => (contact as { tractions?: TractionsLike }).tractions ?? []);
    const shown = all
      .filter(({ areas }) => areas.length > 0)
      .map((tractions) => ({ tractions, raster: new TractionRaster(tractions) }));
    const most = shown.reduce((max, { raster }) => Math.max(max, ...raster.pressures), 0);
    this.pressureAtFullColor = this.fullPressure ?? most;
    const narrowest = shown.reduce((least, { raster }) => Math.min(least, raster.width), Infinity);
    const radius = Math.min(this.arrowRadius, ARROW_PER_WIDTH * narrowest);
    this.pressing.radius = radius;
    this.dragging.radius = radius;
    const parts = [this.colors, this.sheet, this.pressing, this.dragging, this.contours, this.curve];
    for (const part of parts) part.begin();
    for (const { tractions, raster } of shown) {
      if (this.colors.visible) this.fill(raster);
      if (this.contours.visible)
        for (const level of LEVELS)
          raster.contour(level * this.pressureAtFullColor, (c0, r0, c1, r1) =>
            this.contours.segment(...raster.point(c0, r0), ...raster.point(c1, r1), this.ink),
          );
      if (this.section.visible) this.cut(raster);
      if (this.arrows.visible) this.point(tractions, raster.width);
    }
    for (const part of parts) part.end();
  }

  private fill(raster: TractionRaster): void {
    const { columns, rows, pressures: p } = raster;
    const numbers = new Int32Array(columns * rows).fill(-1);
    const vertex = (k: number) => {
      if (numbers[k]! < 0) {
        const color = pressureColor(p[k]! / this.pressureAtFullColor);
        numbers[k] = this.colors.vertex(...raster.point(k % columns, Math.floor(k / columns)), ...color);
      }
      return numbers[k]!;
    };
    for (let r = 0; r + 1 < rows; r++)
      for (let c = 0; c + 1 < columns; c++) {
        const o = r * columns + c;
        const corners = [o, o + 1, o + columns + 1, o + columns].filter((k) => p[k]! > 0);
        if (corners.length < 3) continue;
        const [x, y, z, last] = corners.map(vertex);
        this.colors.triangle(x!, y!, z!);
        if (last !== undefined) this.colors.triangle(x!, z!, last);
      }
  }

  /** The pressure along the middle of the contact, standing on it. */
  private cut(raster: TractionRaster): void {
    const r = raster.middleRow;
    const scale = Math.min(this.height, raster.width) / this.pressureAtFullColor;
    for (let c = 0; c + 1 < raster.columns; c++) {
      const [a, b] = [raster.pressures[r * raster.columns + c]!, raster.pressures[r * raster.columns + c + 1]!];
      if (!(a > 0) && !(b > 0)) continue;
      const [p0, p1] = [raster.point(c, r), raster.point(c + 1, r)];
      const [q0, q1] = [raster.point(c, r, scale * a), raster.point(c + 1, r, scale * b)];
      this.curve.segment(...q0, ...q1, this.ink);
      this.curve.segment(...p0, ...p1, this.ink);
      const [ca, cb] = [pressureColor(a / this.pressureAtFullColor), pressureColor(b / this.pressureAtFullColor)];
      const first = this.sheet.vertex(...p0, ...ca);
      this.sheet.vertex(...p1, ...cb);
      this.sheet.vertex(...q1, ...cb);
      this.sheet.vertex(...q0, ...ca);
      this.sheet.fan(first, 4);
    }
  }

  private point({ positions, normals, areas, pressures, friction }: TractionsLike, width: number): void {
    const scale = Math.min(this.height, width) / this.pressureAtFullColor;
    const every = Math.max(1, Math.ceil(areas.length / MOST_ARROWS));
    for (let k = 0; k < areas.length; k += every) {
      const o = 3 * k;
      const p = scale * pressures[k]!;
      const [x, y, z] = [positions[o]!, positions[o + 1]!, positions[o + 2]!];
      this.pressing.arrow(x, y, z, p * normals[o]!, p * normals[o + 1]!, p * normals[o + 2]!, this.pressColor);
      const [fx, fy, fz] = [scale * friction[o]!, scale * friction[o + 1]!, scale * friction[o + 2]!];
      if (fx * fx + fy * fy + fz * fz > 1e-6 * p * p) this.dragging.arrow(x, y, z, fx, fy, fz, this.dragColor);
    }
  }

  override dispose(): void {
    for (const part of [this.colors, this.sheet, this.pressing, this.dragging, this.contours, this.curve])
      part.dispose();
    this.removeFromParent();
  }
}

/** The colours of pressure as linear red, green and blue. */
function pressureColor(share: number): [number, number, number] {
  const t = Math.min(1, Math.max(0, share)) * (PRESSURE_STOPS.length - 1);
  const k = Math.min(PRESSURE_STOPS.length - 2, Math.floor(t));
  const mix = (m: number) =>
    (PRESSURE_STOPS[k]![m]! + (t - k) * (PRESSURE_STOPS[k + 1]![m]! - PRESSURE_STOPS[k]![m]!)) / 255;
  const color = new Color().setRGB(mix(0), mix(1), mix(2), 'srgb');
  return [color.r, color.g, color.b];
}
