// Surfaces in closed form, for the truths of contact mechanics. A lies above B; B is the plane h = 0 unless said.

import type { GapField } from '../../../src/contact/quasi-rigid/lattice.js';
import { N_AREA, N_FORCE, N_GAP, NODE_STRIDE } from '../../../src/contact/quasi-rigid/nodes.js';
import type { Region, ResolveOptions } from '../../../src/contact/quasi-rigid/request.js';
import { Resolver } from '../../../src/contact/quasi-rigid/resolve.js';
import { contactModulus, halfSpaceResponse } from '../../../src/contact/quasi-rigid/response.js';
import { Arena } from '../../../src/memory/arena.js';

/** E 1 MPa, ν 0.3 against something rigid. */
export const MODULUS = contactModulus(1e6, 0.3, Infinity, 0);

export const field = (gap: (u: number, w: number) => number): GapField => ({
  sample(u, w, out) {
    const value = gap(u, w);
    out[0] = value;
    out[1] = 0;
    return value === value;
  },
});

export const square = (half: number, area: number): Region => ({ u0: -half, u1: half, w0: -half, w1: half, area });

/** A ball of radius r, its lowest point d below the plane. */
export const ball = (r: number, d: number) =>
  field((u, w) => (u * u + w * w < r * r ? r - d - Math.sqrt(r * r - u * u - w * w) : Number.NaN));
export const ballRegion = (r: number, d: number) => {
  const a = Math.sqrt(2 * r * d - d * d);
  return square(a, Math.PI * a * a);
};

export const OPTIONS: ResolveOptions = {
  nodes: 100,
  levels: 3,
  modulus: MODULUS,
  response: halfSpaceResponse,
  bulges: false,
  shareA: 1,
};

export function solve(field: GapField, region: Region, options: Partial<ResolveOptions> = {}): Resolver {
  const resolver = new Resolver(new Arena());
  resolver.resolve(field, region, { ...OPTIONS, ...options });
  return resolver;
}

export function total(resolver: Resolver): number {
  let sum = 0;
  for (let k = 0; k < resolver.nodes.count; k++) sum += resolver.nodes.f.data[k * NODE_STRIDE + N_FORCE];
  return sum;
}

export function bearingArea(resolver: Resolver): number {
  let sum = 0;
  const f = resolver.nodes.f.data;
  for (let k = 0; k < resolver.nodes.count; k++)
    if (f[k * NODE_STRIDE + N_FORCE] > 0) sum += f[k * NODE_STRIDE + N_AREA];
  return sum;
}
export { N_GAP };
