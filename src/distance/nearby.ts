// The triangles of a surface whose tree leaves meet a box: what a round shape may touch.

import { grownI32 } from '../memory/grown.js';
import { MAX_TREE_DEPTH } from '../shapes/triangle-tree.js';
import type { Surface } from './surface.js';
import { apart } from './surface-closest.js';

export class Nearby {
  /** min xyz, max xyz, in the surface's frame; set before `collect`. */
  readonly box = new Float64Array(6);
  triangles = new Int32Array(64);
  count = 0;
  readonly #stack = new Int32Array(MAX_TREE_DEPTH + 2);

  collect(surface: Surface): void {
    const { bounds, count, first, order } = surface.tree;
    const { box } = this;
    const stack = this.#stack;
    let { triangles } = this;
    let found = 0;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const i = stack[--top];
      if (apart(bounds, 6 * i, box)) continue;
      const n = count[i];
      if (n === 0) {
        stack[top++] = first[i];
        stack[top++] = i + 1;
        continue;
      }
      for (let k = first[i]; k < first[i] + n; k++) {
        if (found === triangles.length) triangles = this.triangles = grownI32(triangles);
        triangles[found++] = order[k];
      }
    }
    this.count = found;
  }
}
