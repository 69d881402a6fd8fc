// The file of --out.

import { closeSync, openSync, writeSync } from 'node:fs';
import { SixfoldError } from '../src/index.js';
import { messageOf } from './text.js';

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
