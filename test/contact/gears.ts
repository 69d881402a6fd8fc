// Spur gears and a rack as meshes, for tests: a motor drives the small gear, a torque brakes the large one, and nothing
// but their teeth couples them. Involute teeth keep the ratio of speeds at every instant; eight chords a flank are off
// by 1e-3 of it.

import { expect } from 'vitest';
import { type ShapeDescription, World } from '../../src/index.js';
import { Manifold, meshOf } from './solids.js';

const PRESSURE = (20 * Math.PI) / 180;
const CHORDS = 8;

/** Two gears, or a gear and a rack: the first is driven by a motor. */
export interface Gears {
  /** Pitch diameter over the number of teeth (m). */
  module: number;
  /** Teeth of the gear that drives, and of the one that is driven: null for a rack. */
  driver: number;
  driven: number | null;
  /** Of the teeth along the axis (m). */
  width: number;
  friction: number;
  /** Of the gear that drives (rad/s). */
  velocity: number;
  /** Torque (N m) or force (N) against which the other is driven. */
  brake: number;
  /** The most torque that the motor has (N m). */
  motor: number;
  density: number;
}

export const STANDARD: Omit<Gears, 'velocity' | 'friction'> = {
  module: 0.005,
  driver: 20,
  driven: 30,
  width: 0.02,
  brake: 1,
  motor: 1e3,
  density: 7800,
};

const prism = (outline: [number, number][], width: number): ShapeDescription =>
  meshOf(Manifold.extrude([outline], width, 0, 0, [1, 1], true));

/** A hundredth of the module of play on each side of a tooth. */
export function gear(
  teeth: number,
  turned: number,
  module = STANDARD.module,
  width = STANDARD.width,
): ShapeDescription {
  const play = 0.02 * module;
  const pitch = (module * teeth) / 2;
  const base = pitch * Math.cos(PRESSURE);
  const root = pitch - 1.25 * module;
  const from = Math.max(base, root);
  const half = Math.PI / (2 * teeth) - play / (2 * pitch) + Math.tan(PRESSURE) - PRESSURE;
  const flank = Array.from({ length: CHORDS + 1 }, (_, k): [number, number] => {
    const r = from + ((pitch + module - from) * k) / CHORDS;
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
  return prism(outline, width);
}

/** A rack of so many teeth, an even number, along x, a gap in its middle, its pitch line at y = 0. */
function rack(teeth: number, module: number, width: number): ShapeDescription {
  const play = 0.02 * module;
  const pitch = Math.PI * module;
  const half = pitch / 4 - play / 2;
  const slope = Math.tan(PRESSURE);
  const [root, tip, end] = [-1.25 * module, module, 0.5 * teeth * pitch];
  const outline: [number, number][] = [
    [-end, -4 * module],
    [end, -4 * module],
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
  return prism(outline, width);
}

/** The gears in mesh; the driven one is braked in every step by `step`. */
export function gearWorld(gears: Gears, timeStep = 1 / 60): { world: World; step: () => void; ratio: number } {
  const { module, driver, driven, width, friction, velocity, motor, density } = gears;
  const radius = (module * driver) / 2;
  const pinion = gear(driver, driven === null ? -Math.PI / 2 : 0, module, width);
  const apart = driven === null ? radius : (module * (driver + driven)) / 2;
  const at: [number, number, number] = driven === null ? [0, -apart, 0] : [apart, 0, 0];
  const other =
    driven === null
      ? rack(driver + 12 + (driver % 2), module, width)
      : gear(driven, Math.PI + Math.PI / driven, module, width);
  const far: [number, number, number] = [0, 0, -40 * width];
  const world = new World({
    timeStep,
    gravity: [0, 0, 0],
    sleep: false,
    contact: { friction },
    bodies: [
      { name: 'base', type: 'static', shape: { type: 'sphere', radius: 0.001 }, position: far, mask: 0 },
      { name: 'driver', shape: pinion, density },
      { name: 'driven', shape: other, density, position: at },
    ],
    joints: [
      {
        type: 'hinge',
        a: 'driver',
        b: 'base',
        anchor: [0, 0, 0],
        axis: [0, 0, 1],
        motor: { velocity, maxForce: motor },
      },
      driven === null
        ? { type: 'slider', a: 'driven', b: 'base', anchor: at, axis: [1, 0, 0] }
        : { type: 'hinge', a: 'driven', b: 'base', anchor: at, axis: [0, 0, 1] },
    ],
  });
  const against = Math.sign(velocity) * gears.brake;
  const step = () => {
    if (driven === null) world.body('driven').applyForce([-against, 0, 0]);
    else world.body('driven').applyTorque([0, 0, against]);
    world.step();
  };
  return { world, step, ratio: driven === null ? radius : -driver / driven };
}

/**
 * How far the mean speed over a tooth is off the ratio, at most, and in how many of the steps (share) something is
 * touched, after the first `leave` steps.
 */
export function turnGears(gears: Gears, steps: number, leave: number): { off: number; touching: number } {
  const { world, step, ratio } = gearWorld(gears);
  const tooth = (2 * Math.PI) / gears.driver;
  // By places: velocities are those of the end of a step.
  const last = new Map<string, number>();
  const way = (name: string) => {
    const { rotation, position } = world.body(name);
    const isRack = name === 'driven' && gears.driven === null;
    const now = isRack ? position[0] : 2 * Math.atan2(rotation[2], rotation[3]);
    const gone = now - (last.get(name) ?? now);
    last.set(name, now);
    return isRack ? gone : gone - 2 * Math.PI * Math.round(gone / (2 * Math.PI));
  };
  let [driver, driven, touching, off] = [0, 0, 0, 0];
  for (let k = 0; k < steps; k++) {
    step();
    const [a, b] = [way('driver'), way('driven')];
    if (k < leave) continue;
    driver += a;
    driven += b;
    if ([...world.contacts()].some(({ force }) => Math.hypot(...force) > 0)) touching++;
    if (Math.abs(driver) < tooth) continue;
    off = Math.max(off, Math.abs(driven / (driver * ratio) - 1));
    driver = driven = 0;
  }
  return { off, touching: touching / (steps - leave) };
}

/** Every tooth of some seconds after the first half within 1 %, and contact in 95 % of the steps. */
export function drive(friction: number, velocity: number, seconds: number): void {
  const { off, touching } = turnGears({ ...STANDARD, friction, velocity }, Math.round(60 * seconds), 30);
  expect(off).toBeLessThan(0.01);
  expect(touching).toBeGreaterThanOrEqual(0.95);
}
