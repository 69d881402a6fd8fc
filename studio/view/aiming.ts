// From the window to the world and back: rays under the pointer, places of points on the screen.

import { Raycaster, Vector2, Vector3 } from 'three';
import type { Vec3 } from '../../src/index.js';
import type { CameraRig } from './camera-rig.js';
import type { Viewport } from './viewports.js';

export interface Aim {
  raycaster: Raycaster;
  lane: number;
  /** Metres that a pixel is wide, a metre from the eye. */
  pixel: number;
}

export class Aiming {
  constructor(
    private readonly rig: CameraRig,
    private readonly canvas: HTMLCanvasElement,
    private readonly viewports: () => Viewport[],
  ) {}

  /** The ray under a point of the window (CSS px), in the lane that is drawn there or in a given one. */
  at(clientX: number, clientY: number, inLane?: number): Aim | null {
    const rect = this.canvas.getBoundingClientRect();
    const x = clientX - rect.left;
    const y = clientY - rect.top;
    const viewports = this.viewports();
    const lane = inLane ?? viewports.findIndex((v) => x >= v.x && y >= v.y && x < v.x + v.width && y < v.y + v.height);
    const viewport = viewports[lane];
    if (!viewport) return null;
    const { camera } = this.aimed(viewport);
    const raycaster = new Raycaster();
    const at = new Vector2((2 * (x - viewport.x)) / viewport.width - 1, 1 - (2 * (y - viewport.y)) / viewport.height);
    raycaster.setFromCamera(at, camera);
    return { raycaster, lane, pixel: (2 * Math.tan((camera.fov * Math.PI) / 360)) / viewport.height };
  }

  /** Where a point of the world is in the window (CSS px), as lane `lane` shows it; null behind the eye. */
  project(point: Vec3, lane: number): { x: number; y: number } | null {
    const viewport = this.viewports()[lane];
    if (!viewport) return null;
    const p = new Vector3(...point).project(this.aimed(viewport).camera);
    if (p.z > 1) return null;
    const { left, top } = this.canvas.getBoundingClientRect();
    return {
      x: left + viewport.x + 0.5 * (1 + p.x) * viewport.width,
      y: top + viewport.y + 0.5 * (1 - p.y) * viewport.height,
    };
  }

  /** Unit vectors of the picture in the world: to the right, up, and towards the eye. */
  axes(): { right: Vec3; up: Vec3; back: Vec3 } {
    const [right, up, back] = [new Vector3(), new Vector3(), new Vector3()];
    this.rig.camera.updateMatrixWorld();
    this.rig.camera.matrixWorld.extractBasis(right, up, back);
    const tuple = ({ x, y, z }: Vector3): Vec3 => [x, y, z];
    return { right: tuple(right), up: tuple(up), back: tuple(back) };
  }

  private aimed(viewport: Viewport): CameraRig {
    this.rig.aim(viewport);
    this.rig.camera.updateMatrixWorld();
    return this.rig;
  }
}
