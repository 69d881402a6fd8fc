// Every scene of the scoreboard.

import type { PeerScene } from '../scene.js';
import { crowds, growths } from './crowds.js';
import { meshes } from './meshes.js';
import { stands } from './stands.js';
import { truths } from './truths.js';

export { crowds, growths, meshes, stands, truths };

export const scenes: readonly PeerScene[] = [...crowds, ...meshes, ...stands, ...truths, ...growths];
