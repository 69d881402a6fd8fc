// Contact models as entries: what one brings is understood where it was handed in, and refused in one line elsewhere.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.js';
import { allModels } from '../../src/all-models.js';
import { FURTHER_MODELS, findModel } from '../../src/contact/registry.js';
import { type ContactDescription, type SceneDescription, SixfoldError, World, withModel } from '../../src/index.js';
import { stepTimes } from './support.js';
import { logbook, wind } from './wind-model.js';

const models = [wind];
const box = { type: 'box', size: [1, 1, 1] } as const;

/** Balance of forces is exact here: a boat of 2 kg on ice, 3 N of wind on it. */
const scene = (): SceneDescription => ({
  contact: { model: 'wind', strength: 1.5, friction: 0 },
  calm: ['buoy'],
  logbook: 'Ada',
  sleep: false,
  bodies: [
    { name: 'ice', type: 'static', shape: { type: 'half-space' } },
    { name: 'boat', shape: box, mass: 2, sail: 2, position: [0, 0.5, 0] },
    { name: 'buoy', shape: box, mass: 1, position: [5, 0.5, 0] },
    { name: 'balloon', type: 'balloon', shape: { type: 'sphere', radius: 1 }, mass: 4, lift: 3, position: [0, 9, 0] },
  ],
});

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

const refusal = (change: object, given: readonly (typeof wind)[] = models) =>
  messageOf(() => new World({ ...scene(), ...change } as SceneDescription, { models: given }));

describe('a model that was handed in', () => {
  test('pushes, moves its own kind of body, and reports', () => {
    const world = new World(scene(), { models });
    stepTimes(world, 60);
    // v = F t / m with F = strength · sail and no friction: 1.5 m/s after a second. Position correction touches no
    // velocity.
    expect(world.body('boat').linearVelocity[0]).toBeCloseTo(1.5, 12);
    expect(world.body('buoy').linearVelocity[0]).toBe(0);
    expect(world.body('balloon').type).toBe('balloon');
    expect(world.body('balloon').position[1]).toBeCloseTo(9 + 3, 12);
    expect(world.body('boat').report()).toEqual({ sail: 2 });
    expect(world.report()).toEqual({
      wind: { strength: 1.5, blown: expect.closeTo(1, 12) },
      logbook: { keeper: 'Ada', steps: 60 },
    });
    expect(world.contacts().length).toBeGreaterThan(0);
    for (const contact of world.contacts()) expect(contact).not.toHaveProperty('gust');
    for (const contact of world.contacts(['gusts'])) expect(contact).toHaveProperty('gust', 1.5);
    expect(world.energy().kinetic).toBeCloseTo(0.5 * 2 * 1.5 * 1.5 + 0.5 * 4 * 9, 9);
    expect(world.part(wind).blown).toBeCloseTo(1, 12);
    expect(world.part(logbook).steps).toBe(60);
  });

  test('its parts go on with the same bits after a restore', () => {
    const world = new World(scene(), { models });
    stepTimes(world, 20);
    const copy = World.restore(world.snapshot(), { models });
    expect(Buffer.compare(copy.snapshot(), world.snapshot())).toBe(0);
    for (const one of [world, copy]) stepTimes(one, 20);
    expect(copy.hash()).toBe(world.hash());
    expect(copy.report()).toEqual(world.report());
    expect(copy.body('balloon').type).toBe('balloon');
    expect(Buffer.compare(copy.snapshot(), world.snapshot())).toBe(0);
    expect(messageOf(() => World.restore(world.snapshot()))).toBe(
      'contact.model is "wind"; it must be one of "six", "point"',
    );
  });

  test('companions work under every model, and a snapshot that has one says so', () => {
    const world = new World({ contact: { model: 'six' }, logbook: 'Bea' } as SceneDescription, { models });
    world.step();
    expect(world.report()).toEqual({ logbook: { keeper: 'Bea', steps: 1 } });
    expect(World.restore(world.snapshot(), { models }).report()).toEqual(world.report());
    expect(messageOf(() => World.restore(world.snapshot()))).toMatch(
      /^the snapshot has "logbook", which no model here/,
    );
    expect(messageOf(() => world.part(wind))).toBe('"wind" is no part of this world; its model is "six"');
  });

  test('its hash covers its own state', () => {
    const [a, b] = [0, 1].map(() => new World({ contact: { model: 'wind' } }, { models }));
    a!.step(0.01);
    b!.step(0.02);
    expect(a!.hash()).not.toBe(b!.hash());
  });
});

