// The camera: orbits, frames what is there in the part of the canvas that no panel covers, and goes along with bodies
// that leave the picture until the user moves it himself.

import { type Box3, MathUtils, PerspectiveCamera, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { type Crowd, retreatFor, shiftFor } from './follow.js';
import type { Viewport } from './viewports.js';

const FOV = 32;
const AZIMUTH = 0.52;
const ELEVATION = 0.33;
/** Free space around what is framed. */
const ROOM = 1.18;

export interface FrameOptions {
  /** From where it looks now. */
  keepDirection?: boolean;
  /** Degrees around the vertical and above the horizon. */
  from?: readonly [number, number];
  fly?: boolean;
  /** Free space around what is framed, as a factor. */
  room?: number;
}

export class CameraRig {
  readonly camera = new PerspectiveCamera(FOV, 1, 0.01, 1000);
  readonly controls: OrbitControls;
  /** Goes along with bodies that leave the picture. */
  follows = true;
  /** The user has moved it since it was last told what to look at. */
  isOwn = false;
  private flight: { from: Vector3; to: Vector3; fromEye: Vector3; toEye: Vector3; start: number } | null = null;

  constructor(element: HTMLElement, onChange: () => void) {
    this.controls = new OrbitControls(this.camera, element);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.screenSpacePanning = true;
    this.controls.zoomToCursor = true;
    this.controls.zoomSpeed = 1.4;
    this.controls.rotateSpeed = 0.8;
    this.controls.maxDistance = 2000;
    this.controls.minDistance = 1e-3;
    this.controls.addEventListener('change', onChange);
    const before = new Vector3();
    this.controls.addEventListener('start', () => {
      this.flight = null;
      before.copy(this.target);
    });
    // Who moves the picture aside wants to look there.
    this.controls.addEventListener('end', () => {
      if (before.distanceTo(this.target) > 0.02 * this.distance) this.follows = false;
      this.isOwn = true;
    });
  }

  get target(): Vector3 {
    return this.controls.target;
  }

  get distance(): number {
    return this.camera.position.distanceTo(this.controls.target);
  }

  /** Looks at the boxes from the front, a little from above and aside; the way around that shows most of them. */
  frame(boxes: readonly Box3[], whole: Box3, viewport: Viewport, options: FrameOptions = {}) {
    const size = whole.getSize(new Vector3());
    const center = whole.getCenter(new Vector3());
    const direction = new Vector3();
    if (options.keepDirection) direction.copy(this.camera.position).sub(this.target).normalize();
    else if (options.from) {
      const [around, above] = options.from.map(MathUtils.degToRad) as [number, number];
      // Not quite from above: up would be nowhere.
      direction.setFromSphericalCoords(1, Math.max(1e-3, Math.PI / 2 - above), around);
    } else {
      const azimuth = size.z > 1.5 * size.x ? Math.PI / 2 - AZIMUTH : AZIMUTH;
      direction.setFromSphericalCoords(1, Math.PI / 2 - ELEVATION, azimuth);
    }
    const room = options.room ?? ROOM;
    const distance = Math.max(1e-3, room * this.fit(boxes, center, direction, viewport));
    const eye = center.clone().addScaledVector(direction, distance);
    this.follows = true;
    this.isOwn = false;
    if (options.fly) {
      this.flight = {
        from: this.target.clone(),
        to: center,
        fromEye: this.camera.position.clone(),
        toEye: eye,
        start: performance.now(),
      };
      return;
    }
    this.flight = null;
    this.target.copy(center);
    this.camera.position.copy(eye);
    this.controls.update();
  }

  /**
   * Moves `center` across the line of sight and returns how far away the eye must be for all corners to be in the free
   * part.
   */
  private fit(boxes: readonly Box3[], center: Vector3, direction: Vector3, { height, free }: Viewport): number {
    const right = new Vector3().crossVectors(new Vector3(0, 1, 0), direction).normalize();
    const up = new Vector3().crossVectors(direction, right);
    const half = Math.tan(MathUtils.degToRad(FOV / 2));
    const corners = boxes.flatMap(({ min, max }) =>
      Array.from({ length: 8 }, (_, k) => {
        const corner = new Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z).sub(center);
        return { x: corner.dot(right), y: corner.dot(up), depth: corner.dot(direction) };
      }),
    );
    // Along each axis of the picture two corners touch its sides: |x - shift| = t (distance - depth) for both.
    const across = this.span(
      corners.map(({ x, depth }) => ({ at: x, depth })),
      (half * free.width) / height,
    );
    const along = this.span(
      corners.map(({ y, depth }) => ({ at: y, depth })),
      (half * free.height) / height,
    );
    center.addScaledVector(right, across.shift).addScaledVector(up, along.shift);
    return Math.max(across.distance, along.distance);
  }

  private span(corners: { at: number; depth: number }[], t: number): { shift: number; distance: number } {
    let high = -Infinity;
    let low = -Infinity;
    for (const { at, depth } of corners) {
      high = Math.max(high, at + t * depth);
      low = Math.max(low, t * depth - at);
    }
    return { shift: 0.5 * (high - low), distance: (0.5 * (high + low)) / t };
  }

  /** Moves on; true while it has not come to rest. */
  update(): boolean {
    if (this.flight) {
      const { from, to, fromEye, toEye, start } = this.flight;
      const t = Math.min(1, (performance.now() - start) / 450);
      const s = t * t * (3 - 2 * t);
      this.target.lerpVectors(from, to, s);
      this.camera.position.lerpVectors(fromEye, toEye, s);
      if (t === 1) this.flight = null;
    }
    return this.controls.update() || this.flight !== null;
  }

  /**
   * Goes along with what is watched, and farther away where it spreads; `dt` simulated seconds have passed. True if it
   * did.
   */
  followTo(
    crowd: Crowd | null,
    { height, free }: Viewport,
    dt: number,
    how: { slack?: number; speed?: number; first?: number } = {},
  ): boolean {
    if (!this.follows || this.flight || !crowd) return false;
    const before = this.camera.position.clone();
    const half = this.halfSide({ height, free });
    const away = new Vector3(...crowd.middle).sub(this.target);
    const shift = shiftFor(away.length(), half, dt, how);
    if (shift > 0) {
      away.setLength(shift);
      this.target.add(away);
      this.camera.position.add(away);
    }
    const farther = retreatFor(crowd.radius, half, dt, how.first);
    if (farther > 1) this.camera.position.sub(this.target).multiplyScalar(farther).add(this.target);
    return before.distanceTo(this.camera.position) > 1e-6 * this.distance;
  }

  /** Half of the shorter side of the free part, where the camera looks (m). */
  halfSide({ height, free }: Pick<Viewport, 'height' | 'free'>): number {
    const share = Math.min(free.width, free.height) / height;
    return share * this.distance * Math.tan(MathUtils.degToRad(FOV / 2));
  }

  /** Where it looks from and to: six numbers, for links. */
  get pose(): number[] {
    return [...this.camera.position.toArray(), ...this.target.toArray()];
  }

  /** Stays where it is put. */
  set pose(numbers: readonly number[]) {
    this.flight = null;
    this.follows = false;
    this.isOwn = true;
    this.camera.position.fromArray(numbers);
    this.target.fromArray(numbers, 3);
    this.controls.update();
  }

  /** Turns the camera around its target (rad): to the right, and up. */
  turn(azimuth: number, elevation: number): void {
    this.flight = null;
    const arm = this.camera.position.clone().sub(this.target);
    const around = new Spherical().setFromVector3(arm);
    around.theta += azimuth;
    around.phi -= elevation;
    around.makeSafe();
    this.camera.position.copy(this.target).add(arm.setFromSpherical(around));
    this.controls.update();
  }

  /** Goes nearer (above 1) or farther. */
  zoom(factor: number): void {
    this.flight = null;
    const arm = this.camera.position.clone().sub(this.target);
    this.camera.position.copy(this.target).addScaledVector(arm, 1 / factor);
    this.controls.update();
  }

  /** Sets the camera up for a viewport: its free part is what the camera looks at the middle of. */
  aim(viewport: Viewport): void {
    const { camera } = this;
    const { width, height, free } = viewport;
    camera.aspect = width / height;
    const dx = viewport.x + 0.5 * width - (free.x + 0.5 * free.width);
    const dy = viewport.y + 0.5 * height - (free.y + 0.5 * free.height);
    camera.setViewOffset(width, height, dx, dy, width, height);
    const distance = Math.max(1e-3, this.distance);
    camera.near = 0.02 * distance;
    camera.far = 200 * distance;
    camera.updateProjectionMatrix();
  }

  dispose(): void {
    this.controls.dispose();
  }
}
