// Work and precision of the solver's methods on five problems: milliseconds to an error of 1e-3, 1e-6 and 1e-9 m/s.
// `npm run reproduce -- solver` writes the same to docs/results/solver.md, with a plot.

import { cheapest, METHODS, problems, TARGETS, workPrecision } from '../scripts/reproduce/solver/problems.js';

for (const problem of problems()) {
  const result = workPrecision(problem, 21, () => {});
  console.log(`${result.problem}: ${result.blocks} blocks`);
  const fastest = TARGETS.map((target) =>
    Math.min(...METHODS.map((method) => cheapest(result.runs[method], target)?.milliseconds ?? Infinity)),
  );
  for (const method of METHODS) {
    const cells = TARGETS.map((target, k) => {
      const run = cheapest(result.runs[method], target);
      return run
        ? `${run.milliseconds.toFixed(2)} ms (${run.iterations}) ${(run.milliseconds / fastest[k]!).toFixed(2)}×`
        : '-';
    });
    console.log(`  ${method.padEnd(14)}${cells.map((cell) => cell.padStart(26)).join('')}`);
  }
}
