// What 6D contact must show, against closed forms. Default settings, sleeping off, dt 1/60 unless said.

import { describe, expect, test } from 'vitest';
import { type BodyDescription, type SceneDescription, World } from '../../src/index.js';

const g = 9.81;
const ground: BodyDescription = { name: 'ground', type: 'static', shape: { type: 'half-space' } };

function world(scene: SceneDescription): World {
  return new World({ sleep: false, ...scene, contact: { model: 'six', ...scene.contact } });
}

/** Gravity as seen on an incline of `angle` that descends towards +x. */
const incline = (angle: number): [number, number, number] => [g * Math.sin(angle), -g * Math.cos(angle), 0];

function run(w: World, seconds: number, each?: () => void): void {
  const steps = Math.round(seconds / w.timeStep);
  for (let k = 0; k < steps; k++) {
    w.step();
    each?.();
  }
}

describe('spinning', () => {
  test('a square plate spinning flat decelerates by uniform pressure, 0.3826 L', () => {
    const L = 1;
    const mu = 0.5;
    const w = world({
      contact: { friction: mu },
      bodies: [
        ground,
        {
          name: 'plate',
          shape: { type: 'box', size: [L, 0.1, L] },
          mass: 1,
          position: [0, 0.05, 0],
          angularVelocity: [0, 10, 0],
        },
      ],
    });
    run(w, 0.1);
    const before = w.body('plate').angularVelocity[1];
    run(w, 0.5);
    const deceleration = (before - w.body('plate').angularVelocity[1]) / 0.5;
    // ∫|x| over the square: (√2 + ln(1+√2))/6; I = m L²/6.
    const truth = (mu * g * ((Math.SQRT2 + Math.log(1 + Math.SQRT2)) / 6) * L) / (L ** 2 / 6);
    expect(Math.abs(deceleration / truth - 1)).toBeLessThan(1e-3);
    run(w, 1.5);
    expect(Math.abs(w.body('plate').angularVelocity[1])).toBeLessThan(1e-9);
  });

  test('a disc that spins and slides stops both at once, where the integral over its patch says', () => {
    // The truth is planar. A disc of height h presses h μ/2 ahead of its middle, which turns it aside by 0.45 h; thin,
    // then.
    const w = world({
      timeStep: 1 / 240,
      contact: { friction: 0.5 },
      bodies: [
        ground,
        {
          name: 'disc',
          shape: { type: 'cylinder', radius: 0.5, height: 0.01 },
          mass: 1,
          position: [0, 0.005, 0],
          linearVelocity: [3, 0, 0],
          angularVelocity: [0, 10, 0],
        },
      ],
    });
    let slides = 0;
    let spins = 0;
    run(w, 1.5, () => {
      const disc = w.body('disc');
      if (Math.hypot(...disc.linearVelocity) > 1e-3) slides = w.time;
      if (Math.abs(disc.angularVelocity[1]) > 1e-3) spins = w.time;
    });
    expect(Math.abs(w.body('disc').position[0] / 1.578 - 1)).toBeLessThan(0.02);
    expect(Math.abs(slides / 1.041 - 1)).toBeLessThan(0.02);
    expect(Math.abs(spins / 1.041 - 1)).toBeLessThan(0.02);
    expect(Math.abs(w.body('disc').position[2])).toBeLessThan(0.005);
  });

  test.each([1e-3, 2.5e-4])('a sphere spinning at 20 rad/s stops when its patch predicts, depth %f', (depth) => {
    const R = 0.2;
    const mu = 0.8;
    const w = world({
      contact: { friction: mu, depth },
      bodies: [
        ground,
        {
          name: 'ball',
          shape: { type: 'sphere', radius: R },
          mass: 1,
          position: [0, R - 2 * depth, 0],
          angularVelocity: [0, 20, 0],
        },
      ],
    });
    const a = 2 * Math.sqrt(R * depth);
    const truth = (20 * 0.4 * R * R) / (mu * g * (2 / 3) * a);
    let stops = 0;
    run(w, 1.2 * truth, () => {
      if (Math.abs(w.body('ball').angularVelocity[1]) > 1e-6) stops = w.time;
    });
    expect(Math.abs(stops / truth - 1)).toBeLessThan(0.05);
    expect(Math.hypot(w.body('ball').position[0], w.body('ball').position[2])).toBeLessThan(1e-6);
  });
});

