// The broad phase on 10,000 moving boxes: milliseconds per update, and how many times as long a plain sweep along one
// axis and cannon-es' SAPBroadphase take for the same boxes in the same run.
//
// Boxes of side 1 fill a cube (about 1.5 neighbours each) and bounce off its walls. Three paces: a step moves a box by
// far less than the margin, by about the margin, and by several margins. The peers get the true boxes, which is less
// work than ours (fat boxes overlap more often), and report all pairs, not the changes.

import { type AABB, Body, Box, SAPBroadphase, Vec3, World } from 'cannon-es';
import { BroadPhase } from '../src/broadphase/broad-phase.js';
import { Random } from '../src/math/random.js';

const COUNT = 10_000;
const SIZE = 40;
const STEPS = 60;
const WARM_UP = 10;

class Swarm {
  readonly boxes = new Float64Array(6 * COUNT);
  readonly velocities = new Float64Array(3 * COUNT);

  constructor(step: number) {
    const random = new Random(1);
    for (let k = 0; k < COUNT; k++) {
      const d = random.direction();
      for (let i = 0; i < 3; i++) {
        this.boxes[6 * k + i] = random.between(0, SIZE - 1);
        this.boxes[6 * k + i + 3] = this.boxes[6 * k + i] + 1;
        this.velocities[3 * k + i] = step * d[i] * random.between(0.5, 1.5);
      }
    }
  }

  advance(): void {
    for (let k = 0; k < COUNT; k++)
      for (let i = 0; i < 3; i++) {
        const v = this.velocities[3 * k + i];
        this.boxes[6 * k + i] += v;
        this.boxes[6 * k + i + 3] += v;
        if ((this.boxes[6 * k + i] < 0 && v < 0) || (this.boxes[6 * k + i + 3] > SIZE && v > 0))
          this.velocities[3 * k + i] = -v;
      }
  }
}

interface Contender {
  readonly name: string;
  /** Take the moved boxes in and return the number of pairs. */
  update(swarm: Swarm): number;
}

class Ours implements Contender {
  readonly name = 'sixfold';
  readonly phase = new BroadPhase({ lookAhead: 2 }); // a step lasts 1 s here
  reinserted = 0;

  constructor(swarm: Swarm) {
    for (let k = 0; k < COUNT; k++) this.phase.add(k, swarm.boxes, 6 * k);
  }

  update(swarm: Swarm): number {
    const v = swarm.velocities;
    for (let k = 0; k < COUNT; k++) {
      if (this.phase.move(k, swarm.boxes, 6 * k, v, 3 * k)) this.reinserted++;
    }
    this.phase.update();
    return this.phase.pairs.count;
  }
}

/** Sort by min x, then compare each box with those that begin before it ends. */
class Sweep implements Contender {
  readonly name = 'plain sweep';
  private readonly order = Int32Array.from({ length: COUNT }, (_, k) => k);

  update(swarm: Swarm): number {
    const b = swarm.boxes;
    const order = this.order;
    // Insertion sort: the order hardly changes from step to step.
    for (let k = 1; k < COUNT; k++) {
      const id = order[k];
      const x = b[6 * id];
      let j = k - 1;
      for (; j >= 0 && b[6 * order[j]] > x; j--) order[j + 1] = order[j];
      order[j + 1] = id;
    }
    let pairs = 0;
    for (let k = 0; k < COUNT; k++) {
      const i = 6 * order[k];
      for (let m = k + 1; m < COUNT && b[6 * order[m]] <= b[i + 3]; m++) {
        const j = 6 * order[m];
        if (b[i + 1] <= b[j + 4] && b[j + 1] <= b[i + 4] && b[i + 2] <= b[j + 5] && b[j + 2] <= b[i + 5]) pairs++;
      }
    }
    return pairs;
  }
}

class Cannon implements Contender {
  readonly name = 'cannon-es SAP';
  private readonly world = new World();
  private readonly phase = new SAPBroadphase(this.world);
  private readonly first: Body[] = [];
  private readonly second: Body[] = [];

  constructor() {
    const shape = new Box(new Vec3(0.5, 0.5, 0.5));
    this.world.broadphase = this.phase;
    this.phase.useBoundingBoxes = true;
    for (let k = 0; k < COUNT; k++) this.world.addBody(new Body({ mass: 1, shape }));
  }

  update(swarm: Swarm): number {
    const b = swarm.boxes;
    for (let k = 0; k < COUNT; k++) {
      const body = this.world.bodies[k];
      body.position.set(b[6 * k] + 0.5, b[6 * k + 1] + 0.5, b[6 * k + 2] + 0.5);
      (body.aabb as AABB).lowerBound.set(b[6 * k], b[6 * k + 1], b[6 * k + 2]);
      (body.aabb as AABB).upperBound.set(b[6 * k + 3], b[6 * k + 4], b[6 * k + 5]);
      body.aabbNeedsUpdate = false;
    }
    this.first.length = 0;
    this.second.length = 0;
    this.phase.dirty = true;
    this.phase.collisionPairs(this.world, this.first, this.second);
    return this.first.length;
  }
}

function measure(contender: Contender, step: number): { ms: number; worst: number; pairs: number } {
  const swarm = new Swarm(step);
  const times: number[] = [];
  let pairs = 0;
  for (let k = 0; k < WARM_UP + STEPS; k++) {
    swarm.advance();
    const start = performance.now();
    pairs = contender.update(swarm);
    if (k >= WARM_UP) times.push(performance.now() - start);
  }
  // The mean, not the median: fat boxes that are renewed together make a few updates dear and many cheap.
  return { ms: times.reduce((a, b) => a + b, 0) / STEPS, worst: Math.max(...times), pairs };
}

console.log(`${COUNT} moving boxes, mean of ${STEPS} updates`);
for (const step of [0.005, 0.05, 0.3]) {
  const ours = new Ours(new Swarm(step));
  const contenders: Contender[] = [ours, new Sweep(), new Cannon()];
  const results = contenders.map((c) => ({ name: c.name, ...measure(c, step) }));
  const share = (100 * ours.reinserted) / (COUNT * (STEPS + WARM_UP));
  console.log(
    `\nstep ${step} m (margin ${ours.phase.margin} of a box): ${share.toFixed(1)} % of boxes re-fattened per update`,
  );
  for (const r of results) {
    const ratio = (r.ms / results[0].ms).toFixed(2);
    const [ms, worst] = [r.ms.toFixed(2).padStart(8), r.worst.toFixed(2).padStart(8)];
    console.log(`  ${r.name.padEnd(14)} ${ms} ms   worst ${worst} ms   × ${ratio.padStart(6)}   ${r.pairs} pairs`);
  }
}
