import { expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { World } from '../../src/index.js';
import { createShape } from '../../src/shapes/create.js';
import { EVERY_KIND } from '../../src/shapes/every-kind.js';
import type { ShapeDescription } from '../../src/shapes/shape.js';
import { extentOfShape, moved, surroundingsOf, withBody } from '../../studio/files/extent.js';
import { bodyFromMesh, checkMesh, freeName, NO_SURROUNDINGS, suggestSize } from '../../studio/files/import-mesh.js';
import type { BodyInfo } from '../../studio/sim/protocol.js';
import { cube, torus, volume } from '../meshes/samples.js';

test('a closed mesh passes untouched', () => {
  const mesh = torus();
  const checked = checkMesh(mesh, 'dir/ring.v2.OBJ');
  expect(checked).toMatchObject({ name: 'ring.v2', format: 'obj', notes: [], triangles: mesh.indices.length / 3 });
  expect(checked.positions).toBe(mesh.positions);
  expect(checked.volume).toBeCloseTo(volume(mesh), 12);
});

test('what faces inwards is turned, what nearly meets is joined, and both are said', () => {
  const { positions, indices } = cube();
  const inwards = { positions, indices: indices.toReversed() };
  const turned = checkMesh(inwards, 'a.stl');
  expect(turned.notes).toEqual(['It faced inwards and was turned inside out.']);
  expect(turned.volume).toBeCloseTo(1.331, 9);
  // Every triangle with vertices of its own, rounded differently.
  const soup = Float64Array.from(indices, (v) => v).reduce<number[]>((all, v, i) => {
    for (let k = 0; k < 3; k++) all.push(positions[3 * v + k]! + 1e-7 * Math.sin(i + 7 * k));
    return all;
  }, []);
  const loose = { positions: Float64Array.from(soup), indices: Int32Array.from({ length: 36 }, (_, i) => i) };
  const joined = checkMesh(loose, 'b.ply');
  expect(joined.notes).toEqual(['28 vertices that nearly met were joined.']);
  expect(joined.positions).toHaveLength(24);
  // A shift of each vertex by at most 2e-7 changes the volume by at most that times the surface, 7.3 m².
  expect(Math.abs(joined.volume - 1.331)).toBeLessThan(2e-6);
});

test.each([
  ['a hole', (t: number[]) => t.slice(3), /not closed: 3 open edges, the first between vertices/],
  [
    'a triangle turned round',
    ([a, b, c, ...rest]: number[]) => [a, c, b, ...rest],
    /not consistently oriented: 3 edges/,
  ],
  ['a surplus triangle', (t: number[]) => [...t, t[0], t[1], t[2], t[0], t[1], t[2]], /more than two triangles/],
  ['a sliver', (t: number[]) => [...t, t[0], t[1], t[1]], /degenerate triangle/],
] as [string, (t: number[]) => number[], RegExp][])('%s is named', (_, damage, pattern) => {
  const { positions, indices } = cube();
  const broken = { positions, indices: Int32Array.from(damage([...indices])) };
  expect(() => checkMesh(broken, 'bad.obj')).toThrow(pattern);
  expect(() => checkMesh(broken, 'bad.obj')).toThrow(/^"bad.obj" cannot become a body: mesh /);
});

test('a mesh of too many triangles is refused with a remedy', () => {
  const { positions } = cube();
  const many = { positions, indices: new Int32Array(3 * 500_001) };
  expect(() => checkMesh(many, 'a.ply')).toThrow(
    /^"a.ply" has 500,001 triangles; at most 500,000 are taken: reduce it/,
  );
});

test('sizes are guessed from format and scene', () => {
  const of = (format: string, longest: number) =>
    suggestSize({ format, size: [longest, 0.5 * longest, 0.1 * longest] }, { ...NO_SURROUNDINGS, longest: 0.5 });
  expect(of('stl', 120)).toEqual({ longest: 0.12, reason: 'taken as millimetres' });
  expect(of('stl', 1)).toEqual({ longest: 1, reason: 'taken as metres' });
  expect(of('glb', 1.5)).toEqual({ longest: 1.5, reason: 'taken as metres' });
  expect(of('obj', 250)).toEqual({ longest: 0.5, reason: 'fitted to the scene' });
  expect(of('ply', 1e-4)).toEqual({ longest: 0.5, reason: 'fitted to the scene' });
});

test('extents agree with the bounds of the engine', () => {
  const shapes = scenes.flatMap((scene) => {
    const { bodies = [], shapes: named = {} } = scene.make(scene.name === 'bumpy-cube' ? { detail: 16 } : {});
    return [...bodies.map(({ shape }) => shape), ...Object.values(named)].filter((shape) => typeof shape !== 'string');
  }) as ShapeDescription[];
  expect(new Set(shapes.map(({ type }) => type)).size).toBeGreaterThan(6);
  for (const shape of shapes) {
    const extent = extentOfShape(shape);
    const { bounds } = createShape(shape, EVERY_KIND);
    if (shape.type === 'half-space') expect(extent).toBeNull();
    // Parts of a compound that are turned have tighter bounds than those of their turned boxes.
    else if (shape.type === 'compound')
      for (let k = 0; k < 3; k++) expect(extent![k]!).toBeLessThanOrEqual(bounds[k]! + 1e-12);
    // The solid of a cloud is a mesh about its points, which passes between them: half their spacing of 2 mm.
    else if (shape.type === 'points')
      for (let k = 0; k < 6; k++) expect(Math.abs(extent![k]! - bounds[k]!)).toBeLessThan(1e-3);
    // What lies behind an open surface is not seen: the picture is framed by its front.
    else if (shape.type === 'mesh' && shape.thickness !== undefined)
      for (let k = 0; k < 6; k++) expect(Math.abs(extent![k]! - bounds[k]!)).toBeLessThan(1.01 * shape.thickness);
    else for (let k = 0; k < 6; k++) expect(extent![k]!).toBeCloseTo(bounds[k]!, 12);
  }
  const half = Math.SQRT1_2;
  const turned = moved([-1, -2, -3, 1, 2, 3], [10, 0, 0], [0, 0, half, half]);
  for (const [k, x] of [8, -1, -3, 12, 1, 3].entries()) expect(turned[k]!).toBeCloseTo(x, 12);
});

test('the body is as long as asked, its box is centred, and it starts above everything without touching', () => {
  const bodies: BodyInfo[] = [
    { id: 1, name: 'ground', type: 'static', shape: 0, mass: 0, centerOfMass_B: [0, 0, 0] },
    { id: 2, name: 'box', type: 'dynamic', shape: 1, mass: 16, centerOfMass_B: [0, 0, 0] },
  ];
  const shapes: ShapeDescription[] = [{ type: 'half-space' }, { type: 'box', size: [1, 2, 1] }];
  const around = surroundingsOf(bodies, shapes, [0, 0, 0, 0, 0, 0, 1, 3, 1, -2, 0, 0, 0, 1]);
  expect(around).toEqual({ longest: 2, density: 2, box: [2.5, 0, -2.5, 3.5, 2, -1.5] });
  const mesh = torus();
  const shifted = { ...mesh, positions: mesh.positions.map((x, i) => 1000 * x + 5000 * (i % 3)) };
  const checked = checkMesh(shifted, 'ring.stl');
  const body = bodyFromMesh(checked, around, { name: 'ring', longest: suggestSize(checked, around).longest });
  const world = new World({ bodies: [{ ...body, name: 'ring' }] });
  const { bounds, massProperties } = createShape(body.shape as ShapeDescription);
  expect(Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2])).toBeCloseTo(2.6, 9);
  for (let k = 0; k < 3; k++) expect(bounds[k] + bounds[k + 3]).toBeCloseTo(0, 9);
  expect(massProperties!.volume).toBeCloseTo(volume(mesh), 6);
  expect(world.body('ring').position[0]).toBe(3);
  expect(body.position![1] + bounds[1]).toBeGreaterThan(2);
  expect(body.mass).toBeCloseTo(2 * 2.6 ** 3, 9);
  const next = bodyFromMesh(checked, withBody(around, body), { name: 'second', longest: 1 });
  expect(next.position![1] - 0.5 * (0.6 / 2.6)).toBeGreaterThan(body.position![1] + bounds[4]);
});

test('names stay unique', () => {
  expect(freeName('cube', ['ground'])).toBe('cube');
  expect(freeName('cube', ['cube', 'cube-2'])).toBe('cube-3');
});
