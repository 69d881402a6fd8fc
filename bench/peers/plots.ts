// Two plots of the scoreboard: milliseconds a step by scene and engine, and their growth with the number of bodies.

import { BLUE, Diagram, FAINT, GREEN, INK, ORANGE, Picture, PURPLE, QUIET, RED } from '../../scripts/pictures/svg.js';
import type { Tables } from './report.js';
import type { PeerScene } from './scene.js';

const COLORS = [BLUE, ORANGE, '#f0a95b', GREEN, PURPLE, RED, '#7fb8a4', '#8a8f98', '#c9a227', '#b77fa8'];
const RADIUS = 4.5;

/** A row for each scene and phase, a dot for each engine, time logarithmic. */
export function speedPlot(tables: Tables, scenes: readonly PeerScene[]): string {
  const rows = scenes
    .filter((scene) => tables.measured(scene))
    .flatMap((scene) => Object.keys(scene.phases).map((phase) => ({ scene, phase })));
  const [left, top, line, width] = [250, 62, 26, 470];
  const picture = new Picture(900, top + line * rows.length + 50, 'Milliseconds a step, median');
  picture.text([20, 28], 'Milliseconds a step, median (logarithmic)', { size: 16, bold: true });
  const x = (ms: number) => left + (width * Math.log10(Math.min(1e3, Math.max(1e-2, ms)) / 1e-2)) / 5;
  const bottom = top + line * rows.length;
  for (const ms of [0.01, 0.1, 1, 10, 100, 1000]) {
    picture.line([x(ms), top - 6], [x(ms), bottom], { stroke: FAINT });
    picture.text([x(ms), bottom + 18], String(ms), { size: 12, color: QUIET, anchor: 'middle' });
  }
  const frame = 1000 / 60;
  picture.line([x(frame), top - 6], [x(frame), bottom], { stroke: INK, dash: '4 4' });
  picture.text([x(frame), top - 12], '1/60 s', { size: 11, color: QUIET, anchor: 'middle' });
  rows.forEach(({ scene, phase }, k) => {
    const y = top + line * (k + 0.5);
    picture.text([left - 12, y + 4], `${scene.title}, ${phase === 'rest' ? 'at rest' : phase}`, {
      size: 12,
      anchor: 'end',
    });
    // Ours last, so that it lies on top.
    for (const [i, engine] of [...tables.names.entries()].reverse()) {
      const t = tables.time(scene, engine, phase, 'median');
      if (t) picture.circle([x(t.value), y], i === 0 ? RADIUS + 1.5 : RADIUS, { fill: COLORS[i]!, opacity: 0.9 });
    }
  });
  legend(picture, tables, left + width + 24, top);
  return picture.toString();
}

/** Cost over the number of bodies while they move: a line with slope 1 is linear growth. */
export function growthPlot(tables: Tables, scenes: readonly PeerScene[]): string {
  const picture = new Picture(760, 420, 'Milliseconds a step over the number of boxes');
  picture.text([20, 28], 'A pile while it moves: milliseconds a step over boxes', { size: 16, bold: true });
  const diagram = new Diagram(picture, 80, 50, 460, 300, [100, 10_000], [0.1, 10_000], true);
  diagram.frame(
    [125, 1000, 8000].map((n) => [n, String(n)]),
    [0.1, 1, 10, 100, 1000, 10_000].map((ms) => [ms, String(ms)]),
    'boxes (logarithmic)',
    'ms a step (logarithmic)',
  );
  tables.names.forEach((engine, i) => {
    const points = scenes.flatMap((scene) => {
      const t = tables.time(scene, engine, 'moving', 'median');
      return t ? [diagram.at(Number(scene.name.split('-')[1]), Math.min(1e4, Math.max(0.1, t.value)))] : [];
    });
    picture.path(points, { stroke: COLORS[i]!, width: i === 0 ? 3 : 1.6 });
    for (const point of points) picture.circle(point, i === 0 ? 4 : 3, { fill: COLORS[i]! });
  });
  legend(picture, tables, 570, 60);
  return picture.toString();
}

function legend(picture: Picture, tables: Tables, x: number, y: number): void {
  tables.names.forEach((engine, i) => {
    picture.circle([x, y + 20 * i], RADIUS, { fill: COLORS[i]! });
    picture.text([x + 12, y + 20 * i + 4], engine, { size: 12, bold: i === 0 });
  });
}
