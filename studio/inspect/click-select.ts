// A click or a tap selects what is under it; a drag belongs to the camera and to the hand. A click on nothing, or on the
// ground, selects nothing: grounds are to be had from the list.

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
      if (index >= 0) selection.selectContact(contacts, index, hit.lane);
      return;
    }
    const scene = hit ? client.scenes[hit.lane] : undefined;
    const shape = hit && bodyOf(scene, hit.body)?.shape;
    if (!hit || typeof shape !== 'number' || scene!.shapes[shape]!.type === 'half-space') selection.clear();
    else selection.selectBody(hit.body, hit.lane);
  }
}
