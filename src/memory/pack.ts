// Bytes with most zeros taken out. State is full of them: small counts, round numbers, records that have nothing to
// say.
//
// A run of zeros is written as a zero and its length less one, up to 256 at a time; every other byte as it is. Bytes
// without zeros stay as long as they were, single zeros take two. A resting pile of 30 boxes packs to 40 %. Verified in
// test/memory/pack.test.ts.

export function pack(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(2 * bytes.length);
  let at = 0;
  for (let k = 0; k < bytes.length; ) {
    if (bytes[k] !== 0) {
      out[at++] = bytes[k++];
      continue;
    }
    let run = 1;
    while (run < 256 && k + run < bytes.length && bytes[k + run] === 0) run++;
    out[at++] = 0;
    out[at++] = run - 1;
    k += run;
  }
  return out.slice(0, at);
}

/** The bytes that were packed; null if these are not packed ones. */
export function unpack(packed: Uint8Array): Uint8Array | null {
  let size = 0;
  for (let k = 0; k < packed.length; k++) {
    if (packed[k] !== 0) size++;
    else if (++k === packed.length) return null;
    else size += packed[k] + 1;
  }
  const out = new Uint8Array(size);
  let at = 0;
  for (let k = 0; k < packed.length; k++) {
    if (packed[k] !== 0) out[at++] = packed[k];
    else at += packed[++k] + 1;
  }
  return out;
}
