// Every further contact model of this release, for those who hand in all of them: the command line and the studio.
// A new one is a line here.

import type { ContactModelKind } from './contact/model.js';
import { paper } from './paper.js';
import { penalty } from './penalty.js';
import { quasiRigid } from './quasi-rigid.js';
import { volume } from './volume.js';

export const allModels: readonly ContactModelKind[] = [paper, penalty, volume, quasiRigid];
