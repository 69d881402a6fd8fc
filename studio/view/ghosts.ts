// Which bodies stand between the eye and what a scene is about: walls of a pit, the near side of a bowl. They are drawn
// as glass.

import { type PerspectiveCamera, Raycaster, type Vector3 } from 'three';
import type { BodiesView } from './bodies-view.js';

/** Rays that are cast in one look. */
const MOST_RAYS = 28;
/** Shares of what is looked at that a body must hide to become glass, and to stay so. */
const HIDES = 0.1;
const STILL_HIDES = 0.05;

export class Ghosts {
  private readonly raycaster = new Raycaster();
  private ghosts: ReadonlySet<number> = new Set();
  private key = '';

  clear(): void {
    this.ghosts = new Set();
    this.key = '';
  }

  /**
   * `centers`: points of the bodies that are watched (m). Looks again when the eye or a quarter of a second has passed.
   */
  look(bodies: BodiesView, camera: PerspectiveCamera, centers: readonly Vector3[], time: number): void {
    const walls = bodies.still;
    if (walls.length === 0 || centers.length === 0) return;
    const { x, y, z } = camera.position;
    const grain = 0.05 * camera.position.distanceTo(centers[0]!);
    const key = [x, y, z].map((value) => Math.round(value / grain)).join() + Math.floor(4 * time);
    if (key === this.key) return;
    this.key = key;
    this.ghosts = this.find(bodies, walls, camera.position, centers);
    bodies.setGhosts(this.ghosts);
  }

  private find(bodies: BodiesView, walls: number[], eye: Vector3, centers: readonly Vector3[]): ReadonlySet<number> {
    const step = Math.max(1, Math.ceil(centers.length / MOST_RAYS));
    const seen = centers.filter((_, k) => k % step === 0);
    const hidden = new Map<number, number>();
    for (const center of seen) {
      const way = center.clone().sub(eye);
      this.raycaster.set(eye, way.clone().normalize());
      // Not what a body lies on or in at the very place.
      this.raycaster.far = 0.98 * way.length();
      for (const body of bodies.hitBy(this.raycaster, walls)) hidden.set(body, (hidden.get(body) ?? 0) + 1);
    }
    const isGlass = ([body, count]: [number, number]) =>
      count >= (this.ghosts.has(body) ? STILL_HIDES : HIDES) * seen.length;
    return new Set([...hidden].filter(isGlass).map(([body]) => body));
  }
}
