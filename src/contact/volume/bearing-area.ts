// Over what area two bodies bear, where one of them is soft.
//
// The overlap does not say it. Within a cell of its lattice a curved surface keeps its curvature (soft/bumps.ts): where
// material would be pressed flat it stands in bumps, and once they are higher than the skin it overlaps with their tips
// alone. So a ball of 8 to 14 cells between plates seemed to bear over 0.6 to 0.96 of the area, by leaps.
//
// What bears is where the surfaces are no further apart than the bumps are high, along the normal: the gaps between
// tips are closed, and at the rim, where a gap opens as s^(3/2), s the distance from the edge, little is added. Both
// shrink with the lattice. Where bumps are lower than the skin, as those of flat faces and of fine lattices, that is
// the overlap. Its area, which follows the surface around corners, is multiplied by the ratio of the two.
//
// Simplifications: rays along one axis of the world, so that surfaces that lean by more than 45° against the mean
// normal count for less; bodies so stiff that they press themselves in by less than a skin bear over what a skin's
// overlap has. Verified in test/contact/volume/bearing-area.test.ts, against Hertz's law.

import type { BodyStore } from '../../bodies/store.js';
import { matrixFromQuaternion } from '../../math/quaternion.js';
import { RayDirection } from '../../overlap/rays/direction.js';
import { RayField } from '../../overlap/rays/field.js';
import type { RayHits } from '../../overlap/rays/hits.js';
import { Region } from '../../overlap/rays/region.js';
import { partCount, partShape, placePart } from '../../shapes/parts.js';
import type { Shape, SimpleShape } from '../../shapes/shape.js';
import { P_AREA, P_NORMAL, P_STRIDE, type VolumePair } from './pair.js';
import type { SoftMover } from './soft-mover.js';
import { C_MOMENT, C_SECTION, C_VOLUME, CELL_STRIDE } from './volumes.js';

/** Rays across the region. */
const COUNT = 64;

export class BearingArea {
  readonly #field = new RayField();
  readonly #region = new Region();
  readonly #directions = [new RayDirection(0), new RayDirection(1), new RayDirection(2)];
  readonly #part = new Float64Array(14);
  readonly #gaps = new Float64Array(COUNT * COUNT);

