// MuJoCo. A free body's angular velocity is in its own frame; quaternions begin with w; cylinders and capsules stand
// along z; a mesh silently becomes its hull, which the notes say.

import { type Engine, type Foreign, FRAME, Notes } from '../engine.js';
import { loadPeer, peerFile } from '../load.js';
import { meshArrays, type PreparedBody, type PreparedPart, type PreparedScene, rotate } from '../prepare.js';

const list = (values: ArrayLike<number>): string => Array.from(values).join(' ');
const quat = ([x, y, z, w]: readonly number[]): string => list([w!, x!, y!, z!]);

const HALF = Math.SQRT1_2;
/** Turns a shape that stands along z so that it stands along y: by -90° about x. */
function fromZ([x, y, z, w]: readonly [number, number, number, number]): number[] {
  return [HALF * (x - w), HALF * (y - z), HALF * (z + y), HALF * (w + x)];
}

class Model {
  readonly assets: string[] = [];
  readonly notes = new Notes();

  constructor(private readonly scene: PreparedScene) {}

  toString(): string {
    const bodies = this.scene.bodies.map((body, k) => this.body(body, k)).join('\n');
    const { gravity, timeStep } = this.scene;
    return `<mujoco><option gravity="${list(gravity)}" timestep="${timeStep}"/><size memory="1500M"/>
<asset>${this.assets.join('')}</asset><worldbody>${bodies}</worldbody></mujoco>`;
  }

  private body(body: PreparedBody, k: number): string {
    const geoms = body.parts.map((part) => this.geom(part)).join('');
    const head = `<body name="b${k}" pos="${list(body.position)}" quat="${quat(body.rotation)}">`;
    if (!body.dynamic) return `${head}${geoms}</body>`;
    const inertial = `<inertial pos="0 0 0" mass="${body.mass}" diaginertia="${list(body.inertia)}"/>`;
    return `${head}<freejoint/>${inertial}${geoms}</body>`;
  }

  private geom({ shape, position, rotation }: PreparedPart): string {
    const common = `friction="${this.scene.friction} 0.005 0.0001" pos="${list(position)}"`;
    const along = `${common} quat="${quat(rotation)}"`;
    const turned = `${common} quat="${quat(fromZ(rotation))}"`;
    switch (shape.type) {
      case 'box':
        return `<geom type="box" size="${list(shape.size.map((s) => 0.5 * s))}" ${along}/>`;
      case 'sphere':
        return `<geom type="sphere" size="${shape.radius}" ${along}/>`;
      case 'cylinder':
        return `<geom type="cylinder" size="${shape.radius} ${0.5 * shape.height}" ${turned}/>`;
      case 'capsule':
        return `<geom type="capsule" size="${shape.radius} ${0.5 * shape.height}" ${turned}/>`;
      case 'half-space':
        return `<geom type="plane" size="0 0 1" ${turned}/>`;
      case 'convex':
        return this.mesh(Float64Array.from(shape.points.flat()), null, common, rotation);
      case 'mesh': {
        this.notes.add('meshes are their convex hulls');
        const { positions, indices } = meshArrays(shape);
        return this.mesh(positions, indices, common, rotation);
      }
    }
  }

  /**
   * A mesh is moved to its own centre and principal axes when it is compiled; the geom's pose undoes that by itself.
   */
  private mesh(
    positions: Float64Array,
    indices: Int32Array | null,
    common: string,
    rotation: readonly number[],
  ): string {
    const name = `m${this.assets.length}`;
    const faces = indices ? ` face="${list(indices)}"` : '';
    this.assets.push(`<mesh name="${name}" vertex="${list(positions)}"${faces}/>`);
    return `<geom type="mesh" mesh="${name}" ${common} quat="${quat(rotation)}"/>`;
  }
}

export const mujoco: Engine = {
  name: 'MuJoCo',
  packageName: '@mujoco/mujoco',
  async create(scene) {
    const init = (await loadPeer('@mujoco/mujoco/mujoco.js')).default;
    const M: Foreign = await init({ wasmBinary: peerFile('@mujoco/mujoco/mujoco.wasm') });
    const text = new Model(scene);
    const model = M.MjModel.from_xml_string(text.toString());
    const data = new M.MjData(model);
    const moving = scene.bodies.flatMap((body, k) => (body.dynamic ? [{ body, k }] : []));
    const velocities = data.qvel;
    for (const [i, { body }] of moving.entries()) {
      const [x, y, z, w] = body.rotation;
      velocities.set(body.linearVelocity, 6 * i);
      velocities.set(rotate([-x, -y, -z, w], body.angularVelocity), 6 * i + 3);
    }
    const forces = data.xfrc_applied;
    for (const { body, k } of moving) {
      forces.set(body.force, 6 * (k + 1));
      forces.set(body.torque, 6 * (k + 1) + 3);
    }
    return {
      notes: text.notes.list,
      step: () => M.mj_step(model, data),
      read(into) {
        const [p, v] = [data.qpos, data.qvel];
        for (const [k, body] of scene.bodies.entries()) {
          into.set(body.position, FRAME * k);
          into.set(body.rotation, FRAME * k + 3);
        }
        for (const [i, { k }] of moving.entries()) {
          const q: [number, number, number, number] = [p[7 * i + 4], p[7 * i + 5], p[7 * i + 6], p[7 * i + 3]];
          into.set(p.subarray(7 * i, 7 * i + 3), FRAME * k);
          into.set(q, FRAME * k + 3);
          into.set(v.subarray(6 * i, 6 * i + 3), FRAME * k + 7);
          into.set(rotate(q, [v[6 * i + 3], v[6 * i + 4], v[6 * i + 5]]), FRAME * k + 10);
        }
      },
    };
  },
};
