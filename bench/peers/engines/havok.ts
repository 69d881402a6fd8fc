// Havok for the web. Its inertias are per unit of mass; it has no half-space, so the ground is a box.

import { type Engine, type Foreign, FRAME, Notes } from '../engine.js';
import { loadPeer, peerFile } from '../load.js';
import { isIdentity, meshArrays, type PreparedBody, type PreparedPart } from '../prepare.js';

const GROUND = 400;

function check<T>([result, value]: readonly [{ value: number } | number, T], H: Foreign, what: string): T {
  if (result !== H.Result.RESULT_OK) throw new Error(`Havok could not make ${what}`);
  return value;
}

/** Copies numbers to the engine's heap; they stay there, a scene is built once. */
function onHeap(H: Foreign, values: Float32Array | Int32Array): number {
  const at = H._malloc(values.byteLength);
  (values instanceof Float32Array ? H.HEAPF32 : H.HEAP32).set(values, at / 4);
  return at;
}

function simpleShape(H: Foreign, { shape }: PreparedPart, notes: Notes): Foreign {
  const identity = [0, 0, 0, 1];
  switch (shape.type) {
    case 'box':
      return check(H.HP_Shape_CreateBox([0, 0, 0], identity, [...shape.size]), H, 'a box');
    case 'sphere':
      return check(H.HP_Shape_CreateSphere([0, 0, 0], shape.radius), H, 'a sphere');
    case 'cylinder': {
      const h = 0.5 * shape.height;
      return check(H.HP_Shape_CreateCylinder([0, -h, 0], [0, h, 0], shape.radius), H, 'a cylinder');
    }
    case 'capsule': {
      const h = 0.5 * shape.height;
      return check(H.HP_Shape_CreateCapsule([0, -h, 0], [0, h, 0], shape.radius), H, 'a capsule');
    }
    case 'half-space':
      notes.add(`ground is a box of ${GROUND} m`);
      return check(H.HP_Shape_CreateBox([0, -5, 0], identity, [GROUND, 10, GROUND]), H, 'the ground');
    case 'convex': {
      const points = onHeap(H, Float32Array.from(shape.points.flat()));
      return check(H.HP_Shape_CreateConvexHull(points, shape.points.length), H, 'a hull');
    }
    case 'mesh': {
      const { positions, indices } = meshArrays(shape);
      const [vertices, triangles] = [onHeap(H, Float32Array.from(positions)), onHeap(H, indices)];
      return check(H.HP_Shape_CreateMesh(vertices, positions.length / 3, triangles, indices.length / 3), H, 'a mesh');
    }
  }
}

function shapeOf(H: Foreign, { parts }: PreparedBody, material: Foreign, notes: Notes): Foreign {
  const simple = (part: PreparedPart) => {
    const made = simpleShape(H, part, notes);
    H.HP_Shape_SetMaterial(made, material);
    return made;
  };
  if (parts.length === 1 && isIdentity(parts[0]!)) return simple(parts[0]!);
  const container = check(H.HP_Shape_CreateContainer(), H, 'a container');
  for (const part of parts)
    H.HP_Shape_AddChild(container, simple(part), [[...part.position], [...part.rotation], [1, 1, 1]]);
  return container;
}

export const havok: Engine = {
  name: 'Havok',
  packageName: '@babylonjs/havok',
  async create(scene) {
    const init = (await loadPeer('@babylonjs/havok/lib/esm/HavokPhysics_es.js')).default;
    const H = await init({ wasmBinary: peerFile('@babylonjs/havok/lib/esm/HavokPhysics.wasm') });
    const notes = new Notes();
    if (scene.bodies.filter(({ parts }) => parts.some(({ shape }) => shape.type === 'mesh')).length > 1)
      notes.add('meshes do not touch each other');
    const world = check(H.HP_World_Create(), H, 'a world');
    H.HP_World_SetGravity(world, [...scene.gravity]);
    H.HP_World_SetIdealStepTime(world, scene.timeStep);
    const mean = H.MaterialCombine.GEOMETRIC_MEAN;
    const material = [scene.friction, scene.friction, 0, mean, mean];
    const bodies: Foreign[] = scene.bodies.map((body) => {
      const made = check(H.HP_Body_Create(), H, 'a body');
      H.HP_Body_SetShape(made, shapeOf(H, body, material, notes));
      H.HP_Body_SetMotionType(made, body.dynamic ? H.MotionType.DYNAMIC : H.MotionType.STATIC);
      H.HP_Body_SetQTransform(made, [[...body.position], [...body.rotation]]);
      if (body.dynamic) {
        const perMass = body.inertia.map((i) => i / body.mass);
        H.HP_Body_SetMassProperties(made, [[0, 0, 0], body.mass, perMass, [0, 0, 0, 1]]);
        H.HP_Body_SetLinearDamping(made, 0);
        H.HP_Body_SetAngularDamping(made, 0);
        H.HP_Body_SetLinearVelocity(made, [...body.linearVelocity]);
        H.HP_Body_SetAngularVelocity(made, [...body.angularVelocity]);
        H.HP_Body_SetActivationControl(made, H.ActivationControl.ALWAYS_ACTIVE);
      }
      H.HP_World_AddBody(world, made, false);
      return made;
    });
    const h = scene.timeStep;
    const pushed = scene.bodies.flatMap((body, k) =>
      body.force.some((f) => f !== 0) || body.torque.some((t) => t !== 0)
        ? [{ made: bodies[k], impulse: body.force.map((f) => h * f), turn: body.torque.map((t) => h * t) }]
        : [],
    );
    return {
      notes: notes.list,
      step() {
        for (const { made, impulse, turn } of pushed) {
          H.HP_Body_ApplyImpulse(made, H.HP_Body_GetPosition(made)[1], impulse);
          H.HP_Body_ApplyAngularImpulse(made, turn);
        }
        H.HP_World_Step(world, h);
      },
      read(into) {
        for (const [k, body] of bodies.entries()) {
          const [p, q] = H.HP_Body_GetQTransform(body)[1];
          into.set(p, FRAME * k);
          into.set(q, FRAME * k + 3);
          if (!scene.bodies[k]!.dynamic) continue;
          into.set(H.HP_Body_GetLinearVelocity(body)[1], FRAME * k + 7);
          into.set(H.HP_Body_GetAngularVelocity(body)[1], FRAME * k + 10);
        }
      },
    };
  },
};
