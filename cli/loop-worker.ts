// The world of `sixfold serve`, in a thread of its own: steps against the clock, and talks through shared memory alone.

import { parentPort, workerData } from 'node:worker_threads';
import { allModels } from '../src/all-models.js';
import { type Quat, type SceneDescription, type Vec3, World } from '../src/index.js';
import { driveBlocking, PacedLoop, PoseBuffer } from '../src/loop.js';

/** Numbers that a device gives (pose) and gets (force, torque, time, late steps, longest step). */
export const GIVEN = 7;
export const GOT = 9;

export interface LoopData {
  scene: SceneDescription;
  devices: string[];
  /** Per device: what it gives and what it gets. */
  given: SharedArrayBuffer[];
  got: SharedArrayBuffer[];
  /** Seven numbers a body, and the time in front of them. */
  poses: SharedArrayBuffer;
  bodies: number;
  stop: SharedArrayBuffer;
}

function run(data: LoopData): void {
  const world = new World(data.scene, { models: allModels, clock: () => performance.now() });
  const bodies = [...world.bodies()];
  const poses = new PoseBuffer(data.poses, 1 + 7 * data.bodies);
  const frame = new Float64Array(1 + 7 * data.bodies);
  const hands = data.devices.map((name, k) => ({
    device: world.device(name),
    given: new PoseBuffer(data.given[k]!, GIVEN),
    got: new PoseBuffer(data.got[k]!, GOT),
    seen: 0,
  }));
  const pose = new Float64Array(GIVEN);
  const loop = new PacedLoop(
    () => {
      for (const hand of hands) {
        if (hand.given.published === hand.seen || !hand.given.read(pose)) continue;
        hand.seen = hand.given.published;
        hand.device.setPose([pose[0], pose[1], pose[2]] as Vec3, [pose[3], pose[4], pose[5], pose[6]] as Quat);
      }
      world.step();
      for (const { device, got } of hands)
        got.publish([...device.force, ...device.torque, world.time, loop.statistics.late, loop.statistics.longest]);
      frame[0] = world.time;
      for (const [k, body] of bodies.entries()) {
        frame.set(body.position, 1 + 7 * k);
        frame.set(body.rotation, 4 + 7 * k);
      }
      poses.publish(frame);
    },
    1000 * world.timeStep,
    () => performance.now(),
  );
  driveBlocking(loop, new Int32Array(data.stop));
  parentPort!.postMessage({ ...loop.statistics, hash: world.hash(), report: world.report([]) });
}

if (parentPort) run(workerData as LoopData);
