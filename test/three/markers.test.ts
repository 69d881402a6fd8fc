import { type InstancedMesh, Matrix4, Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { World } from '../../src/index.js';
import { BoxView, CenterOfMassView, JointFrameView, TrailView, VelocityView } from '../../three/index.js';
import type { LineSet } from '../../three/line-set.js';

function movingWorld(): World {
  const world = new World({ gravity: [0, 0, 0] });
  world.addBody({ type: 'static', shape: { type: 'half-space' }, position: [0, -9, 0] });
  world.addBody({
    shape: { type: 'cone', radius: 0.5, height: 1 },
    mass: 2,
    position: [1, 2, 3],
    rotation: [0.5, 0.5, 0.5, 0.5],
    linearVelocity: [3, 0, -4],
    angularVelocity: [0, 2, 0],
  });
  world.addBody({ shape: { type: 'sphere', radius: 0.5 }, mass: 2, position: [-1, 2, 3] });
  return world;
}

const ends = (lines: LineSet, k: number): [Vector3, Vector3] => [
  new Vector3().fromBufferAttribute(lines.geometry.getAttribute('instanceStart'), k),
  new Vector3().fromBufferAttribute(lines.geometry.getAttribute('instanceEnd'), k),
];

test('marks centres of mass of bodies that have mass, turned as they are', () => {
  const world = movingWorld();
  const view = new CenterOfMassView({ radius: 0.1 });
  view.update(world.bodies());
  const balls = view.children[0] as InstancedMesh;
  expect(balls.count).toBe(2);
  const matrix = new Matrix4();
  balls.getMatrixAt(0, matrix);
  const [at, turned, size] = [new Vector3(), new Quaternion(), new Vector3()];
  matrix.decompose(at, turned, size);
  const cone = [...world.bodies()][1]!;
  expect(at.distanceTo(new Vector3(...cone.centerOfMass))).toBeLessThan(1e-6);
  expect(turned.angleTo(new Quaternion(...cone.rotation))).toBeLessThan(1e-3);
  expect(size.x).toBeCloseTo(0.1, 6);
  view.dispose();
});

test('velocity reaches as far as a body goes in the time, turning sweeps as far as it turns', () => {
  const view = new VelocityView({ seconds: 0.25, arcRadius: 0.2 });
  view.update(movingWorld().bodies());
  expect(view.linear.heads.count).toBe(1); // the sphere stands still
  const matrix = new Matrix4();
  view.linear.heads.getMatrixAt(0, matrix);
  const tip = new Vector3(0, 1, 0).applyMatrix4(matrix);
  view.linear.shafts.getMatrixAt(0, matrix);
  expect(tip.sub(new Vector3(0, 0, 0).applyMatrix4(matrix)).distanceTo(new Vector3(0.75, 0, -1))).toBeLessThan(1e-6);
  const arcs = view.angular.children[0] as LineSet;
  let swept = 0;
  const center = new Vector3(...[...movingWorld().bodies()][1]!.centerOfMass);
  for (let k = 0; k < arcs.segmentCount; k++) {
    const [p, q] = ends(arcs, k).map((v) => v.sub(center)) as [Vector3, Vector3];
    expect(p.length()).toBeCloseTo(0.2, 5);
    swept += Math.asin(p.clone().cross(q).y / 0.04);
  }
  expect(swept).toBeCloseTo(0.5, 4);
  view.dispose();
});

test('a box has twelve edges; one without end has none', () => {
  const view = new BoxView();
  view.update([0, 0, 0, 1, 2, 3, -Infinity, 0, 0, 1, 1, 1]);
  expect(view.lines.segmentCount).toBe(12);
  let length = 0;
  for (let k = 0; k < 12; k++) {
    const [p, q] = ends(view.lines, k);
    length += p.distanceTo(q);
  }
  expect(length).toBeCloseTo(4 * (1 + 2 + 3), 5);
  view.update([{ min: [0, 0, 0], max: [1, 1, 1] }]);
  expect(view.lines.segmentCount).toBe(12);
  view.update([]);
  expect(view.lines.segmentCount).toBe(0);
  view.dispose();
});

test('joints have a dot on each body, and axes where something is free', () => {
  const view = new JointFrameView({ size: 0.5 });
  const [lines, , dots] = view.children as [LineSet, unknown, import('three').Points];
  const at = { anchorA: [1, 2, 3], anchorB: [1, 2, 4], axis: [0, 1, 0] } as const;
  view.update([{ type: 'spring', ...at }]);
  expect(dots.geometry.drawRange.count).toBe(2);
  expect(lines.segmentCount).toBe(1);
  expect(ends(lines, 0).map((v) => v.toArray())).toEqual([
    [1, 2, 3],
    [1, 2, 4],
  ]);
  view.update([{ type: 'slider', anchors: [at.anchorA, at.anchorB], axis: at.axis }]);
  expect(ends(lines, 1).map((v) => v.toArray())).toEqual([
    [1, 1.5, 3],
    [1, 2.5, 3],
  ]);
  view.dispose();
});

test('takes the joints and the boxes of a world', () => {
  const world = movingWorld();
  const [, cone, ball] = world.bodies();
  world.addJoint({ type: 'hinge', a: cone!, b: ball!, anchor: [0, 2, 3], axis: [0, 0, 1] });
  for (let i = 0; i < 3; i++) world.step();
  const joints = new JointFrameView({ size: 0.5 });
  joints.update(world.joints());
  const [joint] = world.joints();
  const lines = joints.children[0] as LineSet;
  // After the line from anchor to anchor, the axis.
  const along = ends(lines, 1)[1].sub(ends(lines, 1)[0]);
  expect(along.distanceTo(new Vector3(...joint!.axis))).toBeLessThan(1e-6);
  expect(ends(lines, 0)[0].distanceTo(new Vector3(...joint!.anchors[0]))).toBeLessThan(1e-6);
  const boxes = new BoxView();
  boxes.update([...world.bodies()].map(({ broadPhaseBox }) => broadPhaseBox));
  expect(boxes.lines.segmentCount).toBe(2 * 12); // the half-space has no end
});

test('trails go on where they ended, break where a contact ends, and forget what is oldest', () => {
  const view = new TrailView({ length: 10, jump: 0.2 });
  const lines = view.children[0] as LineSet;
  const step = (...centers: number[]) =>
    view.update(centers.map((x) => ({ a: 1, b: 'floor', centerOfPressure: [x, 0, 0] as const })));
  step(0, 5);
  expect(lines.segmentCount).toBe(0);
  step(5.1, 0.1); // in another order
  expect(lines.segmentCount).toBe(2);
  expect(ends(lines, 0)[0].x).toBeCloseTo(5, 6);
  step(0.2);
  step(1); // a jump
  expect(lines.segmentCount).toBe(3);
  step();
  step(1.1); // it had gone
  expect(lines.segmentCount).toBe(3);
  for (let k = 0; k < 20; k++) step(1.1 + 0.1 * k);
  expect(lines.segmentCount).toBe(10);
  view.reset();
  expect(lines.geometry.instanceCount).toBe(0);
  view.dispose();
});
