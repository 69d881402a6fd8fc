// Nodes of cells that are far wider than what bears in them: at the lowest place of the gap, not in the middle.
//
// A ring, an edge or a corner of something stiff bears on a line or a spot that no lattice over the whole contact
// resolves. Gaps in the middles of its cells are then those of wherever the middles happen to lie: a torus of 9 cm on
// the ground stood on the three nodes that came nearest to its ring, tilted by millimetres, and never rested. Where the
// gap falls within a cell by more than a share of what the contact is deep, along the direction in which it curves
// most, the cell's node goes to the bottom of that valley. Second differences of the gaps in the middles say where that
// is, and the surfaces themselves then more closely: edges are no parabolas. Smooth contacts, whose cells are small
// against them, have no such cells: on Hertz's ball the gap falls by a fiftieth of the depth at most within one on the
// coarsest lattice. Simplification: one valley for each cell, seen by the gaps of nine. Consequence: rings more than
// some six times as wide as their tube is thick are missed by the coarsest lattice, and still rock. Verified in
// test/contact/quasi-rigid/valleys.test.ts.

/** Second derivatives count as those of a point and not of a line, from this share of the largest on. */
const POINT = 0.1;

/** Where the gap is lowest within a cell, in cells from its middle, and by how much lower than there (m). */
export class Valley {
  u = 0;
  w = 0;
  drop = 0;
  /** Across the valley, a unit vector. */
  x = 1;
  y = 0;

  /** From the gaps of a cell and its eight neighbours, g[o…] with `wide` to a row; false: not within the cell. */
  find(g: Float64Array, o: number, wide: number): boolean {
    const c = g[o];
    const gu = 0.5 * (g[o + 1] - g[o - 1]);
    const gw = 0.5 * (g[o + wide] - g[o - wide]);
    const uu = g[o + 1] - 2 * c + g[o - 1];
    const ww = g[o + wide] - 2 * c + g[o - wide];
    const uw = 0.25 * (g[o + wide + 1] - g[o + wide - 1] - g[o - wide + 1] + g[o - wide - 1]);
    const half = 0.5 * (uu - ww);
    const root = Math.sqrt(half * half + uw * uw);
    const most = 0.5 * (uu + ww) + root;
    const least = 0.5 * (uu + ww) - root;
    if (!(most > 0)) return false;
    let x = half >= 0 ? half + root : uw;
    let y = half >= 0 ? uw : root - half;
    const size = Math.sqrt(x * x + y * y);
    x = size > 0 ? x / size : 1;
    y = size > 0 ? y / size : 0;
    this.x = x;
    this.y = y;
    const along = gu * x + gw * y;
    this.u = (-along / most) * x;
    this.w = (-along / most) * y;
    this.drop = (0.5 * along * along) / most;
    if (least > POINT * most) {
      const across = gw * x - gu * y;
      this.u += (across / least) * y;
      this.w -= (across / least) * x;
      this.drop += (0.5 * across * across) / least;
    }
    return Math.abs(this.u) < 0.5 && Math.abs(this.w) < 0.5;
  }
}
