// Motion under quasi-rigid contact, against Hertz and Coulomb. A ball of E 1 MPa, ν 0.3, R 50 mm, ρ 1100 on something
// rigid.

import { describe, expect, it } from 'vitest';
import { type SceneDescription, World } from '../../../src/index.js';
import { type QuasiRigidRecord, quasiRigid } from '../../../src/quasi-rigid.js';

const MATERIAL = { young: 1e6, poisson: 0.3 };
const GROUND = { name: 'ground', type: 'static', shape: { type: 'half-space' } } as const;
const BALL = { name: 'ball', shape: { type: 'sphere', radius: 0.05 }, density: 1100, material: MATERIAL } as const;

const off = (value: number, truth: number) => Math.abs(value / truth - 1);

function worldOf(scene: SceneDescription): World {
  return new World({ contact: { model: 'quasi-rigid', ...scene.contact }, ...scene } as SceneDescription, {
    models: [quasiRigid],
  });
}
const bodyOf = (world: World, name = 'ball') => [...world.bodies()].find((body) => body.name === name)!;
const contactOf = (world: World) => world.contacts()[0] as unknown as QuasiRigidRecord | undefined;

function run(world: World, seconds: number, h: number, each?: () => void): void {
  for (let k = 0; k < Math.round(seconds / h); k++) {
    world.step(h);
    each?.();
  }
}

