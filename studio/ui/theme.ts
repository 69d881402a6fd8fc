// Light, dark, or as the system is. The choice is kept; the page and the view hear what it comes to.

import { storage } from './dom.js';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export type Scheme = 'light' | 'dark';

/** Fires 'change' when what is shown changes between light and dark, or the choice itself does. */
export class ThemeChoice extends EventTarget {
  private readonly systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  private chosen: Theme;

  constructor() {
    super();
    const kept = storage.get('theme');
    this.chosen = THEMES.find((theme) => theme === kept) ?? 'auto';
    this.systemIsDark.addEventListener('change', () => this.apply());
    this.apply();
  }

  get choice(): Theme {
    return this.chosen;
  }

  set choice(theme: Theme) {
    this.chosen = theme;
    storage.set('theme', theme);
    this.apply();
  }

  get scheme(): Scheme {
    if (this.chosen !== 'auto') return this.chosen;
    return this.systemIsDark.matches ? 'dark' : 'light';
  }

  next(): void {
    this.choice = THEMES[(THEMES.indexOf(this.chosen) + 1) % THEMES.length]!;
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.scheme;
    this.dispatchEvent(new Event('change'));
  }
}
