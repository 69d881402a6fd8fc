import { World } from '../../../src/index.js';
import { Random } from '../../../src/math/random.js';
import { quasiRigid } from '../../../src/quasi-rigid.js';

function run(name: string, scene: any, T: number, watch?: (w: any) => void) {
  const w = new World(
    { contact: { model: 'quasi-rigid' }, ...scene } as any,
    { models: [quasiRigid], clock: () => performance.now() } as any,
  );
  const h = w.timeStep ?? scene.timeStep ?? 1 / 60;
  const e = w.energy() as any;
  let rise = 0;
  const t0 = performance.now();
  const n = Math.round(T / h);
  const tot = (e: any) => e.kinetic + e.potential + (e.stored ?? 0);
  let last = Infinity,
    e0 = 0;
  for (let k = 0; k < n; k++) {
    w.step(h);
    const en = w.energy() as any;
    const E = tot(en);
    if (k === 0) e0 = E;
    if (k > 0) rise = Math.max(rise, E - last);
    last = E;
    watch?.(w);
  }
  const bodies = [...w.bodies()].filter((b: any) => b.type === 'dynamic') as any[];
  console.log(
    name,
    'ms/step',
    ((performance.now() - t0) / n).toFixed(2),
    'rise',
    rise.toExponential(1),
    'of',
    Math.abs(e0 - last).toExponential(2),
    'asleep',
    bodies.filter((b) => b.isAsleep ?? b.asleep).length + '/' + bodies.length,
    'contacts',
    w.contacts().length,
    bodies
      .slice(0, 4)
      .map(
        (b) =>
          b.position.map((x: number) => +x.toFixed(5)).join(',') +
          ' v ' +
          Math.hypot(...b.linearVelocity).toExponential(1),
      )
      .join(' | '),
  );
  return w;
}
const ground = { type: 'static', shape: { type: 'half-space' } };
for (const young of [1e5, 1e6, 1e8, 2e11])
  for (const h of [1 / 60, 1e-3]) {
    if (young === 2e11 && h === 1e-3) continue;
    const material = { young, poisson: 0.3 };
    run(
      `box drop E ${young} h ${h.toFixed(4)}`,
      {
        timeStep: h,
        bodies: [
          ground,
          { shape: { type: 'box', size: [0.1, 0.1, 0.1] }, density: 1000, position: [0, 0.08, 0], material },
        ],
      },
      2,
    );
  }
{
  const material = { young: 1e7, poisson: 0.3 };
  const bodies: any[] = [ground];
  for (let k = 0; k < 5; k++)
    bodies.push({
      shape: { type: 'box', size: [0.1, 0.1, 0.1] },
      density: 1000,
      position: [0, 0.05 + 0.1 * k, 0],
      material,
    });
  run('stack5 1/60', { bodies }, 3, (w: any) => {
    const e: any = w.energy();
    if (w.time < 0.06) console.log(w.time.toFixed(3), JSON.stringify(e));
  });
  run(
    'tilted box',
    {
      bodies: [
        ground,
        {
          shape: { type: 'box', size: [0.1, 0.1, 0.1] },
          density: 1000,
          position: [0, 0.12, 0],
          rotation: [0.2, 0.1, 0.05, Math.sqrt(1 - 0.04 - 0.01 - 0.0025)],
          material,
        },
      ],
    },
    3,
  );
  run(
    'cyl rolling',
    {
      bodies: [
        ground,
        {
          shape: { type: 'cylinder', radius: 0.05, height: 0.1 },
          density: 1000,
          position: [0, 0.05, 0],
          rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
          linearVelocity: [0.5, 0, 0],
          material,
        },
      ],
    },
    2,
  );
  run(
    'ball rolling',
    {
      bodies: [
        ground,
        {
          shape: { type: 'sphere', radius: 0.05 },
          density: 1000,
          position: [0, 0.05, 0],
          linearVelocity: [0.5, 0, 0],
          angularVelocity: [0, 0, -10],
          material,
        },
      ],
    },
    2,
  );
  run(
    'balls two',
    {
      bodies: [
        ground,
        { shape: { type: 'sphere', radius: 0.05 }, density: 1000, position: [0, 0.05, 0], material },
        { shape: { type: 'sphere', radius: 0.05 }, density: 1000, position: [0, 0.1498, 0], material },
      ],
    },
    1,
  );
  run(
    'incline',
    {
      contact: { model: 'quasi-rigid', friction: 0.5 },
      bodies: [
        { ...ground, rotation: [0, 0, Math.sin(0.2), Math.cos(0.2)] },
        {
          shape: { type: 'box', size: [0.1, 0.1, 0.1] },
          density: 1000,
          position: [-Math.sin(0.4) * 0.05, Math.cos(0.4) * 0.05, 0],
          rotation: [0, 0, Math.sin(0.2), Math.cos(0.2)],
          material,
        },
      ],
    },
    3,
  );
  run(
    'slide',
    {
      bodies: [
        ground,
        {
          shape: { type: 'box', size: [0.1, 0.1, 0.1] },
          density: 1000,
          position: [0, 0.05, 0],
          linearVelocity: [1, 0, 0],
          material,
        },
      ],
    },
    1.5,
  );
  run(
    'torus',
    {
      bodies: [
        ground,
        {
          shape: { type: 'torus', radius: 0.1, tube: 0.03 },
          density: 1000,
          position: [0, 0.1, 0],
          rotation: [0.3, 0, 0, Math.sqrt(1 - 0.09)],
          material,
        },
      ],
    },
    3,
  );
}
