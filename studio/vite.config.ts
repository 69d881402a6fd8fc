// How the studio is served (npm start) and built (npm run build:studio). The page may lie in any folder of any web
// server, so every address is relative; it talks to no other host, and the built page says so to the browser.

import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { cache } from '../scripts/lib/install.js';
import { root } from '../scripts/lib/paths.js';
import { sourcesFirst } from '../scripts/lib/sources-first.js';
import { isFresh, stampOfPictures, thumbnailCache } from '../scripts/lib/thumbnails.js';

/** Not in the dev server, which injects styles and scripts of its own. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

/** glTF Transform also has classes for Node, which import its modules when they are used; here nobody does. */
function withoutNode(): Plugin {
  const EMPTY = '\0without-node';
  return {
    name: 'without-node',
    enforce: 'pre',
    resolveId: (id) => (id === 'node:fs' || id === 'node:path' ? EMPTY : null),
    load: (id) => (id === EMPTY ? 'export {};' : null),
  };
}

/**
 * The dev server has the pictures of the gallery that the last build has drawn, if it was of these sources, and keeps
 * those that the page draws itself (studio/live-thumbnails.ts) until the sources change.
 */
function thumbnails(): Plugin {
  return {
    name: 'thumbnails',
    apply: 'serve',
    configureServer(server) {
      const stamp = stampOfPictures();
      const folder = isFresh(stamp) ? thumbnailCache : join(cache, 'thumbnails-live', stamp.slice(0, 16));
      for (const scheme of ['light', 'dark']) mkdirSync(join(folder, scheme), { recursive: true });
      server.middlewares.use('/thumbnails', (request, response) => {
        const path = /^\/(index\.json|(?:light|dark)\/[a-z0-9-]+\.webp)(?:\?|$)/.exec(request.url ?? '')?.[1];
        const file = join(folder, path ?? '');
        response.setHeader('Content-Type', path?.endsWith('.json') ? 'application/json' : 'image/webp');
        if (path === 'index.json') response.end(JSON.stringify(drawnIn(folder)));
        else if (path && request.method === 'PUT') {
          const out = request.pipe(createWriteStream(file));
          out.on('finish', () => response.writeHead(204).end());
          out.on('error', () => response.writeHead(500).end());
        } else if (path && existsSync(file)) createReadStream(file).pipe(response);
        else response.writeHead(404).end();
      });
    },
  };
}

/** Names of the scenes that have a picture, light and dark. */
function drawnIn(folder: string): string[] {
  const names = (scheme: string) => readdirSync(join(folder, scheme)).map((name) => name.replace(/\.webp$/, ''));
  const dark = new Set(names('dark'));
  return names('light').filter((name) => dark.has(name));
}

export default defineConfig({
  root: join(root, 'studio'),
  base: './',
  cacheDir: join(cache, 'vite'),
  plugins: [sourcesFirst(), withoutNode(), contentSecurityPolicy(), thumbnails()],
  worker: { format: 'es', plugins: () => [sourcesFirst(), withoutNode()] },
  server: { host: '127.0.0.1', fs: { allow: [root] } },
  preview: { host: '127.0.0.1' },
  build: { outDir: join(root, 'dist-studio'), emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2000 },
});
