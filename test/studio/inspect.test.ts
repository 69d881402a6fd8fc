import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.js';
import { CHARTS, plotted } from '../../studio/inspect/chart-specs.js';
import { bodyRows, bodyState, contactRows, normalForce, shapeText } from '../../studio/inspect/figures.js';
import { digits, powerOfTen, quantity, said, short, vectorQuantity } from '../../studio/inspect/format.js';
import { StepSeries, smooth } from '../../studio/inspect/series.js';
import { Statistics } from '../../studio/inspect/statistics.js';
import { Bench } from './support.js';

describe('numbers by step', () => {
  it('are sorted whatever the order, and replaced where the step is known', () => {
    const series = new StepSeries(['x']);
    for (const step of [3, 1, 7, 5]) series.put(step, { x: 10 * step });
    series.put(5, { x: 55 });
    expect(series.steps).toEqual([1, 3, 5, 7]);
    expect(series.columns.x).toEqual([10, 30, 55, 70]);
    expect([0, 1, 2, 6, 7, 99].map((step) => series.indexAt(step))).toEqual([-1, 0, 0, 2, 3, 3]);
  });

  it('are forgotten before the history and after another future began', () => {
    const series = new StepSeries(['x']);
    for (let step = 0; step < 10; step++) series.put(step, { x: step });
    series.keep(3, 6);
    expect(series.steps).toEqual([3, 4, 5, 6]);
    expect(series.columns.x).toEqual([3, 4, 5, 6]);
    series.keep(20, 30);
    expect(series.length).toBe(0);
  });
});

it('writes numbers with four digits in the unit that suits them', () => {
  const text = (value: number, unit: string) => said(quantity(value, unit)).replace('\u202f', ' ');
  expect(text(9.81, 'N')).toBe('9.810 N');
  expect(text(-0.00123, 'N')).toBe('−1.230 mN');
  expect(text(12345, 'J')).toBe('12.35 kJ');
  expect(text(2.5e-5, 'm²')).toBe('25.00 mm²');
  expect([text(0.7, 'm²'), text(0.07, 'm²'), text(0.07, 'm³')]).toEqual(['0.700 m²', '700.0 cm²', '70.00 dm³']);
  expect(text(1e-6, 'm³')).toBe('1.000 cm³');
  expect(text(0.09999999, 'ms')).toBe('100.0 µs');
  expect(text(1e-12, 'N')).toBe('0.000 N');
  expect(text(0, 'm')).toBe('0.000 m');
  expect(vectorQuantity([0, -0.5, 1e-9], 'N·m')).toEqual({ texts: ['0.000', '−500.0', '0.000'], unit: 'mN·m' });
  expect([digits(-1e-9), digits(999.96), digits(Number.NaN)]).toEqual(['0.000', '1000', '–']);
  expect([short(0), short(1.5e-7), short(-0.25), powerOfTen(-12)]).toEqual(['0', '1.5·10⁻⁷', '−0.25', '10⁻¹²']);
});

it('says of a body what the engine has', async () => {
  const { client } = new Bench();
  client.want({ velocities: true, contacts: true });
  // A long box that tumbles: all of its inertia takes part.
  const description = {
    bodies: [
      {
        name: 'stick',
        shape: { type: 'box', size: [0.1, 1, 0.3] },
        mass: 2,
        rotation: [0.18, 0.36, 0.54, 0.74] as [number, number, number, number],
        linearVelocity: [1, 2, 3],
        angularVelocity: [3, -2, 5],
      },
    ],
  } as const;
  const world = new World(description);
  await client.load([{ description }]);
  for (let k = 0; k < 7; k++) world.step();
  await client.stepOnce(7);
  await new Promise((resolve) => setTimeout(resolve));
  const [info] = client.scenes[0]!.bodies;
  const state = bodyState(client.frame!.lanes[0]!, 0, info!)!;
  const [body] = [...world.bodies()];
  // Poses and velocities travel as 32-bit floats.
  for (const [k, x] of body!.position.entries()) expect(state.position[k]).toBeCloseTo(x, 6);
  for (const [k, x] of body!.angularVelocity.entries()) expect(state.angularVelocity[k]).toBeCloseTo(x, 5);
  expect(state.kineticEnergy / world.energy().kinetic).toBeCloseTo(1, 5);
  const rows = bodyRows(info!, state);
  expect(rows.find(({ id }) => id === 'mass')).toMatchObject({ texts: ['2.000'], unit: 'kg' });
  expect(rows.find(({ id }) => id === 'asleep')?.texts).toEqual(['no']);
  expect(shapeText(client.scenes[0]!.shapes[0]!)).toBe('box 0.1 × 1 × 0.3\u202fm');
});

it('says of a contact what the engine has', async () => {
  const { client } = new Bench();
  client.want({ contacts: true });
  await client.load([{ scene: 'spinning-plate' }]);
  await client.stepOnce(20);
  await new Promise((resolve) => setTimeout(resolve));
  const [contact] = client.frame!.lanes[0]!.details!.contacts!;
  expect(normalForce(contact!)).toBeCloseTo(9.81, 6);
  const rows = new Map(contactRows(contact!).map((row) => [row.id, row]));
  expect(rows.get('normal')).toMatchObject({ texts: ['9.810'], unit: 'N' });
  expect(rows.get('slip')?.share).toBeCloseTo(0, 9);
  expect(rows.get('area')).toMatchObject({ texts: ['1.000'], unit: 'm²' });
});

describe('charts', () => {
  it('keep their points when one goes back, and lose them where another future begins', async () => {
    const bench = new Bench();
    const { client } = bench;
    const statistics = new Statistics(client);
    await client.load([{ scene: 'falling-box' }]);
    for (let k = 0; k < 12; k++) await client.stepOnce();
    await new Promise((resolve) => setTimeout(resolve));
    const [lane] = statistics.lanes;
    expect(lane!.steps).toEqual(Array.from({ length: 13 }, (_, k) => k));
    expect(lane!.columns.iterations[0]).toBeNaN();
    const before = [...lane!.columns.kinetic];
    const back = client.seek(4);
    await bench.run(50);
    await back;
    expect(lane!.columns.kinetic).toEqual(before);
    expect(statistics.at(4)?.kinetic).toBe(before[4]);
    const { bodies } = client.scenes[0]!;
    const id = bodies.find(({ type }) => type === 'dynamic')!.id;
    await client.command({ type: 'set', body: id, values: { linearVelocity: [1, 0, 0] } });
    await client.stepOnce();
    await new Promise((resolve) => setTimeout(resolve));
    expect(lane!.steps).toEqual([0, 1, 2, 3, 4, 5]);
    await client.load([{ scene: 'falling-box' }]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(lane!.steps).toEqual([0]);
  });

  it('stack, take logarithms and means', () => {
    const columns = { overlap: [1, 2], assembly: [10, 20], residual: [0.01, 0] };
    const lines = CHARTS.find(({ id }) => id === 'stages')!.lines.slice(0, 2);
    expect(plotted({ kind: 'stack', lines }, columns as never)).toEqual([
      [1, 2],
      [11, 22],
    ]);
    expect(plotted({ ...CHARTS.find(({ id }) => id === 'residual')! }, columns as never)).toEqual([[-2, null]]);
    expect([0, 1, 2, 3].map((k) => smooth([Number.NaN, 1, 2, 6], k, 2))).toEqual([Number.NaN, 1, 1.5, 4]);
  });
});
