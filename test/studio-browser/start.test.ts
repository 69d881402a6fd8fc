// npm start as a person or a machine without a screen sees it.

import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.js';
import { runNode } from '../../scripts/lib/process.js';

const script = join(root, 'scripts', 'start.js');
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Starts it without a terminal, and waits for the line with the address. */
function start(...args: string[]): Promise<{ child: ChildProcess; url: string; lines: string[] }> {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  let said = '';
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (data) => {
      said += data;
      const url = /http:\S+(?=.*\n)/.exec(said)?.[0];
      if (url) resolve({ child, url, lines: said.trimEnd().split('\n') });
    });
    child.on('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
  });
}

const isReachable = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const end = (reached: boolean) => {
      socket.destroy();
      resolve(reached);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
    socket.on('timeout', () => end(false));
  });

test('npm start serves the studio on this machine only until it is ended, and says where in one line', async () => {
  const { child, url, lines } = await start('--port', '6391');
  expect(lines).toEqual([`sixfold studio: ${url} (ctrl-C ends it)`]);
  expect(await (await fetch(url)).text()).toContain('<title>sixfold studio</title>');
  expect((await fetch(`${url}main.ts`)).status).toBe(200);
  expect(await (await fetch(`${url}thumbnails/index.json`)).json()).toBeInstanceOf(Array);
  const port = Number(new URL(url).port);
  const outside = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  for (const { address, internal, family } of outside) {
    if (!internal && family === 'IPv4') expect(await isReachable(address, port), address).toBe(false);
  }
  const other = await start('--port', String(port)); // busy: another is taken
  expect(new URL(other.url).port).not.toBe(String(port));
  for (const one of [child, other.child]) {
    const ended = new Promise((resolve) => one.on('exit', resolve));
    one.kill('SIGTERM');
    await ended;
  }
  expect(await isReachable('127.0.0.1', port)).toBe(false);
});

test('npm start -- SCENE runs in the terminal', async () => {
  const { code, output } = await runNode([script, 'falling-box', '--steps', '2', '--json']);
  expect(output).toContain('falling-box');
  expect(code).toBe(0);
});

test('an option that does not exist is explained in one line', async () => {
  const { code, output } = await runNode([script, '--prot', '80']);
  expect(output.trim()).toMatch(/^--prot is not understood here: npm start .*$/);
  expect(code).toBe(1);
});
