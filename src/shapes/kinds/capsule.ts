import { readNonNegative } from '../../checks/fields.js';
import { cos, PI, sin } from '../../math/trig.js';
import { symmetricBounds } from '../bounds.js';
import type { ColumnParts, ShapeBase, ShapeKind } from '../kind.js';
import { cutBySlab, insideBall, insideTube } from '../line-cut.js';
import { type MassProperties, principalMass } from '../mass.js';
import { revolve } from '../procedural.js';
import { clipByBall, clipByPlane, clipByWall } from '../ray-clip.js';
import { readLength } from '../read.js';

/** `height` is that of the straight part. */
export interface CapsuleDescription {
  type: 'capsule';
  radius: number;
  height: number;
}
export interface CapsuleShape extends ShapeBase {
  readonly type: 'capsule';
  readonly radius: number;
  readonly halfHeight: number;
}

export const capsule: ShapeKind<CapsuleDescription, CapsuleShape> = {
  type: 'capsule',
  fields: ['radius', 'height'],
  sampled: false,
  read: (fields, where) => ({
    type: 'capsule',
    radius: readLength(fields.radius, `${where}.radius`),
    height: readNonNegative(fields.height, `${where}.height`, 'm'),
  }),
  create(description) {
    const { radius, height } = description;
    const halfHeight = 0.5 * height;
    return {
      type: 'capsule',
      kind: capsule,
      radius,
      halfHeight,
      bounds: symmetricBounds(radius, halfHeight + radius, radius),
      massProperties: capsuleMass(radius, height),
      description: { ...description },
      solid: null,
    };
  },
  size: (shape) => Math.max(shape.radius, shape.halfHeight),
  bounds(shape, r, ri, out, oi) {
    for (let k = 0; k < 3; k++) {
      const reach = Math.abs(r[ri + 3 * k + 1]) * shape.halfHeight + shape.radius;
      out[oi + k] = -reach;
      out[oi + 3 + k] = reach;
    }
  },
  tessellate({ radius: r, halfHeight: h }, segments) {
    const rows = Math.max(1, Math.ceil(segments / 4));
    const profile: [number, number][] = [[0, -h - r]];
    for (let i = 1; i < rows; i++) {
      const a = (0.5 * PI * i) / rows;
      profile.push([r * sin(a), -h - r * cos(a)]);
    }
    profile.push([r, -h]);
    // Mirrored exactly, so that the mesh is as symmetric as the capsule.
    for (let i = rows; i > 0; i--) profile.push([profile[i][0], -profile[i][1]]);
    profile.push([0, h + r]);
    // A capsule without a straight part is a sphere: its two equators are one.
    if (profile[rows][1] === profile[rows + 1][1]) profile.splice(rows, 1);
    return revolve(profile, segments);
  },
  rank: () => 1,
  // The union of a wall and two balls.
  clipRay(shape, hit, x, y, z, dx, dy, dz) {
    const { radius, halfHeight } = shape;
    let enter = Infinity;
    let exit = -Infinity;
    let nx = 0;
    let ny = 0;
    let nz = 0;
    for (let piece = 0; piece < 3; piece++) {
      hit.enter = -Infinity;
      hit.exit = Infinity;
      if (piece === 0) {
        clipByWall(hit, radius, x, z, dx, dz);
        clipByPlane(hit, 0, 1, 0, halfHeight - y, dy);
        clipByPlane(hit, 0, -1, 0, halfHeight + y, -dy);
      } else {
        clipByBall(hit, radius, piece === 1 ? halfHeight : -halfHeight, x, y, z, dx, dy, dz);
      }
      if (!(hit.enter <= hit.exit)) continue;
      if (hit.enter < enter) {
        enter = hit.enter;
        nx = hit.nx;
        ny = hit.ny;
        nz = hit.nz;
      }
      if (hit.exit > exit) exit = hit.exit;
    }
    hit.enter = enter;
    hit.exit = exit;
    hit.nx = nx;
    hit.ny = ny;
    hit.nz = nz;
  },
  support: supportCapsule,
  coreRadius: (shape) => shape.radius,
  nearest(shape, x, y, z, _limit, out) {
    const h = shape.halfHeight;
    out.ofBall(x, y, z, 0, y > h ? h : y < -h ? -h : y, 0, shape.radius, true);
  },
};

export const capsuleColumns: ColumnParts<CapsuleShape> = {
  cutLine(shape, { t, line }) {
    const { radius, halfHeight: h } = shape;
    const ox = line[0];
    const oy = line[1];
    const oz = line[2];
    const dx = line[3];
    const dy = line[4];
    const dz = line[5];
    let enter = Number.POSITIVE_INFINITY;
    let leave = Number.NEGATIVE_INFINITY;
    // Convex, and the union of three convex parts: the hull of their stretches.
    if (insideTube(t, ox, oz, dx, dz, radius) && cutBySlab(t, oy, dy, h)) {
      enter = t[0];
      leave = t[1];
    }
    if (insideBall(t, ox, oy - h, oz, dx, dy, dz, radius)) {
      if (t[0] < enter) enter = t[0];
      if (t[1] > leave) leave = t[1];
    }
    if (insideBall(t, ox, oy + h, oz, dx, dy, dz, radius)) {
      if (t[0] < enter) enter = t[0];
      if (t[1] > leave) leave = t[1];
    }
    t[0] = enter;
    t[1] = leave;
    return enter < leave ? 1 : 0;
  },
  outward(shape, x, y, z, n) {
    n[0] = x;
    n[1] = y - Math.max(-shape.halfHeight, Math.min(shape.halfHeight, y));
    n[2] = z;
  },
};

function capsuleMass(radius: number, height: number): MassProperties {
  const rr = radius * radius;
  const tube = PI * rr * height;
  const ball = (4 / 3) * PI * rr * radius;
  // A hemisphere's centre lies 3r/8 beyond its base, and its inertia across the axis about it is (2/5 - 9/64) m r².
  const arm = 0.5 * height + 0.375 * radius;
  const across = (tube * (3 * rr + height * height)) / 12 + ball * ((83 / 320) * rr + arm * arm);
  return principalMass(tube + ball, [0, 0, 0], across, 0.5 * tube * rr + 0.4 * ball * rr, across);
}

/** The core is the axis. */
export function supportCapsule(
  shape: CapsuleShape,
  _x: number,
  y: number,
  _z: number,
  out: Float64Array,
  o: number,
): void {
  out[o] = 0;
  out[o + 1] = y >= 0 ? shape.halfHeight : -shape.halfHeight;
  out[o + 2] = 0;
}
