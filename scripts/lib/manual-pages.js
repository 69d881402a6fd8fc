// The pages of the manual: those of docs/, some of the repository's other texts, and the reference, made fit for a
// site. Links that lead out of docs/ are turned to where the site has the same, or become plain text; live scenes take
// the place of their markers. Verified in test/docs/manual.test.ts.

import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { filesBelow } from './build.js';

/** Texts outside of docs/ that are pages too. */
const PAGES = /** @type {Record<string, string>} */ ({
  'README.md': 'index.md',
  'CONTRIBUTING.md': 'contributing.md',
  'CHANGELOG.md': 'changelog.md',
  'examples/README.md': 'examples.md',
});

/** Where a file of the repository is on the site; null if it is not there. @param {string} path */
export function pageFor(path) {
  if (PAGES[path]) return PAGES[path];
  if (!path.startsWith('docs/')) return null;
  const inside = path.slice(5).replace(/\/$/, '');
  return /\.\w+$/.test(inside) ? inside : `${inside}/index.md`;
}

const SCENE = /^<!-- scene: ([a-z0-9-]+) -->$/gm;

/** Names of the scenes that a text shows live. @param {string} text @returns {string[]} */
export const scenesIn = (text) => [...text.matchAll(SCENE)].map(([, name]) => name ?? '');

/** @param {string} text @param {string} path of the file in the repository @param {{ base: string }} options */
export function pageText(text, path, { base }) {
  const own = pageFor(path) ?? path;
  const fences = /(^```[\s\S]*?^```[ \t]*$)/gm;
  const parts = text.split(fences).map((part) => (part.startsWith('```') ? part : linked(part, path, own)));
  return parts.join('').replace(SCENE, (_, name) => live(name, base));
}

/** @param {string} text @param {string} path @param {string} own */
function linked(text, path, own) {
  // Pictures of HTML: without ./ the site takes their names for packages.
  const pictured = text.replace(/\b(src|srcset)="(?![./]|[a-z]+:)/g, '$1="./');
  return pictured.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, mark, label, target) => {
    if (/^([a-z]+:|#)/.test(target)) return whole;
    const [file, anchor] = target.split('#');
    const to = pageFor(posix.join(posix.dirname(path), file));
    if (to === null) return mark ? '' : label;
    const way = posix.relative(posix.dirname(own), to) || posix.basename(to);
    return `${mark}[${label}](${way.startsWith('.') ? way : `./${way}`}${anchor ? `#${anchor}` : ''})`;
  });
}

/** @param {string} name @param {string} base */
function live(name, base) {
  const address = `${base}studio/index.html#scene=${name}`;
  const embedded = `${base}studio/index.html?embed#scene=${name}`;
  return [
    '<figure class="live-scene">',
    `<iframe src="${embedded}" title="The scene ${name}, live" loading="lazy"></iframe>`,
    `<figcaption><a href="${address}" target="_self">Open ${name} in the studio</a>: drag the bodies.</figcaption>`,
    '</figure>',
  ].join('\n');
}

/**
 * All pages but the home page and the reference, and the files beside them. @returns {{ from: string, to: string }[]}
 */
export function manualFiles() {
  const others = Object.keys(PAGES).filter((path) => path !== 'README.md');
  return [...filesBelow('docs'), ...others].map((from) => ({ from, to: pageFor(from) ?? from }));
}

/**
 * A page that lists those of a folder. @param {string} folder below docs/ @param {string} title @param {string} root
 */
export function indexOf(folder, title, root) {
  const entries = filesBelow(`docs/${folder}`)
    .filter((path) => path.endsWith('.md'))
    .map((path) => {
      const heading = /^# (.*)$/m.exec(readFileSync(posix.join(root.replaceAll('\\', '/'), path), 'utf8'))?.[1] ?? path;
      return `- [${heading}](./${posix.basename(path)})`;
    });
  return [`# ${title}`, '', ...entries, ''].join('\n');
}
