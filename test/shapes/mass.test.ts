import { describe, expect, test } from 'vitest';
import { Random } from '../../src/math/random.js';
import type { Quat, Sym3, Vec3 } from '../../src/math/vec3.js';
import { add, normalizeQuat, rotate } from '../../src/math/vec3.js';
import { createShape } from '../../src/shapes/create.js';
import { ShapeError } from '../../src/shapes/errors.js';
import { bodyMass, combine, type MassMoments, type MassProperties, transformMass } from '../../src/shapes/mass.js';
import { polyhedralMass } from '../../src/shapes/polyhedral-mass.js';
import { bumpyCube, torusMesh } from '../../src/shapes/procedural.js';
import type { ShapeDescription } from '../../src/shapes/shape.js';
import { tessellate } from '../../src/shapes/tessellate.js';

const massOf = (d: ShapeDescription): MassProperties => createShape(d).massProperties!;

const curved: ShapeDescription[] = [
  { type: 'sphere', radius: 0.7 },
  { type: 'cylinder', radius: 0.4, height: 1.3 },
  { type: 'capsule', radius: 0.3, height: 0.9 },
  { type: 'capsule', radius: 0.5, height: 0 },
  { type: 'cone', radius: 0.6, height: 1.1 },
  { type: 'torus', radius: 0.9, tube: 0.25 },
];

describe('closed forms against meshes: the difference falls with the square of the edge length', () => {
  test.each(curved)('$type', (description) => {
    const shape = createShape(description);
    const exact = shape.massProperties!;
    const errors = [40, 80, 160].map((segments) => {
      const m = tessellate(shape, { segments });
      const meshed = polyhedralMass(m.positions, m.indices);
      return [
        Math.abs(meshed.volume / exact.volume - 1),
        Math.abs(meshed.inertia[0] / exact.inertia[0] - 1),
        Math.abs(meshed.inertia[3] / exact.inertia[3] - 1),
        Math.abs(meshed.inertia[5] / exact.inertia[5] - 1),
      ];
    });
    for (let k = 0; k < 4; k++) {
      // The next term of the expansion is of order 4 in 1/40, far below this window around 2.
      for (let i = 0; i < 2; i++) {
        const slope = Math.log2(errors[i][k] / errors[i + 1][k]);
        expect(slope).toBeGreaterThan(1.97);
        expect(slope).toBeLessThan(2.03);
      }
    }
    const fine = tessellate(shape, { segments: 160 });
    const meshed = polyhedralMass(fine.positions, fine.indices);
    // The centre converges too: exactly on the axis, and along it within the second-order error.
    expect(Math.abs(meshed.center[0] - exact.center[0])).toBeLessThan(1e-14);
    expect(Math.abs(meshed.center[1] - exact.center[1])).toBeLessThan(1e-3);
    expect(Math.abs(meshed.center[2] - exact.center[2])).toBeLessThan(1e-14);
    for (const k of [1, 2, 4]) expect(Math.abs(meshed.inertia[k])).toBeLessThan(1e-14);
  });

  test('a box is its mesh', () => {
    const shape = createShape({ type: 'box', size: [0.3, 1.1, 2.3] });
    const m = tessellate(shape);
    const meshed = polyhedralMass(m.positions, m.indices);
    expect(meshed.volume).toBeCloseTo(shape.massProperties!.volume, 14);
    for (let k = 0; k < 6; k++) expect(meshed.inertia[k]).toBeCloseTo(shape.massProperties!.inertia[k], 14);
  });

  test('a tetrahedron by hand', () => {
    // Corners 0, x, y, z at 1: volume 1/6, centre 1/4, ∫x² = 1/60, ∫xy = 1/120.
    const m = massOf({
      type: 'convex',
      points: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    });
    expect(m.volume).toBeCloseTo(1 / 6, 15);
    for (const c of m.center) expect(c).toBeCloseTo(1 / 4, 15);
    const second = 1 / 60 - 1 / 6 / 16;
    const product = 1 / 120 - 1 / 6 / 16;
    const expected = [2 * second, -product, -product, 2 * second, -product, 2 * second];
    for (let k = 0; k < 6; k++) expect(m.inertia[k]).toBeCloseTo(expected[k], 15);
  });
});

