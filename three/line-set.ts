// Lines of any width in pixels, all in one draw call, in buffers that only grow.

import { DynamicDrawUsage, InstancedInterleavedBuffer, InterleavedBufferAttribute } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { bringToFront, ORDER } from './overlay.js';

/** Just what `segment` needs of a colour. */
export interface RGB {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

export class LineSet extends LineSegments2 {
  /** Six numbers a segment: from x, y, z to x, y, z. */
  private ends = new InstancedInterleavedBuffer(new Float32Array(0), 6, 1);
  private colors = new InstancedInterleavedBuffer(new Float32Array(0), 6, 1);
  private used = 0;

  constructor(width: number, xray: boolean, opacity = 1) {
    const material = new LineMaterial({ linewidth: width, vertexColors: true, transparent: true, opacity });
    material.toneMapped = false;
    super(new LineSegmentsGeometry(), xray ? bringToFront(material) : material);
    this.renderOrder = ORDER.line;
    this.frustumCulled = false;
    this.reserve(64);
  }

  get segmentCount(): number {
    return this.used;
  }

  begin(): void {
    this.used = 0;
  }

  segment(ax: number, ay: number, az: number, bx: number, by: number, bz: number, color: RGB): void {
    if (6 * this.used === this.ends.array.length) this.reserve(2 * this.used);
    this.replace(this.used++, ax, ay, az, bx, by, bz, color);
  }

  /** Segment k anew; it must be there. */
  replace(k: number, ax: number, ay: number, az: number, bx: number, by: number, bz: number, color: RGB): void {
    const p = this.ends.array;
    const c = this.colors.array;
    const o = 6 * k;
    p[o] = ax;
    p[o + 1] = ay;
    p[o + 2] = az;
    p[o + 3] = bx;
    p[o + 4] = by;
    p[o + 5] = bz;
    c[o] = c[o + 3] = color.r;
    c[o + 1] = c[o + 4] = color.g;
    c[o + 2] = c[o + 5] = color.b;
  }

  end(): void {
    this.geometry.instanceCount = this.used;
    for (const buffer of [this.ends, this.colors]) {
      buffer.clearUpdateRanges();
      buffer.addUpdateRange(0, 6 * this.used);
      buffer.needsUpdate = true;
    }
  }

  /** Lines are for the eye: rays pass. */
  override raycast(): void {}

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }

  private reserve(count: number): void {
    // A geometry anew, because the renderer remembers how many instances the old one could have.
    this.geometry.dispose();
    this.geometry = new LineSegmentsGeometry();
    this.ends = grown(this.ends, count);
    this.colors = grown(this.colors, count);
    this.geometry.setAttribute('instanceStart', new InterleavedBufferAttribute(this.ends, 3, 0));
    this.geometry.setAttribute('instanceEnd', new InterleavedBufferAttribute(this.ends, 3, 3));
    this.geometry.setAttribute('instanceColorStart', new InterleavedBufferAttribute(this.colors, 3, 0));
    this.geometry.setAttribute('instanceColorEnd', new InterleavedBufferAttribute(this.colors, 3, 3));
    this.geometry.instanceCount = 0;
  }
}

function grown(from: InstancedInterleavedBuffer, count: number): InstancedInterleavedBuffer {
  const array = new Float32Array(6 * count);
  array.set(from.array);
  const to = new InstancedInterleavedBuffer(array, 6, 1);
  to.setUsage(DynamicDrawUsage);
  return to;
}
