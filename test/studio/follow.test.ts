// The camera's way of going along: by simulated time, whatever the number of pictures.

import { expect, test } from 'vitest';
import { BEHIND, crowdOf, isWatched, retreatFor, SLACK, shareOf, shiftFor } from '../../studio/view/follow.js';

test('the way that is left after a second is the same for 4 and for 240 pictures', () => {
  const left = (pictures: number) => {
    let away = 1;
    for (let k = 0; k < pictures; k++) away -= shiftFor(away, 0, 1 / pictures);
    return away;
  };
  // (e^(-h/T))^(1/h) = e^(-1/T) exactly, up to rounding.
  expect(left(4)).toBeCloseTo(left(240), 12);
  expect(left(4)).toBeLessThan(1e-3);
});

test.each([0.1, 2, 50])('of a body at %d m/s the picture stays behind by less than a quarter of its side', (speed) => {
  for (const rate of [4, 30, 240]) {
    let [body, eye] = [0, 0];
    for (let k = 0; k < 10 * rate; k++) {
      body += speed / rate;
      eye += shiftFor(body - eye, 1, 1 / rate, { speed });
    }
    // What is left over, e = (e + v h) q with q = exp(-h/T), has the fixed point v h q/(1 - q) <= v T.
    expect(body - eye).toBeLessThanOrEqual(SLACK + BEHIND + 1e-9);
  }
  expect(SLACK + BEHIND).toBeLessThan(0.5);
});

test('nothing moves without simulated time; going back and jumping is a cut', () => {
  expect(shareOf(0)).toBe(0);
  expect(shareOf(-0.1)).toBe(1);
  expect(shareOf(5)).toBe(1);
  expect(shiftFor(10, 1, 0)).toBe(0);
  expect(retreatFor(10, 1, 0)).toBe(1);
});

test('goes farther away for a crowd that spreads, and never nearer', () => {
  expect(retreatFor(0.1, 1, 0.5)).toBe(1);
  expect(retreatFor(1.44, 1, -1)).toBeCloseTo(2, 12);
});

test('a crowd is where most of it is', () => {
  const points = Array.from({ length: 9 }, (_, k) => [k - 4, 0, 0] as const);
  // Of nine one is left out, at one end or the other.
  expect(Math.abs(crowdOf(points, [0, 0, 0], 100)!.middle[0])).toBeLessThanOrEqual(0.5 + 1e-12);
  const lost = crowdOf([...points, [50, 0, 0]], [0, 0, 0], 100)!;
  expect(Math.abs(lost.middle[0])).toBeLessThan(2);
  expect(crowdOf([[50, 0, 0]], [0, 0, 0], 10)!.middle).toEqual([50, 0, 0]);
  expect(crowdOf([], [0, 0, 0], 10)).toBeNull();
});

test('names to watch, and their beginnings', () => {
  expect(isWatched('pin3', ['ball', 'pin*'])).toBe(true);
  expect(isWatched('ball2', ['ball'])).toBe(false);
  expect(isWatched('anything', undefined)).toBe(true);
});
