// One run: an engine, a scene, what each step took, and the frames that measures look at.

import { DepthMeter } from './depth.js';
import { type Engine, FRAME } from './engine.js';
import { type PreparedScene, prepare } from './prepare.js';
import type { PeerScene } from './scene.js';

/** What measures see of a run. Frames are every `every` steps, the start first. */
export class Record {
  readonly frames: Float64Array[] = [];

  constructor(
    readonly scene: PreparedScene,
    readonly every: number,
    private readonly meter: DepthMeter,
  ) {}

  get last(): Float64Array {
    return this.frames.at(-1)!;
  }

  get first(): Float64Array {
    return this.frames[0]!;
  }

  time(frame: number): number {
    return frame * this.every * this.scene.timeStep;
  }

  indexOf(name: string): number {
    return this.scene.bodies.findIndex((body) => body.name === name);
  }

  /** The frame at a time, or the last one before it. */
  at(time: number): Float64Array {
    const k = Math.round(time / (this.every * this.scene.timeStep));
    return this.frames[Math.min(k, this.frames.length - 1)]!;
  }

  moving(): number[] {
    return this.scene.bodies.flatMap((body, k) => (body.dynamic ? [k] : []));
  }

  /** The largest depth (m) in so many frames spread over the run. */
  deepest(count = 24): number {
    const step = Math.max(1, Math.floor(this.frames.length / count));
    let most = this.meter.deepest(this.last);
    for (let k = step; k < this.frames.length - 1; k += step)
      most = Math.max(most, this.meter.deepest(this.frames[k]!));
    return most;
  }

  deepestAtEnd(): number {
    return this.meter.deepest(this.last);
  }

  lowest(k: number): number {
    return this.meter.lowest(this.last, k);
  }

  /** Kinetic and potential energy of a frame (J). */
  energy(frame: Float64Array): number {
    const { bodies, gravity } = this.scene;
    let sum = 0;
    for (const k of this.moving()) {
      const { mass, inertia } = bodies[k]!;
      const [x, y, z, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz] = frame.subarray(
        FRAME * k,
        FRAME * (k + 1),
      ) as unknown as number[];
      const q = [-qx!, -qy!, -qz!, qw!];
      const w = turn(q, [wx!, wy!, wz!]);
      sum +=
        0.5 * mass * (vx! ** 2 + vy! ** 2 + vz! ** 2) - mass * (gravity[0] * x! + gravity[1] * y! + gravity[2] * z!);
      for (let i = 0; i < 3; i++) sum += 0.5 * inertia[i]! * w[i]! ** 2;
    }
    return sum;
  }
}

function turn([x, y, z, w]: number[], [a, b, c]: number[]): number[] {
  const [tx, ty, tz] = [2 * (y! * c! - z! * b!), 2 * (z! * a! - x! * c!), 2 * (x! * b! - y! * a!)];
  return [a! + w! * tx + y! * tz - z! * ty, b! + w! * ty + z! * tx - x! * tz, c! + w! * tz + x! * ty - y! * tx];
}

/** Milliseconds: middle, worst hundredth and mean of the steps of a phase. */
export interface Times {
  median: number;
  p99: number;
  mean: number;
  steps: number;
}

export interface RunResult {
  engine: string;
  scene: string;
  /** By phase of the scene; a phase that was not reached is missing. */
  times: { [phase: string]: Times };
  measures: { [name: string]: number };
  notes: string[];
  /** Steps done, and those wanted. */
  steps: number;
  wanted: number;
  /** Milliseconds of a fixed piece of arithmetic before the run: what the machine was doing meanwhile. */
  yardstick: number;
  /** Why there is nothing else. */
  unsupported?: string;
  failed?: string;
}

/** Ten million multiplications and additions that depend on each other. */
export function yardstick(): number {
  const from = performance.now();
  let x = 1;
  for (let k = 0; k < 10_000_000; k++) x = x * 0.999999 + 1e-6;
  const took = performance.now() - from;
  return x > 0 ? took : 0;
}

/** Scenes up to so many seconds are never shortened: they cost next to nothing, and their measures need them whole. */
const LONG = 3;

export interface RunOptions {
  /** Share of a long scene's steps to do. */
  share: number;
  /** Stops when steps have taken so many seconds in all. */
  limit: number;
}

export async function run(engine: Engine, scene: PeerScene, options: RunOptions): Promise<RunResult> {
  const prepared = prepare(scene.make());
  const share = scene.seconds > LONG ? options.share : 1;
  const wanted = Math.max(2, Math.round((share * scene.seconds) / prepared.timeStep));
  const ruler = yardstick();
  const simulation = await engine.create(prepared);
  const record = new Record(prepared, scene.every, new DepthMeter(prepared, scene.torus ?? null));
  const frame = new Float64Array(FRAME * prepared.bodies.length);
  const milliseconds: number[] = [];
  let [sum, failed] = [0, ''];
  const look = () => {
    simulation.read(frame);
    // Where an engine has no half-space its ground stands elsewhere; what does not move is where the scene says.
    for (const [k, { dynamic, position, rotation }] of prepared.bodies.entries())
      if (!dynamic) frame.set([...position, ...rotation, 0, 0, 0, 0, 0, 0], FRAME * k);
    record.frames.push(frame.slice());
    const broken = record.moving().find((k) => !frame.subarray(FRAME * k, FRAME * k + 7).every(Number.isFinite));
    if (broken !== undefined) failed = `${prepared.bodies[broken]!.name} is nowhere after ${milliseconds.length} steps`;
  };
  look();
  for (let k = 0; k < wanted && sum < 1000 * options.limit && !failed; k++) {
    const from = performance.now();
    simulation.step();
    const took = performance.now() - from;
    milliseconds.push(took);
    sum += took;
    if ((k + 1) % scene.every === 0 || k === wanted - 1) look();
  }
  const times: RunResult['times'] = {};
  for (const [phase, [from, to]] of Object.entries(scene.phases)) {
    const slice = (t: number) => Math.round((share * t) / prepared.timeStep);
    const part = milliseconds.slice(slice(from), slice(to));
    if (part.length > 0) times[phase] = timesOf(part);
  }
  const done = milliseconds.length === wanted && !failed;
  return {
    engine: engine.name,
    scene: scene.name,
    times,
    measures: done ? scene.measure(record) : {},
    notes: [...simulation.notes],
    steps: milliseconds.length,
    wanted,
    yardstick: ruler,
    ...(failed ? { failed } : {}),
  };
}

function timesOf(values: number[]): Times {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { median: at(0.5), p99: at(0.99), mean, steps: values.length };
}
