// What a plate under a leaning stack measures: load, centre of pressure and free torque, beside what statics says.

import { World } from 'sixfold';

export function run() {
  const world = new World();
  const plate = world.addBody({
    name: 'plate',
    type: 'static',
    shape: { type: 'box', size: [1, 0.1, 1] },
    position: [0, -0.05, 0],
  });
  const loads = [
    { mass: 10, x: 0, z: 0, y: 0.1, size: 0.5 },
    { mass: 5, x: 0.1, z: 0.05, y: 0.3, size: 0.2 },
    { mass: 2, x: 0.14, z: 0.08, y: 0.5, size: 0.1 },
  ];
  for (const { mass, x, y, z, size } of loads)
    world.addBody({ shape: { type: 'box', size: [size, 0.2, size] }, mass, position: [x, y, z] });
  for (let k = 0; k < 120; k++) world.step();
  let [load, x, z, free] = [0, 0, 0, 0];
  for (const { a, b, force, centerOfPressure, torque } of world.contacts()) {
    if (a !== plate && b !== plate) continue;
    const up = b === plate ? force[1] : -force[1];
    load += up;
    x += up * centerOfPressure[0];
    z += up * centerOfPressure[2];
    free += torque[1];
  }
  const mass = loads.reduce((sum, one) => sum + one.mass, 0);
  return {
    load,
    center: [x / load, z / load] as const,
    free,
    expected: {
      load: 9.81 * mass,
      center: [
        loads.reduce((sum, one) => sum + one.mass * one.x, 0) / mass,
        loads.reduce((sum, one) => sum + one.mass * one.z, 0) / mass,
      ] as const,
    },
  };
}
