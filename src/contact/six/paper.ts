// Model `six` as Bouchard et al. 2015 have it, whole or in parts: their law (paper-law.ts), their ellipse, their normal,
// and friction whose force and torque are limited each for itself (spin.ts). Handed in, it takes the place of the `six`
// that every world has, which knows the default options alone. Verified in test/contact/six-paper.test.ts.

import type { PatchBuffer } from '../../patch/patch.js';
import type { Projection } from '../../solver/projections.js';
import type { ContactModelKind } from '../model.js';
import { SixModel, sixModel } from './model.js';
import type { SixOptions } from './options.js';
import { PaperLaw } from './paper-law.js';
import { UncoupledLimits } from './spin.js';

const PARTS = {
  /** Null where the options leave friction to the limit surface. */
  limits: ({ spin }: SixOptions): UncoupledLimits | null =>
    spin === 'contensou' ? null : new UncoupledLimits(spin === 'corners'),
  /** Null where the options leave the law to the exact one. */
  law: (patches: PatchBuffer, { law, patch }: SixOptions, uncoupled: UncoupledLimits | null): Projection | null =>
    law === 'exact' ? null : new PaperLaw(patches, patch, uncoupled).project,
};
export type PaperParts = typeof PARTS;

export const paper: ContactModelKind = {
  ...sixModel,
  replaces: sixModel,
  create: (context, firstProjection) => new SixModel(context, firstProjection, PARTS),
};
