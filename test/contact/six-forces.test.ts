// 6D contact together with everything else that moves bodies: kinematic ones, conveyors, joints, motors, locks; the
// coefficients; and worlds of other sizes.

import { describe, expect, test } from 'vitest';
import { type BodyDescription, type SceneDescription, World } from '../../src/index.js';

const g = 9.81;
const ground: BodyDescription = { name: 'ground', type: 'static', shape: { type: 'half-space' } };

function world(scene: SceneDescription): World {
  return new World({ sleep: false, ...scene, contact: { model: 'six', ...scene.contact } });
}

function run(w: World, seconds: number, each?: () => void): void {
  for (let k = 0; k < Math.round(seconds / w.timeStep); k++) {
    w.step();
    each?.();
  }
}

const cube = (extra: Partial<BodyDescription> = {}): BodyDescription => ({
  name: 'box',
  shape: { type: 'box', size: [1, 1, 1] },
  mass: 1,
  position: [0, 0.5, 0],
  ...extra,
});

describe('driven surfaces', () => {
  test('a kinematic pusher drives a box at its own speed, against friction', () => {
    const w = world({
      contact: { friction: 0.4 },
      bodies: [
        ground,
        {
          name: 'pusher',
          type: 'kinematic',
          shape: { type: 'box', size: [0.2, 0.6, 1] },
          position: [-0.8, 0.5, 0],
          linearVelocity: [0.7, 0, 0],
        },
        cube({ mass: 3 }),
      ],
    });
    run(w, 1);
    run(w, 1, () => expect(w.body('box').linearVelocity[0]).toBeCloseTo(0.7, 6));
    const push = w.contacts().find((c) => c.a.name === 'pusher' || c.b.name === 'pusher')!;
    expect(Math.abs(push.force[0])).toBeCloseTo(0.4 * 3 * g, 4);
    expect(Math.abs(w.body('box').rotation[3])).toBeGreaterThan(1 - 1e-9);
  });

  test('a conveyor takes a box along: μ g until it has the belt’s speed', () => {
    const w = world({
      contact: { friction: 0.3 },
      bodies: [
        { ...ground, surfaceVelocity: [2, 0, 0] },
        cube({ shape: { type: 'box', size: [1, 0.2, 1] }, position: [0, 0.1, 0] }),
      ],
    });
    run(w, 0.5);
    expect(w.body('box').linearVelocity[0]).toBeCloseTo(0.3 * g * 0.5, 4);
    run(w, 0.5);
    expect(w.body('box').linearVelocity[0]).toBeCloseTo(2, 9);
  });

  test('a turntable turns what lies on its middle', () => {
    const w = world({
      contact: { friction: 0.5 },
      bodies: [
        {
          name: 'table',
          type: 'kinematic',
          shape: { type: 'cylinder', radius: 1, height: 0.2 },
          position: [0, -0.1, 0],
          angularVelocity: [0, 2, 0],
        },
        cube({ shape: { type: 'box', size: [0.5, 0.2, 0.5] }, position: [0, 0.1, 0] }),
      ],
    });
    run(w, 2);
    expect(w.body('box').angularVelocity[1]).toBeCloseTo(2, 6);
    expect(Math.hypot(w.body('box').position[0], w.body('box').position[2])).toBeLessThan(1e-3);
  });
});

describe('joints and contacts in one solve', () => {
  test('a hinged flap lies on the floor: hinge and floor share its weight as a beam’s supports do', () => {
    // Thin flap, hinged at its left lower edge, its right edge on a post at 0.9 of its length.
    const w = world({
      contact: { friction: 0 },
      bodies: [
        { name: 'post', type: 'static', shape: { type: 'box', size: [0.02, 1, 1] }, position: [0.9, -0.5, 0] },
        cube({ name: 'flap', shape: { type: 'box', size: [1, 0.05, 0.5] }, mass: 2, position: [0.5, 0.025, 0] }),
      ],
      joints: [{ type: 'hinge', name: 'hinge', b: 'flap', anchor: [0, 0, 0], axis: [0, 0, 1] }],
    });
    run(w, 1);
    const c = w.contacts()[0]!;
    const share = (2 * g * 0.5) / c.centerOfPressure[0];
    expect(c.centerOfPressure[0]).toBeGreaterThan(0.889);
    expect(c.centerOfPressure[0]).toBeLessThan(0.911);
    expect(Math.abs(c.force[1])).toBeCloseTo(share, 5);
    const hinge = [...w.joints()][0]!;
    expect(hinge.force[1]).toBeCloseTo(2 * g - share, 5);
  });

  test.each([
    [0.97, false],
    [1.03, true],
  ])('two motor-driven plates hold a box at %f of the force m g/(2μ): %s', (share, holds) => {
    const mu = 0.4;
    const squeeze = (share * g) / (2 * mu);
    const plate = (side: number): BodyDescription => ({
      name: side < 0 ? 'left' : 'right',
      shape: { type: 'box', size: [0.1, 0.6, 0.6] },
      mass: 1,
      position: [side * 0.3, 2, 0],
    });
    const slider = (side: number) => ({
      type: 'slider' as const,
      b: side < 0 ? 'left' : 'right',
      anchor: [side * 0.3, 2, 0] as const,
      axis: [-side, 0, 0] as const,
      motor: { velocity: 1, damping: 1e4, maxForce: squeeze },
    });
    const w = world({
      contact: { friction: mu },
      bodies: [plate(-1), plate(1), cube({ shape: { type: 'box', size: [0.5, 0.5, 0.5] }, position: [0, 2, 0] })],
      joints: [slider(-1), slider(1)],
    });
    run(w, 0.2);
    const before = w.body('box').position[1];
    run(w, 0.5);
    const fell = before - w.body('box').position[1];
    if (holds) expect(Math.abs(fell)).toBeLessThan(1e-4);
    // Accelerates by the 3 % that friction lacks, from the speed it already had.
    else expect(fell).toBeGreaterThan(0.5 * (1 - share) * g * 0.25);
  });
});

