// Files into the page: dropped anywhere on it, pasted, or chosen with a button. Dropping is never the only way, so that
// the keyboard reaches everything.

import { ACCEPTED } from './kinds.js';

export interface DropOptions {
  /** What may be dropped on. */
  target: HTMLElement;
  /** Covers the target while files hang over it. */
  overlay: HTMLElement;
  onFiles(files: File[]): void;
}

/**
 * Shows the overlay while files are dragged over the target and hands over what is dropped. Returns a function that
 * stops it.
 */
export function acceptDrops({ target, overlay, onFiles }: DropOptions): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  const show = (shown: boolean): void => {
    overlay.hidden = !shown;
  };
  show(false);
  const over = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer!.dropEffect = 'copy';
    show(true);
  };
  target.addEventListener('dragenter', over, { signal });
  target.addEventListener('dragover', over, { signal });
  target.addEventListener(
    'dragleave',
    (event) => {
      // Also fired from child to child; only leaving for outside counts.
      const to = event.relatedTarget;
      if (!(to instanceof Node && target.contains(to))) show(false);
    },
    { signal },
  );
  target.addEventListener(
    'drop',
    (event) => {
      show(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    },
    { signal },
  );
  target.addEventListener(
    'paste',
    (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    },
    { signal },
  );
  return () => stop.abort();
}

/** The browser's own dialog; empty if it was cancelled. Call it from a click or a key, or the browser refuses. */
export function chooseFiles(accept = ACCEPTED): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept = accept;
    input.hidden = true;
    const end = (): void => {
      input.remove();
      resolve([...(input.files ?? [])]);
    };
    input.onchange = end;
    input.oncancel = end;
    // On the page while the dialog is open: some browsers forget inputs that are not.
    document.body.append(input);
    input.click();
  });
}
