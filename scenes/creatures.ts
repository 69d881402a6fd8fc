// Scenes of Allard et al. 2010 with creatures, hands and organs. Procedural where the paper has scans.

import type { Vec3 } from '../src/index.js';
import { cos, PI, sin } from '../src/math/trig.js';
import type {} from '../src/volume.js';
import { type Bone, blob } from './blob.js';
import { box, count, defineScene, ground, once, range, turn } from './scene.js';

const GROUP = 'paper: Allard 2010';
const FLESH = { young: 5e4, poisson: 0.4, massDamping: 0.5, stiffnessDamping: 0.01 };

const octopus = once(() => {
  const bones: Bone[] = [[[0, 0, 0], 0.07, [0, 0.08, 0], 0.08]];
  for (const k of range(8)) {
    const [c, s] = [cos((PI * k) / 4), sin((PI * k) / 4)];
    const knee: Vec3 = [0.12 * c, -0.01, 0.12 * s];
    bones.push([[0.04 * c, -0.02, 0.04 * s], 0.04, knee, 0.03], [knee, 0.03, [0.22 * c, -0.07, 0.22 * s], 0.022]);
  }
  return blob(bones, 34, 0.02);
});

/** An animal with armour: trunk, snout, ears, four legs and a tail, 0.4 m long. */
const armadillo = once(() => {
  const legs = [-1, 1].flatMap((side): Bone[] => [
    [[-0.08, -0.03, 0.05 * side], 0.035, [-0.1, -0.13, 0.07 * side], 0.028],
    [[0.08, -0.03, 0.05 * side], 0.035, [0.1, -0.13, 0.07 * side], 0.028],
    [[0.16, 0.07, 0.03 * side], 0.02, [0.18, 0.12, 0.04 * side], 0.014],
  ]);
  return blob(
    [
      [[-0.08, 0, 0], 0.085, [0.07, 0.01, 0], 0.075],
      [[0.12, 0.04, 0], 0.05, [0.22, 0.01, 0], 0.024],
      [[-0.13, 0, 0], 0.045, [-0.24, -0.04, 0], 0.016],
      ...legs,
    ],
    40,
    0.015,
  );
});

const toy = once(() =>
  blob(
    [
      [[0, -0.02, 0], 0.045, [0, 0.03, 0], 0.038],
      [[0, 0.075, 0], 0.034, [0, 0.08, 0.012], 0.03],
      ...[-1, 1].flatMap((s): Bone[] => [
        [[0.03 * s, 0.035, 0], 0.018, [0.075 * s, 0.045, 0.01], 0.016],
        [[0.022 * s, -0.05, 0], 0.02, [0.035 * s, -0.085, 0.02], 0.019],
        [[0.022 * s, 0.1, 0], 0.012, [0.028 * s, 0.112, 0], 0.012],
      ]),
    ],
    22,
    0.01,
  ),
);

export const octopuses = defineScene({
  name: 'octopuses',
  title: 'Three octopuses',
  group: GROUP,
  summary:
    'Soft creatures with eight arms each fall onto each other (Fig. 1). ' +
    'They touch each other, the floor and themselves; each overlap is one volume.',
  parameters: [count('number', 'octopuses', 1, 3, 3)],
  seconds: 2,
  build: ({ number }) => ({
    timeStep: 0.01,
    contact: { model: 'volume', friction: 0.3 },
    bodies: [
      ground(),
      ...range(number).map((k) => ({
        name: `octopus ${k + 1}`,
        type: 'soft' as const,
        shape: octopus(),
        density: 1000,
        position: [0.03 * k, 0.12 + 0.3 * k, 0.02 * k] as const,
        rotation: turn('y', 0.4 * k),
        material: FLESH,
        resolution: 9,
        selfContact: true,
      })),
    ],
  }),
});

