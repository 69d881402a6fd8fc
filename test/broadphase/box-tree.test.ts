import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxTree, NO_NODE } from '../../src/broadphase/box-tree.js';
import { boxContains, boxesOverlap } from '../../src/broadphase/boxes.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import { Workspace } from '../../src/memory/wasm.js';
import { enterBox } from '../../src/shapes/enter-box.js';

type Box = [number, number, number, number, number, number];

/** Parents hold their children, heights and links agree, every proxy hangs in the tree once. */
function checkStructure(tree: BoxTree, boxes: Map<number, Box>): void {
  const links = tree.links.data;
  const bounds = tree.bounds.data;
  const seen = new Set<number>();
  const visit = (node: number, parent: number): number => {
    expect(links[4 * node]).toBe(parent);
    if (links[4 * node + 2] === NO_NODE) {
      const id = links[4 * node + 1];
      expect(tree.leafOf.data[id]).toBe(node);
      expect(seen.has(id)).toBe(false);
      seen.add(id);
      expect([...bounds.subarray(6 * node, 6 * node + 6)]).toEqual(boxes.get(id));
      return 0;
    }
    let height = 0;
    for (const child of [links[4 * node + 1], links[4 * node + 2]]) {
      expect(boxContains(bounds, 6 * node, bounds, 6 * child)).toBe(true);
      height = Math.max(height, 1 + visit(child, node));
    }
    expect(links[4 * node + 3]).toBe(height);
    return height;
  };
  if (tree.root !== NO_NODE) visit(tree.root, NO_NODE);
  expect([...seen].sort((a, b) => a - b)).toEqual([...boxes.keys()].sort((a, b) => a - b));
  expect(tree.count).toBe(boxes.size);
}

function collectAll(tree: BoxTree, box: Box): number[] {
  const out = new Arena().i32(1);
  const n = tree.collect(Float64Array.from(box), 0, out);
  return [...out.data.subarray(0, n)].sort((a, b) => a - b);
}

function bruteCollect(boxes: Map<number, Box>, box: Box): number[] {
  const q = Float64Array.from(box);
  const hits = [...boxes].filter(([, b]) => boxesOverlap(Float64Array.from(b), 0, q, 0)).map(([id]) => id);
  return hits.sort((a, b) => a - b);
}

function bruteRay(boxes: Map<number, Box>, o: number[], d: number[], limit: number): number[] {
  const hits = [...boxes].filter(
    ([, b]) => enterBox(Float64Array.from(b), 0, o[0], o[1], o[2], 1 / d[0], 1 / d[1], 1 / d[2], limit) >= 0,
  );
  return hits.map(([id]) => id).sort((a, b) => a - b);
}

function rayAll(tree: BoxTree, o: number[], d: number[], limit: number): number[] {
  const hits: number[] = [];
  tree.castRay(o[0], o[1], o[2], d[0], d[1], d[2], limit, (id, f) => {
    hits.push(id);
    return f;
  });
  return hits.sort((a, b) => a - b);
}

// Small integers make boxes that coincide, touch and degenerate to points often; doubles make general position.
const coordinate = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -3, max: 3, noNaN: true }));
const side = fc.oneof(fc.integer({ min: 0, max: 2 }), fc.double({ min: 0, max: 2, noNaN: true }));
const box: fc.Arbitrary<Box> = fc
  .tuple(coordinate, coordinate, coordinate, side, side, side)
  .map(([x, y, z, a, b, c]) => [x, y, z, x + a, y + b, z + c].map((v) => v + 0) as Box);
const op = fc.record({ kind: fc.nat(9), id: fc.nat(40), box });

