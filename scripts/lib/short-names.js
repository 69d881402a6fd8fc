// Gives private members short names, which the minifier does not: it cannot know what is private. Some 900 bytes of the engine, gzipped.
//
// By words, not by syntax: a name is shortened only if no public member has it and if every place at which the compiled code has the
// word, in strings too, is that member: behind `this.`, or where a class declares it. What is taken apart
// (`const { name } = this`) keeps its name. A test compares the bits of a run with those of the sources.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.js';

/**
 * Rewrites the modules compiled from `files` (below the project's root) in `folder`.
 * @param {string} folder
 * @param {readonly string[]} files
 */
export function shortenPrivateMembers(folder, files) {
  const read = (/** @type {string} */ path) => readFileSync(path, 'utf8');
  const sources = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => read(join(root, file)))
    .join('\n');
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(folder, file));
  const code = modules
    .map(read)
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, '');
  /** @param {string} text @param {RegExp} word */
  const tally = (text, word) => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const [, name = ''] of text.matchAll(word)) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  };
  const isPublic = tally(
    sources,
    /^ {2}(?:protected |readonly |static |override |abstract |get |set |async )*(?!private\b)(\w+)[?!]?[(:=;<]/gm,
  );
  const isPrivate = tally(sources, /^ {2}private (?:readonly |static |override )*(\w+)/gm);
  const uses = tally(code, /\b([A-Za-z_]\w*)/g);
  const own = tally(code, /(?:\bthis\.|^ {4}(?=\w+(?:\(|;| = )))(\w+)/gm);
  const names = [...isPrivate.keys()].filter((name) => !isPublic.has(name) && uses.get(name) === own.get(name)).sort();
  const short = new Map(names.map((name, k) => [name, `$${k.toString(36)}`]));
  for (const file of modules)
    writeFileSync(
      file,
      read(file).replace(/\b[A-Za-z_]\w*/g, (name) => short.get(name) ?? name),
    );
}
