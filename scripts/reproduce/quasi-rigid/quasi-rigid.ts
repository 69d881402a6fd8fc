// Pauly, Pai & Guibas 2004 measured again: contact mechanics with a known answer, errors against nodes, the paper's
// scenes and what they cost. Writes docs/results/quasi-rigid.md and its figures.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scenes } from '../../../scenes/index.js';
import { allModels } from '../../../src/all-models.js';
import { type SceneDescription, World } from '../../../src/index.js';
import type { QuasiRigidRecord } from '../../../src/quasi-rigid.js';
import { Progress } from '../progress.js';
import { errorPlot, levelPlot, pressureMap } from './plots.js';

const FOLDER = 'docs/results';
const RUBBER = { young: 1e6, poisson: 0.3 };
const LOCKED = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;
const GROUND = { name: 'ground', type: 'static', shape: { type: 'half-space' } } as const;
const progress = new Progress('reproduce quasi-rigid', 22);

type Bodies = NonNullable<SceneDescription['bodies']>;
const worldOf = (bodies: Bodies, more: Partial<SceneDescription> = {}) =>
  new World(
    { gravity: [0, 0, 0], timeStep: 1e-3, ...more, contact: { model: 'quasi-rigid', ...more.contact }, bodies },
    {
      models: allModels,
    },
  );
const first = (world: World) => world.contacts(['tractions'])[0] as unknown as QuasiRigidRecord;
const ball = (d: number, more: object = {}) => ({
  name: 'ball',
  shape: { type: 'sphere', radius: 0.05 } as const,
  density: 1100,
  position: [0, 0.05 - d, 0] as const,
  material: RUBBER,
  ...more,
});

interface Row {
  scene: string;
  quantity: string;
  truth: number;
  found: number;
}
const rows: Row[] = [];
const add = (scene: string, quantity: string, truth: number, found: number) =>
  rows.push({ scene, quantity, truth, found });

function pressed(bodies: Bodies): QuasiRigidRecord {
  const world = worldOf(bodies);
  world.step();
  return first(world);
}

function pressedWith(contact: object, bodies: Bodies): QuasiRigidRecord {
  const world = worldOf(bodies, {
    contact: { model: 'quasi-rigid', ...contact } as NonNullable<SceneDescription['contact']>,
  });
  world.step();
  return first(world);
}

progress.begin('statics');
{
  const c = pressed([GROUND, ball(1e-3, { locked: LOCKED })]);
  add('ball, 1 mm deep', 'force (N)', 10.361, c.force[1]);
  add('', 'radius (mm)', 7.071, 1e3 * c.contactRadius);
  add('', 'greatest pressure (kPa)', 98.94, 1e-3 * c.pressureMax);
  const two = pressed([
    { type: 'static', shape: { type: 'sphere', radius: 0.1 }, position: [0, -0.1, 0], material: RUBBER },
    ball(1e-3, { locked: LOCKED }),
  ]);
  add('balls of 50 and 100 mm, both elastic, 1 mm', 'force (N)', 4.23, two.force[1]);
  add('', 'radius (mm)', 5.774, 1e3 * two.contactRadius);
  add('', 'greatest pressure (kPa)', 60.59, 1e-3 * two.pressureMax);
  const punch = pressed([
    { ...GROUND, material: RUBBER },
    { shape: { type: 'cylinder', radius: 0.02, height: 0.1 }, mass: 1, position: [0, 0.049, 0], locked: LOCKED },
  ]);
  add('flat round punch, 1 mm', 'force (N)', 43.96, punch.force[1]);
  const cone = pressed([
    { ...GROUND, material: RUBBER },
    {
      shape: { type: 'cone', radius: 0.1, height: 0.01 },
      mass: 1,
      position: [0, 0.005 - 3.1416e-3, 0],
      rotation: [1, 0, 0, 0],
      locked: LOCKED,
    },
  ]);
  add('cone of slope 0.1, 3.142 mm', 'force (N)', 69.05, cone.force[1]);
  add('', 'radius (mm)', 20, 1e3 * cone.contactRadius);
}

