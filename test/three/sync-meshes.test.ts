import { Group, Mesh, Object3D } from 'three';
import { expect, test } from 'vitest';
import { type Body, World } from '../../src/index.js';
import { syncMeshes, syncPoses } from '../../three/index.js';

function fallingBoxes(): World {
  const world = new World({});
  world.addBody({ type: 'static', shape: { type: 'half-space' } });
  for (let k = 0; k < 3; k++)
    world.addBody({
      shape: { type: 'box', size: [1, 1, 1] },
      density: 1000,
      position: [0.3 * k, 2 + 1.5 * k, 0],
      angularVelocity: [1, 2, k],
    });
  for (let i = 0; i < 40; i++) world.step();
  return world;
}

test('objects stand where bodies are, bit for bit', () => {
  const world = fallingBoxes();
  const map = new Map([...world.bodies()].map((body) => [body, new Object3D()]));
  for (let i = 0; i < 5; i++) {
    world.step();
    syncMeshes(world, map);
    for (const [body, object] of map) {
      expect(object.position.toArray()).toEqual(body.position);
      expect(object.quaternion.toArray()).toEqual(body.rotation);
    }
  }
});

test('creates and removes nothing it is not asked to', () => {
  const world = fallingBoxes();
  const map = new Map<Body, Object3D>();
  syncMeshes(world, map);
  expect(map.size).toBe(0);
  const [, box] = world.bodies();
  map.set(box!, new Object3D());
  world.removeBody(box!);
  syncMeshes(world, map);
  expect(map.size).toBe(1);
});

test('with a parent, makes meshes of new bodies and takes those of removed ones away', () => {
  const world = fallingBoxes();
  const map = new Map<Body, Object3D>();
  const parent = new Group();
  syncMeshes(world, map, { parent });
  expect(parent.children).toEqual([...map.values()]);
  expect(parent.children).toHaveLength(4);
  expect(parent.children.every((child) => child instanceof Mesh)).toBe(true);
  const [, box] = world.bodies();
  const gone = map.get(box!) as Mesh;
  let freed = 0;
  gone.geometry.addEventListener('dispose', () => freed++);
  world.removeBody(box!);
  const added = world.addBody({ shape: { type: 'sphere', radius: 1 }, mass: 1 });
  syncMeshes(world, map, { parent });
  expect(freed).toBe(1);
  expect(gone.parent).toBeNull();
  expect([...map.keys()]).not.toContain(box);
  expect(map.get(added)!.parent).toBe(parent);
  expect(parent.children).toHaveLength(4);
});

test('asks for objects of the caller', () => {
  const world = fallingBoxes();
  const parent = new Group();
  const map = new Map<Body, Object3D>();
  const create = (body: Body) => (body.type === 'static' ? null : new Object3D());
  syncMeshes(world, map, { parent, create });
  syncMeshes(world, map, { parent, create });
  expect(parent.children).toHaveLength(3);
});

test('takes plain records and poses in a row as well', () => {
  const world = fallingBoxes();
  const records = [...world.bodies()].map(({ position, rotation, shape }) => ({ position, rotation, shape }));
  const map = new Map<(typeof records)[number], Object3D>();
  syncMeshes(records, map, { parent: new Group() });
  expect([...map.values()].map((o) => o.position.toArray())).toEqual(records.map((r) => r.position));

  const poses = Float32Array.from(records.flatMap(({ position, rotation }) => [...position, ...rotation]));
  const objects = records.map((_, k) => (k === 1 ? null : new Object3D()));
  objects[2]!.matrixAutoUpdate = false;
  syncPoses(poses, objects);
  objects.forEach((object, k) => {
    if (!object) return;
    expect([...object.position.toArray(), ...object.quaternion.toArray()]).toEqual([
      ...poses.subarray(7 * k, 7 * k + 7),
    ]);
  });
  expect(objects[2]!.matrix.elements[13]).toBe(poses[7 * 2 + 1]);
});
