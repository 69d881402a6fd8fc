// One script out of a module of the repository and all it imports: what browsers and bare engines are given.

import { build } from 'vite';
import { root } from '../../scripts/lib/paths.js';
import { sourcesFirst } from '../../scripts/lib/sources-first.js';

const ENTRY = 'virtual:entry';

/** Paths in `code` are relative to the root of the repository. */
export async function bundle(code: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      sourcesFirst(),
      {
        name: 'entry',
        enforce: 'pre',
        resolveId(id, importer) {
          if (id === ENTRY) return `${root}entry.ts`;
          if (importer === `${root}entry.ts` && id.startsWith('./')) return this.resolve(`${root}${id.slice(2)}`);
          return null;
        },
        load: (id) => (id === `${root}entry.ts` ? code : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict', output: { codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('the bundler gave nothing back');
  return output.output[0].code;
}
