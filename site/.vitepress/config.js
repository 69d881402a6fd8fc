// The manual as a site. Its pages are made by scripts/docs.js in .src/, from docs/ and from the declarations of the package.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

const source = join(import.meta.dirname, '..', '.src');

/** @param {string} folder @param {Record<string, string>} [titles] */
function pages(folder, titles = {}) {
  const path = join(source, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .sort()
    .map((name) => name.slice(0, -3))
    .map((name) => ({ text: titles[name] ?? words(name), link: `/${folder}/${name}` }));
}

const words = (/** @type {string} */ name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

export default defineConfig({
  title: 'sixfold',
  description: 'Physics in which bodies touch over areas',
  srcDir: '.src',
  outDir: '../dist-docs',
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: false,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${process.env.DOCS_BASE ?? '/'}icon.svg` }]],
  // The studio is put beside the pages after they are built.
  ignoreDeadLinks: [/^\/?studio\//],
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Guides', link: '/guides/vehicle' },
      { text: 'Reference', link: '/api/sixfold' },
      { text: 'Studio', link: `${process.env.DOCS_BASE ?? '/'}studio/index.html`, target: '_self' },
    ],
    sidebar: [
      {
        text: 'Use',
        items: [
          { text: 'Start in five minutes', link: '/start' },
          { text: 'Scenes and command line', link: '/scene-format' },
          { text: 'Drawing with three.js', link: '/three' },
          { text: 'The studio', link: '/studio' },
          { text: 'When to take another', link: '/when-not' },
        ],
      },
      { text: 'Guides', items: pages('guides', { units: 'Units and scales' }) },
      {
        text: 'Reference',
        items: pages('api').map((page) => ({ ...page, text: page.link.slice(5).toLowerCase().replace('-', '/') })),
      },
      {
        text: 'Theory',
        items: [
          { text: 'One step, room by room', link: '/step' },
          { text: 'The overlap of two solids', link: '/overlap' },
          ...pages('theory', { six: '6D contact', 'six-paper': "6D contact: the paper's law", solver: 'The solver' }),
        ],
      },
      { text: 'Results', items: pages('results', { six: "The paper's tables beside ours" }) },
      { text: 'Decisions', collapsed: true, items: pages('decisions') },
      {
        text: 'Project',
        items: [
          { text: 'Contributing', link: '/contributing' },
          { text: 'Changes', link: '/changelog' },
          { text: 'Examples', link: '/examples' },
        ],
      },
    ],
  },
});
