// A solid as a grid of cells: those that its surface passes through, and those that cannot be reached from outside.
// An open surface is then a shell one cell thick, and a closed one is full. Used to find where to cut (pieces.ts).

import type { MeshData } from './mesh.js';

export class Voxels {
  /** Cells along x, y, z, their edge (m), and the grid's low corner. */
  readonly counts: readonly [number, number, number];
  readonly edge: number;
  /** Longest side of the mesh (m). */
  readonly longest: number;
  readonly low: readonly [number, number, number];
  /** 0: outside; 1: the surface passes through; 2: inside. */
  readonly cells: Uint8Array;

  constructor(mesh: MeshData, along: number) {
    const { positions: p } = mesh;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let k = 0; k < p.length; k++) {
      low[k % 3] = Math.min(low[k % 3]!, p[k]!);
      high[k % 3] = Math.max(high[k % 3]!, p[k]!);
    }
    const longest = Math.max(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!);
    this.longest = longest;
    this.edge = longest / along || 1;
    // One empty cell around, through which the outside is one.
    this.low = [low[0]! - this.edge, low[1]! - this.edge, low[2]! - this.edge];
    this.counts = [0, 1, 2].map((k) => Math.ceil((high[k]! - low[k]!) / this.edge + 1e-9) + 3) as [
      number,
      number,
      number,
    ];
    this.cells = new Uint8Array(this.counts[0] * this.counts[1] * this.counts[2]);
    for (let t = 0; t < mesh.indices.length; t += 3) this.markTriangle(mesh, t);
    this.fill();
  }

  index(x: number, y: number, z: number): number {
    return x + this.counts[0] * (y + this.counts[1] * z);
  }

  /** Points of the triangle, closer together than cells are wide. */
  private markTriangle({ positions: p, indices }: MeshData, t: number): void {
    const [a, b, c] = [3 * indices[t]!, 3 * indices[t + 1]!, 3 * indices[t + 2]!];
    let longest = 0;
    for (let k = 0; k < 3; k++)
      longest = Math.max(
        longest,
        Math.abs(p[b + k]! - p[a + k]!),
        Math.abs(p[c + k]! - p[a + k]!),
        Math.abs(p[c + k]! - p[b + k]!),
      );
    const n = Math.max(1, Math.ceil((2 * longest) / this.edge));
    const at = [0, 0, 0];
    for (let i = 0; i <= n; i++)
      for (let j = 0; i + j <= n; j++) {
        for (let k = 0; k < 3; k++) {
          const x = p[a + k]! + ((p[b + k]! - p[a + k]!) * i + (p[c + k]! - p[a + k]!) * j) / n;
          at[k] = Math.min(this.counts[k]! - 2, Math.floor((x - this.low[k]!) / this.edge));
        }
        this.cells[this.index(at[0]!, at[1]!, at[2]!)] = 1;
      }
  }

  /** Whatever the outside does not reach is inside. */
  private fill(): void {
    const [nx, ny, nz] = this.counts;
    const { cells } = this;
    const stack = [0];
    cells[0] = 3;
    while (stack.length > 0) {
      const at = stack.pop()!;
      const [x, y, z] = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny))];
      const visit = (next: number): void => {
        if (cells[next] !== 0) return;
        cells[next] = 3;
        stack.push(next);
      };
      if (x > 0) visit(at - 1);
      if (x < nx - 1) visit(at + 1);
      if (y > 0) visit(at - nx);
      if (y < ny - 1) visit(at + nx);
      if (z > 0) visit(at - nx * ny);
      if (z < nz - 1) visit(at + nx * ny);
    }
    for (let k = 0; k < cells.length; k++) cells[k] = cells[k] === 3 ? 0 : cells[k] === 0 ? 2 : 1;
  }
}
