import { fail } from '../../checks/fields.js';
import { PI } from '../../math/trig.js';
import { discExtent, symmetricBounds } from '../bounds.js';
import { ShapeError } from '../errors.js';
import type { ShapeBase, ShapeKind } from '../kind.js';
import { cutBySlab, insideBall } from '../line-cut.js';
import { type MassProperties, principalMass } from '../mass.js';
import { torusMesh } from '../procedural.js';
import { startsInside } from '../ray-hit.js';
import { castRayTorus } from '../ray-torus.js';
import { readLength } from '../read.js';

/** `radius` is that of the ring's centre line, `tube` that of the section. */
export interface TorusDescription {
  type: 'torus';
  radius: number;
  tube: number;
}
export interface TorusShape extends ShapeBase {
  readonly type: 'torus';
  readonly radius: number;
  readonly tube: number;
}

export const torus: ShapeKind<TorusDescription, TorusShape> = {
  type: 'torus',
  fields: ['radius', 'tube'],
  sampled: true,
  read(fields, where) {
    const radius = readLength(fields.radius, `${where}.radius`);
    const tube = readLength(fields.tube, `${where}.tube`);
    if (tube >= radius) fail(`${where}.tube`, tube, `less than the torus's radius ${radius} (m)`);
    return { type: 'torus', radius, tube };
  },
  create(description) {
    const { radius, tube } = description;
    if (!(tube < radius)) {
      throw new ShapeError(`torus tube ${tube} m must be less than its radius ${radius} m: it would cut itself`);
    }
    return {
      type: 'torus',
      kind: torus,
      radius,
      tube,
      bounds: symmetricBounds(radius + tube, tube, radius + tube),
      massProperties: torusMass(radius, tube),
      description: { ...description },
      solid: null,
    };
  },
  size: (shape) => shape.radius + shape.tube,
  bounds(shape, r, ri, out, oi) {
    for (let k = 0; k < 3; k++) {
      const m = ri + 3 * k;
      const reach = shape.radius * discExtent(r[m], r[m + 2]) + shape.tube;
      out[oi + k] = -reach;
      out[oi + 3 + k] = reach;
    }
  },
  tessellate: (shape, segments) => torusMesh(shape.radius, shape.tube, segments, Math.max(3, Math.ceil(segments / 2))),
  rank: () => 1e13,
  castRay(shape, hit, ox, oy, oz, dx, dy, dz, maxT) {
    const ring = Math.sqrt(ox * ox + oz * oz) - shape.radius;
    if (ring * ring + oy * oy <= shape.tube * shape.tube) return startsInside(hit, dx, dy, dz);
    return castRayTorus(shape.radius, shape.tube, ox, oy, oz, dx, dy, dz, maxT, hit);
  },
  nearest(shape, x, y, z, _limit, out) {
    const rho = Math.sqrt(x * x + z * z);
    const k = rho > 0 ? shape.radius / rho : 0;
    out.ofBall(x, y, z, rho > 0 ? x * k : shape.radius, 0, z * k, shape.tube, false);
  },
  cutLine(shape, cut) {
    const { radius: ring, tube: radius } = shape;
    const { t, line, quartic } = cut;
    const ox = line[0];
    const oy = line[1];
    const oz = line[2];
    const dx = line[3];
    const dy = line[4];
    const dz = line[5];
    let from = cut.low;
    let to = cut.high;
    let inside = false;
    let insideAtEnd = false;
    if (to - from < 2 * radius) {
      // No nearer to the ends than the surface is: the distance from it changes no faster than t.
      const before = torusDistance(ox + from * dx, oy + from * dy, oz + from * dz, ring, radius);
      const after = torusDistance(ox + to * dx, oy + to * dy, oz + to * dz, ring, radius);
      inside = before < 0;
      insideAtEnd = after < 0;
      from += Math.abs(before);
      to -= Math.abs(after);
    } else {
      // All of it, from outside to outside.
      if (!insideBall(t, ox, oy, oz, dx, dy, dz, ring + radius) || !cutBySlab(t, oy, dy, radius)) return 0;
      if (t[0] >= to || t[1] <= from) return 0;
      from = t[0];
      to = t[1];
    }
    const mid = 0.5 * (from + to);
    const x0 = ox + mid * dx;
    const y0 = oy + mid * dy;
    const z0 = oz + mid * dz;
    if (inside === insideAtEnd && Math.abs(torusDistance(x0, y0, z0, ring, radius)) > 0.5 * (to - from)) {
      t[0] = Number.NEGATIVE_INFINITY;
      t[1] = Number.POSITIVE_INFINITY;
      return inside ? 1 : 0;
    }
    // From the middle, in units of the ring: keeps the coefficients of order one.
    const x = x0 / ring;
    const y = y0 / ring;
    const z = z0 / ring;
    const r = radius / ring;
    // (|p|² + 1 - r²)² - 4 (p_x² + p_z²) = 0
    const od = x * dx + y * dy + z * dz;
    const k = x * x + y * y + z * z + 1 - r * r;
    // A hair wider: roots may lie on the ends.
    const reach = (0.5 * Math.max(to - from, 0) * (1 + 1e-9)) / ring + 1e-12;
    const count = quartic.solve(
      4 * od,
      2 * k + 4 * od * od - 4 * (dx * dx + dz * dz),
      4 * k * od - 8 * (x * dx + z * dz),
      k * k - 4 * (x * x + z * z),
      -reach,
      reach,
    );
    let n = 0;
    if (quartic.startsBelow) t[n++] = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count && n < 4; i++) t[n++] = mid + ring * quartic.roots[i];
    // An odd end is the exit beyond `high`, or a graze.
    if (n & 1 && quartic.endsBelow) t[n++] = Number.POSITIVE_INFINITY;
    return n >> 1;
  },
  outward(shape, x, y, z, n) {
    const radial = Math.sqrt(x * x + z * z);
    const k = radial > 0 ? 1 - shape.radius / radial : 0;
    n[0] = k * x;
    n[1] = y;
    n[2] = k * z;
  },
};

/** Signed distance from the surface of a torus, negative inside. */
function torusDistance(x: number, y: number, z: number, ring: number, radius: number): number {
  const out = Math.sqrt(x * x + z * z) - ring;
  return Math.sqrt(out * out + y * y) - radius;
}

function torusMass(radius: number, tube: number): MassProperties {
  const volume = 2 * PI * PI * radius * tube * tube;
  const across = volume * (0.5 * radius * radius + 0.625 * tube * tube);
  return principalMass(volume, [0, 0, 0], across, volume * (radius * radius + 0.75 * tube * tube), across);
}
