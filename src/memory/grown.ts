/** A copy with room for `length` numbers: twice as many unless told. */
export function grownF64(a: Float64Array, length = 2 * a.length): Float64Array<ArrayBuffer> {
  const b = new Float64Array(length);
  b.set(a);
  return b;
}

export function grownI32(a: Int32Array, length = 2 * a.length): Int32Array<ArrayBuffer> {
  const b = new Int32Array(length);
  b.set(a);
  return b;
}
