import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  Group,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Vec3 } from '../src/index.js';
import { InstanceSet } from './instance-set.js';
import { bringToFront, ORDER, type OverlayOptions } from './overlay.js';

/** A body's centre of mass and how it is turned. `Body` is one. */
export interface CenterLike {
  readonly centerOfMass: Vec3;
  readonly rotation: readonly [number, number, number, number];
  /** A body without mass (0, as of those that stand still for ever) has no mark. */
  readonly mass?: number;
}

export interface CenterOfMassOptions extends OverlayOptions {
  /** m; 0.03 unless told. */
  radius?: number;
}

/** The engineers' sign for the centre of mass: a ball of black and white octants, which turns with the body. */
export class CenterOfMassView extends Group {
  radius: number;
  private readonly balls: InstanceSet;
  private readonly placed = new Matrix4();
  private readonly at = new Vector3();
  private readonly turned = new Quaternion();
  private readonly size = new Vector3();
  private readonly white = new Color(1, 1, 1);

  constructor(options: CenterOfMassOptions = {}) {
    super();
    this.radius = options.radius ?? 0.03;
    const material = new MeshBasicMaterial({ vertexColors: true, toneMapped: false, transparent: true });
    if (options.xray ?? true) bringToFront(material);
    this.balls = new InstanceSet(octants(), material, ORDER.point);
    this.add(this.balls);
  }

  update(bodies: Iterable<CenterLike>): void {
    if (!this.visible) return;
    this.balls.begin();
    for (const { centerOfMass: c, rotation, mass } of bodies) {
      if (mass === 0) continue;
      this.at.set(c[0], c[1], c[2]);
      this.turned.set(rotation[0], rotation[1], rotation[2], rotation[3]);
      this.size.setScalar(this.radius);
      this.placed.compose(this.at, this.turned, this.size);
      this.balls.place(this.placed, this.white);
    }
    this.balls.end();
  }

  override dispose(): void {
    this.balls.dispose();
  }
}

function octants(): BufferGeometry {
  const geometry = new SphereGeometry(1, 24, 16);
  // Every triangle its own vertices, so that colours do not run into each other.
  const loose = geometry.toNonIndexed();
  const p = loose.getAttribute('position');
  const colors = new Float32Array(3 * p.count);
  for (let t = 0; t < p.count; t += 3) {
    const mean = (get: (v: number) => number) => get(t) + get(t + 1) + get(t + 2);
    const isDark = mean((v) => p.getX(v)) * mean((v) => p.getY(v)) * mean((v) => p.getZ(v)) > 0;
    colors.fill(isDark ? 0.01 : 1, 3 * t, 3 * t + 9);
  }
  loose.setAttribute('color', new BufferAttribute(colors, 3));
  geometry.dispose();
  return loose;
}
