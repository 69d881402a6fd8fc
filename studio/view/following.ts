// Lets the camera go along with what the scene is about, or with one body, frame by frame.

import type { Vec3 } from '../../src/index.js';
import type { Frame } from '../sim/protocol.js';
import type { CameraRig } from './camera-rig.js';
import { type Crowd, crowdOf } from './follow.js';
import type { LaneView } from './lane-view.js';
import type { Viewport } from './viewports.js';

/** Bodies farther away than so many times the camera's distance have left. */
const REACH = 5;

export class Following {
  private shown = { step: -1, time: 0 };
  private watched: number | null = null;
  /** How far the crowd reached out when it was framed, in halves of the picture's shorter side. */
  private first = 0;
  /** Where what is watched was at the last frame (m). */
  private middle: Crowd['middle'] | null = null;

  constructor(private readonly rig: CameraRig) {}

  /** Id of the body that the camera goes along with; null: with all that the scene is about. */
  get body(): number | null {
    return this.watched;
  }

  watch(id: number | null, lanes: readonly LaneView[], viewport: Viewport): void {
    this.watched = id;
    this.middle = null;
    if (id === null) return;
    this.rig.follows = true;
    this.follow(lanes, viewport, -1);
  }

  /** Another scene, which has just been framed. */
  restart({ step, time }: Frame, lanes: readonly LaneView[], viewport: Viewport): void {
    this.shown = { step, time };
    this.middle = null;
    this.first = (this.crowd(lanes)?.radius ?? 0) / this.rig.halfSide(viewport);
  }

  /** While the user holds a body the picture must not move under his hand. */
  take({ step, time }: Frame, lanes: readonly LaneView[], viewport: Viewport, isHeld: boolean): void {
    const dt = step === this.shown.step ? 0 : time - this.shown.time;
    this.shown = { step, time };
    if (dt !== 0 && !isHeld) this.follow(lanes, viewport, dt);
  }

  private follow(lanes: readonly LaneView[], viewport: Viewport, dt: number): void {
    const bodies = lanes[0]?.bodies;
    const k = this.watched === null ? -1 : (bodies?.indexOf(this.watched) ?? -1);
    if (k < 0 && bodies?.scene?.view.box) return;
    const crowd = k >= 0 ? { middle: bodies!.centerOf(k), radius: 0 } : this.crowd(lanes);
    if (!crowd) return;
    const before = this.middle ?? crowd.middle;
    this.middle = crowd.middle;
    const speed = Math.hypot(...crowd.middle.map((x, n) => x - before[n]!)) / Math.abs(dt);
    this.rig.followTo(crowd, viewport, dt, k >= 0 ? { slack: 0, speed } : { speed, first: this.first });
  }

  private crowd(lanes: readonly LaneView[]): Crowd | null {
    const centers = lanes.flatMap((lane) => lane.movingCenters().map(({ x, y, z }): Vec3 => [x, y, z]));
    const { x, y, z } = this.rig.target;
    return crowdOf(centers, [x, y, z], REACH * this.rig.distance);
  }
}
