// A folder over HTTP, for this machine only: what the browser tests and the thumbnails of the studio look at.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.map': 'application/json',
};

/**
 * @param {string} folder
 * @param {string} [below] the path under which it is served; it begins and ends with a slash
 * @param {Record<string, string>} [headers] sent with everything, such as those that isolate a page
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serveFolder(folder, below = '/', headers = {}) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const inside = path.startsWith(below) ? normalize(join(folder, path.slice(below.length) || 'index.html')) : '';
    if (!inside.startsWith(folder + sep) || !existsSync(inside) || !statSync(inside).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { ...headers, 'Content-Type': TYPES[extname(inside)] ?? 'application/octet-stream' });
    createReadStream(inside).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}${below}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
