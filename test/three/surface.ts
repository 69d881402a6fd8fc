// What tests ask of a surface made for drawing.

import type { BufferGeometry } from 'three';

export interface Surface {
  positions: ArrayLike<number>;
  indices: ArrayLike<number>;
}

export function surfaceOf(geometry: BufferGeometry): Surface {
  return { positions: geometry.getAttribute('position').array, indices: geometry.getIndex()!.array };
}

/** Volume and centre by the divergence theorem, about the first vertex. */
export function enclosed({ positions: p, indices }: Surface): { volume: number; center: [number, number, number] } {
  const o = 3 * indices[0]!;
  let volume = 0;
  const sum: [number, number, number] = [0, 0, 0];
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [0, 1, 2].map((m) => p[3 * indices[t + k]! + m]! - p[o + m]!)) as number[][];
    const d =
      a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!) +
      a![1]! * (b![2]! * c![0]! - b![0]! * c![2]!) +
      a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!);
    volume += d / 6;
    for (let m = 0; m < 3; m++) sum[m]! += (d / 24) * (a![m]! + b![m]! + c![m]!);
  }
  return { volume, center: sum.map((s, m) => p[o + m]! + s / volume) as [number, number, number] };
}

/** Edges that are not run through as often one way as the other, vertices being the same where their positions are. */
export function openEdges({ positions: p, indices }: Surface): number {
  const name = (v: number) => `${p[3 * v]! + 0},${p[3 * v + 1]! + 0},${p[3 * v + 2]! + 0}`;
  const edges = new Map<string, number>();
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = name(indices[t + k]!);
      const b = name(indices[t + ((k + 1) % 3)]!);
      if (a === b) continue;
      const [key, sign] = a < b ? [`${a} ${b}`, 1] : [`${b} ${a}`, -1];
      edges.set(key, (edges.get(key) ?? 0) + sign);
    }
  }
  return [...edges.values()].filter((n) => n !== 0).length;
}
