// Straight arrows: a shaft and a head each, of exactly the length that is asked for.

import { ConeGeometry, CylinderGeometry, Group, Matrix4, MeshBasicMaterial } from 'three';
import { InstanceSet } from './instance-set.js';
import type { RGB } from './line-set.js';
import { bringToFront, ORDER } from './overlay.js';

/** Of a thin arrow, in radii of its shaft; a short arrow is thinner, so that its head takes a third of it at most. */
const HEAD_LENGTH = 6;
const HEAD_RADIUS = 2.4;

export class ArrowSet extends Group {
  /** Exposed for those who measure: each instance's matrix maps a unit shaft (0 to 1 along y) or head. */
  readonly shafts: InstanceSet;
  readonly heads: InstanceSet;
  private readonly placed = new Matrix4();
  /** Radius of the shaft (m). */
  radius: number;

  constructor(radius: number, xray: boolean) {
    super();
    this.radius = radius;
    // Signs, not things: they take no light, so that they have their colour in every scene.
    const material = new MeshBasicMaterial({ toneMapped: false, transparent: true });
    if (xray) bringToFront(material);
    const shaft = new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0);
    const head = new ConeGeometry(1, 1, 20).translate(0, 0.5, 0);
    this.shafts = new InstanceSet(shaft, material, ORDER.arrow);
    this.heads = new InstanceSet(head, material, ORDER.arrow);
    this.add(this.shafts, this.heads);
  }

  begin(): void {
    this.shafts.begin();
    this.heads.begin();
  }

  /** From (x, y, z) by the vector (dx, dy, dz). A vector without length draws nothing. */
  arrow(x: number, y: number, z: number, dx: number, dy: number, dz: number, color: RGB): void {
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(length > 0)) return;
    const radius = Math.min(this.radius, length / (3 * HEAD_LENGTH));
    const head = HEAD_LENGTH * radius;
    const nx = dx / length;
    const ny = dy / length;
    const nz = dz / length;
    this.place(x, y, z, nx, ny, nz, radius, length - head);
    this.shafts.place(this.placed, color);
    this.head(
      x + dx - head * nx,
      y + dy - head * ny,
      z + dz - head * nz,
      nx,
      ny,
      nz,
      HEAD_RADIUS * radius,
      head,
      color,
    );
  }

  /** A head alone, from its base at (x, y, z) along the unit vector. */
  head(
    x: number,
    y: number,
    z: number,
    nx: number,
    ny: number,
    nz: number,
    radius: number,
    length: number,
    color: RGB,
  ): void {
    this.place(x, y, z, nx, ny, nz, radius, length);
    this.heads.place(this.placed, color);
  }

  end(): void {
    this.shafts.end();
    this.heads.end();
  }

  override dispose(): void {
    this.shafts.dispose();
    this.heads.dispose();
  }

  /** The matrix that takes y to `length` along the unit vector n, and x and z to `radius` across it. */
  private place(
    x: number,
    y: number,
    z: number,
    nx: number,
    ny: number,
    nz: number,
    radius: number,
    length: number,
  ): void {
    const sign = nz >= 0 ? 1 : -1; // Duff et al. 2017, "Building an orthonormal basis, revisited"
    const a = -1 / (sign + nz);
    const b = nx * ny * a;
    // Columns u, n, w with u × n = w: the basis's (b1, b2, n) is right-handed, so (b2, n, b1) is too.
    this.placed.set(
      radius * b,
      length * nx,
      radius * (1 + sign * nx * nx * a),
      x,
      radius * (sign + ny * ny * a),
      length * ny,
      radius * sign * b,
      y,
      radius * -ny,
      length * nz,
      radius * -sign * nx,
      z,
      0,
      0,
      0,
      1,
    );
  }
}
