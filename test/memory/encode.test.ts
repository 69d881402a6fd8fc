import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Arena } from '../../src/memory/arena.js';
import { DecodeError, decode, encode } from '../../src/memory/encode.js';

/** Doubles by their bits, so that all NaNs, infinities, subnormals and both zeros occur. */
const bits = fc.tuple(fc.integer(), fc.integer()).map(([a, b]) => new Float64Array(Int32Array.of(a, b).buffer)[0]!);
const anyNumber = fc.oneof(bits, fc.double(), fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 5e-324));
const anyValue = fc.letrec((tie) => ({
  leaf: fc.oneof(
    anyNumber,
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', '\ud800', 'a\0b'),
    fc.array(anyNumber).map((a) => Float64Array.from(a)),
    fc.array(fc.integer()).map((a) => Int32Array.from(a)),
  ),
  node: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.array(tie('node'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor')), tie('node'), { maxKeys: 5 }),
  ),
})).node;

/** Equal down to the bits and the types. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a === 'number') return Object.is(a, b);
  if (a instanceof Float64Array || a instanceof Int32Array) {
    if (!(b instanceof a.constructor) || (b as typeof a).length !== a.length) return false;
    return Array.prototype.every.call(a, (x, k) => Object.is(x, (b as typeof a)[k]));
  }
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((x, k) => same(x, b[k]));
  if (typeof a !== 'object' || a === null) return a === b;
  if (typeof b !== 'object' || b === null || Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((k) => Object.hasOwn(b, k) && same((a as Record<string, unknown>)[k], (b as Record<string, unknown>)[k]))
  );
}

describe('encode and decode', () => {
  test('round trip of any plain data', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(same(value, decode(encode(value)))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('every bit of a double, the payload of a NaN apart', () => {
    fc.assert(
      fc.property(bits, (x) => {
        const back = decode(encode(Float64Array.of(x))) as Float64Array;
        expect(Object.is(back[0], x)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('functions and symbols are left out, cycles are refused', () => {
    expect(decode(encode({ a: 1, f: () => 1, s: Symbol('x') }))).toEqual({ a: 1 });
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    expect(() => encode(ring)).toThrow(RangeError);
    let deep: unknown = 0;
    for (let k = 0; k < 64; k++) deep = [deep];
    expect(same(deep, decode(encode(deep)))).toBe(true);
    expect(() => encode([deep])).toThrow(RangeError);
  });

  test('a key "__proto__" stays a key', () => {
    const value = JSON.parse('{"__proto__": {"evil": 1}}') as object;
    const back = decode(encode(value)) as object;
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
    expect(Object.hasOwn(back, '__proto__')).toBe(true);
  });

  test('truncated bytes are refused at every length', () => {
    const bytes = encode({ a: [1, 'two', null, { b: Float64Array.of(1, 2), c: Int32Array.of(3) }], d: true });
    for (let n = 0; n < bytes.length; n++) expect(() => decode(bytes.subarray(0, n))).toThrow(DecodeError);
    expect(() => decode(Uint8Array.of(...bytes, 0))).toThrow(DecodeError);
  });

  test('damaged bytes decode to something or are refused, quickly', () => {
    const bytes = encode({ a: [1, 'two', null, { b: Float64Array.of(1, 2), c: Int32Array.of(3) }], d: ['x', ['y']] });
    const start = performance.now();
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 }),
        (edits) => {
          const damaged = bytes.slice();
          for (const [at, value] of edits) damaged[at] = value;
          try {
            decode(damaged);
          } catch (error) {
            expect(error).toBeInstanceOf(DecodeError);
          }
        },
      ),
      { numRuns: 5000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        try {
          decode(noise);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
      { numRuns: 5000 },
    );
    // 10,000 decodes of at most 200 bytes: a length field that was believed would allocate gigabytes.
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('arena', () => {
  test('slabs keep their contents when they grow, and never shrink', () => {
    const arena = new Arena();
    const f = arena.f64(2);
    const i = arena.i32(2);
    f.data.set([1, 2]);
    i.data.set([3, 4]);
    const old = f.data;
    f.reserve(2);
    expect(f.data).toBe(old);
    f.reserve(3);
    i.reserve(100);
    expect([...f.data.subarray(0, 3)]).toEqual([1, 2, 0]);
    expect([...i.data.subarray(0, 3)]).toEqual([3, 4, 0]);
    expect(f.data.length).toBe(18);
    expect(i.data.length).toBe(100);
    f.reserve(1);
    expect(f.data.length).toBe(18);
  });
});
