import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Resolves `./x.js` to x.ts where that exists, as the compiler does; the bundler would prefer a stray x.js beside it.
 * @returns {import('vite').Plugin}
 */
export function sourcesFirst() {
  return {
    name: 'sources-first',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!importer || !id.startsWith('.') || !id.endsWith('.js') || importer.includes('node_modules')) return null;
      const source = join(dirname(importer), id.replace(/\.js$/, '.ts'));
      return existsSync(source) ? source : null;
    },
  };
}
