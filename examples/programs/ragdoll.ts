// A ragdoll falls down a flight of stairs and comes to lie. No joint comes apart, no limit gives way.

import { type Body, type Joint, type Vec3, World } from 'sixfold';

export function run() {
  const world = new World({ contact: { friction: 0.6 } });
  world.addBody({ type: 'static', shape: { type: 'half-space' } });
  for (let k = 0; k < 6; k++)
    world.addBody({
      name: `stair${k}`,
      type: 'static',
      shape: { type: 'box', size: [0.35, 0.2 * (k + 1), 2] },
      position: [-0.35 * k, 0.1 * (k + 1), 0],
    });
  const start: Vec3 = [-1.6, 1.42, 0];
  const at = (x: number, y: number, z: number): Vec3 => [start[0] + x, start[1] + y, start[2] + z];
  // Joints have no friction: without damping an arm that hangs free swings on for minutes.
  const motion = { linearVelocity: [1.2, 0, 0.1] as Vec3, angularDamping: 4 };
  const limb = (name: string, position: Vec3, radius: number, height: number, mass: number): Body =>
    world.addBody({ name, shape: { type: 'capsule', radius, height }, mass, position, ...motion });
  const joints: Joint[] = [];
  const trunk = limb('trunk', at(0, 1, 0), 0.15, 0.35, 35);
  const head = limb('head', at(0, 1.52, 0), 0.1, 0.05, 5);
  const neck = { anchor: at(0, 1.36, 0), axis: [0, 1, 0], limits: [0, 0.6], twistLimits: [-0.8, 0.8] } as const;
  joints.push(world.addJoint({ type: 'ball', a: trunk, b: head, ...neck }));
  for (const side of [-1, 1]) {
    const thigh = limb(`thigh${side}`, at(0, 0.45, 0.1 * side), 0.08, 0.3, 9);
    const shin = limb(`shin${side}`, at(0, 0, 0.1 * side), 0.06, 0.3, 5);
    const arm = limb(`arm${side}`, at(0, 1.05, 0.24 * side), 0.05, 0.4, 4);
    const hip = { anchor: at(0, 0.7, 0.1 * side), axis: [0, -1, 0], limits: [0, 1.2] } as const;
    joints.push(world.addJoint({ type: 'ball', a: trunk, b: thigh, ...hip }));
    const knee = { anchor: at(0, 0.22, 0.1 * side), axis: [0, 0, 1], limits: [-2.2, 0] } as const;
    joints.push(world.addJoint({ type: 'hinge', a: thigh, b: shin, ...knee }));
    const shoulder = { anchor: at(0, 1.28, 0.2 * side), axis: [0, -1, 0], limits: [0, 1.6] } as const;
    joints.push(world.addJoint({ type: 'ball', a: trunk, b: arm, ...shoulder }));
  }
  let gap = 0;
  let knees = 0;
  for (let k = 0; k < 6 * 60; k++) {
    world.step();
    for (const joint of joints) {
      const [p, q] = joint.anchors;
      gap = Math.max(gap, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
      if (joint.type === 'hinge') knees = Math.max(knees, joint.coordinate, -2.2 - joint.coordinate);
    }
  }
  return {
    gap,
    knees,
    lowest: Math.min(...[...world.bodies()].filter((b) => b.mass > 0).map((b) => b.position[1])),
    asleep: [...world.bodies()].filter((b) => b.type === 'dynamic').every((b) => b.asleep),
  };
}
