// A click or a tap selects what is under it; a drag belongs to the camera and to the hand. A click on nothing, or on
// the ground, selects nothing: grounds are to be had from the list. A second click on a contact selects the body around
// it.

import type { SimClient } from '../sim/client.js';
import type { Stage } from '../view/stage.js';
import { bodyOf, type Selection } from './selection.js';

/** Farther than this is a drag (CSS px); fingers tremble more. */
const STILL = { mouse: 4, touch: 10 };
/** Longer than this is a press (ms). */
const QUICK = 600;

export function selectByClick(stage: Stage, client: SimClient, selection: Selection): void {
  const { canvas } = stage;
  let press: { id: number; x: number; y: number; at: number } | null = null;
  // Before others who may want the same pointer: they are not kept from it.
  canvas.addEventListener(
    'pointerdown',
    ({ pointerId, clientX, clientY, button, isPrimary, timeStamp }) => {
      press = button === 0 && isPrimary ? { id: pointerId, x: clientX, y: clientY, at: timeStamp } : null;
    },
    { capture: true },
  );
  canvas.addEventListener(
    'pointerup',
    ({ pointerId, clientX, clientY, pointerType, timeStamp }) => {
      const down = press;
      press = null;
      if (!down || down.id !== pointerId || timeStamp - down.at > QUICK) return;
      const still = pointerType === 'mouse' ? STILL.mouse : STILL.touch;
      if (Math.hypot(clientX - down.x, clientY - down.y) > still) return;
      selectAt(clientX, clientY);
    },
    { capture: true },
  );
  function selectAt(x: number, y: number): void {
    const hit = stage.pick(x, y);
    if (hit?.kind === 'contact') {
      const contacts = client.frame?.lanes[hit.lane]?.details?.contacts ?? [];
      const index = contacts.indexOf(hit.contact);
      const before = selection.current;
      if (index >= 0) selection.selectContact(contacts, index, hit.lane);
      // Patches are seen through bodies: a second click means the body.
      if (selection.current !== before) return;
    }
    const body = hit?.kind === 'contact' ? stage.pick(x, y, { contacts: false }) : hit;
    if (body?.kind === 'body' && !isGround(body.body, body.lane)) selection.selectBody(body.body, body.lane);
    else selection.clear();
  }

  function isGround(id: number, lane: number): boolean {
    const scene = client.scenes[lane];
    const info = bodyOf(scene, id);
    return !info || scene!.shapes[info.shape]!.type === 'half-space';
  }
}