export const armadillos = defineScene({
  name: 'armadillos',
  title: 'Two armadillos',
  group: GROUP,
  summary:
    'An armoured animal falls on another one, both rigid or both soft. ' +
    'Whatever their thousands of triangles do, their contact is one volume.',
  parameters: [count('soft', 'soft (1) or rigid (0)', 0, 1, 1)],
  seconds: 2,
  build: ({ soft }) => ({
    timeStep: 0.01,
    contact: { model: 'volume', friction: 0.5 },
    bodies: [
      ground(),
      ...range(2).map((k) => ({
        name: `armadillo ${k + 1}`,
        ...(soft === 1
          ? { type: 'soft' as const, material: { ...FLESH, young: 3e5 }, resolution: 10 }
          : { type: 'dynamic' as const }),
        shape: armadillo(),
        density: 1000,
        position: [0.04 * k, 0.165 + 0.36 * k, 0.02 * k] as const,
        rotation: turn('y', 0.5 * k),
      })),
    ],
  }),
});

export const softToys = defineScene({
  name: 'soft-toys',
  title: 'A heap of soft toys',
  group: GROUP,
  summary:
    'Small soft figures fall into a box and onto each other (Table 1 has 10, 20 and 40 of them). ' +
    'Contacts are one volume for each pair.',
  parameters: [count('number', 'toys', 1, 40, 4)],
  seconds: 2,
  build: ({ number }) => ({
    timeStep: 0.01,
    contact: { model: 'volume', friction: 0.4 },
    bodies: [
      ground(),
      ...range(4).map((k) => ({
        name: `wall ${k + 1}`,
        type: 'static' as const,
        shape: k < 2 ? box(0.04, 0.3, 0.84) : box(0.84, 0.3, 0.04),
        position: [k === 0 ? -0.4 : k === 1 ? 0.4 : 0, 0.15, k === 2 ? -0.4 : k === 3 ? 0.4 : 0] as const,
      })),
      ...range(number).map((k) => ({
        name: `toy ${k + 1}`,
        type: 'soft' as const,
        shape: toy(),
        density: 600,
        position: [0.24 * ((k % 3) - 1), 0.15 + 0.3 * Math.floor(k / 6), 0.3 * (Math.floor(k / 3) % 2) - 0.15] as const,
        rotation: turn(k % 2 === 0 ? 'x' : 'z', 0.5 * (k % 5)),
        material: { ...FLESH, young: 4e4 },
        resolution: 5,
      })),
    ],
  }),
});

export const grasp = defineScene({
  name: 'grasp',
  title: 'A hand grasps something soft',
  group: GROUP,
  summary:
    'Three fingers on hinges close around a soft ball, and the palm lifts it. ' +
    'Friction over the areas in which the fingers press themselves in is all that holds it.',
  parameters: [],
  seconds: 3,
  moment: 2.4,
  build: () => {
    const fingers = range(3).map((k) => {
      const angle = (2 * PI * k) / 3;
      return { angle, c: cos(angle), s: sin(angle), name: `finger ${k + 1}` };
    });
    return {
      timeStep: 0.01,
      contact: { model: 'volume', friction: 0.8 },
      bodies: [
        ground(),
        {
          name: 'palm',
          type: 'kinematic',
          shape: { type: 'cylinder', radius: 0.1, height: 0.03 },
          position: [0, 0.24, 0],
        },
        ...fingers.map(({ angle, c, s, name }) => ({
          name,
          shape: box(0.024, 0.2, 0.05),
          density: 500,
          position: [0.115 * c, 0.13, 0.115 * s] as const,
          rotation: turn('y', -angle),
        })),
        {
          name: 'ball',
          type: 'soft',
          shape: { type: 'sphere', radius: 0.07 },
          density: 500,
          position: [0, 0.0701, 0],
          material: { ...FLESH, young: 3e4 },
          resolution: 6,
        },
      ],
      joints: fingers.map(({ c, s, name }) => ({
        type: 'hinge',
        a: 'palm',
        b: name,
        anchor: [0.115 * c, 0.23, 0.115 * s],
        axis: [s, 0, -c],
        motor: { velocity: 3, maxForce: 1 },
      })),
      devices: [
        {
          name: 'arm',
          type: 'hand',
          body: 'palm',
          mass: 2,
          stiffness: 5000,
          damping: 200,
          maxForce: 1000,
          path: [
            [0, 0, 0.24, 0, 0, 0, 0, 1],
            [1, 0, 0.24, 0, 0, 0, 0, 1],
            [2.2, 0, 0.42, 0, 0, 0, 0, 1],
          ],
        },
      ],
    } as never;
  },
});

