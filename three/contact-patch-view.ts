// Contact patches: the area over which two bodies touch, in the colour of what the contact does.

import {
  Color,
  type ColorRepresentation,
  DataTexture,
  DoubleSide,
  Group,
  LinearFilter,
  MeshBasicMaterial,
  SRGBColorSpace,
} from 'three';
import { ArrowSet } from './arrow-set.js';
import { type ContactLike, type ContactState, STATE_COLORS } from './contact-like.js';
import { LineSet } from './line-set.js';
import { bringToFront, ORDER, type OverlayOptions } from './overlay.js';
import { PatchPlane } from './patch-plane.js';
import { PointSet } from './point-set.js';
import { TriangleSet } from './triangle-set.js';

export interface ContactPatchOptions extends OverlayOptions {
  /** What is drawn; can be changed later by the `visible` of the parts of those names. */
  fill?: boolean;
  outline?: boolean;
  /** The ellipse with the centre and the second moments of the outline. Off unless told. */
  ellipse?: boolean;
  /** An arrow of `normalLength` metres (0.2 unless told). Off unless told. */
  normal?: boolean;
  normalLength?: number;
  centerOfPressure?: boolean;
  /** The pressure as colours, in place of the fill. Off unless told. */
  pressure?: boolean;
  /**
   * Pressure of the strongest colour (Pa). Unless told, 2.5 times the mean over all patches that are drawn at the
   * moment.
   */
  fullPressure?: number;
  /** Those of `STATE_COLORS` unless told. */
  colors?: Partial<Record<ContactState, ColorRepresentation>>;
  /** Of the fill; 0.35 unless told. */
  opacity?: number;
  /** Of the outline, in pixels; 2 unless told. */
  lineWidth?: number;
}

const ELLIPSE_SEGMENTS = 48;
/**
 * The greatest would be a bad scale: a load on an edge has no bound. A patch about to tip has twice its mean at one
 * side.
 */
const FULL_PER_MEAN = 2.5;

/**
 * Draws the patches of contacts. `update` writes them into buffers that only grow, and only for parts that are visible;
 * call it after every step, and after making a part visible. A contact without an outline (model `point`) has only its
 * dot.
 */
export class ContactPatchView extends Group {
  readonly fill: TriangleSet;
  readonly pressure: TriangleSet;
  readonly outline: LineSet;
  readonly ellipse: LineSet;
  readonly normal: ArrowSet;
  readonly centerOfPressure: PointSet;
  readonly colors: Record<ContactState, Color>;
  normalLength: number;
  /** As in the options; undefined: after the mean of each update. */
  fullPressure: number | undefined;
  private drawnFull = 0;
  private mean = 0;
  private readonly plane = new PatchPlane();
  private readonly axes = new Float64Array(9);
  /** Cosines and sines all the way round. */
  private readonly circle = Float64Array.from({ length: 2 * ELLIPSE_SEGMENTS + 2 }, (_, k) => {
    const angle = (2 * Math.PI * ((k >> 1) % ELLIPSE_SEGMENTS)) / ELLIPSE_SEGMENTS;
    return k & 1 ? Math.sin(angle) : Math.cos(angle);
  });
  /** Of the fill: number of the first triangle of every contact. */
  private readonly firstTriangle: number[] = [];

  constructor(options: ContactPatchOptions = {}) {
    super();
    const xray = options.xray ?? true;
    const flat = { transparent: true, depthWrite: false, side: DoubleSide, toneMapped: false } as const;
    const fillMaterial = new MeshBasicMaterial({ ...flat, vertexColors: true, opacity: options.opacity ?? 0.35 });
    const pressureMaterial = new MeshBasicMaterial({ ...flat, map: pressureRamp() });
    if (xray) for (const material of [fillMaterial, pressureMaterial]) bringToFront(material);
    this.fill = new TriangleSet(fillMaterial, 'color', ORDER.fill);
    this.pressure = new TriangleSet(pressureMaterial, 'uv', ORDER.pressure);
    this.outline = new LineSet(options.lineWidth ?? 2, xray);
    this.ellipse = new LineSet(0.75 * (options.lineWidth ?? 2), xray);
    this.normal = new ArrowSet(0.01, xray);
    this.centerOfPressure = new PointSet(9, xray);
    this.normalLength = options.normalLength ?? 0.2;
    this.fullPressure = options.fullPressure;
    const colors = { ...STATE_COLORS, ...options.colors };
    this.colors = {
      stick: new Color(colors.stick),
      slide: new Color(colors.slide),
      roll: new Color(colors.roll),
      spin: new Color(colors.spin),
    };
    this.fill.visible = options.fill ?? !options.pressure;
    this.pressure.visible = options.pressure ?? false;
    this.outline.visible = options.outline ?? true;
    this.ellipse.visible = options.ellipse ?? false;
    this.normal.visible = options.normal ?? false;
    this.centerOfPressure.visible = options.centerOfPressure ?? true;
    this.add(this.fill, this.pressure, this.outline, this.ellipse, this.normal, this.centerOfPressure);
  }

  /** The pressure that has the strongest colour in what was drawn last (Pa). */
  get pressureAtFullColor(): number {
    return this.drawnFull;
  }

  /** Mean pressure over all patches of the last update that drew it (Pa). */
  get meanPressure(): number {
    return this.mean;
  }

