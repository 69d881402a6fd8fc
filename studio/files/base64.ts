// Bytes as text that may stand in an address: base64 with - and _, without padding (RFC 4648, section 5).

const PIECE = 0x6000; // a multiple of three, and few enough to be arguments of one call

export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let i = 0; i < bytes.length; i += PIECE) pieces.push(btoa(String.fromCharCode(...bytes.subarray(i, i + PIECE))));
  return pieces.join('').replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Null where the text is not base64 of either alphabet. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w+/-]*={0,2}$/.test(text)) return null;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    return null;
  }
}
