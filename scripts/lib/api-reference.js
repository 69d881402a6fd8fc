// The reference of every name that the package exports, from the declarations that are published (dist/**/*.d.ts):
// their comments are those of the sources. One page an entry. Verified in test/consumer/manual.long.test.ts.

import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { root } from './paths.js';

/**
 * @typedef {{ name: string, kind: string, doc: string, code: string, file: string }} Entry
 * @typedef {{ code: string, file: string, program: any, comments: any[] }} Module
 */

/** @type {Map<string, Module>} */
const modules = new Map();

/** @param {string} file below the root @returns {Module} */
function read(file) {
  const known = modules.get(file);
  if (known) return known;
  const code = readFileSync(join(root, file), 'utf8');
  const { program, comments } = parseSync(file, code, { lang: 'dts', sourceType: 'module' });
  const module = { code, file, program, comments };
  modules.set(file, module);
  return module;
}

/** @param {string} from @param {string} specifier */
const target = (from, specifier) => posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.d.ts');

/** @param {any} node */
const nameOf = (node) => node?.name ?? node?.value;

const KINDS = /** @type {Record<string, string>} */ ({
  ClassDeclaration: 'class',
  TSInterfaceDeclaration: 'interface',
  TSTypeAliasDeclaration: 'type',
  FunctionDeclaration: 'function',
  TSDeclareFunction: 'function',
  VariableDeclaration: 'constant',
  TSEnumDeclaration: 'enumeration',
});

/** Names that a declaration makes. @param {any} declaration @returns {string[]} */
function declared(declaration) {
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.map((/** @type {any} */ one) => nameOf(one.id));
  return [nameOf(declaration.id)];
}

/** The last comment before a place, if nothing else is between. @param {Module} module @param {number} start */
function docBefore({ code, comments }, start) {
  const comment = comments.findLast(({ end }) => end <= start);
  if (comment?.type !== 'Block' || code.slice(comment.end, start).trim() !== '') return '';
  return comment.value
    .replace(/^\*/, '')
    .split('\n')
    .map((/** @type {string} */ line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim();
}

/**
 * Without what is private, and without the words that every declaration has. @param {Module} module @param {any} node
 */
function textOf(module, node) {
  let text = module.code.slice(node.start, node.end);
  if (node.type === 'ClassDeclaration') {
    const isHidden = (/** @type {any} */ member) =>
      member.accessibility === 'private' ||
      member.accessibility === 'protected' ||
      member.key?.type === 'PrivateIdentifier';
    for (const member of [...node.body.body].reverse()) {
      if (!isHidden(member)) continue;
      const from = module.code.lastIndexOf('\n', member.start) - node.start;
      text = text.slice(0, from) + text.slice(member.end - node.start);
    }
  }
  return text.replace(/^declare /, '').replaceAll('    ', '  ');
}

/**
 * Where a name comes from, through any number of re-exports. @param {string} file @param {string} name @returns {Entry}
 */
function find(file, name) {
  const module = read(file);
  for (const statement of module.program.body) {
    if (statement.type === 'ExportNamedDeclaration' && statement.declaration) {
      if (!declared(statement.declaration).includes(name)) continue;
      const { declaration } = statement;
      const doc = docBefore(module, statement.start);
      return { name, kind: KINDS[declaration.type] ?? '', doc, code: textOf(module, declaration), file };
    }
    if (statement.type === 'ExportNamedDeclaration') {
      const specifier = statement.specifiers.find((/** @type {any} */ one) => nameOf(one.exported) === name);
      if (!specifier) continue;
      if (statement.source) return { ...find(target(file, statement.source.value), nameOf(specifier.local)), name };
      return { ...local(module, nameOf(specifier.local)), name };
    }
    if (statement.type === 'ExportAllDeclaration') {
      const from = target(file, statement.source.value);
      if (namesOf(from).includes(name)) return find(from, name);
    }
  }
  throw new Error(`${file} does not export ${name}`);
}

/**
 * A name that is declared or imported without being exported there. @param {Module} module @param {string} name
 * @returns {Entry}
 */
function local(module, name) {
  for (const statement of module.program.body) {
    if (statement.type === 'ImportDeclaration') {
      const specifier = statement.specifiers.find((/** @type {any} */ one) => nameOf(one.local) === name);
      if (specifier) return find(target(module.file, statement.source.value), nameOf(specifier.imported));
    } else if (KINDS[statement.type] && declared(statement).includes(name)) {
      const doc = docBefore(module, statement.start);
      return { name, kind: KINDS[statement.type] ?? '', doc, code: textOf(module, statement), file: module.file };
    }
  }
  throw new Error(`${module.file} has no ${name}`);
}

/** @param {string} file @returns {string[]} the names that it exports */
export function namesOf(file) {
  /** @type {string[]} */
  const names = [];
  for (const statement of read(file).program.body) {
    if (statement.type === 'ExportAllDeclaration') names.push(...namesOf(target(file, statement.source.value)));
    if (statement.type !== 'ExportNamedDeclaration') continue;
    if (statement.declaration) names.push(...declared(statement.declaration));
    else for (const specifier of statement.specifiers) names.push(nameOf(specifier.exported));
  }
  return names;
}

/**
 * The entries of the package that have declarations: what one imports, and the file. @returns {{ from: string, file:
 * string }[]}
 */
export function packageEntries() {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([path, entry]) =>
    entry.types ? [{ from: name + path.slice(1), file: entry.types.slice(2) }] : [],
  );
}

const ORDER = ['class', 'function', 'constant', 'interface', 'type', 'enumeration', ''];

/** @param {{ from: string, file: string }} entry @returns {Entry[]} sorted by kind and name */
export function referenceOf({ file }) {
  const entries = namesOf(file).map((name) => find(file, name));
  return entries.sort(
    (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}

/** A page in Markdown. @param {{ from: string, file: string }} entry */
export function pageOf(entry) {
  const lines = [`# ${entry.from}`, '', `What \`import … from '${entry.from}'\` gives, from the sources.`, ''];
  let kind = '';
  for (const one of referenceOf(entry)) {
    if (one.kind !== kind) lines.push(`## ${TITLES[one.kind] ?? 'Other'}`, '');
    kind = one.kind;
    lines.push(`### ${one.name}`, '');
    // Comments are prose; what looks like a tag in them is not one.
    if (one.doc) lines.push(one.doc.replaceAll('<', '&lt;').replaceAll('{{', '{ {'), '');
    lines.push('```ts', one.code, '```', '');
  }
  return lines.join('\n');
}

const TITLES = /** @type {Record<string, string>} */ ({
  class: 'Classes',
  function: 'Functions',
  constant: 'Constants',
  interface: 'Interfaces',
  type: 'Types',
  enumeration: 'Enumerations',
});
