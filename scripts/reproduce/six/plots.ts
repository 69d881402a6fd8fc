// Figures 15 and 16: how fast the solver's update falls; and two motions beside their truth. Places are rounded by the
// pen.

import { BLUE, Diagram, FAINT, GREEN, INK, ORANGE, Picture, PURPLE, QUIET, RED } from '../../pictures/svg.js';

export const COLORS = { paper: ORANGE, ours: BLUE, point: RED, newton: GREEN, truth: INK, other: PURPLE };

export interface Curve {
  name: string;
  color: string;
  points: readonly (readonly [number, number])[];
  dash?: string;
}

export const curveOf = (name: string, color: string, history: Float64Array): Curve => ({
  name,
  color,
  points: [...history].map((norm, k) => [k + 1, norm] as const),
});

const LEAST = 1e-17;

/** Norm of the update over iterations, both logarithmic: three iterations and three thousand on one page. */
export function convergencePlot(title: string, curves: readonly Curve[]): string {
  const picture = new Picture(720, 400, title);
  const most = Math.max(10, ...curves.map(({ points }) => points.at(-1)?.[0] ?? 1));
  const highest = Math.max(1, ...curves.flatMap(({ points }) => points.map(([, y]) => y)));
  const top = 10 ** Math.ceil(Math.log10(highest));
  const diagram = new Diagram(picture, 86, 46, 420, 290, [1, most], [LEAST, top], true);
  const xTicks = [1, 3, 10, 30, 100, 300, 1000, 3000].filter((x) => x <= most);
  const yTicks = [0, -3, -6, -9, -12, -15].filter((p) => 10 ** p <= top);
  diagram.frame(
    xTicks.map((x) => [x, String(x)]),
    yTicks.map((p) => [10 ** p, p === 0 ? '1' : `1e${p}`]),
    'iteration (logarithmic)',
    '2-norm of the update (N·s)',
  );
  const [, limit] = diagram.at(1, 1e-15);
  picture.line([86, limit], [506, limit], { stroke: QUIET, dash: '4 4' });
  picture.text([20, 26], title, { size: 16, bold: true });
  curves.forEach(({ name, color, points, dash }, k) => {
    // Twenty points a decade are all that the eye can tell.
    let last = 0;
    const shown = points.filter(([x], i) => {
      if (i < points.length - 1 && x < 1.06 * last) return false;
      last = x;
      return true;
    });
    const places = shown.map(([x, y]) => diagram.at(x, Math.max(LEAST, y)));
    picture.path(places, { stroke: color, width: widthOf(k, curves.length), ...(dash ? { dash } : {}) });
    if (places.length < 12) for (const place of places) picture.circle(place, 3.5, { fill: color });
    legend(picture, k, name, color, dash);
  });
  return picture.toString();
}

export function motionPlot(
  title: string,
  xName: string,
  yName: string,
  x: readonly [number, number, number],
  y: readonly [number, number, number],
  curves: readonly Curve[],
): string {
  const picture = new Picture(720, 360, title);
  const diagram = new Diagram(picture, 86, 46, 420, 250, [x[0], x[1]], [y[0], y[1]]);
  const ticks = ([low, high, step]: readonly [number, number, number]): [number, string][] =>
    Array.from({ length: Math.round((high - low) / step) + 1 }, (_, k) => {
      const value = low + k * step;
      return [value, String(Math.round(1e6 * value) / 1e6)];
    });
  diagram.frame(ticks(x), ticks(y), xName, yName);
  picture.text([20, 26], title, { size: 16, bold: true });
  curves.forEach(({ name, color, points, dash }, k) => {
    picture.path(
      points.map(([a, b]) => diagram.at(a, b)),
      { stroke: color, width: widthOf(k, curves.length), ...(dash ? { dash } : {}) },
    );
    legend(picture, k, name, color, dash);
  });
  return picture.toString();
}

/** Those drawn first are wider, so that what lies under another curve still shows. */
const widthOf = (k: number, n: number): number => (k < n - 1 ? 6 - (4 * k) / (n - 1) : 2);

function legend(picture: Picture, k: number, name: string, color: string, dash?: string): void {
  const y = 62 + 24 * k;
  picture.line([522, y], [546, y], { stroke: color, width: 3, ...(dash ? { dash } : {}) });
  picture.text([554, y + 4], name, { size: 13 });
  picture.line([522, y + 12], [706, y + 12], { stroke: FAINT });
}
