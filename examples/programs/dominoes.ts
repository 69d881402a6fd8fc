// Forty dominoes in a row: the first is pushed over, and the wave runs at an even speed to the last.

import { World } from 'sixfold';

export function run(count = 40) {
  const world = new World({ timeStep: 1 / 240, contact: { friction: 0.4 } });
  world.addBody({ type: 'static', shape: { type: 'half-space' } });
  const [height, thick, apart] = [0.048, 0.0075, 0.022];
  const row = Array.from({ length: count }, (_, k) =>
    world.addBody({
      name: `domino${k}`,
      shape: { type: 'box', size: [thick, height, 0.024] },
      mass: 0.01,
      position: [apart * k, height / 2, 0],
    }),
  );
  // As if it turned about its lower edge.
  row[0]!.angularVelocity = [0, 0, -8];
  row[0]!.linearVelocity = [8 * (height / 2), 0, 0];
  const fell: (number | undefined)[] = [];
  for (let k = 0; k < 3 * 240 && fell[count - 1] === undefined; k++) {
    world.step();
    for (const [n, { rotation }] of row.entries())
      if (fell[n] === undefined && Math.abs(rotation[2]) > Math.sin(0.15)) fell[n] = world.time;
  }
  const speed = (from: number, to: number): number => (apart * (to - from)) / (fell[to]! - fell[from]!);
  return {
    fallen: fell.filter((time) => time !== undefined).length,
    early: speed(10, 20),
    late: speed(25, 35),
  };
}
