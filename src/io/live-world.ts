// A world that runs against the clock in a thread of its own, and whoever draws it or holds it in another.
//
// The worker steps when a step is due, never when a picture is. With shared memory everything goes through lock-free
// double buffers: poses of devices one way, frames the other, and a worker that sleeps on a cell until it is told to
// stop. Without it the same goes by message: poses as they come, a frame every few milliseconds. Late steps are counted
// in both. A copy warms up before the clock starts. Neither knows a browser or Node: clock, timer and messages are
// lent. Verified in test/io/live-world.test.ts (Node, both ways) and test/browser/live.test.ts (Chromium, both ways).

import { SixfoldError } from '../checks/error.js';
import { show } from '../checks/fields.js';
import type { Device } from '../contact/devices/device.js';
import type { ContactModelKind } from '../contact/model.js';
import type { Quat, Vec3 } from '../math/vec3.js';
import type { SceneDescription } from '../world/scene.js';
import { World } from '../world/whole-world.js';
import { LiveFrame, liveFrameWidth } from './live-frame.js';
import { driveBlocking, driveByTimer, type LoopStatistics, PacedLoop } from './paced-loop.js';
import { PoseBuffer } from './pose-buffer.js';
import { warmUp } from './warm-up.js';

/** Where both threads look. */
export interface LiveMemory {
  frames: SharedArrayBuffer;
  /** One a device. */
  poses: SharedArrayBuffer[];
  stop: SharedArrayBuffer;
}

export type ToLive =
  | { type: 'start'; scene: SceneDescription; devices: string[]; bodies: number; memory: LiveMemory | null }
  | { type: 'pose'; device: string; position: Vec3; rotation: Quat }
  | { type: 'stop' };

export type FromLive =
  | { type: 'frame'; numbers: Float64Array }
  /** The loop has ended; `report` is what `world.report` says. */
  | { type: 'stopped'; statistics: LoopStatistics; hash: string; report: object }
  /** The scene cannot be used, or a step failed: one line. */
  | { type: 'refused'; message: string };

export interface LiveOptions {
  models: readonly ContactModelKind[];
  /** Milliseconds; must never go back. */
  clock: () => number;
  /** Runs something after so many milliseconds, or a little sooner: without shared memory. */
  later: (run: () => void, milliseconds: number) => void;
  post: (message: FromLive) => void;
  /** Whether a copy of the world warms up before the clock starts, for a second at most; true unless told otherwise. */
  warmUp?: boolean;
  /** Who acts in the world, before every step: a character, a driver, a script. The copy that warms up has its own. */
  drive?: (world: World) => LiveDriver;
}

/** `act` is called before every step of dt seconds; the driver of a built-in scene is one. */
export interface LiveDriver {
  act(dt: number): void;
}

/** Between two frames by message (ms). */
const FRAME_INTERVAL = 8;

/** The side that steps. */
export class LiveWorker {
  readonly #options: LiveOptions;
  #world: World | null = null;
  #isStopped = false;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** With shared memory `start` comes back only when somebody has written to the cell that stops it. */
  receive(message: ToLive): void {
    try {
      if (message.type === 'start') this.#start(message);
      else if (message.type === 'stop') this.#isStopped = true;
      else this.#world?.device(message.device).setPose(message.position, message.rotation);
    } catch (error) {
      this.#options.post({ type: 'refused', message: lineOf(error) });
    }
  }

  #start({ scene, devices, bodies, memory }: ToLive & { type: 'start' }): void {
    const { clock, drive, models } = this.#options;
    const world = new World(scene, { models, clock });
    const driver = drive?.(world);
    if (this.#options.warmUp ?? true) warmUp(scene, models, clock, drive);
    this.#world = world;
    this.#isStopped = false;
    const hands = devices.map((name) => world.device(name));
    const list = [...world.bodies()].slice(0, bodies);
    const frame = new LiveFrame(hands.length, list.length);
    const run: Run = {
      world,
      hands,
      frame,
      step: () => {
        driver?.act(world.timeStep);
        world.step();
      },
      write: ({ steps, late, skipped, longest }) => {
        frame.setHead(world.time, steps, late, skipped, longest);
        for (const [k, hand] of hands.entries()) frame.setDevice(k, hand.force, hand.torque, hand.energyToHand);
        for (const [k, body] of list.entries()) frame.setBody(k, body.position, body.rotation);
      },
    };
    if (memory) this.#runShared(run, memory);
    else this.#runByMessages(run);
  }

