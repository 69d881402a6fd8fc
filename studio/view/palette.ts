// Colours of the view. Bodies are calm and differ in lightness as well as in hue; what stands still is grey.

import { Color } from 'three';
import type { BodyType } from '../../src/index.js';

export type Scheme = 'light' | 'dark';

export interface Look {
  /** As the page's own background: the ground has no edge. */
  background: number;
  grid: number;
  gridStrength: number;
  shadow: number;
  still: number;
  kinematic: number;
  bodies: readonly number[];
  ink: number;
  accent: number;
  /** Strength of the surroundings' light, and of the lamp. */
  ambient: number;
  lamp: number;
}

export const LOOKS: Readonly<Record<Scheme, Look>> = {
  light: {
    background: 0xeef0f2,
    grid: 0x2a3140,
    gridStrength: 0.11,
    shadow: 0.25,
    still: 0xc9ced6,
    kinematic: 0x9fb0c8,
    bodies: [0x5c88c6, 0xe8a548, 0x62b286, 0xdc7560, 0x957bc8, 0x45abbd, 0xdcc24c, 0xc97aa4, 0x86a650, 0x7f90b4],
    ink: 0x1b1e25,
    accent: 0x4450c0,
    ambient: 0.72,
    lamp: 2.1,
  },
  dark: {
    background: 0x14161a,
    grid: 0xaebbd6,
    gridStrength: 0.12,
    shadow: 0.55,
    still: 0x5b626e,
    kinematic: 0x64789a,
    bodies: [0x7ea6dd, 0xe6b66c, 0x86c4a0, 0xe0907c, 0xb19fd8, 0x6bbfcd, 0xdfd07a, 0xd497b8, 0xa2ba76, 0x9cabc6],
    ink: 0xeceef2,
    accent: 0xa8b1ff,
    ambient: 0.5,
    lamp: 1.9,
  },
};

/** Colour of the k-th body of a scene. A body that sleeps is a little paler. */
export function bodyColor(out: Color, look: Look, type: BodyType, k: number, asleep: boolean): Color {
  if (type === 'static') return out.set(look.still);
  if (type === 'kinematic') return out.set(look.kinematic);
  out.set(look.bodies[k % look.bodies.length]!);
  return asleep ? out.lerp(SLEEP.set(look.still), 0.28) : out;
}

const SLEEP = new Color();
