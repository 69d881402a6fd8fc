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
  milliseconds: number;
}

export function sixfold(args: readonly string[], cwd = root): Promise<Outcome> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'bin', 'sixfold.js'), ...args], { cwd });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data) => (stdout += data));
    child.stderr.on('data', (data) => (stderr += data));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr, milliseconds: performance.now() - start }));
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
