import { Raycaster, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { World } from '../../src/index.js';
import { ContactPatchView, STATE_COLORS } from '../../three/index.js';
import { manyContacts, pushedBlock, squareContact } from './contacts.js';

/** ∫ p and ∫ p x over the triangles of the pressure, p being affine on each. */
function resultant(view: ContactPatchView): { force: number; center: number[] } {
  const { geometry } = view.pressure;
  const p = geometry.getAttribute('position');
  const uv = geometry.getAttribute('uv');
  const index = geometry.getIndex()!;
  let force = 0;
  const moment = [0, 0, 0];
  for (let t = 0; t < geometry.drawRange.count; t += 3) {
    const v = [0, 1, 2].map((k) => new Vector3().fromBufferAttribute(p, index.getX(t + k)));
    const q = [0, 1, 2].map((k) => uv.getX(index.getX(t + k)) * view.pressureAtFullColor);
    const area = 0.5 * v[1]!.clone().sub(v[0]!).cross(v[2]!.clone().sub(v[0]!)).length();
    force += (area * (q[0]! + q[1]! + q[2]!)) / 3;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const weight = (area / 12) * q[i]! * (i === j ? 2 : 1);
        v[j]!.toArray().forEach((x, k) => {
          moment[k]! += weight * x;
        });
      }
    }
  }
  return { force, center: moment.map((m) => m / force) };
}

describe('pressure', () => {
  // The block has 196 N and is 0.3 m high: pushed at half height by F, its centre of pressure moves by 0.15 F/196; the
  // kern reaches a sixth of its width, 0.067 m. So 0 and 30 N load all of the base, 130 N only a part of it.
  test.each([0, 30, 130])('of a block pushed by %i N bears the normal force at the centre of pressure', (push) => {
    const { contact } = pushedBlock(push);
    const view = new ContactPatchView({ pressure: true });
    view.update([contact]);
    const { force, center } = resultant(view);
    const normal = contact.force.reduce((sum, f, k) => sum + f * contact.normal[k]!, 0);
    expect(force / normal).toBeCloseTo(1, 5); // vertices and pressures are singles
    center.forEach((x, k) => {
      expect(x).toBeCloseTo(contact.centerOfPressure[k]!, 5);
    });
  });

  test('of a part of the patch covers only that part', () => {
    const area = (push: number) => {
      const view = new ContactPatchView({ pressure: true });
      view.update([pushedBlock(push).contact]);
      const position = view.pressure.geometry.getAttribute('position');
      const points = Array.from({ length: view.pressure.vertexCount }, (_, v) =>
        new Vector3().fromBufferAttribute(position, v),
      );
      let twice = 0;
      for (let k = 1; k + 1 < points.length; k++)
        twice += points[k]!.clone()
          .sub(points[0]!)
          .cross(points[k + 1]!.clone().sub(points[0]!))
          .length();
      return 0.5 * twice;
    };
    expect(area(30)).toBeCloseTo(0.24, 4);
    expect(area(130)).toBeLessThan(0.22);
  });

  test('has the colour scale that is asked for', () => {
    const view = new ContactPatchView({ pressure: true, fullPressure: 5000 });
    view.update([pushedBlock(0).contact]);
    expect(view.pressureAtFullColor).toBe(5000);
    expect(view.pressure.geometry.getAttribute('uv').getX(0)).toBeCloseTo((20 * 9.81) / 0.24 / 5000, 3);
    const free = new ContactPatchView({ pressure: true });
    free.update([pushedBlock(0).contact]);
    expect(free.pressure.geometry.getAttribute('uv').getX(0)).toBeCloseTo(1 / 2.5, 3);
  });
});

test('fill and outline follow the contact, in the colour of its state', () => {
  const { contact } = pushedBlock(0);
  const view = new ContactPatchView();
  view.update([contact]);
  const position = view.fill.geometry.getAttribute('position');
  const color = view.fill.geometry.getAttribute('color');
  contact.outline.forEach((corner, v) => {
    corner.forEach((x, k) => {
      expect(position.getComponent(v, k)).toBeCloseTo(x, 6);
    });
    expect(color.getX(v)).toBeCloseTo(view.colors[contact.state].r, 6);
  });
  expect(view.colors.slide.getHex()).toBe(STATE_COLORS.slide);
  expect(view.fill.geometry.drawRange.count).toBe(3 * (contact.outline.length - 2));
  const { instanceStart: start, instanceEnd: end } = view.outline.geometry.attributes;
  for (let k = 0; k < 4; k++)
    for (let c = 0; c < 3; c++) expect(end!.getComponent(k, c)).toBe(start!.getComponent((k + 1) % 4, c));
  expect(view.outline.geometry.instanceCount).toBe(contact.outline.length);
});

