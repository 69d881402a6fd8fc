// One line per step of the checks: its name, how long it took, and its output when it failed.

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {() => Promise<{ code: number, output: string }>} run
 */

/**
 * Runs steps side by side, as many at once as given, and reports them in their order.
 * @param {Step[]} steps
 * @param {number} [atOnce]
 * @returns {Promise<number>} how many failed
 */
export async function runSteps(steps, atOnce = 2) {
  let next = 0;
  let failed = 0;
  const worker = async () => {
    while (next < steps.length) {
      const step = /** @type {Step} */ (steps[next++]);
      const start = Date.now();
      let code = 1;
      let output = '';
      try {
        ({ code, output } = await step.run());
      } catch (error) {
        output = error instanceof Error ? (error.stack ?? error.message) : String(error);
      }
      if (code !== 0) failed++;
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
      if (code !== 0) console.log(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
}
