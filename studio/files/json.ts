// JSON that keeps every bit of every number: JSON.stringify writes −0 as 0 and typed arrays as objects. Numbers come
// out with as many digits as it takes to read the same double back, which the language guarantees.

/** On one line, without spaces. Fields without a value are left out. */
export function toJson(value: unknown): string {
  return inline(value, '', '', Infinity) ?? 'null';
}

const WIDTH = 120;

/**
 * For people: what fits stays on its line, the rest is broken up and indented; long lists of numbers fill their lines.
 */
export function toText(value: unknown): string {
  return `${block(value, '')}\n`;
}

function block(value: unknown, indent: string): string {
  const line = inline(value, ' ', ' ', WIDTH - indent.length);
  if (line !== null) return line;
  const inner = `${indent}  `;
  if (isList(value)) {
    const items = Array.from(value, (item) => (typeof item === 'number' ? numberText(item) : block(item, inner)));
    return `[\n${inner}${isNumbers(value) ? fill(items, inner) : items.join(`,\n${inner}`)}\n${indent}]`;
  }
  const fields = fieldsOf(value as object).map(([key, field]) => `${JSON.stringify(key)}: ${block(field, inner)}`);
  return `{\n${inner}${fields.join(`,\n${inner}`)}\n${indent}}`;
}

/** Many to a line; whole triples, which most long lists are made of. */
function fill(items: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (let i = 0; i < items.length; i += 6) lines.push(items.slice(i, i + 6).join(', '));
  return lines.join(`,\n${indent}`);
}

/** The value on one line, or null as soon as that takes more than `room` characters. */
function inline(value: unknown, afterComma: string, within: string, room: number): string | null {
  if (typeof value === 'number') return numberText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const list = isList(value);
  const parts: string[] = [];
  let length = 2 + (list ? 0 : 2 * within.length);
  for (const [key, item] of list ? entriesOf(value) : fieldsOf(value)) {
    const text = inline(item, afterComma, within, room - length);
    if (text === null) return null;
    const part = list ? text : `${JSON.stringify(key)}:${within}${text}`;
    length += part.length + 1 + afterComma.length;
    if (length > room) return null;
    parts.push(part);
  }
  const joined = parts.join(`,${afterComma}`);
  if (list) return `[${joined}]`;
  return parts.length === 0 ? '{}' : `{${within}${joined}${within}}`;
}

function numberText(x: number): string {
  if (!Number.isFinite(x)) return 'null';
  return Object.is(x, -0) ? '-0' : String(x);
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

const isNumbers = (list: ArrayLike<unknown>): boolean => typeof list[0] === 'number';

function* entriesOf(list: ArrayLike<unknown>): Iterable<[string, unknown]> {
  for (let i = 0; i < list.length; i++) yield ['', list[i]];
}

const fieldsOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, field]) => field !== undefined && typeof field !== 'function');
