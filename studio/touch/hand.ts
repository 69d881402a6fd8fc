// The user's one hand: what it holds, and where. Pointers, keys, gamepads and 6-DOF devices all move this one, so that
// they can take turns. Everything goes through commands of the simulation, which are logged and replayed.

import type { Vec3 } from '../../src/index.js';
import { add, multiply, normalizeQuat, type Quat, rotate } from '../../src/math/vec3.js';
import type { SimClient } from '../sim/client.js';
import type { BodyInfo, Command } from '../sim/protocol.js';

export interface Held {
  body: number;
  lane: number;
  point_B: Vec3;
  /** Where the spring pulls to (m). */
  target: Vec3;
  /** What it is turned to, if it is to be turned. */
  rotation?: Quat;
  /** Of a push: the force (N). Else the spring pulls. */
  force?: Vec3;
  by: Holder;
}

export type Holder = 'pointer' | 'keys' | 'device';

/** Fires 'change' when it takes something or lets go. */
export class Hand extends EventTarget {
  private grip: Held | null = null;
  private isMoved = false;
  private step = 0;
  private load = -1;

  constructor(
    private readonly client: SimClient,
    private readonly play: () => void,
    private readonly fault: (error: unknown) => void,
  ) {
    super();
    client.on('scene', ({ detail }) => {
      if (detail.lane !== 0) return;
      const isOther = detail.load !== this.load;
      this.load = detail.load;
      if (this.grip && (isOther || !this.bodyOf(this.grip.body))) this.forget();
    });
    client.on('frame', ({ detail }) => {
      // Who goes back in time has let go: that hand is one of the past.
      if (detail.step < this.step) this.forget();
      this.step = detail.step;
    });
  }

  get held(): Held | null {
    return this.grip;
  }

  bodyOf(id: number, lane = 0): BodyInfo | undefined {
    return this.client.scenes[lane]?.bodies.find((body) => body.id === id);
  }

  /** Whether a body can be held. */
  canHold(id: number, lane = 0): boolean {
    const info = this.bodyOf(id, lane);
    return info?.type === 'dynamic' || info?.type === 'soft' || info?.device !== undefined;
  }

  /** Where a body is in the last frame; null if it is not there. */
  poseOf(id: number, lane = 0): { position: Vec3; rotation: Quat } | null {
    const k = this.client.scenes[lane]?.bodies.findIndex((body) => body.id === id) ?? -1;
    const poses = this.client.frame?.lanes[lane]?.poses;
    if (k < 0 || !poses || poses.length < 7 * k + 7) return null;
    const [x, y, z, a, b, c, d] = poses.subarray(7 * k) as unknown as [number, number, number, ...Quat];
    return { position: [x, y, z], rotation: [a, b, c, d] };
  }

  /** Where a point of a body is in the last frame. */
  place(id: number, point_B: Vec3, lane = 0): Vec3 | null {
    const pose = this.poseOf(id, lane);
    return pose && add(pose.position, rotate(pose.rotation, point_B));
  }

  /** Takes a body. Time goes on while somebody pulls at it. */
  hold(held: Held): void {
    this.letGo();
    this.grip = held;
    const { by: _, lane: __, ...rest } = held;
    this.send({ type: 'grab', ...rest });
    if (!this.client.frame?.playing) this.play();
    this.dispatchEvent(new Event('change'));
  }

  moveTo(target: Vec3, force?: Vec3): void {
    if (!this.grip) return;
    this.grip = { ...this.grip, target, ...(force && { force }) };
    this.moved();
  }

  moveBy(by: Vec3): void {
    if (this.grip) this.moveTo(add(this.grip.target, by));
  }

  /**
   * Turns what is held about a unit vector of the world, by a small angle (rad). From then on its rotation is held too.
   */
  turnBy(axis: Vec3, angle: number): void {
    if (!this.grip || this.grip.force) return;
    const now = this.grip.rotation ?? this.poseOf(this.grip.body, this.grip.lane)?.rotation;
    if (!now) return;
    const s = Math.sin(0.5 * angle);
    const turn: Quat = [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(0.5 * angle)];
    this.grip = { ...this.grip, rotation: normalizeQuat(multiply(turn, now)) };
    this.moved();
  }

  private moved(): void {
    if (this.isMoved) return;
    // Once a picture: pointers report far more often.
    this.isMoved = true;
    requestAnimationFrame(() => this.flush());
  }

  letGo(): void {
    if (!this.grip) return;
    this.flush();
    this.send({ type: 'release' });
    this.forget();
  }

  private flush(): void {
    if (!this.isMoved) return;
    this.isMoved = false;
    if (!this.grip) return;
    const { target, rotation, force } = this.grip;
    this.send({ type: 'move-grab', target, ...(rotation && { rotation }), ...(force && { force }) });
  }

  private forget(): void {
    if (!this.grip) return;
    this.grip = null;
    this.dispatchEvent(new Event('change'));
  }

  private send(command: Command): void {
    this.client.command(command).catch((error) => {
      this.forget();
      this.fault(error);
    });
  }
}
