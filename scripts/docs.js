// npm run docs: the manual as static files in dist-docs/, with the studio beside its pages so that scenes run in them.
// DOCS_BASE names the folder of the server that it will lie in (/ unless told). The site's own tools are installed on
// first use.

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureDependencies, requireNode } from './lib/install.js';
import { root } from './lib/paths.js';
import { runNode, runNpm } from './lib/process.js';

const site = join(root, 'site');
const source = join(site, '.src');
const output = join(root, 'dist-docs');
const base = process.env.DOCS_BASE ?? '/';

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(join(source, path)), { recursive: true });
  writeFileSync(join(source, path), text);
}

async function writePages() {
  const { indexOf, manualFiles, pageText } = await import('./lib/manual-pages.js');
  const { packageEntries, pageOf } = await import('./lib/api-reference.js');
  rmSync(source, { recursive: true, force: true });
  for (const { from, to } of manualFiles()) {
    if (from.endsWith('.md')) write(to, pageText(readFileSync(join(root, from), 'utf8'), from, { base }));
    else {
      mkdirSync(dirname(join(source, to)), { recursive: true });
      cpSync(join(root, from), join(source, to));
    }
  }
  write('index.md', pageText(readFileSync(join(site, 'home.md'), 'utf8'), 'README.md', { base }));
  for (const [folder, title] of [
    ['decisions', 'Decisions'],
    ['results', 'Results'],
    ['theory', 'Theory'],
    ['guides', 'Guides'],
  ])
    write(`${folder}/index.md`, indexOf(folder, title, root));
  mkdirSync(join(source, 'public'), { recursive: true });
  cpSync(join(root, 'studio', 'icon.svg'), join(source, 'public', 'icon.svg'));
  for (const entry of packageEntries()) write(`api/${entry.from.replaceAll('/', '-')}.md`, pageOf(entry));
}

async function installTools() {
  if (existsSync(join(site, 'node_modules', 'vitepress', 'package.json'))) return;
  console.log('Installing the tools of the manual ...');
  const { code, output: said } = await runNpm(['ci', '--prefix', site, '--no-audit', '--no-fund']);
  if (code !== 0) throw new Error(`the tools of the manual could not be installed:\n${said}`);
}

async function addStudio() {
  const { buildStudio, studioFolder } = await import('./lib/studio-build.js');
  await buildStudio({ onlyIfStale: true });
  const to = join(output, 'studio');
  rmSync(to, { recursive: true, force: true });
  cpSync(studioFolder, to, { recursive: true });
  const page = join(to, 'index.html');
  const meta = '<meta name="sixfold-manual" content="../" />';
  writeFileSync(page, readFileSync(page, 'utf8').replace('</title>', `</title>\n    ${meta}`));
}

requireNode();
try {
  await ensureDependencies();
  const { build } = await import('./lib/build.js');
  await build({ onlyIfStale: true });
  await installTools();
  await writePages();
  const vitepress = join(site, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  const { code, output: said } = await runNode([vitepress, 'build', site], { env: { DOCS_BASE: base } });
  if (code !== 0) throw new Error(`the manual could not be built:\n${said}`);
  await addStudio();
  console.log(`dist-docs/: the manual, for the folder ${base} of any web server (DOCS_BASE names another)`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
