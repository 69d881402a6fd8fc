import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { type SceneDescription, World } from '../../src/index.js';
import { bumpyCube } from '../../src/shapes/procedural.js';
import { toJson, toText } from '../../studio/files/json.js';
import { decodeScene, encodeScene, LONGEST_LINK } from '../../studio/files/share.js';
import { expectOneLine, hashAfter } from './files-support.js';

const make = (name: string, parameters = {}): SceneDescription =>
  scenes.find((scene) => scene.name === name)!.make(parameters);

const reload = async (scene: SceneDescription): Promise<SceneDescription> => decodeScene(await encodeScene(scene));

test.each([
  ['spinning-plate', {}],
  ['card-house', {}],
  ['newtons-cradle', {}],
  ['double-pendulum', {}],
  ['rattleback', {}],
  ['bumpy-cube', { detail: 16 }],
])('a link of %s %j runs with the same bits for 200 steps', async (name, parameters) => {
  const description = make(name, parameters);
  const read = await reload(description);
  expect(read).toEqual(description);
  expect(hashAfter(read, 200)).toBe(hashAfter(description, 200));
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
  const read = await reload(description);
  expect(hashAfter(read, 200)).toBe(hashAfter(description, 200));
});

test('the sign of zero, subnormal numbers and names that objects treat apart survive', async () => {
  const description = JSON.parse(`{
    "name": "π \\u2028 & = # % + 🪙",
    "gravity": [-0, -9.81, 0],
    "shapes": { "__proto__": { "type": "mesh", "positions": [-0, 5e-324, 0.1, 1, 2, 3], "indices": [[0, 1, 1], [1, 0, 0]] } },
    "bodies": [{ "shape": "__proto__", "userData": { "positions": { "f64": "AAAA" }, "x": [1e21, -1e-7, 1.7976931348623157e308] } }]
  }`);
  const read = await reload(description);
  const fields = read as unknown as typeof description;
  expect(Object.keys(fields.shapes)).toEqual(['__proto__']);
  const { positions, indices } = Object.values<{ positions: Float64Array; indices: Int32Array }>(fields.shapes)[0]!;
  expect(Object.is(positions[0], -0)).toBe(true);
  expect([...positions.slice(1)]).toEqual([5e-324, 0.1, 1, 2, 3]);
  expect(positions).toBeInstanceOf(Float64Array);
  expect([...indices]).toEqual([0, 1, 1, 1, 0, 0]);
  expect(Object.is(fields.gravity[0], -0)).toBe(true);
  expect(fields.bodies).toEqual(description.bodies);
  expect(fields.name).toBe(description.name);
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
  const singles = await encodeScene(mesh(1));
  const doubles = await encodeScene(mesh(1.1));
  expect(singles.length).toBeLessThan(0.8 * doubles.length);
  expect(await decodeScene(singles)).toEqual(mesh(1));
});

test('a link that was cut off or changed on its way is refused', async () => {
  const text = await encodeScene(make('pyramid'));
  for (let n = 4; n < text.length; n += 37) await expectOneLine(decodeScene(text.slice(0, n)), /cut off or changed/);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 5, max: text.length - 2 }), async (at) => {
      const other = text[at] === 'A' ? 'B' : 'A';
      await expectOneLine(decodeScene(text.slice(0, at) + other + text.slice(at + 1)), /cut off or changed/);
    }),
    { numRuns: 50 },
  );
});

test('a link that would inflate without end is refused', async () => {
  const zeros = new Blob(Array.from({ length: 120 }, () => new Uint8Array(1e6).fill(32)));
  const bytes = await new Response(zeros.stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer();
  const text = Buffer.from(bytes).toString('base64url');
  expect(text.length).toBeLessThan(LONGEST_LINK);
  await expectOneLine(decodeScene(text), /longer than 100.0 MB/);
});

test('a scene that is too long for a link is refused with a remedy', async () => {
  const positions = Float64Array.from({ length: 300_000 }, (_, i) => Math.sin(i * i));
  const description: SceneDescription = { bodies: [{ shape: { type: 'mesh', positions, indices: [0, 1, 2] } }] };
  await expectOneLine(encodeScene(description), /needs a link of [\d.]+ MB.*save it as a file/);
});
