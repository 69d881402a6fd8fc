// Quasi-rigid contact through the command line: truths of contact mechanics, words that are refused, clouds of points.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Folder, sixfold } from './sixfold.js';

const folder = new Folder();
afterAll(() => folder.remove());

const GROUND = { name: 'ground', type: 'static', shape: { type: 'half-space' } };
const RUBBER = { young: 1e6, poisson: 0.3 };
const BALL = { name: 'ball', shape: { type: 'sphere', radius: 0.05 }, density: 1100, material: RUBBER };
const off = (value: number, truth: number) => Math.abs(value / truth - 1);

async function run(scene: object, ...more: string[]) {
  const path = folder.write('scene.json', { sixfold: 1, ...scene });
  const { status, stdout, stderr } = await sixfold(['run', path, '--json', ...more]);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

async function refusal(scene: object): Promise<string> {
  const { status, stdout, stderr } = await sixfold(['run', folder.write('bad.json', scene), '--json']);
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr.trim().split('\n')).toHaveLength(1);
  return stderr.trim();
}

describe('quasi-rigid', () => {
  test('a ball at rest reports force, depth, radius and pressure; tractions add up', async () => {
    const report = await run(
      { contact: { model: 'quasi-rigid' }, bodies: [GROUND, { ...BALL, position: [0, 0.05, 0] }] },
      '--time',
      '2',
      '--tractions',
    );
    const [contact] = report.contacts;
    expect(off(contact.force[1], 5.65)).toBeLessThan(0.01);
    expect(off(contact.approach, 0.6675e-3)).toBeLessThan(0.01);
    expect(off(contact.contactRadius, 5.777e-3)).toBeLessThan(0.02);
    expect(off(contact.pressureMax, 80.8e3)).toBeLessThan(0.04);
    expect(off(contact.pressureMean, 5.65 / Math.PI / 5.777e-3 ** 2)).toBeLessThan(0.04);
    expect(off(contact.elasticEnergy, 0.4 * 5.65 * 0.6675e-3)).toBeLessThan(0.02);
    const { areas, pressures, positions, normals, friction } = contact.tractions;
    expect(positions.length).toBe(3 * areas.length);
    expect(normals.length).toBe(3 * areas.length);
    expect(friction.length).toBe(3 * areas.length);
    const total = areas.reduce((sum: number, area: number, k: number) => sum + area * pressures[k], 0);
    expect(off(total, contact.force[1])).toBeLessThan(1e-9);
    expect(report.bodies.ball.asleep).toBe(true);
  });

  test('an impact of sixty steps leaves as it came', async () => {
    const report = await run(
      {
        gravity: [0, 0, 0],
        timeStep: 4e-4,
        contact: { model: 'quasi-rigid' },
        bodies: [GROUND, { ...BALL, position: [0, 0.0503, 0], linearVelocity: [0, -0.1, 0] }],
      },
      '--time',
      '0.05',
    );
    expect(off(report.bodies.ball.linearVelocity[1], 0.1)).toBeLessThan(0.02);
  });

  test('--tractions-to writes CSV that adds up and GLB with colours; other files and models are refused', async () => {
    const scene = folder.write('scene.json', {
      sixfold: 1,
      contact: { model: 'quasi-rigid' },
      bodies: [GROUND, { ...BALL, position: [0, 0.05 - 6.675e-4, 0] }],
    });
    const csv = join(folder.path, 'tractions.csv');
    expect((await sixfold(['run', scene, '--steps', '30', '--tractions-to', csv])).status).toBe(0);
    const [head, ...lines] = readFileSync(csv, 'utf8').trim().split('\n');
    expect(head).toBe('contact,a,b,x,y,z,nx,ny,nz,area,pressure,fx,fy,fz');
    const total = lines.reduce((sum, line) => sum + Number(line.split(',')[9]) * Number(line.split(',')[10]), 0);
    expect(off(total, 5.65)).toBeLessThan(0.02);
    const glb = join(folder.path, 'tractions.glb');
    expect((await sixfold(['run', scene, '--steps', '30', '--tractions-to', glb])).status).toBe(0);
    expect(readFileSync(glb).includes('COLOR_0')).toBe(true);
    const wrong = await sixfold(['run', scene, '--steps', '1', '--tractions-to', 'x.txt']);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toMatch(/--tractions-to is "x.txt"; it must end in .csv or .glb/);
  });

  test('bad words get one line', async () => {
    const scene = (material: object, contact: object = {}) => ({
      contact: { model: 'quasi-rigid', ...contact },
      bodies: [{ ...BALL, material }],
    });
    expect(await refusal(scene({ young: -1 }))).toMatch(/"ball": material\.young is -1; it must be a number > 0/);
    expect(await refusal(scene({ young: 1e6, poisson: 0.6 }))).toMatch(/material\.poisson is 0\.6; it must be/);
    expect(await refusal(scene({ young: 1e6, possion: 0.3 }))).toMatch(
      /unknown field "possion"; did you mean "poisson"/,
    );
    expect(await refusal(scene(RUBBER, { nodes: 3 }))).toMatch(
      /contact\.nodes is 3; it must be a whole number from 10/,
    );
    expect(await refusal(scene(RUBBER, { response: 'foam' }))).toMatch(/contact\.response is "foam"/);
    expect(await refusal({ bodies: [BALL] })).toMatch(/field "material" belongs to model/);
  });

  test('a cloud of points comes from a PLY file; without normals, or damaged, it is refused in one line', async () => {
    const lines: string[] = [];
    const n = 2000;
    for (let k = 0; k < n; k++) {
      const y = 1 - (2 * k + 1) / n;
      const s = Math.sqrt(1 - y * y);
      const d = [s * Math.cos(2.399963 * k), y, s * Math.sin(2.399963 * k)];
      lines.push([...d.map((x) => 0.05 * x), ...d].join(' '));
    }
    const header = (normals: boolean) =>
      [
        'ply',
        'format ascii 1.0',
        `element vertex ${n}`,
        ...['x', 'y', 'z', ...(normals ? ['nx', 'ny', 'nz'] : [])].map((p) => `property double ${p}`),
        'end_header',
      ].join('\n');
    folder.write('ball.ply', `${header(true)}\n${lines.join('\n')}\n`);
    folder.write('bare.ply', `${header(false)}\n${lines.map((l) => l.split(' ').slice(0, 3).join(' ')).join('\n')}\n`);
    folder.write('nan.ply', `${header(true)}\n${['nan 0 0 1 0 0', ...lines.slice(1)].join('\n')}\n`);
    const scene = (file: string) => ({
      contact: { model: 'quasi-rigid' },
      bodies: [GROUND, { ...BALL, shape: { type: 'points', file }, position: [0, 0.05, 0] }],
    });
    const report = await run(scene('ball.ply'), '--time', '1.5');
    expect(off(report.contacts[0].force[1], 5.65)).toBeLessThan(0.02);
    expect(await refusal(scene('bare.ply'))).toMatch(/has no vertex property "nx": a cloud of points needs normals/);
    expect(await refusal(scene('nan.ply'))).toMatch(/point 0 has x NaN: the file is cut off or damaged/);
  });
});
