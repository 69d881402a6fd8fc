// sixfold solve: a frictional contact problem from a file, solved and judged.

import { readFileSync } from 'node:fs';
import { SixfoldError } from '../src/index.js';
import { parseFrictionProblem, reactionsOf } from '../src/io/friction-problem.js';
import { solveFrictionProblem } from '../src/solver/friction-solver.js';
import { count, messageOf, short } from './text.js';

export interface SolveOptions {
  json?: boolean;
}

/** Beyond what is asked of an answer (1e-8), so that it does not depend on the last digit. */
const TOLERANCE = 1e-10;
const MOST_ITERATIONS = 5000;

export function solve(file: string, options: SolveOptions): number {
  const problem = parseFrictionProblem(readText(file), file);
  const { reactions, iterations, error } = solveFrictionProblem(problem, {
    tolerance: TOLERANCE,
    iterations: MOST_ITERATIONS,
  });
  const list = reactionsOf(problem, reactions);
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ reactions: list, iterations, error })}\n`
      : `${file}: ${count(problem.contacts, 'contact')} in ${problem.dimension} dimensions\n` +
          `solved in ${count(iterations, 'iteration')}, natural-map error ${short(error)}\n`,
  );
  return 0;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const reason =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EISDIR'
          ? 'it is a folder; it must be a file'
          : messageOf(error);
    throw new SixfoldError(`${path} cannot be read: ${reason}`);
  }
}
