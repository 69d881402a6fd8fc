import { scenes } from '../../../scenes/index.js';
import { World } from '../../../src/index.js';
import { quasiRigid } from '../../../src/quasi-rigid.js';

for (const name of process.argv.slice(2).length
  ? process.argv.slice(2)
  : ['elastic-ball', 'foot', 'two-heads', 'ball-joint', 'head-room']) {
  const s = scenes.find((x) => x.name === name)!;
  const t0 = performance.now();
  const d = s.make();
  const t1 = performance.now();
  const w = new World(d as any, { models: [quasiRigid] });
  const t2 = performance.now();
  const n = name === 'head-room' ? 400 : 40;
  const c0 = process.cpuUsage();
  let most = 0;
  for (let k = 0; k < n; k++) {
    const c1 = process.cpuUsage();
    w.step();
    const c = process.cpuUsage(c1);
    most = Math.max(most, (c.user + c.system) / 1e3);
  }
  const c = process.cpuUsage(c0);
  console.log(
    name,
    'make',
    (t1 - t0).toFixed(0),
    'world',
    (t2 - t1).toFixed(0),
    'cpu/step',
    ((c.user + c.system) / 1e3 / n).toFixed(2),
    'most',
    most.toFixed(1),
  );
  for (const c of w.contacts() as any[])
    console.log(
      '  F',
      c.force.map((x: number) => x.toFixed(3)).join(','),
      'a',
      (c.contactRadius * 1e3).toFixed(2),
      'pmax',
      (c.pressureMax / 1e3).toFixed(1),
      'd',
      (c.approach * 1e3).toFixed(3),
      'E',
      c.elasticEnergy.toExponential(2),
      'nodes',
      (w.contacts(['tractions'])[0] as any).tractions.areas.length,
    );
  for (const b of [...w.bodies()] as any[])
    if (b.type === 'dynamic')
      console.log(
        '  ',
        b.name,
        b.position.map((x: number) => x.toFixed(4)).join(','),
        'v',
        b.linearVelocity.map((x: number) => x.toFixed(4)).join(','),
        b.asleep,
      );
}
