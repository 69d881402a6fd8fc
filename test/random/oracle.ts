// How deep bodies are inside each other, by manifold-3d: a judge that knows nothing of the engine's own geometry.
//
// Depth is a thickness: the least extent of what two parts have in common, over the normals of its faces. Round parts
// are polyhedra of SIDES sides within the body, so that depths of round bodies are short by up to r (1 - cos(π/SIDES)),
// 0.1 % of the radius. What meshes have in common may be several pieces, and rings: each piece is no deeper than 6 V/A, with
// its surface A, as no convex piece is thinner than 6 V/A where V = r A/3 for a ball of radius r within it that touches all
// of its faces, and a slab is a third of it. What a torus has in common with something may go all round it, and is as deep as its point
// nearest to the ring: a tube's radius less that distance.

import Module from 'manifold-3d';
import type { Body, ShapeDescription, World } from '../../src/index.js';

const manifold = await Module();
manifold.setup();
const { CrossSection, Manifold } = manifold;
type Solid = InstanceType<typeof Manifold>;

const SIDES = 64;

function solidOf(shape: ShapeDescription): Solid[] {
  const s = shape as unknown as Record<string, number> & { type: string };
  switch (shape.type) {
    case 'box':
      return [Manifold.cube(shape.size as [number, number, number], true)];
    case 'sphere':
      return [Manifold.sphere(shape.radius, SIDES)];
    case 'convex':
      return [Manifold.hull(shape.points as [number, number, number][])];
    case 'cylinder':
      return [upright(Manifold.cylinder(shape.height, shape.radius, shape.radius, SIDES, true))];
    case 'cone':
      // About the middle of its height, as shapes have it: the tip is up.
      return [upright(Manifold.cylinder(shape.height, shape.radius, 1e-6 * shape.radius, SIDES, true))];
    case 'capsule': {
      const ball = Manifold.sphere(s.radius!, SIDES);
      const half = 0.5 * s.height!;
      return [Manifold.hull([ball.translate([0, half, 0]), ball.translate([0, -half, 0])])];
    }
    case 'torus':
      return [upright(CrossSection.circle(shape.tube, SIDES).translate(shape.radius, 0).revolve(SIDES))];
    case 'compound':
      return shape.parts.flatMap(({ shape: part, position, rotation }) =>
        solidOf(part).map((solid) => solid.transform(matrixOf(position ?? [0, 0, 0], rotation ?? [0, 0, 0, 1]))),
      );
    case 'mesh': {
      const vertProperties = Float32Array.from(shape.positions as ArrayLike<number>);
      const triVerts = Uint32Array.from(shape.indices as ArrayLike<number>);
      return [Manifold.ofMesh(new manifold.Mesh({ numProp: 3, vertProperties, triVerts }))];
    }
    default:
      return [];
  }
}

/** Manifold's cylinders stand along z, ours along y. */
const upright = (solid: Solid): Solid => solid.rotate([-90, 0, 0]);

type Mat4 = Parameters<Solid['transform']>[0];

/** Column by column. */
function matrixOf(p: readonly number[], q: readonly number[]): Mat4 {
  const [x, y, z, w] = q as [number, number, number, number];
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y + z * w),
    2 * (x * z - y * w),
    0,
    2 * (x * y - z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z + x * w),
    0,
    2 * (x * z + y * w),
    2 * (y * z - x * w),
    1 - 2 * (x * x + y * y),
    0,
    p[0]!,
    p[1]!,
    p[2]!,
    1,
  ] as unknown as Mat4;
}

/**
 * Least extent of a solid over the normals of its faces, and across its length: what edges have in common is all
 * slivers.
 */
