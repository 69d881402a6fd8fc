// Two fingers close on a mug, lift it, and hold it in the air. Its wall is twelve staves, its handle three bars.

import { type CompoundPartDescription, World } from 'sixfold';

function mug(): CompoundPartDescription[] {
  const parts: CompoundPartDescription[] = [
    { shape: { type: 'cylinder', radius: 0.04, height: 0.006 }, position: [0, 0.003, 0] },
  ];
  for (let k = 0; k < 12; k++) {
    const angle = (2 * Math.PI * k) / 12;
    parts.push({
      shape: { type: 'box', size: [0.005, 0.09, 0.0205] },
      position: [0.0375 * Math.cos(angle), 0.051, 0.0375 * Math.sin(angle)],
      rotation: [0, Math.sin(-angle / 2), 0, Math.cos(angle / 2)],
    });
  }
  for (const y of [0.03, 0.07])
    parts.push({ shape: { type: 'box', size: [0.01, 0.008, 0.03] }, position: [0, y, 0.053] });
  parts.push({ shape: { type: 'box', size: [0.01, 0.048, 0.008] }, position: [0, 0.05, 0.072] });
  return parts;
}

export function run() {
  const world = new World({ timeStep: 1 / 240, contact: { friction: 0.5 } });
  world.addBody({ name: 'table', type: 'static', shape: { type: 'half-space' } });
  const cup = world.addBody({ name: 'mug', shape: { type: 'compound', parts: mug() }, mass: 0.3 });
  const hand = world.addBody({
    name: 'hand',
    type: 'kinematic',
    shape: { type: 'box', size: [0.2, 0.02, 0.05] },
    position: [0, 0.2, 0],
  });
  for (const side of [-1, 1]) {
    const finger = world.addBody({
      name: side < 0 ? 'left' : 'right',
      shape: { type: 'box', size: [0.01, 0.12, 0.03] },
      mass: 0.1,
      position: [0.07 * side, 0.11, 0],
    });
    world.addJoint({
      type: 'slider',
      a: hand,
      b: finger,
      axis: [-side, 0, 0],
      limits: [0, 0.06],
      motor: { velocity: 0.1, maxForce: 12 },
    });
  }
  const wait = (seconds: number): void => {
    for (let k = 0; k < Math.round(240 * seconds); k++) world.step();
  };
  wait(0.6);
  hand.linearVelocity = [0, 0.1, 0];
  wait(1);
  hand.linearVelocity = [0, 0, 0];
  wait(0.5);
  const before = cup.position;
  wait(2);
  const after = cup.position;
  let slipMargin = 1;
  for (const { a, b, slipMargin: margin } of world.contacts())
    if ([a.name, b.name].includes('mug')) slipMargin = Math.min(slipMargin, margin);
  return { lifted: after[1], creep: Math.hypot(...after.map((x, k) => x - before[k]!)), slipMargin };
}
