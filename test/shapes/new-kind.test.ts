// Kinds of shapes that the engine does not have, each in one file of kinds/ and handed in by one line: they are read,
// weighed, cast at, and come to rest under both models, on the floor and on the engine's own shapes.

import { describe, expect, test } from 'vitest';
import { type SceneDescription, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { dot, length, normalize, rotate, scale, sub, unrotate, type Vec3 } from '../../src/math/vec3.js';
import { CONCAVE_SOLIDS } from '../../src/overlap/concave-solids.js';
import { OV_VOLUME, OverlapBuffer } from '../../src/overlap/overlap.js';
import { SolidOverlap } from '../../src/overlap/solid-pair.js';
import { createShape } from '../../src/shapes/create.js';
import { SHAPE_KINDS } from '../../src/shapes/every-kind.js';
import type { ShapeKind } from '../../src/shapes/kind.js';
import { polyhedralMass } from '../../src/shapes/polyhedral-mass.js';
import { castRayShape, RayHit } from '../../src/shapes/ray.js';
import type { ShapeDescription, SimpleShape } from '../../src/shapes/shape.js';
import { tessellate } from '../../src/shapes/tessellate.js';
import { ellipsoid } from './kinds/ellipsoid.js';
import { wedge } from './kinds/wedge.js';

/** The registry with one more line. */
const KINDS: readonly ShapeKind[] = [...SHAPE_KINDS, ellipsoid, wedge];
const RADII: Vec3 = [0.3, 0.2, 0.25];
const egg = { type: 'ellipsoid', radii: RADII } as unknown as ShapeDescription;
const ramp = { type: 'wedge', length: 0.6, height: 0.3, width: 0.4 } as unknown as ShapeDescription;
const make = (d: ShapeDescription): SimpleShape => createShape(d, KINDS) as SimpleShape;

const sceneWith = (model: 'six' | 'point', bodies: SceneDescription['bodies']): SceneDescription => ({
  contact: { model, friction: 0.5 },
  sleep: false,
  shapes: { egg, ramp },
  bodies: [{ type: 'static', shape: { type: 'half-space' } }, ...bodies!],
});
const worldWith = (model: 'six' | 'point', bodies: SceneDescription['bodies']): World =>
  new World(sceneWith(model, bodies), { shapes: [ellipsoid, wedge] });

describe('an ellipsoid', () => {
  test('weighs what its tessellation does, up to its facets', () => {
    const shape = make(egg);
    const { positions, indices } = tessellate(shape, { segments: 320 });
    const byFacets = polyhedralMass(positions, indices);
    // A facet of angle θ = 2π/320 lies below its arc by θ²/8 of the radius at most; volume 3, inertia 5 times that.
    const share = (2 * Math.PI) ** 2 / 320 ** 2 / 8;
    const { volume, inertia } = shape.massProperties!;
    expect(Math.abs(byFacets.volume / volume - 1)).toBeLessThan(3 * share);
    for (const k of [0, 3, 5]) expect(Math.abs(byFacets.inertia[k] / inertia[k] - 1)).toBeLessThan(5 * share);
  });

  test('is met by rays where its equation says (seed 3)', () => {
    const random = new Random(3);
    const hit = new RayHit();
    const [a, b, c] = RADII;
    const value = ([x, y, z]: Vec3) => (x / a) ** 2 + (y / b) ** 2 + (z / c) ** 2;
    let met = 0;
    for (let i = 0; i < 500; i++) {
      const o = scale(random.direction(), 1);
      const d = sub(scale(random.direction(), 0.3), o);
      const t = castRayShape(make(egg), o[0], o[1], o[2], d[0], d[1], d[2], 1, hit);
      if (t < 0) continue;
      met++;
      const p: Vec3 = [o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]];
      // Coordinates of order one, squared and divided by 0.04: 25 ulp and their square root's loss near a graze.
      expect(Math.abs(value(p) - 1)).toBeLessThan(1e-12);
      const n = normalize([p[0] / a / a, p[1] / b / b, p[2] / c / c]);
      expect(length(sub(n, [hit.normal[0], hit.normal[1], hit.normal[2]]))).toBeLessThan(1e-11);
    }
    expect(met).toBeGreaterThan(100);
  });

  test('cuts a half-space by the volume of a cap (seed 5)', () => {
    // Stretched to the unit ball, the cap of height h has π h² (1 - h/3); stretching back multiplies by abc.
    const random = new Random(5);
    const solid = new SolidOverlap(CONCAVE_SOLIDS);
    const out = new OverlapBuffer();
    const [a, b, c] = RADII;
    const floor = make({ type: 'half-space' });
    for (let i = 0; i < 40; i++) {
      const q = random.rotation();
      const n = unrotate(q, [0, 1, 0]);
      const reach = Math.sqrt((a * n[0]) ** 2 + (b * n[1]) ** 2 + (c * n[2]) ** 2);
      const h = 10 ** random.between(-4, -0.3);
      const pose = Float64Array.from([0, reach * (1 - h), 0, ...q, 0, 0, 0, 0, 0, 0, 1]);
      expect(solid.compute(make(egg), pose, 0, floor, pose, 7, out, {})).toBe(1);
      const cap = Math.PI * h * h * (1 - h / 3) * a * b * c;
      // 48 rays across a smooth cap: order 1.5 to 2 in the pixel.
      expect(Math.abs(out.records[OV_VOLUME] / cap - 1)).toBeLessThan(5e-3);
    }
  });

  for (const model of ['six', 'point'] as const) {
    // Damped, since a single point resists no rolling.
    test(`falls and rests on the floor under ${model}, lying on its shortest axis`, () => {
      const tilted = {
        shape: 'egg',
        density: 500,
        position: [0, 0.5, 0] as const,
        rotation: [0.1, 0, 0, Math.sqrt(0.99)] as const,
      };
      const world = worldWith(model, [{ ...tilted, linearDamping: 2, angularDamping: 2 }]);
      const body = [...world.bodies()][1]!;
      for (let i = 0; i < 600; i++) world.step(1 / 120);
      const up = rotate(body.rotation, [0, 1, 0]);
      expect(Math.abs(dot(up, [0, 1, 0]))).toBeGreaterThan(0.999);
      expect(Math.abs(body.position[1] - RADII[1])).toBeLessThan(1e-3);
      expect(length(body.linearVelocity)).toBeLessThan(0.02);
      const force = world.contacts().reduce((sum, contact) => sum + contact.force[1], 0);
      expect(Math.abs(Math.abs(force) / (body.mass * 9.81) - 1)).toBeLessThan(0.02);
    });

    test(`lies on boxes, meshes and cylinders without sinking under ${model}`, () => {
      const { positions, indices } = tessellate(make({ type: 'box', size: [0.8, 0.4, 0.8] }));
      const grounds: ShapeDescription[] = [
        { type: 'box', size: [0.8, 0.4, 0.8] },
        { type: 'mesh', positions, indices },
        { type: 'cylinder', radius: 0.4, height: 0.4 },
      ];
      for (const shape of grounds) {
        const world = worldWith(model, [
          { type: 'static', shape, position: [0, 0.2, 0] },
          { shape: 'egg', density: 500, position: [0, 0.62, 0] },
        ]);
        for (let i = 0; i < 120; i++) world.step(1 / 60);
        expect(Math.abs([...world.bodies()][2]!.position[1] - 0.6)).toBeLessThan(4e-3);
      }
    });

    test(`goes on with the same bits from a snapshot under ${model}`, () => {
      const bodies: SceneDescription['bodies'] = [
        { shape: 'egg', density: 500, position: [0, 0.25, 0], angularVelocity: [1, 2, 3] },
        { shape: 'ramp', density: 500, position: [1, 0.05, 0] },
      ];
      const world = worldWith(model, bodies);
      for (let i = 0; i < 20; i++) world.step();
      const restored = World.restore(world.snapshot(), { shapes: [ellipsoid, wedge] });
      for (let i = 0; i < 20; i++) {
        world.step();
        restored.step();
      }
      expect(restored.hash()).toBe(world.hash());
    });
  }
});

