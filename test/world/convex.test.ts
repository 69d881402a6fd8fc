// `sixfold/convex`: a world without meshes, tori and terrain, and one that is handed their kinds.

import { describe, expect, test } from 'vitest';
import { concave, heightField, mesh, torus } from '../../src/concave.js';
import { World as ConvexWorld } from '../../src/convex.js';
import {
  type BodyDescription,
  type SceneDescription,
  type ShapeDescription,
  SixfoldError,
  World,
} from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { penalty } from '../../src/penalty.js';
import type { ShapeKind } from '../../src/shapes/kind.js';
import { icosphere } from '../../src/shapes/procedural.js';
import { volume } from '../../src/volume.js';
import { ellipsoid } from '../shapes/kinds/ellipsoid.js';
import { ground, turn } from './support.js';

const STEPS = 90;

const hull: ShapeDescription = {
  type: 'convex',
  points: [
    [1, 0, 0],
    [-1, 0.2, 0],
    [0, 1, 0.1],
    [0, -1, 0],
    [0, 0, 1.1],
    [0.1, 0, -1],
  ],
};
const CONVEX: readonly ShapeDescription[] = [
  { type: 'sphere', radius: 0.5 },
  { type: 'box', size: [1, 0.6, 0.8] },
  { type: 'cylinder', radius: 0.4, height: 0.7 },
  { type: 'capsule', radius: 0.3, height: 0.6 },
  { type: 'cone', radius: 0.5, height: 0.9 },
  hull,
  {
    type: 'compound',
    parts: [
      { shape: { type: 'box', size: [1, 0.2, 0.2] } },
      { shape: { type: 'sphere', radius: 0.25 }, position: [0.6, 0, 0] },
    ],
  },
];
const ball = icosphere(3, 0.5);
const bump: ShapeDescription = { type: 'mesh', positions: ball.positions, indices: ball.indices };
const ring: ShapeDescription = { type: 'torus', radius: 0.5, tube: 0.2 };
const field: ShapeDescription = {
  type: 'height-field',
  heights: [
    [0, 0.2, 0],
    [0.1, 0, 0.1],
    [0, 0.1, 0.3],
  ],
  cell: 4,
};

function heap(
  seed: number,
  count: number,
  shapes: readonly ShapeDescription[],
  floor: ShapeDescription,
): SceneDescription {
  const random = new Random(seed);
  const bodies: BodyDescription[] = [{ name: 'floor', type: 'static', shape: floor }];
  for (let k = 0; k < count; k++) {
    bodies.push({
      name: `body ${k}`,
      shape: shapes[k % shapes.length]!,
      density: random.between(300, 3000),
      position: [random.between(-1, 1), 1 + 0.9 * k, random.between(-1, 1)],
      rotation: turn((['x', 'y', 'z'] as const)[k % 3]!, random.between(0, 3)),
    });
  }
  return { bodies };
}

/** Hashes of a run, with a snapshot half-way. */
function hashes(world: ConvexWorld, restore: (bytes: Uint8Array) => ConvexWorld): string[] {
  const seen: string[] = [];
  let at = world;
  for (let step = 0; step < STEPS; step++) {
    at.step();
    if (step === STEPS / 2) at = restore(at.snapshot());
    if (step % 10 === 9) seen.push(at.hash());
  }
  return seen;
}

function messageOf(use: () => unknown): string {
  try {
    use();
  } catch (error) {
    expect(error).toBeInstanceOf(SixfoldError);
    expect((error as Error).message).not.toMatch(/[\r\n]/);
    return (error as Error).message;
  }
  return '';
}

const MODELS = ['six', 'point'] as const;

describe('a world of convex bodies', () => {
  test.each(MODELS)('has the bits of the whole engine: %s', (model) => {
    const seed = Math.floor(Math.random() * 1e6);
    const scene = { ...heap(seed, 14, CONVEX, { type: 'half-space' }), contact: { model } };
    const whole = hashes(new World(scene), (bytes) => World.restore(bytes));
    expect(
      hashes(new ConvexWorld(scene), (bytes) => ConvexWorld.restore(bytes)),
      `seed ${seed}`,
    ).toEqual(whole);
  });

  test('says what to import for what is not convex, in scenes, parts, shapes by name, later on and in snapshots', () => {
    const line = (type: string, name: string) =>
      `.type "${type}" needs: import { ${name} } from 'sixfold/concave' and new World(scene, { shapes: [${name}] })`;
    const body = (shape: ShapeDescription): SceneDescription => ({ bodies: [{ type: 'static', shape }] });
    expect(messageOf(() => new ConvexWorld(body(bump)))).toContain(`shape${line('mesh', 'mesh')}`);
    expect(messageOf(() => new ConvexWorld(body(ring)))).toContain(`shape${line('torus', 'torus')}`);
    expect(messageOf(() => new ConvexWorld(body(field)))).toContain(`shape${line('height-field', 'heightField')}`);
    expect(messageOf(() => new ConvexWorld(body({ type: 'compound', parts: [{ shape: ring }] })))).toContain(
      `parts[0].shape${line('torus', 'torus')}`,
    );
    expect(messageOf(() => new ConvexWorld({ shapes: { bump } }))).toContain(`shapes.bump${line('mesh', 'mesh')}`);
    expect(messageOf(() => new ConvexWorld().addBody({ shape: bump, mass: 1 }))).toContain(
      `shape${line('mesh', 'mesh')}`,
    );
    const bytes = new World(body(bump)).snapshot();
    expect(messageOf(() => ConvexWorld.restore(bytes))).toContain("import { mesh } from 'sixfold/concave'");
    expect(ConvexWorld.restore(bytes, { shapes: [mesh] }).hash()).toBe(World.restore(bytes).hash());
    expect(messageOf(() => new ConvexWorld(body({ type: 'constructor' } as never)))).toContain('one of');
  });

  test('refuses what goes by overlaps of curved bodies alone, and curved kinds without what they need', () => {
    const compliance = { contact: { compliance: 1e-4 } };
    expect(messageOf(() => new ConvexWorld(compliance))).toContain("import { mesh } from 'sixfold/concave'");
    expect(() => new ConvexWorld(compliance, { shapes: [mesh] })).not.toThrow();
    const egg = ellipsoid as unknown as ShapeKind;
    expect(messageOf(() => new ConvexWorld({}, { shapes: [egg] }))).toContain(
      "import { concave } from 'sixfold/concave'",
    );
    const scene = {
      bodies: [ground, { shape: { type: 'ellipsoid', radii: [0.3, 0.5, 0.4] }, mass: 1, position: [0, 0.6, 0] }],
    } as unknown as SceneDescription;
    const shapes = [{ ...egg, concave }];
    const whole = hashes(new World(scene, { shapes: [egg] }), (bytes) => World.restore(bytes, { shapes: [egg] }));
    expect(hashes(new ConvexWorld(scene, { shapes }), (bytes) => ConvexWorld.restore(bytes, { shapes }))).toEqual(
      whole,
    );
  });
});

