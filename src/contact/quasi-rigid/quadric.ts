// A quadric through scattered values, by least squares.

import { PI } from '../../math/trig.js';

/** Least squares of values over the plane by c0 + c1 x + c2 y + c3 x² + c4 xy + c5 y², x and y in units of `scale`. */
export class Quadric {
  readonly coefficients = new Float64Array(6);
  explained = 0;
  /** Of a dome: its top, and the area within its zero line (m²). */
  peak = 0;
  area = 0;
  readonly #matrix = new Float64Array(36);
  readonly #b = new Float64Array(6);
  readonly #row = new Float64Array(6);
  #u = 0;
  #w = 0;
  #scale = 1;
  #squares = 0;

  begin(u: number, w: number, scale: number): void {
    this.#u = u;
    this.#w = w;
    this.#scale = scale > 0 ? scale : 1;
    this.#matrix.fill(0);
    this.#b.fill(0);
    this.#squares = 0;
  }

  add(u: number, w: number, value: number): void {
    const row = this.#row;
    const matrix = this.#matrix;
    const b = this.#b;
    const x = (u - this.#u) / this.#scale;
    const y = (w - this.#w) / this.#scale;
    row[0] = 1;
    row[1] = x;
    row[2] = y;
    row[3] = x * x;
    row[4] = x * y;
    row[5] = y * y;
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j <= i; j++) matrix[6 * i + j] += row[i] * row[j];
      b[i] += row[i] * value;
    }
    this.#squares += value * value;
  }

  /** False where the values do not determine a quadric. */
  solve(): boolean {
    const { coefficients: c } = this;
    const l = this.#matrix;
    const b = this.#b;
    const count = l[0];
    const mean = b[0] / count;
    let fitted = 0;
    for (let i = 0; i < 6; i++) {
      const own = l[6 * i + i];
      for (let j = 0; j <= i; j++) {
        let sum = l[6 * i + j];
        for (let k = 0; k < j; k++) sum -= l[6 * i + k] * l[6 * j + k];
        if (i === j) {
          if (!(sum > 1e-9 * own)) return false;
          l[6 * i + i] = Math.sqrt(sum);
        } else l[6 * i + j] = sum / l[6 * j + j];
      }
    }
    for (let i = 0; i < 6; i++) {
      let sum = b[i];
      for (let k = 0; k < i; k++) sum -= l[6 * i + k] * c[k];
      c[i] = sum / l[6 * i + i];
      fitted += c[i] * c[i];
    }
    for (let i = 5; i >= 0; i--) {
      let sum = c[i];
      for (let k = i + 1; k < 6; k++) sum -= l[6 * k + i] * c[k];
      c[i] = sum / l[6 * i + i];
    }
    const variance = this.#squares - count * mean * mean;
    this.explained = variance > 0 ? (fitted - count * mean * mean) / variance : 0;
    // Top of the dome where the gradient vanishes.
    const det = 4 * c[3] * c[5] - c[4] * c[4];
    this.peak = 0;
    this.area = 0;
    if (c[3] < 0 && det > 0) {
      const x = (-2 * c[5] * c[1] + c[4] * c[2]) / det;
      const y = (-2 * c[3] * c[2] + c[4] * c[1]) / det;
      this.peak = c[0] + 0.5 * (c[1] * x + c[2] * y);
      this.area = ((2 * PI * this.peak) / Math.sqrt(det)) * this.#scale * this.#scale;
    }
    return true;
  }
}
