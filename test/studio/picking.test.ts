// What is under the pointer, against rays that are cast by the engine.

import { Raycaster, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { type Vec3, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { add, length, normalize, rotate, sub } from '../../src/math/vec3.js';
import type { LaneFrame } from '../../studio/sim/protocol.js';
import { BodiesView } from '../../studio/view/bodies-view.js';
import { gridScale } from '../../studio/view/ground.js';
import { LOOKS } from '../../studio/view/palette.js';
import { pickBody, pickContact } from '../../studio/view/picking.js';
import { Bench } from './support.js';

async function viewOf(scene: string, steps: number): Promise<{ view: BodiesView; world: World; frame: LaneFrame }> {
  const { client } = new Bench();
  await client.load([{ scene }]);
  await client.want({ contacts: true });
  await client.stepOnce(steps);
  const view = new BodiesView(LOOKS.light);
  view.setScene(client.scenes[0]!);
  view.update(client.frame!.lanes[0]!);
  const world = new World(scenes.find(({ name }) => name === scene)!.make());
  for (let n = 0; n < steps; n++) world.step();
  return { view, world, frame: client.frame!.lanes[0]! };
}

function ray(origin: Vec3, direction: Vec3): Raycaster {
  return new Raycaster(new Vector3(...origin), new Vector3(...normalize(direction)));
}

describe('bodies', () => {
  test.each(['tower', 'pinch-grasp'])('%s: the engine sees the same body at the same place', async (scene) => {
    const { view, world } = await viewOf(scene, 10);
    const random = new Random(7);
    let hits = 0;
    for (let n = 0; n < 60; n++) {
      const at = (k: number): number => random.between(-k, k);
      const body = view.scene!.bodies[n % view.scene!.bodies.length]!;
      const aim = world.body(body.name).centerOfMass;
      const origin: Vec3 = [aim[0] + at(3), Math.abs(aim[1]) + 1 + random.between(0, 2), aim[2] + 3];
      const direction = sub(add(aim, [at(0.02), at(0.02), at(0.02)]), origin);
      const seen = pickBody(view, ray(origin, direction), 0);
      const real = world.castRay(origin, direction);
      expect(seen === null).toBe(real === null);
      if (!seen || !real) continue;
      hits++;
      // Round bodies are drawn as polyhedra of 64 sides, poses in single precision.
      expect(length(sub(seen.point, real.point))).toBeLessThan(5e-3);
      expect(seen.body).toBe(real.body.index);
      const back = add(real.body.position, rotate(real.body.rotation, seen.point_B));
      expect(length(sub(back, seen.point))).toBeLessThan(1e-5);
    }
    expect(hits).toBeGreaterThan(40);
    view.dispose();
  });
});

describe('contacts', () => {
  test('the patch that the ray goes through, or passes near; the nearest in front', async () => {
    const { frame } = await viewOf('tower', 30);
    const contacts = frame.details!.contacts!;
    const top = contacts.reduce((best, c) => (c.point[1] > best.point[1] ? c : best));
    const down = pickContact(contacts, ray([0.02, 20, 0.01], [0, -1, 0]), 0, 0.001);
    expect(down?.contact).toBe(top);
    // From the side the patch is a line: near is enough.
    const [x, y, z] = top.point;
    expect(pickContact(contacts, ray([x + 10, y + 0.05, z], [-1, 0, 0]), 0, 0.01)?.contact).toBe(top);
    expect(pickContact(contacts, ray([x + 10, y + 40, z], [-1, 0, 0]), 0, 0.01)).toBeNull();
    // Behind the eye there is nothing.
    expect(pickContact(contacts, ray([0, 20, 0], [0, 1, 0]), 0, 0.01)).toBeNull();
  });
});

test('the grid has the spacing of a power of ten that suits the distance, and its finest lines come in gradually', () => {
  for (let distance = 0.01; distance < 1000; distance *= 1.07) {
    const { spacing, fine } = gridScale(distance);
    expect(distance / spacing).toBeGreaterThan(11.9);
    expect(distance / spacing).toBeLessThan(120.1);
    expect(fine).toBeGreaterThanOrEqual(0);
    expect(fine).toBeLessThanOrEqual(1);
  }
  expect(gridScale(119).fine).toBeLessThan(0.05);
  expect(gridScale(121).fine).toBeGreaterThan(0.95);
});
