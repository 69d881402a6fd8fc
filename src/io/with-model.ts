// A scene under another contact model: the words of the model that it leaves are passed over, and so are common words
// that the new one refuses. Both are what `sixfold run --model` and the studio's comparison want: the rest of the scene
// as it is.
//
// Bodies of a kind that only the old model has (`type: "soft"`) stay, and the world refuses them in one line.

import { wordsIn } from '../contact/kind.js';
import type { ContactModelKind } from '../contact/model.js';
import { collectModels, DEFAULT_MODEL, findModel } from '../contact/registry.js';
import type { SceneDescription } from '../world/scene.js';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `scene` need not be a valid one: what is wrong with it is left for the World to refuse. */
export function withModel(
  scene: SceneDescription,
  model: string,
  models?: readonly ContactModelKind[],
): SceneDescription {
  const contact: unknown = scene?.contact ?? {};
  if (!isObject(scene) || !isObject(contact)) return scene;
  const all = collectModels(models);
  const left = findModel(all, contact.model === undefined ? DEFAULT_MODEL : contact.model, 'contact.model');
  const chosen = findModel(all, model, 'contact.model');
  if (left === chosen) return { ...scene, contact: { ...contact, model } as never };
  const without = (fields: Fields, words: readonly string[]) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => !words.includes(key)));
  const ofBodies = [...wordsIn(left, 'body'), ...(chosen.refuses?.body ?? [])];
  const ofContact = [...wordsIn(left, 'contact'), ...(chosen.refuses?.contact ?? [])];
  const out: Record<string, unknown> = {
    ...without(scene, wordsIn(left, 'scene')),
    contact: { ...without(contact, ofContact), model },
  };
  if (Array.isArray(scene.bodies) && ofBodies.length > 0)
    out.bodies = scene.bodies.map((body: unknown) => (isObject(body) ? without(body, ofBodies) : body));
  return out;
}