describe('quasi-rigid motion', () => {
  it.each([1 / 60, 1 / 240, 1e-3])('a ball comes to rest on its Hertzian contact, h %s', (h) => {
    const world = worldOf({ timeStep: h, bodies: [GROUND, { ...BALL, position: [0, 0.05, 0] }] });
    run(world, 2, h);
    const contact = contactOf(world)!;
    expect(off(contact.force[1], 5.65)).toBeLessThan(0.001);
    expect(off(contact.approach, 0.6675e-3)).toBeLessThan(0.01);
    expect(off(contact.contactRadius, 5.777e-3)).toBeLessThan(0.02);
    // p₀ = 3F/2πa².
    expect(off(contact.pressureMax, (3 * 5.65) / (2 * Math.PI * 5.777e-3 ** 2))).toBeLessThan(0.04);
    expect(off(contact.elasticEnergy, 0.4 * 5.65 * 0.6675e-3)).toBeLessThan(0.02);
    expect(off(0.05 - bodyOf(world).position[1], 0.6675e-3)).toBeLessThan(0.01);
    expect(bodyOf(world).asleep).toBe(true);
  });

  it.each([1 / 60, 1e-3])('spins down by the limit surface of its pressure, h %s', (h) => {
    const world = worldOf({
      timeStep: h,
      bodies: [GROUND, { ...BALL, position: [0, 0.05 - 0.6675e-3, 0], angularVelocity: [0, 20, 0] }],
    });
    run(world, 0.5, h);
    expect(off(-contactOf(world)!.torque[1], 9.614e-3)).toBeLessThan(0.01);
    let time = 0.5;
    while (bodyOf(world).angularVelocity[1] > 1e-3 && time < 3) {
      world.step(h);
      time += h;
    }
    // The last step may be cut short.
    expect(Math.abs(time - 1.198)).toBeLessThan(0.01 * 1.198 + h);
  });

  it.each([60, 200])('lands at 0.1 m/s and leaves as it came, %s steps a contact', (steps) => {
    const h = 25.44e-3 / steps;
    const world = worldOf({
      gravity: [0, 0, 0],
      timeStep: h,
      bodies: [GROUND, { ...BALL, position: [0, 0.0505, 0], linearVelocity: [0, -0.1, 0] }],
    });
    let touching = 0;
    let deepest = 0;
    let most = 0;
    const start = world.energy().kinetic;
    run(world, 0.05, h, () => {
      const contact = contactOf(world);
      if (contact && contact.force[1] > 0) touching += h;
      deepest = Math.max(deepest, contact?.approach ?? 0);
      most = Math.max(most, contact?.force[1] ?? 0);
    });
    expect(off(bodyOf(world).linearVelocity[1], 0.1)).toBeLessThan(0.02);
    expect(off(touching, 25.44e-3)).toBeLessThan(0.06);
    expect(off(deepest, 0.8645e-3)).toBeLessThan(0.01);
    expect(off(most, 8.33)).toBeLessThan(0.01);
    expect(off(world.energy().kinetic, start)).toBeLessThan(0.04);
  });

  it('an impact shorter than a step is plastic, or bounces by restitution', () => {
    for (const [restitution, least, most] of [
      [0, -0.02, 0.02],
      [0.5, 0.4, 0.6],
    ] as const) {
      const world = worldOf({
        gravity: [0, 0, 0],
        contact: { model: 'quasi-rigid', restitution },
        bodies: [
          GROUND,
          { ...BALL, material: { young: 2e11, poisson: 0.3 }, position: [0, 0.1, 0], linearVelocity: [0, -1, 0] },
        ],
      });
      run(world, 0.5, 1 / 60);
      expect(bodyOf(world).linearVelocity[1]).toBeGreaterThan(least);
      expect(bodyOf(world).linearVelocity[1]).toBeLessThan(most);
    }
  });

  it('spins uphill as in Fig. 8: slips, then rolls', () => {
    const tilt = (20 * Math.PI) / 180;
    const h = 1e-3;
    const world = worldOf({
      timeStep: h,
      contact: { model: 'quasi-rigid', friction: 0.4 },
      bodies: [
        { ...GROUND, rotation: [0, 0, Math.sin(tilt / 2), Math.cos(tilt / 2)] },
        {
          ...BALL,
          shape: { type: 'sphere', radius: 0.1 },
          position: [-0.1 * Math.sin(tilt), 0.1 * Math.cos(tilt), 0],
          angularVelocity: [0, 0, -100],
        },
      ],
    });
    const start = bodyOf(world).position;
    let fastest = 0;
    let slippedFor = 0;
    let wayThen = 0;
    let highest = 0;
    run(world, 1.4, h, () => {
      const body = bodyOf(world);
      const way = (body.position[0] - start[0]) * Math.cos(tilt) + (body.position[1] - start[1]) * Math.sin(tilt);
      const speed = body.linearVelocity[0] * Math.cos(tilt) + body.linearVelocity[1] * Math.sin(tilt);
      if (speed > fastest) {
        fastest = speed;
        slippedFor = world.time;
        wayThen = way;
      }
      highest = Math.max(highest, way);
    });
    expect(off(fastest, 0.3478)).toBeLessThan(0.01);
    expect(off(slippedFor, 1.047)).toBeLessThan(0.01);
    expect(off(wayThen, 0.1821)).toBeLessThan(0.01);
    expect(off(highest, 0.2073)).toBeLessThan(0.01);
  });

  it('a ball rolls on at its speed, soft or stiff', () => {
    for (const young of [1e6, 1e7, 2e11]) {
      const world = worldOf({
        bodies: [
          GROUND,
          {
            ...BALL,
            material: { young, poisson: 0.3 },
            position: [0, 0.05, 0],
            linearVelocity: [0.5, 0, 0],
            angularVelocity: [0, 0, -10],
          },
        ],
      });
      run(world, 2, 1 / 60);
      expect(off(bodyOf(world).linearVelocity[0], 0.5)).toBeLessThan(0.005);
    }
  });

  it('a box stays on a slope below the angle of friction, and slides beyond it', () => {
    for (const [slope, stays] of [
      [0.4, true],
      [0.5, false],
    ] as const) {
      const world = worldOf({
        contact: { model: 'quasi-rigid', friction: 0.5 },
        bodies: [
          { ...GROUND, rotation: [0, 0, Math.sin(slope / 2), Math.cos(slope / 2)] },
          {
            name: 'box',
            shape: { type: 'box', size: [0.1, 0.1, 0.1] },
            density: 1000,
            material: { young: 1e7, poisson: 0.3 },
            position: [-0.05 * Math.sin(slope), 0.05 * Math.cos(slope), 0],
            rotation: [0, 0, Math.sin(slope / 2), Math.cos(slope / 2)],
          },
        ],
      });
      const start = bodyOf(world, 'box').position;
      run(world, 1, 1 / 60);
      const way = Math.hypot(...bodyOf(world, 'box').position.map((x, k) => x - start[k]!));
      if (stays) expect(way).toBeLessThan(1e-4);
      // ½ g (sin - μ cos) t², with a step more or less.
      else expect(off(way, 4.905 * (Math.sin(slope) - 0.5 * Math.cos(slope)))).toBeLessThan(0.05);
    }
  });

  it('five boxes stand on each other and sleep; what is taken out of the world mid-way is put back bit for bit', () => {
    const bodies = Array.from({ length: 5 }, (_, k) => ({
      shape: { type: 'box' as const, size: [0.1, 0.1, 0.1] as const },
      density: 1000,
      position: [0, 0.05 + 0.1 * k, 0] as const,
      material: { young: 1e7, poisson: 0.3 },
    }));
    const world = worldOf({ bodies: [GROUND, ...bodies] });
    run(world, 0.2, 1 / 60);
    const copy = World.restore(world.snapshot(), { models: [quasiRigid] });
    run(world, 0.2, 1 / 60);
    run(copy, 0.2, 1 / 60);
    expect(copy.hash()).toBe(world.hash());
    let last = Infinity;
    run(world, 2, 1 / 60, () => {
      const { kinetic, potential, correctionWork } = world.energy();
      // A few nJ of the 24 J of these boxes, and of the 3.3 mJ that they store: rounding, and what second looks leave.
      expect(kinetic + potential - correctionWork).toBeLessThan(last + 1e-9);
      last = kinetic + potential - correctionWork;
    });
    for (const body of world.bodies()) if (body.type === 'dynamic') expect(body.asleep).toBe(true);
    // The lowest contact bears all.
    const lowest = world.contacts().reduce((a, b) => (a.point[1] < b.point[1] ? a : b));
    expect(off(Math.abs(lowest.force[1]), 5 * 9.81)).toBeLessThan(1e-3);
  });

  it('reports tractions that add up to its wrench', () => {
    const world = worldOf({
      timeStep: 1e-3,
      bodies: [GROUND, { ...BALL, position: [0, 0.05 - 0.6675e-3, 0], angularVelocity: [0, 20, 0] }],
    });
    run(world, 0.1, 1e-3);
    const contact = world.contacts(['tractions'])[0] as unknown as QuasiRigidRecord;
    const { positions, normals, areas, pressures, friction } = contact.tractions!;
    expect(positions.length).toBe(3 * areas.length);
    const force = [0, 0, 0];
    for (let k = 0; k < areas.length; k++)
      for (let m = 0; m < 3; m++) force[m]! += areas[k]! * (pressures[k]! * normals[3 * k + m]! + friction[3 * k + m]!);
    for (let m = 0; m < 3; m++) expect(Math.abs(force[m]! - contact.force[m]!)).toBeLessThan(1e-6);
  });
});
