// A character: a capsule that walks. It is a kinematic body that finds its way by casting its own shape, slides along
// what it meets, climbs steps, keeps to the ground going down, stands on slopes that are not too steep, rides on what
// it stands on, and pushes what is dynamic.
//
// "Collide and slide" as games have it: the way of a step is cast; what is left after a hit is taken along the surface,
// up to four times. A gap (`skin`) is always left, so that casts never start in contact.
// Simplifications: it never turns; a push is a force given by `push`, not by a mass; a platform that is faster than
// skin/dt towards it may overlap it for a step. Verified in test/control/control.test.ts.

import { SixfoldError } from '../checks/error.js';
import {
  optional,
  readNonNegative,
  readNumber,
  readObject,
  readPositive,
  readVec3,
  refuseUnknown,
  show,
} from '../checks/fields.js';
import { cos, sin } from '../math/trig.js';
import { add, dot, length, rotate, scale, sub, type Vec3, ZERO } from '../math/vec3.js';
import type { Body } from '../world/body.js';
import type { RayResult } from '../world/results.js';
import type { World } from '../world/world.js';

export interface CharacterDescription {
  /** A kinematic capsule that is in the world already, upright, to walk with; without it one is added. */
  body?: Body | string;
  name?: string;
  /** Of its feet (m). */
  position?: Vec3;
  /** Of the capsule (m): 0.3 and 1.8 from foot to head unless told. */
  radius?: number;
  height?: number;
  /** Steepest slope that it can stand on (rad), 0.8 unless told. */
  slope?: number;
  /** Highest step that it climbs (m), 0.3 unless told. */
  step?: number;
  /** Force with which it pushes dynamic bodies (N), 200 unless told. */
  push?: number;
  /** Acceleration downwards (m/s²), that of the world unless told. */
  gravity?: number;
}

/** What a character knows beyond its body: plain data, for rollback beside a snapshot of the world. */
export interface CharacterState {
  /** Upwards (m/s), while in the air. */
  rise: number;
  /** What it stands on: the name of a body and where. */
  ground: { body: string; point: Vec3; normal: Vec3; distance: number } | null;
}

const UP: Vec3 = [0, 1, 0];
const SKIN = 0.01;
const MOST_SLIDES = 4;
const OF_CAPSULE = ['name', 'position', 'radius', 'height'];
const FIELDS = ['body', ...OF_CAPSULE, 'slope', 'step', 'push', 'gravity'];

export class Character {
  readonly body: Body;
  /** Whether it stands on something, and on what. */
  ground: RayResult | null = null;
  readonly #world: World;
  readonly #shape: { type: 'capsule'; radius: number; height: number };
  readonly #half: number;
  readonly #leastNormal: number;
  readonly #step: number;
  readonly #push: number;
  readonly #gravity: number | null;
  /** Upwards (m/s), while in the air. */
  #rise = 0;

