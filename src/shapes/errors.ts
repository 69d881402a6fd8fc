/** A shape that cannot exist: an open mesh, a flat hull. One line that says what is wrong and what to do about it. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
}
