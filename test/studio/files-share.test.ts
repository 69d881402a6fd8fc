import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { type SceneDescription, World } from '../../src/index.js';
import { bumpyCube } from '../../src/shapes/procedural.js';
import { toJson, toText } from '../../studio/files/json.js';
import { fragmentOf, LONGEST_LINK, lanesOf } from '../../studio/files/share.js';
import type { LaneSource } from '../../studio/sim/protocol.js';
import { expectOneLine, hashAfter } from './files-support.js';

const make = (name: string, parameters = {}): SceneDescription =>
  scenes.find((scene) => scene.name === name)!.make(parameters);

const reload = async (lanes: LaneSource[]): Promise<LaneSource[]> => (await lanesOf(await fragmentOf(lanes)))!;

test.each([
  ['spinning-plate', {}],
  ['card-house', {}],
  ['newtons-cradle', {}],
  ['double-pendulum', {}],
  ['rattleback', {}],
  ['bumpy-cube', { detail: 16 }],
])('a link of %s %j runs with the same bits for 200 steps', async (name, parameters) => {
  const description = make(name, parameters);
  const [lane] = await reload([{ description }]);
  expect(lane!.overrides).toBeUndefined();
  expect(lane!.description).toEqual(description);
  expect(hashAfter(lane!.description!, 200)).toBe(hashAfter(description, 200));
});

test('every scene comes back as it was, meshes and all', async () => {
  for (const scene of scenes) {
    const description = scene.make(scene.name === 'bumpy-cube' ? { detail: 64 } : {});
    expect(await reload([{ description }])).toEqual([{ description }]);
  }
});

test('a scene of which the World has said where everything is keeps its bits too', async () => {
  const world = new World(make('tower'));
  for (let i = 0; i < 50; i++) world.step();
  const description: SceneDescription = {
    ...make('tower'),
    bodies: [...world.bodies()].map((body, i) => ({
      ...make('tower').bodies![i]!,
      position: body.position,
      rotation: body.rotation,
      ...(body.type === 'dynamic'
        ? { linearVelocity: body.linearVelocity, angularVelocity: body.angularVelocity }
        : {}),
    })),
  };
  const [lane] = await reload([{ description }]);
  expect(hashAfter(lane!.description!, 200)).toBe(hashAfter(description, 200));
});

test('the sign of zero, subnormal numbers and names that objects treat apart survive', async () => {
  const description = JSON.parse(`{
    "name": "π \\u2028 & = # % + 🪙",
    "gravity": [-0, -9.81, 0],
    "shapes": { "__proto__": { "type": "mesh", "positions": [-0, 5e-324, 0.1, 1, 2, 3], "indices": [[0, 1, 1], [1, 0, 0]] } },
    "bodies": [{ "shape": "__proto__", "userData": { "positions": { "f64": "AAAA" }, "x": [1e21, -1e-7, 1.7976931348623157e308] } }]
  }`);
  const [lane] = await reload([{ description }]);
  const read = lane!.description as unknown as typeof description;
  expect(Object.keys(read.shapes)).toEqual(['__proto__']);
  const { positions, indices } = Object.values<{ positions: Float64Array; indices: Int32Array }>(read.shapes)[0]!;
  expect(Object.is(positions[0], -0)).toBe(true);
  expect([...positions.slice(1)]).toEqual([5e-324, 0.1, 1, 2, 3]);
  expect(positions).toBeInstanceOf(Float64Array);
  expect([...indices]).toEqual([0, 1, 1, 1, 0, 0]);
  expect(Object.is(read.gravity[0], -0)).toBe(true);
  expect(read.bodies).toEqual(description.bodies);
  expect(read.name).toBe(description.name);
});

test('any number comes back with the same bits, in links and in files', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 0, max: 40 }), (x, n) => {
      const list = [x, ...Array.from({ length: n }, (_, i) => x * i)].filter(Number.isFinite);
      for (const text of [toJson({ list }), toText({ list: Float64Array.from(list) })]) {
        const read = JSON.parse(text).list;
        expect(read.every((y: number, i: number) => Object.is(y, list[i])) && read.length === list.length).toBe(true);
      }
    }),
  );
});

