// Things that stand because every contact bears what is above it.

import { Random } from '../src/math/random.js';
import { cos, sin } from '../src/math/trig.js';
import { box, count, defineScene, ground, prism, radians, range, turn } from './scene.js';

const EDGE = 0.2;

const boxes = (n: number) =>
  range(n).map((i) => ({
    name: `box${i}`,
    shape: box(EDGE, EDGE, EDGE),
    density: 500,
    position: [0, (i + 0.5) * EDGE, 0] as const,
  }));

/** Starts touching and at rest, and must stay so: each contact carries the weight of the boxes above it. */
export const tower = defineScene({
  name: 'tower',
  title: 'Tower',
  group: 'stacks',
  summary: 'Boxes stacked on the ground stay standing. Each contact carries the weight of all that is above it.',
  parameters: [count('boxes', 'boxes', 1, 100, 10)],
  seconds: 5,
  build: (values) => ({ bodies: [ground(), ...boxes(values.boxes)] }),
});

export const highTower = defineScene({
  name: 'high-tower',
  title: 'Tower of a hundred',
  group: 'stacks',
  summary: 'A hundred boxes in one column, 20 m high. A hard case for any solver that works contact by contact.',
  parameters: [count('boxes', 'boxes', 20, 200, 100)],
  seconds: 3,
  build: (values) => ({ bodies: [ground(), ...boxes(values.boxes)] }),
});

export const heavyOnLight = defineScene({
  name: 'heavy-on-light',
  title: 'Heavy box on a light stack',
  group: 'stacks',
  summary:
    'A box as heavy as a car stands on five boxes of 1 kg. Large ratios of mass make sweeping solvers sag and slide; nothing must move.',
  parameters: [
    count('boxes', 'light boxes', 1, 10, 5),
    { name: 'mass', label: 'mass of the heavy box (kg)', min: 1, max: 10000, step: 1, value: 1000 },
  ],
  seconds: 3,
  build: (values) => ({
    bodies: [
      ground(),
      ...range(values.boxes).map((i) => ({
        name: `light${i}`,
        shape: box(0.4, 0.4, 0.4),
        mass: 1,
        position: [0, 0.4 * (i + 0.5), 0] as const,
      })),
      { name: 'heavy', shape: box(1, 1, 1), mass: values.mass, position: [0, 0.4 * values.boxes + 0.5, 0] },
    ],
  }),
});

export const pyramid = defineScene({
  name: 'pyramid',
  title: 'Pyramid',
  group: 'stacks',
  summary:
    'Boxes in rows, each resting on two below. The load spreads downwards, and the outermost boxes must not creep outwards.',
  parameters: [count('base', 'boxes in the lowest row', 1, 30, 10)],
  seconds: 5,
  build: ({ base }) => ({
    bodies: [
      ground(),
      ...range(base).flatMap((row) =>
        range(base - row).map((i) => ({
          name: `box${row}-${i}`,
          shape: box(0.4, EDGE, 0.3),
          density: 500,
          position: [0.42 * (i - 0.5 * (base - row - 1)), (row + 0.5) * EDGE, 0] as const,
        })),
      ),
    ],
  }),
});

/** Half a ring of mean radius 1 m; it stands if it is thicker than 0.1075 of that (Milankovitch 1907), here 0.25. */
export const arch = defineScene({
  name: 'arch',
  title: 'Arch without mortar',
  group: 'stacks',
  summary:
    'Twenty-five wedge-shaped stones stand as a half circle with nothing to hold them but each other. The line of pressure stays inside the stones; with too little friction at the joints they slip.',
  parameters: [
    count('stones', 'stones', 3, 41, 25),
    { name: 'thickness', label: 'thickness (m)', min: 0.08, max: 0.5, step: 0.01, value: 0.25 },
    { name: 'friction', label: 'friction', min: 0, max: 1, step: 0.01, value: 0.7 },
  ],
  seconds: 5,
  build: ({ stones, thickness, friction }) => {
    const [inner, outer, half] = [1 - 0.5 * thickness, 1 + 0.5 * thickness, Math.PI / (2 * stones)];
    // About the point on its middle line, turned so that it points up.
    const wedge = prism(
      [
        [-inner * sin(half), inner * cos(half) - 1],
        [inner * sin(half), inner * cos(half) - 1],
        [outer * sin(half), outer * cos(half) - 1],
        [-outer * sin(half), outer * cos(half) - 1],
      ],
      0.3,
    );
    return {
      contact: { friction },
      bodies: [
        ground(),
        ...range(stones).map((i) => {
          const angle = (2 * i + 1) * half;
          return {
            name: `stone${i}`,
            shape: wedge,
            density: 2400,
            position: [-cos(angle), sin(angle), 0] as const,
            rotation: turn('z', 0.5 * Math.PI - angle),
          };
        }),
      ],
    };
  },
});

