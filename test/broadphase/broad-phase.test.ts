import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxContains, boxesOverlap, boxKind, EMPTY_BOX } from '../../src/broadphase/boxes.js';
import { BroadPhase, type BroadPhaseOptions } from '../../src/broadphase/broad-phase.js';
import { Random } from '../../src/math/random.js';
import { Arena } from '../../src/memory/arena.js';
import { enterBox } from '../../src/shapes/enter-box.js';

type Box = readonly number[];

const coordinate = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 6, arbitrary: fc.double({ min: -4, max: 4, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(-Infinity, Infinity, 1e200, -1e200, Number.NaN, 0) },
);
const side = fc.oneof(
  { weight: 8, arbitrary: fc.double({ min: 0, max: 2, noNaN: true }) },
  { weight: 4, arbitrary: fc.nat(2) },
  { weight: 1, arbitrary: fc.constantFrom(Infinity, -1) },
);
const box: fc.Arbitrary<Box> = fc
  .tuple(coordinate, coordinate, coordinate, side, side, side)
  .map(([x, y, z, a, b, c]) => [x, y, z, x + a, y + b, z + c]);
const velocity = fc.oneof(
  { weight: 8, arbitrary: fc.double({ min: -1, max: 1, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, Number.NaN, Infinity, 1e300) },
);
const op = fc.record({
  kind: fc.nat(9),
  id: fc.nat(24),
  box,
  nudge: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
  d: fc.tuple(velocity, velocity, velocity),
});
const ops = fc.array(op, { maxLength: 150 });

const filter = (a: number, b: number): boolean => (a * 7 + b * 3) % 5 !== 0;

/** All pairs of fat boxes that overlap and pass the filter, ascending. */
function brutePairs(
  phase: BroadPhase,
  bodies: Map<number, Box>,
  admits: (a: number, b: number) => boolean,
): number[][] {
  const fat = phase.fatBoxes.data;
  const ids = [...bodies.keys()].sort((a, b) => a - b);
  const pairs: number[][] = [];
  for (const a of ids)
    for (const b of ids) {
      if (a >= b || boxKind(fat, 6 * a) === EMPTY_BOX || boxKind(fat, 6 * b) === EMPTY_BOX) continue;
      if (boxesOverlap(fat, 6 * a, fat, 6 * b) && admits(a, b)) pairs.push([a, b]);
    }
  return pairs;
}

function listPairs(phase: BroadPhase): number[][] {
  const { pairs, count } = phase.pairs;
  return Array.from({ length: count }, (_, k) => [pairs.data[2 * k], pairs.data[2 * k + 1]]);
}

function triples(data: Int32Array, n: number): string[] {
  return Array.from({ length: n }, (_, k) => data.subarray(3 * k, 3 * k + 3).join(','));
}

/** Everything that a caller can see of the pairs. */
function view(phase: BroadPhase): unknown {
  const p = phase.pairs;
  return {
    pairs: listPairs(phase),
    slots: [...p.slots.data.subarray(0, p.count)],
    begun: triples(p.begun.data, p.begunCount),
    ended: triples(p.ended.data, p.endedCount),
    slotEnd: p.slotEnd,
  };
}

/** Apply the operations to the phase and to a plain map; `each` runs after every update. */
function play(
  phase: BroadPhase,
  list: readonly { kind: number; id: number; box: Box; nudge: number; d: readonly number[] }[],
  each: (bodies: Map<number, Box>) => void,
): Map<number, Box> {
  const bodies = new Map<number, Box>();
  for (const { kind, id, box, nudge, d } of list) {
    const old = bodies.get(id);
    if (kind === 0) {
      phase.update();
      each(bodies);
    } else if (kind === 1) {
      expect(phase.remove(id)).toBe(bodies.delete(id));
    } else if (old === undefined || kind === 2) {
      phase.add(id, Float64Array.from(box), 0, Float64Array.from(d));
      bodies.set(id, box);
    } else {
      const next = kind < 7 ? old.map((v) => v + nudge) : box;
      phase.move(id, Float64Array.from(next), 0, Float64Array.from(d));
      bodies.set(id, next);
    }
  }
  phase.update();
  each(bodies);
  return bodies;
}

const options: fc.Arbitrary<BroadPhaseOptions> = fc.record({
  margin: fc.constantFrom(0, 0.05, 0.3),
  lookAhead: fc.constantFrom(0, 1, 2),
  filter: fc.constantFrom(filter, () => true),
});

describe('broad phase', () => {
  it('holds exactly the overlapping fat boxes, ascending, and every overlapping pair of true boxes', () => {
    fc.assert(
      fc.property(options, ops, (options, list) => {
        const phase = new BroadPhase(options);
        play(phase, list, (bodies) => {
          const admits = options.filter!;
          expect(listPairs(phase)).toEqual(brutePairs(phase, bodies, admits));
          for (const [id, box] of bodies) {
            const packed = Float64Array.from(box);
            if (boxKind(packed, 0) === EMPTY_BOX) continue;
            expect(boxContains(phase.fatBoxes.data, 6 * id, packed, 0)).toBe(true);
            for (const [other, otherBox] of bodies) {
              if (other <= id || !admits(id, other)) continue;
              const overlap = boxesOverlap(packed, 0, Float64Array.from(otherBox), 0);
              if (overlap && boxKind(Float64Array.from(otherBox), 0) !== EMPTY_BOX)
                expect(phase.pairs.find(other, id)).toBeGreaterThanOrEqual(0);
            }
          }
        });
      }),
      { numRuns: 400 },
    );
  });

  it('gives each living pair one slot, and reports every beginning and end once', () => {
    fc.assert(
      fc.property(options, ops, (options, list) => {
        const phase = new BroadPhase(options);
        // The caller's cache by slot, kept by the reports alone.
        const cache = new Map<number, string>();
        play(phase, list, () => {
          const p = phase.pairs;
          for (const triple of triples(p.ended.data, p.endedCount)) {
            const [a, b, slot] = triple.split(',');
            expect(cache.get(Number(slot))).toBe(`${a},${b}`);
            cache.delete(Number(slot));
          }
          for (const triple of triples(p.begun.data, p.begunCount)) {
            const [a, b, slot] = triple.split(',');
            expect(cache.has(Number(slot))).toBe(false);
            cache.set(Number(slot), `${a},${b}`);
          }
          expect(cache.size).toBe(p.count);
          for (let k = 0; k < p.count; k++) {
            const slot = p.slots.data[k];
            expect(slot).toBeLessThan(p.slotEnd);
            expect(cache.get(slot)).toBe(`${p.pairs.data[2 * k]},${p.pairs.data[2 * k + 1]}`);
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it('goes on alike after save and load at any moment, also between a move and its update', () => {
    fc.assert(
      fc.property(options, ops, ops, (options, before, after) => {
        const phase = new BroadPhase(options);
        play(phase, before, () => {});
        if (after.length > 0) phase.move(after[0].id, Float64Array.from(after[0].box));
        const copy = new BroadPhase(options);
        if (before.length % 2 === 1) copy.add(3, Float64Array.of(0, 0, 0, 1, 1, 1)); // what was there must not matter
        copy.load(structuredClone(phase.save()));
        const views: unknown[] = [];
        const views2: unknown[] = [];
        const visits: number[] = [];
        const visits2: number[] = [];
        const ray = (p: BroadPhase, out: number[]) =>
          p.castRay(-5, 0.1, 0.2, 1, 0.01, 0.02, 20, (id, f) => {
            out.push(id);
            return f;
          });
        // Bodies that `before` left are unknown to this play: both phases see the same calls all the same.
        const moves = after.map((o) => ({ ...o, kind: o.kind === 1 ? 0 : o.kind }));
        play(phase, moves, () => {
          views.push(view(phase));
          ray(phase, visits);
        });
        play(copy, moves, () => {
          views2.push(view(copy));
          ray(copy, visits2);
        });
        expect(views2).toEqual(views);
        expect(visits2).toEqual(visits);
        expect(copy.save()).toEqual(phase.save());
      }),
      { numRuns: 300 },
    );
  });

  it('has the same pairs whatever order proxies came in', () => {
    const random = new Random(5);
    const n = 300;
    const boxes = new Float64Array(6 * n);
    for (let k = 0; k < n; k++)
      for (let i = 0; i < 3; i++) {
        boxes[6 * k + i] = random.between(0, 8);
        boxes[6 * k + i + 3] = boxes[6 * k + i] + random.next();
      }
    const forward = new BroadPhase();
    const backward = new BroadPhase();
    for (let k = 0; k < n; k++) forward.add(k, boxes, 6 * k);
    for (let k = n - 1; k >= 0; k--) {
      backward.add(k, boxes, 6 * k);
      if (k % 50 === 0) backward.update();
    }
    forward.update();
    expect(forward.pairs.count).toBeGreaterThan(100);
    expect(listPairs(backward)).toEqual(listPairs(forward));
  });

  it('answers boxes and rays like a plain list of fat boxes, ascending for boxes', () => {
    fc.assert(
      fc.property(ops, box, fc.array(coordinate, { minLength: 6, maxLength: 6 }), (list, queryBox, ray) => {
        const phase = new BroadPhase({ margin: 0.1 });
        const bodies = play(phase, list, () => {});
        const fat = phase.fatBoxes.data;
        const query = Float64Array.from(queryBox);
        const ids = [...bodies.keys()].sort((a, b) => a - b).filter((id) => boxKind(fat, 6 * id) !== EMPTY_BOX);
        const out = new Arena().i32(1);
        const n = phase.collect(query, 0, out);
        const empty = boxKind(query, 0) === EMPTY_BOX;
        expect([...out.data.subarray(0, n)]).toEqual(ids.filter((id) => !empty && boxesOverlap(fat, 6 * id, query, 0)));
        const [ox, oy, oz, dx, dy, dz] = ray;
        const hits: number[] = [];
        phase.castRay(ox, oy, oz, dx, dy, dz, 3, (id, f) => {
          hits.push(id);
          return f;
        });
        const finite = ray.every(Number.isFinite);
        expect(hits.sort((a, b) => a - b)).toEqual(
          ids.filter((id) => finite && enterBox(fat, 6 * id, ox, oy, oz, 1 / dx, 1 / dy, 1 / dz, 3) >= 0),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('agrees with all pairs of 10,000 moving boxes', () => {
    const random = new Random(17);
    const n = 10_000;
    const phase = new BroadPhase({ lookAhead: 2 });
    const boxes = new Float64Array(6 * n);
    const velocities = new Float64Array(3 * n);
    for (let k = 0; k < n; k++) {
      const d = random.direction();
      for (let i = 0; i < 3; i++) {
        boxes[6 * k + i] = random.between(0, 40);
        boxes[6 * k + i + 3] = boxes[6 * k + i] + random.between(0.2, 1.5);
        velocities[3 * k + i] = 0.1 * random.next() * d[i];
      }
      phase.add(k, boxes, 6 * k, velocities, 3 * k);
    }
    for (let step = 0; step < 2; step++) {
      for (let k = 0; k < n; k++) {
        for (let i = 0; i < 6; i++) boxes[6 * k + i] += velocities[3 * k + (i % 3)];
        phase.move(k, boxes, 6 * k, velocities, 3 * k);
      }
      phase.update();
      const { pairs, count } = phase.pairs;
      const fat = phase.fatBoxes.data;
      let found = 0;
      let wrong = 0;
      for (let a = 0; a < n; a++)
        for (let b = a + 1; b < n; b++) {
          if (!boxesOverlap(fat, 6 * a, fat, 6 * b)) continue;
          if (pairs.data[2 * found] !== a || pairs.data[2 * found + 1] !== b) wrong++;
          found++;
        }
      expect([wrong, count]).toEqual([0, found]);
      expect(found).toBeGreaterThan(5000);
    }
  });

  it('asks the filter again on request, and only then', () => {
    let admit = true;
    const phase = new BroadPhase({ filter: () => admit });
    phase.add(0, Float64Array.of(0, 0, 0, 1, 1, 1));
    phase.add(1, Float64Array.of(0, 0, 0, 1, 1, 1));
    phase.update();
    expect(phase.pairs.count).toBe(1);
    admit = false;
    phase.update();
    expect(phase.pairs.count).toBe(1);
    phase.refilter(1);
    phase.update();
    expect([phase.pairs.count, phase.pairs.endedCount, phase.pairs.begunCount]).toEqual([0, 1, 0]);
    admit = true;
    phase.refilter(0);
    phase.update();
    expect([phase.pairs.count, phase.pairs.endedCount, phase.pairs.begunCount]).toEqual([1, 0, 1]);
  });

  it('ends and begins the pair anew when an id passes to another body', () => {
    const phase = new BroadPhase();
    const unit = Float64Array.of(0, 0, 0, 1, 1, 1);
    phase.add(0, unit);
    phase.add(1, unit);
    phase.update();
    phase.remove(1);
    phase.add(1, unit);
    phase.update();
    expect([phase.pairs.count, phase.pairs.endedCount, phase.pairs.begunCount]).toEqual([1, 1, 1]);
  });

  it('keeps the fat box of a body that stirs within its margin, and shrinks that of one that came to rest', () => {
    const phase = new BroadPhase({ margin: 0.1, lookAhead: 2 });
    phase.add(0, Float64Array.of(0, 0, 0, 1, 1, 1));
    expect(phase.move(0, Float64Array.of(0.09, 0, 0, 1.09, 1, 1))).toBe(false);
    expect(phase.move(0, Float64Array.of(0.11, 0, 0, 1.11, 1, 1), 0, Float64Array.of(10, 0, 0))).toBe(true);
    expect(phase.fatBoxes.data[3]).toBeGreaterThan(21);
    expect(phase.move(0, Float64Array.of(0.11, 0, 0, 1.11, 1, 1))).toBe(true);
    expect(phase.fatBoxes.data[3]).toBeCloseTo(1.21, 12);
  });

  it('pairs alike at any scale', () => {
    const random = new Random(5);
    const corners = Array.from({ length: 600 }, () => random.between(0, 9));
    const pairsAt = (scale: number) => {
      const phase = new BroadPhase();
      for (let id = 0; id < 200; id++) {
        const low = corners.slice(3 * id, 3 * id + 3);
        phase.add(
          id,
          Float64Array.from([...low, ...low.map((x) => x + 1)], (x) => scale * x),
        );
      }
      phase.update();
      return listPairs(phase);
    };
    expect(pairsAt(1).length).toBeGreaterThan(100);
    // A power of two, so that nothing is rounded.
    expect(pairsAt(2 ** -10)).toEqual(pairsAt(1));
  });

  it('pairs half-spaces with what reaches into their boxes', () => {
    const phase = new BroadPhase({ margin: 0 });
    const all = Infinity;
    phase.add(0, Float64Array.of(-all, -all, -all, all, 0, all)); // upright: the box ends at the ground
    phase.add(1, Float64Array.of(-all, -all, -all, all, all, all)); // tilted: the box is all of space
    phase.add(2, Float64Array.of(0, -1, 0, 1, 1, 1));
    phase.add(3, Float64Array.of(0, 5, 0, 1, 6, 1));
    phase.update();
    expect(listPairs(phase)).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
      [1, 3],
    ]);
  });
});
