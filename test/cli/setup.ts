import { build } from '../../scripts/lib/build.js';

/** The tests of the package run what is in dist/: it has to be that of the sources. */
export default async function setup(): Promise<void> {
  await build({ onlyIfStale: true });
}