  /** What bears over what overlaps, of a pair whose parts are those of one volume of a soft body. */
  shareOf(pair: VolumePair, bodies: BodyStore, softs: readonly (SoftMover | undefined)[]): number {
    const normal = [0, 0, 0];
    let area = 0;
    for (let n = 0; n < pair.count; n++) {
      area += pair.data[P_STRIDE * n + P_AREA];
      for (let k = 0; k < 3; k++)
        normal[k]! += pair.data[P_STRIDE * n + P_AREA] * pair.data[P_STRIDE * n + P_NORMAL + k];
    }
    const bump = bumpOf(pair, 0, softs[pair.a], area) + bumpOf(pair, 1, softs[pair.b], area);
    if (!(bump > pair.depth)) return 1;
    let axis = 0;
    for (let k = 1; k < 3; k++) if (Math.abs(normal[k]!) > Math.abs(normal[axis]!)) axis = k;
    const length = Math.sqrt(normal[0]! * normal[0]! + normal[1]! * normal[1]! + normal[2]! * normal[2]!);
    // Gaps along the axis are longer than those along the normal.
    const slant = length / Math.abs(normal[axis]!);
    this.#lay(pair, axis, Math.sqrt(area), slant * bump);
    this.#measure(pair, bodies, axis, normal[axis]! > 0 ? 1 : -1, slant * bump);
    let overlapping = 0;
    let near = 0;
    // Gaps are those of surfaces a skin further out than they are.
    for (let r = 0; r < COUNT * COUNT; r++) {
      if (this.#gaps[r] <= 0) overlapping++;
      if (this.#gaps[r] <= slant * (bump - pair.depth)) near++;
    }
    return overlapping > 0 ? near / overlapping : 1;
  }

  /** Where the overlap lies, and half as much around it. */
  #lay(pair: VolumePair, axis: number, across: number, bump: number): void {
    const { bounds, outside, filled } = this.#region;
    const { data, cells } = pair.volumes;
    bounds.fill(Infinity, 0, 3);
    bounds.fill(-Infinity, 3, 6);
    for (let o = 0; o < CELL_STRIDE * cells; o += CELL_STRIDE) {
      if (!(data[o + C_VOLUME] > 0)) continue;
      // A part's middle, and what it may reach from there.
      for (let k = 0; k < 3; k++) {
        const at = data[o + C_MOMENT + k] / data[o + C_VOLUME];
        const reach = k === axis ? data[o + C_VOLUME] / data[o + C_SECTION + axis] : 0.5 * pair.spacing;
        bounds[k] = Math.min(bounds[k], at - reach);
        bounds[k + 3] = Math.max(bounds[k + 3], at + reach);
      }
    }
    for (let k = 0; k < 3; k++) {
      const more = k === axis ? bump : 0.5 * across;
      bounds[k] -= more;
      bounds[k + 3] += more;
    }
    outside.fill(0);
    filled.fill(0);
    this.#region.isSolid();
  }

  /** Gaps between the surfaces that face each other, by ray; ∞ where there are none. */
  #measure(pair: VolumePair, bodies: BodyStore, axis: number, sign: number, bump: number): void {
    const field = this.#field;
    const dir = this.#directions[axis]!;
    const gaps = this.#gaps.fill(Infinity);
    const shapeA = bodies.shapes[pair.a]!;
    const shapeB = bodies.shapes[pair.b]!;
    const [softA, softB] = pair.looked;
    field.setRegion(this.#region);
    const partsA = softA ? 1 : partCount(shapeA);
    const partsB = softB ? 1 : partCount(shapeB);
    for (let m = 0; m < partsA; m++) {
      for (let n = 0; n < partsB; n++) {
        this.#place(pair, 0, softA, shapeA, m);
        this.#place(pair, 1, softB, shapeB, n);
        dir.layGrid(this.#region.bounds, COUNT, COUNT);
        field.castBeyond(dir, bump);
        const [below, above] = sign > 0 ? [dir.hits[1], dir.hits[0]] : dir.hits;
        for (let r = 0; r < COUNT * COUNT; r++) gaps[r] = Math.min(gaps[r], gapBetween(below, above, r));
      }
    }
  }

  #place(pair: VolumePair, side: 0 | 1, soft: SimpleShape | null, shape: Shape, n: number): void {
    const part = this.#part;
    const to = this.#field.places[side].fill(0);
    if (soft) to[0] = to[4] = to[8] = 1;
    else {
      placePart(part, 7 * side, shape, n, pair.pose, 7 * side);
      matrixFromQuaternion(to, 0, part, 7 * side + 3);
      for (let k = 0; k < 3; k++) to[9 + k] = part[7 * side + k];
    }
    this.#field.shapes[side] = soft ?? partShape(shape, n);
  }
}

/** Height of the bumps of one side where it overlaps, lower where less than a cell does (m). */
function bumpOf({ volumes }: VolumePair, side: 0 | 1, soft: SoftMover | undefined, area: number): number {
  if (!soft?.body.lattice) return 0;
  const { count, second, value } = volumes.vertices[side];
  const { bumps, spacing } = soft;
  let sum = 0;
  let whole = 0;
  for (let e = 0; e < count; e++) {
    const weight = Math.abs(value[3 * e]) + Math.abs(value[3 * e + 1]) + Math.abs(value[3 * e + 2]);
    sum += weight * bumps[second[e]];
    whole += weight;
  }
  return whole > 0 ? Math.min(1, area / (spacing * spacing)) * (sum / whole) : 0;
}

/** From where a ray leaves the lower solid to where it enters the upper one, the nearest two; ∞ where it does not. */
function gapBetween(below: RayHits, above: RayHits, r: number): number {
  let best = Infinity;
  for (let i = below.start[r]; i < below.stop[r]; i++) {
    if ((below.code[i] & 1) === 0) continue;
    for (let j = above.start[r]; j < above.stop[r]; j++) {
      if (above.code[j] & 1) continue;
      const gap = above.depth[j] - below.depth[i];
      if (Math.abs(gap) < Math.abs(best)) best = gap;
    }
  }
  return best;
}
