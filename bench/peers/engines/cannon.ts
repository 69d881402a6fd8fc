// cannon-es. Its friction is shared out among contact points by a fixed guess of the weight (which its Plane suits
// best), its damping and restitution are on by default (off here), and inertias of its hulls are those of their boxes
// (ours are given instead).

import { type Engine, type Foreign, FRAME, Notes, Unsupported } from '../engine.js';
import { loadPeer } from '../load.js';
import { cylinderPoints, hullOf, meshArrays, type PreparedPart } from '../prepare.js';

function hull(C: Foreign, points: readonly (readonly [number, number, number])[]): Foreign {
  const { vertices, faceStart, faceVertices } = hullOf(points);
  const corners = Array.from(
    { length: vertices.length / 3 },
    (_, v) => new C.Vec3(...vertices.subarray(3 * v, 3 * v + 3)),
  );
  const faces = Array.from({ length: faceStart.length - 1 }, (_, f) =>
    Array.from(faceVertices.subarray(faceStart[f], faceStart[f + 1])),
  );
  return new C.ConvexPolyhedron({ vertices: corners, faces });
}

function addPart(C: Foreign, body: Foreign, part: PreparedPart, notes: Notes): void {
  const { shape } = part;
  const at = new C.Vec3(...part.position);
  const turned = new C.Quaternion(...part.rotation);
  switch (shape.type) {
    case 'box': {
      const [x, y, z] = shape.size;
      body.addShape(new C.Box(new C.Vec3(0.5 * x, 0.5 * y, 0.5 * z)), at, turned);
      return;
    }
    case 'sphere':
      body.addShape(new C.Sphere(shape.radius), at, turned);
      return;
    case 'cylinder':
      notes.add('cylinders are prisms with 24 sides');
      body.addShape(hull(C, cylinderPoints(shape.radius, shape.height)), at, turned);
      return;
    case 'capsule': {
      notes.add('capsules are a prism and two spheres');
      body.addShape(hull(C, cylinderPoints(shape.radius, shape.height, 12)), at, turned);
      for (const side of [-0.5, 0.5]) {
        const end = turned.vmult(new C.Vec3(0, side * shape.height, 0)).vadd(at);
        body.addShape(new C.Sphere(shape.radius), end, turned);
      }
      return;
    }
    case 'half-space':
      // Its plane faces along z.
      body.addShape(new C.Plane(), at, new C.Quaternion().setFromEuler(-0.5 * Math.PI, 0, 0));
      return;
    case 'convex':
      body.addShape(hull(C, shape.points), at, turned);
      return;
    case 'mesh': {
      const { positions, indices } = meshArrays(shape);
      body.addShape(new C.Trimesh(Array.from(positions), Array.from(indices)), at, turned);
      return;
    }
  }
}

export const cannon: Engine = {
  name: 'cannon-es',
  packageName: 'cannon-es',
  async create(scene) {
    const C = await loadPeer('cannon-es/dist/cannon-es.js');
    const notes = new Notes();
    const meshes = scene.bodies.filter(({ parts }) => parts.some(({ shape }) => shape.type === 'mesh'));
    if (meshes.length > 1) throw new Unsupported('meshes do not touch each other');
    const world = new C.World({ gravity: new C.Vec3(...scene.gravity) });
    if (scene.bodies.length > 50) world.broadphase = new C.SAPBroadphase(world);
    world.defaultContactMaterial.friction = scene.friction;
    world.defaultContactMaterial.restitution = 0;
    const bodies = scene.bodies.map((body) => {
      const made = new C.Body({
        mass: body.mass,
        type: body.dynamic ? C.Body.DYNAMIC : C.Body.STATIC,
        position: new C.Vec3(...body.position),
        quaternion: new C.Quaternion(...body.rotation),
        velocity: new C.Vec3(...body.linearVelocity),
        angularVelocity: new C.Vec3(...body.angularVelocity),
        linearDamping: 0,
        angularDamping: 0,
        allowSleep: false,
      });
      for (const part of body.parts) addPart(C, made, part, notes);
      if (body.dynamic) {
        made.inertia.set(...body.inertia);
        made.invInertia.set(...body.inertia.map((i) => 1 / i));
        made.updateInertiaWorld(true);
      }
      world.addBody(made);
      return made;
    });
    return {
      notes: notes.list,
      step() {
        for (const [k, { force, torque }] of scene.bodies.entries()) {
          bodies[k].force.set(...force);
          bodies[k].torque.set(...torque);
        }
        world.step(scene.timeStep);
      },
      read(into) {
        for (const [k, { position: p, quaternion: q, velocity: v, angularVelocity: w }] of bodies.entries())
          into.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z], FRAME * k);
      },
    };
  },
};
