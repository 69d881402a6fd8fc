// The result of overlapping two solids, shared by every method (analytic, convex clipping, ray columns, later GPU).
// See docs/overlap.md. Geometry only: no stiffness, no friction.

/** Offsets into one overlap record. Vectors have world orientation; points are relative to `OverlapBuffer.origin`. */
export const OV_VOLUME = 0;
/** ∫_Ω x / V, relative to the origin. */
export const OV_CENTER = 1;
/** Central second moment ∫ (x-c)(x-c)ᵀ: xx, xy, xz, yy, yz, zz (m⁵). */
export const OV_MOMENT = 4;
/** g = ∫_{∂A∩B} n_A dS (m²): δV = g·δx when A moves by δx. */
export const OV_AREA_VECTOR = 10;
/** ∫_{∂A∩B} (x-c) × n_A dS (m³): δV = t·δθ when A turns by δθ about the centre c. */
export const OV_TURN = 13;
/**
 * Unit direction of the face that the patch lies on, pointing from B to A; zero where the method has no opinion
 * (curved surfaces): the patch then decides between -g/|g| and the moments.
 */
export const OV_FACE_NORMAL = 16;
export const OV_STRIDE = 20;

/**
 * Sums over the surface of one solid inside the other, about `OverlapBuffer.origin`: area, ∫n, ∫x, ∫xxᵀ (xx, xy, xz,
 * yy, yz, zz) and ∫n xᵀ (by rows), n the outward normal. A's at EN_SIDE 0, B's behind it.
 */
export const EN_AREA = 0;
export const EN_NORMAL = 1;
export const EN_PLACE = 4;
export const EN_SPREAD = 7;
export const EN_TURN = 13;
export const EN_SIDE = 22;
export const EN_STRIDE = 2 * EN_SIDE;

/** Room for the components of one pair's overlap. Owned by the caller, reused from pair to pair. */
export class OverlapBuffer {
  /**
   * World point that all points are relative to: keeps digits far from the world origin. A's shape origin; B's where A
   * is a half-space and B is not, since a half-space may have its own far from the contact.
   */
  readonly origin = new Float64Array(3);
  /** Number of components found; 0: the solids do not overlap. */
  count = 0;
  /** count records of OV_STRIDE doubles. */
  records = new Float64Array(OV_STRIDE * 4);
  /**
   * Points whose convex hull, projected along the normal, is the contact patch: component k owns points
   * pointStart[k] … pointStart[k+1], three doubles each, relative to the origin. Unordered.
   */
  points = new Float64Array(3 * 256);
  pointStart = new Int32Array(8);
  /** Whether `ends` holds EN_STRIDE sums for every component: ray columns on request. */
  hasEnds = false;
  ends = new Float64Array(EN_STRIDE * 4);
}
