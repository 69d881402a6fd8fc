// Collects vertices with normals and triangles over them.

import { type Quat, rotate, type Vec3 } from '../src/math/vec3.js';

/** Corners at one vertex whose normals agree to this (as the cosine) share it. */
const SAME = 1 - 1e-9;

export class SurfaceBuilder {
  private readonly p: number[] = [];
  private readonly n: number[] = [];
  private readonly t: number[] = [];

  get vertexCount(): number {
    return this.p.length / 3;
  }

  get indexCount(): number {
    return this.t.length;
  }

  addVertex(x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
    this.p.push(x, y, z);
    this.n.push(nx, ny, nz);
    return this.vertexCount - 1;
  }

  addTriangle(a: number, b: number, c: number): void {
    this.t.push(a, b, c);
  }

  /** An indexed surface with a normal for every corner of its triangles: as few vertices as these need. */
  addCorners(positions: ArrayLike<number>, indices: ArrayLike<number>, normals: ArrayLike<number>): void {
    // Copies of each vertex as linked lists: the first, and of each copy the next.
    const first = new Int32Array(positions.length / 3).fill(-1);
    const next: number[] = [];
    const start = this.vertexCount;
    for (let k = 0; k < indices.length; k++) {
      const v = indices[k];
      const x = normals[3 * k];
      const y = normals[3 * k + 1];
      const z = normals[3 * k + 2];
      let copy = first[v];
      while (copy >= 0) {
        const o = 3 * (start + copy);
        if (this.n[o] * x + this.n[o + 1] * y + this.n[o + 2] * z > SAME) break;
        copy = next[copy];
      }
      if (copy < 0) {
        copy = next.length;
        next.push(first[v]);
        first[v] = copy;
        this.addVertex(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], x, y, z);
      }
      this.t.push(start + copy);
    }
  }

  /** Turns and moves the vertices from number `from` on. */
  transform(from: number, position: Vec3, rotation: Quat): void {
    if (position.every((x) => x === 0) && rotation[3] === 1) return;
    for (let o = 3 * from; o < this.p.length; o += 3) {
      const p = rotate(rotation, [this.p[o], this.p[o + 1], this.p[o + 2]]);
      const n = rotate(rotation, [this.n[o], this.n[o + 1], this.n[o + 2]]);
      for (let k = 0; k < 3; k++) {
        this.p[o + k] = position[k] + p[k];
        this.n[o + k] = n[k];
      }
    }
  }

  positions(): Float32Array {
    return Float32Array.from(this.p);
  }

  normals(): Float32Array {
    return Float32Array.from(this.n);
  }

  indices(): Uint16Array | Uint32Array {
    return this.vertexCount > 65535 ? Uint32Array.from(this.t) : Uint16Array.from(this.t);
  }
}
