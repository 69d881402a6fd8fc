import { defineConfig } from 'vite';
import { sourcesFirst } from '../scripts/lib/sources-first.js';

// Relative addresses, so that the built page works under any path; the dev server answers this machine only.
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [sourcesFirst()],
  worker: { format: 'es', plugins: () => [sourcesFirst()] },
  server: { host: '127.0.0.1', fs: { allow: ['..'] } },
  preview: { host: '127.0.0.1' },
  build: { outDir: '../dist-studio', emptyOutDir: true, target: 'es2022' },
});
