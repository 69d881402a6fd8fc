// The triangles of a surface whose tree leaves meet a box: what a round shape may touch.

import { grownI32 } from '../../memory/grown.js';
import { MAX_TREE_DEPTH } from '../../shapes/triangle-tree.js';
import type { Surface } from './surface.js';
import { apart } from './surface-closest.js';

export class Nearby {
  /** min xyz, max xyz, in the surface's frame; set before `collect`. */
  readonly box = new Float64Array(6);
  triangles = new Int32Array(64);
  count = 0;
  private readonly stack = new Int32Array(MAX_TREE_DEPTH + 2);

  /** Corner k of those triangles, three to each, as an offset into the surface's indices and triangleEdges. */
  corner(k: number): number {
    return 3 * this.triangles[(k / 3) | 0] + (k % 3);
  }

  collect(surface: Surface): void {
    const tree = surface.tree;
    const stack = this.stack;
    this.count = 0;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const i = stack[--top];
      if (apart(tree.bounds, 6 * i, this.box)) continue;
      const n = tree.count[i];
      if (n === 0) {
        stack[top++] = tree.first[i];
        stack[top++] = i + 1;
        continue;
      }
      for (let k = 0; k < n; k++) {
        if (this.count === this.triangles.length) this.triangles = grownI32(this.triangles);
        this.triangles[this.count++] = tree.order[tree.first[i] + k];
      }
    }
  }
}
