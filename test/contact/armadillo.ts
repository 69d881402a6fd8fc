// The armadillo (52,000 triangles) of Debian's package libcgal-demo, where that is installed. It is never kept here.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MeshData } from '../../src/shapes/procedural.js';
import { readOff } from './off.js';

const ARCHIVE = '/usr/share/doc/libcgal-dev/data.tar.gz';
const FILE = 'data/meshes/armadillo.off';

/** One metre tall, or null without the package. */
export function armadillo(): MeshData | null {
  if (!existsSync(ARCHIVE)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'sixfold-'));
  try {
    execFileSync('tar', ['xzf', ARCHIVE, '-C', folder, FILE]);
    return readOff(join(folder, FILE), 1);
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const hasArmadillo = existsSync(ARCHIVE);
