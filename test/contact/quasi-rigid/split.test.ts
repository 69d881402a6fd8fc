// The paper's two split problems beside the joint one; friction at every node; a Green's function of one's own.

import { describe, expect, it } from 'vitest';
import { halfSpaceResponse } from '../../../src/contact/quasi-rigid/response.js';
import { type SceneDescription, World } from '../../../src/index.js';
import { type QuasiRigidRecord, quasiRigid, quasiRigidWith } from '../../../src/quasi-rigid.js';

const MATERIAL = { young: 1e6, poisson: 0.3 };
const GROUND = { name: 'ground', type: 'static', shape: { type: 'half-space' } } as const;
const LOCKED = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;
const ball = (more: object) => ({ shape: { type: 'sphere', radius: 0.05 }, mass: 1, material: MATERIAL, ...more });
const contactOf = (scene: object, model = quasiRigid) => {
  const world = new World({ gravity: [0, 0, 0], timeStep: 1e-3, ...scene } as SceneDescription, { models: [model] });
  world.step();
  return world.contacts()[0] as unknown as QuasiRigidRecord;
};

describe('the paper beside ours', () => {
  it('two split problems end within 1 % of the joint one, and leave almost no overlap', () => {
    const c = contactOf({
      contact: { model: 'quasi-rigid', split: true },
      bodies: [
        { type: 'static', shape: { type: 'sphere', radius: 0.1 }, position: [0, -0.1, 0], material: MATERIAL },
        ball({ position: [0, 0.049, 0], locked: LOCKED }),
      ],
    });
    expect(c.split!.forceA / c.force[1]).toBeCloseTo(1, 2);
    expect(c.split!.forceB / c.force[1]).toBeCloseTo(1, 2);
    // 1 - cos θ at the rim, to the third power, of a millimetre.
    expect(c.split!.left).toBeLessThan(1e-3 * 1e-3);
    expect(
      contactOf({
        contact: { model: 'quasi-rigid' },
        bodies: [GROUND, ball({ position: [0, 0.049, 0], locked: LOCKED })],
      }).split,
    ).toBeUndefined();
  });

  it("a Green's function that is handed in is used: twice as soft, half the force", () => {
    const scene = {
      contact: { model: 'quasi-rigid' },
      bodies: [GROUND, ball({ position: [0, 0.049, 0], locked: LOCKED })],
    };
    const soft = quasiRigidWith((rr, ai, aj) => 2 * halfSpaceResponse(rr, ai, aj));
    const own = contactOf(scene).force[1];
    // The correction of the diagonal stays as it is.
    expect(Math.abs(contactOf(scene, soft).force[1] / own - 0.5)).toBeLessThan(0.02);
  });

  it.each(['limit-surface', 'nodes'])('a spinning ball is braked by 3π/16 μFa, friction by %s', (slip) => {
    const world = new World(
      {
        timeStep: 1e-3,
        contact: { model: 'quasi-rigid', slip },
        bodies: [
          GROUND,
          {
            ...ball({}),
            density: 1100,
            mass: undefined,
            position: [0, 0.05 - 0.6675e-3, 0],
            angularVelocity: [0, 20, 0],
          },
        ],
      } as unknown as SceneDescription,
      { models: [quasiRigid] },
    );
    for (let k = 0; k < 30; k++) world.step();
    expect(Math.abs(-world.contacts()[0]!.torque[1] / 9.614e-3 - 1)).toBeLessThan(0.01);
  });

  it('bad words get one line', () => {
    expect(() => contactOf({ contact: { model: 'quasi-rigid', slip: 'none' }, bodies: [] })).toThrow(
      /contact\.slip is "none"/,
    );
    expect(() => contactOf({ contact: { model: 'quasi-rigid', split: 3 }, bodies: [] })).toThrow(/contact\.split is 3/);
  });
});
