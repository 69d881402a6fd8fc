import { expect, it } from 'vitest';
import { contactOf, ordinalOf, Selection } from '../../studio/inspect/selection.js';
import type { ContactView, SceneMessage } from '../../studio/sim/protocol.js';

const scene = (name: string, ...ids: number[]) => ({ name, bodies: ids.map((id) => ({ id })) }) as SceneMessage;
const contacts = [
  [1, 2],
  [1, 3],
  [1, 2],
  [2, 3],
].map(([a, b], area) => ({ a, b, area }) as ContactView);

it('selects one thing at a time, and says so once', () => {
  const selection = new Selection();
  let changes = 0;
  selection.addEventListener('change', () => changes++);
  selection.selectBody(3);
  selection.selectBody(3);
  expect(selection.body).toBe(3);
  selection.selectContact(contacts, 2);
  expect(selection.body).toBeNull();
  expect(selection.current).toEqual({ kind: 'contact', lane: 0, a: 1, b: 2, nth: 1 });
  selection.clear();
  selection.clear();
  expect(changes).toBe(3);
});

it('finds a contact again by its pair and place, whichever others come and go', () => {
  expect(contacts.map((_, k) => ordinalOf(contacts, k))).toEqual([0, 0, 1, 0]);
  const selection = new Selection();
  selection.selectContact(contacts, 2);
  expect(contactOf([contacts[3]!, contacts[0]!, contacts[2]!], selection.current)?.area).toBe(2);
  expect(contactOf([contacts[0]!], selection.current)).toBeNull();
  expect(contactOf(contacts, { kind: 'body', lane: 0, body: 1 })).toBeNull();
});

it('keeps what is still there: after a reload, without the second lane, not in another scene or without the body', () => {
  const selection = new Selection();
  selection.keepIn([scene('plate', 1, 2), scene('plate', 1, 2)]);
  selection.selectBody(2, 1);
  selection.keepIn([scene('plate', 1, 2)]);
  expect(selection.current).toEqual({ kind: 'body', lane: 0, body: 2 });
  selection.hover(2);
  selection.keepIn([scene('plate', 1)]);
  expect(selection.current).toBeNull();
  expect(selection.hovered).toBeNull();
  selection.selectBody(1);
  selection.keepIn([scene('coin', 1)]);
  expect(selection.current).toBeNull();
});