describe('words', () => {
  test.each([
    [
      { calm: undefined, contact: { model: 'six', strength: 1 } },
      'contact: field "strength" belongs to model "wind"; this scene\'s is "six"',
    ],
    [
      { contact: { model: 'wind', reduce: true } },
      'contact: field "reduce" belongs to model "point"; this scene\'s is "wind"',
    ],
    [
      { contact: { model: 'wind', restitution: 0 } },
      'contact: field "restitution" does not apply to model "wind"; leave it out',
    ],
    [{ contact: { model: 'wind', strenght: 1 } }, 'contact: unknown field "strenght"; did you mean "strength"?'],
    [
      { contact: { model: 'wind', strength: -1 } },
      'contact.strength is -1; it must be a number >= 0 and at most 1000000000000 (N)',
    ],
    [{ contact: { model: 'six' } }, 'scene: field "calm" belongs to model "wind"; this scene\'s is "six"'],
    [{ calm: ['raft'] }, 'calm: no body is named "raft"'],
    [{ logbook: 7 }, "logbook is 7; it must be the keeper's name"],
    [{ bodies: [{ shape: box, mass: 1, sail: 'x' }] }, /^bodies\[0\]: sail is "x"; it must be a number/],
    [{ bodies: [{ shape: box, mass: 1, restitution: 1 }] }, /field "restitution" does not apply to model "wind"/],
    [{ bodies: [{ shape: box, mass: 1, lift: 1 }] }, /field "lift" belongs to bodies of type "balloon"/],
    [
      { bodies: [{ type: 'balloon', shape: box, mass: 1, lift: 1, locked: ['x'] }] },
      /"locked" does not apply to a body of type "balloon"/,
    ],
    [{ bodies: [{ type: 'balloon', shape: box, mass: 1 }] }, /^bodies\[0\]: lift is missing/],
    [
      { bodies: [{ type: 'ballon', shape: box }] },
      /type is "ballon"; it must be one of "dynamic", "static", "kinematic", "balloon"/,
    ],
    [
      { contact: {}, calm: undefined, bodies: [{ type: 'balloon', shape: box, mass: 1 }] },
      /: type is "balloon", which belongs to model "wind"; this scene's is "six"$/,
    ],
    [
      { joints: [{ type: 'ball', a: 'boat', b: 'balloon' }] },
      'joints[0]: b is of type "balloon"; joints hold rigid bodies',
    ],
  ])('%j is refused', (change, expected) => {
    // Rows that bring bodies of their own have no buoy.
    const calm = 'bodies' in change ? { calm: [] } : {};
    const fields = Object.entries({ ...scene(), ...calm, ...change }).filter(([, value]) => value !== undefined);
    const message = messageOf(() => new World(Object.fromEntries(fields) as SceneDescription, { models }));
    if (typeof expected === 'string') expect(message).toBe(expected);
    else expect(message).toMatch(expected);
  });

  test('of a model that the world does not know are refused as ever', () => {
    expect(messageOf(() => new World({ contact: { strength: 1 } }))).toMatch(
      /^contact: unknown field "strength"; known/,
    );
  });

  test('of the model that is left are passed over', () => {
    const under = withModel(scene(), 'six', models);
    expect(under.contact).toEqual({ model: 'six', friction: 0 });
    expect(under).not.toHaveProperty('calm');
    expect(under.logbook).toBe('Ada');
    expect(under.bodies![1]).not.toHaveProperty('sail');
    // A body of the left model's own kind has no place in the other.
    expect(messageOf(() => new World(under, { models }))).toMatch(
      /"balloon": type is "balloon", which belongs to model/,
    );
    const rigid = { ...under, bodies: under.bodies!.slice(0, 3) };
    expect(() => stepTimes(new World(rigid, { models }), 3)).not.toThrow();
    // What the new model refuses goes too, and what both have under one name has another meaning.
    const six: SceneDescription = {
      contact: { model: 'six', spin: 'corners', restitution: 0.5 },
      bodies: [{ shape: box, mass: 1, restitution: 0.2 }],
    };
    expect(withModel(six, 'wind', models)).toEqual({ contact: { model: 'wind' }, bodies: [{ shape: box, mass: 1 }] });
    expect(withModel(six, 'six')).toEqual(six);
    // What is no scene is left for the World to refuse.
    for (const odd of [null, 3, [], { contact: 4 }])
      expect(withModel(odd as unknown as SceneDescription, 'point')).toEqual(odd);
  });
});

describe('a model that was not handed in', () => {
  test('is refused with what to import, if it is one of the package', () => {
    const further = { 'quasi-rigid': 'quasiRigid' };
    expect(messageOf(() => findModel([wind], 'quasi-rigid', 'contact.model', further))).toBe(
      'contact.model "quasi-rigid" needs: ' +
        "import { quasiRigid } from 'sixfold/quasi-rigid' and new World(scene, { models: [quasiRigid] })",
    );
    for (const [name, word] of Object.entries(FURTHER_MODELS))
      expect(messageOf(() => new World({ contact: { model: name } as ContactDescription }))).toContain(
        `import { ${word} } from 'sixfold/${name}' and new World(scene, { models: [${word}] })`,
      );
  });

  test('is refused with what there is otherwise', () => {
    expect(refusal({}, [])).toBe('contact.model is "wind"; it must be one of "six", "point"');
    expect(refusal({ contact: { model: 'magic' } })).toBe(
      'contact.model is "magic"; it must be one of "six", "point", "wind"',
    );
  });

  test('neither is what is no model', () => {
    const make = (given: unknown) => () => new World({}, { models: given as never });
    expect(messageOf(make(wind))).toMatch(/^models is \{.*; it must be a list of contact models$/);
    expect(messageOf(make([{ name: 'x' }]))).toMatch(/^models\[0\] is \{"name":"x"\}; it must be a contact model/);
    expect(messageOf(make([null]))).toMatch(/^models\[0\] is null; it must be a contact model/);
    expect(messageOf(make([{ ...wind, name: 'six' }]))).toMatch(/^models\[0\] is another model named "six"/);
    expect(make([wind, wind])).not.toThrow();
  });
});

test('the further models of the package are entries, and the command line and the studio hand in each', async () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const further = allModels.filter(({ replaces }) => !replaces);
  expect(further.map(({ name }) => name).sort()).toEqual(Object.keys(FURTHER_MODELS).sort());
  for (const [name, word] of Object.entries(FURTHER_MODELS)) {
    const { default: file } = exports[`./${name}`];
    const source = file.replace('./dist/', '').replace(/\.js$/, '.ts');
    expect(existsSync(join(root, source)), source).toBe(true);
    const entry = await import(join(root, source));
    expect(allModels).toContain(entry[word]);
  }
});