/** First domino set turning about its front lower edge; each passes the push on. */
export const dominoRun = defineScene({
  name: 'domino-run',
  title: 'Domino run',
  group: 'stacks',
  summary:
    'Dominoes along a bend; the first is pushed. The wave runs to the last one, and all come to rest leaning on each other.',
  parameters: [
    count('dominoes', 'dominoes', 2, 100, 30),
    { name: 'spacing', label: 'spacing (m)', min: 0.1, max: 0.4, step: 0.01, value: 0.22 },
  ],
  seconds: 6,
  build: ({ dominoes, spacing }) => {
    const [thick, high, wide] = [0.07, 0.48, 0.24];
    const bend = 0.06; // rad from one to the next
    let x = 0;
    let z = 0;
    return {
      contact: { friction: 0.4 },
      bodies: [
        ground(),
        ...range(dominoes).map((i) => {
          const angle = bend * i;
          const body = {
            name: `domino${i}`,
            shape: box(thick, high, wide),
            density: 700,
            position: [x, 0.5 * high, z] as const,
            rotation: turn('y', -angle),
            ...(i === 0
              ? { angularVelocity: [0, 0, -1.5] as const, linearVelocity: [0.75 * high, 0.75 * thick, 0] as const }
              : {}),
          };
          x += spacing * cos(angle + 0.5 * bend);
          z += spacing * sin(angle + 0.5 * bend);
          return body;
        }),
      ],
    };
  },
});

/**
 * Two cards lean on each other's upper edge; a card lies across two such tents, touching the upper corners of their
 * inner cards, and carries the next storey. Friction of tan(lean) is enough at any load.
 */
export const cardHouse = defineScene({
  name: 'card-house',
  title: 'House of cards',
  group: 'stacks',
  summary:
    'Cards lean on each other edge to edge and carry storey upon storey. It stands by friction alone: below μ = 0.3 it spreads and falls.',
  parameters: [
    count('storeys', 'storeys', 1, 6, 3),
    { name: 'friction', label: 'friction', min: 0, max: 1, step: 0.01, value: 0.6 },
  ],
  seconds: 4,
  build: ({ storeys, friction }) => {
    const [high, thick, deep] = [0.88, 0.02, 0.63];
    const lean = radians(20);
    const [s, c] = [sin(lean), cos(lean)];
    const gap = 0.004;
    const tent = 2 * (s * high + c * thick) + gap; // from tip to tip
    const storey = s * thick + c * high; // up to the upper corners
    const card = { shape: box(thick, high, deep), density: 600 };
    const floor = { shape: box(tent - gap, thick, deep), density: 600 };
    const side = 0.5 * (c * thick + s * high); // of a card's centre from the middle of its tent
    return {
      contact: { friction },
      bodies: [
        ground(),
        ...range(storeys).flatMap((level) => {
          const tents = storeys - level;
          const y = level * (storey + thick);
          const middle = (i: number) => tent * (i - 0.5 * (tents - 1));
          return [
            ...range(tents).flatMap((i) => [
              {
                ...card,
                name: `left${level}-${i}`,
                position: [middle(i) - side, y + 0.5 * storey, 0] as const,
                rotation: turn('z', -lean),
              },
              {
                ...card,
                name: `right${level}-${i}`,
                position: [middle(i) + side, y + 0.5 * storey, 0] as const,
                rotation: turn('z', lean),
              },
            ]),
            ...range(tents - 1).map((i) => ({
              ...floor,
              name: `floor${level}-${i}`,
              position: [middle(i) + 0.5 * tent, y + storey + 0.5 * thick, 0] as const,
            })),
          ];
        }),
      ],
    };
  },
});

/** As high as it is wide, at first: layers of n × n boxes that do not touch, whichever way they are turned. */
export const pile = defineScene({
  name: 'pile',
  title: 'Pile of boxes',
  group: 'stacks',
  summary:
    'Boxes of all proportions fall into a pit, come to rest on each other and stay at rest. Every one is held more often than it needs to be: a hard case for solvers.',
  parameters: [count('boxes', 'boxes', 1, 300, 40)],
  seconds: 5,
  build: ({ boxes: n }) => {
    const random = new Random(7);
    let across = 2;
    while (across * across * across < 0.42 * n) across++;
    const apart = 0.65; // above a box's diagonal
    const half = 0.5 * across * apart;
    const wall = (x: number, z: number) => ({
      name: `wall${x}${z}`,
      type: 'static' as const,
      shape: box(x === 0 ? 2 * half + 0.4 : 0.2, 2.5, z === 0 ? 2 * half : 0.2),
      position: [x * (half + 0.1), 1.25, z * (half + 0.1)] as const,
    });
    return {
      bodies: [
        ground(),
        wall(1, 0),
        wall(-1, 0),
        wall(0, 1),
        wall(0, -1),
        ...range(n).map((k) => {
          const layer = Math.floor(k / (across * across));
          const [i, j] = [k % across, Math.floor(k / across) % across];
          const size = () => random.between(0.18, 0.37);
          return {
            name: `box${k}`,
            shape: box(size(), size(), size()),
            density: 500,
            position: [
              apart * (i - 0.5 * (across - 1)),
              0.35 + apart * layer,
              apart * (j - 0.5 * (across - 1)),
            ] as const,
            rotation: random.rotation(),
          };
        }),
      ],
    };
  },
});