export const surgery = defineScene({
  name: 'surgery',
  title: 'Organs and a toothed grasper',
  group: GROUP,
  summary:
    'Two organs that overlap at the start come apart without a jump, while a grasper with teeth closes on a fold and draws it out. ' +
    'It holds as long as friction bears the pull, and slips when it is drawn too far.',
  parameters: [],
  seconds: 3,
  moment: 1.5,
  build: () => {
    const jaw = (side: number) => ({
      type: 'compound' as const,
      parts: [
        { shape: box(0.1, 0.012, 0.03), position: [0.02, 0.008 * side, 0] },
        ...range(4).map((k) => ({
          shape: { type: 'cone' as const, radius: 0.007, height: 0.008 },
          position: [-0.022 + 0.016 * k, 0.001 * side, 0],
          rotation: side > 0 ? turn('x', PI) : turn('x', 0),
        })),
      ],
    });
    const organ = (name: string, bones: readonly Bone[], position: Vec3, more: object) => ({
      name,
      type: 'soft' as const,
      shape: blob(bones, 26, 0.02),
      density: 1000,
      position,
      material: { ...FLESH, young: 3e4 },
      resolution: 7,
      ...more,
    });
    return {
      timeStep: 0.01,
      contact: { model: 'volume', friction: 0.5 },
      bodies: [
        ground(),
        organ('liver', [[[-0.08, 0, 0], 0.06, [0.06, -0.015, 0.02], 0.045]], [0, 0.06, -0.12], {}),
        organ('stomach', [[[-0.05, 0, 0], 0.05, [0.06, 0.01, 0], 0.04]], [0, 0.06, -0.02], {}),
        {
          name: 'fold',
          type: 'soft',
          shape: box(0.2, 0.024, 0.06),
          density: 1000,
          position: [0, 0.16, 0.12],
          material: { ...FLESH, young: 5e5 },
          resolution: 10,
          fixed: [
            {
              box: [
                [-0.1, -0.012, -0.03],
                [-0.099, 0.012, 0.03],
              ],
            },
          ],
        },
        { name: 'shaft', type: 'kinematic', shape: box(0.08, 0.02, 0.02), position: [0.2, 0.16, 0.12], mask: 0 },
        { name: 'upper jaw', shape: jaw(1), density: 3000, position: [0.08, 0.182, 0.12] },
        { name: 'lower jaw', shape: jaw(-1), density: 3000, position: [0.08, 0.138, 0.12] },
      ],
      joints: [
        {
          type: 'slider',
          a: 'shaft',
          b: 'upper jaw',
          anchor: [0.08, 0.182, 0.12],
          axis: [0, 1, 0],
          limits: [-0.02, 0],
          motor: { velocity: -0.1, maxForce: 25 },
        },
        {
          type: 'slider',
          a: 'shaft',
          b: 'lower jaw',
          anchor: [0.08, 0.138, 0.12],
          axis: [0, 1, 0],
          limits: [0, 0.02],
          motor: { velocity: 0.1, maxForce: 25 },
        },
      ],
      devices: [
        {
          name: 'surgeon',
          type: 'hand',
          body: 'shaft',
          mass: 1,
          stiffness: 5000,
          damping: 150,
          maxForce: 500,
          path: [
            [0, 0.2, 0.16, 0.12, 0, 0, 0, 1],
            [0.6, 0.2, 0.16, 0.12, 0, 0, 0, 1],
            [3, 0.44, 0.16, 0.12, 0, 0, 0, 1],
          ],
        },
      ],
    } as never;
  },
});
