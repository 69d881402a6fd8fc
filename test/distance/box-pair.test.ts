// Two boxes as packed numbers against the axes and faces of all polyhedra: the same bits.

import { expect, test } from 'vitest';
import { BoxPair } from '../../src/distance/box-pair.js';
import { Face } from '../../src/distance/face.js';
import { faceOf, takeFace } from '../../src/distance/face-towards.js';
import { Placed } from '../../src/distance/placed.js';
import { FACE_FIRST, FACE_SECOND, SeparatingAxis } from '../../src/distance/sat.js';
import { Random } from '../../src/math/random.js';
import { createShape } from '../../src/shapes/create.js';
import type { BoxShape } from '../../src/shapes/kinds/box.js';

const random = new Random(71);
const between = (low: number, high: number) => low + (high - low) * random.next();

/** Boxes of 1 cm to 10 m about as far apart as they are large; one pair of four stands in parallel. */
function scene() {
  const scale = 10 ** between(-2, 1);
  const size = (): [number, number, number] => [
    scale * between(0.1, 1),
    scale * between(0.1, 1),
    scale * between(0.1, 1),
  ];
  const isParallel = random.next() < 0.25;
  const poses = new Float64Array(14);
  for (let k = 0; k < 14; k += 7) {
    for (let m = 0; m < 3; m++) poses[k + m] = 3 + scale * between(-0.6, 0.6);
    const q = isParallel ? [0, 0, 0, 1] : [between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)];
    const l = Math.hypot(...q);
    for (let m = 0; m < 4; m++) poses[k + 3 + m] = q[m]! / l;
  }
  const a = createShape({ type: 'box', size: size() }) as BoxShape;
  const b = createShape({ type: 'box', size: size() }) as BoxShape;
  return { a, b, poses, reach: scale * between(0, 0.5) };
}

test('the axis, its separation and the faces are those of the separating-axis test of polyhedra', () => {
  const sat = new SeparatingAxis();
  const pair = new BoxPair();
  const pa = new Placed();
  const pb = new Placed();
  const faces = [new Face(), new Face(), new Face(), new Face()] as const;
  const seen = { apart: 0, faces: 0, edges: 0 };
  for (let n = 0; n < 5000; n++) {
    const { a, b, poses, reach } = scene();
    pa.set(a, poses, 0, poses[0]!, poses[1]!, poses[2]!);
    pb.set(b, poses, 7, poses[0]!, poses[1]!, poses[2]!);
    pair.set(a, b, poses);
    const isNear = sat.boxes(pa, pb, reach);
    expect(pair.find(reach)).toBe(isNear);
    if (!isNear) {
      seen.apart++;
      continue;
    }
    expect([pair.separation, pair.nx, pair.ny, pair.nz]).toEqual([sat.separation, -sat.nx, -sat.ny, -sat.nz]);
    expect(pair.faceA).toBe(sat.kind === FACE_FIRST ? sat.faceA : -1);
    expect(pair.faceB).toBe(sat.kind === FACE_SECOND ? sat.faceB : -1);
    if (pair.faceA < 0 && pair.faceB < 0) seen.edges++;
    else seen.faces++;
    const [faceA, faceB, ofA, ofB] = faces;
    pair.takeFaces(faceA, faceB);
    if (pair.faceA >= 0) takeFace(pa, pair.faceA, ofA);
    else faceOf(pa, sat.nx, sat.ny, sat.nz, ofA);
    if (pair.faceB >= 0) takeFace(pb, pair.faceB, ofB);
    else faceOf(pb, -sat.nx, -sat.ny, -sat.nz, ofB);
    for (const [mine, other] of [
      [faceA, ofA],
      [faceB, ofB],
    ] as const) {
      expect(mine.count).toBe(other.count);
      expect(Array.from(mine.points.subarray(0, 12))).toEqual(Array.from(other.points.subarray(0, 12)));
      // Zeros may differ in sign.
      expect([mine.nx + 0, mine.ny + 0, mine.nz + 0]).toEqual([other.nx + 0, other.ny + 0, other.nz + 0]);
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(300);
});
