// Forms made by rule that only scenes need: closed meshes, outwards, without doubled vertices; and teeth of gears.

import type { ShapeDescription, Vec3 } from '../src/index.js';
import { acos, atan, cos, PI, sin, tan } from '../src/math/trig.js';
import { cross, dot, normalize, scale, sub } from '../src/math/vec3.js';
import { icosphere, type MeshData, revolve, torusMesh } from '../src/shapes/procedural.js';
import { range } from './scene.js';

type Point = readonly [number, number];

/** A flat outline (counter-clockwise) with its triangles, drawn out along z around z = 0. */
export function extrude(outline: readonly Point[], triangles: readonly Vec3[], width: number): MeshData {
  const n = outline.length;
  const positions: number[] = [];
  for (const z of [-0.5 * width, 0.5 * width]) for (const [x, y] of outline) positions.push(x, y, z);
  const indices: number[] = [];
  for (const [a, b, c] of triangles) indices.push(a, c, b, a + n, b + n, c + n);
  for (const i of range(n)) {
    const j = (i + 1) % n;
    indices.push(i, j, j + n, i, j + n, i + n);
  }
  return { positions: Float64Array.from(positions), indices: Int32Array.from(indices) };
}

/** A sphere of mean radius `radius` whose radius is scaled by `factor` of the direction. */
export function radial(n: number, radius: number, factor: (x: number, y: number, z: number) => number): MeshData {
  const { positions, indices } = icosphere(n);
  for (let v = 0; v < positions.length; v += 3) {
    const k = radius * factor(positions[v]!, positions[v + 1]!, positions[v + 2]!);
    for (let m = 0; m < 3; m++) positions[v + m]! *= k;
  }
  return { positions, indices };
}

export const bumpySphere = (n: number, radius: number): MeshData =>
  radial(n, radius, (x, y, z) => 1 + 0.12 * sin(7 * x) * sin(7 * y + 1) * sin(7 * z + 2));

/** Twelve blunt arms, towards the corners of an icosahedron. */
export function star(n: number, radius: number): MeshData {
  const corners = icosphere(1).positions;
  return radial(n, radius, (x, y, z) => {
    let arms = 0;
    for (let k = 0; k < corners.length; k += 3) {
      const near = Math.max(0, x * corners[k]! + y * corners[k + 1]! + z * corners[k + 2]!);
      const p4 = near * near * near * near;
      arms += p4 * p4 * p4 * p4;
    }
    return 0.6 + 0.7 * arms;
  });
}

/** A torus around Y with `ridges` waves around it. */
export function ridgedTorus(radius: number, tube: number, ridges: number, around: number, across: number): MeshData {
  const { positions, indices } = torusMesh(radius, tube, around, across);
  for (const i of range(around)) {
    const a = (2 * PI * i) / around;
    const k = 1 + 0.15 * sin(ridges * a);
    for (const j of range(across)) {
      const v = 3 * (i * across + j);
      positions[v] = radius * cos(a) + k * (positions[v]! - radius * cos(a));
      positions[v + 1]! *= k;
      positions[v + 2] = radius * sin(a) + k * (positions[v + 2]! - radius * sin(a));
    }
  }
  return { positions, indices };
}

/** A tube along the trefoil that winds twice around Y and three times through the hole of a torus. */
export function trefoil(size: number, tube: number, along: number, across: number): MeshData {
  const small = 0.4 * size;
  const at = (t: number): Vec3 => {
    const r = size + small * cos(3 * t);
    return [r * cos(2 * t), small * sin(3 * t), r * sin(2 * t)];
  };
  const positions = new Float64Array(3 * along * across);
  for (const i of range(along)) {
    const t = (2 * PI * i) / along;
    const center = at(t);
    const r = size + small * cos(3 * t);
    const dr = -3 * small * sin(3 * t);
    const tangent = normalize([
      dr * cos(2 * t) - 2 * r * sin(2 * t),
      3 * small * cos(3 * t),
      dr * sin(2 * t) + 2 * r * cos(2 * t),
    ]);
    // The torus's own normal: it closes after one round, which a transported frame does not.
    const outward: Vec3 = [cos(3 * t) * cos(2 * t), sin(3 * t), cos(3 * t) * sin(2 * t)];
    const n = normalize(sub(outward, scale(tangent, dot(outward, tangent))));
    const b = cross(tangent, n);
    for (const j of range(across)) {
      const s = (2 * PI * j) / across;
      for (let k = 0; k < 3; k++) {
        positions[3 * (i * across + j) + k] = center[k]! + tube * (cos(s) * n[k]! + sin(s) * b[k]!);
      }
    }
  }
  const indices: number[] = [];
  for (const i of range(along)) {
    for (const j of range(across)) {
      const [i1, j1] = [(i + 1) % along, (j + 1) % across];
      const [v, w, x, y] = [i * across + j, i1 * across + j, i1 * across + j1, i * across + j1];
      indices.push(v, x, w, v, y, x);
    }
  }
  return { positions, indices: Int32Array.from(indices) };
}

