// The pure parts of touch: where pointers drag to, what devices say, where new bodies go.

import { describe, expect, test } from 'vitest';
import { type Vec3, World } from '../../src/index.js';
import { add, cross, dot, length, normalize, sub } from '../../src/math/vec3.js';
import { extentOfShape, surroundingsOf } from '../../studio/files/extent.js';
import type { BodyInfo } from '../../studio/sim/protocol.js';
import { quadBetween } from '../../studio/touch/cutting.js';
import { deepen, dragTo, planeNormal, pushForce, pushScale } from '../../studio/touch/dragging.js';
import { describeNew, NEW_BODIES } from '../../studio/touch/new-bodies.js';
import { fittingSize, topOfColumn } from '../../studio/touch/placing.js';
import { beyondSlack, newlyPressed, readKnob, readSticks } from '../../studio/touch/six-axes.js';
import { Bench } from './support.js';

describe('cutting', () => {
  test('a line across the picture becomes a flat quad through both lines of sight, and the body comes apart', async () => {
    const eye: Vec3 = [0.1, 0.5, 2];
    const rayTo = (point: Vec3) => ({ origin: eye, direction: normalize(sub(point, eye)) });
    const quad = quadBetween(rayTo([0, 0.9, 0]), rayTo([0.05, 0, 0]), 0.01, 20);
    const normal = normalize(cross(sub(quad[2], quad[0]), sub(quad[3], quad[1])));
    for (const corner of quad) expect(Math.abs(dot(sub(corner, eye), normal))).toBeLessThan(1e-12);
    const bench = new Bench();
    const { client } = bench;
    await client.load([{ scene: 'cut-bar' }]);
    await client.stepOnce(2);
    const bar = client.scenes[0]!.bodies.find(({ name }) => name === 'bar')!;
    await client.command({ type: 'cut', body: bar.id, quad });
    await client.stepOnce(1);
    const names = client.scenes[0]!.bodies.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['bar/1', 'bar/2']));
    expect(names).not.toContain('bar');
    // Back in time it is whole, and forward again it is cut.
    const back = client.seek(2);
    await bench.run(200);
    await back;
    expect(client.scenes[0]!.bodies.map(({ name }) => name)).toContain('bar');
    await client.stepOnce(1);
    await expect(client.command({ type: 'cut', body: client.scenes[0]!.bodies[0]!.id, quad })).rejects.toThrow(
      /only soft bodies can be cut/,
    );
  });
});

describe('dragging', () => {
  const eye: Vec3 = [4, 3, 5];
  const from: Vec3 = [0.2, 0.5, -0.1];
  const back = normalize(eye);
  const rayTo = (point: Vec3) => ({ origin: eye, direction: normalize(sub(point, eye)) });

  test('stays under the pointer and in the plane through the point', () => {
    for (const plane of ['facing', 'level'] as const) {
      const normal = planeNormal(plane, back);
      for (const aim of [
        [1, 0, 0],
        [-1, 0.3, 2],
        [0.2, 0.5, -0.1],
      ] as const) {
        const ray = rayTo(aim);
        const to = dragTo(from, ray, normal);
        expect(dot(sub(to, from), normal)).toBeCloseTo(0, 12);
        expect(length(cross(sub(to, eye), ray.direction))).toBeLessThan(1e-12);
      }
      // The pointer on the point leaves it where it is, so that planes can be changed on the way.
      expect(length(sub(dragTo(from, rayTo(from), normal), from))).toBeLessThan(1e-12);
    }
  });

  test('a level plane keeps the height, and towards the horizon the point does not run away', () => {
    const normal = planeNormal('level', back);
    expect(normal).toEqual([0, 1, 0]);
    for (const direction of [
      [-1, 0.2, -1],
      [-1, 0, -1],
      [-1, -1e-9, -1],
    ] as const) {
      const to = dragTo(from, { origin: eye, direction: normalize(direction) }, normal);
      expect(to[1]).toBeCloseTo(from[1], 12);
      expect(length(sub(to, eye))).toBeLessThan(4.2 * length(sub(from, eye)));
    }
    // Seen edge-on there is no level plane to drag in.
    expect(planeNormal('level', [0, 0.01, 1])).toEqual([0, 0.01, 1]);
  });

  test('depth is along the line of sight: the point stays under the pointer', () => {
    const to = deepen(from, eye, 1.5);
    expect(length(sub(to, eye))).toBeCloseTo(1.5 * length(sub(from, eye)), 12);
    expect(length(cross(sub(to, eye), sub(from, eye)))).toBeLessThan(1e-12);
  });

  test('a push is as long as its arrow in the scale of the view, up to forty times the weight', () => {
    const to = add(from, [0.3, 0.4, 0]);
    const force = pushForce(from, to, 20, 1);
    expect(force[0]).toBeCloseTo(6, 12);
    expect(force[1]).toBeCloseTo(8, 12);
    expect(pushForce(from, from, 20, 1)).toEqual([0, 0, 0]);
    const most = pushForce(from, to, 1e6, 2);
    expect(length(most)).toBeCloseTo(40 * 9.81 * 2, 9);
    expect(length(sub(normalize(most), normalize(force)))).toBeLessThan(1e-12);
    // A body of a gram among some of a ton: ten times its weight for a fifth of the distance to the eye.
    expect(pushScale(500, 4, 2)).toBe(500);
    expect(0.2 * 2 * pushScale(500, 0.001, 2)).toBeCloseTo(10 * 9.81 * 0.001, 12);
  });
});