test('singles take less room than doubles', async () => {
  const mesh = (scale: number) => {
    const { positions, indices } = bumpyCube(16);
    return {
      bodies: [{ shape: { type: 'mesh' as const, positions: positions.map((x) => Math.fround(x) * scale), indices } }],
    };
  };
  const singles = await fragmentOf([{ description: mesh(1) }]);
  const doubles = await fragmentOf([{ description: mesh(1.1) }]);
  expect(singles.length).toBeLessThan(0.8 * doubles.length);
  expect((await lanesOf(singles))![0]!.description).toEqual(mesh(1));
});

test.each<[LaneSource[], string]>([
  [[{ scene: 'coin', parameters: { friction: 0.3, tilt: -2.5e-7 } }], '#scene=coin&p.friction=0.3&p.tilt=-2.5e-7'],
  [
    [
      { scene: 'spinning-plate', parameters: { friction: 0.3 } },
      { scene: 'spinning-plate', parameters: { friction: 0.3 }, overrides: { contact: { model: 'point' } } },
    ],
    '#scene=spinning-plate&p.friction=0.3&compare=point',
  ],
  [
    [
      { scene: 'a', overrides: { contact: { model: 'six' }, gravity: [0, -1.62, -0] } },
      { scene: 'a', overrides: { solver: { warmStart: false, method: 'nncg' }, timeStep: 0.01, substeps: 2 } },
    ],
    '#scene=a&contact.model=six&gravity=0,-1.62,-0&compare=&b.solver.warmStart=false&b.solver.method=nncg&b.timeStep=0.01&b.substeps=2',
  ],
  [[{ scene: 'a' }, { scene: 'a' }], '#scene=a&compare='],
  [
    [
      { scene: 'a', parameters: { x: 1 } },
      { scene: 'a', parameters: { x: 2 } },
    ],
    '#scene=a&p.x=1&b.scene=a&b.p.x=2',
  ],
])('%j is %s', async (lanes, fragment) => {
  expect(await fragmentOf(lanes)).toBe(fragment);
  expect(await lanesOf(fragment)).toEqual(lanes);
});

test('two lanes of one whole scene carry it once', async () => {
  const description = make('pyramid');
  const one = await fragmentOf([{ description }]);
  const two = await fragmentOf([{ description }, { description, overrides: { contact: { model: 'point' } } }]);
  expect(two).toBe(`${one}&compare=point`);
  expect(await lanesOf(two)).toEqual([{ description }, { description, overrides: { contact: { model: 'point' } } }]);
});

test('an empty fragment asks for nothing', async () => {
  expect(await lanesOf('')).toBeNull();
  expect(await lanesOf('#')).toBeNull();
});

test.each([
  '#nonsense',
  '#scene',
  '#colour=red',
  '#p.friction=1',
  '#scene=a&p.friction=much',
  '#scene=a&timeStep=',
  '#scene=%E0%A4%A',
  '#s=!!!!',
  '#s=',
  '#s=AAAA',
  '#scene=a&s=AAAA',
  '#scene=a&b.p.x=1',
  '#compare=point',
])('%s gives one readable line', async (fragment) => {
  await expectOneLine(lanesOf(fragment), /^the link /);
});

test('a link that was cut off or changed on its way is refused', async () => {
  const fragment = await fragmentOf([{ description: make('pyramid') }]);
  for (let n = 4; n < fragment.length; n += 37)
    await expectOneLine(lanesOf(fragment.slice(0, n)), /cut off or changed/);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 5, max: fragment.length - 2 }), async (at) => {
      const other = fragment[at] === 'A' ? 'B' : 'A';
      await expectOneLine(lanesOf(fragment.slice(0, at) + other + fragment.slice(at + 1)), /cut off or changed/);
    }),
    { numRuns: 50 },
  );
});

test('a link that would inflate without end is refused', async () => {
  const zeros = new Blob(Array.from({ length: 120 }, () => new Uint8Array(1e6).fill(32)));
  const bytes = await new Response(zeros.stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer();
  const fragment = `#s=${Buffer.from(bytes).toString('base64url')}`;
  expect(fragment.length).toBeLessThan(LONGEST_LINK);
  await expectOneLine(lanesOf(fragment), /longer than 100 MB/);
});

test('a scene that is too long for a link is refused with a remedy', async () => {
  const positions = Float64Array.from({ length: 300_000 }, (_, i) => Math.sin(i * i));
  const description: SceneDescription = { bodies: [{ shape: { type: 'mesh', positions, indices: [0, 1, 2] } }] };
  await expectOneLine(fragmentOf([{ description }]), /needs a link of [\d.]+ MB.*save it as a file/);
});
