// The contact hook: a function of the user's that is asked, before contacts are found, whether two bodies may touch in
// this step and with which coefficients. It is asked once a step for each pair with an awake body, in the order of the
// pairs, which is that of the bodies' slots; so whatever it answers from the state of the world it answers alike in
// every run. Verified in test/world/hooks.test.ts.

import { pairOf } from '../bodies/store.js';
import { SixfoldError } from '../checks/error.js';
import { readObject, refuseUnknown, show } from '../checks/fields.js';
import { readCoefficient, readRestitution } from './read-scene.js';
import type { WorldState } from './state.js';

/** What a hook answers: false, they do not touch in this step; coefficients of their own; anything else, as ever. */
export type ContactRule = boolean | undefined | { friction?: number; restitution?: number };
/** The same by slots. */
export type PairHook = (a: number, b: number) => unknown;

/** Asks the hook about a pair; false: it does not touch. */
export function admitsPair(state: WorldState, pair: number, a: number, b: number): boolean {
  const hook = state.contactHook;
  if (!hook) return true;
  const { pairRules } = state.bodies;
  const key = pairOf(a, b);
  const before = pairRules.get(key);
  pairRules.delete(key);
  const answer = hook(a, b);
  if (answer === undefined || answer === true) {
    if (before) state.model.forget(pair);
    return true;
  }
  if (answer === false) {
    state.model.forget(pair);
    return false;
  }
  if (typeof answer !== 'object' || answer === null)
    throw new SixfoldError(
      `the contact hook returned ${show(answer)}; it must return false, true, nothing or { friction, restitution }`,
    );
  const fields = readObject(answer, 'the contact hook');
  refuseUnknown(fields, 'the contact hook', ['friction', 'restitution']);
  const { friction, restitution } = fields;
  const rule = {
    ...(friction === undefined ? {} : { friction: readCoefficient(friction, 'the contact hook: friction') }),
    ...(restitution === undefined
      ? {}
      : { restitution: readRestitution(restitution, 'the contact hook: restitution') }),
  };
  // Contacts of meshes are reused from step to step with the friction that they had.
  if (before?.friction !== rule.friction) state.model.forget(pair);
  pairRules.set(key, rule);
  return true;
}
