/** out = R v for the unit quaternion at q[qi…]. */
export function rotateVector(
  out: Float64Array,
  oi: number,
  q: Float64Array,
  qi: number,
  vx: number,
  vy: number,
  vz: number,
): void {
  const x = q[qi];
  const y = q[qi + 1];
  const z = q[qi + 2];
  const w = q[qi + 3];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[oi] = vx + w * tx + y * tz - z * ty;
  out[oi + 1] = vy + w * ty + z * tx - x * tz;
  out[oi + 2] = vz + w * tz + x * ty - y * tx;
}

/** out = Rᵀ v. */
export function unrotateVector(
  out: Float64Array,
  oi: number,
  q: Float64Array,
  qi: number,
  vx: number,
  vy: number,
  vz: number,
): void {
  const x = -q[qi];
  const y = -q[qi + 1];
  const z = -q[qi + 2];
  const w = q[qi + 3];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[oi] = vx + w * tx + y * tz - z * ty;
  out[oi + 1] = vy + w * ty + z * tx - x * tz;
  out[oi + 2] = vz + w * tz + x * ty - y * tx;
}
