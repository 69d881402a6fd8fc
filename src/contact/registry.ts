// Every contact model of this release. A new one is its own folder and one line here.

import type { ContactModelKind } from './model.js';
import { penaltyModel } from './penalty/model.js';
import { pointModel } from './point/model.js';
import { sixModel } from './six/model.js';

export const BUILT_MODELS: readonly ContactModelKind[] = [pointModel, sixModel, penaltyModel];
export const DEFAULT_MODEL = 'six';