describe('devices', () => {
  const report = (...numbers: number[]): DataView => {
    const view = new DataView(new ArrayBuffer(2 * numbers.length));
    for (const [k, x] of numbers.entries()) view.setInt16(2 * k, x, true);
    return view;
  };

  test('slack: nothing within, from zero on beyond, never more than one', () => {
    expect(beyondSlack(0.1, 0.15)).toBe(0);
    expect(beyondSlack(-0.1, 0.15)).toBe(0);
    expect(beyondSlack(0.15 + 0.425, 0.15)).toBeCloseTo(0.5, 12);
    expect(beyondSlack(-1, 0.15)).toBe(-1);
    expect(beyondSlack(1.3, 0.15)).toBe(1);
  });

  test('a knob: right, towards the user and down become right, towards the eye and minus up', () => {
    expect(readKnob(1, report(350, 0, 0)).move).toEqual([1, 0, 0]);
    expect(readKnob(1, report(0, 350, 0)).move).toEqual([0, 0, 1]);
    expect(readKnob(1, report(0, 0, 350)).move).toEqual([0, -1, 0]);
    expect(readKnob(1, report(0, 0, -350)).move).toEqual([0, 1, 0]);
    expect(readKnob(2, report(0, 0, 350)).turn).toEqual([0, -1, 0]);
    expect(readKnob(1, report(5, -5, 5)).move).toEqual([0, 0, 0]);
  });

  test('old devices send two reports, new ones all in one; buttons are bits', () => {
    expect(readKnob(1, report(350, 0, 0))).not.toHaveProperty('turn');
    expect(readKnob(2, report(350, 0, 0))).toEqual({ turn: [1, 0, 0] });
    expect(readKnob(1, report(0, 0, 0, -350, 0, 0))).toEqual({ move: [0, 0, 0], turn: [-1, 0, 0] });
    expect(readKnob(3, new DataView(Uint8Array.of(2, 1).buffer))).toEqual({ buttons: 0x102 });
    expect(readKnob(3, new DataView(Uint8Array.of(0, 0, 0, 128).buffer))).toEqual({ buttons: 0x80000000 });
  });

  test('reports that nobody knows, or that are cut short, say nothing', () => {
    expect(readKnob(23, report(350, 1, 2))).toEqual({});
    expect(readKnob(1, report(350))).toEqual({});
    expect(readKnob(3, report())).toEqual({});
  });

  test('sticks move what is held, or the eye', () => {
    const pad = { axes: [1, 0.05, 0, -1], buttons: [] };
    expect(readSticks(pad, true)).toEqual({ move: [1, 1, 0], turn: [0, 0, 0] });
    expect(readSticks(pad, false)).toEqual({ move: [0, 0, -1], turn: [0, 1, 0] });
    expect(readSticks({ axes: [], buttons: [] }, false)).toEqual({ move: [0, 0, 0], turn: [0, 0, 0] });
  });

  test('a button counts when it goes down', () => {
    const pad = { axes: [], buttons: [true, false, true].map((pressed) => ({ pressed })) };
    expect(newlyPressed(pad, new Set())).toEqual([0, 2]);
    expect(newlyPressed(pad, new Set([2]))).toEqual([0]);
  });
});

describe('new bodies', () => {
  test.each(NEW_BODIES.map((body) => [body.id, body] as const))('%s: as long as asked, and falls', (name, body) => {
    const size = 0.4;
    const world = new World({ bodies: [] });
    const made = world.addBody(describeNew(body, { name, size, density: 500, position: [0, 2, 0] }));
    const extent = extentOfShape(body.shape(size))!;
    const longest = Math.max(extent[3] - extent[0], extent[4] - extent[1], extent[5] - extent[2]);
    expect(longest).toBeGreaterThan(0.7 * size);
    expect(longest).toBeLessThan(1.16 * size);
    expect(made.mass).toBeGreaterThan(0);
    expect(made.mass).toBeLessThan(500 * size * size * size);
    world.step();
    expect(made.linearVelocity[1]).toBeCloseTo(-9.81 / 60, 6);
  });

  test('are as large as the others, unless those cannot be seen or fill the picture', () => {
    expect(fittingSize(1, 10)).toBe(1);
    expect(fittingSize(0.001, 10)).toBeCloseTo(0.3, 12);
    expect(fittingSize(50, 10)).toBeCloseTo(2, 12);
  });

  test('go above what is there', () => {
    const info = (shape: number): BodyInfo => ({
      id: shape,
      name: '',
      type: 'dynamic',
      shape,
      mass: 1,
      centerOfMass_B: [0, 0, 0],
    });
    const crowd = {
      bodies: [info(0), info(1), info(1)],
      shapes: [{ type: 'half-space' } as const, { type: 'box', size: [1, 2, 1] } as const],
      poses: [0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 3, 5, 0, 0, 0, 0, 1],
    };
    expect(topOfColumn(crowd, 0, 0, 0.1)).toBe(2);
    expect(topOfColumn(crowd, 0.55, 0, 0.1)).toBe(2);
    expect(topOfColumn(crowd, 0.7, 0, 0.1)).toBe(-Infinity);
    expect(topOfColumn(crowd, 1.5, 0, 5)).toBe(6);
    expect(surroundingsOf(crowd.bodies, crowd.shapes, crowd.poses).longest).toBe(2);
  });
});
