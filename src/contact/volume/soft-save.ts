// Soft bodies in snapshots: one as it was described is made again and gets its state; a piece of one is kept whole.

import { SoftBody } from '../../soft/body.js';
import type { Lattice } from '../../soft/lattice.js';
import { SoftSolid } from '../../soft/solid.js';
import { EmbeddedSurface } from '../../soft/surface.js';
import { SoftMover } from './soft-mover.js';
import type { SoftStore } from './soft-store.js';

export interface SavedSoft {
  slot: number;
  x: Float64Array;
  v: Float64Array;
  /** Velocities at the start of the last step, if there was one. */
  before: Float64Array | null;
  q: Float64Array;
  rotation: Float64Array;
  skin: number;
  lag: Float64Array;
  anchors: { body: number; nodes: Int32Array; local: Float64Array }[];
  piece: SavedPiece | null;
}

interface SavedPiece {
  rest: Float64Array;
  mass: Float64Array;
  force: Float64Array;
  held: Int32Array;
  nodes: Int32Array;
  matrixOf: Int32Array;
  matrices: Float64Array[];
  gradients: Float64Array[];
  scale: Float64Array;
  surface: { rest: Float64Array; indices: Int32Array; nodes: Int32Array; weights: Float64Array };
  lattice: Omit<Lattice, 'links'> & { links: Int32Array };
  restBounds: Float64Array;
}

export function saveSoft(soft: SoftMover): SavedSoft {
  const { body, slot } = soft;
  const { solid } = body;
  return {
    slot,
    x: solid.x.slice(),
    v: solid.v.slice(),
    before: body.hasBefore ? body.before.slice() : null,
    q: solid.q.slice(),
    rotation: body.rotation.slice(),
    skin: soft.skin,
    lag: soft.lag.slice(),
    anchors: body.anchors.map((anchor) => ({ ...anchor })),
    piece: body.isPiece ? savePiece(body) : null,
  };
}

function savePiece(body: SoftBody): SavedPiece {
  const { solid, surface, lattice } = body;
  const { elements } = solid;
  return {
    rest: solid.rest,
    mass: solid.mass,
    force: solid.force,
    held: Int32Array.from(solid.held),
    nodes: elements.nodes,
    matrixOf: elements.matrixOf,
    matrices: [...elements.matrices],
    gradients: [...elements.gradients],
    scale: elements.scale,
    surface: { rest: surface.rest, indices: surface.indices, nodes: surface.nodes, weights: surface.weights },
    lattice: { ...lattice!, links: Int32Array.from(lattice!.links) },
    restBounds: body.restBounds,
  };
}

export function loadSoft(softs: SoftStore, saved: SavedSoft): void {
  const soft = saved.piece ? loadPiece(softs, saved, saved.piece) : softs.make(saved.slot);
  const { body } = soft;
  soft.skin = saved.skin;
  soft.lag = saved.lag.slice();
  // Where nodes were when they were fixed, not where they are now.
  body.anchors.length = 0;
  body.anchors.push(...saved.anchors);
  body.solid.x.set(saved.x);
  body.solid.v.set(saved.v);
  body.before.set(saved.before ?? saved.v);
  body.hasBefore = saved.before !== null;
  body.solid.q.set(saved.q);
  body.rotation.set(saved.rotation);
  softs.insert(soft);
  // The world has its record again to the bit; the best fit would turn a little further in its last digit.
  body.updateWhole();
  body.rotation.set(saved.rotation);
  softs.note(soft);
}

function loadPiece(softs: SoftStore, saved: SavedSoft, p: SavedPiece): SoftMover {
  const { description, shape } = softs.described(saved.slot);
  const solid = new SoftSolid(
    p.rest,
    p.mass,
    {
      nodesEach: 8,
      count: p.matrixOf.length,
      nodes: p.nodes,
      matrixOf: p.matrixOf,
      matrices: p.matrices,
      gradients: p.gradients,
      scale: p.scale,
    },
    description.material,
  );
  solid.force.set(p.force);
  solid.held.set(p.held);
  const { rest, indices, nodes, weights } = p.surface;
  const surface = new EmbeddedSurface(rest, indices, 8, nodes, weights);
  const lattice = { ...p.lattice, links: Uint8Array.from(p.lattice.links) };
  const body = new SoftBody(solid, surface, lattice, description, p.restBounds);
  body.isPiece = true;
  solid.analyse();
  return new SoftMover(saved.slot, body, shape);
}
