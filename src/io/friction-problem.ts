// Frictional contact problems as the Siconos project writes them: plain numbers separated by white space.
//
//   dimension (2 or 3), number of contacts n, storage of W (0 dense, 1 sparse by blocks)
//   rows and columns of W
//   dense:   rows and columns again, then W row by row
//   sparse:  number of blocks, block rows, block columns; where each block row ends, where each block column ends;
//            length and entries: of the row starts, … of the column indices; then, for every block, its number and its
//            entries by columns. The two lengths come first, on lines of their own.
//   q (dimension·n numbers), μ (n numbers), and sometimes one more number, which says nothing about the problem.
// What is wrong is said in one line, with the place in the file.

import { SixfoldError } from '../checks/error.js';
import type { FrictionProblem } from '../solver/friction-problem.js';

/** Contacts beyond which a file is refused: its W would not fit in memory if it were dense. */
const MOST_CONTACTS = 100_000;

export function parseFrictionProblem(text: string, name: string): FrictionProblem {
  const tokens = new Tokens(text, name);
  const dimension = tokens.integer('the dimension', 2, 3);
  const contacts = tokens.integer('the number of contacts', 0, MOST_CONTACTS);
  const storage = tokens.integer('the storage of W (0 dense, 1 sparse by blocks)', 0, 1);
  const size = dimension * contacts;
  tokens.integer('the number of rows of W', size, size);
  tokens.integer('the number of columns of W', size, size);
  const builder = new Blocks(dimension, contacts);
  if (storage === 0) readDense(tokens, size, builder);
  else readSparse(tokens, dimension, contacts, builder);
  const q = new Float64Array(3 * contacts);
  for (let k = 0; k < size; k++) q[3 * Math.floor(k / dimension) + (k % dimension)] = tokens.number('q', k);
  const mu = new Float64Array(contacts);
  for (let k = 0; k < contacts; k++) {
    mu[k] = tokens.number('mu', k);
    if (!(mu[k] >= 0)) tokens.fail(`mu[${k}] is ${mu[k]}; it must be at least 0`);
  }
  return { dimension, contacts, ...builder.finish(tokens), q, mu };
}

/** The reactions in the file's order and dimension. */
export function reactionsOf(problem: FrictionProblem, r: Float64Array): number[] {
  const out: number[] = [];
  for (let i = 0; i < problem.contacts; i++) for (let k = 0; k < problem.dimension; k++) out.push(r[3 * i + k]);
  return out;
}

function readDense(tokens: Tokens, size: number, builder: Blocks): void {
  tokens.integer('the number of rows of W', size, size);
  tokens.integer('the number of columns of W', size, size);
  for (let r = 0; r < size; r++) for (let c = 0; c < size; c++) builder.set(r, c, tokens.number('W', r * size + c));
}

function readSparse(tokens: Tokens, dimension: number, contacts: number, builder: Blocks): void {
  const count = tokens.integer('the number of blocks', 0, contacts * contacts);
  tokens.integer('the number of block rows', contacts, contacts);
  tokens.integer('the number of block columns', contacts, contacts);
  for (let pass = 0; pass < 2; pass++)
    for (let k = 0; k < contacts; k++) {
      const end = (k + 1) * dimension;
      tokens.integer(`the end of block ${pass === 0 ? 'row' : 'column'} ${k}`, end, end);
    }
  // The row starts may be padded with further entries.
  const starts = tokens.integer('the number of row starts', contacts + 1, contacts * contacts + contacts + 1);
  tokens.integer('the number of column indices', count, count);
  const start: number[] = [];
  for (let k = 0; k < starts; k++) start.push(tokens.integer(`row start ${k}`, k === 0 ? 0 : start[k - 1]!, count));
  if (start[contacts] !== count) tokens.fail(`the last row start is ${start[contacts]}; it must be ${count}`);
  const column: number[] = [];
  for (let k = 0; k < count; k++) column.push(tokens.integer(`column index ${k}`, 0, contacts - 1));
  for (let row = 0; row < contacts; row++)
    for (let n = start[row]!; n < start[row + 1]!; n++) {
      tokens.integer('the number of a block', n, n);
      for (let c = 0; c < dimension; c++)
        for (let r = 0; r < dimension; r++)
          builder.set(row * dimension + r, column[n]! * dimension + c, tokens.number(`block ${n}`, c * dimension + r));
    }
}

