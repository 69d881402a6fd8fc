import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { sourcesFirst } from '../scripts/lib/sources-first.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The examples import the package by its name; here that is the sources beside them.
export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [sourcesFirst()],
  resolve: {
    alias: [
      { find: /^sixfold$/, replacement: here('../src/index.ts') },
      { find: /^sixfold\/(three|scenes)$/, replacement: here('../$1/index.ts') },
    ],
  },
  worker: { format: 'es', plugins: () => [sourcesFirst()] },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: ['index.html', 'three/index.html', 'react-three-fiber/index.html', 'worker/index.html'].map((page) =>
        here(page),
      ),
    },
  },
});
