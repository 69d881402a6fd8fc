// How the camera goes along with what moves. By simulated time, not by pictures: a slow machine that shows four
// pictures a second and a fast one see the same, and slow motion is followed slowly. Verified in
// test/studio/follow.test.ts.

/** Simulated time in which most of the way is made up for (s). */
const PACE = 0.12;
/** A jump of this much time is a cut, not a motion (s). */
const CUT = 1;
/** How far from the middle things may go before the picture follows, as a share of half of its shorter side. */
export const SLACK = 0.3;
/** How far beyond that it may stay behind. */
export const BEHIND = 0.12;
/** How much of half the shorter side the crowd may fill before the picture goes farther away. */
const CROWD = 0.72;

/** Share of what is left of a way that is gone in `dt` simulated seconds; going back and jumping is done at once. */
export function shareOf(dt: number, pace = PACE): number {
  return dt < 0 || dt > CUT ? 1 : 1 - Math.exp(-dt / pace);
}

/**
 * How far to go along when what is watched is `away` from the middle (m), `half` metres being half of the shorter side.
 * Of a body at a constant speed v the picture stays behind by v times the pace: what is fast is followed faster.
 */
export function shiftFor(away: number, half: number, dt: number, { slack = SLACK, speed = 0 } = {}): number {
  const pace = speed > 0 ? Math.min(PACE, (BEHIND * half) / speed) : PACE;
  return Math.max(0, away - slack * half) * shareOf(dt, pace);
}

/**
 * By what factor to go farther away when the crowd reaches out to `radius` (m). Never nearer: that would breathe. What
 * was that wide in the picture when it was framed (`first`, in halves of the shorter side) may stay so.
 */
export function retreatFor(radius: number, half: number, dt: number, first = 0): number {
  const wanted = radius / (Math.max(CROWD, 1.1 * first) * half);
  return wanted > 1 ? 1 + (Math.min(wanted, 4) - 1) * shareOf(dt) : 1;
}

type Point = readonly [number, number, number];

export interface Crowd {
  middle: Point;
  /** Within it are four fifths of them (m). */
  radius: number;
}

/** Where points are on the whole. Those farther than `reach` from `from` have left, unless all have. */
export function crowdOf(points: readonly Point[], from: Point, reach: number): Crowd | null {
  const near = points.filter((p) => distance(p, from) < reach);
  let counted = near.length > 0 ? near : points;
  if (counted.length === 0) return null;
  let middle = meanOf(counted);
  // Once more without the fifth that is farthest out: a brick that flies away does not take the picture along.
  const kept = Math.ceil(0.8 * counted.length);
  counted = [...counted].sort((p, q) => distance(p, middle) - distance(q, middle)).slice(0, kept);
  middle = meanOf(counted);
  return { middle, radius: Math.max(0, ...counted.map((p) => distance(p, middle))) };
}

const distance = (p: Point, q: Point): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);

function meanOf(points: readonly Point[]): Point {
  const sum: [number, number, number] = [0, 0, 0];
  for (const p of points) for (let k = 0; k < 3; k++) sum[k]! += p[k]! / points.length;
  return sum;
}

/** Whether a body's name is among those that a scene says to watch. */
export function isWatched(name: string, watch: readonly string[] | undefined): boolean {
  if (!watch) return true;
  return watch.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name));
}
