// How errors fall with nodes, and the pressure under a foot.

import type { QuasiRigidRecord } from '../../../src/quasi-rigid.js';
import { BLUE, Diagram, GREEN, ORANGE, Picture, QUIET } from '../../pictures/svg.js';

export interface ErrorRow {
  n: number;
  force: number;
  radius: number;
  pressure: number;
}

const LEAST = 1e-5;

function frameByNodes(diagram: Diagram, label: string): void {
  diagram.frame(
    [10, 30, 100, 300, 1000].map((x) => [x, String(x)]),
    [
      [0.1, '10 %'],
      [0.01, '1 %'],
      [1e-3, '0.1 %'],
      [1e-4, '0.01 %'],
    ],
    'nodes that bear (logarithmic)',
    label,
  );
}

export function errorPlot(rows: readonly ErrorRow[]): string {
  const picture = new Picture(720, 400, "Errors of a ball's contact over its nodes");
  const diagram = new Diagram(picture, 86, 46, 420, 290, [10, 1000], [LEAST, 0.1], true);
  frameByNodes(diagram, 'relative error');
  picture.text([20, 26], "Hertz's ball: errors over nodes", { size: 16, bold: true });
  const curves = [
    ['force', 'force', BLUE],
    ['radius', 'radius', ORANGE],
    ['pressure', 'greatest pressure', GREEN],
  ] as const;
  curves.forEach(([key, name, color], k) => {
    const places = rows.map((row) => diagram.at(row.n, Math.max(LEAST, row[key])));
    picture.path(places, { stroke: color, width: 2 });
    for (const place of places) picture.circle(place, 3, { fill: color });
    picture.line([530, 70 + 24 * k], [556, 70 + 24 * k], { stroke: color, width: 2 });
    picture.text([564, 74 + 24 * k], name, { size: 13 });
  });
  return picture.toString();
}

/** Force of each level against that of the finest. */
export function levelPlot(rows: readonly { n: number; off: number }[]): string {
  const picture = new Picture(720, 360, 'Force of coarser levels against that of the finest');
  const diagram = new Diagram(picture, 86, 46, 560, 250, [10, 1000], [LEAST, 0.1], true);
  frameByNodes(diagram, 'off in force');
  picture.text([20, 26], "Hertz's ball: forces of coarser levels", { size: 16, bold: true });
  const places = rows.map((row) => diagram.at(row.n, Math.max(LEAST, Math.abs(row.off))));
  picture.path(places, { stroke: BLUE, width: 2 });
  for (const place of places) picture.circle(place, 3, { fill: BLUE });
  return picture.toString();
}

/** From white over yellow and red to black. */
function heat(share: number): string {
  const stops = [
    [255, 255, 255],
    [255, 237, 160],
    [253, 141, 60],
    [189, 0, 38],
    [60, 0, 20],
  ] as const;
  const x = Math.min(0.9999, Math.max(0, share)) * (stops.length - 1);
  const k = Math.floor(x);
  const mix = (m: 0 | 1 | 2) => Math.round(stops[k]![m] + (x - k) * (stops[k + 1]![m] - stops[k]![m]));
  return `rgb(${mix(0)},${mix(1)},${mix(2)})`;
}

/** The contact from below as computed, and as a sensor of 37 × 13 cells would show it. */
export function pressureMap(record: QuasiRigidRecord): string {
  const { positions, areas, pressures } = record.tractions!;
  const picture = new Picture(760, 220, 'Pressure under the foot');
  const scale = 1000;
  const place = (x: number, z: number, dx: number) => [dx + scale * (x + 0.16), 130 + scale * z] as const;
  const most = pressures.reduce((a, b) => Math.max(a, b), 0);
  picture.text([20, 26], `Computed: ${areas.length} nodes, greatest ${Math.round(1e-3 * record.pressureMax)} kPa`, {
    size: 14,
    bold: true,
  });
  picture.text([400, 26], 'As a sensor of 37 × 13 would see it', { size: 14, bold: true });
  const cells = new Map<number, number>();
  const side = 0.3 / 37;
  for (let k = 0; k < areas.length; k++) {
    const [x, z] = [positions[3 * k]!, positions[3 * k + 2]!];
    const [px, py] = place(x, z, 20);
    const half = 0.5 * scale * Math.sqrt(areas[k]!);
    picture.rect(px - half, py - half, 2 * half, 2 * half, { fill: heat(pressures[k]! / (0.8 * most)) });
    // Force of a node over the sensors that its area covers.
    const pieces = 6;
    const edge = Math.sqrt(areas[k]!);
    for (let i = 0; i < pieces; i++)
      for (let j = 0; j < pieces; j++) {
        const u = Math.floor((x + edge * ((i + 0.5) / pieces - 0.5) + 0.16) / side);
        const w = Math.floor((z + edge * ((j + 0.5) / pieces - 0.5) + 6.5 * side) / side);
        if (u < 0 || u >= 37 || w < 0 || w >= 13) continue;
        cells.set(u * 13 + w, (cells.get(u * 13 + w) ?? 0) + (pressures[k]! * areas[k]!) / (pieces * pieces));
      }
  }
  let peak = 0;
  for (const force of cells.values()) peak = Math.max(peak, force);
  for (let u = 0; u < 37; u++)
    for (let w = 0; w < 13; w++) {
      const [px, py] = place(u * side - 0.16, (w - 6.5) * side, 400);
      const force = cells.get(u * 13 + w) ?? 0;
      picture.rect(px, py, scale * side - 0.5, scale * side - 0.5, {
        fill: heat(force / peak),
        stroke: QUIET,
        width: 0.2,
      });
    }
  return picture.toString();
}
