// PhysX 5 on the CPU, as physx-js-webidl. Its build wants a browser, so the process is dressed up as one while it
// starts. Cylinders are hulls there; a mesh can move only as its hull (signed distance fields need a GPU).

import { type Engine, type Foreign, FRAME, Notes } from '../engine.js';
import { loadPeer, peerFile } from '../load.js';
import { cylinderPoints, meshArrays, type PreparedPart } from '../prepare.js';

async function start(): Promise<Foreign> {
  const { versions } = process;
  const scope = globalThis as Foreign;
  Object.defineProperty(process, 'versions', { value: { ...versions, node: undefined }, configurable: true });
  scope.window = scope.window ?? scope;
  scope.location = scope.location ?? { href: 'http://localhost/' };
  try {
    const module = await loadPeer('physx-js-webidl/physx-js-webidl.mjs');
    return await module.default({ wasmBinary: peerFile('physx-js-webidl/physx-js-webidl.wasm') });
  } finally {
    Object.defineProperty(process, 'versions', { value: versions, configurable: true });
  }
}

function hull(P: Foreign, physics: Foreign, points: readonly (readonly number[])[]): Foreign {
  const vertices = new P.PxArray_PxVec3(points.length);
  for (const [k, point] of points.entries()) vertices.set(k, new P.PxVec3(...point));
  const desc = new P.PxConvexMeshDesc();
  desc.flags = new P.PxConvexFlags(P.PxConvexFlagEnum.eCOMPUTE_CONVEX);
  desc.points.count = points.length;
  desc.points.stride = 12;
  desc.points.data = vertices.begin();
  const mesh = P.PxTopLevelFunctions.prototype.CreateConvexMesh(
    new P.PxCookingParams(physics.getTolerancesScale()),
    desc,
  );
  return new P.PxConvexMeshGeometry(mesh);
}

/**
 * At most so many of a mesh's vertices, those farthest out in evenly spread directions: a hull of PhysX has 255 at
 * most.
 */
function farthest(positions: Float64Array, count: number): number[][] {
  const chosen = new Set<number>();
  for (let k = 0; k < count; k++) {
    const y = 1 - (2 * k + 1) / count;
    const [r, a] = [Math.sqrt(1 - y * y), 2.399963229728653 * k];
    const [dx, dz] = [r * Math.cos(a), r * Math.sin(a)];
    let [best, most] = [0, -Infinity];
    for (let v = 0; v < positions.length; v += 3) {
      const far = dx * positions[v]! + y * positions[v + 1]! + dz * positions[v + 2]!;
      if (far > most) [best, most] = [v, far];
    }
    chosen.add(best);
  }
  return [...chosen].map((v) => Array.from(positions.subarray(v, v + 3)));
}

function geometry(P: Foreign, physics: Foreign, { shape }: PreparedPart, notes: Notes): Foreign {
  switch (shape.type) {
    case 'box':
      return new P.PxBoxGeometry(...shape.size.map((s) => 0.5 * s));
    case 'sphere':
      return new P.PxSphereGeometry(shape.radius);
    case 'cylinder':
      notes.add('cylinders are hulls with 24 sides');
      return hull(P, physics, cylinderPoints(shape.radius, shape.height));
    case 'capsule':
      return new P.PxCapsuleGeometry(shape.radius, 0.5 * shape.height);
    case 'half-space':
      return new P.PxPlaneGeometry();
    case 'convex':
      return hull(P, physics, shape.points);
    case 'mesh':
      notes.add('meshes are hulls of up to 200 vertices');
      return hull(P, physics, farthest(meshArrays(shape).positions, 200));
  }
}

/** Its capsules lie along x and its planes face along x. */
const QUARTER = Math.SQRT1_2;

function localPose(P: Foreign, { shape, position, rotation }: PreparedPart): Foreign {
  let turned: readonly number[] = rotation;
  if (shape.type === 'capsule' || shape.type === 'half-space') {
    const [x, y, z, w] = rotation;
    const s = QUARTER;
    turned = [s * (x + y), s * (y - x), s * (z + w), s * (w - z)];
  }
  return new P.PxTransform(new P.PxVec3(...position), new P.PxQuat(...turned));
}

export const physx: Engine = {
  name: 'PhysX',
  packageName: 'physx-js-webidl',
  async create(scene) {
    const P = await start();
    const top = P.PxTopLevelFunctions.prototype;
    const notes = new Notes();
    const foundation = top.CreateFoundation(
      P.PHYSICS_VERSION,
      new P.PxDefaultAllocator(),
      new P.PxDefaultErrorCallback(),
    );
    const physics = top.CreatePhysics(P.PHYSICS_VERSION, foundation, new P.PxTolerancesScale());
    const desc = new P.PxSceneDesc(physics.getTolerancesScale());
    desc.gravity = new P.PxVec3(...scene.gravity);
    desc.cpuDispatcher = top.DefaultCpuDispatcherCreate(0);
    desc.filterShader = top.DefaultFilterShader();
    const world = physics.createScene(desc);
    const material = physics.createMaterial(scene.friction, scene.friction, 0);
    const flags = new P.PxShapeFlags(P.PxShapeFlagEnum.eSIMULATION_SHAPE | P.PxShapeFlagEnum.eSCENE_QUERY_SHAPE);
    const filter = new P.PxFilterData(1, 1, 0, 0);
    const bodies = scene.bodies.map((body) => {
      const pose = new P.PxTransform(new P.PxVec3(...body.position), new P.PxQuat(...body.rotation));
      const made = body.dynamic ? physics.createRigidDynamic(pose) : physics.createRigidStatic(pose);
      for (const part of body.parts) {
        const shape = physics.createShape(geometry(P, physics, part, notes), material, true, flags);
        shape.setLocalPose(localPose(P, part));
        shape.setSimulationFilterData(filter);
        made.attachShape(shape);
      }
      if (body.dynamic) {
        made.setMass(body.mass);
        made.setMassSpaceInertiaTensor(new P.PxVec3(...body.inertia));
        made.setLinearDamping(0);
        made.setAngularDamping(0);
        made.setSleepThreshold(0);
        made.setLinearVelocity(new P.PxVec3(...body.linearVelocity));
        made.setAngularVelocity(new P.PxVec3(...body.angularVelocity));
      }
      world.addActor(made);
      return made;
    });
    const pushed = scene.bodies.flatMap((body, k) =>
      body.force.some((f) => f !== 0) || body.torque.some((t) => t !== 0)
        ? [{ made: bodies[k], force: new P.PxVec3(...body.force), torque: new P.PxVec3(...body.torque) }]
        : [],
    );
    return {
      notes: notes.list,
      step() {
        for (const { made, force, torque } of pushed) {
          made.addForce(force);
          made.addTorque(torque);
        }
        world.simulate(scene.timeStep);
        world.fetchResults(true);
      },
      read(into) {
        for (const [k, body] of bodies.entries()) {
          const pose = body.getGlobalPose();
          into.set([pose.p.x, pose.p.y, pose.p.z, pose.q.x, pose.q.y, pose.q.z, pose.q.w], FRAME * k);
          if (!scene.bodies[k]!.dynamic) continue;
          const v = body.getLinearVelocity();
          into.set([v.x, v.y, v.z], FRAME * k + 7);
          const w = body.getAngularVelocity();
          into.set([w.x, w.y, w.z], FRAME * k + 10);
        }
      },
    };
  },
};
