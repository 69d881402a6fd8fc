import { expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { fragmentOf, lanesOf } from '../../studio/address.js';
import type { LaneSource } from '../../studio/sim/protocol.js';
import { expectOneLine } from './files-support.js';

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
  [[{ random: '7' }], '#random=7'],
  [
    [{ random: 'heap:12' }, { random: 'heap:12', overrides: { contact: { model: 'point' } } }],
    '#random=heap:12&compare=point',
  ],
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
  const description = scenes.find(({ name }) => name === 'pyramid')!.make();
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
  '#scene=a&random=7',
  '#scene=a&b.p.x=1',
  '#compare=point',
])('%s gives one readable line', async (fragment) => {
  await expectOneLine(lanesOf(fragment), /^the link /);
});
