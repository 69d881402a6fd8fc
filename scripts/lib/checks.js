// The fast checks: everything that needs neither a build nor a run of the engine.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, tsc } from './build.js';
import { checkDocsSamples } from './docs-samples.js';
import { root } from './paths.js';
import { runNode } from './process.js';

const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');

/** The folders that are type-checked, each with its own view of the surroundings; `.` is the engine with its scenes. */
const PROJECTS = ['.', 'meshes', 'three', 'hands', 'workers', 'examples', 'cli', 'scripts', 'test', 'bench', 'studio'];

/** @param {string} project */
function holdsSources(project) {
  return existsSync(join(root, project, 'tsconfig.json')) && filesBelow(project).some((file) => /\.[tj]s$/.test(file));
}

/** @returns {import('./steps.js').Step[]} */
export function checks() {
  const types = PROJECTS.filter((project) => project === '.' || holdsSources(project)).map((project) => ({
    name: `types of ${project === '.' ? 'src, scenes' : project}`,
    run: () => runNode([tsc, '-p', join(root, project), '--noEmit', '--pretty', 'false']),
  }));
  return [
    ...types,
    { name: 'lint', run: () => runNode([biome, 'lint', '--error-on-warnings', '--max-diagnostics=50', '.']) },
    { name: 'format', run: () => runNode([biome, 'format', '--max-diagnostics=20', '.']) },
    {
      name: 'directions of imports, determinism of src',
      run: () => runNode([join(root, 'scripts', 'check-source.js')]),
    },
    {
      name: 'modules of WebAssembly are what their sources make',
      run: () => runNode([join(root, 'scripts', 'build-kernels.js'), '--check']),
    },
    { name: 'code samples of the documentation', run: checkDocsSamples },
  ];
}