describe('rolling', () => {
  const R = 0.5;
  const angle = 0.2;
  test.each([
    ['sphere', 1e-4],
    ['sphere', 1e-5],
    ['sphere', 1e-6],
    ['cylinder', 1e-4],
    ['cylinder', 1e-5],
    ['cylinder', 1e-6],
  ] as const)('a %s rolls down at depth %f by the law of its patch, at a steady height', (type, depth) => {
    const ball = type === 'sphere';
    const a = ball ? 2 * Math.sqrt(R * depth) : Math.sqrt(3 * R * depth);
    const sink = (ball ? 2 : 1.5) * depth;
    const w = world({
      gravity: incline(angle),
      contact: { depth },
      bodies: [
        ground,
        {
          name: 'roller',
          shape: ball ? { type, radius: R } : { type, radius: R, height: 1 },
          mass: 1,
          position: [0, R - sink, 0],
          rotation: ball ? [0, 0, 0, 1] : [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
        },
      ],
    });
    run(w, 0.5);
    const before = w.body('roller').linearVelocity[0];
    run(w, 2, () => expect(Math.abs(w.body('roller').position[1] - (R - sink))).toBeLessThan(depth));
    const acceleration = (w.body('roller').linearVelocity[0] - before) / 2;
    const truth = (ball ? 5 / 7 : 2 / 3) * (g * Math.sin(angle) - (g * Math.cos(angle) * a) / R);
    expect(Math.abs(acceleration / truth - 1)).toBeLessThan(0.005);
    expect(w.contacts()[0]?.state).toBe('roll');
  });

  test('without friction a sphere slides and does not turn at all', () => {
    const w = world({
      gravity: incline(angle),
      contact: { friction: 0 },
      bodies: [ground, { name: 'ball', shape: { type: 'sphere', radius: R }, mass: 1, position: [0, R, 0] }],
    });
    run(w, 2);
    expect(Math.hypot(...w.body('ball').angularVelocity)).toBeLessThan(1e-10);
    expect(w.body('ball').linearVelocity[0]).toBeCloseTo(2 * g * Math.sin(angle), 9);
  });

  test('bowling: a sliding sphere ends rolling, as the law with its patch has it', () => {
    const depth = 1e-7;
    const radius = 0.1;
    const mu = 0.2;
    const v0 = 7;
    const w = world({
      contact: { friction: mu, depth },
      bodies: [
        ground,
        {
          name: 'ball',
          shape: { type: 'sphere', radius },
          mass: 5,
          position: [0, radius - 2 * depth, 0],
          linearVelocity: [v0, 0, 0],
        },
      ],
    });
    const a = 2 * Math.sqrt(radius * depth);
    // Slides at -μg with the spin growing by (μ R - a) m g / I until v = ωR; the patch resists rolling by f_n a.
    const I = 0.4 * radius * radius;
    const t = v0 / (mu * g + (radius * (mu * radius - a) * g) / I);
    const rolling = v0 - mu * g * t;
    let seen = 0;
    run(w, 2, () => {
      const ball = w.body('ball');
      if (seen === 0 && Math.abs(ball.linearVelocity[0] + ball.angularVelocity[2] * radius) < 1e-3)
        seen = ball.linearVelocity[0];
    });
    expect(Math.abs(seen / rolling - 1)).toBeLessThan(0.005);
    expect(Math.abs(rolling / ((5 / 7) * v0) - 1)).toBeLessThan(0.005);
  });
});

describe('tipping', () => {
  test('a box that pivots on its edge with its centre rising follows the pendulum, and the edge does not sink', () => {
    const dt = 1 / 60;
    const tilt = 0.3;
    const spin = -1;
    const c = Math.cos(tilt);
    const s = Math.sin(tilt);
    // The lower right edge in the origin: the centre is up and to the left of it, and turning clockwise raises it.
    const center: [number, number, number] = [-(0.5 * c - 0.5 * s), 0.5 * s + 0.5 * c, 0];
    const w = world({
      contact: { friction: 1 },
      bodies: [
        ground,
        {
          name: 'box',
          shape: { type: 'box', size: [1, 1, 1] },
          mass: 1,
          position: center,
          rotation: [0, 0, -Math.sin(tilt / 2), Math.cos(tilt / 2)],
          linearVelocity: [-spin * center[1], spin * center[0], 0],
          angularVelocity: [0, 0, spin],
        },
      ],
    });
    // Semi-implicit Euler keeps the velocity of half a step earlier: the pendulum starts with that.
    const r = Math.SQRT1_2;
    const I = 1 / 6 + 0.5;
    let phi = Math.atan2(center[1], center[0]);
    let omega = spin - (0.5 * dt * g * r * Math.cos(phi)) / I;
    const start = phi;
    let farthest = 0;
    let worst = 0;
    run(w, 0.45, () => {
      for (let k = 0; k < 2000; k++) {
        omega -= ((dt / 2000) * g * r * Math.cos(phi)) / I;
        phi += (dt / 2000) * omega;
      }
      const box = w.body('box');
      const angle = 2 * Math.atan2(box.rotation[2], box.rotation[3]);
      farthest = Math.max(farthest, Math.abs(phi - start));
      worst = Math.max(worst, Math.abs(angle + tilt - (phi - start)));
      const edge = box.position[1] + 0.5 * Math.sin(angle) - 0.5 * Math.cos(angle);
      expect(edge).toBeGreaterThan(-5e-4);
      expect(w.contacts().length).toBe(1);
    });
    expect(farthest).toBeGreaterThan(0.1);
    expect(worst / farthest).toBeLessThan(0.01);
  });

  test.each([
    [0.997, false],
    [1.003, true],
  ])('a tall box pushed with %f of the critical force: tips %s', (share, tips) => {
    const w = world({
      contact: { friction: 1 },
      bodies: [
        ground,
        {
          name: 'box',
          shape: { type: 'box', size: [1, 2, 1] },
          mass: 1,
          position: [0, 1, 0],
          force: [share * g * 0.5, 0, 0],
        },
      ],
    });
    run(w, 3);
    const up = 1 - 2 * w.body('box').rotation[2] ** 2;
    if (tips) expect(up).toBeLessThan(0.9);
    else expect(up).toBeGreaterThan(1 - 1e-6);
  });

  test.each([
    [0.997, false],
    [1.003, true],
  ])(
    'a table on four legs pushed down at its overhanging edge with %f of the critical force: tips %s',
    (share, tips) => {
      // Top 1.6 × 1.6 on legs that reach to ±0.5: a load at 0.8 tips about the legs' outer line at 0.5.
      const legs = [-0.45, 0.45].flatMap((x) =>
        [-0.45, 0.45].map((z) => ({
          shape: { type: 'box', size: [0.1, 0.7, 0.1] } as const,
          position: [x, 0.35, z] as const,
        })),
      );
      const top = { shape: { type: 'box', size: [1.6, 0.05, 1.6] } as const, position: [0, 0.725, 0] as const };
      const w = world({
        bodies: [
          ground,
          { name: 'table', shape: { type: 'compound', parts: [top, ...legs] }, mass: 10, position: [0, 0, 0] },
        ],
      });
      const load = (share * 10 * g * 0.5) / 0.3;
      run(w, 3, () => {
        const t = w.body('table');
        // The load hangs at the corner-less middle of the edge, always straight down.
        const q = t.rotation;
        const up: [number, number, number] = [-2 * q[3] * q[2], 1 - 2 * q[2] * q[2], 0];
        const along: [number, number, number] = [up[1], -up[0], 0];
        t.applyForce(
          [0, -load, 0],
          [t.position[0] + 0.8 * along[0] + 0.75 * up[0], t.position[1] + 0.8 * along[1] + 0.75 * up[1], 0],
        );
      });
      const up = 1 - 2 * w.body('table').rotation[2] ** 2;
      if (tips) expect(up).toBeLessThan(0.95);
      else {
        expect(up).toBeGreaterThan(1 - 1e-6);
        expect(w.contacts().length).toBeGreaterThanOrEqual(2);
      }
    },
  );

  test.each([
    [0.997, false],
    [1.003, true],
  ])('a table pushed sideways at its top with %f of the critical force: tips %s', (share, tips) => {
    const legs = [-0.45, 0.45].flatMap((x) =>
      [-0.45, 0.45].map((z) => ({
        shape: { type: 'box', size: [0.1, 0.7, 0.1] } as const,
        position: [x, 0.35, z] as const,
      })),
    );
    const top = { shape: { type: 'box', size: [1, 0.05, 1] } as const, position: [0, 0.725, 0] as const };
    const w = world({
      contact: { friction: 1 },
      bodies: [ground, { name: 'table', shape: { type: 'compound', parts: [top, ...legs] }, mass: 10 }],
    });
    const push = (share * 10 * g * 0.5) / 0.725;
    run(w, 3, () => {
      const t = w.body('table');
      const q = t.rotation;
      const up: [number, number, number] = [-2 * q[3] * q[2], 1 - 2 * q[2] * q[2], 0];
      t.applyForce([push, 0, 0], [t.position[0] + 0.725 * up[0], t.position[1] + 0.725 * up[1], 0]);
    });
    const upright = 1 - 2 * w.body('table').rotation[2] ** 2;
    if (tips) expect(upright).toBeLessThan(0.95);
    else expect(upright).toBeGreaterThan(1 - 1e-6);
  });

  test('a push on the upper half moves the centre of pressure along with it', () => {
    const w = world({
      contact: { friction: 1 },
      bodies: [
        ground,
        { name: 'box', shape: { type: 'box', size: [1, 2, 1] }, mass: 1, position: [0, 1, 0], force: [2, 0, 0] },
      ],
    });
    run(w, 0.5);
    const contact = w.contacts()[0]!;
    expect(contact.centerOfPressure[0]).toBeCloseTo(2 / g, 3);
    expect(contact.tipMargin).toBeCloseTo(1 - 2 / g / 0.5, 2);
    expect(contact.slipMargin).toBeCloseTo(1 - 2 / g, 2);
  });
});

describe('holding', () => {
  test.each([
    [26.5, false],
    [26.7, true],
  ])('a box on an incline of %f°, μ 0.5: slides %s', (degrees, slides) => {
    const w = world({
      gravity: incline((degrees * Math.PI) / 180),
      contact: { friction: 0.5 },
      bodies: [ground, { name: 'box', shape: { type: 'box', size: [1, 0.5, 1] }, mass: 1, position: [0, 0.25, 0] }],
    });
    run(w, 0.1);
    const before = w.body('box').position[0];
    run(w, 10);
    const moved = w.body('box').position[0] - before;
    if (slides) expect(moved).toBeGreaterThan(0.5);
    else expect(Math.abs(moved)).toBeLessThan(2e-5);
  });

  test('a tower of 20 boxes stands 10 s', () => {
    const boxes = Array.from({ length: 20 }, (_, k) => ({
      shape: { type: 'box', size: [1, 1, 1] } as const,
      mass: 1,
      position: [0, 0.5 + k, 0] as const,
    }));
    const w = world({ bodies: [ground, ...boxes] });
    run(w, 1);
    run(w, 9, () => {
      for (const contact of w.contacts()) expect(contact.depth).toBeLessThan(0.002);
    });
    [...w.bodies()].slice(1).forEach((box) => {
      expect(Math.hypot(box.position[0], box.position[2])).toBeLessThan(0.005);
    });
    expect(w.contactStatistics.computed).toBe(0);
  });

  test('a cube near the edge of another does not slide, even at μ = 0.002', () => {
    const w = world({
      contact: { friction: 0.002 },
      bodies: [
        { type: 'static', shape: { type: 'box', size: [1, 1, 1] } },
        { name: 'cube', shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [0.4, 1.02, 0] },
      ],
    });
    run(w, 5);
    expect(Math.abs(w.body('cube').position[0] - 0.4)).toBeLessThan(1e-4);
  });

  test('an octagon slides with 6 rows and at most 3 sweeps to 1e-15 N·s', () => {
    const points = Array.from(
      { length: 16 },
      (_, k) =>
        [
          0.5 * Math.cos(((k >> 1) * Math.PI) / 4),
          k & 1 ? 0.1 : -0.1,
          0.5 * Math.sin(((k >> 1) * Math.PI) / 4),
        ] as const,
    );
    const w = world({
      solver: { method: 'gauss-seidel', tolerance: 1e-15 },
      contact: { friction: 0.3 },
      bodies: [
        ground,
        {
          name: 'octagon',
          shape: { type: 'convex', points },
          mass: 1,
          position: [0, 0.1, 0],
          linearVelocity: [3, 0, 0.5],
          angularVelocity: [0, 2, 0],
        },
      ],
    });
    run(w, 0.8, () => {
      expect(w.solverStatistics.rows).toBe(6);
      expect(w.solverStatistics.iterations).toBeLessThanOrEqual(3);
    });
  });

  test('a U-shaped support bears on two patches', () => {
    const w = world({
      bodies: [
        ground,
        {
          name: 'bridge',
          shape: {
            type: 'compound',
            parts: [
              { shape: { type: 'box', size: [2, 0.2, 0.5] }, position: [0, 0.6, 0] },
              { shape: { type: 'box', size: [0.2, 0.5, 0.5] }, position: [-0.9, 0.25, 0] },
              { shape: { type: 'box', size: [0.2, 0.5, 0.5] }, position: [0.9, 0.25, 0] },
            ],
          },
          mass: 2,
        },
      ],
    });
    run(w, 1);
    const contacts = w.contacts();
    expect(contacts.length).toBe(2);
    // How two patches that can both bear torque share a load is not determined; their sum is.
    expect(contacts[0]!.force[1] + contacts[1]!.force[1]).toBeCloseTo(2 * g, 6);
    for (const contact of contacts) expect(contact.force[1]).toBeGreaterThan(0.8 * g);
  });
});

describe('fast bodies', () => {
  test.each([
    { type: 'sphere', radius: 0.05 },
    { type: 'box', size: [0.1, 0.1, 0.1] },
    { type: 'cylinder', radius: 0.05, height: 0.01 },
    { type: 'capsule', radius: 0.03, height: 0.1 },
  ] as const)('a $type at 100 m/s does not pass a wall of 5 cm', (shape) => {
    for (const start of [-3.21, -2.5, -1.9]) {
      const w = world({
        gravity: [0, 0, 0],
        bodies: [
          { type: 'static', shape: { type: 'box', size: [0.05, 4, 4] } },
          {
            name: 'bullet',
            shape,
            mass: 1,
            position: [start, 0.1, 0.2],
            linearVelocity: [100, 0, 0],
            angularVelocity: [3, 5, 30],
          },
        ],
      });
      run(w, 0.5, () => expect(w.body('bullet').position[0]).toBeLessThan(0));
    }
  });

  test('a thin coin does not pass a thin floor', () => {
    const w = world({
      bodies: [
        { type: 'static', shape: { type: 'box', size: [4, 0.02, 4] } },
        {
          name: 'coin',
          shape: { type: 'cylinder', radius: 0.1, height: 0.002 },
          mass: 0.01,
          position: [0, 2, 0],
          rotation: [0.2, 0, 0.1, Math.sqrt(0.95)],
          linearVelocity: [0, -30, 0],
        },
      ],
    });
    run(w, 3, () => expect(w.body('coin').position[1]).toBeGreaterThan(0.01));
    expect(Math.hypot(...w.body('coin').linearVelocity)).toBeLessThan(1e-6);
  });

  test.each([
    { shape: { type: 'box', size: [0.6, 0.3, 0.6] }, height: 0.15 },
    { shape: { type: 'sphere', radius: 0.3 }, height: 0.3 },
    { shape: { type: 'cylinder', radius: 0.3, height: 0.2 }, height: 0.1 },
  ] as const)('a sliding $shape.type meets no ghosts on a floor of many boxes', ({ shape, height }) => {
    const tiles = Array.from({ length: 80 }, (_, k) => ({
      type: 'static' as const,
      shape: { type: 'box', size: [1, 1, 1] } as const,
      position: [k >> 2, -0.5, (k & 3) - 1.5] as const,
    }));
    for (const speed of [6, 0.9]) {
      const w = world({
        contact: { friction: 0 },
        bodies: [
          ...tiles,
          { name: 'slider', shape, mass: 1, position: [0, height, 0.1], linearVelocity: [speed, 0, 0] },
        ],
      });
      run(w, 2, () => expect(w.body('slider').linearVelocity[1]).toBeLessThan(0.01));
      expect(w.body('slider').linearVelocity[0]).toBeGreaterThan(0.999 * speed);
    }
  });
});
