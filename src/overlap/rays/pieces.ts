// Cuts a region whose overlap fills little of it (the feet of a table, two arms that touch somewhere) into smaller
// boxes.
//
// Pixels of the first direction that hold a segment are grouped, corners included; each group's box grows by one pixel,
// boxes that then overlap are merged. The boxes run through the region's whole depth: each is trimmed by the solids
// again, and rays are spent where the overlap is. An overlap that slips between all rays outside these boxes is lost:
// it is narrower than a pixel.

import type { RayDirection } from './direction.js';

/** Cut only if the boxes cover less than this share of the region's cross-section … */
const WORTHWHILE = 0.4;
/** … and are no more than this: a bumpy face is better served by one grid than by one for each bump. */
const MOST = 8;

export class Pieces {
  /** Column and row ranges, inclusive: four numbers a box. */
  readonly boxes = new Int32Array(4 * MOST);
  #mark = new Uint8Array(4096);
  #stack = new Int32Array(4096);

  /** Number of boxes to cut the region into, or 0 to leave it whole. */
  find(dir: RayDirection): number {
    const { columns, rows, segStart, segStop } = dir;
    const n = columns * rows;
    if (n > this.#mark.length) {
      this.#mark = new Uint8Array(2 * n);
      this.#stack = new Int32Array(2 * n);
    }
    const { boxes } = this;
    const mark = this.#mark;
    const stack = this.#stack;
    for (let r = 0; r < n; r++) mark[r] = segStart[r] < segStop[r] ? 1 : 0;
    let count = 0;
    for (let r = 0; r < n; r++) {
      if (mark[r] === 0) continue;
      let i0 = columns;
      let i1 = 0;
      let j0 = rows;
      let j1 = 0;
      let top = 0;
      stack[top++] = r;
      mark[r] = 0;
      while (top > 0) {
        const k = stack[--top];
        const i = k % columns;
        const j = (k - i) / columns;
        if (i < i0) i0 = i;
        if (i > i1) i1 = i;
        if (j < j0) j0 = j;
        if (j > j1) j1 = j;
        for (let y = Math.max(j - 1, 0); y <= Math.min(j + 1, rows - 1); y++) {
          for (let x = Math.max(i - 1, 0); x <= Math.min(i + 1, columns - 1); x++) {
            const l = y * columns + x;
            if (mark[l] === 0) continue;
            mark[l] = 0;
            stack[top++] = l;
          }
        }
      }
      i0 = Math.max(i0 - 1, 0);
      i1 = Math.min(i1 + 1, columns - 1);
      j0 = Math.max(j0 - 1, 0);
      j1 = Math.min(j1 + 1, rows - 1);
      // Merge with every box it meets, until it meets none.
      for (let b = 0; b < count; b++) {
        const o = 4 * b;
        if (boxes[o] > i1 || boxes[o + 1] < i0 || boxes[o + 2] > j1 || boxes[o + 3] < j0) continue;
        i0 = Math.min(i0, boxes[o]);
        i1 = Math.max(i1, boxes[o + 1]);
        j0 = Math.min(j0, boxes[o + 2]);
        j1 = Math.max(j1, boxes[o + 3]);
        count--;
        for (let k = 0; k < 4; k++) boxes[o + k] = boxes[4 * count + k];
        b = -1;
      }
      if (count === MOST) return 0;
      const o = 4 * count++;
      boxes[o] = i0;
      boxes[o + 1] = i1;
      boxes[o + 2] = j0;
      boxes[o + 3] = j1;
    }
    let covered = 0;
    for (let b = 0; b < count; b++) {
      covered += (boxes[4 * b + 1] - boxes[4 * b] + 1) * (boxes[4 * b + 3] - boxes[4 * b + 2] + 1);
    }
    return covered < WORTHWHILE * n ? count : 0;
  }
}
