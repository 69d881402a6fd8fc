// How deep bodies are inside each other, from their poses alone: the same code for every engine.
//
// Of each pair, points of either surface are looked for in the other solid: corners, five places along every edge, nine
// on every face of a polyhedron; rims and lines of a cylinder; centres of spheres and of a capsule's straight part,
// with their radius; all vertices of a mesh. The depth is the largest distance of such a point to the other's surface.
// Simplification: an edge that crosses an edge between the places is seen a little too shallow. A mesh that was made from
// a torus is looked into as that torus.

import type { Quat, Vec3 } from '../../src/index.js';
import { boxPolyhedron, type Polyhedron } from '../../src/shapes/polyhedron.js';
import { FRAME } from './engine.js';
import { meshDistance } from './mesh-distance.js';
import { cylinderPoints, hullOf, meshArrays, type PreparedBody, type PreparedScene, rotate } from './prepare.js';

/** x, y, z and radius of each place, in the body's frame. */
type Places = Float64Array;
/** Distance of a point of the body's frame to its surface, negative inside. */
type Distance = (x: number, y: number, z: number) => number;

interface Solid {
  readonly places: Places;
  readonly distance: Distance | null;
  /** About the body's centre; infinite for a half-space. */
  readonly reach: number;
}

export type TorusHint = { radius: number; tube: number };

function polyhedronPlaces({ vertices, edges, faceStart, faceVertices }: Polyhedron): number[] {
  const out: number[] = [];
  const corner = (v: number): Vec3 => [vertices[3 * v]!, vertices[3 * v + 1]!, vertices[3 * v + 2]!];
  const mix = (a: Vec3, b: Vec3, t: number): Vec3 =>
    [0, 1, 2].map((i) => a[i]! + t * (b[i]! - a[i]!)) as unknown as Vec3;
  for (let v = 0; v < vertices.length / 3; v++) out.push(...corner(v), 0);
  for (let e = 0; e < edges.length; e += 4)
    for (let k = 1; k < 6; k++) out.push(...mix(corner(edges[e]!), corner(edges[e + 1]!), k / 6), 0);
  for (let f = 0; f + 1 < faceStart.length; f++) {
    const face = Array.from(faceVertices.subarray(faceStart[f], faceStart[f + 1]), corner);
    const middle = [0, 1, 2].map((i) => face.reduce((s, p) => s + p[i]!, 0) / face.length) as unknown as Vec3;
    out.push(...middle, 0);
    for (const p of face) for (const t of [1 / 3, 2 / 3]) out.push(...mix(middle, p, t), 0);
  }
  return out;
}

/**
 * Exact inside and above a face. Beside an edge it is infinite: there the edge's places are looked for in the round
 * body.
 */
function polyhedronDistance({ planes }: Polyhedron): Distance {
  const above = (f: number, x: number, y: number, z: number) =>
    planes[f]! * x + planes[f + 1]! * y + planes[f + 2]! * z - planes[f + 3]!;
  return (x, y, z) => {
    let [most, nearest] = [-Infinity, 0];
    for (let f = 0; f < planes.length; f += 4) {
      const d = above(f, x, y, z);
      if (d > most) [most, nearest] = [d, f];
    }
    if (most <= 0) return most;
    const [px, py, pz] = [0, 1, 2].map((i) => [x, y, z][i]! - most * planes[nearest + i]!) as [number, number, number];
    for (let f = 0; f < planes.length; f += 4) if (above(f, px, py, pz) > 1e-9) return Infinity;
    return most;
  };
}

function simpleSolid(shape: PreparedBody['parts'][number]['shape'], torus: TorusHint | null): Solid {
  switch (shape.type) {
    case 'box': {
      const [x, y, z] = shape.size;
      const body = boxPolyhedron(0.5 * x, 0.5 * y, 0.5 * z);
      return solid(polyhedronPlaces(body), polyhedronDistance(body));
    }
    case 'convex': {
      const body = hullOf(shape.points);
      return solid(polyhedronPlaces(body), polyhedronDistance(body));
    }
    case 'sphere':
      return solid([0, 0, 0, shape.radius], (x, y, z) => Math.hypot(x, y, z) - shape.radius);
    case 'capsule': {
      const [r, h] = [shape.radius, 0.5 * shape.height];
      const places = Array.from({ length: 9 }, (_, k) => [0, h * (k / 4 - 1), 0, r]).flat();
      return solid(places, (x, y, z) => Math.hypot(x, y - Math.min(h, Math.max(-h, y)), z) - r);
    }
    case 'cylinder': {
      const [r, h] = [shape.radius, 0.5 * shape.height];
      const places: number[] = [];
      for (const t of [-1, -0.5, 0, 0.5, 1])
        for (const [x, y, z] of cylinderPoints(r, 2 * h, 48)) if (y > 0) places.push(x, t * h, z, 0);
      for (const y of [-h, h]) for (const [x, , z] of cylinderPoints(0.5 * r, 1, 12)) places.push(x, y, z, 0);
      return solid(places, (x, y, z) => {
        const [out, up] = [Math.hypot(x, z) - r, Math.abs(y) - h];
        return out > 0 && up > 0 ? Math.hypot(out, up) : Math.max(out, up);
      });
    }
    case 'half-space':
      return { places: new Float64Array(0), distance: (_, y) => y, reach: Infinity };
    case 'mesh': {
      const mesh = meshArrays(shape);
      const { positions } = mesh;
      const places = new Float64Array((4 * positions.length) / 3);
      for (let v = 0; v < positions.length / 3; v++) places.set(positions.subarray(3 * v, 3 * v + 3), 4 * v);
      const distance: Distance = torus
        ? (x, y, z) => Math.hypot(Math.hypot(x, z) - torus.radius, y) - torus.tube
        : meshDistance(mesh);
      return solid(places, distance);
    }
  }
}

