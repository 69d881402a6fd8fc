// crashcat: plain TypeScript after Jolt's design. Its convex radius is kept below a tenth of the thinnest extent;
// damping is off.

import { type Engine, type Foreign, FRAME, Notes } from '../engine.js';
import { loadPeer } from '../load.js';
import { isIdentity, meshArrays, type PreparedBody, type PreparedPart } from '../prepare.js';

const convexRadius = (...extents: number[]) => Math.min(0.05, 0.1 * Math.min(...extents));

function simpleShape(C: Foreign, { shape }: PreparedPart): Foreign {
  switch (shape.type) {
    case 'box': {
      const [x, y, z] = shape.size;
      return C.box.create({ halfExtents: [0.5 * x, 0.5 * y, 0.5 * z], convexRadius: convexRadius(x, y, z) });
    }
    case 'sphere':
      return C.sphere.create({ radius: shape.radius });
    case 'cylinder': {
      const { radius, height } = shape;
      return C.cylinder.create({ halfHeight: 0.5 * height, radius, convexRadius: convexRadius(height, radius) });
    }
    case 'capsule':
      return C.capsule.create({ halfHeightOfCylinder: 0.5 * shape.height, radius: shape.radius });
    case 'half-space':
      return C.plane.create({ plane: { normal: [0, 1, 0], constant: 0 } });
    case 'convex':
      return C.convexHull.create({ positions: shape.points.flat(), convexRadius: 0.005 });
    case 'mesh': {
      const { positions, indices } = meshArrays(shape);
      return C.triangleMesh.create({ positions: Array.from(positions), indices: Array.from(indices) });
    }
  }
}

function shapeOf(C: Foreign, { parts }: PreparedBody): Foreign {
  if (parts.length === 1 && isIdentity(parts[0]!)) return simpleShape(C, parts[0]!);
  return C.staticCompound.create({
    children: parts.map((part) => ({
      position: [...part.position],
      quaternion: [...part.rotation],
      shape: simpleShape(C, part),
    })),
  });
}

export const crashcat: Engine = {
  name: 'crashcat',
  packageName: 'crashcat',
  async create(scene) {
    const C = await loadPeer('crashcat/dist/index.js');
    const notes = new Notes();
    C.registerAll();
    const settings = C.createWorldSettings();
    const [moving, standing] = [C.addBroadphaseLayer(settings), C.addBroadphaseLayer(settings)];
    const [movingLayer, standingLayer] = [C.addObjectLayer(settings, moving), C.addObjectLayer(settings, standing)];
    C.enableCollision(settings, movingLayer, standingLayer);
    C.enableCollision(settings, movingLayer, movingLayer);
    settings.gravity = [...scene.gravity];
    settings.sleeping.allowSleeping = false;
    const world = C.createWorld(settings);
    const meshes = scene.bodies.filter(({ parts }) => parts.some(({ shape }) => shape.type === 'mesh'));
    if (meshes.length > 1) notes.add('meshes do not touch each other');
    const boxGround = meshes.length > 0;
    if (boxGround) notes.add('ground is a box of 40 m');
    const bodies = scene.bodies.map((body) => {
      const ground = !body.dynamic && body.parts[0]!.shape.type === 'half-space' && boxGround;
      const [x, y, z] = body.position;
      const made = C.rigidBody.create(world, {
        shape: ground ? C.box.create({ halfExtents: [20, 1, 20] }) : shapeOf(C, body),
        motionType: body.dynamic ? C.MotionType.DYNAMIC : C.MotionType.STATIC,
        objectLayer: body.dynamic ? movingLayer : standingLayer,
        position: [x, ground ? y - 1 : y, z],
        quaternion: [...body.rotation],
        friction: scene.friction,
        restitution: 0,
        linearDamping: 0,
        angularDamping: 0,
        allowSleeping: false,
        ...(body.dynamic ? { massPropertiesOverride: massProperties(body) } : {}),
      });
      if (body.dynamic) {
        C.rigidBody.setLinearVelocity(world, made, [...body.linearVelocity]);
        C.rigidBody.setAngularVelocity(world, made, [...body.angularVelocity]);
      }
      return made;
    });
    const pushed = scene.bodies.flatMap((body, k) =>
      body.force.some((f) => f !== 0) || body.torque.some((t) => t !== 0)
        ? [{ made: bodies[k], force: [...body.force], torque: [...body.torque] }]
        : [],
    );
    return {
      notes: notes.list,
      step() {
        for (const { made, force, torque } of pushed) {
          C.rigidBody.addForce(world, made, force, true);
          C.rigidBody.addTorque(world, made, torque, true);
        }
        C.updateWorld(world, undefined, scene.timeStep);
      },
      read(into) {
        for (const [k, body] of bodies.entries()) {
          into.set(body.centerOfMassPosition, FRAME * k);
          into.set(body.quaternion, FRAME * k + 3);
          if (!scene.bodies[k]!.dynamic) continue;
          into.set(body.motionProperties.linearVelocity, FRAME * k + 7);
          into.set(body.motionProperties.angularVelocity, FRAME * k + 10);
        }
      },
    };
  },
};

function massProperties({ mass, inertia: [x, y, z] }: PreparedBody): Foreign {
  return { mass, inertia: [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1] };
}
