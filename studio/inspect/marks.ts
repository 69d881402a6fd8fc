// Marks the selected one in the view: a body by its rim, a contact by a line around its patch that nothing hides.

import type { SimClient } from '../sim/client.js';
import type { Stage } from '../view/stage.js';
import { contactOf, type Selection } from './selection.js';

const SVG = 'http://www.w3.org/2000/svg';
/** Patches smaller than this are drawn as a ring (CSS px). */
const RING = 9;

export class Marks {
  private readonly svg = document.createElementNS(SVG, 'svg');
  private readonly halo = document.createElementNS(SVG, 'path');
  private readonly line = document.createElementNS(SVG, 'path');

  constructor(
    root: HTMLElement,
    private readonly stage: Stage,
    private readonly client: SimClient,
    private readonly selection: Selection,
  ) {
    this.svg.classList.add('contact-mark');
    this.svg.setAttribute('aria-hidden', 'true');
    this.halo.classList.add('halo');
    this.svg.append(this.halo, this.line);
    root.append(this.svg);
    const bodies = () => stage.highlight(selection.body, selection.hovered);
    selection.addEventListener('change', () => {
      bodies();
      this.draw();
    });
    selection.addEventListener('hover', bodies);
    client.on('scene', bodies); // a new lane does not know yet
    stage.addEventListener('draw', () => this.draw());
  }

  private draw(): void {
    const { current } = this.selection;
    const lane = current?.lane ?? 0;
    const contact = contactOf(this.client.frame?.lanes[lane]?.details?.contacts ?? [], current);
    const path = contact ? this.pathOf(contact, lane) : '';
    if (this.line.getAttribute('d') === path) return;
    this.line.setAttribute('d', path);
    this.halo.setAttribute('d', path);
  }

  private pathOf({ outline, point }: NonNullable<ReturnType<typeof contactOf>>, lane: number): string {
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    const corners = outline.map((corner) => this.stage.project(corner, lane));
    const xs = corners.map((corner) => corner?.x ?? Number.NaN);
    const ys = corners.map((corner) => corner?.y ?? Number.NaN);
    const size = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    if (corners.length >= 3 && size >= 2 * RING)
      return `M${xs.map((x, k) => `${(x - left).toFixed(1)} ${(ys[k]! - top).toFixed(1)}`).join('L')}Z`;
    const center = this.stage.project(point, lane);
    if (!center) return '';
    const [x, y] = [(center.x - left).toFixed(1), (center.y - top).toFixed(1)];
    return `M${x} ${y}m-${RING} 0a${RING} ${RING} 0 1 0 ${2 * RING} 0a${RING} ${RING} 0 1 0 -${2 * RING} 0`;
  }
}