progress.begin('ball at rest, spinning, landing');
{
  const world = worldOf([GROUND, ball(0)], { gravity: [0, -9.81, 0] });
  for (let k = 0; k < 1500; k++) world.step();
  const c = first(world);
  add('ball at rest', 'force (N)', 5.65, c.force[1]);
  add('', 'depth (mm)', 0.6675, 1e3 * c.approach);
  add('', 'radius (mm)', 5.777, 1e3 * c.contactRadius);
  const spinning = worldOf([GROUND, ball(0.6675e-3, { angularVelocity: [0, 20, 0] })], { gravity: [0, -9.81, 0] });
  const spinner = [...spinning.bodies()].find((body) => body.name === 'ball')!;
  spinning.step();
  add('ball spinning at 20 rad/s, μ ½', 'torque (mN·m)', 9.614, -1e3 * first(spinning).torque[1]);
  while (spinner.angularVelocity[1] > 1e-3 && spinning.time < 3) spinning.step();
  add('', 'stops after (s)', 1.198, spinning.time);
  const h = 25.44e-3 / 60;
  const landing = worldOf([GROUND, ball(-0.5e-3, { linearVelocity: [0, -0.1, 0] })], { timeStep: h });
  const lander = [...landing.bodies()].find((body) => body.name === 'ball')!;
  let touching = 0;
  let deepest = 0;
  let most = 0;
  for (let k = 0; k < 120; k++) {
    landing.step();
    const contact = first(landing);
    if (contact && contact.force[1] > 0) touching += h;
    deepest = Math.max(deepest, contact?.approach ?? 0);
    most = Math.max(most, contact?.force[1] ?? 0);
  }
  add('ball landing at 0.1 m/s, 60 steps', 'depth (mm)', 0.8645, 1e3 * deepest);
  add('', 'force (N)', 8.33, most);
  add('', 'time of contact (ms)', 25.44, 1e3 * touching);
  add('', 'leaves at (m/s)', 0.1, lander.linearVelocity[1]);
}

progress.begin('Fig. 8');
{
  const description = scenes.find(({ name }) => name === 'uphill-spin')!.make();
  const world = new World({ ...description, timeStep: 1e-3 }, { models: allModels });
  const body = [...world.bodies()].find(({ name }) => name === 'ball')!;
  const start = body.position;
  const [c, s] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)];
  let fastest = 0;
  let then = 0;
  let time = 0;
  let highest = 0;
  for (let k = 0; k < 1400; k++) {
    world.step();
    const way = (body.position[0] - start[0]) * c + (body.position[1] - start[1]) * s;
    const speed = body.linearVelocity[0] * c + body.linearVelocity[1] * s;
    if (speed > fastest) {
      fastest = speed;
      then = way;
      time = world.time;
    }
    highest = Math.max(highest, way);
  }
  add('Fig. 8: spinning up a slope', 'slips for (s)', 1.047, time);
  add('', 'up to (m/s)', 0.3478, fastest);
  add('', 'and (m)', 0.1821, then);
  add('', 'highest (m)', 0.2073, highest);
}

progress.begin('errors against nodes');
const NODES = [20, 30, 40, 60, 80, 100, 140, 200, 300, 400, 600, 800];
const errors = NODES.map((nodes) => {
  const world = worldOf([GROUND, ball(1e-3, { locked: LOCKED })], { contact: { model: 'quasi-rigid', nodes } });
  world.step();
  const c = first(world);
  const n = c.tractions!.areas.length;
  const off = (value: number, truth: number) => Math.abs(value / truth - 1);
  return {
    n,
    force: off(c.force[1], 10.361),
    radius: off(c.contactRadius, 7.071e-3),
    pressure: off(c.pressureMax, 98.94e3),
  };
});

progress.begin('forces level by level');
/** Force of every lattice on the way to the finest, of balls in the manner of Fig. 7: nodes 800, five levels. */
const levelForces: { n: number; off: number }[] = [];
{
  const world = worldOf([GROUND, ball(1e-3, { locked: LOCKED })], {
    contact: { model: 'quasi-rigid', levels: 6, nodes: 800 },
  });
  world.step();
  const finest = first(world).force[1];
  for (const nodes of [25, 40, 64, 100, 160, 250, 400, 640]) {
    const level = worldOf([GROUND, ball(1e-3, { locked: LOCKED })], {
      contact: { model: 'quasi-rigid', levels: 2, nodes },
    });
    level.step();
    const c = first(level);
    levelForces.push({ n: c.tractions!.areas.length, off: c.force[1] / finest - 1 });
  }
}