  #runShared({ world, hands, frame, step: advance, write }: Run, memory: LiveMemory): void {
    const frames = new PoseBuffer(memory.frames, frame.numbers.length);
    const given = memory.poses.map((bytes) => ({ buffer: new PoseBuffer(bytes, 7), seen: 0 }));
    const pose = new Float64Array(7);
    const step = (): void => {
      for (const [k, one] of given.entries()) {
        const { published } = one.buffer;
        if (published === one.seen || !one.buffer.read(pose)) continue;
        one.seen = published;
        hands[k]!.setPose([pose[0]!, pose[1]!, pose[2]!], [pose[3]!, pose[4]!, pose[5]!, pose[6]!]);
      }
      advance();
      write(loop.statistics);
      frames.publish(frame.numbers);
    };
    const loop = new PacedLoop(step, 1000 * world.timeStep, this.#options.clock);
    driveBlocking(loop, new Int32Array(memory.stop));
    this.#end(world, loop);
  }

  #runByMessages({ world, frame, step, write }: Run): void {
    const { clock, later, post } = this.#options;
    const loop = new PacedLoop(step, 1000 * world.timeStep, clock);
    let posted = -Infinity;
    const turn = (run: () => void, ms: number): void => {
      const now = clock();
      if (now - posted >= FRAME_INTERVAL) {
        posted = now;
        write(loop.statistics);
        post({ type: 'frame', numbers: frame.numbers.slice() });
      }
      later(() => {
        try {
          run();
          if (this.#isStopped) this.#end(world, loop);
        } catch (error) {
          this.#isStopped = true;
          post({ type: 'refused', message: lineOf(error) });
        }
      }, ms);
    };
    driveByTimer(loop, turn, () => this.#isStopped);
  }

  #end(world: World, loop: PacedLoop): void {
    const report = world.report([]) as object;
    this.#options.post({ type: 'stopped', statistics: { ...loop.statistics }, hash: world.hash(), report });
  }
}

interface Run {
  world: World;
  hands: Device[];
  frame: LiveFrame;
  step(): void;
  write(statistics: LoopStatistics): void;
}

/** The side that draws, or holds. */
export class LiveClient {
  /** The latest frame that `read` has seen. */
  readonly frame: LiveFrame;
  /** Resolves when the loop has ended. */
  readonly stopped: Promise<FromLive & { type: 'stopped' }>;
  readonly isShared: boolean;
  readonly #post: (message: ToLive) => void;
  readonly #devices: readonly string[];
  readonly #frames: PoseBuffer | null;
  readonly #poses: PoseBuffer[];
  readonly #cell: SharedArrayBuffer | null;
  #hasFrame = false;
  #resolve!: (end: FromLive & { type: 'stopped' }) => void;
  #reject!: (error: Error) => void;

  /** `shared`: whether the two threads may share memory. `devices` are those of the scene, unless told. */
  constructor(
    scene: SceneDescription,
    { post, shared, devices }: { post: (message: ToLive) => void; shared: boolean; devices?: readonly string[] },
  ) {
    this.#post = post;
    this.#devices = devices ?? (scene.devices ?? []).map(({ name }) => name);
    this.isShared = shared;
    const bodies = scene.bodies?.length ?? 0;
    const width = liveFrameWidth(this.#devices.length, bodies);
    this.frame = new LiveFrame(this.#devices.length, bodies);
    this.stopped = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Who does not ask for the end is not told of a refusal twice.
    this.stopped.catch(() => {});
    const memory: LiveMemory | null = shared
      ? {
          frames: new SharedArrayBuffer(PoseBuffer.bytes(width)),
          poses: this.#devices.map(() => new SharedArrayBuffer(PoseBuffer.bytes(7))),
          stop: new SharedArrayBuffer(4),
        }
      : null;
    this.#frames = memory && new PoseBuffer(memory.frames, width);
    this.#poses = memory ? memory.poses.map((bytes) => new PoseBuffer(bytes, 7)) : [];
    this.#cell = memory?.stop ?? null;
    post({ type: 'start', scene, devices: [...this.#devices], bodies, memory });
  }

  /** What the worker posts. */
  receive(message: FromLive): void {
    if (message.type === 'frame') {
      this.frame.numbers.set(message.numbers);
      this.#hasFrame = true;
    } else if (message.type === 'stopped') this.#resolve(message);
    else this.#reject(new SixfoldError(message.message));
  }

  /** Brings `frame` up to date; false where there is none yet. */
  read(): boolean {
    return this.#frames ? this.#frames.read(this.frame.numbers) : this.#hasFrame;
  }

  /** Where a device is, as `device.setPose` takes it. */
  setPose(device: string, position: Vec3, rotation: Quat): void {
    const k = this.#devices.indexOf(device);
    if (k < 0) throw new SixfoldError(`no device is named ${show(device)}`);
    if (this.isShared) this.#poses[k]!.publish([...position, ...rotation]);
    else this.#post({ type: 'pose', device, position, rotation });
  }

  stop(): void {
    if (!this.#cell) {
      this.#post({ type: 'stop' });
      return;
    }
    const stop = new Int32Array(this.#cell);
    Atomics.store(stop, 0, 1);
    Atomics.notify(stop, 0);
  }
}

const lineOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