describe('polyhedral integrals move with the mesh', () => {
  const mesh = torusMesh(1, 0.4, 24, 12);
  const base = polyhedralMass(mesh.positions, mesh.indices);
  const moments: MassMoments = { mass: base.volume, center: base.center, inertia: base.inertia };

  test('turned and moved', () => {
    const random = new Random(5);
    for (let i = 0; i < 20; i++) {
      const q = random.rotation() as Quat;
      const shift: Vec3 = [random.between(-5, 5), random.between(-5, 5), random.between(-5, 5)];
      const moved = polyhedralMass(transformed(mesh.positions, q, shift), mesh.indices);
      const expected = transformMass(moments, shift, q);
      // A few hundred terms, each rounded to 1e-16 of the whole, at coordinates five times the size.
      expect(Math.abs(moved.volume - expected.mass)).toBeLessThan(1e-13);
      for (let k = 0; k < 3; k++) expect(Math.abs(moved.center[k] - expected.center[k])).toBeLessThan(1e-13);
      for (let k = 0; k < 6; k++) expect(Math.abs(moved.inertia[k] - expected.inertia[k])).toBeLessThan(1e-13);
    }
  });

  test('far from the origin only the digits of the coordinates are lost', () => {
    // At 2²⁰ the mesh itself is rounded to 2⁻³³ = 1.2e-10; integrals about the frame's origin would keep nothing:
    // 1e-16 · (1e6)⁵ = 1e14.
    const shift: Vec3 = [2 ** 20, -(2 ** 20), 2 ** 20];
    const moved = polyhedralMass(transformed(mesh.positions, [0, 0, 0, 1], shift), mesh.indices);
    expect(Math.abs(moved.volume - base.volume)).toBeLessThan(1e-9);
    for (let k = 0; k < 6; k++) expect(Math.abs(moved.inertia[k] - base.inertia[k])).toBeLessThan(1e-9);
  });

  test('an exact translation changes nothing but the centre', () => {
    const coarse = bumpyCube(8);
    const rounded = coarse.positions.map((x) => Math.round(x * 1024) / 1024);
    const here = polyhedralMass(rounded, coarse.indices);
    const there = polyhedralMass(
      rounded.map((x) => x + 4096),
      coarse.indices,
    );
    expect(there.volume).toBe(here.volume);
    expect(there.inertia).toEqual(here.inertia);
  });
});

function transformed(positions: Float64Array, q: Quat, shift: Vec3): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    out.set(add(shift, rotate(q, [positions[i], positions[i + 1], positions[i + 2]])), i);
  }
  return out;
}

function expectMass(actual: MassMoments, expected: MassMoments, digits = 12): void {
  expect(actual.mass).toBeCloseTo(expected.mass, digits);
  for (let k = 0; k < 3; k++) expect(actual.center[k]).toBeCloseTo(expected.center[k], digits);
  for (let k = 0; k < 6; k++) expect(actual.inertia[k]).toBeCloseTo(expected.inertia[k], digits);
}

