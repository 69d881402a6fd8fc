// What two bodies are made of, as one modulus and one way to give way.

import type { BodyStore } from '../../bodies/store.js';
import { thickness } from '../material.js';
import type { Material, QuasiRigidOptions } from './options.js';
import type { ResolveOptions } from './request.js';
import { contactModulus, halfSpaceResponse, type Response, volumeResponse } from './response.js';

/**
 * Modulus E* of two bodies without material (Pa). Simplification: what is rigid is very stiff, as hard steel twice
 * over. Consequence: two rigid bodies of a kilogram lie some nanometres in each other.
 */
const RIGID = 2e11;
/** Width of the kernel that keeps the volume, as a share of the thinner elastic body, where none is given. */
const WIDTH = 0.5;

export interface PairMaterial {
  readonly options: ResolveOptions;
  /** Of the kernel that keeps the volume (m), or 0. */
  readonly width: number;
}

export class Elasticity {
  readonly #bodies: BodyStore;
  readonly #model: QuasiRigidOptions;
  readonly #given: Response | null;
  readonly #known = new Map<string, PairMaterial>();

  /** `given`: another Green's function in place of the two that have names. */
  constructor(bodies: BodyStore, model: QuasiRigidOptions, given: Response | null = null) {
    this.#bodies = bodies;
    this.#model = model;
    this.#given = given;
  }

  materialOf(slot: number): Material | null {
    return (this.#bodies.own[slot]?.words.material as Material | null | undefined) ?? null;
  }

  /** Of bodies in slots a and b: made once for each combination of materials. */
  pairOf(a: number, b: number): PairMaterial {
    const ma = this.materialOf(a);
    const mb = this.materialOf(b);
    const model = this.#model;
    let width = 0;
    if (model.response === 'volume') {
      width = model.width ?? Infinity;
      if (model.width === null) {
        if (ma) width = Math.min(width, WIDTH * thickness(this.#bodies.shapes[a]!));
        if (mb) width = Math.min(width, WIDTH * thickness(this.#bodies.shapes[b]!));
        if (!(width < Infinity)) width = 1;
      }
    }
    const key = `${ma?.young} ${ma?.poisson} ${mb?.young} ${mb?.poisson} ${width}`;
    let pair = this.#known.get(key);
    if (!pair) {
      const modulus =
        ma || mb
          ? contactModulus(ma?.young ?? Infinity, ma?.poisson ?? 0, mb?.young ?? Infinity, mb?.poisson ?? 0)
          : RIGID;
      const bulges = model.response === 'volume';
      const ca = ma ? (1 - ma.poisson * ma.poisson) / ma.young : 0;
      pair = {
        width,
        options: {
          nodes: model.nodes,
          levels: model.levels,
          modulus,
          response: this.#given ?? (bulges ? volumeResponse(width) : halfSpaceResponse),
          bulges,
          shareA: ma || mb ? ca * modulus : 0.5,
        },
      };
      this.#known.set(key, pair);
    }
    return pair;
  }
}