describe('coefficients', () => {
  // Inside the ground a ball has no area there; the mean depth V/A of what sinks into it has no bound.
  test('what sinks in as a whole is pushed as what is twice as thick as its slab', () => {
    const [radius, mass, compliance] = [0.5, 1e5, 1e-5];
    const ball: BodyDescription = { name: 'ball', shape: { type: 'sphere', radius }, mass, position: [0, radius, 0] };
    const w = world({ contact: { compliance }, bodies: [ground, ball] });
    // Of a ball the second moment along any line is r²/5. Springs push by the depth at the end of the step.
    const thickness = 2 * radius * Math.sqrt(12 / 5);
    run(w, 2, () => {
      const speed = w.body('ball').linearVelocity[1];
      expect(speed).toBeLessThan(1e-9);
      const most = (thickness - speed * w.timeStep) / compliance;
      for (const { force } of w.contacts()) expect(Math.hypot(...force)).toBeLessThan(most * (1 + 1e-9));
    });
    expect(w.body('ball').position[1]).toBeLessThan(-2 * radius);
  });

  test.each([1e-5, 1e-4])('compliance %f m/N: it rests c·f deep', (compliance) => {
    const w = world({ contact: { compliance, damping: 100 }, bodies: [ground, cube()] });
    run(w, 4);
    expect(Math.abs(w.contacts()[0]!.depth / (compliance * g) - 1)).toBeLessThan(0.01);
    expect(Math.abs((0.5 - w.body('box').position[1]) / (compliance * g) - 1)).toBeLessThan(0.01);
  });

  test.each([0.3, 0.6, 0.9])('restitution %f: a sphere rises to e² of its height', (e) => {
    const R = 0.1;
    const w = world({
      timeStep: 1 / 1000,
      contact: { restitution: e },
      bodies: [ground, { name: 'ball', shape: { type: 'sphere', radius: R }, mass: 1, position: [0, R + 1, 0] }],
    });
    run(w, Math.sqrt(2 / g) + 0.01);
    let highest = 0;
    run(w, 2 * e * Math.sqrt(2 / g) - 0.05, () => {
      highest = Math.max(highest, w.body('ball').position[1] - R);
    });
    // The instant of the bounce is known to a step: g h against the speed of arrival, 4.4 m/s, is 0.2 %.
    expect(Math.abs(highest / (e * e) - 1)).toBeLessThan(0.01);
  });

  test('two own coefficients combine as their geometric mean, one wins over the scene’s', () => {
    const slows = (floor: number | undefined, body: number | undefined) => {
      const w = world({
        contact: { friction: 0.5 },
        bodies: [
          floor === undefined ? ground : { ...ground, friction: floor },
          cube({
            linearVelocity: [5, 0, 0],
            shape: { type: 'box', size: [1, 0.2, 1] },
            position: [0, 0.1, 0],
            ...(body === undefined ? {} : { friction: body }),
          }),
        ],
      });
      run(w, 0.1);
      const v = w.body('box').linearVelocity[0];
      run(w, 0.5);
      return (v - w.body('box').linearVelocity[0]) / 0.5 / g;
    };
    expect(slows(undefined, undefined)).toBeCloseTo(0.5, 6);
    expect(slows(0.2, undefined)).toBeCloseTo(0.2, 6);
    expect(slows(undefined, 0.3)).toBeCloseTo(0.3, 6);
    expect(slows(0.1, 0.4)).toBeCloseTo(0.2, 6);
  });

  test('without friction nothing along the plane changes', () => {
    const w = world({
      contact: { friction: 0 },
      bodies: [ground, cube({ linearVelocity: [1, 0, 2], angularVelocity: [0, 3, 0] })],
    });
    run(w, 1);
    expect(w.body('box').linearVelocity[0]).toBe(1);
    expect(w.body('box').linearVelocity[2]).toBe(2);
    expect(w.body('box').angularVelocity[1]).toBeCloseTo(3, 12);
    const c = w.contacts()[0]!;
    expect(Math.hypot(c.force[0], c.force[2])).toBeLessThan(1e-12);
    expect(Math.abs(c.torque[1])).toBeLessThan(1e-12);
  });
});

