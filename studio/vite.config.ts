// How the studio is served (npm start) and built (npm run build:studio). The page may lie in any folder of any web
// server, so every address is relative; it talks to no other host, and the built page says so to the browser.

import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { cache } from '../scripts/lib/install.js';
import { root } from '../scripts/lib/paths.js';
import { sourcesFirst } from '../scripts/lib/sources-first.js';

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

/** The dev server shows the thumbnails of the last build; where there are none the gallery draws placeholders. */
function builtThumbnails(): Plugin {
  return {
    name: 'built-thumbnails',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/thumbnails', (request, response) => {
        const path = /^\/(index\.json|(?:light|dark)\/[a-z0-9-]+\.webp)(?:\?|$)/.exec(request.url ?? '')?.[1];
        const file = join(cache, 'thumbnails', path ?? '');
        response.setHeader('Content-Type', path?.endsWith('.json') ? 'application/json' : 'image/webp');
        if (path && existsSync(file)) createReadStream(file).pipe(response);
        else if (path === 'index.json') response.end('[]');
        else response.writeHead(404).end();
      });
    },
  };
}

export default defineConfig({
  root: join(root, 'studio'),
  base: './',
  cacheDir: join(cache, 'vite'),
  plugins: [sourcesFirst(), withoutNode(), contentSecurityPolicy(), builtThumbnails()],
  worker: { format: 'es', plugins: () => [sourcesFirst(), withoutNode()] },
  server: { host: '127.0.0.1', fs: { allow: [root] } },
  preview: { host: '127.0.0.1' },
  build: { outDir: join(root, 'dist-studio'), emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2000 },
});
