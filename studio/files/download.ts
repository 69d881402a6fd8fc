// Files out of the page.

/** Hands bytes or text to the browser, which saves them where the user keeps downloads. */
export function download(content: BlobPart | Blob, name: string, type: string): void {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the blob by then; freed at once, some browsers lose it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name for a file out of a title: letters, digits and dashes. */
export function fileName(title: string, ending: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);
  return `${plain || 'scene'}.${ending}`;
}