describe('locked axes', () => {
  test('a box that cannot turn slides with friction, and presses at its middle', () => {
    const w = world({
      contact: { friction: 0.2 },
      bodies: [ground, cube({ locked: ['rx', 'ry', 'rz'], force: [4, 0, 0] })],
    });
    run(w, 1);
    expect(w.body('box').rotation).toEqual([0, 0, 0, 1]);
    expect(w.body('box').linearVelocity[0]).toBeCloseTo(4 - 0.2 * g, 3);
    expect(w.contacts()[0]!.state).toBe('slide');
    expect(w.contacts()[0]!.tipMargin).toBeCloseTo(1, 6);
  });

  test('a box that can only slide along x and turn about z follows the plane motion of a free one', () => {
    const path = (locked: BodyDescription['locked']) => {
      const w = world({
        contact: { friction: 0.4 },
        bodies: [ground, cube({ linearVelocity: [3, 0, 0], ...(locked ? { locked } : {}) })],
      });
      run(w, 0.5);
      return w.body('box').position[0];
    };
    expect(path(['z', 'rx', 'ry'])).toBeCloseTo(path(undefined), 6);
  });

  test('a box locked but along y falls and lies', () => {
    const w = world({
      bodies: [ground, cube({ locked: ['x', 'z', 'rx', 'ry', 'rz'], position: [0, 0.7, 0], force: [5, 0, 1] })],
    });
    run(w, 1);
    expect(w.body('box').position[1]).toBeCloseTo(0.5, 4);
    expect(w.body('box').position[0]).toBe(0);
    expect(Math.abs(w.contacts()[0]!.force[1])).toBeCloseTo(g, 6);
  });
});

test('of two boxes on top of each other in free flight the slower one is carried along', () => {
  // No gravity: a plate flies into a box off its centre; afterwards they do not pass into each other.
  const w = world({
    gravity: [0, 0, 0],
    bodies: [
      cube({ name: 'a', position: [0, 0, 0] }),
      cube({ name: 'b', mass: 2, position: [0.2, 1.5, 0.1], linearVelocity: [0, -3, 0] }),
    ],
  });
  run(w, 0.5, () => {
    for (const o of w.overlaps()) expect(o.depth).toBeLessThan(1e-3);
  });
  expect(w.body('a').linearVelocity[1]).toBeLessThan(-1);
  expect(w.body('a').linearVelocity[1] + 2 * w.body('b').linearVelocity[1]).toBeCloseTo(-6, 9);
});

describe('other sizes', () => {
  // Lengths by L, gravity by L: times stay, velocities scale by L. Forces scale by L, torques by L²; the solver's
  // tolerance with them.
  const scene = (L: number, kind: 'slide' | 'topple' | 'roll'): World => {
    const body: BodyDescription =
      kind === 'roll'
        ? {
            name: 'it',
            shape: { type: 'sphere', radius: 0.3 * L },
            mass: 1,
            position: [0, 0.3 * L, 0],
            linearVelocity: [2 * L, 0, 0],
          }
        : kind === 'slide'
          ? {
              name: 'it',
              shape: { type: 'box', size: [L, 0.3 * L, 0.8 * L] },
              mass: 1,
              position: [0, 0.15 * L, 0],
              linearVelocity: [2 * L, 0, L],
              angularVelocity: [0, 3, 0],
            }
          : {
              name: 'it',
              shape: { type: 'box', size: [0.4 * L, L, 0.4 * L] },
              mass: 1,
              position: [0, 0.5 * L, 0],
              angularVelocity: [0, 0, -2.5],
              linearVelocity: [1.25 * L, 0, 0],
            };
    return world({
      gravity: [0, -g * L, 0],
      contact: { friction: 0.4 },
      solver: { tolerance: 1e-11 * L },
      bodies: [ground, body],
    });
  };
  test.each(['slide', 'topple', 'roll'] as const)(
    'a world a hundred times smaller or larger does the same: %s',
    (kind) => {
      const [one, small, large] = [1, 1e-2, 1e2].map((L) => {
        const w = scene(L, kind);
        const path: number[] = [];
        run(w, 0.6, () => path.push(...w.body('it').position.map((x) => x / L), ...w.body('it').rotation));
        return path;
      });
      const apart = (a: number[], b: number[]) => Math.max(...a.map((x, k) => Math.abs(x - b[k]!)));
      expect(apart(one!, small!)).toBeLessThan(1e-3);
      expect(apart(one!, large!)).toBeLessThan(1e-3);
    },
  );
});
