// The drawing of tractions: a raster that knows Hertz's pressure, contours where they belong, and parts that can be
// switched.

import { expect, test } from 'vitest';
import { TractionRaster, TractionView } from '../../three/index.js';

/** Hertz's pressure on a lattice of `n` nodes across, radius 1 cm, in the plane y = 2. */
function hertz(n: number) {
  const out = { positions: [], normals: [], areas: [], pressures: [], friction: [] } as Record<
    'positions' | 'normals' | 'areas' | 'pressures' | 'friction',
    number[]
  >;
  const a = 0.01;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const [x, z] = [a * ((2 * i + 1) / n - 1), a * ((2 * j + 1) / n - 1)];
      const rr = (x * x + z * z) / (a * a);
      if (rr >= 1) continue;
      out.positions.push(x, 2, z);
      out.normals.push(0, 1, 0);
      out.areas.push(((2 * a) / n) ** 2);
      out.pressures.push(1e5 * Math.sqrt(1 - rr));
      out.friction.push(1e4, 0, 0);
    }
  return out;
}

test('the raster has the pressure of the nodes, and its contours are circles of the right radius', () => {
  const raster = new TractionRaster(hertz(15));
  expect(Math.max(...raster.pressures)).toBeGreaterThan(0.97e5);
  expect(Math.max(...raster.pressures)).toBeLessThan(1.01e5);
  let pieces = 0;
  raster.contour(0.6e5, (c0, r0) => {
    const [x, y, z] = raster.point(c0, r0);
    expect(y).toBeCloseTo(2, 9);
    // p = 0.6 p₀ at r = 0.8 a, to a third of a node.
    expect(Math.abs(Math.hypot(x, z) - 0.008)).toBeLessThan(0.0005);
    pieces++;
  });
  expect(pieces).toBeGreaterThan(20);
  expect(raster.middleRow).toBeCloseTo((raster.rows - 1) / 2, -0.5);
});

test('draws what is visible of contacts with tractions, and leaves others out', () => {
  const view = new TractionView({ arrows: true, contours: true, section: true });
  view.update([{ tractions: hertz(9) }, {}]);
  expect(view.colors.triangleCount).toBeGreaterThan(300);
  expect(view.pressureAtFullColor).toBeGreaterThan(0.9e5);
  view.colors.visible = false;
  view.update([{ tractions: hertz(9) }]);
  expect(view.colors.triangleCount).toBe(0);
  view.update([]);
  expect(view.pressureAtFullColor).toBe(0);
  view.dispose();
});
