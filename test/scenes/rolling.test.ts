import { expect, test } from 'vitest';
import { energyOf, fastest, make, runTo, upOf } from './support.js';

test('the ball on the plank rolls: its speed is that of its surface', () => {
  const world = runTo(make('rolling-sphere'), 1);
  const ball = world.body('ball');
  const speed = Math.hypot(...ball.linearVelocity);
  expect(speed).toBeGreaterThan(1.5);
  // It touches a depth below its radius, so by a share of that more turns than a circle of its radius.
  expect(Math.abs(ball.angularVelocity[2])).toBeCloseTo(speed / 0.1, 1);
});

test('a deeper contact rolls more slowly', () => {
  const speed = (depth: number) =>
    Math.hypot(...runTo(make('rolling-sphere', { depth }), 1).body('ball').linearVelocity);
  expect(speed(1e-3)).toBeLessThan(speed(1e-4));
  expect(speed(1e-4)).toBeLessThan(speed(1e-5));
});

test('without friction the ball slides and never turns', () => {
  const world = runTo(make('sliding-sphere'), 1);
  const ball = world.body('ball');
  expect(Math.hypot(...ball.angularVelocity)).toBeLessThan(1e-10);
  // g sin 15° t, as long as the integrator is exact for constant acceleration; one step of doubt at the start.
  expect(Math.hypot(...ball.linearVelocity) / (9.81 * Math.sin(Math.PI / 12))).toBeCloseTo(1, 2);
});

test('the spinning ball stays where it is while it slows down', () => {
  const world = runTo(make('spinning-sphere'), 1);
  const ball = world.body('ball');
  expect(ball.angularVelocity[1]).toBeLessThan(19);
  expect(ball.angularVelocity[1]).toBeGreaterThan(0);
  expect(Math.hypot(ball.position[0], ball.position[2])).toBeLessThan(1e-6);
});

test('the cylinder tips over its rim, lies and rolls away', () => {
  const world = runTo(make('tumbling-cylinder', {}, { solver: { iterations: 10 } }), 3.5);
  const cylinder = world.body('cylinder');
  expect(Math.abs(upOf(cylinder)[1])).toBeLessThan(1e-3);
  expect(cylinder.position[1]).toBeCloseTo(0.25, 3);
  const speed = Math.hypot(...cylinder.linearVelocity);
  expect(speed).toBeGreaterThan(0.1);
  // By now it no longer turns about the vertical, and rolls.
  expect(Math.hypot(...cylinder.angularVelocity)).toBeCloseTo(speed / 0.25, 1);
});

test('a weak knock only rocks the cylinder', () => {
  const world = runTo(make('tumbling-cylinder', { knock: 0.8 }), 3);
  expect(upOf(world.body('cylinder'))[1]).toBeGreaterThan(0.9999);
});

test('the coin curls in, loses energy all the time and lies down', () => {
  const world = make('rolling-coin');
  // What rises in a single step is the integrator's; over half a second nothing may.
  const energies = [energyOf(world)];
  runTo(world, 6, () => energies.push(energyOf(world)));
  // What correction has added in all may not grow: found are 3.3 % of the first energy, while the edge rolls.
  expect(Math.abs(world.energy().correctionWork)).toBeLessThan(0.034 * energies[0]!);
  const half = Math.round(0.5 / world.timeStep);
  for (let k = half; k < energies.length; k++) expect(energies[k]! - energies[k - half]!).toBeLessThan(1e-9);
  const coin = world.body('coin');
  expect(Math.abs(upOf(coin)[1])).toBeGreaterThan(0.99999);
  expect(fastest(world)).toBeLessThan(1e-6);
  // A spiral, not a straight line: at 1.5 m/s it would be far away by now.
  expect(Math.hypot(coin.position[0], coin.position[2])).toBeLessThan(4);
});

test('the box on the incline stays below atan μ and slides above', () => {
  const at = (tilt: number) => {
    const world = make('box-on-incline', { tilt });
    runTo(world, 0.1);
    const [x] = world.body('box').position;
    return runTo(world, 2).body('box').position[0] - x;
  };
  expect(Math.abs(at(26.5))).toBeLessThan(1e-5);
  expect(at(27)).toBeGreaterThan(0.05);
});

test('the bowling ball ends rolling and knocks pins over', () => {
  const world = make('bowling');
  // It grips after 2v/(7μg) = 1.36 s, or a little later, and meets the first pin soon after.
  runTo(world, 1.43);
  const ball = world.body('ball');
  // 5/7 of 7 m/s, less what its patch resists on the way.
  expect(ball.linearVelocity[0]).toBeLessThan(5);
  expect(ball.linearVelocity[0]).toBeGreaterThan(4.8);
  expect(-ball.angularVelocity[2] * 0.108).toBeCloseTo(ball.linearVelocity[0], 1);
  runTo(world, 1.75);
  expect(upOf(world.body('pin1'))[1]).toBeLessThan(0.9);
});
