// The rules of the house that no general tool checks: who may import whom, and nothing in the engine whose bits
// depend on the JavaScript engine, the clock or chance. Works on the syntax tree, so comments and texts do not count,
// and type-only imports do.

import { posix } from 'node:path';
import { parseSync } from 'vite';

/** The rooms of src/ in order: each imports only from itself and those before it. */
export const ROOMS = [
  'math',
  'checks',
  'memory',
  'shapes',
  'bodies',
  'broadphase',
  'distance',
  'overlap',
  'patch',
  'solver',
  'joints',
  'soft',
  'contact',
  'world',
  'control',
  'io',
];

/**
 * What each part of the repository may import from outside itself. A part that is not named is not checked.
 * @type {Record<string, { parts: string[], packages: string[], node: boolean }>}
 */
export const PARTS = {
  src: { parts: [], packages: [], node: false },
  scenes: { parts: ['src'], packages: [], node: false },
  meshes: { parts: ['src'], packages: ['@gltf-transform/core'], node: false },
  three: { parts: ['src'], packages: ['three'], node: false },
  hands: { parts: ['src'], packages: [], node: false },
  workers: { parts: ['src'], packages: [], node: false },
  studio: {
    parts: ['src', 'scenes', 'meshes', 'three', 'hands'],
    packages: ['three', 'uplot', '@gltf-transform/core'],
    node: false,
  },
  cli: { parts: ['src', 'scenes', 'meshes'], packages: ['commander', 'cli-progress'], node: true },
};

/** Parts whose results must have the same bits everywhere. */
const DETERMINISTIC = ['src', 'scenes'];

/** IEEE 754 or ECMAScript fixes every bit of these; the rest of Math is "implementation-approximated" or random. */
const EXACT_MATH = new Set(
  'abs ceil clz32 floor fround imul max min round sign sqrt trunc E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2'.split(' '),
);
/**
 * What the language itself offers of clocks, places and ways around this check; the type checker refuses the hosts'.
 */
const FORBIDDEN_GLOBALS = new Set([
  'Date',
  'Intl',
  'globalThis',
  'eval',
  'Function',
  'WeakRef',
  'FinalizationRegistry',
]);

/**
 * @typedef {{ path: string, text: string }} SourceFile
 * @typedef {{ type: string, start: number, [key: string]: any }} Node
 */

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) =>
  typeof value === 'object' && value !== null && typeof (/** @type {any} */ (value).type) === 'string';

/**
 * Calls `visit` on every node with its parent and the key under which the parent holds it.
 * @param {Node} node @param {(node: Node, parent: Node | null, key: string) => void} visit
 * @param {Node | null} [parent] @param {string} [key]
 */
function walk(node, visit, parent = null, key = '') {
  visit(node, parent, key);
  for (const name in node) {
    const value = node[name];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) walk(item, visit, node, name);
    } else if (isNode(value)) walk(value, visit, node, name);
  }
}

/** @param {string} text @param {number} offset */
function lineOf(text, offset) {
  return text.slice(0, offset).split('\n').length;
}

/** @param {Node} node @returns {{ from: string, typeOnly: boolean } | null} what an import or re-export names */
function importOf(node) {
  switch (node.type) {
    case 'ImportDeclaration':
      return { from: node.source.value, typeOnly: node.importKind === 'type' };
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node.source ? { from: node.source.value, typeOnly: node.exportKind === 'type' } : null;
    case 'ImportExpression':
      return { from: node.source.type === 'Literal' ? node.source.value : '', typeOnly: false };
    case 'TSImportType':
      return { from: (node.source ?? node.argument.literal).value, typeOnly: true };
    default:
      return null;
  }
}

/** @param {string} path */
const partOf = (path) => path.split('/')[0] ?? '';
/** @param {string} path the room of a file of src/; its index comes after all rooms */
const roomOf = (path) => (path.split('/').length > 2 ? (path.split('/')[1] ?? '') : null);

/** @param {string} path @param {string} from @returns {string | null} what is wrong with this import */
function judgeImport(path, from) {
  const part = partOf(path);
  const rules = PARTS[part];
  if (!rules) return null;
  if (from === '') return 'imports a name that is computed at run time';
  if (!from.startsWith('.')) {
    if (from.startsWith('node:')) return rules.node ? null : `imports ${from}: ${part}/ runs without Node`;
    const allowed = rules.packages.some((name) => from === name || from.startsWith(`${name}/`));
    return allowed ? null : `imports the package ${from}: ${part}/ may use ${rules.packages.join(', ') || 'none'}`;
  }
  if (!from.endsWith('.js')) return `imports ${from} without its ending .js`;
  const target = posix.join(posix.dirname(path), from);
  const targetPart = partOf(target);
  if (targetPart !== part) {
    return rules.parts.includes(targetPart) ? null : `imports ${target}: ${part}/ may not import from ${targetPart}/`;
  }
  if (part !== 'src') return null;
  const room = roomOf(path);
  const targetRoom = roomOf(target);
  if (room === null || room === targetRoom) return null;
  if (targetRoom === null) return `imports ${target}, which comes after every room`;
  const [at, targetAt] = [ROOMS.indexOf(room), ROOMS.indexOf(targetRoom)];
  if (at < 0) return `lies in the room ${room}, which is not in the order of rooms`;
  return targetAt >= 0 && targetAt < at ? null : `imports ${target}: ${targetRoom}/ does not come before ${room}/`;
}

