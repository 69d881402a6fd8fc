// Devices with sticks and knobs, as numbers: gamepads in the browser's standard layout, and 6-DOF devices by their HID
// reports. All give six axes, in the frame of the picture. Nothing here knows the browser. Verified in
// test/studio/touch.test.ts.
//
// 6-DOF devices (usage page 1, usage 8, "multi-axis controller") send little-endian numbers of 16 bits, about ±350 at
// the stops: report 1 has the translation and, in newer devices, the rotation after it; report 2 the rotation; report 3
// a bit a button. Their axes are right, towards the user, down; rotations are right-handed about these.

import type { Vec3 } from '../../src/index.js';

/** From -1 to 1 each: along and about the picture's axes right, up and towards the eye. */
export interface SixAxes {
  move: Vec3;
  turn: Vec3;
}

export const AT_REST: SixAxes = { move: [0, 0, 0], turn: [0, 0, 0] };
export const isAtRest = ({ move, turn }: SixAxes): boolean => [...move, ...turn].every((x) => x === 0);

const FULL = 350;
/** Shares of the full range that count as rest. */
const KNOB_SLACK = 0.03;
const STICK_SLACK = 0.15;

/** What is beyond the slack, so that it begins at zero; no more than 1. */
export function beyondSlack(x: number, slack: number): number {
  const size = (Math.abs(x) - slack) / (1 - slack);
  return size > 0 ? Math.sign(x) * Math.min(1, size) : 0;
}

export interface KnobReport {
  move?: Vec3;
  turn?: Vec3;
  /** Bits of the buttons that are down. */
  buttons?: number;
}

/** What a report of a 6-DOF device says; nothing if it is none that is known. */
export function readKnob(reportId: number, data: DataView): KnobReport {
  const three = (at: number): Vec3 => {
    const [x, y, z] = [0, 2, 4].map((k) => beyondSlack(data.getInt16(at + k, true) / FULL, KNOB_SLACK)) as [
      number,
      number,
      number,
    ];
    return [x, 0 - z, y];
  };
  if (reportId === 1 && data.byteLength >= 12) return { move: three(0), turn: three(6) };
  if (reportId === 1 && data.byteLength >= 6) return { move: three(0) };
  if (reportId === 2 && data.byteLength >= 6) return { turn: three(0) };
  if (reportId === 3 && data.byteLength >= 1) {
    let buttons = 0;
    for (let k = Math.min(4, data.byteLength) - 1; k >= 0; k--) buttons = buttons * 256 + data.getUint8(k);
    return { buttons };
  }
  return {};
}

export interface PadLike {
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly pressed: boolean }[];
}

/**
 * With something in the hand the left stick moves it over the ground and the right one up, down and round; else they
 * move the eye.
 */
export function readSticks({ axes }: PadLike, isHolding: boolean): SixAxes {
  const [lx, ly, rx, ry] = [0, 1, 2, 3].map((k) => beyondSlack(axes[k] ?? 0, STICK_SLACK)) as [
    number,
    number,
    number,
    number,
  ];
  if (isHolding) return { move: [lx, 0 - ry, ly], turn: [0, rx, 0] };
  return { move: [0, 0, ry], turn: [ly, lx + rx, 0] };
}

/** Numbers of the buttons that are down now and were not before. */
export function newlyPressed({ buttons }: PadLike, before: ReadonlySet<number>): number[] {
  return buttons.flatMap(({ pressed }, k) => (pressed && !before.has(k) ? [k] : []));
}
