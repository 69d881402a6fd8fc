// A car with suspension and tyres drives over hills: forwards, round a bend, and to a stop.

import { type Vec3, World } from 'sixfold';
import { Wheel } from 'sixfold/control';

export function run() {
  const world = new World({ timeStep: 1 / 120 });
  const n = 81;
  const hill = (x: number, z: number): number => 0.15 * Math.sin(0.5 * x) * Math.cos(0.4 * z);
  const heights = Array.from({ length: n }, (_, r) => Array.from({ length: n }, (_, c) => hill(c - 40, r - 40)));
  world.addBody({ name: 'hills', type: 'static', shape: { type: 'height-field', heights, cell: 1 } });
  const chassis = world.addBody({
    name: 'chassis',
    shape: { type: 'box', size: [3.6, 0.6, 1.6] },
    mass: 1200,
    position: [-20, 1.2, 0],
  });
  const places: Vec3[] = [-1.3, 1.3].flatMap((x) => [-0.8, 0.8].map((z): Vec3 => [x, -0.3, z]));
  const wheels = places.map(
    (position) => new Wheel(world, chassis, { position, radius: 0.35, stiffness: 30_000, damping: 3_000 }),
  );
  let fastest = 0;
  for (let k = 0; k < 8 * 120; k++) {
    const time = k / 120;
    for (const [w, wheel] of wheels.entries()) {
      const steer = w >= 2 && time > 3 && time < 5 ? 0.15 : 0;
      wheel.update(1 / 120, time < 5 ? { drive: 900, steer } : { brake: 4_000 });
    }
    world.step();
    fastest = Math.max(fastest, Math.hypot(...chassis.linearVelocity));
  }
  const [x, y, z, w] = chassis.rotation;
  return {
    fastest,
    speed: Math.hypot(...chassis.linearVelocity),
    upright: 1 - 2 * (x * x + z * z),
    turned: 2 * (x * z + w * y),
    load: wheels.reduce((sum, wheel) => sum + wheel.load, 0),
    position: chassis.position,
  };
}
