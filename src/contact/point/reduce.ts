// The reduction to four points that games use: the deepest point, then the ones that span the largest area. It changes
// the physics (pressure, spinning friction, which corner lifts first), and is off by default for that reason.

import { CP_NORMAL, CP_SEPARATION, CP_STRIDE, type PointBuffer } from '../../distance/buffer.js';

/** Keep at most four points of the buffer, in their old order. */
export function reduceToFour(buffer: PointBuffer): void {
  const n = buffer.count;
  if (n <= 4) return;
  const d = buffer.data;
  let i0 = 0;
  for (let i = 1; i < n; i++) if (d[i * CP_STRIDE + CP_SEPARATION] < d[i0 * CP_STRIDE + CP_SEPARATION]) i0 = i;
  const a = i0 * CP_STRIDE;
  let i1 = -1;
  let far = -1;
  for (let i = 0; i < n; i++) {
    if (i === i0) continue;
    const o = i * CP_STRIDE;
    const x = d[o] - d[a];
    const y = d[o + 1] - d[a + 1];
    const z = d[o + 2] - d[a + 2];
    const l = x * x + y * y + z * z;
    if (l > far) {
      far = l;
      i1 = i;
    }
  }
  // on both sides of the line i0–i1, seen along the deepest point's normal, the point that adds the most area
  const b = i1 * CP_STRIDE;
  const nx = d[a + CP_NORMAL];
  const ny = d[a + CP_NORMAL + 1];
  const nz = d[a + CP_NORMAL + 2];
  const ux = d[b] - d[a];
  const uy = d[b + 1] - d[a + 1];
  const uz = d[b + 2] - d[a + 2];
  const sx = ny * uz - nz * uy;
  const sy = nz * ux - nx * uz;
  const sz = nx * uy - ny * ux;
  let i2 = -1;
  let i3 = -1;
  let left = 0;
  let right = 0;
  for (let i = 0; i < n; i++) {
    if (i === i0 || i === i1) continue;
    const o = i * CP_STRIDE;
    const area = sx * (d[o] - d[a]) + sy * (d[o + 1] - d[a + 1]) + sz * (d[o + 2] - d[a + 2]);
    if (area > left) {
      left = area;
      i2 = i;
    }
    if (area < right) {
      right = area;
      i3 = i;
    }
  }
  let m = 0;
  for (let i = 0; i < n; i++) {
    if (i !== i0 && i !== i1 && i !== i2 && i !== i3) continue;
    if (i !== m) {
      for (let c = 0; c < CP_STRIDE; c++) d[m * CP_STRIDE + c] = d[i * CP_STRIDE + c];
      buffer.ids[m] = buffer.ids[i];
    }
    m++;
  }
  buffer.count = m;
}
