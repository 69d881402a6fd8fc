// Puts records that lie in one row into another order, within the row: along each chain of places that is one move a
// record, with one spare place.

/** What has records at places. */
export interface Row {
  /** Place `to` becomes what place k is. */
  move(k: number, to: number): unknown;
}

/**
 * Place `to` gets what was at from[to], for each of n places; marks[k] of these is 0 where it is free before. What was
 * at a place goes to one at most. `from` is used up.
 */
export function arrange(row: Row, from: Int32Array, n: number, marks: Int32Array, spare: number): void {
  for (let to = 0; to < n; to++) if (marks[to] === 0) follow(row, from, n, to, -1, spare);
  for (let to = 0; to < n; to++) {
    if (from[to] < 0) continue;
    if (from[to] !== to) {
      row.move(to, spare);
      follow(row, from, n, to, to, spare);
    } else from[to] = -1;
  }
}

/** Fills the place `to`, and those that are left by that. `first`: what the spare place has a copy of. */
function follow(row: Row, from: Int32Array, n: number, to: number, first: number, spare: number): void {
  let hole = to;
  while (hole < n && from[hole] >= 0) {
    const k = from[hole];
    from[hole] = -1;
    if (k === first) {
      row.move(spare, hole);
      return;
    }
    row.move(k, hole);
    hole = k;
  }
}