/** Gathers W by blocks of three, with those that are all zero left out. */
class Blocks {
  readonly #dimension: number;
  readonly #contacts: number;
  readonly #rows: Map<number, Float64Array>[] = [];

  constructor(dimension: number, contacts: number) {
    this.#dimension = dimension;
    this.#contacts = contacts;
    for (let k = 0; k < contacts; k++) this.#rows.push(new Map());
  }

  set(r: number, c: number, value: number): void {
    const dimension = this.#dimension;
    if (value === 0) return;
    const row = this.#rows[Math.floor(r / dimension)]!;
    const j = Math.floor(c / dimension);
    let block = row.get(j);
    if (!block) {
      block = new Float64Array(9);
      row.set(j, block);
    }
    block[3 * (r % dimension) + (c % dimension)] += value;
  }

  finish(tokens: Tokens): { start: Int32Array; column: Int32Array; blocks: Float64Array } {
    const contacts = this.#contacts;
    const dimension = this.#dimension;
    const rows = this.#rows;
    const start = new Int32Array(contacts + 1);
    for (let i = 0; i < contacts; i++) {
      const own = rows[i]!.get(i);
      if (!own || !(own[0] > 0))
        tokens.fail(`W has no positive diagonal entry in the normal row of contact ${i}: nothing could hold it`);
      if (dimension === 2) own[8] = own[4] !== 0 ? own[4] : own[0];
      start[i + 1] = start[i] + rows[i]!.size;
    }
    const column = new Int32Array(start[contacts]);
    const blocks = new Float64Array(9 * start[contacts]);
    for (let i = 0; i < contacts; i++) {
      const columns = [...rows[i]!.keys()].sort((a, b) => a - b);
      columns.forEach((j, k) => {
        column[start[i] + k] = j;
        blocks.set(rows[i]!.get(j)!, 9 * (start[i] + k));
      });
    }
    return { start, column, blocks };
  }
}

/** Numbers of a text, one after the other. */
class Tokens {
  readonly #text: string;
  readonly #name: string;
  #at = 0;

  constructor(text: string, name: string) {
    this.#text = text;
    this.#name = name;
  }

  fail(what: string): never {
    const line = this.#text.slice(0, this.#at).split('\n').length;
    throw new SixfoldError(`${this.#name}, line ${line}: ${what}`);
  }

  integer(what: string, low: number, high: number): number {
    const token = this.#next(what);
    const value = Number(token);
    if (!Number.isInteger(value) || value < low || value > high)
      this.fail(
        `${what} is ${quote(token)}; it must be ${low === high ? low : `a whole number from ${low} to ${high}`}`,
      );
    return value;
  }

  number(what: string, k: number): number {
    const token = this.#next(`${what}[${k}]`);
    const value = Number(token);
    if (!Number.isFinite(value)) this.fail(`${what}[${k}] is ${quote(token)}; it must be a finite number`);
    return value;
  }

  #next(what: string): string {
    const text = this.#text;
    while (this.#at < text.length && text.charCodeAt(this.#at) <= 32) this.#at++;
    const from = this.#at;
    while (this.#at < text.length && text.charCodeAt(this.#at) > 32) this.#at++;
    if (from === this.#at) this.fail(`the file ends before ${what}`);
    return text.slice(from, this.#at);
  }
}

function quote(token: string): string {
  return JSON.stringify(token.length > 40 ? `${token.slice(0, 40)}…` : token);
}
