// node scripts/build-kernels.js: compiles kernels/*.ts (AssemblyScript) to WebAssembly and writes each as a module, a
// character for each byte, that the engine imports. The modules are committed: who only uses or changes TypeScript
// needs no compiler.
// With --check nothing is written, and it fails if a module is not what its source makes.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.js';

/** Threads need a memory that says how far it may grow (pages): as far as addresses go. */
const SHARED = ['--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536'];
/** Nothing in it is hot by itself: what inlining would save is 7 % of a visit, for 15 % more bytes. */
const SMALL = ['--shrinkLevel', '1'];
/** Source, the module that it becomes, and what it is compiled with. */
const KERNELS = [
  { source: 'kernels/crowd.ts', target: 'src/contact/six/crowd-wasm.ts', name: 'CROWD_WASM', options: [] },
  { source: 'kernels/boxes.ts', target: 'src/contact/six/box-wasm.ts', name: 'BOX_WASM', options: [] },
  { source: 'kernels/law.ts', target: 'src/contact/six/law-wasm.ts', name: 'LAW_WASM', options: SMALL },
  { source: 'kernels/mesh-walk.ts', target: 'src/overlap/meshes/walk-wasm.ts', name: 'WALK_WASM', options: [] },
  {
    source: 'kernels/mesh-half-space.ts',
    target: 'src/overlap/half-space-wasm.ts',
    name: 'HALF_SPACE_WASM',
    options: [],
  },
  { source: 'kernels/shared.ts', target: 'workers/shared-wasm.ts', name: 'SHARED_WASM', options: SHARED },
];
const COLUMNS = 112;
/** AssemblyScript's decorator, in a comment: TypeScript knows none of functions. */
const INLINE = /^\/\/ @inline\n/gm;
/** As src/memory/wasm.ts has it. */
const FIRST = 40;

const asc = await import('assemblyscript/asc');
const check = process.argv.includes('--check');
for (const { source, target, name, options } of KERNELS) {
  const files = new Map();
  const { error, stderr } = await asc.main(
    [
      source,
      '--outFile',
      'out.wasm',
      '--optimizeLevel',
      '3',
      ...(options.includes('--shrinkLevel') ? [] : ['--shrinkLevel', '0']),
      '--noAssert',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      '--importMemory',
      '--initialMemory',
      '1',
      ...options,
    ],
    {
      readFile: (file, base) => {
        try {
          return readFileSync(join(base, file), 'utf8').replace(INLINE, '@inline\n');
        } catch {
          return null;
        }
      },
      writeFile: (file, data) => void files.set(file, data),
      listFiles: () => [],
    },
  );
  if (error) {
    console.error(`${source}: ${error.message}\n${stderr.toString()}`);
    process.exit(1);
  }
  const bytes = Buffer.from(files.get('out.wasm'));
  const written = Array.from(bytes, (byte) => writtenAs(FIRST + byte));
  const lines = [];
  for (let line = ''; written.length > 0 || line !== ''; ) {
    if (written.length > 0 && line.length + written[0].length <= COLUMNS) line += written.shift();
    else {
      lines.push(line);
      line = '';
    }
  }
  const text = `// Made by scripts/build-kernels.js from ${source}: do not edit. ${bytes.length} bytes of WebAssembly.

export const ${name} =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
  const path = join(root, target);
  if (!check) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${target} is not what ${source} makes; run node scripts/build-kernels.js`);
    process.exit(1);
  }
  console.log(`${source}: ${bytes.length} bytes`);
}

/** @param {number} code of a character within quotes */
function writtenAs(code) {
  if (code === 92) return '\\\\';
  return (code >= 127 && code < 161) || code === 173 ? `\\x${code.toString(16)}` : String.fromCharCode(code);
}
