import { expect, test } from 'vitest';
import type { SolverDescription, World } from '../../src/index.js';
import { distance, energyOf, make, runTo, upOf } from './support.js';

test('the fingers close on the ruler and hold it, nearly level', () => {
  const world = make('pinch-grasp', {}, { solver: { method: 'auto' } });
  // While the fingers build up their pressure it may sag a little; from then on nothing moves.
  runTo(world, 0.3);
  const ruler = world.body('ruler');
  expect(upOf(ruler)[1]).toBeGreaterThan(Math.cos((5 * Math.PI) / 180));
  const held = ruler.position;
  runTo(world, 1);
  expect(distance(ruler.position, held)).toBeLessThan(1e-5);
});

test('a weak grip lets the ruler swing down or fall', () => {
  const world = runTo(make('pinch-grasp', { grip: 0.02, offset: 0.1 }), 0.4);
  expect(upOf(world.body('ruler'))[1]).toBeLessThan(0.9);
});

test('gears turn in the ratio of their teeth', () => {
  const world = runTo(make('gear-pair'), 1.5);
  const turned = { small: 0, large: 0 };
  runTo(world, 3.5, () => {
    turned.small += world.body('small').angularVelocity[2] * world.timeStep;
    turned.large += world.body('large').angularVelocity[2] * world.timeStep;
  });
  expect(turned.small).toBeGreaterThan(3.5);
  // Play is 2 mm in 1 m of pitch radius, out of two and a half radians.
  expect(turned.large / turned.small).toBeCloseTo(-12 / 20, 2);
});

test('one ball arrives, one ball leaves', () => {
  const world = make('newtons-cradle');
  // A quarter of a swing of 1 m takes about 0.5 s, a little more at 40 degrees, and as long again up on the other side.
  runTo(world, 1.04);
  const speed = (i: number) => Math.hypot(...world.body(`ball${i}`).linearVelocity);
  const height = (i: number) => world.body(`ball${i}`).position[1] - 0.5;
  const top = 1 - Math.cos((40 * Math.PI) / 180);
  expect(height(4)).toBeGreaterThan(0.9 * top);
  for (let i = 0; i < 4; i++) {
    expect(height(i), `ball ${i}`).toBeLessThan(0.03 * top);
    expect(speed(i), `ball ${i}`).toBeLessThan(0.3);
  }
});

test('the chain swings without stretching, and keeps its energy until it whips', () => {
  const world = make('chain', { links: 8 });
  const first = energyOf(world);
  runTo(world, 1.5, () => {
    // 8 links of 0.2 m and the ball's radius.
    expect(distance(world.body('ball').position, [0, 4, 0])).toBeLessThan(1.001 * (8 * 0.2 + 0.2));
    // 1 kg may fall by 1.8 m; found are 0.6 % of that, first order in the step.
    expect(Math.abs(energyOf(world) - first)).toBeLessThan(0.01 * 9.81 * 1.8);
  });
});

test('the double pendulum keeps its energy', () => {
  const world = make('double-pendulum');
  const first = energyOf(world);
  // Its energy above the lowest state, twice 1.7 kg falling by up to 2.4 m, is the scale.
  const scale = first - 2 * 9.81 * 0.06 * 0.06 * 0.6 * 800 * (2 - 0.6);
  runTo(world, 3, () => expect(Math.abs(energyOf(world) - first)).toBeLessThan(0.01 * scale));
});

test('the wall stands until the ball arrives, and gives way', () => {
  const bricksOf = (world: World) => [...world.bodies()].filter(({ name }) => name.startsWith('brick'));
  const moveAt = (seconds: number, solver: SolverDescription) => {
    const world = make('wrecking-ball', { rows: 4 }, { solver });
    const start = bricksOf(world).map(({ position }) => position);
    runTo(world, seconds);
    return bricksOf(world).reduce((most, { position }, k) => Math.max(most, distance(position, start[k]!)), 0);
  };
  expect(moveAt(0.3, { method: 'newton' })).toBeLessThan(1e-3);
  expect(moveAt(1.3, { method: 'gauss-seidel', iterations: 20 })).toBeGreaterThan(0.3);
});
