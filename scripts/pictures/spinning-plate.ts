// A plate that spins flat on the ground: what friction over its whole area does, and what points at its corners make of
// it.

import { spinningPlate } from '../../scenes/spinning.js';
import { type ModelName, World } from '../../src/index.js';
import { add, rotate, type Vec3 } from '../../src/math/vec3.js';
import { BLUE, Diagram, FAINT, INK, ORANGE, Picture, type Point, QUIET, RED } from './svg.js';
import { View } from './view.js';

const SPIN = 10;
const FRICTION = 0.5;
/** Mean distance from the middle of a unit square: (√2 + ln(1 + √2))/6. */
const MEAN_DISTANCE = (Math.SQRT2 + Math.log(1 + Math.SQRT2)) / 6;
/** rad/s²: μ m g · 0.3826 L over the plate's inertia m L²/6. */
const TRUTH = FRICTION * 9.81 * MEAN_DISTANCE * 6;

function speeds(model: ModelName): { speeds: Point[]; contacts: { x: number; z: number }[][] } {
  const scene = spinningPlate.make({ spin: SPIN, friction: FRICTION });
  const world = new World({ ...scene, sleep: false, contact: { ...scene.contact, model } });
  const plate = world.body('plate');
  const out: Point[] = [[0, SPIN]];
  let contacts: { x: number; z: number }[][] = [];
  for (let k = 1; k <= 66; k++) {
    const before = plate.rotation;
    world.step();
    out.push([world.time, plate.angularVelocity[1]]);
    if (k === 6)
      contacts = world.contacts().map(({ outline, point }) =>
        (outline.length > 0 ? outline : [point]).map(([x, , z]) => {
          // Back into the plate's own frame: patches lie where the step led to, points half-way.
          const [qx, qy, qz, qw] = outline.length > 0 ? plate.rotation : before;
          const [px, , pz] = rotate([-qx, -qy, -qz, qw], [x, 0, z]);
          return { x: px, z: pz };
        }),
      );
  }
  return { speeds: out, contacts };
}

export function plate(): Picture {
  const six = speeds('six');
  const point = speeds('point');
  const picture = new Picture(960, 400, 'A spinning plate slows down: area contact, point contact and the truth');
  drawPlate(
    picture,
    new View([0.35, 0.75, 1], [0, 0, 0], [170, 128], 150),
    six.contacts,
    BLUE,
    'six: one patch, six rows',
  );
  drawPlate(
    picture,
    new View([0.35, 0.75, 1], [0, 0, 0], [170, 300], 150),
    point.contacts,
    ORANGE,
    'point: four points, twelve rows',
  );

  const diagram = new Diagram(picture, 410, 66, 510, 262, [0, 1.1], [0, SPIN]);
  diagram.frame(
    [0, 0.2, 0.4, 0.6, 0.8, 1].map((t) => [t, String(t)]),
    [0, 2, 4, 6, 8, 10].map((w) => [w, String(w)]),
    'time (s)',
    'spin (rad/s)',
  );
  const stop = SPIN / TRUTH;
  const pointStop = point.speeds.find(([, w]) => w < 1e-6)![0];
  picture.path([diagram.at(0, SPIN), diagram.at(stop, 0), diagram.at(1.1, 0)], {
    stroke: INK,
    width: 5,
    opacity: 0.22,
  });
  picture.path(
    point.speeds.filter(([t]) => t <= 1.1).map(([t, w]) => diagram.at(t, w)),
    { stroke: ORANGE, width: 2.4 },
  );
  for (const [t, w] of six.speeds.filter(([t], k) => k % 3 === 0 && t <= 1.1))
    picture.circle(diagram.at(t, w), 3.6, { fill: BLUE, stroke: '#ffffff' });
  picture.text([410, 44], 'A square plate spins flat on the ground: how long?', { size: 16 });

  const settled = six.speeds.filter(([t, w]) => t > 0.1 && w > 0.5);
  const [first, last] = [settled[0]!, settled.at(-1)!];
  const rate = (first[1] - last[1]) / (last[0] - first[0]);
  const off = Math.abs(rate / TRUTH - 1);
  const pointRate = ((point.speeds[5]![1] - point.speeds[15]![1]) / 10) * 60;
  const legend: [string, string, string][] = [
    [INK, 'truth', `friction on its whole area: ${stop.toFixed(3)} s`],
    [BLUE, 'six', off < 1e-6 ? 'off by less than 0.0001 %' : `off by ${(100 * off).toPrecision(2)} %`],
    [
      ORANGE,
      'point',
      `${Math.round(100 * (pointRate / TRUTH - 1))} % too much friction, stops at ${pointStop.toFixed(2)} s`,
    ],
  ];
  picture.rect(606, 78, 306, 78, { fill: '#ffffff', fillOpacity: 0.92, stroke: FAINT });
  for (const [k, [color, name, text]] of legend.entries()) {
    picture.text([616, 100 + 23 * k], name, { size: 13, bold: true, color });
    picture.text([666, 100 + 23 * k], text, { size: 12, color: INK });
  }
  return picture;
}

function drawPlate(
  picture: Picture,
  view: View,
  contacts: readonly (readonly { x: number; z: number }[])[],
  color: string,
  caption: string,
): void {
  const [half, high] = [0.5, 0.05];
  const corners = (y: number): Vec3[] => [
    [-half, y, -half],
    [half, y, -half],
    [half, y, half],
    [-half, y, half],
  ];
  const placed = (points: readonly Vec3[]) => points.map((p) => view.place(p));
  const [low, top] = [corners(0), corners(high)];
  for (const points of contacts) {
    const flat = points.map(({ x, z }): Vec3 => [x, 0, z]);
    if (flat.length > 2) picture.polygon(placed(flat), { fill: color, fillOpacity: 0.5, stroke: color, width: 1.5 });
    for (const p of flat) if (flat.length === 1) picture.circle(view.place(p), 7, { fill: color });
  }
  for (let k = 0; k < 4; k++) {
    const j = (k + 1) % 4;
    picture.polygon(placed([low[k]!, low[j]!, top[j]!, top[k]!]), {
      stroke: INK,
      width: 1,
      fill: INK,
      fillOpacity: 0.04,
    });
  }
  picture.polygon(placed(top), { stroke: INK, width: 1.2, fill: '#ffffff', fillOpacity: 0.35 });
  // Which way it turns: three quarters of a circle on its top.
  const arc: Vec3[] = [];
  for (let k = 0; k <= 40; k++) {
    const angle = -0.6 + (k / 40) * 4.2;
    arc.push(add([0, high, 0], [0.26 * Math.cos(angle), 0, -0.26 * Math.sin(angle)]));
  }
  picture.path(placed(arc.slice(0, -1)), { stroke: RED, width: 2 });
  picture.arrow(view.place(arc.at(-3)!), view.place(arc.at(-1)!), RED, 2);
  picture.text([view.middle[0], view.middle[1] + 84], caption, { anchor: 'middle', size: 13, color: QUIET });
}
