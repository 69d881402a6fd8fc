// Before a loop starts its clock, a copy of its world takes some steps.
//
// A JavaScript engine compiles what runs often while it runs: the first steps of a world take ten to a hundred times as
// long as the thousandth, which a hand would feel as a stutter. What is compiled for the copy serves the world. Nothing
// else is shared with it. Verified in test/io/live-world.test.ts.

import type { ContactModelKind } from '../contact/model.js';
import type { SceneDescription } from '../world/scene.js';
import { World } from '../world/whole-world.js';

/** As many steps as code takes to be compiled in all its tiers, where the time suffices. */
const STEPS = 2000;
/** Milliseconds that a warm-up may take: nobody wants to wait longer for a scene to start. */
const LONGEST = 1000;

/** Returns how many steps the copy took. `drive` makes who acts in it. */
export function warmUp(
  scene: SceneDescription,
  models: readonly ContactModelKind[],
  clock: () => number,
  drive?: (world: World) => { act(dt: number): void },
): number {
  const end = clock() + LONGEST;
  const copy = new World(scene, { models });
  const driver = drive?.(copy);
  let steps = 0;
  while (steps < STEPS && clock() < end) {
    driver?.act(copy.timeStep);
    copy.step();
    steps++;
  }
  return steps;
}
