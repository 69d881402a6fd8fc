// Plain data to bytes and back, exactly: every bit of a double survives, -0 and NaN included, and typed arrays stay
// typed arrays. Functions and symbols are not data and are left out; instances of classes become plain objects; maps,
// sets, dates and buffers are refused.

const NULL = 0;
const UNDEFINED = 1;
const FALSE = 2;
const TRUE = 3;
const NUMBER = 4;
const STRING = 5;
const ARRAY = 6;
const OBJECT = 7;
const F64 = 8;
const I32 = 9;
/** Objects whose contents are not their properties: they would come back empty. */
const NO_DATA = ['Map', 'Set', 'WeakMap', 'WeakSet', 'Date', 'RegExp', 'ArrayBuffer'];
const DEEPEST = 64;
/** Lists that hold the same lists many times over would otherwise grow without end. Typed arrays count as one. */
const MOST_VALUES = 5_000_000;

/** Bytes that do not decode: truncated, or not ours. */
export class DecodeError extends Error {}

export function encode(value: unknown): Uint8Array {
  const out = new Writer();
  out.value(value, 0);
  return out.bytes.slice(0, out.at);
}

export function decode(bytes: Uint8Array): unknown {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (reader.at !== bytes.length) throw new DecodeError('bytes are left over');
  return value;
}

class Writer {
  bytes = new Uint8Array(1024);
  view = new DataView(this.bytes.buffer);
  at = 0;
  #values = 0;

  #room(n: number): void {
    if (this.at + n <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.at + n, 2 * this.bytes.length));
    grown.set(this.bytes);
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }

  #tag(t: number): void {
    this.#room(1);
    this.bytes[this.at++] = t;
  }

  #count(n: number): void {
    this.#room(4);
    this.view.setUint32(this.at, n, true);
    this.at += 4;
  }

  #text(s: string): void {
    // UTF-16 units: no encoder is needed, and lone surrogates survive.
    this.#count(s.length);
    this.#room(2 * s.length);
    for (let k = 0; k < s.length; k++) this.view.setUint16(this.at + 2 * k, s.charCodeAt(k), true);
    this.at += 2 * s.length;
  }

  value(v: unknown, depth: number): void {
    if (depth > DEEPEST) throw new RangeError(`data is nested more than ${DEEPEST} deep, or refers to itself`);
    if (++this.#values > MOST_VALUES) throw new RangeError(`data holds more than ${MOST_VALUES} values`);
    if (v === null) this.#tag(NULL);
    else if (typeof v === 'boolean') this.#tag(v ? TRUE : FALSE);
    else if (typeof v === 'number') {
      this.#tag(NUMBER);
      this.#room(8);
      this.view.setFloat64(this.at, v, true);
      this.at += 8;
    } else if (typeof v === 'string') {
      this.#tag(STRING);
      this.#text(v);
    } else if (v instanceof Float64Array) {
      this.#tag(F64);
      this.#count(v.length);
      this.#room(8 * v.length);
      for (let k = 0; k < v.length; k++) this.view.setFloat64(this.at + 8 * k, v[k], true);
      this.at += 8 * v.length;
    } else if (v instanceof Int32Array) {
      this.#tag(I32);
      this.#count(v.length);
      this.#room(4 * v.length);
      for (let k = 0; k < v.length; k++) this.view.setInt32(this.at + 4 * k, v[k], true);
      this.at += 4 * v.length;
    } else if (Array.isArray(v)) {
      this.#tag(ARRAY);
      this.#count(v.length);
      for (const item of v) this.value(item, depth + 1);
    } else if (typeof v === 'object') {
      // By its tag: a map of another frame is one too.
      const tag = Object.prototype.toString.call(v).slice(8, -1);
      if (NO_DATA.includes(tag) || ArrayBuffer.isView(v)) throw new RangeError(`it holds a ${tag}`);
      const entries = Object.entries(v).filter(([, item]) => typeof item !== 'function' && typeof item !== 'symbol');
      this.#tag(OBJECT);
      this.#count(entries.length);
      for (const [key, item] of entries) {
        this.#text(key);
        this.value(item, depth + 1);
      }
    } else this.#tag(UNDEFINED);
  }
}

class Reader {
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #need(n: number): void {
    if (this.at + n > this.#bytes.length) throw new DecodeError('the bytes end too early');
  }

  #count(itemSize: number): number {
    this.#need(4);
    const n = this.#view.getUint32(this.at, true);
    this.at += 4;
    this.#need(n * itemSize);
    return n;
  }

  #text(): string {
    const n = this.#count(2);
    let s = '';
    for (let k = 0; k < n; k++) s += String.fromCharCode(this.#view.getUint16(this.at + 2 * k, true));
    this.at += 2 * n;
    return s;
  }

  value(depth: number): unknown {
    if (depth > DEEPEST) throw new DecodeError('the data is nested too deeply');
    this.#need(1);
    const t = this.#bytes[this.at++];
    switch (t) {
      case NULL:
        return null;
      case UNDEFINED:
        return undefined;
      case FALSE:
        return false;
      case TRUE:
        return true;
      case NUMBER: {
        this.#need(8);
        const x = this.#view.getFloat64(this.at, true);
        this.at += 8;
        return x;
      }
      case STRING:
        return this.#text();
      case F64: {
        const out = new Float64Array(this.#count(8));
        for (let k = 0; k < out.length; k++) out[k] = this.#view.getFloat64(this.at + 8 * k, true);
        this.at += 8 * out.length;
        return out;
      }
      case I32: {
        const out = new Int32Array(this.#count(4));
        for (let k = 0; k < out.length; k++) out[k] = this.#view.getInt32(this.at + 4 * k, true);
        this.at += 4 * out.length;
        return out;
      }
      case ARRAY: {
        const n = this.#count(1);
        const out: unknown[] = [];
        for (let k = 0; k < n; k++) out.push(this.value(depth + 1));
        return out;
      }
      case OBJECT: {
        const n = this.#count(5);
        const out: Record<string, unknown> = {};
        for (let k = 0; k < n; k++) {
          const key = this.#text();
          Object.defineProperty(out, key, {
            value: this.value(depth + 1),
            enumerable: true,
            configurable: true,
            writable: true,
          });
        }
        return out;
      }
      default:
        throw new DecodeError(`byte ${this.at - 1} starts nothing that is known`);
    }
  }
}
