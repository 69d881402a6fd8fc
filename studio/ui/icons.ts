// The icons: strokes on a grid of 20, in the colour of the text around them.

const PATHS = {
  play: '<path d="M6.5 4.2v11.6L16 10z" fill="currentColor" stroke-linejoin="round"/>',
  pause: '<path d="M6.5 4.5v11M13.5 4.5v11" stroke-width="3"/>',
  'step-forward': '<path d="M4.5 5v10l7-5zM15 5v10" fill="currentColor"/>',
  'step-back': '<path d="M15.5 5v10l-7-5zM5 5v10" fill="currentColor"/>',
  reset: '<path d="M4.6 8.2A6 6 0 1 1 4 10.6M4.2 4.4v4h4"/>',
  repeat:
    '<path d="M4 9.5V8a2.5 2.5 0 0 1 2.5-2.5H16M13.5 3 16 5.5 13.5 8M16 10.5V12a2.5 2.5 0 0 1-2.5 2.5H4M6.5 17 4 14.5 6.5 12"/>',
  next: '<path d="m8 5 5 5-5 5"/>',
  previous: '<path d="m12 5-5 5 5 5"/>',
  undo: '<path d="M7.5 4.5 4 8l3.5 3.5M4 8h7.5a4.5 4.5 0 0 1 0 9H8"/>',
  tree: '<path d="M5 4v11h4M5 8.5h4"/><path d="M11 8.5h5M11 15h5M5 4h11"/>',
  book: '<path d="M10 5.5C8.5 4.300 6.300 4 3.5 4v11c2.800 0 5 .3 6.5 1.5 1.5-1.200 3.700-1.5 6.5-1.5V4c-2.800 0-5 .3-6.5 1.5zM10 5.5v11"/>',
  scenes:
    '<rect x="3.5" y="3.5" width="5.5" height="5.5" rx="1.2"/><rect x="11" y="3.5" width="5.5" height="5.5" rx="1.2"/><rect x="3.5" y="11" width="5.5" height="5.5" rx="1.2"/><rect x="11" y="11" width="5.5" height="5.5" rx="1.2"/>',
  sliders: '<path d="M3 6h7M14 6h3M3 14h3M10 14h7"/><circle cx="12" cy="6" r="2"/><circle cx="8" cy="14" r="2"/>',
  layers: '<path d="m10 3 7 4-7 4-7-4zM3.4 10.4 10 14.2l6.6-3.8M3.4 13.4 10 17.2l6.6-3.8"/>',
  inspect: '<circle cx="9" cy="9" r="5"/><path d="m12.8 12.8 4 4"/>',
  chart: '<path d="M3.5 3.5v13h13M6.5 12.5l3-4 2.6 2.4 4-5.4"/>',
  compare: '<rect x="3" y="4" width="14" height="12" rx="2"/><path d="M10 4v12"/>',
  hand: '<path d="M7 10V5.2a1.2 1.2 0 0 1 2.4 0V9m0-4.8a1.2 1.2 0 0 1 2.4 0V9m0-3.6a1.2 1.2 0 0 1 2.4 0v5.1c0 3.4-1.8 5.9-4.8 5.9-2.5 0-3.7-1.2-4.8-3.2L3.5 10.4c.9-1 2-.6 2.6.3l.9 1.3"/>',
  menu: '<path d="M3.5 6h13M3.5 10h13M3.5 14h13"/>',
  more: '<path d="M4.5 10h.01M10 10h.01M15.5 10h.01" stroke-width="2.6"/>',
  help: '<path d="M7.4 7.6a2.7 2.7 0 1 1 3.9 2.4c-.9.5-1.3 1-1.3 2M10 15h.01"/>',
  close: '<path d="m5 5 10 10M15 5 5 15"/>',
  chevron: '<path d="m5.5 8 4.5 4.5L14.5 8"/>',
  search: '<circle cx="9" cy="9" r="5"/><path d="m12.8 12.8 4 4"/>',
  sun: '<circle cx="10" cy="10" r="3.4"/><path d="M10 2.6v1.6M10 15.8v1.6M2.6 10h1.6M15.8 10h1.6M4.8 4.8l1.1 1.1M14.1 14.1l1.1 1.1M15.2 4.8l-1.1 1.1M5.9 14.1l-1.1 1.1"/>',
  moon: '<path d="M16.4 11.8A6.8 6.8 0 0 1 8.2 3.6a6.8 6.8 0 1 0 8.2 8.2z"/>',
  auto: '<circle cx="10" cy="10" r="6.5"/><path d="M10 3.5a6.5 6.5 0 0 1 0 13z" fill="currentColor"/>',
  frame:
    '<path d="M3.5 7V5a1.5 1.5 0 0 1 1.5-1.5h2M13 3.5h2A1.5 1.5 0 0 1 16.5 5v2M16.5 13v2a1.5 1.5 0 0 1-1.5 1.5h-2M7 16.5H5A1.5 1.5 0 0 1 3.5 15v-2"/><circle cx="10" cy="10" r="1.6"/>',
  share: '<path d="M10 12V3.5M6.8 6.4 10 3.2l3.2 3.2M6 9H4.5v7.5h11V9H14"/>',
  open: '<path d="M3.5 15.5v-11h4.2l1.6 2h7.2v9z"/>',
  save: '<path d="M10 3.5V12M6.8 9.2 10 12.4l3.2-3.2M3.5 13v3.5h13V13"/>',
  record: '<circle cx="10" cy="10" r="6.5"/><circle cx="10" cy="10" r="2.6" fill="currentColor"/>',
  warning: '<path d="M10 3.4 17.4 16H2.6zM10 8.2v3.6M10 14h.01"/>',
  plus: '<path d="M10 4v12M4 10h12"/>',
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration: the control around it carries the name. */
export function icon(name: IconName): SVGSVGElement {
  const template = document.createElement('template');
  template.innerHTML = `<svg class="icon" viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${PATHS[name]}</svg>`;
  return template.content.firstElementChild as SVGSVGElement;
}

/** Two solids and what they share. */
export function mark(): SVGSVGElement {
  const template = document.createElement('template');
  template.innerHTML =
    '<svg class="mark" viewBox="0 0 32 32" width="28" height="28" fill="none" aria-hidden="true"><path d="M16 7.6a9.5 9.5 0 0 1 0 16.8 9.5 9.5 0 0 1 0-16.8Z" fill="var(--accent)"/><circle cx="11.5" cy="16" r="9.5" stroke="currentColor" stroke-width="1.8"/><circle cx="20.5" cy="16" r="9.5" stroke="currentColor" stroke-width="1.8"/></svg>';
  return template.content.firstElementChild as SVGSVGElement;
}
