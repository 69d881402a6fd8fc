// Spur gears and a rack as meshes, for tests: a motor drives the small gear, a torque brakes the large one, and nothing
// but their teeth couples them. Involute teeth keep the ratio of speeds at every instant; eight chords a flank are off
// by 1e-3 of it.

import { expect } from 'vitest';
import { type ShapeDescription, World } from '../../src/index.js';
import { Manifold, meshOf } from './solids.js';

export const MODULE = 0.005;
const PLAY = 0.02 * MODULE;
const PRESSURE = (20 * Math.PI) / 180;
const CHORDS = 8;

export function gear(teeth: number, turned: number): ShapeDescription {
  const pitch = (MODULE * teeth) / 2;
  const base = pitch * Math.cos(PRESSURE);
  const root = pitch - 1.25 * MODULE;
  const from = Math.max(base, root);
  const half = Math.PI / (2 * teeth) - PLAY / (2 * pitch) + Math.tan(PRESSURE) - PRESSURE;
  const flank = Array.from({ length: CHORDS + 1 }, (_, k): [number, number] => {
    const r = from + ((pitch + MODULE - from) * k) / CHORDS;
    const roll = Math.acos(Math.min(1, base / r));
    return [r, half - (Math.tan(roll) - roll)];
  });
  if (root < base) flank.unshift([root, half]);
  const outline: [number, number][] = [];
  for (let k = 0; k < teeth; k++) {
    const middle = (2 * Math.PI * k) / teeth + turned;
    for (const [r, a] of flank) outline.push([r * Math.cos(middle - a), r * Math.sin(middle - a)]);
    for (const [r, a] of [...flank].reverse()) outline.push([r * Math.cos(middle + a), r * Math.sin(middle + a)]);
  }
  return meshOf(Manifold.extrude([outline], 0.02, 0, 0, [1, 1], true));
}

/** A rack of so many teeth along x, a gap in its middle, its pitch line at y = 0. */
export function rack(teeth: number): ShapeDescription {
  const pitch = Math.PI * MODULE;
  const half = pitch / 4 - PLAY / 2;
  const slope = Math.tan(PRESSURE);
  const [root, tip, end] = [-1.25 * MODULE, MODULE, 0.5 * teeth * pitch];
  const outline: [number, number][] = [
    [-end, -4 * MODULE],
    [end, -4 * MODULE],
    [end, root],
  ];
  for (let k = teeth - 1; k >= 0; k--) {
    const middle = (k + 0.5) * pitch - end;
    for (const [side, y] of [
      [1, root],
      [1, tip],
      [-1, tip],
      [-1, root],
    ] as const)
      outline.push([middle + side * (half - y * slope), y]);
  }
  outline.push([-end, root]);
  return meshOf(Manifold.extrude([outline], 0.02, 0, 0, [1, 1], true));
}

/** Checks every tooth of some seconds after the first half, and that 95 % of the steps report contact. */
export function drive(friction: number, velocity: number, seconds: number): void {
  const [small, large] = [20, 30];
  const apart = (MODULE * (small + large)) / 2;
  const world = new World({
    gravity: [0, 0, 0],
    sleep: false,
    contact: { friction },
    bodies: [
      { name: 'base', type: 'static', shape: { type: 'sphere', radius: 0.001 }, position: [0, 0, -1], mask: 0 },
      { name: 'small', shape: gear(small, 0), density: 7800 },
      { name: 'large', shape: gear(large, Math.PI + Math.PI / large), density: 7800, position: [apart, 0, 0] },
    ],
    joints: [
      { type: 'hinge', a: 'small', b: 'base', anchor: [0, 0, 0], axis: [0, 0, 1], motor: { velocity, maxForce: 1e3 } },
      { type: 'hinge', a: 'large', b: 'base', anchor: [apart, 0, 0], axis: [0, 0, 1] },
    ],
  });
  const tooth = (2 * Math.PI) / small;
  // By angles: velocities are those of the end of a step.
  const angles = new Map<string, number>();
  const turned = (name: string) => {
    const { rotation } = world.body(name);
    const angle = 2 * Math.atan2(rotation[2], rotation[3]);
    const way = angle - (angles.get(name) ?? angle);
    angles.set(name, angle);
    return way - 2 * Math.PI * Math.round(way / (2 * Math.PI));
  };
  let [driver, driven, touching, steps] = [0, 0, 0, 0];
  for (let k = 0; k < Math.round(60 * seconds); k++) {
    world.body('large').applyTorque([0, 0, Math.sign(velocity)]);
    world.step();
    const [a, b] = [turned('small'), turned('large')];
    if (k < 30) continue;
    steps++;
    driver += a;
    driven += b;
    if ([...world.contacts()].some(({ force }) => Math.hypot(...force) > 0)) touching++;
    if (Math.abs(driver) < tooth) continue;
    expect(Math.abs((-driven * large) / (driver * small) - 1)).toBeLessThan(0.01);
    driver = driven = 0;
  }
  expect(touching).toBeGreaterThanOrEqual(0.95 * steps);
}