describe('compounds', () => {
  const box = (size: Vec3): ShapeDescription => ({ type: 'box', size });

  test('two halves make the whole', () => {
    const halves = massOf({
      type: 'compound',
      parts: [
        { shape: box([1, 2, 3]), position: [0.5, 0, 0] },
        { shape: box([1, 2, 3]), position: [-0.5, 0, 0] },
      ],
    });
    const whole = massOf(box([2, 2, 3]));
    expect(halves.split).toBeNull();
    expect(halves.volume).toBeCloseTo(whole.volume, 14);
    for (let k = 0; k < 6; k++) expect(halves.inertia[k]).toBeCloseTo(whole.inertia[k], 13);
  });

  test('turned parts agree with their mesh', () => {
    const q = normalizeQuat([0.2, -0.4, 0.3, 0.7]);
    const shape = createShape({
      type: 'compound',
      parts: [
        { shape: box([1, 0.2, 0.6]), position: [0.4, 1, -2], rotation: q },
        { shape: box([0.5, 0.5, 0.1]), position: [-1, 0.3, 0.2] },
      ],
    });
    const m = tessellate(shape);
    const meshed = polyhedralMass(m.positions, m.indices);
    const p = shape.massProperties!;
    expectMass(
      { mass: meshed.volume, center: meshed.center, inertia: meshed.inertia },
      { mass: p.volume, center: p.center, inertia: p.inertia },
    );
  });

  test('nested compounds are flattened, and inner values win over outer ones', () => {
    const q = normalizeQuat([0, 0, 1, 1]);
    const shape = createShape({
      type: 'compound',
      parts: [
        {
          position: [1, 0, 0],
          rotation: q,
          density: 5,
          friction: 0.1,
          shape: {
            type: 'compound',
            parts: [
              { shape: box([1, 2, 3]), position: [1, 0, 0], rotation: q, density: 7 },
              { shape: { type: 'sphere', radius: 1 }, position: [0, 2, 0], friction: 0.9 },
            ],
          },
        },
      ],
    });
    if (shape.type !== 'compound') throw new Error('not a compound');
    expect(shape.parts.map((p) => [p.shape.type, p.density, p.friction])).toEqual([
      ['box', 7, 0.1],
      ['sphere', 5, 0.9],
    ]);
    // A quarter turn about z takes x to y and y to -x.
    const [first, second] = shape.parts;
    for (const [k, x] of [1, 1, 0].entries()) expect(first.position[k]).toBeCloseTo(x, 15);
    for (const [k, x] of [0, 0, 1, 0].entries()) expect(first.rotation[k]).toBeCloseTo(x, 15);
    for (const [k, x] of [-1, 0, 0].entries()) expect(second.position[k]).toBeCloseTo(x, 15);
  });

  test('parts overlap as if they did not', () => {
    const twice = massOf({ type: 'compound', parts: [{ shape: box([1, 1, 1]) }, { shape: box([1, 1, 1]) }] });
    expect(twice.volume).toBe(2);
  });

  test('a half-space makes it unbounded, and nothing at all is refused', () => {
    const shape = createShape({ type: 'compound', parts: [{ shape: { type: 'half-space' } }] });
    expect(shape.massProperties).toBeNull();
    expect(() => createShape({ type: 'compound', parts: [] })).toThrow(ShapeError);
  });
});

describe('density and mass of a body', () => {
  const unit: Sym3 = [1 / 6, 0, 0, 1 / 6, 0, 1 / 6];
  const cubeAt = (x: number, density?: number): { shape: ShapeDescription; position: Vec3; density?: number } => ({
    shape: { type: 'box', size: [1, 1, 1] },
    position: [x, 0, 0],
    ...(density === undefined ? {} : { density }),
  });
  const cube = (x: number, mass: number): MassMoments => ({
    mass,
    center: [x, 0, 0],
    inertia: [unit[0] * mass, 0, 0, unit[3] * mass, 0, unit[5] * mass],
  });

  test('of one material', () => {
    const m = massOf({ type: 'box', size: [1, 2, 3] });
    expectMass(bodyMass(m, { density: 100 }), bodyMass(m, { mass: 600 }));
    expect(bodyMass(m, { mass: 5 }).mass).toBe(5);
  });

  test("a part's own density wins over the body's", () => {
    const m = massOf({ type: 'compound', parts: [cubeAt(0), cubeAt(3, 50)] });
    expect(m.volume).toBe(2);
    expectMass(bodyMass(m, { density: 10 }), combine([cube(0, 10), cube(3, 50)]));
  });

  test("a body's mass leaves the rest to the parts without a density", () => {
    const m = massOf({ type: 'compound', parts: [cubeAt(0), cubeAt(3, 50), cubeAt(5)] });
    expectMass(bodyMass(m, { mass: 90 }), combine([cube(0, 20), cube(3, 50), cube(5, 20)]));
    expect(() => bodyMass(m, { mass: 50 })).toThrow(ShapeError);
  });

  test('where all parts have a density, a mass scales them', () => {
    const m = massOf({ type: 'compound', parts: [cubeAt(0, 1), cubeAt(3, 3)] });
    expectMass(bodyMass(m, { mass: 8 }), combine([cube(0, 2), cube(3, 6)]));
    expectMass(bodyMass(m, { density: 1000 }), combine([cube(0, 1), cube(3, 3)]));
  });
});
