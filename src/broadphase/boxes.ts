// Axis-aligned boxes in packed arrays: min x, y, z, max x, y, z from index `at`. Boxes are closed: touching is
// overlapping. Every comparison is written so that NaN answers "no".

/** Coordinates beyond this make a box unbounded: areas of boxes within it stay finite (6 · (2e100)² < 1.8e308). */
export const LARGEST_COORDINATE = 1e100;

export type BoxKind = 0 | 1 | 2;
/** NaN, or max < min in some axis: touches nothing. */
export const EMPTY_BOX: BoxKind = 0;
export const BOUNDED_BOX: BoxKind = 1;
/** Some coordinate is infinite or larger than LARGEST_COORDINATE. */
export const UNBOUNDED_BOX: BoxKind = 2;

export function boxKind(b: Float64Array, at: number): BoxKind {
  if (!(b[at] <= b[at + 3] && b[at + 1] <= b[at + 4] && b[at + 2] <= b[at + 5])) return EMPTY_BOX;
  const low = -LARGEST_COORDINATE;
  const high = LARGEST_COORDINATE;
  const bounded =
    b[at] >= low && b[at + 1] >= low && b[at + 2] >= low && b[at + 3] <= high && b[at + 4] <= high && b[at + 5] <= high;
  return bounded ? BOUNDED_BOX : UNBOUNDED_BOX;
}

export function boxesOverlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] <= b[j + 3] &&
    a[i + 3] >= b[j] &&
    a[i + 1] <= b[j + 4] &&
    a[i + 4] >= b[j + 1] &&
    a[i + 2] <= b[j + 5] &&
    a[i + 5] >= b[j + 2]
  );
}

export function boxContains(outer: Float64Array, i: number, inner: Float64Array, j: number): boolean {
  return (
    outer[i] <= inner[j] &&
    outer[i + 1] <= inner[j + 1] &&
    outer[i + 2] <= inner[j + 2] &&
    outer[i + 3] >= inner[j + 3] &&
    outer[i + 4] >= inner[j + 4] &&
    outer[i + 5] >= inner[j + 5]
  );
}