describe('box tree', () => {
  it('stays whole and answers boxes and rays like a plain list, whatever is done to it', () => {
    fc.assert(
      fc.property(
        fc.array(op, { maxLength: 120 }),
        box,
        fc.array(coordinate, { minLength: 6, maxLength: 6 }),
        fc.constantFrom(0, 0.5, 1, 7, Infinity),
        (ops, queryBox, ray, limit) => {
          const tree = new BoxTree(new Arena(), new Workspace());
          const boxes = new Map<number, Box>();
          for (const { kind, id, box } of ops) {
            const packed = Float64Array.from(box);
            if (!boxes.has(id)) {
              tree.insert(id, packed, 0);
              boxes.set(id, box);
            } else if (kind < 3) {
              tree.remove(id);
              boxes.delete(id);
            } else if (kind < 9) {
              tree.enlarge(id, packed, 0);
              boxes.set(id, box);
              if (kind < 7) tree.reinsert(id);
            } else tree.rebuild();
          }
          checkStructure(tree, boxes);
          expect(collectAll(tree, queryBox)).toEqual(bruteCollect(boxes, queryBox));
          const o = ray.slice(0, 3);
          const d = ray.slice(3);
          expect(rayAll(tree, o, d, limit)).toEqual(bruteRay(boxes, o, d, limit));
          const copy = new BoxTree(new Arena(), new Workspace());
          copy.load(tree.save());
          checkStructure(copy, boxes);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('keeps its depth within its bound while boxes come and go, coincident or nested ones too', () => {
    const random = new Random(3);
    const n = 3000;
    const makers: ((k: number) => Box)[] = [
      () => [0, 0, 0, 1, 1, 1],
      (k) => [0, 0, 0, k, k, k],
      (k) => [k, k, k, k + 1, k + 1, k + 1],
      (k) => [2 ** (k % 300), 0, 0, 2 ** (k % 300) * 1.5, 1, 1],
      () => {
        const [x, y, z] = [random.between(-50, 50), random.between(-50, 50), random.between(-50, 50)];
        return [x, y, z, x + 1, y + 1, z + 1];
      },
    ];
    for (const make of makers) {
      const tree = new BoxTree(new Arena(), new Workspace());
      for (let k = 0; k < n; k++) tree.insert(k, Float64Array.from(make(k)), 0);
      for (let k = 0; k < n; k += 3) tree.remove(k);
      for (let k = 1; k < n; k += 3) tree.reinsert(k);
      // Siblings lean by at most 4: the fewest leaves at height h obey N(h) = N(h−1) + N(h−5), so N(h) ≥ x^h for the
      // root x = 1.3247 of x⁵ = x⁴ + 1.
      expect(tree.height).toBeLessThanOrEqual(Math.log(tree.count) / Math.log(1.3247));
      tree.rebuild();
      // Splits leave at least an eighth on either side.
      expect(tree.height).toBeLessThanOrEqual(1 + Math.log(tree.count) / Math.log(8 / 7));
    }
  });

  it('never loses a box that a ray touches at its very edge', () => {
    const random = new Random(11);
    const b = new Float64Array(6);
    for (let k = 0; k < 20000; k++) {
      for (let i = 0; i < 3; i++) {
        b[i] = random.between(-1, 1);
        b[i + 3] = b[i] + random.next();
      }
      // Aim at a corner with t = 1: o + d is the corner up to rounding, made exact by choosing o on a coarse grid.
      const o = [0, 1, 2].map(() => random.below(9) - 4);
      const corner = [0, 1, 2].map((i) => Math.fround(b[i + 3 * random.below(2)]));
      for (let i = 0; i < 3; i++) {
        b[i] = Math.fround(b[i]);
        b[i + 3] = Math.fround(b[i + 3]);
      }
      const d = corner.map((c, i) => c - o[i]);
      expect(enterBox(b, 0, o[0], o[1], o[2], 1 / d[0], 1 / d[1], 1 / d[2], 1 + 1e-15)).toBeGreaterThanOrEqual(0);
    }
  });

  it('meets fewer boxes when the visitor shortens the ray, and stops when told', () => {
    const tree = new BoxTree(new Arena(), new Workspace());
    for (let k = 0; k < 100; k++) tree.insert(k, Float64Array.of(k, 0, 0, k + 0.5, 1, 1), 0);
    let visits = 0;
    let nearest = -1;
    tree.castRay(-1, 0.5, 0.5, 1, 0, 0, 1000, (id, f) => {
      visits++;
      const t = id + 1;
      if (t >= f) return f;
      nearest = id;
      return t;
    });
    expect(nearest).toBe(0);
    expect(visits).toBeLessThan(10);
    let calls = 0;
    const left = tree.castRay(-1, 0.5, 0.5, 1, 0, 0, 1000, () => {
      calls++;
      return -1;
    });
    expect([calls, left]).toEqual([1, -1]);
  });

  it('lets a visitor ask again from within', () => {
    const tree = new BoxTree(new Arena(), new Workspace());
    for (let k = 0; k < 200; k++) tree.insert(k, Float64Array.of(k, 0, 0, k + 1, 1, 1), 0);
    let outer = 0;
    let inner = 0;
    tree.castRay(-1, 0.5, 0.5, 1, 0, 0, 1000, (_id, f) => {
      outer++;
      tree.castRay(-1, 0.5, 0.5, 1, 0, 0, 1000, (_other, g) => {
        inner++;
        return g;
      });
      return f;
    });
    expect([outer, inner]).toEqual([200, 40000]);
  });
});
