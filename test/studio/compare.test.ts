import { expect, it } from 'vitest';
import { fragmentOf, lanesOf } from '../../studio/address.js';
import { Choice } from '../../studio/choice.js';
import { Comparison } from '../../studio/compare/comparison.js';
import { differenceOf, restSince } from '../../studio/compare/difference.js';
import { SETTINGS, settingOf, sideTitles, withSetting } from '../../studio/compare/settings.js';
import { Statistics } from '../../studio/inspect/statistics.js';
import { MODELS } from '../../studio/models.js';
import type { BodyInfo, LaneSource } from '../../studio/sim/protocol.js';
import { Bench } from './support.js';

const named = (...names: string[]) => ({ bodies: names.map((name) => ({ name }) as BodyInfo) });
const turned = (angle: number) => [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];

it('measures the largest distance and angle between bodies of the same name', () => {
  const a = { poses: Float32Array.of(0, 0, 0, ...turned(0.1), 1, 2, 3, ...turned(3)) };
  // Listed in another order, with one that only B has; a rotation and its negative are the same.
  const negative = turned(0.1 + 1e-3).map((x) => -x);
  const b = { poses: Float32Array.of(1, 2, 3.5, ...turned(3), 0, 0.25, 0, ...negative, 9, 9, 9, 0, 0, 0, 1) };
  const difference = differenceOf([named('p', 'q'), named('q', 'p', 'r')], [a, b]);
  expect(difference).toMatchObject({ distance: 0.5, farthest: 'q', mostTurned: 'p', count: 2 });
  // Single floats hold about seven digits.
  expect(difference.angle).toBeCloseTo(1e-3, 6);
  expect(differenceOf([named('p', 'q'), named('p', 'q')], [a, a]).distance).toBe(0);
});

it('knows since when all is at rest', () => {
  const times = [0, 1, 2, 3, 4];
  expect(restSince(times, [5, 2, 1e-12, 0, 0], 4)).toBe(2);
  expect(restSince(times, [5, 2, 1e-12, 0, 0], 1)).toBeNull();
  expect(restSince(times, [5, 0, 1, 0, 0], 4)).toBe(3);
  expect(restSince(times, [0, 0, 0, 0, 0], 4)).toBe(0);
  expect(restSince([], [], -1)).toBeNull();
});

it('lays settings over the second side, and takes them away again', () => {
  const [method] = SETTINGS;
  const friction = SETTINGS.find(({ id }) => id === 'friction')!;
  const timeStep = SETTINGS.find(({ id }) => id === 'timeStep')!;
  let overrides = withSetting({ contact: { model: 'point' } }, friction, 0.3);
  overrides = withSetting(withSetting(overrides, timeStep, 0.01), method!, 'nncg');
  expect(overrides).toEqual({ contact: { model: 'point', friction: 0.3 }, solver: { method: 'nncg' }, timeStep: 0.01 });
  expect(settingOf(overrides, friction)).toBe(0.3);
  overrides = withSetting(withSetting(overrides, method!, undefined), timeStep, undefined);
  expect(overrides).toEqual({ contact: { model: 'point', friction: 0.3 } });
  expect(withSetting({ contact: { friction: 0.3 } }, friction, undefined)).toEqual({});
});

it('names the sides by what is not the same', () => {
  const side = (overrides: LaneSource['overrides'], model = 'six', timeStep = 1 / 60) => ({
    source: { scene: 'x', ...(overrides && { overrides }) },
    model,
    timeStep,
    title: 'X',
  });
  expect(sideTitles(side(undefined), side({ contact: { model: 'point' } }, 'point'))).toEqual(['six', 'point']);
  const paper = side({ contact: { model: 'six', preset: 'paper' } }, 'six', 1 / 240);
  expect(sideTitles(side(undefined), paper)).toEqual([
    'six · steps of 1/60 s',
    'six, as in the paper · steps of 1/240 s',
  ]);
  expect(sideTitles(side(undefined), side({ contact: { friction: 0.3 } }))).toEqual([
    'six · own friction',
    'six · friction 0.3',
  ]);
});

it('starts with the other model, is carried by the address, swaps and ends', async () => {
  const { client } = new Bench();
  const choice = new Choice(client);
  const comparison = new Comparison(choice, client);
  await choice.showScene('spinning-plate');
  await new Promise((resolve) => setTimeout(resolve));
  expect(comparison.isOn).toBe(false);
  await comparison.toggle();
  expect(await fragmentOf(choice.lanes)).toBe('#scene=spinning-plate&compare=point');
  expect(await lanesOf('#scene=spinning-plate&compare=point')).toEqual(choice.lanes);
  await comparison.set({ contact: { model: 'six', preset: 'paper' } });
  expect(await lanesOf(await fragmentOf(choice.lanes))).toEqual(choice.lanes);
  await comparison.end();
  await choice.setOverrides({ timeStep: 0.01 });
  await comparison.start(MODELS.find(({ id }) => id === 'six-paper'));
  expect(comparison.overrides).toEqual({ contact: { model: 'six', preset: 'paper' }, timeStep: 0.01 });
  await comparison.swap();
  expect(choice.overrides).toEqual({ contact: { model: 'six', preset: 'paper' }, timeStep: 0.01 });
  await comparison.toggle();
  expect(choice.lanes).toHaveLength(1);
  expect(await fragmentOf(choice.lanes)).toBe(
    '#scene=spinning-plate&contact.model=six&contact.preset=paper&timeStep=0.01',
  );
});

it('shows on the link that people get what areas do: the plate stops after 0.888 s, on points after 0.48 s', async () => {
  const { client } = new Bench();
  const statistics = new Statistics(client);
  await client.load((await lanesOf('#scene=spinning-plate&compare=point'))!);
  for (let k = 0; k < 60; k++) await client.stepOnce();
  await new Promise((resolve) => setTimeout(resolve));
  const [six, point] = statistics.lanes.map(
    ({ columns, length }) => restSince(columns.time, columns.kinetic, length - 1)!,
  );
  // Friction is limited within a step, so it stops in the step that the closed form ends in, or the one after it.
  const h = client.scenes[0]!.timeStep;
  expect(six! - 0.888).toBeGreaterThan(-h);
  expect(six! - 0.888).toBeLessThan(2 * h);
  expect(point! - 0.48).toBeGreaterThan(-h);
  expect(point! - 0.48).toBeLessThan(2 * h);
  // ω²/2α of each: 4.44 rad less 2.40 rad.
  const [a, b] = client.scenes;
  const [p, q] = client.frame!.lanes;
  expect(differenceOf([a!, b!], [p!, q!]).angle).toBeCloseTo(4.44 - 2.4, 1);
});
