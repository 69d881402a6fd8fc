// The command line. Exit status: 0 on success, 2 for an input that cannot be used (one line on standard error), 3 for a
// run that became non-finite, 1 for a fault of sixfold itself.

import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { SixfoldError } from '../src/index.js';
import { check } from './check.js';
import { type OverlapCommandOptions, overlap } from './overlap.js';
import { MODEL_FLAGS, type RunOptions, run } from './run.js';
import { listScenes } from './scenes.js';
import { type ServeOptions, serve } from './serve.js';
import { type SolveOptions, solve } from './solve.js';
import { messageOf, oneLine } from './text.js';

const UNUSABLE = 2;
const FAULT = 1;

function createProgram(finish: (status: number) => void): Command {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const program = new Command('sixfold')
    .description('Physics in which bodies touch over areas instead of at points.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeErr: () => {} }); // said once, in main
  const runs = program
    .command('run')
    .description('simulate a scene and say what became of it')
    .argument('<scene>', 'a scene file or the name of a built-in scene')
    .option('--time <seconds>', 'simulated time, rounded to whole steps (default: 10)')
    .option('--steps <n>', 'number of steps, instead of --time')
    .option('--sample <seconds>', 'keep the states of all bodies this often, rounded up to whole steps')
    .option('--model <name>', "contact model, instead of the scene's own")
    .option('--json', 'print one JSON object')
    .option('--out <file.jsonl>', 'write the samples to a file, one JSON object per line after a header')
    .option(
      '--tractions-to <file>',
      'write tractions by nodes to a .csv, or deformed bodies to a .glb (model quasi-rigid)',
    )
    .action(async (scene: string, options: RunOptions) => finish(await run(scene, options)));
  for (const { name, description } of MODEL_FLAGS) runs.option(`--${name}`, description);
  program
    .command('scenes')
    .description('list the built-in scenes')
    .action(() => finish(listScenes()));
  program
    .command('check')
    .description('validate scenes without running them')
    .argument('<scenes...>', 'scene files or names of built-in scenes')
    .action(async (scenes: string[]) => finish(await check(scenes)));
  program
    .command('overlap')
    .description('say how the bodies of a scene overlap before the first step')
    .argument('<scene>', 'a scene file or the name of a built-in scene')
    .option('--json', 'print one JSON object')
    .action(async (scene: string, options: OverlapCommandOptions) => finish(await overlap(scene, options)));
  program
    .command('serve')
    .description('run a scene in real time and let devices attach to it through a WebSocket on this machine')
    .argument('<scene>', 'a scene file or the name of a built-in scene')
    .option('--port <n>', 'port to listen at (default: any free one)')
    .option('--token <text>', 'what clients must know (default: made up, and printed)')
    .option('--origin <url...>', 'origins of pages that may connect (default: none)')
    .option('--time <seconds>', 'stop after this long')
    .action(async (scene: string, options: ServeOptions) => finish(await serve(scene, options)));
  program
    .command('solve')
    .description('solve a frictional contact problem (Siconos .dat)')
    .argument('<problem>', 'a file with W, q and mu')
    .option('--json', 'print one JSON object')
    .action((problem: string, options: SolveOptions) => finish(solve(problem, options)));
  return program;
}

/** Runs the command line and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  // A reader that stops early, as `head` does, is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : FAULT));
  let status = 0;
  try {
    const program = createProgram((result) => (status = result));
    if (args.length === 0) {
      program.outputHelp();
      return 0;
    }
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0; // help and version
    const isUsage = error instanceof SixfoldError || error instanceof CommanderError;
    const message = messageOf(error).replace(/^error: /, '');
    process.stderr.write(`sixfold: ${oneLine(isUsage ? message : `fault of the program: ${message}`)}\n`);
    if (!isUsage && process.env.SIXFOLD_TRACE && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    return isUsage ? UNUSABLE : FAULT;
  }
}
