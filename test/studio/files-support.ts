import { expect } from 'vitest';
import { type SceneDescription, World } from '../../src/index.js';
import type { FileLike } from '../../studio/files/open.js';

export function hashAfter(description: SceneDescription, steps: number): string {
  const world = new World(description);
  for (let i = 0; i < steps; i++) world.step();
  return world.hash();
}

/** Rejected with an error that may be shown as it is: one line, not endless, not the language's own. */
export async function expectOneLine(promise: Promise<unknown>, pattern = /./): Promise<string> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  const { name, message } = error as Error;
  expect(name).toMatch(/^(Error|SixfoldError|MeshFileError)$/);
  expect(message).toMatch(pattern);
  expect(message).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]{5,1000}$/u);
  return message;
}

/** As a File of the browser, of which only this much is asked. */
export function file(name: string, content: string | Uint8Array): FileLike {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { name, size: bytes.length, arrayBuffer: async () => Uint8Array.from(bytes).buffer };
}
