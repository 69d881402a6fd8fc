// A modal dialog: a title, a way out, and what it is about. Escape and a click beside it close it.

import { h } from './dom.js';
import { icon } from './icons.js';

export interface DialogOptions {
  title: string;
  /** Further class of the dialog. */
  kind?: string;
  onClose?: () => void;
}

/** Opens it; it leaves the page when it is closed. */
export function openDialog({ title, kind = '', onClose }: DialogOptions, ...content: Node[]): HTMLDialogElement {
  const id = `dialog-${title.toLowerCase().replace(/\W+/g, '-')}`;
  const close = h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Close' }, icon('close'));
  const dialog = h(
    'dialog',
    { class: `dialog ${kind}`.trim(), 'aria-labelledby': id },
    h('header', {}, h('h2', { id }, title), close),
    h('div', { class: 'dialog-body' }, ...content),
  );
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    onClose?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