test('the ellipse has the second moments of the outline', () => {
  const view = new ContactPatchView({ ellipse: true });
  const contact = squareContact(1, 2, 0.3);
  const wide = { ...contact, outline: contact.outline.map(([x, y, z]) => [1 + 2 * (x - 1), y, z] as const) };
  view.update([wide]);
  const at = view.ellipse.geometry.attributes.instanceStart!;
  // A rectangle of half-lengths a, b has variances a²/3, b²/3; an ellipse of half-axes A, B has A²/4, B²/4.
  for (let k = 0; k < view.ellipse.geometry.instanceCount; k++)
    expect(((at.getX(k) - 1) / 0.6) ** 2 + ((at.getZ(k) - 2) / 0.3) ** 2).toBeCloseTo(4 / 3, 5);
});

test('a contact in a point has its dot and nothing else', () => {
  const world = new World({ contact: { model: 'point' } });
  world.addBody({ type: 'static', shape: { type: 'half-space' } });
  world.addBody({ shape: { type: 'sphere', radius: 0.5 }, mass: 1, position: [0, 0.5, 0] });
  for (let i = 0; i < 5; i++) world.step();
  const view = new ContactPatchView({ pressure: true, fill: true, ellipse: true, normal: true });
  view.update(world.contacts());
  expect(view.centerOfPressure.geometry.drawRange.count).toBe(1);
  expect(view.fill.geometry.drawRange.count).toBe(0);
  expect(view.pressure.geometry.drawRange.count).toBe(0);
  expect(view.ellipse.geometry.instanceCount).toBe(0);
});

test('draws a thousand contacts in buffers that are made once', () => {
  const view = new ContactPatchView({ pressure: true, fill: true, ellipse: true, normal: true });
  const contacts = manyContacts(1000);
  view.update(contacts);
  const buffers = () => [
    view.fill.geometry.getAttribute('position').array,
    view.fill.geometry.getIndex()!.array,
    view.pressure.geometry.getAttribute('uv').array,
    view.outline.geometry,
    view.ellipse.geometry,
    view.normal.shafts.instanceMatrix.array,
    view.centerOfPressure.geometry.getAttribute('position').array,
  ];
  const before = buffers();
  expect(view.fill.triangleCount).toBe(2000);
  expect(view.outline.segmentCount).toBe(4000);
  view.update(contacts.slice(0, 10));
  expect(view.fill.geometry.drawRange.count).toBe(60);
  expect(view.normal.shafts.count).toBe(10);
  view.update(contacts);
  buffers().forEach((buffer, k) => {
    expect(buffer).toBe(before[k]);
  });
});

test('does nothing while it is invisible, and only what is visible', () => {
  const view = new ContactPatchView();
  view.visible = false;
  view.update(manyContacts(3));
  expect(view.fill.triangleCount).toBe(0);
  view.visible = true;
  view.fill.visible = false;
  view.update(manyContacts(3));
  expect(view.fill.triangleCount).toBe(0);
  expect(view.outline.segmentCount).toBe(12);
});

test('a ray finds the contact of a patch', () => {
  const view = new ContactPatchView();
  const contacts = manyContacts(100);
  view.update(contacts);
  for (const k of [0, 41, 99]) {
    const [x, , z] = contacts[k]!.point;
    const hits = new Raycaster(new Vector3(x + 0.2, 5, z - 0.1), new Vector3(0, -1, 0)).intersectObject(view, true);
    expect(hits).toHaveLength(1);
    expect(hits[0]!.object).toBe(view.fill);
    expect(view.contactOfFace(hits[0]!.faceIndex!)).toBe(k);
  }
});

test('frees what it holds', () => {
  const view = new ContactPatchView({ pressure: true });
  view.update(manyContacts(10));
  let freed = 0;
  view.fill.geometry.addEventListener('dispose', () => freed++);
  view.outline.geometry.addEventListener('dispose', () => freed++);
  view.pressure.material.addEventListener('dispose', () => freed++);
  view.pressure.material.map!.addEventListener('dispose', () => freed++);
  view.dispose();
  expect(freed).toBe(4);
});
