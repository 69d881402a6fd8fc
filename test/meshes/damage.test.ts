// Whatever bytes come, a file is read or refused with a MeshFileError, soon, and nothing appears on the console.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MeshFileError, readMesh, writeMesh } from '../../meshes/index.js';
import { computingTime } from '../computing.js';
import { type AnyGltf, asciiPly, asciiStl, cube, gltfDocument, text } from './samples.js';

const METHODS = ['log', 'warn', 'error', 'info', 'debug'] as const;
beforeAll(() => {
  for (const method of METHODS) vi.spyOn(console, method);
});
afterAll(() => {
  for (const method of METHODS) expect(console[method]).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

async function readsOrRefuses(bytes: Uint8Array, fileName: string): Promise<void> {
  const start = computingTime();
  try {
    const mesh = await readMesh(bytes, fileName);
    const n = mesh.positions.length / 3;
    expect(mesh.indices.length % 3).toBe(0);
    expect(mesh.indices.length).toBeGreaterThan(0);
    expect(mesh.indices.every((v) => v >= 0 && v < n)).toBe(true);
    expect(mesh.positions.every(Number.isFinite)).toBe(true);
  } catch (error) {
    expect(error).toBeInstanceOf(MeshFileError);
    expect((error as Error).message).toMatch(/^[^\r\n]+$/);
  }
  expect(computingTime() - start).toBeLessThan(5000); // a few milliseconds, loading a parser aside
}

type Mutation = { kind: number; at: number; length: number; byte: number; word: string };
const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.nat(4),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(40),
  byte: fc.nat(255),
  word: fc.constantFrom(
    '-1',
    '99999999999',
    'nan',
    '1e999',
    ' ',
    '\n',
    'facet',
    'endsolid',
    'f ',
    'v ',
    'end_header\n',
    '{',
    '4294967295',
  ),
});

function damage(bytes: Uint8Array, mutations: readonly Mutation[]): Uint8Array {
  let out = [...bytes];
  for (const { kind, at, length, byte, word } of mutations) {
    const i = Math.floor(at * out.length);
    if (kind === 0) out[Math.min(i, out.length - 1)] = byte;
    else if (kind === 1) out = [...out.slice(0, i), ...out.slice(i + length)];
    else if (kind === 2) out = [...out.slice(0, i), ...text(word), ...out.slice(i)];
    else if (kind === 3) out = [...out.slice(0, i), ...text(word), ...out.slice(i + word.length)];
    else out = out.slice(0, Math.max(1, i));
  }
  return Uint8Array.from(out);
}

describe('damaged files', () => {
  const sources: [string, () => Promise<Uint8Array>][] = [
    ['a.obj', () => writeMesh(cube(), 'a.obj')],
    ['binary.stl', () => writeMesh(cube(), 'a.stl')],
    ['text.stl', async () => text(asciiStl(cube()))],
    ['binary.ply', () => writeMesh(cube(), 'a.ply')],
    ['text.ply', async () => text(asciiPly(cube()))],
    ['a.glb', () => writeMesh(cube(), 'a.glb')],
    ['a.gltf', async () => text(JSON.stringify(gltfDocument(cube())))],
  ];
  for (const [name, make] of sources) {
    it(`${name}: bytes changed, removed, inserted, cut off`, async () => {
      const bytes = await make();
      await fc.assert(
        fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 5 }), (mutations) =>
          readsOrRefuses(damage(bytes, mutations), name),
        ),
        { numRuns: 500 },
      );
    });
    it(`${name}: any bytes at all, and the wrong kind of file`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => readsOrRefuses(bytes, name)),
        { numRuns: 100 },
      );
      for (const [, other] of sources) await readsOrRefuses(await other(), name);
    });
  }

  it('a.gltf: any value in any place', async () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        -1,
        0,
        1,
        2,
        0.5,
        5126,
        5123,
        5120,
        1e9,
        1e300,
        '',
        'VEC3',
        'SCALAR',
        [],
        {},
        true,
        [0],
        [0, 0],
      ),
      fc.jsonValue({ maxDepth: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(fc.nat(50), { minLength: 1, maxLength: 6 }), value), { minLength: 1, maxLength: 3 }),
        async (edits) => {
          const json: AnyGltf = gltfDocument(cube());
          for (const [path, value] of edits) {
            let place: AnyGltf = json;
            for (const [depth, step] of path.entries()) {
              const keys = Object.keys(place);
              if (keys.length === 0) break;
              const key = keys[step % keys.length];
              const inner = place[key];
              if (depth === path.length - 1 || typeof inner !== 'object' || inner === null) {
                place[key] = structuredClone(value);
                break;
              }
              place = inner;
            }
          }
          await readsOrRefuses(text(JSON.stringify(json)), 'a.gltf');
        },
      ),
      { numRuns: 1500 },
    );
  });
});