function solid(places: ArrayLike<number>, distance: Distance | null): Solid {
  const packed = Float64Array.from(places);
  let reach = 0;
  for (let k = 0; k < packed.length; k += 4)
    reach = Math.max(reach, Math.hypot(packed[k]!, packed[k + 1]!, packed[k + 2]!) + packed[k + 3]!);
  return { places: packed, distance, reach };
}

function bodySolid({ parts }: PreparedBody, torus: TorusHint | null): Solid {
  const solids = parts.map(({ shape, position, rotation }) => {
    const inner = simpleSolid(shape, torus);
    const places = inner.places.slice();
    for (let k = 0; k < places.length; k += 4) {
      const turned = rotate(rotation, [places[k]!, places[k + 1]!, places[k + 2]!]);
      for (let i = 0; i < 3; i++) places[k + i] = turned[i]! + position[i]!;
    }
    const back: Quat = [-rotation[0], -rotation[1], -rotation[2], rotation[3]];
    const { distance } = inner;
    const placed: Distance | null =
      distance && ((x, y, z) => distance(...rotate(back, [x - position[0], y - position[1], z - position[2]])));
    return { places, distance: placed, reach: inner.reach };
  });
  if (solids.length === 1) {
    const only = solids[0]!;
    return only.reach === Infinity ? only : solid(only.places, only.distance);
  }
  return solid(
    solids.flatMap(({ places }) => Array.from(places)),
    solids.every(({ distance }) => distance)
      ? (x, y, z) => Math.min(...solids.map(({ distance }) => distance!(x, y, z)))
      : null,
  );
}

export class DepthMeter {
  private readonly solids: Solid[];

  constructor(
    private readonly scene: PreparedScene,
    torus: TorusHint | null = null,
  ) {
    this.solids = scene.bodies.map((body) => bodySolid(body, torus));
  }

  /** The largest depth of any pair (m), 0 if none touch. */
  deepest(frame: Float64Array): number {
    const { bodies } = this.scene;
    let most = 0;
    const check = (a: number, b: number) => {
      if (!bodies[a]!.dynamic && !bodies[b]!.dynamic) return;
      most = Math.max(most, this.inside(frame, a, b, most), this.inside(frame, b, a, most));
    };
    // Sorted along x: a pair is looked at where their intervals overlap.
    const order = [...bodies.keys()].filter((k) => this.solids[k]!.reach < Infinity);
    const low = (k: number) => frame[FRAME * k]! - this.solids[k]!.reach;
    order.sort((a, b) => low(a) - low(b));
    for (const [i, a] of order.entries()) {
      const high = frame[FRAME * a]! + this.solids[a]!.reach;
      for (let j = i + 1; j < order.length && low(order[j]!) < high; j++) {
        const b = order[j]!;
        const reach = this.solids[a]!.reach + this.solids[b]!.reach;
        const d2 = [0, 1, 2].reduce((s, n) => s + (frame[FRAME * a + n]! - frame[FRAME * b + n]!) ** 2, 0);
        if (d2 < reach * reach) check(a, b);
      }
    }
    for (const k of bodies.keys()) {
      if (this.solids[k]!.reach < Infinity) continue;
      for (const other of order) check(k, other);
    }
    return most;
  }

  /** Height of a body's lowest place (m). */
  lowest(frame: Float64Array, k: number): number {
    const { places } = this.solids[k]!;
    const q = quatOf(frame, k);
    let least = Infinity;
    for (let p = 0; p < places.length; p += 4)
      least = Math.min(least, rotate(q, [places[p]!, places[p + 1]!, places[p + 2]!])[1] - places[p + 3]!);
    return least + frame[FRAME * k + 1]!;
  }

  /** How deep places of a lie in b. Places that cannot beat `most` by b's reach are passed over. */
  private inside(frame: Float64Array, a: number, b: number, most: number): number {
    const { distance } = this.solids[b]!;
    if (!distance) return 0;
    const { places } = this.solids[a]!;
    const qa = quatOf(frame, a);
    const [bx, by, bz, bw] = quatOf(frame, b);
    const back: Quat = [-bx, -by, -bz, bw];
    const offset = rotate(back, [0, 1, 2].map((i) => frame[FRAME * a + i]! - frame[FRAME * b + i]!) as unknown as Vec3);
    const q = times(back, qa);
    for (let k = 0; k < places.length; k += 4) {
      const [x, y, z] = rotate(q, [places[k]!, places[k + 1]!, places[k + 2]!]);
      most = Math.max(most, places[k + 3]! - distance(x + offset[0], y + offset[1], z + offset[2]));
    }
    return most;
  }
}

const quatOf = (frame: Float64Array, k: number): Quat =>
  [3, 4, 5, 6].map((i) => frame[FRAME * k + i]!) as unknown as Quat;

function times([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat): Quat {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
