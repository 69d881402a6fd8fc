import { Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { fittingNewtonsPerMetre, formatNewtons, WrenchView } from '../../three/index.js';
import { manyContacts, pushedBlock, squareContact } from './contacts.js';

function arrow(view: WrenchView, k: number): { tail: Vector3; tip: Vector3 } {
  const matrix = new Matrix4();
  view.force.shafts.getMatrixAt(k, matrix);
  const tail = new Vector3(0, 0, 0).applyMatrix4(matrix);
  const joint = new Vector3(0, 1, 0).applyMatrix4(matrix);
  view.force.heads.getMatrixAt(k, matrix);
  expect(new Vector3(0, 0, 0).applyMatrix4(matrix).distanceTo(joint)).toBeLessThan(1e-6);
  return { tail, tip: new Vector3(0, 1, 0).applyMatrix4(matrix) };
}

test('an arrow runs from the centre of pressure along the force, a metre for so many newtons', () => {
  const { contact } = pushedBlock(60);
  for (const newtonsPerMetre of [100, 3000]) {
    const view = new WrenchView({ newtonsPerMetre });
    view.update([contact]);
    const { tail, tip } = arrow(view, 0);
    expect(tail.distanceTo(new Vector3(...contact.centerOfPressure))).toBeLessThan(1e-6);
    const along = tip.clone().sub(tail);
    expect(along.length()).toBeCloseTo(Math.hypot(...contact.force) / newtonsPerMetre, 6);
    expect(along.dot(new Vector3(...contact.force)) / along.length()).toBeCloseTo(Math.hypot(...contact.force), 3);
    view.on = 'b';
    view.update([contact]);
    const other = arrow(view, 0);
    expect(other.tip.sub(other.tail).add(along).length()).toBeLessThan(1e-6);
  }
});

test('a head is never mirrored', () => {
  const view = new WrenchView();
  const directions = [
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
    [1, 2, -3],
    [-4, 0.5, 1],
  ] as const;
  view.update(directions.map((d) => ({ ...squareContact(0, 0, 1), force: d })));
  directions.forEach((_, k) => {
    const matrix = new Matrix4();
    view.force.heads.getMatrixAt(k, matrix);
    expect(matrix.determinant()).toBeGreaterThan(0);
  });
});

test('an arc turns with the torque about the centre of pressure, its radius to scale', () => {
  const contact = {
    ...squareContact(0, 0, 1),
    point: [0.1, 0, 0] as const,
    centerOfPressure: [0.3, 0, -0.2] as const,
    force: [3, 10, -4] as const,
    // About the point: the pressure's moment, and 2.5 N·m more about the normal at the centre of pressure.
    torque: [2, -0.8 - 2.5 + 0.6, 2] as const,
  };
  const about = new Vector3(...contact.torque).sub(
    new Vector3(0.2, 0, -0.2).cross(new Vector3(...contact.force)), // force times its arm from the point
  );
  expect(about.x).toBeCloseTo(0, 12);
  expect(about.z).toBeCloseTo(0, 12);
  const view = new WrenchView({ newtonMetresPerMetre: 4 });
  view.update([contact]);
  const arcs = view.torque.children[0] as unknown as { geometry: import('three').InstancedBufferGeometry };
  const start = arcs.geometry.getAttribute('instanceStart');
  const end = arcs.geometry.getAttribute('instanceEnd');
  expect(arcs.geometry.instanceCount).toBeGreaterThan(20);
  for (let k = 0; k < arcs.geometry.instanceCount; k++) {
    const p = new Vector3().fromBufferAttribute(start, k).sub(new Vector3(0.3, 0, -0.2));
    const q = new Vector3().fromBufferAttribute(end, k).sub(new Vector3(0.3, 0, -0.2));
    expect(p.length()).toBeCloseTo(about.length() / 4, 6);
    expect(Math.sign(p.cross(q).dot(about))).toBe(1);
  }
});

test('draws a thousand contacts; no force, no arrow; nothing while invisible', () => {
  const view = new WrenchView({ labels: true });
  view.update(manyContacts(1000));
  expect(view.force.shafts.count).toBe(1000);
  expect(view.labels.geometry.instanceCount).toBe(100 * '13.0N'.length); // the strongest hundred have figures
  const matrices = view.force.shafts.instanceMatrix;
  view.update([{ ...squareContact(0, 0, 1), force: [0, 0, 0], torque: [0, 0, 0] }]);
  expect(view.force.shafts.count).toBe(0);
  expect(view.labels.geometry.instanceCount).toBe(0);
  view.visible = false;
  view.update(manyContacts(1000));
  expect(view.force.shafts.count).toBe(0);
  view.visible = true;
  view.update(manyContacts(1000));
  expect(view.force.shafts.instanceMatrix).toBe(matrices);
  view.dispose();
});

test('figures have three digits', () => {
  expect([0.04321, 9.9949, 9.996, 99.94, 99.96, 123.4, 999.6, 12345, 2.5e6].map(formatNewtons)).toEqual([
    '0.04 N',
    '9.99 N',
    '10.0 N',
    '99.9 N',
    '100 N',
    '123 N',
    '1.00 kN',
    '12.3 kN',
    '2.50 MN',
  ]);
});

test('a fitting scale is round and makes the strongest arrow as long as it may be, or at least 2/5 of that', () => {
  for (const newtons of [0.013, 1, 2, 19.9, 300, 7e6]) {
    const scale = fittingNewtonsPerMetre([{ force: [0, newtons, 0] }, { force: [0, 0.1 * newtons, 0] }], 0.5);
    expect(newtons / scale).toBeLessThanOrEqual(0.5 * (1 + 1e-9));
    expect(newtons / scale).toBeGreaterThanOrEqual(0.5 * 0.4 - 1e-9);
    expect([1, 2, 5, 10]).toContain(Math.round(scale / 10 ** Math.floor(Math.log10(scale * 1.0000001))));
  }
  expect(fittingNewtonsPerMetre([], 1)).toBe(100);
});
