// Rapier, plain and with SIMD. Its friction of two bodies is their mean; a half-space collides as one.

import { type Engine, type Foreign, FRAME, Unsupported } from '../engine.js';
import { loadPeer } from '../load.js';
import { meshArrays, type PreparedPart } from '../prepare.js';

const IDENTITY = { x: 0, y: 0, z: 0, w: 1 };
const vector = ([x, y, z]: readonly [number, number, number]) => ({ x, y, z });

function collider(R: Foreign, { shape, position, rotation: [x, y, z, w] }: PreparedPart, friction: number): Foreign {
  const made = (() => {
    switch (shape.type) {
      case 'box':
        return R.ColliderDesc.cuboid(0.5 * shape.size[0], 0.5 * shape.size[1], 0.5 * shape.size[2]);
      case 'sphere':
        return R.ColliderDesc.ball(shape.radius);
      case 'cylinder':
        return R.ColliderDesc.cylinder(0.5 * shape.height, shape.radius);
      case 'capsule':
        return R.ColliderDesc.capsule(0.5 * shape.height, shape.radius);
      case 'half-space':
        return new R.ColliderDesc(new R.HalfSpace({ x: 0, y: 1, z: 0 }));
      case 'convex':
        return R.ColliderDesc.convexHull(Float32Array.from(shape.points.flat()));
      case 'mesh': {
        const { positions, indices } = meshArrays(shape);
        return R.ColliderDesc.trimesh(Float32Array.from(positions), Uint32Array.from(indices));
      }
    }
  })();
  if (!made) throw new Unsupported(`no ${shape.type}`);
  // Masses are those of the scene, given to the body.
  return made
    .setTranslation(...position)
    .setRotation({ x, y, z, w })
    .setDensity(0)
    .setFriction(friction)
    .setRestitution(0);
}

const engine = (name: string, packageName: string): Engine => ({
  name,
  packageName,
  async create(scene) {
    const R = await loadPeer(`${packageName}/dist/rapier.mjs`);
    await R.init();
    const world = new R.World(vector(scene.gravity));
    world.timestep = scene.timeStep;
    const bodies = scene.bodies.map((body) => {
      const desc = body.dynamic ? R.RigidBodyDesc.dynamic() : R.RigidBodyDesc.fixed();
      const [x, y, z, w] = body.rotation;
      desc.setTranslation(...body.position).setRotation({ x, y, z, w });
      if (body.dynamic) {
        desc
          .setCanSleep(false)
          .setLinvel(...body.linearVelocity)
          .setAngvel(vector(body.angularVelocity))
          .setAdditionalMassProperties(body.mass, { x: 0, y: 0, z: 0 }, vector(body.inertia), IDENTITY);
      }
      const made = world.createRigidBody(desc);
      for (const part of body.parts) world.createCollider(collider(R, part, scene.friction), made);
      if (body.dynamic) {
        // They last until they are changed.
        made.addForce(vector(body.force), true);
        made.addTorque(vector(body.torque), true);
      }
      return made;
    });
    return {
      notes: [],
      step: () => world.step(),
      read(into) {
        for (const [k, body] of bodies.entries()) {
          const [p, q, v, w] = [body.translation(), body.rotation(), body.linvel(), body.angvel()];
          into.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z], FRAME * k);
        }
      },
    };
  },
});

export const rapier = engine('Rapier', '@dimforge/rapier3d-compat');
export const rapierSimd = engine('Rapier SIMD', '@dimforge/rapier3d-simd-compat');