/** A bowl standing on y = 0: a spherical shell of `radius`, cut off at `height`, with a rounded rim. */
export function bowl(radius: number, height: number, wall: number, segments: number): MeshData {
  const rings = 12;
  const profile: Point[] = [[0, 0]];
  // From the pole up to the rim on the outside, then down on the inside.
  const outerEnd = acos(1 - height / radius);
  for (const i of range(rings)) {
    const a = (outerEnd * (i + 1)) / rings;
    profile.push([radius * sin(a), radius - radius * cos(a)]);
  }
  const inner = radius - wall;
  for (const i of range(rings)) {
    const a = outerEnd * (1 - i / rings);
    profile.push([inner * sin(a), radius - inner * cos(a)]);
  }
  profile.push([0, wall]);
  return revolve(profile, segments);
}

const PRESSURE_ANGLE = (20 * PI) / 180;

/**
 * A spur gear around z: a hub and one convex part per tooth with involute flanks (pressure angle 20°), so that two
 * gears of one module turn each other evenly. The middle of tooth 0 points along +x. `play` is taken off each flank
 * (m).
 */
export function gear(teeth: number, module: number, width: number, play: number): ShapeDescription {
  const pitch = 0.5 * module * teeth;
  const base = pitch * cos(PRESSURE_ANGLE);
  const [root, tip] = [pitch - 1.2 * module, pitch + 0.95 * module];
  const involute = tan(PRESSURE_ANGLE) - PRESSURE_ANGLE;
  const halfAtPitch = PI / (2 * teeth) - play / pitch;
  const flank: Point[] = [];
  const start = Math.max(root, base);
  if (root < base) flank.push([root, halfAtPitch + involute]);
  for (const i of range(7)) {
    const r = start + ((tip - start) * i) / 6;
    const roll = Math.sqrt((r * r) / (base * base) - 1); // tan of the pressure angle there
    flank.push([r, halfAtPitch + involute - (roll - atan(roll))]);
  }
  const tooth: Vec3[] = [];
  for (const [r, a] of flank) {
    for (const z of [-0.5 * width, 0.5 * width]) {
      tooth.push([r * cos(a), r * sin(a), z], [r * cos(a), -r * sin(a), z]);
    }
  }
  // The hub's corners lie between the teeth, on the root circle.
  const hub: Vec3[] = [];
  for (const i of range(teeth)) {
    const a = (2 * PI * (i + 0.5)) / teeth;
    for (const z of [-0.5 * width, 0.5 * width]) hub.push([root * cos(a), root * sin(a), z]);
  }
  // A tooth begins inside the hub's edge, which is a chord of the root circle.
  const chord = root * cos(PI / teeth);
  const inside: Vec3[] = [];
  for (const z of [-0.5 * width, 0.5 * width]) {
    const half = root * sin(halfAtPitch + involute);
    inside.push([0.98 * chord, half, z], [0.98 * chord, -half, z]);
  }
  return {
    type: 'compound',
    parts: [
      { shape: { type: 'convex', points: hub } },
      ...range(teeth).map((i) => ({
        shape: { type: 'convex' as const, points: [...tooth, ...inside] },
        rotation: [0, 0, sin((PI * i) / teeth), cos((PI * i) / teeth)] as const,
      })),
    ],
  };
}
