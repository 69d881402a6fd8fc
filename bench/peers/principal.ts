// Meshes about their principal axes: scenes of the scoreboard have no others, since some engines take no other inertia.

import { type Quat, type Vec3, World } from '../../src/index.js';
import { eigenSymmetric } from '../../src/math/symmetric3.js';
import type { MeshData } from '../../src/shapes/procedural.js';

/**
 * The mesh, turned so that its principal axes are those of its frame; and the rotation that stands it up again, with
 * `angle` (rad) about (0.6, 0, 0.8) on top of that.
 */
export function upright({ positions, indices }: MeshData): { shape: MeshData; turned: (angle: number) => Quat } {
  const world = new World({ bodies: [{ shape: { type: 'mesh', positions, indices }, density: 1 }] });
  const axes = new Float64Array(9);
  eigenSymmetric(new Float64Array(3), 0, axes, 0, Float64Array.from([...world.bodies()][0]!.inverseInertia), 0);
  const row = (k: number): Vec3 => [axes[3 * k]!, axes[3 * k + 1]!, axes[3 * k + 2]!];
  const placed = positions.slice();
  for (let v = 0; v < positions.length; v += 3)
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = row(k);
      placed[v + k] = x * positions[v]! + y * positions[v + 1]! + z * positions[v + 2]!;
    }
  // Back again: columns are the axes. Of the four ways to read the quaternion, the one with the largest part.
  const [[a, b, c], [d, e, f], [g, h, i]] = [row(0), row(1), row(2)];
  const parts: Quat[] = [
    [1 + a - e - i, b + d, g + c, f - h],
    [b + d, 1 - a + e - i, f + h, g - c],
    [g + c, f + h, 1 - a - e + i, b - d],
    [f - h, g - c, b - d, 1 + a + e + i],
  ];
  const [longest] = parts.map((part) => ({ part, length: Math.hypot(...part) })).sort((p, q) => q.length - p.length);
  const back = longest!.part.map((x) => x / longest!.length) as unknown as Quat;
  return {
    shape: { positions: placed, indices },
    turned: (angle) => product([0.6 * Math.sin(angle / 2), 0, 0.8 * Math.sin(angle / 2), Math.cos(angle / 2)], back),
  };
}

function product([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat): Quat {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
