// Soft bodies through the command line: what cannot be used gets status 2 and one line that names field, value and
// remedy; tetrahedra from files of meshers have the mass of their volume.

import { afterAll, describe, expect, test } from 'vitest';
import { Folder, ResidentSixfold } from './sixfold.js';

const folder = new Folder();
const resident = new ResidentSixfold();
afterAll(() => {
  resident.stop();
  folder.remove();
});

/** A bar of 3 × 1 × 1 cubes of edge 0.1 m, six tetrahedra each: positions and indices. */
function bar(): { nodes: number[][]; tets: number[][] } {
  const nodes: number[][] = [];
  const tets: number[][] = [];
  const id = (i: number, j: number, k: number): number => 4 * i + 2 * j + k;
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 2; j++)
      for (let k = 0; k < 2; k++) nodes.push([0.1 * i - 0.15, 0.1 * j - 0.05, 0.1 * k - 0.05]);
  const ways = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
  ];
  for (let i = 0; i < 3; i++)
    for (const [n, way] of ways.entries()) {
      const at = [i, 0, 0];
      const tet = [id(i, 0, 0)];
      for (const axis of way) {
        at[axis]!++;
        tet.push(id(at[0]!, at[1]!, at[2]!));
      }
      tets.push(n < 3 ? tet : [tet[0]!, tet[2]!, tet[1]!, tet[3]!]);
    }
  return { nodes, tets };
}

const { nodes, tets } = bar();
const lines = (rows: readonly (readonly number[])[], first: number): string =>
  rows.map((row, k) => [k + first, ...row].join(' ')).join('\n');
const gmsh = (rows: readonly (readonly number[])[]): string =>
  `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n${nodes.length}\n${lines(nodes, 1)}\n$EndNodes\n$Elements\n` +
  `${rows.length}\n${rows.map((t, k) => `${k + 1} 4 2 1 1 ${t.map((v) => v + 1).join(' ')}`).join('\n')}\n$EndElements\n`;
const TURNED = 7;
folder.write('bar.msh', gmsh(tets));
folder.write('turned.msh', gmsh(tets.map((t, k) => (k === TURNED ? [t[1]!, t[0]!, t[2]!, t[3]!] : t))));
folder.write('bar.node', `${nodes.length} 3 0 0\n${lines(nodes, 0)}\n`);
folder.write('bar.ele', `${tets.length} 4 0\n${lines(tets, 0)}\n`);
folder.write('open.obj', 'v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 0 1 0\nf 1 2 3\nf 1 3 4\nf 1 5 2\nf 2 5 3\nf 3 5 4\n');

const soft = (fields: object): object => ({
  contact: { model: 'volume' },
  bodies: [
    { name: 'ground', type: 'static', shape: { type: 'half-space' } },
    {
      name: 'jelly',
      type: 'soft',
      shape: { type: 'box', size: [0.1, 0.1, 0.1] },
      density: 1000,
      position: [0, 0.1, 0],
      material: { young: 1e5, poisson: 0.3 },
      resolution: 3,
      ...fields,
    },
  ],
});
const run = (scene: object, ...more: string[]) =>
  resident.run(['run', folder.write('scene.json', scene), '--steps', '12', '--json', ...more], folder.path);

describe('what cannot be a soft body', () => {
  test.each([
    [
      "Poisson's ratio",
      { material: { young: 1e5, poisson: 0.5 } },
      /jelly.*material\.poisson is 0\.5; .*at most 0\.499/,
    ],
    ['a modulus', { material: { young: -1 } }, /jelly.*material\.young is -1; .*> 0/],
    ['a million cells', { resolution: 100 }, /jelly.*resolution is 100, which makes 1000000 cells; at most/],
    ['an open surface', { shape: { type: 'mesh', file: 'open.obj' } }, /jelly.*not closed: 3 open edges.*thickness/],
    [
      'tets turned inside out',
      { element: 'tet', tets: { file: 'turned.msh' } },
      /jelly.*tets\.file "turned\.msh": .*inside out.*: 1 of 18, the first is 7: swap two/,
    ],
    ['a file that is not there', { element: 'tet', tets: { file: 'no.msh' } }, /tets\.file: there is no such file/],
    [
      'a vertex without tets',
      { element: 'tet', tets: { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 2, 2], indices: [0, 1, 2, 3] } },
      /tets vertex 4 belongs to no tet/,
    ],
  ])('%s: one line', async (_, fields, message) => {
    const { status, stdout, stderr } = await run(soft(fields));
    expect(stderr.trim().split('\n').length).toBe(1);
    expect(stderr).toMatch(message);
    expect([status, stdout]).toEqual([2, '']);
  });
});

describe('tetrahedra from a file', () => {
  test.each(['bar.msh', 'bar.node', 'bar.ele'])('%s falls as what weighs 3 kg does', async (file) => {
    // Without a shape: what bounds the tetrahedra is one.
    const { status, stdout, stderr } = await run(soft({ shape: undefined, element: 'tet', tets: { file } }), '--nodes');
    expect([status, stderr]).toEqual([0, '']);
    const { bodies, energy } = JSON.parse(stdout);
    expect(bodies.jelly.nodes.length).toBe(3 * nodes.length);
    expect(energy.initial).toBeCloseTo(3 * 9.81 * 0.1, 9);
  });
});

test('a cut that misses is a warning, and the run goes on', async () => {
  const cuts = [{ time: 0.05, body: 'jelly', plane: { point: [1, 0, 0], normal: [1, 0, 0] } }];
  const { status, stdout } = await run({ ...soft({}), cuts });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ steps: 12, warnings: ['a cut at 0.05 s misses body "jelly"'] });
});

test('a body that its own weight would crush is a warning', async () => {
  const { status, stdout } = await run(soft({ material: { young: 100 } }));
  expect(status).toBe(0);
  expect(JSON.parse(stdout).warnings).toEqual([
    expect.stringMatching(/^body "jelly": material\.young is 100 Pa, and its own weight .* more than half of that$/),
  ]);
});
