// A moment of a scene in the studio, and whether it shows what it is about: shared by scripts/look-at-scenes.js and the
// tests.

/**
 * Runs in the page. Goes on to a share of the time that a scene is worth watching, showing every so many steps as when
 * it plays, and says where the bodies are on the screen.
 * @param {{ name: string, share: number, isFirst: boolean, draws?: boolean }} options
 */
export async function showMoment({ name, share, isFirst, draws = true }) {
  const { client, choice, stage, gallery } = /** @type {any} */ (globalThis).studio;
  stage.isDrawn = false;
  if (isFirst) await choice.showScene(name);
  const { timeStep, bodies } = client.scenes[0];
  const goal = Math.round((share * gallery.secondsOf(name)) / timeStep);
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  // A frame about every tenth of a second, as on a slow machine.
  const chunk = Math.max(1, Math.round(0.1 / timeStep));
  for (let step = client.frame.step; step < goal; ) {
    const count = Math.min(chunk, goal - step);
    ({ step } = await client.stepOnce(count));
  }
  if (draws) {
    stage.isDrawn = true;
    stage.invalidate();
    await drawn();
  }
  const { poses } = client.frame.lanes[0];
  const points = [];
  for (let k = 0; k < bodies.length; k++) {
    if (bodies[k].type === 'static') continue;
    const center = stage.lanes[0].bodies.centerOf(k);
    const at = stage.project(center);
    if (at) points.push({ name: bodies[k].name, x: at.x, y: at.y });
  }
  return { time: client.frame.time, free: stage.freeArea, points, count: poses.length / 7 };
}

/**
 * Whether a body is in the middle half of the free area, across and up.
 * @param {{ free: { x: number, y: number, width: number, height: number }, points: { x: number, y: number }[] }} seen
 */
export function inTheMiddle({ free, points }) {
  const isIn = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number} */ size) =>
    Math.abs(at - start - 0.5 * size) <= 0.25 * size;
  return points.some(({ x, y }) => isIn(x, free.x, free.width) && isIn(y, free.y, free.height));
}
