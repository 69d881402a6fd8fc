import type { Sym3, Vec3 } from '../math/vec3.js';

export interface MassProperties {
  readonly volume: number;
  /** Centre of mass in the shape's frame. */
  readonly center: Vec3;
  /** Inertia about the centre of mass, shape axes, for unit density (kg·m² per kg/m³): xx, xy, xz, yy, yz, zz. */
  readonly inertia: Sym3;
}
