// What the views ask of contacts and overlaps: those of a world will do, and so will what a worker posts.

import type { Contact, ShapeDescription, Vec3 } from '../src/index.js';

/** The part of a contact that views draw. `Contact` is one. World frame; the wrench acts on a, about `point`. */
export interface ContactLike {
  readonly point: Vec3;
  readonly normal: Vec3;
  readonly force: Vec3;
  readonly torque: Vec3;
  readonly centerOfPressure: Vec3;
  readonly state: ContactState;
  readonly outline: readonly Vec3[];
  /**
   * What really overlaps, where the outline is only its hull: convex pieces to fill, and lines around them. Drawn in
   * its place.
   */
  readonly region?: {
    readonly pieces: readonly (readonly Vec3[])[];
    readonly edges: readonly (readonly [Vec3, Vec3])[];
    /** Of all pieces (m²). */
    readonly area: number;
  };
}

export type ContactState = Contact['state'];

/** A body with a shape at a pose. `Body` is one. */
export interface SolidLike {
  readonly shape: ShapeDescription;
  readonly position: Vec3;
  readonly rotation: readonly [number, number, number, number];
}

/** Where two solids overlap: an `Overlap` of `world.overlaps()`, or a `Contact`, or the like of your own. */
export interface OverlapLike {
  readonly a: SolidLike;
  readonly b: SolidLike;
  /** m³ */
  readonly volume: number;
  /** Mean depth (m). */
  readonly depth: number;
  readonly outline: readonly Vec3[];
  /** Of a contact. */
  readonly normal?: Vec3;
  /** Of an overlap, where there is no `normal`. */
  readonly areaVector?: Vec3;
}

/** Colours of the Okabe–Ito palette, which the colour-blind can tell apart. */
export const STATE_COLORS: Readonly<Record<ContactState, number>> = {
  stick: 0x009e73,
  slide: 0xd55e00,
  roll: 0x0072b2,
  spin: 0xcc79a7,
};
