// The last half minute: the poses of every step, for showing at once, and snapshots of some, for going on from there.
// Any step is reached again by restoring the snapshot before it and repeating what was done since: the same bits,
// because steps are deterministic and commands are logged with their step.

import type { HandsState } from './hands.js';
import type { Command, SoftSurface } from './protocol.js';
import type { Roster } from './roster.js';
import type { Pulled } from './softs.js';

export interface Moment {
  step: number;
  time: number;
  lanes: readonly LaneMoment[];
}

export interface LaneMoment {
  roster: Roster;
  poses: Float32Array;
  flags: Uint8Array;
  /** Surfaces of soft bodies, where there are any. */
  softs?: readonly SoftSurface[];
}

/** Everything that a session needs to go on from a step, as it was before the commands at that step. */
export interface Key {
  step: number;
  lanes: readonly { bytes: Uint8Array; roster: Roster; hands: HandsState; pulled?: Pulled | null; driver?: unknown }[];
  /** What it cost to get here from the key before (ms). */
  cost: number;
}

export interface LogEntry {
  /** Steps that had been done when it came. */
  step: number;
  command: Command;
}

export interface HistoryLimits {
  /** Simulated time (s). */
  seconds: number;
  bytes: number;
}

export class History {
  private readonly limits: HistoryLimits;
  /** Consecutive steps. */
  private moments: Moment[] = [];
  private keys: Key[] = [];
  private log: LogEntry[] = [];
  private poseBytes = 0;
  private keyBytes = 0;

  constructor(limits: HistoryLimits) {
    this.limits = limits;
  }

  /** First step that can be sought. */
  get first(): number {
    return this.moments[0]?.step ?? 0;
  }

  get last(): number {
    return this.moments.at(-1)?.step ?? 0;
  }

  get bytes(): number {
    return this.poseBytes + this.keyBytes;
  }

  get lastKey(): number {
    return this.keys.at(-1)?.step ?? -1;
  }

  at(step: number): Moment | undefined {
    return this.moments[step - this.first];
  }

  /** The poses at a step: the next one, or one that is there already and is seen again or gets new bodies. */
  record(moment: Moment): void {
    const at = moment.step - this.first;
    // On the way from a key to the first step that is shown.
    if (at < 0) return;
    const old = this.moments[at];
    if (old) {
      this.poseBytes += bytesOf(moment) - bytesOf(old);
      this.moments[at] = moment;
      return;
    }
    this.moments.push(moment);
    this.poseBytes += bytesOf(moment);
    this.forget();
  }

  addKey(key: Key): void {
    if (this.keys.some(({ step }) => step === key.step)) return;
    this.keys.push(key);
    this.keyBytes += sizeOf(key);
    while (this.bytes > this.limits.bytes && this.keys.length > 2) this.thin();
  }

  /** The key to go on from in order to reach a step. */
  keyFor(step: number): Key {
    let best = this.keys[0]!;
    for (const key of this.keys) if (key.step <= step) best = key;
    return best;
  }

  /** Keeps a command. Of many moves in one step only the last matters. */
  note(entry: LogEntry): void {
    const before = this.log.at(-1);
    if (entry.command.type === 'move-grab' && before?.step === entry.step && before.command.type === 'move-grab')
      this.log[this.log.length - 1] = entry;
    else this.log.push(entry);
  }

  /** Whether anything was done to the world that is still remembered. */
  get isTouched(): boolean {
    return this.log.length > 0;
  }

  /**
   * Takes back the last thing that was done and says at which step it began; null if nothing is remembered. A grab with
   * all its moves and its release is one thing.
   */
  takeBack(): number | null {
    let at = this.log.length - 1;
    while (at > 0 && (this.log[at]!.command.type === 'move-grab' || this.log[at]!.command.type === 'release')) at--;
    const [entry] = this.log.splice(Math.max(0, at));
    if (!entry) return null;
    this.cutAfter(entry.step);
    return entry.step;
  }

  commandsAt(step: number): Command[] {
    return this.log.filter((entry) => entry.step === step).map(({ command }) => command);
  }

  /** Forgets what came after a step: it is about to become different. */
  cutAfter(step: number): void {
    while (this.last > step) this.poseBytes -= bytesOf(this.moments.pop()!);
    while (this.keys.length > 1 && this.keys.at(-1)!.step > step) this.keyBytes -= sizeOf(this.keys.pop()!);
    while (this.log.length > 0 && this.log.at(-1)!.step > step) this.log.pop();
  }

  /** Moments too old or too many, and what is needed only to reach them. */
  private forget(): void {
    const newest = this.moments.at(-1)!;
    const isTooOld = (m: Moment) => newest.time - m.time > this.limits.seconds + 1e-9;
    // Poses alone may take half of the memory.
    let drop = 0;
    while (drop < this.moments.length - 1) {
      const oldest = this.moments[drop]!;
      if (!isTooOld(oldest) && this.poseBytes <= 0.5 * this.limits.bytes) break;
      this.poseBytes -= bytesOf(oldest);
      drop++;
    }
    if (drop === 0) return;
    this.moments.splice(0, drop);
    const needed = this.keyFor(this.first).step;
    while (this.keys[0]!.step < needed) this.keyBytes -= sizeOf(this.keys.shift()!);
    const gone = this.log.findIndex(({ step }) => step >= needed);
    this.log.splice(0, gone < 0 ? this.log.length : gone);
  }

  /**
   * Drops the key without which the longest way between two keys stays shortest; never the first, which all rests on.
   */
  private thin(): void {
    let best = 1;
    let least = Infinity;
    for (let k = 1; k < this.keys.length - 1; k++) {
      const way = this.keys[k]!.cost + this.keys[k + 1]!.cost;
      if (way >= least) continue;
      least = way;
      best = k;
    }
    const [gone] = this.keys.splice(best, 1);
    const after = this.keys[best];
    if (after) after.cost += gone!.cost;
    this.keyBytes -= sizeOf(gone!);
  }
}

function bytesOf(moment: Moment): number {
  const ofSofts = ({ softs = [] }: LaneMoment): number =>
    softs.reduce((sum, { positions, heat }) => sum + positions.byteLength + (heat?.byteLength ?? 0) + 100, 0);
  return moment.lanes.reduce(
    (sum, lane) => sum + lane.poses.byteLength + lane.flags.byteLength + ofSofts(lane) + 200,
    0,
  );
}

function sizeOf(key: Key): number {
  return key.lanes.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}
