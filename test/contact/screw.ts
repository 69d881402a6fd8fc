// A screw and its nut as meshes, for tests: a ridge swept along a helix, joined with a core; the nut is cut out of a
// hexagon by the same, with play.

import { type Quat, type ShapeDescription, World } from '../../src/index.js';
import { facetedSpeed, seatOf } from './faceted-screw.js';
import { Manifold, Mesh, meshOf } from './solids.js';

export interface Thread {
  /** Radius of the crest (m), and of the rest as shares of it. */
  radius: number;
  height: number;
  pitch: number;
  /** How much wider the ridge gets for every metre inwards, on each side. */
  flank: number;
  /** Facets of a turn, and strips that a flank is cut into from its foot to its crest: 1 if not given. */
  segments: number;
  strips?: number;
}

const G = 9.81;
/** The axis, z of the meshes, upright. */
const UPRIGHT: Quat = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/** Ridge and core of so many turns; `play` (m) is added all round. */
export function threaded({ radius, height, pitch, flank, segments, strips = 1 }: Thread, turns: number, play: number) {
  const p = pitch * radius;
  const root = radius * (1 - height);
  const inner = 0.9 * root;
  const aside = play * Math.hypot(1, flank);
  const half = 0.22 * p + aside;
  const foot = half + flank * (radius - inner);
  const tip = half - flank * play;
  const side = Array.from({ length: strips + 1 }, (_, n) => {
    const share = n / strips;
    return [inner + share * (radius + play - inner), foot + share * (tip - foot)] as const;
  });
  const outline = [...side.map(([r, up]) => [r, -up] as const), ...[...side].reverse()];
  const around = outline.length;
  const rows = Math.round(segments * turns);
  const corners: number[] = [];
  const triangles: number[] = [];
  for (let j = 1; j + 1 < around; j++) triangles.push(0, j, j + 1);
  for (let j = 1; j + 1 < around; j++) triangles.push(around * rows, around * rows + j + 1, around * rows + j);
  for (let i = 0; i <= rows; i++) {
    const angle = (2 * Math.PI * i) / segments;
    const z = p * (i / segments - turns / 2);
    for (const [r, up] of outline) corners.push(r * Math.cos(angle), r * Math.sin(angle), z + up);
    for (let j = 0; j < around && i < rows; j++) {
      const [a, b] = [around * i + j, around * i + ((j + 1) % around)];
      triangles.push(a, b + around, b, a, a + around, b + around);
    }
  }
  const mesh = new Mesh({
    numProp: 3,
    vertProperties: Float32Array.from(corners),
    triVerts: Uint32Array.from(triangles),
  });
  return new Manifold(mesh).add(Manifold.cylinder(p * (turns + 2), root + play, root + play, segments, true));
}

/** A nut and its screw, and how fast mathematics expects the screw to turn after so many seconds, from rest. */
export interface Screw {
  nut: ShapeDescription;
  screw: ShapeDescription;
  seconds: number;
  smooth: number;
  faceted: number;
  /** Where it starts (m). */
  height: number;
}

/** `isSeated`: it starts on its nut, and does not fall through its play first. */
export function screwOf(thread: Thread, seconds: number, isSeated = false): Screw {
  const { radius, segments } = thread;
  const p = thread.pitch * radius;
  // A polygon of as many facets must turn in one.
  const play = radius * (0.01 + (1.3 * Math.PI ** 2) / (2 * segments ** 2));
  const hexagon = Manifold.cylinder(2.5 * p, 1.6 * radius, 1.6 * radius, 6, true);
  const nut = meshOf(hexagon.subtract(threaded(thread, 10, play)));
  const screw = meshOf(threaded(thread, 6, 0));
  const { inertia, mass } = new World({ bodies: [{ name: 'screw', shape: screw, density: 7800 }] }).body('screw');
  // Of m(ẏ² + k²φ̇²)/2 = m g y and y = p φ/2π.
  const k = Math.sqrt(inertia[2] / mass);
  const smooth = seconds * ((2 * Math.PI) / p) * (G / (1 + ((2 * Math.PI * k) / p) ** 2));
  const height = isSeated ? seatOf(screw, nut, p) : 0;
  const faceted = facetedSpeed(screw, nut, p, segments, k, seconds, height);
  return { nut, screw, seconds, smooth, faceted, height };
}

/**
 * Angular velocity of a frictionless screw that turns down in its nut by its weight, over that of a smooth one, and over
 * that of the same facets. Its seconds are a whole number of steps.
 */
export function turnsDown(expected: Screw, timeStep = 0.01): { smooth: number; faceted: number } {
  const world = new World({
    timeStep,
    sleep: false,
    contact: { friction: 0 },
    bodies: [
      { type: 'static', shape: expected.nut, rotation: UPRIGHT },
      { name: 'screw', shape: expected.screw, density: 7800, rotation: UPRIGHT, position: [0, expected.height, 0] },
    ],
  });
  const steps = Math.round(expected.seconds / timeStep);
  for (let n = 0; n < steps; n++) world.step();
  const speed = -world.body('screw').angularVelocity[1];
  return { smooth: speed / expected.smooth, faceted: speed / expected.faceted };
}
