// Starts the command line as a user would.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.js';

export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
  /** How long it computed (ms): what other programs on the machine take is not in it. */
  milliseconds: number;
}

/** Says at the end, on a channel of its own, how long the process has computed (µs). */
const COUNT = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  process.on('exit', () => writeSync(3, JSON.stringify(process.cpuUsage())));
`)}`;

export function sixfold(args: readonly string[], cwd = root): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', COUNT, join(root, 'bin', 'sixfold.js'), ...args], {
      cwd,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    const texts = ['', '', ''];
    for (const [k, stream] of child.stdio.slice(1, 4).entries()) stream!.on('data', (data) => (texts[k] += data));
    child.on('error', reject);
    child.on('close', (status) => {
      const [stdout, stderr, count] = texts as [string, string, string];
      const { user, system } = JSON.parse(count || '{}');
      resolve({ status, stdout, stderr, milliseconds: (user + system) / 1000 });
    });
  });
}

/** A folder that is gone when the tests are over. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'sixfold-'));

  write(name: string, content: string | object): string {
    const path = join(this.path, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
