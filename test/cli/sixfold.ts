// The command line, started as a user would, or kept running for many commands.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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

/** Answers each message, a command and its folder, with what the command says and how long it computed (ms). */
const RESIDENT = `
  import { main } from ${JSON.stringify(pathToFileURL(join(root, 'dist', 'cli', 'main.js')).href)};
  process.stdout.setMaxListeners(0);
  process.on('message', async ({ args, cwd }) => {
    process.chdir(cwd);
    const said = { stdout: '', stderr: '' };
    const write = { stdout: process.stdout.write, stderr: process.stderr.write };
    for (const name of ['stdout', 'stderr'])
      process[name].write = (text, ...rest) => {
        said[name] += text;
        rest.find((f) => typeof f === 'function')?.();
        return true;
      };
    const before = process.cpuUsage();
    const status = await main(args);
    const { user, system } = process.cpuUsage(before);
    for (const name of ['stdout', 'stderr']) process[name].write = write[name];
    process.send({ status, ...said, milliseconds: (user + system) / 1000 });
  });
`;

/**
 * One process for many commands: what is tested is what `main` says and returns, which `bin/sixfold.js` hands on. The
 * start of a process takes longer than most commands.
 */
export class ResidentSixfold {
  private child: ChildProcess | null = null;

  run(args: readonly string[], cwd: string): Promise<Outcome> {
    this.child ??= spawn(process.execPath, ['--input-type=module', '--eval', RESIDENT], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const { child } = this;
    return new Promise((resolve, reject) => {
      const leave = (status: number | null) => reject(new Error(`the process ended with status ${status}`));
      child.once('exit', leave);
      child.once('message', (outcome) => {
        child.off('exit', leave);
        resolve(outcome as Outcome);
      });
      child.send({ args, cwd });
    });
  }

  stop(): void {
    this.child?.kill();
  }
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
