// How the bodies of a world overlap where they are now: a question of geometry, asked between steps.
//
// Every pair that group, mask and joints allow to touch, whether it can move or not; only two half-spaces are passed
// over, whose overlap has no end. Compounds are taken part by part, as contact does: one entry for each connected
// component of each pair of parts, so that overlaps add up where parts of one body overlap each other.
// See docs/overlap.md. Verified in test/cli/overlap.test.ts.

import { BODY_INTS, I_ALIVE, I_GROUP, I_MASK } from '../bodies/layout.js';
import { boxesOverlap } from '../broadphase/boxes.js';
import { readInteger, readNonNegative, readObject, refuseUnknown } from '../checks/fields.js';
import { add, length, type Sym3, type Vec3, vec3At } from '../math/vec3.js';
import { OV_AREA_VECTOR, OV_CENTER, OV_MOMENT, OV_STRIDE, OV_VOLUME, OverlapBuffer } from '../overlap/overlap.js';
import { SolidOverlap } from '../overlap/solid-pair.js';
import { PA_FRAME } from '../patch/layout.js';
import { DEFAULT_PATCH, PatchBuffer } from '../patch/patch.js';
import { partCount, partShape, placePart } from '../shapes/parts.js';
import { writeTightBox } from './queries.js';
import { solidAt } from './solids.js';
import { pairKey, type WorldState } from './state.js';

/** The overlap of two solids, or one connected component of it. World coordinates. */
export interface OverlapRecord {
  /** m³ */
  volume: number;
  /** Centre of the volume (m). */
  center: Vec3;
  /** Central second moment ∫ (x-c)(x-c)ᵀ: xx, xy, xz, yy, yz, zz (m⁵). */
  secondMoment: Sym3;
  /**
   * ∫ n dS over a's surface inside b (m²): the volume grows by areaVector·δx when a moves by δx. Zero if one holds the
   * other.
   */
  areaVector: Vec3;
  /** Length of the area vector: the contact area (m²). */
  area: number;
  /** Mean depth, volume / area (m); 0 where one solid holds the other, which has no direction to be deep in. */
  depth: number;
  /** Convex outline of the contact patch, in order, in the plane through the centre across the contact normal. */
  outline: Vec3[];
}

export interface OverlapOptions {
  /** Pixels along the longest side of an overlap that is found by rays, from 8 to 1024 (default 128). */
  resolution?: number;
  /** Share of the pixels that may be cut into nine where column lengths jump, 0 (default) or more; all from 1 on. */
  refine?: number;
}

const DEFAULT_RESOLUTION = 128;
/** An area vector below this share of V^(2/3) is the rounding of a closed surface. */
const CLOSED = 1e-12;

/** Calls `found` for every overlap, pairs in the order of their slots; a is the lower one. */
export function findOverlaps(
  state: WorldState,
  options: unknown,
  found: (a: number, b: number, record: OverlapRecord) => void,
): void {
  const rays = { ...readOptions(options), exact: true };
  const { bodies } = state;
  const boxes = boxesOf(state);
  const finder = new SolidOverlap(state.concave);
  const buffer = new OverlapBuffer();
  const patches = new PatchBuffer();
  const poses = new Float64Array(14);
  for (let a = 1; a < bodies.count; a++) {
    for (let b = a + 1; b < bodies.count; b++) {
      if (!boxesOverlap(boxes, 6 * a, boxes, 6 * b) || !mayTouch(state, a, b)) continue;
      const { shape: shapeA, data: dataA, at: atA } = solidAt(state, a);
      const { shape: shapeB, data: dataB, at: atB } = solidAt(state, b);
      for (let m = 0; m < partCount(shapeA); m++) {
        const sa = partShape(shapeA, m);
        placePart(poses, 0, shapeA, m, dataA, atA);
        for (let n = 0; n < partCount(shapeB); n++) {
          const sb = partShape(shapeB, n);
          if (sa.type === 'half-space' && sb.type === 'half-space') continue;
          placePart(poses, 7, shapeB, n, dataB, atB);
          const count = finder.compute(sa, poses, 0, sb, poses, 7, buffer, rays);
          for (let c = 0; c < count; c++) found(a, b, recordOf(buffer, c, patches));
        }
      }
    }
  }
}

function readOptions(options: unknown): Required<OverlapOptions> {
  const fields = options === undefined ? {} : readObject(options, 'options');
  refuseUnknown(fields, 'options', ['resolution', 'refine']);
  const { resolution = DEFAULT_RESOLUTION, refine = 0 } = fields;
  return {
    resolution: readInteger(resolution, 'options.resolution', 8, 1024),
    refine: readNonNegative(refine, 'options.refine'),
  };
}

/** Six numbers a slot. The broad phase has boxes too, but those are swept over a step. Slots without a body: NaN. */
function boxesOf(state: WorldState): Float64Array {
  const { bodies } = state;
  const boxes = new Float64Array(6 * bodies.count).fill(Number.NaN);
  for (let b = 1; b < bodies.count; b++) {
    if (bodies.i.data[b * BODY_INTS + I_ALIVE] === 0) continue;
    writeTightBox(boxes, 6 * b, state, b);
  }
  return boxes;
}

function mayTouch(state: WorldState, a: number, b: number): boolean {
  const i = state.bodies.i.data;
  const na = a * BODY_INTS;
  const nb = b * BODY_INTS;
  if (i[na + I_ALIVE] === 0 || i[nb + I_ALIVE] === 0) return false;
  if ((i[na + I_GROUP] & i[nb + I_MASK]) === 0 || (i[nb + I_GROUP] & i[na + I_MASK]) === 0) return false;
  return !state.jointed.has(pairKey(a, b));
}

function recordOf(buffer: OverlapBuffer, c: number, patches: PatchBuffer): OverlapRecord {
  const { records: r, origin } = buffer;
  const o = c * OV_STRIDE;
  const volume = r[o + OV_VOLUME];
  const g = vec3At(r, o + OV_AREA_VECTOR);
  const size = length(g);
  // size³ against V², since the engine has no cube root whose bits are the same everywhere.
  const isClosed = size * size * size <= CLOSED * CLOSED * CLOSED * volume * volume;
  const area = isClosed ? 0 : size;
  patches.clear();
  patches.add(buffer, c, DEFAULT_PATCH);
  const center = add(vec3At(origin, 0), vec3At(r, o + OV_CENTER));
  const m = o + OV_MOMENT;
  return {
    volume,
    center,
    secondMoment: [r[m], r[m + 1], r[m + 2], r[m + 3], r[m + 4], r[m + 5]],
    areaVector: isClosed ? [0, 0, 0] : g,
    area,
    depth: area > 0 ? volume / area : 0,
    outline: outlineOf(patches, center),
  };
}

function outlineOf(patches: PatchBuffer, center: Vec3): Vec3[] {
  const f = patches.made;
  const u = PA_FRAME + 3;
  const w = PA_FRAME + 6;
  const start = patches.outlineStart[0];
  const out: Vec3[] = [];
  for (let k = 0; k < patches.outlineCount[0]; k++) {
    const x = patches.vertices[start + 2 * k];
    const y = patches.vertices[start + 2 * k + 1];
    out.push([
      center[0] + x * f[u] + y * f[w],
      center[1] + x * f[u + 1] + y * f[w + 1],
      center[2] + x * f[u + 2] + y * f[w + 2],
    ]);
  }
  return out;
}
