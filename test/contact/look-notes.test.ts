// What a look may pass over: the mean depth of a shallow overlap grows by no more than bodies come closer.

import { expect, it } from 'vitest';
import { B_RADIUS, BODY_STRIDE } from '../../src/bodies/layout.js';
import type { BodyStore } from '../../src/bodies/store.js';
import { LookNotes } from '../../src/contact/six/look-notes.js';
import { meanDepth } from '../../src/contact/six/overlap-pair.js';
import { turnByVector } from '../../src/math/quaternion.js';
import { Random } from '../../src/math/random.js';
import { MeshPairOverlap } from '../../src/overlap/meshes/mesh-pair.js';
import { OV_STRIDE, OverlapBuffer } from '../../src/overlap/overlap.js';
import { icosphere, torusMesh } from '../../src/shapes/procedural.js';
import { bumpySphere, meshOf } from '../overlap/rays-helpers.js';

it('bounds the mean depth that two meshes have by other velocities (300 pairs, seed 12)', () => {
  const random = new Random(12);
  const meshes = new MeshPairOverlap();
  const out = new OverlapBuffer();
  const forms = [meshOf(icosphere(6)), meshOf(torusMesh(0.8, 0.3, 40, 16)), meshOf(bumpySphere(6, 0.1, 3))];
  const f = new Float64Array(2 * BODY_STRIDE);
  const v = new Float64Array(12);
  const bodies = { f: { data: f }, v: { data: v } } as unknown as BodyStore;
  f[B_RADIUS] = f[BODY_STRIDE + B_RADIUS] = 1.2;
  const h = 0.01;
  let met = 0;
  for (let n = 0; n < 300; n++) {
    const [a, b] = [forms[n % 3]!, forms[((n / 3) | 0) % 3]!];
    const way = random.direction();
    let apart = 2.4;
    const poses = new Float64Array(14);
    // Turned from the axes by the velocities alone: both begin unturned.
    const deepest = () => {
      for (let k = 0; k < 3; k++) {
        poses[k] = apart * way[k]! + h * v[k];
        poses[7 + k] = h * v[6 + k];
      }
      poses.fill(0, 3, 6).fill(0, 10, 13);
      poses[6] = poses[13] = 1;
      turnByVector(poses, 3, h * v[3], h * v[4], h * v[5]);
      turnByVector(poses, 10, h * v[9], h * v[10], h * v[11]);
      const count = meshes.compute(a, poses, 0, b, poses, 7, out, {});
      let most = 0;
      for (let c = 0; c < count; c++) most = Math.max(most, meanDepth(out.records, c * OV_STRIDE));
      return count < 0 ? Number.NaN : most;
    };
    for (let k = 0; k < 12; k++) v[k] = random.between(-20, 20);
    while (apart > 0 && deepest() === 0) apart -= 0.01;
    const before = deepest();
    if (!(before >= 0)) continue;
    const notes = new LookNotes();
    notes.begin();
    expect(notes.most(3, bodies, 0, 1, h)).toBe(Infinity);
    notes.note(3, bodies, 0, 1, before);
    expect(notes.most(3, bodies, 0, 1, h)).toBe(before);
    const far = 10 ** random.between(-3, 0.5);
    for (let k = 0; k < 12; k++) v[k] += random.between(-far, far);
    const after = deepest();
    if (!(after >= 0)) continue;
    // Looks pass over nothing that is deeper than DEEP of the thinner body, here a tube of 0.6.
    const most = notes.most(3, bodies, 0, 1, h);
    if (!(most <= 0.06)) continue;
    if (after > 0) met++;
    expect(after, `case ${n}`).toBeLessThanOrEqual(most);
    notes.begin();
    expect(notes.most(3, bodies, 0, 1, h)).toBe(Infinity);
  }
  expect(met).toBeGreaterThan(60);
});
