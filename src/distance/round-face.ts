// The patch with which a round side faces a plane: that of its overlap with flat ground at the target depth d, which is
// the overlap's mean, V over its area.
//
// A ball of radius R is then 2d deep in a plane at its deepest and has a disc of radius √(4Rd) there; a mantle is 3d/2
// deep and has a strip of half-width √(3Rd) along the line on which it rests, as long as it is. The disc is an octagon
// of the same mean square radius. A torus on its rim has that of a ball of its tube. The surface is bent: over its patch
// it lies behind the plane that it touches, by d in the mean for a ball and by d/2 for a mantle, which is what makes them
// 2d and 3d/2 deep. `takeRound` returns that height. Verified in test/distance/ground.test.ts and
// test/contact/six-round.test.ts.

import { around, cos, PI, sin } from '../math/trig.js';
import type { Face } from './face.js';
import { CAPSULE, CONE, type Placed, SPHERE, TORUS } from './placed.js';

const SIDES = 8;
const COS = around(SIDES, cos);
const SIN = around(SIDES, sin);
/** Of a polygon with the mean square radius of its circle. */
const GROWTH = Math.sqrt(3 / (2 + cos((2 * PI) / SIDES)));
/** Cones end in a point: their strip is at least this share of its greatest width. */
const NARROW = 0.1;
/** Seen from nearer to its axis than this (sine) a cone is its tip. */
const STEEP = 0.5;

/**
 * The patch of s, round along the world direction (x, y, z), for a target depth of `depth`, on the plane that touches
 * it. Returns how far the surface lies behind that plane, in the mean over the patch (m).
 */
export function takeRound(s: Placed, x: number, y: number, z: number, depth: number, out: Face): number {
  const { r } = s;
  const dx = r[0] * x + r[3] * y + r[6] * z;
  const dy = r[1] * x + r[4] * y + r[7] * z;
  const dz = r[2] * x + r[5] * y + r[8] * z;
  out.clear();
  const half = Math.sqrt(3 * s.hx * depth);
  const across = Math.sqrt(dx * dx + dz * dz);
  const isCapsule = s.kind === CAPSULE;
  if (s.kind === SPHERE || (isCapsule && !(across > STEEP))) {
    const up = s.kind === SPHERE ? 0 : dy > 0 ? s.hy : -s.hy;
    takeDisc(s, s.hx * dx, up + s.hx * dy, s.hx * dz, dx, dy, dz, GROWTH * Math.sqrt(4 * s.hx * depth), out);
    return depth;
  }
  if (s.kind === CONE && !(across > STEEP)) {
    takeDisc(s, 0, s.hy, 0, dx, dy, dz, NARROW * half, out);
    return 0;
  }
  const ux = across > 0 ? dx / across : 1;
  const uz = across > 0 ? dz / across : 0;
  if (s.kind === TORUS) {
    const { hx, hy } = s;
    const radius = GROWTH * Math.sqrt(4 * hy * depth);
    takeDisc(s, hx * ux + hy * dx, hy * dy, hx * uz + hy * dz, dx, dy, dz, radius, out);
    return depth;
  }
  // A capsule is balls along a segment, each lowest right under its centre, however it leans.
  const low = isCapsule ? s.hx * across : s.hx;
  const high = s.kind === CONE ? 0 : low;
  const end = s.kind === CONE ? NARROW * half : half;
  const from = isCapsule ? s.hx * dy - s.hy : -s.hy;
  const to = isCapsule ? s.hx * dy + s.hy : s.hy;
  out.add(s, low * ux + half * uz, from, low * uz - half * ux);
  out.add(s, high * ux + end * uz, to, high * uz - end * ux);
  out.add(s, high * ux - end * uz, to, high * uz + end * ux);
  out.add(s, low * ux - half * uz, from, low * uz + half * ux);
  const slope = s.kind === CONE ? s.hx / (2 * s.hy) : 0;
  const l = 1 / Math.sqrt(1 + slope * slope);
  out.turn(s, l * ux, l * slope, l * uz);
  // A capsule that leans lies on its end.
  return isCapsule && dy * dy * s.hx > depth ? depth : 0.5 * depth;
}

/** An octagon about a point of the surface, at right angles to (dx, dy, dz). */
function takeDisc(
  s: Placed,
  px: number,
  py: number,
  pz: number,
  dx: number,
  dy: number,
  dz: number,
  radius: number,
  out: Face,
): void {
  // u at right angles to d, from the axis that d is least along; w = d × u.
  const ax = Math.abs(dx);
  const ay = Math.abs(dy);
  const az = Math.abs(dz);
  const k = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
  const along = k === 0 ? dx : k === 1 ? dy : dz;
  const l = 1 / Math.sqrt(1 - along * along);
  const ux = ((k === 0 ? 1 : 0) - along * dx) * l;
  const uy = ((k === 1 ? 1 : 0) - along * dy) * l;
  const uz = ((k === 2 ? 1 : 0) - along * dz) * l;
  const wx = dy * uz - dz * uy;
  const wy = dz * ux - dx * uz;
  const wz = dx * uy - dy * ux;
  for (let m = 0; m < SIDES; m++) {
    const c = radius * COS[m];
    const e = radius * SIN[m];
    out.add(s, px + c * ux + e * wx, py + c * uy + e * wy, pz + c * uz + e * wz);
  }
  out.turn(s, dx, dy, dz);
}
