// Which part of the canvas shows which lane.

/** How much of the canvas is covered from each side (CSS px). */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
  /** Of what comes and goes above that: it covers the picture, which does not make room for it, but no text. */
  notices?: number;
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A part of the canvas (CSS pixels, y down): what is drawn to, and the part of it that is free. */
export interface Viewport extends Rectangle {
  free: Rectangle;
}

const LEAST_FREE = 80;

/** The whole canvas, or its two parts on both sides of the middle of what is free: beside or below each other. */
export function viewportsOf(width: number, height: number, insets: Insets, lanes: number): Viewport[] {
  const { top, right, bottom, left } = insets;
  const free = {
    x: left,
    y: top,
    width: Math.max(LEAST_FREE, width - left - right),
    height: Math.max(LEAST_FREE, height - top - bottom),
  };
  if (lanes < 2) return [{ x: 0, y: 0, width, height, free }];
  if (free.width >= 0.9 * free.height) {
    const half = 0.5 * free.width;
    const middle = Math.round(free.x + half);
    return [
      { x: 0, y: 0, width: middle, height, free: { ...free, width: half } },
      { x: middle, y: 0, width: width - middle, height, free: { ...free, x: free.x + half, width: half } },
    ];
  }
  const half = 0.5 * free.height;
  const middle = Math.round(free.y + half);
  return [
    { x: 0, y: 0, width, height: middle, free: { ...free, height: half } },
    { x: 0, y: middle, width, height: height - middle, free: { ...free, y: free.y + half, height: half } },
  ];
}
