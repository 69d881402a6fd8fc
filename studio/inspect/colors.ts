// The colours of lines, as inspect.css has them for light and dark.

export type LineColor = 1 | 2 | 3 | 4 | 5;

/** As a canvas wants it. */
export const colorOf = (element: Element, color: LineColor): string =>
  getComputedStyle(element).getPropertyValue(`--ink-${color}`);
