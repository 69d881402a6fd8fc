// What springs over areas give back, against what is counted in them.
//
// Counted is ½ k/S_c ∫d² dS. A body that is lifted off along the normal with its rotation locked leaves, at height z,
// the footprint {d > z} with the depths d - z, so its springs give back k ∫ V(z)/S(z) dz. Where the footprint stays (a
// face) this is what is counted. Under an edge it is k d²/4 against k d²/6, under a ball the same, under a corner k
// d²/6 against k d²/12: twice. No convex body whose underside looks down gives back more than a corner: the chord is
// concave over the footprint, so √S(z) is concave (Brunn and Minkowski), and among those a cone falls off the fastest.
// (Where a body overhangs its own footprint, as the tip of an acute hull does, chords do not shorten as it is lifted:
// up to 3.3 times was seen.)

import { describe, expect, it } from 'vitest';
import { type Quat, type ShapeDescription, type Vec3, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { penalty } from '../../src/penalty.js';

const IDENTITY: Quat = [0, 0, 0, 1];
const CUBE = { type: 'box', size: [1, 1, 1] } as const;

/** Energy given back over energy counted, for a body that is let go `depth` below the floor, without weight. */
function givenBack(shape: ShapeDescription, rotation: Quat, depth: number): number {
  const world = new World(
    {
      gravity: [0, 0, 0],
      timeStep: 2e-4,
      sleep: false,
      contact: { model: 'penalty', stiffness: 1000, dampingRatio: 0, friction: 0 },
    },
    { models: [penalty] },
  );
  const floor = world.addBody({ type: 'static', shape: { type: 'half-space' } });
  const position: Vec3 = [0, 10, 0];
  const body = world.addBody({ shape, position, rotation, mass: 1, locked: ['x', 'z', 'rx', 'ry', 'rz'] });
  body.position = [0, 10 - world.closestPoints(floor, body).distance - depth, 0];
  // What is counted appears with the contact, in the first step, which moves the body by (ωh)² of the depth: 4e-5.
  world.step();
  const { kinetic, potential } = world.energy();
  // From rest to free flight semi-implicit Euler is off by (ωh)² too.
  for (let k = 0; k < 5000 && world.contacts().length > 0; k++) world.step();
  expect(world.contacts()).toHaveLength(0);
  return world.energy().kinetic / (kinetic + potential);
}

describe('springs give back', () => {
  it('what is counted in them under a face', () => {
    expect(givenBack(CUBE, IDENTITY, 0.01)).toBeCloseTo(1, 3);
  });

  it('3/2 of it under an edge and under a ball', () => {
    const half = Math.PI / 8;
    expect(givenBack(CUBE, [0, 0, Math.sin(half), Math.cos(half)], 0.01)).toBeCloseTo(1.5, 3);
    // To first order in depth over radius, 1e-3.
    expect(givenBack({ type: 'sphere', radius: 10 }, IDENTITY, 0.01)).toBeCloseTo(1.5, 2);
  });

  it('twice of it under a corner', () => {
    // Half of the angle between a space diagonal and the vertical, about z - x.
    const half = 0.5 * Math.acos(1 / Math.sqrt(3));
    const s = Math.sin(half) / Math.SQRT2;
    expect(givenBack(CUBE, [s, 0, -s, Math.cos(half)], 0.01)).toBeCloseTo(2, 3);
  });

  it('from once to twice of it under any box, ten of them', () => {
    const random = new Random(7);
    for (let k = 0; k < 10; k++) {
      const size: Vec3 = [random.between(0.3, 1), random.between(0.3, 1), random.between(0.3, 1)];
      const ratio = givenBack({ type: 'box', size }, random.rotation(), random.between(0.01, 0.1));
      expect(ratio, `box ${k}`).toBeGreaterThan(0.999);
      expect(ratio, `box ${k}`).toBeLessThan(2.001);
    }
  });
});

/**
 * A box of width 2 R under a load F tilts from its face to its edge. With θ̂ = θ k R/F the footprint is whole up to θ̂
 * = 1, and of length 2 R/θ̂ from there on, 2 F/k deep at the edge; the load acts at R (1 - 2/(3 θ̂)). Turning it takes
 * ∫ F R (1 - 2/(3 θ̂)) dθ, its sinking gives F (2 - θ̂ - 1) F/k, and 2/3 F²/k instead of 1/2 are counted in its
 * springs: for θ̂ > 1 the sum has gained 2/3 ln θ̂ · F²/k.
 */
it('a box that tilts under a load gains 2/3 ln(θ k R/F) of F²/k', () => {
  const world = new World(
    {
      gravity: [0, 0, 0],
      timeStep: 1e-6,
      sleep: false,
      contact: { model: 'penalty', stiffness: 1e5, dampingRatio: 0, friction: 0 },
      bodies: [{ type: 'static', shape: { type: 'half-space' } }],
    },
    { models: [penalty] },
  );
  const [R, F, k] = [1, 100, 1e5];
  const box = world.addBody({ shape: { type: 'box', size: [2 * R, 1, 1] }, mass: 1, position: [0, 1, 0] });
  let turning = 0;
  let arm = 0;
  const steps = 400;
  for (let n = 0; n <= steps; n++) {
    const tilt = (20 * n) / steps;
    const angle = (tilt * F) / (k * R);
    const depth = ((tilt < 1 ? 1 : 2 - tilt) * F) / k;
    const [s, c] = [Math.sin(angle / 2), Math.cos(angle / 2)];
    // The middle of the base is `depth` below the floor; negative angles turn the side at +x down.
    box.position = [0.5 * Math.sin(angle), 0.5 * Math.cos(angle) - depth, 0];
    box.rotation = [0, 0, -s, c];
    box.linearVelocity = [0, 0, 0];
    box.angularVelocity = [0, 0, 0];
    world.step();
    const [contact] = world.contacts();
    // Small angles: 0.02 rad at most, so cosines are one to 2e-4.
    expect(contact!.force[1] / F).toBeCloseTo(1, 2);
    const at = contact!.centerOfPressure[0] / R;
    expect(at).toBeCloseTo(tilt < 1 ? tilt / 3 : 1 - 2 / (3 * tilt), 2);
    if (n > 0) turning += (0.5 * (arm + at) * 20) / steps;
    arm = at;
    if (tilt !== 1 && tilt !== 5 && tilt !== 20) continue;
    const counted = (world.energy().potential * k) / (F * F);
    const sinking = (depth * k) / F - 1;
    expect(counted - 0.5 - sinking - turning).toBeCloseTo((2 / 3) * Math.log(tilt), 1);
  }
});
