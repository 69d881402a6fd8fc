// How long a block rocks: Housner, "The behavior of inverted pendulum structures during earthquakes", Bulletin of the
// Seismological Society of America 53 (1963), 403–417.
//
//   R    distance from the edge about which it rocks to the centre of mass (m); α its angle from the vertical
//   I₀   moment of inertia about that edge; p = √(m g R / I₀), 1/s
//   T(θ) = (4/p) arcosh(1/(1 - θ/α))          period at the amplitude θ, eq. 6: a quarter of it from θ to the impact
//   r    = (1 - (m R²/I₀)(1 - cos 2α))²       energy that an impact leaves, eq. 7
//   θ' = α (1 - √(1 - r (1 - (1 - θ/α)²)))    amplitude after an impact, eq. 8

/** Seconds from the amplitude `tilt` until it is below a millionth of α. */
export function rockingTime(
  mass: number,
  gravity: number,
  height: number,
  half: number,
  inertia: number,
  tilt: number,
) {
  const R = Math.hypot(height, half);
  const alpha = Math.atan2(half, height);
  const I0 = inertia + mass * R * R;
  const p = Math.sqrt((mass * gravity * R) / I0);
  const left = (1 - ((mass * R * R) / I0) * (1 - Math.cos(2 * alpha))) ** 2;
  const quarter = (theta: number) => Math.acosh(1 / (1 - theta / alpha)) / p;
  let theta = Math.min(tilt, 0.99 * alpha);
  let time = quarter(theta);
  while (theta > 1e-6 * alpha) {
    theta = alpha * (1 - Math.sqrt(1 - left * (1 - (1 - theta / alpha) ** 2)));
    time += 2 * quarter(theta);
  }
  return time;
}
