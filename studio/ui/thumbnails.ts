// Pictures of the scenes, made by the build (see scripts/build-studio.js); where there are none, a drawing stands in.

import type { Scheme } from './theme.js';

/** Fires 'drawn' (CustomEvent<string>) when the page has drawn a picture that the build has not. */
export class Thumbnails extends EventTarget {
  private names = new Set<string>();
  private readonly own = new Map<string, Readonly<Record<Scheme, string>>>();
  /** Settled when it is known which pictures exist. */
  readonly ready: Promise<void>;

  constructor() {
    super();
    this.ready = fetch('./thumbnails/index.json')
      .then((response) => (response.ok ? response.json() : []))
      .then((names: string[]) => {
        this.names = new Set(names);
      })
      .catch(() => {}); // opened without the build's pictures
  }

  /** Pictures of the page's own, as addresses of data. */
  put(scene: string, images: Readonly<Record<Scheme, string>>): void {
    this.own.set(scene, images);
    this.dispatchEvent(new CustomEvent('drawn', { detail: scene }));
  }

  source(scene: string, scheme: Scheme): string | null {
    const own = this.own.get(scene);
    if (own) return own[scheme];
    return this.names.has(scene) ? `./thumbnails/${scheme}/${scene}.webp` : null;
  }
}

const DRAWINGS: Readonly<Record<string, string>> = {
  contact: '<path d="m92 52 48-14 14 48-48 14z"/><path d="m103 100 3.500-.2L141 90l-2-6h-37z" class="touch"/>',
  'rolling and spinning': '<circle cx="120" cy="66" r="34"/><ellipse cx="120" cy="100" rx="16" ry="3" class="touch"/>',
  stacks:
    '<path d="M102 74h36v26h-36zM105 48h36v26h-36zM101 22h36v26h-36z"/><path d="M105 72h33v4h-33zM105 46h32v4h-32zM102 98h36v4h-36z" class="touch"/>',
  mechanisms:
    '<path d="M120 20 96 76M120 20l24 56"/><circle cx="92" cy="84" r="16"/><circle cx="148" cy="84" r="16"/><circle cx="120" cy="20" r="4" class="touch"/>',
  meshes:
    '<ellipse cx="106" cy="72" rx="36" ry="20"/><ellipse cx="106" cy="71" rx="18" ry="8"/><ellipse cx="136" cy="66" rx="20" ry="34"/><path d="M124 78c4 4 4 10 2 12" class="touch"/>',
};

/** A line drawing of the topic, with what touches in the accent colour. */
export function placeholder(topic: string): SVGSVGElement {
  const template = document.createElement('template');
  template.innerHTML = `<svg class="placeholder" viewBox="0 0 240 150" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path d="M0 100h240"/>${DRAWINGS[topic] ?? DRAWINGS.contact}</svg>`;
  return template.content.firstElementChild as SVGSVGElement;
}
