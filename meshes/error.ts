/**
 * A mesh file that cannot be read or written. `message` is one line: the file, what is wrong, and what to do about it.
 */
export class MeshFileError extends Error {
  override readonly name = 'MeshFileError';

  constructor(fileName: string, what: string) {
    super(oneLine(fileName === '' ? what : `${fileName}: ${what}`));
  }
}

/** Without line breaks and other control characters, and not endless. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length > 400 ? `${line.slice(0, 399)}…` : line;
}
