import { expect, test } from 'vitest';
import { SCRATCH, Workspace, wasmOfHost } from '../../src/memory/wasm.js';

test('what is lent has room, lies behind what kernels have for themselves, and is the same while nothing grows', () => {
  const workspace = new Workspace();
  const own = workspace.integers(100);
  expect(own.length).toBeGreaterThanOrEqual(100);
  expect(own.byteOffset).toBe(SCRATCH);
  expect(workspace.integers(50)).toBe(own);
  const more = workspace.integers(100_000);
  expect(more.length).toBeGreaterThanOrEqual(100_000);
  // From now on it is the memory of kernels, and follows it where that grows.
  const memory = workspace.memoryOf(wasmOfHost()!);
  const shared = workspace.integers(100_000);
  expect(shared.buffer).toBe(memory.buffer);
  expect(workspace.integers(1)).toBe(shared);
  memory.grow(1);
  expect(shared.length).toBe(0);
  expect(workspace.integers(100_000).length).toBeGreaterThanOrEqual(100_000);
  expect(workspace.lend(1e6).byteLength).toBeGreaterThanOrEqual(SCRATCH + 1e6);
});