/** @param {Node | null} parent @param {string} key whether an identifier that stands there refers to a variable */
function isReference(parent, key) {
  if (!parent) return true;
  if (parent.type === 'MemberExpression' && key === 'property') return parent.computed;
  if (/^(Property|MethodDefinition|PropertyDefinition|TSPropertySignature|TSMethodSignature)$/.test(parent.type)) {
    return key !== 'key' || parent.computed;
  }
  return !parent.type.startsWith('TS') && parent.type !== 'LabeledStatement';
}

/** @param {Node} node @param {Node | null} parent @param {string} key @returns {string | null} */
function judgeDeterminism(node, parent, key) {
  if (node.type === 'Identifier' && node.name === 'Math' && isReference(parent, key)) {
    const isMember = parent?.type === 'MemberExpression' && key === 'object' && !parent.computed;
    if (!isMember) return 'uses Math as a value: call its functions by name, so that this check can see them';
    const name = parent.property.name;
    return EXACT_MATH.has(name) ? null : `uses Math.${name}, whose bits differ between engines: see src/math/`;
  }
  if (node.type === 'Identifier' && FORBIDDEN_GLOBALS.has(node.name) && isReference(parent, key)) {
    return `uses ${node.name}`;
  }
  if (node.type === 'MemberExpression' && /^(localeCompare|toLocale.*)$/.test(node.property.name ?? '')) {
    return `uses ${node.property.name}, which depends on where it runs`;
  }
  if ((node.type === 'BinaryExpression' && node.operator === '**') || node.operator === '**=') {
    const isPowerOfTwo = node.type === 'BinaryExpression' && node.left.value === 2 && isIntegerLiteral(node.right);
    return isPowerOfTwo ? null : 'uses **, whose bits differ between engines: write the product';
  }
  if (node.type === 'VariableDeclaration' && node.kind !== 'const' && !node.declare) {
    const isTop = parent?.type === 'Program' || parent?.type === 'ExportNamedDeclaration';
    return isTop ? 'keeps changing state in a module: let the caller own it' : null;
  }
  return null;
}

/** @param {Node} node */
function isIntegerLiteral(node) {
  const literal = node.type === 'UnaryExpression' ? node.argument : node;
  return literal.type === 'Literal' && Number.isInteger(literal.value);
}

/**
 * A ring of value imports, if there is one: modules in a ring see each other half initialised.
 * @param {Map<string, string[]>} imports @returns {string | null}
 */
function findRing(imports) {
  /** @type {Map<string, 'open' | 'done'>} */
  const state = new Map();
  /** @type {string[]} */
  const path = [];
  /** @param {string} file @returns {string | null} */
  const visit = (file) => {
    if (state.get(file) === 'done') return null;
    if (state.get(file) === 'open') return [...path.slice(path.indexOf(file)), file].join(' -> ');
    state.set(file, 'open');
    path.push(file);
    for (const target of imports.get(file) ?? []) {
      const ring = visit(target);
      if (ring) return ring;
    }
    path.pop();
    state.set(file, 'done');
    return null;
  };
  for (const file of imports.keys()) {
    const ring = visit(file);
    if (ring) return ring;
  }
  return null;
}

/** @param {SourceFile[]} files paths below the root with forward slashes @returns {string[]} one line per violation */
export function findViolations(files) {
  /** @type {string[]} */
  const found = [];
  /** @type {Map<string, string[]>} */
  const imports = new Map();
  for (const { path, text } of files) {
    const { program, errors } = parseSync(path, text);
    if (errors.length > 0) found.push(`${path}: ${errors[0]?.message}`);
    /** @type {string[]} */
    const targets = [];
    imports.set(path, targets);
    walk(/** @type {any} */ (program), (node, parent, key) => {
      const imported = importOf(node);
      let wrong = imported ? judgeImport(path, imported.from) : null;
      if (imported && !imported.typeOnly && imported.from.startsWith('.')) {
        targets.push(posix.join(posix.dirname(path), imported.from).replace(/\.js$/, '.ts'));
      }
      if (!wrong && DETERMINISTIC.includes(partOf(path))) wrong = judgeDeterminism(node, parent, key);
      if (wrong) found.push(`${path}:${lineOf(text, node.start)} ${wrong}`);
    });
  }
  const ring = findRing(imports);
  if (ring) found.push(`modules import each other in a ring: ${ring}`);
  return found;
}