export function widthOf(solid: Solid): number {
  const { vertProperties: v, triVerts: t, numProp } = solid.getMesh();
  let width = acrossLength(v, numProp);
  for (let k = 0; k < t.length; k += 3) {
    const [a, b, c] = [numProp * t[k]!, numProp * t[k + 1]!, numProp * t[k + 2]!];
    const e = [0, 1, 2].map((m) => v[b + m]! - v[a + m]!);
    const f = [0, 1, 2].map((m) => v[c + m]! - v[a + m]!);
    const n = [0, 1, 2].map((m) => e[(m + 1) % 3]! * f[(m + 2) % 3]! - e[(m + 2) % 3]! * f[(m + 1) % 3]!);
    const length = Math.hypot(...n);
    // Slivers of triangles have no normal to speak of.
    if (!(length > 1e-4 * Math.hypot(...e) * Math.hypot(...f))) continue;
    let low = Infinity;
    let high = -Infinity;
    for (let m = 0; m < v.length; m += numProp) {
      const x = (n[0]! * v[m]! + n[1]! * v[m + 1]! + n[2]! * v[m + 2]!) / length;
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    width = Math.min(width, high - low);
  }
  return width;
}

/**
 * Least extent over three directions: from a point to the farthest, from that line to the farthest, and across both.
 * Any direction bounds the thickness from above.
 */
function acrossLength(v: ArrayLike<number>, stride: number): number {
  const at = (m: number) => [v[m]!, v[m + 1]!, v[m + 2]!];
  const farthest = (size: (x: number[]) => number) => {
    let best = at(0);
    for (let m = stride; m < v.length; m += stride) if (size(at(m)) > size(best)) best = at(m);
    return best;
  };
  const dot = (a: number[], b: number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
  const minus = (a: number[], b: number[], k = 1) => a.map((x, m) => x - k * b[m]!);
  const unit = (a: number[]) => a.map((x) => x / Math.max(Math.hypot(...a), 1e-300));
  const start = farthest((x) => Math.hypot(...minus(x, at(0))));
  const along = unit(
    minus(
      farthest((x) => Math.hypot(...minus(x, start))),
      start,
    ),
  );
  const off = (x: number[]) => minus(minus(x, start), along, dot(minus(x, start), along));
  const side = unit(off(farthest((x) => Math.hypot(...off(x)))));
  const across = [0, 1, 2].map(
    (m) => along[(m + 1) % 3]! * side[(m + 2) % 3]! - along[(m + 2) % 3]! * side[(m + 1) % 3]!,
  );
  const extent = (n: number[]) => {
    const all = Array.from({ length: v.length / stride }, (_, m) => dot(n, minus(at(m * stride), start)));
    return Math.max(...all) - Math.min(...all);
  };
  return Math.min(extent(along), extent(side), extent(across));
}

/** The deepest piece of what meshes have in common. */
function depthOfPieces(common: Solid): number {
  let depth = 0;
  for (const piece of common.decompose()) {
    depth = Math.max(depth, Math.min(widthOf(piece), (6 * piece.volume()) / piece.surfaceArea()));
    piece.delete();
  }
  return depth;
}

/** How deep the deepest point of a solid is inside a torus, in whose frame it is: sampled to an eighth of the tube. */
function depthInTorus(solid: Solid, torus: { radius: number; tube: number }): number {
  const { vertProperties: v, numProp } = solid.refineToLength(torus.tube / 8).getMesh();
  let depth = 0;
  for (let m = 0; m < v.length; m += numProp) {
    const out = Math.hypot(v[m]!, v[m + 2]!) - torus.radius;
    depth = Math.max(depth, torus.tube - Math.hypot(out, v[m + 1]!));
  }
  return depth;
}

/** Depths of all pairs of a world's bodies. */
export class DepthOracle {
  private readonly solids = new Map<Body, Solid[]>();

  /** `as`: what bodies are judged by instead of their own shapes, such as the convex pieces that a mesh is made of. */
  constructor(
    private readonly world: World,
    private readonly as?: ReadonlyMap<Body, ShapeDescription>,
  ) {}

  /** Calls `found` with every pair that overlaps, and by how much (m). */
  measure(found: (a: Body, b: Body, depth: number) => void): void {
    const bodies = [...this.world.bodies()];
    for (let m = 0; m < bodies.length; m++)
      for (let n = 0; n < m; n++) {
        const a = bodies[m]!;
        const b = bodies[n]!;
        if (a.type === 'static' && b.type === 'static') continue;
        const depth = this.depthOf(a, b);
        if (depth > 0) found(a, b, depth);
      }
  }

  private depthOf(a: Body, b: Body): number {
    if (a.shape.type === 'half-space') return this.depthUnder(b, a);
    if (b.shape.type === 'half-space') return this.depthUnder(a, b);
    if (!nearby(a, b)) return 0;
    // In B's frame, where coordinates are small.
    const [x, y, z, w] = b.rotation as [number, number, number, number];
    const back: readonly number[] = [-x, -y, -z, w];
    const p = rotate(
      back,
      [0, 1, 2].map((k) => a.position[k]! - b.position[k]!),
    );
    const turned = product(back, a.rotation);
    const at = matrixOf(p, turned);
    const [tx, ty, tz, tw] = turned as [number, number, number, number];
    const away: readonly number[] = [-tx, -ty, -tz, tw];
    const inverse = matrixOf(
      rotate(
        away,
        p.map((x) => -x),
      ),
      away,
    );
    const isMesh = a.shape.type === 'mesh' || b.shape.type === 'mesh';
    let depth = 0;
    for (const sa of this.solidsOf(a)) {
      const moved = sa.transform(at);
      for (const sb of this.solidsOf(b)) {
        const common = moved.intersect(sb);
        if (!common.isEmpty()) {
          const found =
            b.shape.type === 'torus'
              ? depthInTorus(common, b.shape)
              : a.shape.type === 'torus'
                ? depthInTorus(common.transform(inverse), a.shape)
                : isMesh
                  ? depthOfPieces(common)
                  : widthOf(common);
          depth = Math.max(depth, found);
        }
        common.delete();
      }
      moved.delete();
    }
    return depth;
  }

  private depthUnder(body: Body, ground: Body): number {
    const n = rotate(ground.rotation, [0, 1, 0]);
    let depth = 0;
    for (const solid of this.solidsOf(body)) {
      const { vertProperties: v, numProp } = solid.getMesh();
      for (let m = 0; m < v.length; m += numProp) {
        const x = rotate(body.rotation, [v[m]!, v[m + 1]!, v[m + 2]!]);
        let high = 0;
        for (let k = 0; k < 3; k++) high += n[k]! * (x[k]! + body.position[k]! - ground.position[k]!);
        depth = Math.max(depth, -high);
      }
    }
    return depth;
  }

  private solidsOf(body: Body): Solid[] {
    let solids = this.solids.get(body);
    if (!solids) {
      solids = solidOf(this.as?.get(body) ?? (body.shape as ShapeDescription));
      this.solids.set(body, solids);
    }
    return solids;
  }
}

function nearby(a: Body, b: Body): boolean {
  const p = a.broadPhaseBox;
  const q = b.broadPhaseBox;
  return [0, 1, 2].every((k) => p.min[k]! < q.max[k]! && q.min[k]! < p.max[k]!);
}

function product(a: readonly number[], b: readonly number[]): number[] {
  const [x, y, z, w] = a as [number, number, number, number];
  const [p, q, r, s] = b as [number, number, number, number];
  return [
    w * p + x * s + y * r - z * q,
    w * q - x * r + y * s + z * p,
    w * r + x * q - y * p + z * s,
    w * s - x * p - y * q - z * r,
  ];
}

function rotate(q: readonly number[], v: readonly number[]): [number, number, number] {
  const [x, y, z, w] = q as [number, number, number, number];
  const [a, b, c] = v as [number, number, number];
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}
