// Jolt, single-threaded WebAssembly. Its convex radius is 5 cm unless told, more than thin bodies have: here at most a
// tenth of the thinnest extent. Damping, which it has by default, is off. Meshes may move but do not touch each other.

import { type Engine, type Foreign, FRAME, Notes, Unsupported } from '../engine.js';
import { loadPeer } from '../load.js';
import { isIdentity, meshArrays, type PreparedBody, type PreparedPart } from '../prepare.js';

const convexRadius = (...extents: number[]) => Math.min(0.05, 0.1 * Math.min(...extents));

function settingsOf(J: Foreign, { shape }: PreparedPart): Foreign {
  switch (shape.type) {
    case 'box': {
      const [x, y, z] = shape.size;
      return new J.BoxShapeSettings(new J.Vec3(0.5 * x, 0.5 * y, 0.5 * z), convexRadius(x, y, z));
    }
    case 'sphere':
      return new J.SphereShapeSettings(shape.radius);
    case 'cylinder':
      return new J.CylinderShapeSettings(0.5 * shape.height, shape.radius, convexRadius(shape.height, shape.radius));
    case 'capsule':
      return new J.CapsuleShapeSettings(0.5 * shape.height, shape.radius);
    case 'half-space':
      return new J.PlaneShapeSettings(new J.Plane(new J.Vec3(0, 1, 0), 0));
    case 'convex': {
      const settings = new J.ConvexHullShapeSettings();
      for (const [x, y, z] of shape.points) settings.mPoints.push_back(new J.Vec3(x, y, z));
      settings.mMaxConvexRadius = 0.005;
      return settings;
    }
    case 'mesh': {
      const { positions, indices } = meshArrays(shape);
      const settings = new J.MeshShapeSettings();
      const { mTriangleVertices: vertices, mIndexedTriangles: triangles } = settings;
      vertices.resize(positions.length / 3);
      for (let v = 0; v < positions.length / 3; v++) {
        const at = vertices.at(v);
        at.x = positions[3 * v];
        at.y = positions[3 * v + 1];
        at.z = positions[3 * v + 2];
      }
      triangles.resize(indices.length / 3);
      for (let t = 0; t < indices.length / 3; t++) {
        const at = triangles.at(t);
        for (let i = 0; i < 3; i++) at.set_mIdx(i, indices[3 * t + i]);
        at.mMaterialIndex = 0;
      }
      return settings;
    }
  }
}

function shapeOf(J: Foreign, { parts }: PreparedBody): Foreign {
  let settings: Foreign;
  if (parts.length === 1 && isIdentity(parts[0]!)) settings = settingsOf(J, parts[0]!);
  else {
    settings = new J.StaticCompoundShapeSettings();
    for (const part of parts)
      settings.AddShapeShapeSettings(
        new J.Vec3(...part.position),
        new J.Quat(...part.rotation),
        settingsOf(J, part),
        0,
      );
  }
  const result = settings.Create();
  if (result.HasError()) throw new Unsupported(result.GetError().c_str());
  return result.Get();
}

function createSystem(J: Foreign, bodies: number): Foreign {
  const settings = new J.JoltSettings();
  settings.mMaxBodies = bodies + 16;
  const filter = new J.ObjectLayerPairFilterTable(2);
  filter.EnableCollision(0, 1);
  filter.EnableCollision(1, 1);
  const layers = new J.BroadPhaseLayerInterfaceTable(2, 2);
  layers.MapObjectToBroadPhaseLayer(0, new J.BroadPhaseLayer(0));
  layers.MapObjectToBroadPhaseLayer(1, new J.BroadPhaseLayer(1));
  settings.mObjectLayerPairFilter = filter;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(layers, 2, filter, 2);
  return new J.JoltInterface(settings);
}

export const jolt: Engine = {
  name: 'Jolt',
  packageName: 'jolt-physics',
  async create(scene) {
    const J = await (await loadPeer('jolt-physics/dist/jolt-physics.wasm-compat.js')).default();
    const notes = new Notes();
    const system = createSystem(J, scene.bodies.length);
    // Raising the limit aborts: this build's temporary memory holds no more.
    if (scene.bodies.length > 2000) notes.add('at most 10,240 contacts, the rest are dropped');
    const physics = system.GetPhysicsSystem();
    physics.SetGravity(new J.Vec3(...scene.gravity));
    const bodies = physics.GetBodyInterface();
    const meshes = scene.bodies.filter(({ parts }) => parts.some(({ shape }) => shape.type === 'mesh'));
    if (meshes.length > 1) notes.add('meshes do not touch each other');
    // A mesh that moves touches convex bodies only, so the ground is a box there.
    const boxGround = meshes.length > 0;
    if (boxGround) notes.add('ground is a box of 40 m');
    const made = scene.bodies.map((body) => {
      const ground = !body.dynamic && body.parts[0]!.shape.type === 'half-space' && boxGround;
      const shape = ground ? new J.BoxShapeSettings(new J.Vec3(20, 1, 20), 0.05).Create().Get() : shapeOf(J, body);
      const [x, y, z] = body.position;
      const settings = new J.BodyCreationSettings(
        shape,
        new J.RVec3(x, ground ? y - 1 : y, z),
        new J.Quat(...body.rotation),
        body.dynamic ? J.EMotionType_Dynamic : J.EMotionType_Static,
        body.dynamic ? 1 : 0,
      );
      settings.mFriction = scene.friction;
      settings.mRestitution = 0;
      settings.mLinearDamping = 0;
      settings.mAngularDamping = 0;
      settings.mAllowSleeping = false;
      if (body.dynamic) {
        settings.mOverrideMassProperties = J.EOverrideMassProperties_MassAndInertiaProvided;
        settings.mMassPropertiesOverride.mMass = body.mass;
        settings.mMassPropertiesOverride.mInertia = J.Mat44.prototype.sScaleVec3(new J.Vec3(...body.inertia));
        settings.mLinearVelocity = new J.Vec3(...body.linearVelocity);
        settings.mAngularVelocity = new J.Vec3(...body.angularVelocity);
      }
      const handle = bodies.CreateBody(settings);
      bodies.AddBody(handle.GetID(), body.dynamic ? J.EActivation_Activate : J.EActivation_DontActivate);
      J.destroy(settings);
      return handle;
    });
    const pushed = scene.bodies.flatMap((body, k) =>
      body.force.some((f) => f !== 0) || body.torque.some((t) => t !== 0)
        ? [{ id: made[k].GetID(), force: new J.Vec3(...body.force), torque: new J.Vec3(...body.torque) }]
        : [],
    );
    return {
      notes: notes.list,
      step() {
        for (const { id, force, torque } of pushed) {
          bodies.AddForce(id, force, J.EActivation_Activate);
          bodies.AddTorque(id, torque);
        }
        system.Step(scene.timeStep, 1);
      },
      read(into) {
        for (const [k, body] of made.entries()) {
          const p = body.GetCenterOfMassPosition();
          into.set([p.GetX(), p.GetY(), p.GetZ()], FRAME * k);
          const q = body.GetRotation();
          into.set([q.GetX(), q.GetY(), q.GetZ(), q.GetW()], FRAME * k + 3);
          if (!scene.bodies[k]!.dynamic) continue;
          const v = body.GetLinearVelocity();
          into.set([v.GetX(), v.GetY(), v.GetZ()], FRAME * k + 7);
          const w = body.GetAngularVelocity();
          into.set([w.GetX(), w.GetY(), w.GetZ()], FRAME * k + 10);
        }
      },
    };
  },
};
