// What the lengths in the picture mean, and the line between two pictures.

import { formatNewtons } from '../../three/index.js';
import type { Insets, Viewport } from './viewports.js';

export interface Scales {
  /** Spacing of the finest lines (m). */
  grid: number;
  newtonsPerMetre: number | null;
  /** How many times deeper than they are overlaps are drawn. */
  exaggeration: number;
}

/** Between the panels (CSS px): where there is less, the text is above the controls and not beside them. */
const ROOM_FOR_TEXT = 900;
const TEXT =
  'position:absolute;font-size:12px;line-height:16px;opacity:0.6;pointer-events:none;user-select:none;white-space:nowrap';
const LINE = 'position:absolute;background:currentColor;opacity:0.16;pointer-events:none';

export class Legend {
  private readonly text = document.createElement('div');
  private readonly line = document.createElement('div');

  constructor(root: HTMLElement) {
    this.text.className = 'grid-scale';
    this.text.style.cssText = TEXT;
    this.line.style.cssText = LINE;
    root.append(this.line, this.text);
  }

  setScales({ grid, newtonsPerMetre, exaggeration }: Scales): void {
    const parts = [`Grid ${lengthText(grid)}`];
    // Without the zeros of 5.00 kN.
    if (newtonsPerMetre !== null) {
      const rounded = Number(newtonsPerMetre.toPrecision(2));
      parts.push(`arrows ${formatNewtons(rounded).replace(/\.0+ /, ' ')} per m`);
    }
    if (exaggeration > 1) parts.push(`overlap × ${exaggeration}`);
    const text = parts.join(' · ');
    if (this.text.textContent !== text) this.text.textContent = text;
  }

  place(width: number, { left, right, bottom, notices = 0 }: Insets, second: Viewport | undefined): void {
    this.text.style.right = `${right + 16}px`;
    this.text.style.bottom = width - left - right > ROOM_FOR_TEXT ? '14px' : `${bottom + notices + 8}px`;
    const { style } = this.line;
    style.display = second ? 'block' : 'none';
    if (!second) return;
    const isBeside = second.x > 0;
    style.left = `${second.x}px`;
    style.top = `${second.y}px`;
    style.width = isBeside ? '1px' : '100%';
    style.height = isBeside ? '100%' : '1px';
  }

  dispose(): void {
    this.text.remove();
    this.line.remove();
  }
}

const UNITS = [
  ['km', 1000],
  ['m', 1],
  ['cm', 0.01],
  ['mm', 0.001],
  ['µm', 1e-6],
] as const;

function lengthText(metres: number): string {
  const [unit, size] = UNITS.find((entry) => metres >= 0.999 * entry[1]) ?? UNITS[4];
  return `${Number((metres / size).toPrecision(3))} ${unit}`;
}
