/** FNV-1a over the bytes of doubles: any bit that differs shows. Runs in Node and in a browser alike. */
export function hashOfDoubles(values: Float64Array): string {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
