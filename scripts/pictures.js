// Draws the pictures of the documentation anew: `node scripts/pictures.js` writes docs/pictures/*.svg.
// Everything in them is computed by the engine; the same sources give the same files.

process.argv[2] = 'scripts/pictures/main.ts';
await import('./run-ts.js');

export {};