  update(contacts: Iterable<ContactLike>): void {
    if (!this.visible) return;
    const parts = [this.fill, this.pressure, this.outline, this.ellipse, this.normal, this.centerOfPressure];
    for (const part of parts) part.begin();
    this.firstTriangle.length = 0;
    let load = 0;
    let area = 0;
    for (const contact of contacts) {
      this.firstTriangle.push(this.fill.triangleCount);
      const color = this.colors[contact.state];
      if (this.fill.visible) this.addFill(contact, color);
      if (this.outline.visible) this.addOutline(contact, color);
      if (this.ellipse.visible || this.pressure.visible) this.plane.set(contact);
      if (this.ellipse.visible) this.addEllipse(color);
      if (this.pressure.visible) {
        const { force: f, normal: n } = contact;
        load += Math.max(0, f[0] * n[0] + f[1] * n[1] + f[2] * n[2]);
        area += contact.region?.area ?? this.plane.moments[0];
        this.addPressure(contact);
      }
      if (this.normal.visible) {
        const [n, l] = [contact.normal, this.normalLength];
        this.normal.arrow(...contact.point, l * n[0], l * n[1], l * n[2], color);
      }
      if (this.centerOfPressure.visible) this.centerOfPressure.point(...contact.centerOfPressure, color);
    }
    this.mean = area > 0 ? load / area : 0;
    this.drawnFull = this.fullPressure ?? FULL_PER_MEAN * this.mean;
    if (this.drawnFull > 0) this.pressure.scaleExtra(1 / this.drawnFull);
    for (const part of parts) part.end();
  }

  /** Number of the contact (in the order of the last update) that has a triangle of `fill`, such as a ray found. */
  contactOfFace(faceIndex: number): number {
    let low = 0;
    let high = this.firstTriangle.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.firstTriangle[middle] <= faceIndex) low = middle;
      else high = middle;
    }
    return low;
  }

  override dispose(): void {
    for (const part of [this.fill, this.pressure, this.outline, this.ellipse, this.normal, this.centerOfPressure])
      part.dispose();
  }

  private addFill({ outline, region }: ContactLike, color: Color): void {
    for (const piece of region?.pieces ?? [outline]) {
      const first = this.fill.vertexCount;
      for (const p of piece) this.fill.vertex(p[0], p[1], p[2], color.r, color.g, color.b);
      this.fill.fan(first, piece.length);
    }
  }

  private addOutline({ outline, region }: ContactLike, color: Color): void {
    if (region) {
      for (const [a, b] of region.edges) this.outline.segment(a[0], a[1], a[2], b[0], b[1], b[2], color);
      return;
    }
    for (let k = 0; k < outline.length; k++) {
      const a = outline[k];
      const b = outline[k + 1 < outline.length ? k + 1 : 0];
      this.outline.segment(a[0], a[1], a[2], b[0], b[1], b[2], color);
    }
  }

  private addEllipse(color: Color): void {
    const e = this.axes;
    if (!this.plane.ellipse(e)) return;
    let lx = e[0] + e[3];
    let ly = e[1] + e[4];
    let lz = e[2] + e[5];
    for (let k = 1; k <= ELLIPSE_SEGMENTS; k++) {
      const c = this.circle[2 * k];
      const s = this.circle[2 * k + 1];
      const x = e[0] + c * e[3] + s * e[6];
      const y = e[1] + c * e[4] + s * e[7];
      const z = e[2] + c * e[5] + s * e[8];
      this.ellipse.segment(lx, ly, lz, x, y, z, color);
      lx = x;
      ly = y;
      lz = z;
    }
  }

  /** The texture's coordinate holds pascals until all are known. */
  private addPressure(contact: ContactLike): void {
    const { region } = contact;
    let first = this.pressure.vertexCount;
    if (region) {
      this.plane.pressureOver(contact, region.pieces, region.area, (x, y, z, p) =>
        this.pressure.vertex(x, y, z, p, 0.5),
      );
      if (this.pressure.vertexCount === first) return;
      for (const { length } of region.pieces) {
        this.pressure.fan(first, length);
        first += length;
      }
      return;
    }
    this.plane.pressure(contact, (x, y, z, p) => this.pressure.vertex(x, y, z, p, 0.5));
    this.pressure.fan(first, this.pressure.vertexCount - first);
  }
}

/**
 * The colours of the pressure at equal distances from none to `pressureAtFullColor`, for legends: red, green, blue and
 * opacity, 0 to 255. From nothing over yellow and orange to dark red: lightness falls all the way, so that it reads
 * without colours too.
 */
export const PRESSURE_STOPS: readonly (readonly [number, number, number, number])[] = [
  [255, 245, 190, 40],
  [254, 217, 118, 150],
  [253, 141, 60, 200],
  [227, 26, 28, 225],
  [110, 0, 38, 240],
];

function pressureRamp(): DataTexture {
  const stops = PRESSURE_STOPS;
  const data = new Uint8Array(256 * 4);
  for (let i = 0; i < 256; i++) {
    const t = (i / 255) * (stops.length - 1);
    const k = Math.min(stops.length - 2, Math.floor(t));
    for (let c = 0; c < 4; c++) data[4 * i + c] = Math.round(stops[k][c] + (t - k) * (stops[k + 1][c] - stops[k][c]));
  }
  const texture = new DataTexture(data, 256, 1);
  texture.colorSpace = SRGBColorSpace;
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
