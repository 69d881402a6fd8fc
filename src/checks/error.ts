/** An input that cannot be used. `message` is one line that names the field, its value and what is allowed. */
export class SixfoldError extends Error {
  override readonly name = 'SixfoldError';
}
