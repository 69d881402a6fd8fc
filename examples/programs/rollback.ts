// Two players on two machines. Each sees the other's moves eight steps late, guesses that none came, and when one did
// goes back, puts it in and repeats. In the end both worlds have the same bits.

import { World } from 'sixfold';

const DELAY = 8;
type Move = { step: number; player: string; push: number };

class Peer {
  readonly world = new World({ sleep: false, bodies: [{ type: 'static', shape: { type: 'half-space' } }] });
  repeated = 0;
  private readonly moves: Move[] = [];
  private readonly saved = new Map<number, Uint8Array>();

  constructor() {
    for (const [k, name] of ['red', 'blue'].entries())
      this.world.addBody({ name, shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [2 * k - 1, 0.5, 0] });
    for (let k = 0; k < 4; k++)
      this.world.addBody({ shape: { type: 'sphere', radius: 0.3 }, mass: 0.5, position: [0, 0.3 + 0.61 * k, 1] });
  }

  step(): void {
    const { world } = this;
    this.saved.set(world.stepCount, world.snapshot());
    for (const { step, player, push } of this.moves)
      if (step === world.stepCount) world.body(player).applyImpulse([push, 0, 1]);
    world.step();
  }

  learn(move: Move): void {
    this.moves.push(move);
    this.moves.sort((a, b) => a.step - b.step || a.player.localeCompare(b.player));
    const now = this.world.stepCount;
    if (move.step >= now) return;
    this.world.restore(this.saved.get(move.step)!);
    this.repeated += now - move.step;
    while (this.world.stepCount < now) this.step();
  }
}

export function run() {
  const peers = { red: new Peer(), blue: new Peer() };
  const moves: Move[] = [
    { step: 5, player: 'red', push: 3 },
    { step: 9, player: 'blue', push: -2 },
    { step: 30, player: 'red', push: 2 },
    { step: 31, player: 'blue', push: -4 },
  ];
  for (let k = 0; k < 120; k++) {
    for (const move of moves) {
      const own = move.player as 'red' | 'blue';
      if (move.step === k) peers[own].learn(move);
      if (move.step + DELAY === k) peers[own === 'red' ? 'blue' : 'red'].learn(move);
    }
    peers.red.step();
    peers.blue.step();
  }
  return {
    red: peers.red.world.hash(),
    blue: peers.blue.world.hash(),
    repeated: peers.red.repeated + peers.blue.repeated,
    bytes: peers.red.world.snapshot().length,
  };
}
