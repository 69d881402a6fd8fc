// Arms on pins, all of them meshes, for tests.

import { expect } from 'vitest';
import { type BodyDescription, type Quat, World } from '../../src/index.js';
import { Manifold, meshOf } from './solids.js';

export interface Hinge {
  /** Radii of the corners of pin and hole (m), and their facets. */
  pin: number;
  hole: number;
  facets: number;
  around: number;
  /** By what share of a facet pin and hole are turned about their axis. */
  pinPhase: number;
  holePhase: number;
  /** Across the arm and along the pin; below the pin it is as long as `below`, above it `above` (m). */
  width: number;
  thick: number;
  below: number;
  above: number;
  density: number;
  /** All lengths are multiplied by that. */
  size: number;
}

/** An arm of 0.24 m on a pin of 1 cm. */
const STANDARD: Hinge = {
  pin: 0.01,
  hole: 0.0102,
  facets: 48,
  around: 48,
  pinPhase: 0,
  holePhase: 0,
  width: 0.03,
  thick: 0.02,
  below: 0.22,
  above: 0.02,
  density: 2700,
  size: 1,
};

/** Lying, to the right of its pin. */
const LEVEL: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];

function rod({ thick, facets, pinPhase }: Hinge, radius: number) {
  return Manifold.cylinder(5 * thick, radius, radius, facets, true).rotate([0, 0, (360 * pinPhase) / facets]);
}

/** The pin with a flange on either side of the arm. */
function pinOf(hinge: Hinge) {
  const flange = Manifold.cylinder(0.5 * hinge.thick, 2 * hinge.pin, 2 * hinge.pin, 32, true);
  return rod(hinge, hinge.pin)
    .add(flange.translate([0, 0, hinge.thick]))
    .add(flange.translate([0, 0, -hinge.thick]));
}

function armOf({ hole, around, holePhase, width, thick, below, above }: Hinge) {
  const cut = Manifold.cylinder(5 * thick, hole, hole, around, true).rotate([0, 0, (360 * holePhase) / around]);
  return Manifold.cube([width, below + above, thick], true)
    .translate([0, 0.5 * (above - below), 0])
    .subtract(cut);
}

/** An arm that lies to the right of its pin, at 1/100 s. */
function hingeWorld(hinge: Hinge, friction: number): World {
  const { size } = hinge;
  return new World({
    timeStep: 0.01,
    contact: { friction },
    sleep: false,
    bodies: [
      { type: 'static', shape: meshOf(pinOf(hinge).scale(size)) },
      { name: 'arm', shape: meshOf(armOf(hinge).scale(size)), density: hinge.density, rotation: LEVEL },
    ],
  });
}

/** How far it swings up on the other side (degrees), what share of its energy is lost, how far the hole goes off its pin. */
export function swingOver(hinge: Hinge, friction: number): { far: number; lost: number; off: number } {
  const { size } = hinge;
  const world = hingeWorld(hinge, friction);
  const arm = world.body('arm');
  let [far, off] = [0, 0];
  // Half a swing takes 1.18 of half the period of small ones, 2π √(2 l/3 g) for a rod.
  for (let k = 0; k < 60 * Math.sqrt(size * ((hinge.below + hinge.above) / 0.24)); k++) {
    world.step();
    const { rotation, position } = arm;
    const angle = -2 * Math.atan2(rotation[2], rotation[3]);
    far = Math.max(far, angle);
    off = Math.max(off, Math.hypot(position[0], position[1]));
  }
  return { far: (far * 180) / Math.PI, lost: Math.cos(far), off };
}

/** How far an arm of 0.24 m on a pin of 1 cm swings up on the other side (degrees). Of another size all lengths are multiplied. */
export function farPeak(friction: number, size = 1): number {
  const { far, off } = swingOver({ ...STANDARD, size }, friction);
  expect(off).toBeLessThan(0.001 * size);
  return far;
}

/**
 * An arm on a pin, and one like it on a pin at the first one's end, let go at 90°. `off`: how far the holes are off their
 * pins, across them (m).
 */
function twoArmsWorld(hinge: Hinge): { world: World; off: () => number } {
  const { size, thick, below, pin } = hinge;
  const arm = armOf(hinge);
  const second = 1.2 * thick;
  // From the arm's face through the second one's hole, with a flange behind that.
  const stud = Manifold.cylinder(1.5 * thick, pin, pin, hinge.facets, false)
    .rotate([0, 0, (360 * hinge.pinPhase) / hinge.facets])
    .add(Manifold.cylinder(0.5 * thick, 2 * pin, 2 * pin, 32, false).translate([0, 0, 1.4 * thick]))
    .translate([0, -below + 1.5 * pin, 0.4 * thick]);
  const hung: BodyDescription['position'] = [size * (below - 1.5 * pin), 0, size * second];
  const world = new World({
    timeStep: 0.01,
    contact: { friction: 0 },
    sleep: false,
    bodies: [
      { type: 'static', shape: meshOf(pinOf(hinge).scale(size)) },
      { name: 'upper', shape: meshOf(arm.add(stud).scale(size)), density: hinge.density, rotation: LEVEL },
      { name: 'lower', shape: meshOf(arm.scale(size)), density: hinge.density, rotation: LEVEL, position: hung },
    ],
  });
  const [upper, lower] = [world.body('upper'), world.body('lower')];
  const off = () => {
    const p = upper.position;
    // Where the lower one's hole is, seen from the upper one.
    const [x, y, z, w] = upper.rotation;
    const d = [0, 1, 2].map((m) => lower.position[m]! - p[m]!) as [number, number, number];
    const [a, b, c] = [z * d[1] - y * d[2], x * d[2] - z * d[0], y * d[0] - x * d[1]];
    const there = [d[0] + 2 * (w * a + z * b - y * c), d[1] + 2 * (w * b + x * c - z * a)] as const;
    return Math.max(Math.hypot(p[0], p[1]), Math.hypot(there[0], there[1] + size * (below - 1.5 * pin)));
  };
  return { world, off };
}

/** The farthest that a hole goes off its pin in so many seconds (m). */
export function twoArms(hinge: Hinge, seconds: number): number {
  const { world, off } = twoArmsWorld(hinge);
  let most = 0;
  for (let k = 0; k < Math.round(100 * seconds); k++) {
    world.step();
    most = Math.max(most, off());
  }
  return most;
}
