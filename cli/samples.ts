// The states that a run keeps on its way: in memory for --json, as lines of a file for --out.

import { closeSync, openSync, writeSync } from 'node:fs';
import { SixfoldError, type World } from '../src/index.js';
import { messageOf } from './text.js';

export interface BodyState {
  position: readonly number[];
  rotation: readonly number[];
  linearVelocity: readonly number[];
  angularVelocity: readonly number[];
  asleep: boolean;
}

export interface Sample {
  time: number;
  bodies: Record<string, BodyState>;
}

/** The bodies' names in the order of the world, which names the unnamed: body0, body1, … */
export function namesOfBodies(world: World): string[] {
  return [...world.bodies()].map((body) => body.name);
}

export function statesOfBodies(world: World, names: readonly string[]): Record<string, BodyState> {
  // Without a prototype, so that a body may be called anything, even __proto__.
  const states: Record<string, BodyState> = Object.create(null);
  let i = 0;
  for (const body of world.bodies()) {
    states[names[i++]!] = {
      position: [...body.position],
      rotation: [...body.rotation],
      linearVelocity: [...body.linearVelocity],
      angularVelocity: [...body.angularVelocity],
      asleep: body.asleep,
    };
  }
  return states;
}

/** Lines of JSON, written in larger pieces. */
export class LineFile {
  private readonly file: number;
  private pending = '';

  constructor(private readonly path: string) {
    this.file = this.attempt(() => openSync(path, 'w'));
  }

  write(value: unknown): void {
    this.pending += `${JSON.stringify(value)}\n`;
    if (this.pending.length > 65536) this.flush();
  }

  close(): void {
    this.flush();
    this.attempt(() => closeSync(this.file));
  }

  private flush(): void {
    this.attempt(() => writeSync(this.file, this.pending));
    this.pending = '';
  }

  private attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw new SixfoldError(`--out is ${JSON.stringify(this.path)}, which cannot be written: ${messageOf(error)}`);
    }
  }
}
