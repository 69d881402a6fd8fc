// Every further contact model of this release, for those who hand in all of them: the command line and the studio.
// A new one is a line here.

import type { ContactModelKind } from './contact/model.js';
import { penalty } from './contact/penalty/model.js';
import { quasiRigid } from './contact/quasi-rigid/model.js';
import { volume } from './contact/volume/model.js';

export const allModels: readonly ContactModelKind[] = [penalty, volume, quasiRigid];