  constructor(world: World, description: CharacterDescription = {}) {
    const fields = readObject(description, 'character');
    refuseUnknown(fields, 'character', FIELDS);
    const get = optional(fields, 'character.');
    if (typeof world?.addBody !== 'function')
      throw new SixfoldError(`character: world is ${show(world)}; give the World that it walks in`);
    this.#world = world;
    this.#leastNormal = cos(get('slope', 0.8, readNonNegative, 'rad'));
    this.#step = get('step', 0.3, readNonNegative, 'm');
    this.#push = get('push', 200, readNonNegative, 'N');
    this.#gravity = fields.gravity === undefined ? null : readNumber(fields.gravity, 'character.gravity', 'm/s²');
    if (description.body !== undefined) {
      const [first] = OF_CAPSULE.filter((field) => fields[field] !== undefined);
      if (first) throw new SixfoldError(`character.${first} is given with character.body, which has its own`);
      this.body = typeof description.body === 'string' ? world.body(description.body) : description.body;
      this.#shape = capsuleOf(this.body);
      this.#half = 0.5 * this.#shape.height + this.#shape.radius;
      return;
    }
    const radius = get('radius', 0.3, readPositive, 'm');
    const height = get('height', 1.8, readPositive, 'm');
    if (height <= 2 * radius)
      throw new SixfoldError(`character.height is ${height}; it must be more than twice the radius`);
    this.#shape = { type: 'capsule', radius, height: height - 2 * radius };
    this.#half = 0.5 * height;
    const feet = get('position', ZERO, readVec3, 'm');
    const position = add(feet, [0, this.#half + SKIN, 0]);
    this.body = world.addBody({
      ...(description.name === undefined ? {} : { name: description.name }),
      type: 'kinematic',
      shape: this.#shape,
      position,
    });
  }

  /** Where its feet are (m). */
  get feet(): Vec3 {
    return sub(this.body.position, [0, this.#half + SKIN, 0]);
  }

  /** What `load` takes, on this character or on one made for the body of a restored world. */
  save(): CharacterState {
    const { ground } = this;
    const rise = this.#rise;
    return { rise, ground: ground && { ...ground, body: ground.body.name } };
  }

  load({ rise, ground }: CharacterState): void {
    this.#rise = rise;
    this.ground = ground && { ...ground, body: this.#world.body(ground.body) };
  }

  /** Leaves the ground upwards (m/s). */
  jump(speed: number): void {
    if (!this.ground) return;
    this.#rise = readNumber(speed, 'speed', 'm/s');
    this.ground = null;
  }

  /**
   * Sets out to walk at a velocity (m/s; its vertical part is not used) for dt seconds. Call it before every
   * `world.step(dt)`.
   */
  walk(velocity: Vec3, dt: number): void {
    const h = readPositive(dt, 'dt', 's');
    const [vx, , vz] = readVec3(velocity, 'velocity', 'm/s');
    let at = this.body.position;
    if (this.ground)
      at = this.#slide(at, this.ground.body.alive ? wayOf(this.ground.body, this.ground.point, h) : ZERO);
    else {
      this.#rise -= (this.#gravity ?? -this.#world.gravity[1]) * h;
      const next = this.#slide(at, [0, this.#rise * h, 0]);
      // A ceiling ends the rise.
      if (this.#rise > 0 && next[1] - at[1] < 0.5 * this.#rise * h) this.#rise = 0;
      at = next;
    }
    at = this.#stride(at, [vx * h, 0, vz * h]);
    this.ground = this.#rise > 0 ? null : this.#find(at);
    if (this.ground) {
      this.#rise = 0;
      at = add(at, [0, SKIN - this.ground.distance, 0]);
    }
    this.body.moveTo({ position: at }, h);
  }

  /**
   * The ground below, within a step's height if it stood on ground before; null if there is none or it is too steep.
   */
  #find(at: Vec3): RayResult | null {
    const reach = (this.ground ? this.#step : 0) + 2 * SKIN;
    const hit = this.#cast(at, [0, -1, 0], reach);
    return hit && this.#bears(hit) ? hit : null;
  }

  /**
   * Whether it can stand on what it met. At an edge the round foot meets a steep normal: what counts is the surface
   * just behind the edge.
   */
  #bears(hit: RayResult): boolean {
    if (dot(hit.normal, UP) >= this.#leastNormal) return true;
    const behind = sub(hit.point, scale(flat(hit.normal), 2 * SKIN));
    const options = { maxDistance: 10 * SKIN, ...this.#others() };
    const top = this.#world.castRay(add(behind, [0, 5 * SKIN, 0]), [0, -1, 0], options);
    return top !== null && top.distance > 0 && dot(top.normal, UP) >= this.#leastNormal;
  }

  /** A way on the level: straight, or over a step where something stands in it. */
  #stride(from: Vec3, way: Vec3): Vec3 {
    const straight = this.#slide(from, way);
    const wanted = length(way);
    if (!this.ground || this.#step === 0 || dot(sub(straight, from), way) > 0.9 * wanted * wanted) return straight;
    const over = this.#cast(from, UP, this.#step);
    const raised = add(from, [0, Math.max(0, (over?.distance ?? this.#step + SKIN) - SKIN), 0]);
    const ahead = this.#slide(raised, way);
    const down = this.#cast(ahead, [0, -1, 0], this.#step + SKIN);
    if (!down || !this.#bears(down) || down.point[1] - this.ground.point[1] > this.#step + SKIN) return straight;
    const stepped = add(ahead, [0, SKIN - down.distance, 0]);
    return dot(sub(stepped, straight), way) > 0 ? stepped : straight;
  }

  #slide(from: Vec3, way: Vec3): Vec3 {
    let at = from;
    let left = way;
    for (let k = 0; k < MOST_SLIDES; k++) {
      const size = length(left);
      if (size < 1e-9) break;
      const direction = scale(left, 1 / size);
      const hit = this.#cast(at, direction, size + SKIN);
      if (!hit) return add(at, left);
      const closing = -dot(hit.normal, direction);
      // The gap is kept across the surface, not along the way.
      const free = closing > 0 ? Math.min(size, Math.max(0, hit.distance - SKIN / Math.max(closing, 0.1))) : size;
      at = add(at, scale(direction, free));
      if (closing > 0 && hit.body.type === 'dynamic' && this.#push > 0)
        hit.body.applyForce(scale(hit.normal, -this.#push), hit.point);
      left = scale(direction, size - free);
      // What is too steep to stand on is a wall: it turns the way aside, never up.
      const steep = hit.normal[1] < this.#leastNormal && hit.normal[1] > 0 && way[1] <= 0;
      const wall: Vec3 = steep ? flat(hit.normal) : hit.normal;
      left = sub(left, scale(wall, Math.min(0, dot(left, wall))));
    }
    return at;
  }

  #cast(at: Vec3, direction: Vec3, maxDistance: number): RayResult | null {
    return this.#world.castShape(this.#shape, { position: at }, direction, { maxDistance, ...this.#others() });
  }

  /** Who is there for it: whoever its body would touch. */
  #others(): { exclude: Body; group: number; mask: number } {
    const { body } = this;
    return { exclude: body, group: body.group, mask: body.mask };
  }
}

/** How far a body takes a point of its own in h seconds, round its centre of mass: tangents lead off a turntable. */
function wayOf(body: Body, point: Vec3, h: number): Vec3 {
  const spin = body.angularVelocity;
  const turn = 0.5 * h * length(spin);
  const arm = sub(point, body.centerOfMass);
  if (turn === 0) return scale(body.velocityAt(point), h);
  const s = (0.5 * h * sin(turn)) / turn;
  const turned = rotate([s * spin[0], s * spin[1], s * spin[2], cos(turn)], arm);
  return add(scale(body.linearVelocity, h), sub(turned, arm));
}

function capsuleOf({ name, type, shape }: Body): { type: 'capsule'; radius: number; height: number } {
  if (type !== 'kinematic' || typeof shape !== 'object' || shape.type !== 'capsule')
    throw new SixfoldError(`character.body is "${name}"; it must be a kinematic body whose shape is a capsule`);
  return { type: 'capsule', radius: shape.radius, height: shape.height };
}

function flat(n: Vec3): Vec3 {
  const size = length([n[0], 0, n[2]]);
  return size > 1e-9 ? [n[0] / size, 0, n[2] / size] : n;
}
