// The nearest point of a shape's surface to a point, in the shape's frame: what `nearest` of a kind fills in.
// Where it is not unique (a centre, an axis) kinds choose a fixed direction: up, or x for directions across an axis.
// Verified in test/distance/points.test.ts.

/**
 * Below this share of the shape's size an outside point counts as on the surface, where the direction to it is noise.
 */
export const TOUCH = 1e-12;

export class Nearest {
  /** Negative inside. */
  distance = 0;
  x = 0;
  y = 0;
  z = 0;
  /** Outward, unit. */
  nx = 0;
  ny = 1;
  nz = 0;

  put(d: number, x: number, y: number, z: number, nx: number, ny: number, nz: number): void {
    this.distance = d;
    this.x = x;
    this.y = y;
    this.z = z;
    this.nx = nx;
    this.ny = ny;
    this.nz = nz;
  }

  /** From (x, y, z) to a ball around c. */
  ofBall(x: number, y: number, z: number, cx: number, cy: number, cz: number, radius: number, acrossY: boolean): void {
    const dx = x - cx;
    const dy = y - cy;
    const dz = z - cz;
    const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (d > TOUCH * radius) {
      this.nx = dx / d;
      this.ny = dy / d;
      this.nz = dz / d;
    } else {
      // At the centre, or on a core line: up, except along a capsule's straight part, where that lies inside.
      const across = acrossY ? 1 : 0;
      this.nx = across;
      this.ny = 1 - across;
      this.nz = 0;
    }
    this.distance = d - radius;
    this.x = cx + radius * this.nx;
    this.y = cy + radius * this.ny;
    this.z = cz + radius * this.nz;
  }

  /** The nearest point is known and (px, py, pz) outside: distance and normal from it; false if they touch. */
  fromOutside(size: number, px: number, py: number, pz: number): boolean {
    const dx = px - this.x;
    const dy = py - this.y;
    const dz = pz - this.z;
    const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(d > TOUCH * size)) return false;
    this.distance = d;
    this.nx = dx / d;
    this.ny = dy / d;
    this.nz = dz / d;
    return true;
  }
}
