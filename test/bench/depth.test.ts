// The scoreboard's depths against closed forms: they are computed from poses alone, so poses are all that these cases
// give.

import { describe, expect, it } from 'vitest';
import { DepthMeter } from '../../bench/peers/depth.js';
import { FRAME } from '../../bench/peers/engine.js';
import { prepare } from '../../bench/peers/prepare.js';
import type { BodyDescription } from '../../src/index.js';
import { bumpyCube, torusMesh } from '../../src/shapes/procedural.js';

function depth(bodies: BodyDescription[], torus?: { radius: number; tube: number }): number {
  const scene = prepare({ bodies });
  const frame = new Float64Array(FRAME * bodies.length);
  for (const [k, { position, rotation }] of scene.bodies.entries()) frame.set([...position, ...rotation], FRAME * k);
  return new DepthMeter(scene, torus).deepest(frame);
}

const ground: BodyDescription = { type: 'static', shape: { type: 'half-space' } };
const cube = (position: [number, number, number], rotation: [number, number, number, number] = [0, 0, 0, 1]) => ({
  shape: { type: 'box' as const, size: [1, 1, 1] as [number, number, number] },
  mass: 1,
  position,
  rotation,
});
// Places are rotated once and compared once: a few roundings of numbers of order 1.
const ROUNDING = 1e-12;

describe('depth from poses', () => {
  it('is that of the lowest corner in a half-space', () => {
    expect(depth([ground, cube([0, 0.49, 0])])).toBeCloseTo(0.01, 12);
    const s = Math.sin(Math.PI / 8);
    const turned = depth([ground, cube([0, 0.7, 0], [0, 0, s, Math.sqrt(1 - s * s)])]);
    expect(Math.abs(turned - (Math.SQRT1_2 - 0.7))).toBeLessThan(ROUNDING);
  });

  it('is zero for bodies apart', () => {
    expect(depth([ground, cube([0, 0.6, 0]), cube([0, 1.61, 0])])).toBe(0);
  });

  it('is that of faces in each other', () => {
    expect(Math.abs(depth([cube([0, 0, 0]), cube([0.3, 0.98, 0.2])]) - 0.02)).toBeLessThan(ROUNDING);
  });

  it('is exact for round bodies', () => {
    const ball = { shape: { type: 'sphere' as const, radius: 0.5 }, mass: 1 };
    expect(Math.abs(depth([{ ...ball }, { ...ball, position: [0.6, 0.7, 0.2] }]) - (1 - Math.sqrt(0.89)))).toBeLessThan(
      ROUNDING,
    );
    const capsule = {
      shape: { type: 'capsule' as const, radius: 0.2, height: 1 },
      mass: 1,
      position: [0, 0.69, 0] as const,
    };
    expect(Math.abs(depth([ground, capsule]) - 0.01)).toBeLessThan(ROUNDING);
    const cylinder = {
      shape: { type: 'cylinder' as const, radius: 0.3, height: 1 },
      mass: 1,
      position: [0, 0.49, 0] as const,
    };
    expect(Math.abs(depth([ground, cylinder]) - 0.01)).toBeLessThan(ROUNDING);
  });

  it('does not take a ball beside a corner for one in a face', () => {
    const ball = { shape: { type: 'sphere' as const, radius: 0.5 }, mass: 1 };
    // The corner is (0.5, 0.5, 0.5); 0.3·√3 = 0.52 away from the centre, beyond the radius.
    expect(depth([cube([0, 0, 0]), { ...ball, position: [0.8, 0.8, 0.8] }])).toBe(0);
    // 0.28·√3 = 0.485: the corner is 0.015 deep.
    const inside = depth([cube([0, 0, 0]), { ...ball, position: [0.78, 0.78, 0.78] }]);
    expect(Math.abs(inside - (0.5 - 0.28 * Math.sqrt(3)))).toBeLessThan(ROUNDING);
  });

  it('counts the parts of a compound', () => {
    const legs = [-1, 1].map((x) => ({ shape: cube([0, 0, 0]).shape, position: [x, 0, 0] as const }));
    const body = { shape: { type: 'compound' as const, parts: legs }, mass: 1, position: [0, 0.47, 0] as const };
    expect(Math.abs(depth([ground, body]) - 0.03)).toBeLessThan(ROUNDING);
  });

  it('of a torus is within its facets', () => {
    const size = { radius: 0.4, tube: 0.15 };
    const shape = { type: 'mesh' as const, ...torusMesh(size.radius, size.tube, 100, 25) };
    const [a, b] = [
      { shape, mass: 1 },
      { shape, mass: 1, position: [0, 0.29, 0] as const },
    ];
    // One lies on the other: 10 mm. The highest line of vertices is at most tube·(1 - cos(π/25)) below the true crest.
    const found = depth([a, b], size);
    expect(found).toBeLessThan(0.01 + ROUNDING);
    expect(found).toBeGreaterThan(0.01 - 0.15 * (1 - Math.cos(Math.PI / 25)));
  });

  it('is that of vertices in a mesh, to its nearest face (also where that is no face of its hull)', () => {
    // A fine cube of 1 m, the small one 30 mm inside its face; then one in the hole of a torus, which it does not touch.
    const block = { type: 'mesh' as const, ...bumpyCube(8, 1, 8, 0) };
    const small = { ...cube([0, 0, 0]), shape: { type: 'box' as const, size: [0.2, 0.2, 0.2] as const } };
    const inside = depth([
      { shape: block, mass: 1, position: [0, 0, 0] },
      { ...small, position: [0.1, 0.57, 0.05] },
    ]);
    expect(Math.abs(inside - 0.03)).toBeLessThan(ROUNDING);
    const ring = { type: 'mesh' as const, ...torusMesh(0.4, 0.1, 64, 32) };
    expect(depth([{ shape: ring, mass: 1, position: [0, 0, 0] }, small])).toBe(0);
    const deep = depth([
      { shape: ring, mass: 1, position: [0, 0, 0] },
      { ...small, position: [0.22, 0, 0] },
    ]);
    // Deepest are the middles of the edges at (0.32, 0, ±0.1), less what facets lie inside the torus.
    const truth = Math.hypot(0.32, 0.1) - 0.3;
    const facets = 0.1 * (1 - Math.cos(Math.PI / 32)) + 0.5 * (1 - Math.cos(Math.PI / 64));
    expect(deep).toBeGreaterThan(truth - facets);
    expect(deep).toBeLessThan(truth + ROUNDING);
  });
});