progress.begin('errors against levels');
const levelRows = [1, 2, 3, 4, 5].map((levels) => {
  const world = worldOf([GROUND, ball(1e-3, { locked: LOCKED })], {
    contact: { model: 'quasi-rigid', levels, nodes: 200 },
  });
  const before = process.cpuUsage();
  world.step();
  const { user, system } = process.cpuUsage(before);
  const c = first(world);
  const off = (value: number, truth: number) => Math.abs(value / truth - 1);
  return {
    levels,
    n: c.tractions!.areas.length,
    force: off(c.force[1], 10.361),
    radius: off(c.contactRadius, 7.071e-3),
    pressure: off(c.pressureMax, 98.94e3),
    milliseconds: (user + system) / 1000,
  };
});

progress.begin('the split problems, and other models on the same ball');
const beside = pressedWith({ split: true }, [
  { type: 'static', shape: { type: 'sphere', radius: 0.1 }, position: [0, -0.1, 0], material: RUBBER },
  ball(1e-3, { locked: LOCKED }),
]);
/** The resting ball under other models: what each says of force, depth and area. */
const peers = ['quasi-rigid', 'six', 'point', 'penalty', 'volume'].map((model) => {
  const { material, ...plain } = ball(0);
  const world = new World(
    {
      timeStep: 1e-3,
      contact: { model },
      bodies: [GROUND, model === 'quasi-rigid' ? ball(0) : plain],
    } as SceneDescription,
    { models: allModels },
  );
  void material;
  for (let k = 0; k < 1000; k++) world.step();
  const c = world.contacts()[0];
  const body = [...world.bodies()].find(({ name }) => name === 'ball')!;
  return {
    model,
    force: c ? Math.abs(c.force[1]) : 0,
    depth: 1e3 * (0.05 - body.position[1]),
    radius: c ? 1e3 * Math.sqrt(c.area / Math.PI) : 0,
  };
});

progress.begin("the paper's scenes");
const costs: { name: string; nodes: number; first: number; mean: number; force: number; depth: number }[] = [];
let footRecord: QuasiRigidRecord | null = null;
for (const [name, steps] of [
  ['elastic-ball', 120],
  ['bulging-ball', 60],
  ['foot', 30],
  ['two-heads', 60],
  ['ball-joint', 60],
  ['head-room', 600],
] as const) {
  const description = scenes.find((scene) => scene.name === name)!.make();
  // Code is compiled while it runs: the first step counts once other worlds have taken theirs.
  for (let round = 0; round < (name === 'head-room' ? 1 : 6); round++) {
    const before = new World(description, { models: allModels });
    for (let k = 0; k < (name === 'head-room' ? 345 : 14); k++) {
      before.step();
      if (name !== 'head-room' && before.contacts().length > 0) break;
    }
  }
  const world = new World(description, { models: allModels });
  let firstStep = 0;
  let busy = 0;
  let total = 0;
  let biggest: QuasiRigidRecord | undefined;
  for (let k = 0; k < steps; k++) {
    const before = process.cpuUsage();
    world.step();
    const { user, system } = process.cpuUsage(before);
    const spent = (user + system) / 1000;
    const contacts = world.contacts(['tractions']) as unknown as QuasiRigidRecord[];
    if (contacts.length === 0) continue;
    if (busy === 0) firstStep = spent;
    busy++;
    total += spent / contacts.length;
    contacts.sort((a, b) => b.area - a.area);
    biggest = contacts[0];
  }
  if (name === 'foot') footRecord = biggest ?? null;
  costs.push({
    name,
    nodes: biggest?.tractions?.areas.length ?? 0,
    first: firstStep,
    mean: total / Math.max(1, busy),
    force: biggest ? Math.hypot(...biggest.force) : 0,
    depth: biggest ? 1e3 * biggest.approach : 0,
  });
}
progress.begin('a ball at rest');
/** Mean of a step (ms), once it lies. */
const resting = (() => {
  const world = worldOf([GROUND, ball(0.6675e-3)], { gravity: [0, -9.81, 0], sleep: false });
  for (let k = 0; k < 400; k++) world.step();
  const before = process.cpuUsage();
  for (let k = 0; k < 1000; k++) world.step();
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: (user + system) / 1e6, nodes: first(world).tractions!.areas.length };
})();
progress.stop();

mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, 'quasi-rigid-errors.svg'), errorPlot(errors));
writeFileSync(join(FOLDER, 'quasi-rigid-levels.svg'), levelPlot(levelForces));
if (footRecord) writeFileSync(join(FOLDER, 'quasi-rigid-foot.svg'), pressureMap(footRecord));
const number = (x: number) => String(+x.toPrecision(4));
writeFileSync(
  join(FOLDER, 'quasi-rigid.md'),
  `# Quasi-rigid contact, measured

Written by \`npm run reproduce -- quasi-rigid\`. Theory: [quasi-rigid.md](../theory/quasi-rigid.md). E 1 MPa, ν 0.3, R 50 mm, 100 nodes, steps of 1 ms unless said.

| scene | quantity | truth | found | off |
| --- | --- | --- | --- | --- |
${rows.map((r) => `| ${r.scene} | ${r.quantity} | ${number(r.truth)} | ${number(r.found)} | ${(100 * (r.found / r.truth - 1)).toFixed(2)} % |`).join('\n')}

## Errors against nodes

![Errors of a ball's force, radius and pressure over the nodes that bear](quasi-rigid-errors.svg)

| nodes that bear | force | radius | greatest pressure |
| --- | --- | --- | --- |
${errors.map((e) => `| ${e.n} | ${(100 * e.force).toFixed(2)} % | ${(100 * e.radius).toFixed(2)} % | ${(100 * e.pressure).toFixed(2)} % |`).join('\n')}

## Errors against levels

Two hundred nodes asked for, by lattices from coarse to fine. One level is two: the coarse one finds the region.

| levels | nodes that bear | force | radius | greatest pressure | ms, first step |
| --- | --- | --- | --- | --- | --- |
${levelRows.map((e) => `| ${e.levels} | ${e.n} | ${(100 * e.force).toFixed(2)} % | ${(100 * e.radius).toFixed(2)} % | ${(100 * e.pressure).toFixed(2)} % | ${number(e.milliseconds)} |`).join('\n')}

Finer levels approach the finest (800 nodes) in force:

![Force of coarser levels against that of the finest](quasi-rigid-levels.svg)

## The paper's split problems beside the joint one

Two balls, 1 mm: joint ${number(beside.force[1])} N; A's problem ${number(beside.split!.forceA)} N, B's ${number(beside.split!.forceB)} N after three rounds, which leave ${number(1e9 * beside.split!.left)} nm of overlap.

## Other models on the same ball

The ball at rest (Hertz: 5.65 N, 0.6675 mm, 5.777 mm). The others have no elasticity: their depth and area are those of their own parameters, at default settings.

| model | force (N) | depth (mm) | √(area/π) (mm) |
| --- | --- | --- | --- |
${peers.map((p) => `| ${p.model} | ${number(p.force)} | ${number(p.depth)} | ${number(p.radius)} |`).join('\n')}

## The paper's scenes

Computing time on one core, of the first step in contact (all levels, no lattice to begin with; compiled code: six worlds have taken that step before) and of the mean step, for each contact. A ball at rest on ${resting.nodes} nodes takes ${number(resting.milliseconds)} ms a step. The paper, on a Pentium 4 of 2.8 GHz: foot 952 ms, head in the room 20 to 200 ms a contact.

| scene | nodes of its largest contact | first step (ms) | mean step, a contact (ms) | force (N) | depth (mm) |
| --- | --- | --- | --- | --- | --- |
${costs.map((c) => `| ${c.name} | ${c.nodes} | ${number(c.first)} | ${number(c.mean)} | ${number(c.force)} | ${number(c.depth)} |`).join('\n')}

The pressure under the foot, in the manner of the paper's sensor of 37 × 13:

![Pressure under the foot](quasi-rigid-foot.svg)
`,
);
