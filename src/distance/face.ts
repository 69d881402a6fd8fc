// A flat face of a solid, placed in the world.

import type { Placed } from './placed.js';

export class Face {
  count = 0;
  points = new Float64Array(3 * 64);
  /** Outward unit normal. */
  nx = 0;
  ny = 0;
  nz = 0;
  isDisc = false;
  /** Which face of a polyhedron it is, or -1. */
  index = -1;

  /** Adds the point (x, y, z) of the solid's frame. */
  add(s: Placed, x: number, y: number, z: number): void {
    if (3 * this.count === this.points.length) this.#grow();
    s.toWorld(this.points, 3 * this.count, x, y, z);
    this.count++;
  }

  addPoint(x: number, y: number, z: number): void {
    if (3 * this.count === this.points.length) this.#grow();
    const at = 3 * this.count++;
    this.points[at] = x;
    this.points[at + 1] = y;
    this.points[at + 2] = z;
  }

  #grow(): void {
    const larger = new Float64Array(2 * this.points.length);
    larger.set(this.points);
    this.points = larger;
  }

  clear(): void {
    this.count = 0;
    this.isDisc = false;
    this.index = -1;
  }

  /** Moves it inwards. */
  sink(by: number): void {
    const { points: p } = this;
    for (let k = 0; k < 3 * this.count; k += 3) {
      p[k] -= by * this.nx;
      p[k + 1] -= by * this.ny;
      p[k + 2] -= by * this.nz;
    }
  }

  turn(s: Placed, x: number, y: number, z: number): void {
    const r = s.r;
    this.nx = r[0] * x + r[1] * y + r[2] * z;
    this.ny = r[3] * x + r[4] * y + r[5] * z;
    this.nz = r[6] * x + r[7] * y + r[8] * z;
  }
}

export function areaOfFace(f: Face): number {
  const { points: p } = f;
  let sum = 0;
  for (let k = 1; k + 1 < f.count; k++) {
    const i = 3 * k;
    const ax = p[i] - p[0];
    const ay = p[i + 1] - p[1];
    const az = p[i + 2] - p[2];
    const bx = p[i + 3] - p[0];
    const by = p[i + 4] - p[1];
    const bz = p[i + 5] - p[2];
    sum += f.nx * (ay * bz - az * by) + f.ny * (az * bx - ax * bz) + f.nz * (ax * by - ay * bx);
  }
  return 0.5 * sum;
}