describe('a convex world that is handed kinds that are not', () => {
  test.each(MODELS)('has the bits of the whole engine: %s', (model) => {
    const shapes = [heightField, torus, mesh];
    const compound: ShapeDescription = {
      type: 'compound',
      parts: [{ shape: bump }, { shape: ring, position: [0.6, 0, 0] }],
    };
    const scene = { ...heap(7, 5, [bump, CONVEX[1]!, ring, CONVEX[3]!, compound], field), contact: { model } };
    const whole = hashes(new World(scene), (bytes) => World.restore(bytes));
    expect(hashes(new ConvexWorld(scene, { shapes }), (bytes) => ConvexWorld.restore(bytes, { shapes }))).toEqual(
      whole,
    );
  });

  test('has what models bring', () => {
    const zone: BodyDescription = { type: 'static', sensor: true, shape: { type: 'box', size: [4, 4, 4] } };
    const visitors = {
      volume: {
        type: 'soft',
        shape: { type: 'box', size: [0.4, 0.4, 0.4] },
        density: 500,
        material: { young: 1e5, poisson: 0.4 },
        position: [0, 0.5, 0],
      },
      penalty: { shape: CONVEX[3]!, mass: 1, position: [0, 0.6, 0] },
    };
    for (const kind of [volume, penalty]) {
      const model = kind.name as keyof typeof visitors;
      const scene = { contact: { model }, bodies: [ground, zone, visitors[model]] } as unknown as SceneDescription;
      const models = [kind];
      const whole = new World(scene, { models });
      const convex = new ConvexWorld(scene, { models });
      for (let step = 0; step < 20; step++) for (const world of [whole, convex]) world.step();
      expect(convex.hash()).toBe(whole.hash());
      // A soft body is a mesh to both, and inside the zone but for what is under it.
      expect(convex.sensed()).toHaveLength(1);
      if (kind === volume) expect(convex.sensed()[0]!.volume).toBe(whole.sensed()[0]!.volume);
      expect(ConvexWorld.restore(convex.snapshot(), { models }).hash()).toBe(convex.hash());
    }
  });
});

// What stands for a curved solid has 32 sides to a circle: 2π²/3n² = 0.64 % of a disc is missing, and for balls, whose
// triangles are no longer than those sides, no more than twice that. Columns of rays have no part in it.
test('without columns of rays curved bodies overlap by what their polyhedra do', () => {
  const zone = (shape: ShapeDescription): SceneDescription => ({
    gravity: [0, 0, 0],
    bodies: [
      // Its edge along y at x = z = 0: a quarter of what stands there is inside.
      { name: 'zone', type: 'static', sensor: true, shape: { type: 'box', size: [4, 9, 4] }, position: [2, 0, 2] },
      { name: 'visitor', shape, mass: 1 },
    ],
  });
  for (const [shape, volume, share] of [
    [{ type: 'cylinder', radius: 0.5, height: 2 }, Math.PI * 0.25 * 2, 0.0065],
    [{ type: 'capsule', radius: 0.5, height: 2 }, Math.PI * 0.25 * 2 + (4 / 3) * Math.PI * 0.125, 0.013],
    [{ type: 'sphere', radius: 0.5 }, (4 / 3) * Math.PI * 0.125, 0.013],
  ] as const) {
    const world = new ConvexWorld(zone(shape));
    world.step();
    const quarter = volume / 4;
    for (const found of [
      world.sensed()[0]!.volume,
      world.overlaps()[0]!.volume,
      world.overlapping(shape, { position: [0, 0, 0] }, { sensors: true })[0]!.volume,
    ]) {
      expect(found).toBeLessThan(quarter * (1 + 1e-9));
      expect(found).toBeGreaterThan(quarter * (1 - share));
    }
  }
});
