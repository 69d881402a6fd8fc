// Reads OFF files (Object File Format): "OFF", counts of vertices, faces and edges, then vertices, then faces.

import { readFileSync } from 'node:fs';
import type { MeshData } from '../../src/shapes/procedural.js';

/** The mesh of an OFF file with triangles only, its box centred at the origin and `size` along its longest side. */
export function readOff(path: string, size: number): MeshData {
  const words = readFileSync(path, 'utf8').replace(/#.*/g, '').trim().split(/\s+/);
  if (words[0] !== 'OFF') throw new Error(`${path} does not begin with OFF`);
  const numbers = words.slice(1).map(Number);
  const [vertices, faces] = [numbers[0]!, numbers[1]!];
  const positions = Float64Array.from(numbers.slice(3, 3 + 3 * vertices));
  const indices = new Int32Array(3 * faces);
  for (let f = 0; f < faces; f++) {
    const at = 3 + 3 * vertices + 4 * f;
    if (numbers[at] !== 3) throw new Error(`${path}: face ${f} has ${numbers[at]} corners; only triangles are read`);
    for (let k = 0; k < 3; k++) indices[3 * f + k] = numbers[at + 1 + k]!;
  }
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, positions[i]!);
    high[i % 3] = Math.max(high[i % 3]!, positions[i]!);
  }
  const scale = size / Math.max(...high.map((h, k) => h - low[k]!));
  for (let i = 0; i < positions.length; i++) {
    positions[i] = scale * (positions[i]! - 0.5 * (low[i % 3]! + high[i % 3]!));
  }
  return { positions, indices };
}
