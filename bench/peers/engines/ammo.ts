// Bullet, as ammojs3. It multiplies the frictions of two bodies, so each gets the root. Its inertias of hulls are those
// of their boxes: ours are given instead. Its plane finds one contact point a step, so that boxes rock on it: the
// ground is a box, as is usual. Meshes that move are GImpact shapes.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Engine, type Foreign, FRAME, Notes } from '../engine.js';
import { PEERS_FOLDER } from '../load.js';
import { isIdentity, meshArrays, type PreparedBody, type PreparedPart } from '../prepare.js';

const DISABLE_DEACTIVATION = 4;

function simpleShape(A: Foreign, { shape }: PreparedPart, dynamic: boolean, notes: Notes): Foreign {
  switch (shape.type) {
    case 'box':
      return new A.btBoxShape(new A.btVector3(...shape.size.map((s) => 0.5 * s)));
    case 'sphere':
      return new A.btSphereShape(shape.radius);
    case 'cylinder':
      return new A.btCylinderShape(new A.btVector3(shape.radius, 0.5 * shape.height, shape.radius));
    case 'capsule':
      return new A.btCapsuleShape(shape.radius, shape.height);
    case 'half-space':
      notes.add('ground is a box of 200 m');
      return groundBox(A);
    case 'convex': {
      const made = new A.btConvexHullShape();
      for (const point of shape.points) made.addPoint(new A.btVector3(...point), true);
      return made;
    }
    case 'mesh': {
      const { positions, indices } = meshArrays(shape);
      const mesh = new A.btTriangleMesh(true, false);
      const at = (v: number) => new A.btVector3(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
      for (let t = 0; t < indices.length; t += 3) {
        const corners = [at(indices[t]!), at(indices[t + 1]!), at(indices[t + 2]!)];
        mesh.addTriangle(...corners, false);
        for (const corner of corners) A.destroy(corner);
      }
      if (!dynamic) return new A.btBvhTriangleMeshShape(mesh, true, true);
      notes.add('meshes that move are GImpact shapes');
      const made = new A.btGImpactMeshShape(mesh);
      made.updateBound();
      return made;
    }
  }
}

/** Its upper face at height 0. */
function groundBox(A: Foreign): Foreign {
  const made = new A.btCompoundShape();
  made.addChildShape(transform(A, [0, -5, 0], [0, 0, 0, 1]), new A.btBoxShape(new A.btVector3(100, 5, 100)));
  return made;
}

function transform(A: Foreign, position: readonly number[], rotation: readonly number[]): Foreign {
  const t = new A.btTransform();
  t.setIdentity();
  t.setOrigin(new A.btVector3(...position));
  t.setRotation(new A.btQuaternion(...rotation));
  return t;
}

function shapeOf(A: Foreign, { parts, dynamic }: PreparedBody, notes: Notes): Foreign {
  if (parts.length === 1 && isIdentity(parts[0]!)) return simpleShape(A, parts[0]!, dynamic, notes);
  const made = new A.btCompoundShape();
  for (const part of parts)
    made.addChildShape(transform(A, part.position, part.rotation), simpleShape(A, part, dynamic, notes));
  return made;
}

export const ammo: Engine = {
  name: 'Bullet (ammo)',
  packageName: 'ammojs3',
  async create(scene) {
    const require = createRequire(join(PEERS_FOLDER, 'package.json'));
    const init = require('ammojs3/dist/ammo.wasm.js');
    const A = await init({ locateFile: (file: string) => require.resolve(`ammojs3/dist/${file}`) });
    const notes = new Notes();
    const config = new A.btDefaultCollisionConfiguration();
    const dispatcher = new A.btCollisionDispatcher(config);
    if (A.btGImpactCollisionAlgorithm) A.btGImpactCollisionAlgorithm.prototype.registerAlgorithm(dispatcher);
    const world = new A.btDiscreteDynamicsWorld(
      dispatcher,
      new A.btDbvtBroadphase(),
      new A.btSequentialImpulseConstraintSolver(),
      config,
    );
    world.setGravity(new A.btVector3(...scene.gravity));
    const bodies = scene.bodies.map((body) => {
      const info = new A.btRigidBodyConstructionInfo(
        body.mass,
        new A.btDefaultMotionState(transform(A, body.position, body.rotation)),
        shapeOf(A, body, notes),
        new A.btVector3(...body.inertia),
      );
      const made = new A.btRigidBody(info);
      made.setFriction(Math.sqrt(scene.friction));
      made.setRestitution(0);
      made.setDamping(0, 0);
      if (body.dynamic) {
        made.setActivationState(DISABLE_DEACTIVATION);
        made.setLinearVelocity(new A.btVector3(...body.linearVelocity));
        made.setAngularVelocity(new A.btVector3(...body.angularVelocity));
      }
      world.addRigidBody(made);
      return made;
    });
    const center = new A.btVector3(0, 0, 0);
    const pushed = scene.bodies.flatMap((body, k) =>
      body.force.some((f) => f !== 0) || body.torque.some((t) => t !== 0)
        ? [{ made: bodies[k], force: new A.btVector3(...body.force), torque: new A.btVector3(...body.torque) }]
        : [],
    );
    return {
      notes: notes.list,
      step() {
        for (const { made, force, torque } of pushed) {
          made.applyForce(force, center);
          made.applyTorque(torque);
        }
        world.stepSimulation(scene.timeStep, 0);
      },
      read(into) {
        for (const [k, body] of bodies.entries()) {
          const pose = body.getWorldTransform();
          const p = pose.getOrigin();
          into.set([p.x(), p.y(), p.z()], FRAME * k);
          const q = pose.getRotation();
          into.set([q.x(), q.y(), q.z(), q.w()], FRAME * k + 3);
          const v = body.getLinearVelocity();
          into.set([v.x(), v.y(), v.z()], FRAME * k + 7);
          const w = body.getAngularVelocity();
          into.set([w.x(), w.y(), w.z()], FRAME * k + 10);
        }
      },
    };
  },
};
