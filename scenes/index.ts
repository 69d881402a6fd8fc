// Every built-in scene once: command line, tests, benchmarks and studio share them.

import type { SceneDescription } from '../src/index.js';
import { fallingBox } from './falling-box.js';
import { rollingSphere } from './rolling-sphere.js';
import { tower } from './tower.js';

export interface Scene {
  readonly name: string;
  /** What happens in it, in one line. */
  readonly summary: string;
  make(): SceneDescription;
}

export const scenes: readonly Scene[] = [fallingBox, tower, rollingSphere];
