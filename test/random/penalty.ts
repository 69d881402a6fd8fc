// Scenes that nobody chose, under model penalty, and what they are judged by: finite, no energy from nowhere, at rest
// in the end, nothing falls through.

import { type Family, randomScene } from '../../scenes/random.js';
import { type BodyDescription, type SceneDescription, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { penalty } from '../../src/penalty.js';
import { bumpyCube } from '../../src/shapes/procedural.js';

export type PenaltyFamily = Family | 'meshes';

/** Meshes that move, and a slope of one: boxes whose faces have bumps, and flat ones. */
function meshes(random: Random): SceneDescription {
  const size = random.between(0.1, 1);
  const bodies: BodyDescription[] = [{ type: 'static', shape: { type: 'half-space' } }];
  for (let k = 0; k < 3; k++) {
    const { positions, indices } = bumpyCube(
      2 + random.below(3),
      size,
      1 + random.below(3),
      random.below(2) * 0.02 * size,
    );
    bodies.push({
      shape: { type: 'mesh', positions, indices },
      density: random.between(200, 4000),
      position: [random.between(-0.3, 0.3) * size, (0.9 + 1.8 * k) * size, random.between(-0.3, 0.3) * size],
      rotation: random.rotation(),
    });
  }
  return { contact: { friction: random.between(0.3, 0.9) }, bodies };
}

export function penaltyScene(family: PenaltyFamily, seed: number, timeStep: number): SceneDescription {
  const scene = family === 'meshes' ? meshes(new Random(seed)) : randomScene(family, seed);
  return { ...scene, timeStep, contact: { friction: scene.contact!.friction!, model: 'penalty' } };
}

export interface PenaltyVerdict {
  /** Energy above that of the start, as a share of what the bodies' weights are worth over their sizes. */
  gain: number;
  /**
   * Largest rise of the energy above the least so far, less what rocking may make, as a share of the most that springs
   * have held.
   */
  rise: number;
  /** When anything last moved faster than a fiftieth of √(g size) (s). */
  rest: number;
  /** Lowest centre of mass over the body's radius: below -1 it has fallen through. */
  lowest: number;
  isSound: boolean;
}

/** Steps the scene for so many seconds. */
export function judgePenalty(scene: SceneDescription, seconds: number): PenaltyVerdict {
  const world = new World(scene, { models: [penalty] });
  const bodies = [...world.bodies()].filter(({ type }) => type === 'dynamic');
  const reach = bodies.map(({ broadPhaseBox: { min, max } }) => 0.5 * Math.max(...min.map((x, k) => max[k]! - x)));
  const size = Math.max(...reach);
  const total = (): number => {
    const { kinetic, potential } = world.energy();
    return kinetic + potential;
  };
  const weights = bodies.reduce((sum, { mass }, k) => sum + 9.81 * mass * reach[k]!, 0);
  const scale = Math.max(weights, world.energy().kinetic);
  const weightless = (): number =>
    world.energy().potential - bodies.reduce((sum, { mass, centerOfMass }) => sum + 9.81 * mass * centerOfMass[1], 0);
  const start = total();
  let least = start;
  let held = 0;
  let risen = 0;
  const verdict: PenaltyVerdict = { gain: 0, rise: 0, rest: 0, lowest: Infinity, isSound: true };
  const every = Math.max(1, Math.round(0.005 / world.timeStep));
  for (let k = 0; world.time < seconds; k++) {
    world.step();
    const now = total();
    held = Math.max(held, weightless());
    risen = Math.max(risen, now - least);
    least = Math.min(least, now);
    if (k % every !== 0) continue;
    verdict.gain = Math.max(verdict.gain, (now - start) / scale);
    for (const [n, body] of bodies.entries()) {
      const speed = Math.hypot(...body.linearVelocity) + reach[n]! * Math.hypot(...body.angularVelocity);
      if (!(speed <= 0.02 * Math.sqrt(9.81 * size))) verdict.rest = world.time;
    }
    if (Number.isFinite(now)) continue;
    verdict.isSound = false;
    break;
  }
  const more = risen - rocking(weightless(), weights / size, size);
  verdict.rise = more > 1e-12 * scale ? more / held : 0;
  for (const [n, { centerOfMass }] of bodies.entries())
    verdict.lowest = Math.min(verdict.lowest, centerOfMass[1] / reach[n]!);
  return verdict;
}

/**
 * What bodies at rest on their faces gain as they rock over their edges, and lose as they come back (J): 2/3 ln(θ k
 * R/F) of F²/k over a straight edge (test/contact/penalty-energy.test.ts), 15/14 over the rim of a disc, 3/2 over a
 * corner, by the same integral with footprints that are a segment and a triangle. F²/k is twice what their springs hold
 * at rest; θ is at most 1.
 */
function rocking(held: number, weight: number, size: number): number {
  const depth = (2 * held) / weight;
  return depth > 0 && size > depth ? 1.5 * Math.log(size / depth) * 2 * held : 0;
}

/**
 * How far the energy may rise above its least beside that, as a share of the most that springs have held. Two things
 * make it, both within a contact: springs give back up to 3/2 of what is counted in them while their footprint shrinks
 * (k d²/4 under a ball, of which k d²/6 is counted; as much under an edge), and semi-implicit Euler swings by ωh/2 of
 * the energy in a period, where ωh is at most 2(√(1+ζ²) - ζ) = 0.83 for the coefficients that are chosen, ζ = 1.
 */
const MOST_RISE = 0.5 + 0.5 * 0.83;

/** What is wrong, in words; empty: nothing. */
export function faultsOf({ gain, rise, lowest, isSound }: PenaltyVerdict): string[] {
  const faults: string[] = [];
  if (!isSound) faults.push('not finite');
  // Against the start: springs are not quite conservative while their footprint changes (docs/theory/penalty.md), so
  // that what is counted in them may rise within an impact. What they hold under the bodies' own weight is some 2 % of
  // this scale, and that much may be gained.
  if (gain > 0.02) faults.push(`gained ${gain.toPrecision(2)}`);
  if (rise > MOST_RISE) faults.push(`rose by ${rise.toPrecision(2)} of what springs held`);
  if (!(lowest > -0.2)) faults.push(`fell through: ${lowest.toPrecision(2)}`);
  return faults;
}
