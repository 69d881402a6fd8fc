// Bodies that stand on a turntable, up to 0.9 of where they would slip or tip.

import { type BodyDescription, type ShapeDescription, type Vec3, World } from '../../../src/index.js';
import { Random } from '../../../src/math/random.js';
import { Manifold, meshOf } from '../../contact/solids.js';
import { decades, pick, short, type Trial } from './trial.js';

const G = 9.81;

/** Something about as large as `size` that stands on the ground; `foot`: the least way from its axis to where it tips. */
export function standing(
  random: Random,
  size: number,
): { shape: ShapeDescription; height: number; foot: number; kind: string } {
  const u = (low: number, high: number) => random.between(low, high);
  const height = size * u(0.2, 1);
  const wide = size * u(0.3, 1);
  const long = size * u(0.3, 1);
  const kind = pick(random, ['box', 'cylinder', 'prism', 'mesh', 'table'] as const);
  switch (kind) {
    case 'box':
      return { kind, shape: { type: 'box', size: [wide, height, long] }, height, foot: 0.5 * Math.min(wide, long) };
    case 'cylinder':
      return { kind, shape: { type: 'cylinder', radius: 0.5 * wide, height }, height, foot: 0.5 * wide };
    case 'prism': {
      const n = 3 + random.below(6);
      const points = Array.from({ length: 2 * n }, (_, k): Vec3 => {
        const angle = (Math.PI * (k - (k % 2))) / n;
        return [0.5 * wide * Math.cos(angle), (k % 2 ? 0.5 : -0.5) * height, 0.5 * wide * Math.sin(angle)];
      });
      return { kind, shape: { type: 'convex', points }, height, foot: 0.5 * wide * Math.cos(Math.PI / n) };
    }
    case 'mesh': {
      const all = Manifold.cube([wide, height, long], true);
      // A tunnel below: it stands on two strips.
      const cut = Manifold.cube([0.4 * wide, 0.5 * height, 2 * long], true).translate([0, -0.5 * height, 0]);
      return { kind, shape: meshOf(all.subtract(cut)), height, foot: 0.5 * Math.min(wide, long) };
    }
    default: {
      const leg = 0.15 * Math.min(wide, long);
      const parts = [-1, 1].flatMap((a) =>
        [-1, 1].map((b) => ({
          shape: { type: 'box' as const, size: [leg, 0.6 * height, leg] as const },
          position: [0.5 * a * (wide - leg), -0.2 * height, 0.5 * b * (long - leg)] as const,
        })),
      );
      const top = {
        shape: { type: 'box' as const, size: [wide, 0.4 * height, long] as const },
        position: [0, 0.3 * height, 0] as const,
      };
      return { kind, shape: { type: 'compound', parts: [top, ...parts] }, height, foot: 0.5 * Math.min(wide, long) };
    }
  }
}

/** The radius drifts by less than 0.1 % in 20 s. */
export function turntable(seed: number): Trial {
  const random = new Random(7000 + seed);
  const u = (low: number, high: number) => random.between(low, high);
  const size = decades(random, 0.01, 2);
  const { shape, height, foot, kind } = standing(random, size);
  const radius = size * decades(random, 1, 5);
  const friction = u(0.1, 1.2);
  // Of what is heavy above; a centre of mass at half the height is below that.
  const high = new World({ bodies: [{ name: 'it', shape, density: 1000, position: [0, 0.5 * height, 0] }] }).body('it')
    .centerOfMass[1];
  const most = Math.min(friction, foot / high) * G;
  const share = u(0.05, 0.9);
  const w = (random.below(2) ? 1 : -1) * Math.sqrt((share * most) / radius);
  const facing = 0.5 * u(0, 2 * Math.PI);
  const rides = pick(random, ['led', 'free', 'driven'] as const);
  const disc = radius + size;
  const thick = 0.2 * size;
  const table: BodyDescription = {
    name: 'table',
    type: rides === 'led' ? 'kinematic' : 'dynamic',
    shape: { type: 'cylinder', radius: disc, height: thick },
    ...(rides === 'led' ? {} : { density: 2000 }),
    position: [0, -0.5 * thick, 0],
    angularVelocity: [0, w, 0],
  };
  const rider: BodyDescription = {
    name: 'rider',
    shape,
    density: decades(random, 200, 8000),
    position: [radius, 0.5 * height, 0],
    rotation: [0, Math.sin(facing), 0, Math.cos(facing)],
    linearVelocity: [0, 0, -w * radius],
    angularVelocity: [0, w, 0],
  };
  const world = new World({
    sleep: false,
    contact: { friction },
    bodies: [table, rider],
    joints:
      rides === 'led'
        ? []
        : [
            {
              type: 'hinge',
              b: 'table',
              anchor: [0, 0, 0],
              axis: [0, 1, 0],
              ...(rides === 'driven' && { motor: { velocity: w, maxForce: 1e9 } }),
            },
          ],
  });
  const body = world.body('rider');
  const far = () => Math.hypot(body.centerOfMass[0], body.centerOfMass[2]);
  const start = far();
  let drift = 0;
  for (let k = 0; k < 1200; k++) {
    world.step();
    drift = Math.max(drift, Math.abs(far() / start - 1));
  }
  return {
    drawn: `${kind} of ${short(size)} m at ${short(radius)} m, ${short(w)} rad/s, ${short(share)} of ${friction < foot / high ? 'slipping' : 'tipping'}, friction ${short(friction)}, ${rides}`,
    measures: [{ name: 'drift of the radius in 20 s', found: drift, most: 1e-3 }],
  };
}
