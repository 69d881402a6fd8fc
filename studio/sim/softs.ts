// What a lane knows of soft bodies: their surfaces for drawing, the pieces that cuts leave, and the hand that pulls at
// a vertex. The hand's spring is that of hands.ts for a point that carries the whole body's mass.

import type { Body, BodyDescription, Vec3, World } from '../../src/index.js';
import { add, length, rotate, scale, sub } from '../../src/math/vec3.js';
import { volume } from '../../src/volume.js';
import type { Hands } from './hands.js';
import type { SoftSurface } from './protocol.js';

/** ω of the spring (1/s), and the largest force in multiples of the body's weight. */
const RATE = 12;
const STRENGTH = 10;
const G = 9.81;

/** What a hand pulls at. */
export interface Pulled {
  body: number;
  vertex: number;
  target: Vec3;
}

export class Softs {
  pulled: Pulled | null = null;
  /** Triangles as they were last sent, by body, so that they are turned into another kind of array once. */
  private readonly triangles = new Map<string, { from: Int32Array; to: Uint32Array }>();
  /** The greatest energy density that was seen of a body. */
  private readonly most = new Map<string, number>();

  surfaces(world: World, bodies: readonly Body[]): SoftSurface[] {
    if (world.model !== 'volume') return [];
    const model = world.part(volume);
    const out: SoftSurface[] = [];
    for (const [k, { type, name }] of bodies.entries()) {
      const surface = type === 'soft' ? model.surfaceOf(name) : null;
      if (!surface) continue;
      let known = this.triangles.get(name);
      if (known?.from !== surface.indices) {
        known = { from: surface.indices, to: Uint32Array.from(surface.indices) };
        this.triangles.set(name, known);
      }
      out.push({
        body: k,
        positions: Float32Array.from(surface.positions),
        indices: known.to,
        heat: this.heat(name, model.energyOf(name)!),
      });
    }
    return out;
  }

  /** By the root, so that little is seen beside much. */
  private heat(name: string, energy: Float64Array): Float32Array {
    let most = this.most.get(name) ?? 1e-9;
    for (const e of energy) if (e > most) most = e;
    this.most.set(name, most);
    return Float32Array.from(energy, (e) => Math.sqrt(Math.max(0, e) / most));
  }

  static hasDivided(world: World, bodies: readonly Body[]): boolean {
    if (world.model !== 'volume') return false;
    let k = 0;
    for (const body of world.bodies()) if (bodies[k++] !== body) return true;
    return k !== bodies.length;
  }

  /** A piece is described as the whole was, under its own name and where it is now. */
  static describePiece(body: Body, named: ReadonlyMap<string, BodyDescription>): BodyDescription {
    let whole = body.name;
    while (!named.has(whole) && whole.includes('/')) whole = whole.slice(0, whole.lastIndexOf('/'));
    return { ...named.get(whole)!, name: body.name, position: body.position, rotation: body.rotation };
  }

  hold(world: World, body: Body, { point_B, target }: { point_B: Vec3; target: Vec3 }): void {
    const point = add(body.position, rotate(body.rotation, point_B));
    const at = world.part(volume).vertexAt(body.name, point);
    if (at) this.pulled = { body: body.index, vertex: at.vertex, target };
  }

  move(target: Vec3): void {
    if (this.pulled) this.pulled = { ...this.pulled, target };
  }

  letGo(): void {
    this.pulled = null;
  }

  pull(world: World, bodyOf: (id: number) => Body | undefined, hands: Hands): void {
    const body = this.pulled && bodyOf(this.pulled.body);
    if (!this.pulled || body?.type !== 'soft') return;
    const { vertex, target } = this.pulled;
    const model = world.part(volume);
    const at = model.vertexAt(body.name, target, vertex)!;
    const h = world.timeStep;
    const k = body.mass * RATE * RATE;
    const c = 2 * body.mass * RATE;
    const ahead = 1 + (h * (c + h * k)) / body.mass;
    let force = scale(sub(scale(sub(target, at.position), k), scale(at.velocity, c + h * k)), 1 / ahead);
    const most = STRENGTH * G * body.mass;
    if (length(force) > most) force = scale(force, most / length(force));
    model.pullVertex(body.name, vertex, force);
    hands.pulls.push({ kind: 'grab', body: this.pulled.body, point: at.position, target, force });
  }
}