describe('a wedge', () => {
  test('is a polyhedron to every room: half of its box, by volume and as an overlap', () => {
    const shape = make(ramp);
    expect(shape.massProperties!.volume).toBeCloseTo(0.5 * 0.6 * 0.3 * 0.4, 14);
    const solid = new SolidOverlap(CONCAVE_SOLIDS);
    const out = new OverlapBuffer();
    const pose = Float64Array.from([0, -0.1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
    expect(solid.compute(shape, pose, 0, make({ type: 'half-space' }), pose, 7, out, {})).toBe(1);
    // What lies above y = 0 is a wedge of two thirds the size.
    expect(out.records[OV_VOLUME]).toBeCloseTo(0.5 * 0.6 * 0.3 * 0.4 * (1 - 4 / 9), 14);
  });

  for (const model of ['six', 'point'] as const) {
    test(`lies flat on the floor, and a box stands on its slope, under ${model}`, () => {
      const slope = Math.atan2(0.3, 0.6);
      const n: Vec3 = [-Math.sin(slope), Math.cos(slope), 0];
      const world = worldWith(model, [
        { shape: 'ramp', density: 500, position: [0, 0, 0] },
        {
          shape: { type: 'box', size: [0.1, 0.1, 0.1] },
          density: 500,
          friction: 0.7,
          position: [0.3 + 0.051 * n[0], 0.15 + 0.051 * n[1], 0],
          rotation: [0, 0, Math.sin(slope / 2), Math.cos(slope / 2)],
        },
      ]);
      for (let i = 0; i < 120; i++) world.step(1 / 60);
      const [, lower, upper] = [...world.bodies()];
      expect(Math.abs(lower!.position[1])).toBeLessThan(1e-3);
      expect(length(sub(upper!.position, [0.3 + 0.05 * n[0], 0.15 + 0.05 * n[1], 0]))).toBeLessThan(5e-3);
    });
  }
});

describe('scenes', () => {
  test('that name a kind which was not handed in are refused in one line', () => {
    expect(() => new World({ bodies: [{ shape: egg, mass: 1 }] })).toThrow(
      /shape\.type is "ellipsoid"; it must be one of/,
    );
    const world = worldWith('six', [{ shape: 'egg', mass: 1, position: [0, 1, 0] }]);
    expect(() => World.restore(world.snapshot())).toThrow(/"ellipsoid" is not known; hand its kind in/);
  });

  test('with bad values of a kind that was handed in name field, value and remedy', () => {
    const bad = { type: 'ellipsoid', radii: [1, 0, 1] } as unknown as ShapeDescription;
    expect(() => worldWith('six', [{ shape: bad, mass: 1 }])).toThrow(/shape\.radii\[1\] is 0; it must be/);
    const odd = { type: 'ellipsoid', radi: [1, 1, 1] } as unknown as ShapeDescription;
    expect(() => worldWith('six', [{ shape: odd, mass: 1 }])).toThrow(/unknown field "radi"; did you mean "radii"/);
  });
});
