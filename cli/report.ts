// What a run has to say: the JSON object of the contract, and the same for people.

import type { Contact, Details, World } from '../src/index.js';
import { type BodyState, type Sample, statesOfBodies } from '../src/io/samples.js';
import { count, short } from './text.js';

const PHASES = ['overlap', 'assembly', 'factorisation', 'solve', 'stabilisation'] as const;
/** Step times beyond this many overwrite the oldest: the 99th percentile of a long run is that of its end. */
const MOST_TIMES = 1_000_000;

/** Gathers figures step by step. */
export class Statistics {
  readonly initialEnergy: number;
  largestRise = 0;
  iterations = 0;
  mostIterations = 0;
  private lastNetEnergy: number;
  private readonly times: Float64Array;
  private total = 0;
  private readonly phases = new Float64Array(PHASES.length);
  private steps = 0;

  constructor(
    private readonly world: World,
    steps: number,
  ) {
    const { kinetic, potential, correctionWork } = world.energy();
    this.initialEnergy = kinetic + potential;
    this.lastNetEnergy = this.initialEnergy - correctionWork;
    this.times = new Float64Array(Math.min(steps, MOST_TIMES));
  }

  addStep(milliseconds: number): void {
    const { kinetic, potential, correctionWork } = this.world.energy();
    const net = kinetic + potential - correctionWork;
    this.largestRise = Math.max(this.largestRise, net - this.lastNetEnergy);
    this.lastNetEnergy = net;
    const { iterations } = this.world.solverStatistics;
    this.iterations += iterations;
    this.mostIterations = Math.max(this.mostIterations, iterations);
    for (let i = 0; i < PHASES.length; i++) this.phases[i]! += this.world.profile[PHASES[i]!];
    this.times[this.steps % MOST_TIMES] = milliseconds;
    this.total += milliseconds;
    this.steps++;
  }

  get meanIterations(): number {
    return this.iterations / Math.max(this.steps, 1);
  }

  /** Per step, in milliseconds. */
  milliseconds(): { step: number; p99Step: number } & Record<(typeof PHASES)[number], number> {
    const n = Math.max(this.steps, 1);
    const sorted = this.times.slice(0, Math.min(this.steps, MOST_TIMES)).sort();
    const at = Math.max(Math.ceil(sorted.length * 0.99) - 1, 0);
    const [overlap, assembly, factorisation, solve, stabilisation] = [...this.phases].map((sum) => sum / n) as [
      number,
      number,
      number,
      number,
      number,
    ];
    return {
      step: this.total / n,
      p99Step: sorted[at] ?? 0,
      overlap,
      assembly,
      factorisation,
      solve,
      stabilisation,
    };
  }
}

export interface Run {
  scene: string;
  model: string;
  world: World;
  statistics: Statistics;
  samples: Sample[] | null;
  /** Names of the models' flags that were given. */
  details: Details;
}

export function reportOf({ scene, model, world, statistics, samples, details }: Run) {
  const energy = world.energy();
  return {
    scene,
    model,
    steps: world.stepCount,
    time: world.time,
    bodies: statesOfBodies(world, details),
    energy: {
      initial: statistics.initialEnergy,
      final: energy.kinetic + energy.potential,
      correctionWork: energy.correctionWork,
      largestRise: statistics.largestRise,
    },
    contacts: world.contacts(details).map((contact) => ({
      a: contact.a.name,
      b: contact.b.name,
      point: [...contact.point],
      normal: [...contact.normal],
      force: [...contact.force],
      torque: [...contact.torque],
      centerOfPressure: [...contact.centerOfPressure],
      area: contact.area,
      volume: contact.volume,
      depth: contact.depth,
      slipMargin: contact.slipMargin,
      tipMargin: contact.tipMargin,
      state: contact.state,
      ...furtherFields(contact),
    })),
    solver: {
      meanIterations: statistics.meanIterations,
      maxIterations: statistics.mostIterations,
      lastResidual: world.solverStatistics.residual,
    },
    milliseconds: statistics.milliseconds(),
    hash: world.hash(),
    ...world.report(details),
    ...(samples ? { samples } : {}),
  };
}

/** What every contact has, of which outlines are for drawing. */
const COMMON = new Set([
  'a',
  'b',
  'point',
  'normal',
  'force',
  'torque',
  'centerOfPressure',
  'area',
  'volume',
  'depth',
  'slipMargin',
  'tipMargin',
  'state',
  'outline',
]);

/** What the contact model says of a contact beyond what all models do. */
function furtherFields(contact: Contact): Record<string, unknown> {
  return Object.fromEntries(Object.entries(contact).filter(([key]) => !COMMON.has(key)));
}

/**
 * Slower than this and turning slower than this, a body counts as at rest: a millimetre and a thousandth of a radian a
 * second.
 */
const REST = 1e-3;

function speedOf(v: readonly number[]): number {
  return Math.hypot(v[0]!, v[1]!, v[2]!);
}

function describeMotion(world: World): string {
  const bodies = [...world.bodies()];
  const states = bodies
    .map((body) => ({
      body,
      name: body.name,
      speed: speedOf(body.linearVelocity),
      spin: speedOf(body.angularVelocity),
    }))
    .filter(({ body }) => body.type !== 'static' && body.type !== 'kinematic');
  if (states.length === 0) return 'none can move';
  const moving = states.filter(({ body, speed, spin }) => !body.asleep && !(speed < REST && spin < REST));
  const asleep = states.filter(({ body }) => body.asleep).length;
  if (moving.length === 0) return `${count(states.length, 'body', 'bodies')}, all at rest (${asleep} asleep)`;
  const fastest = moving.reduce((a, b) => (b.speed > a.speed ? b : a));
  return (
    `${moving.length} of ${states.length} still moving; fastest: ${fastest.name}, ` +
    `${short(fastest.speed)} m/s and ${short(fastest.spin)} rad/s`
  );
}

export function summaryOf(run: Run): string {
  const report = reportOf(run);
  const { energy, solver, milliseconds, contacts } = report;
  const states = new Map<string, number>();
  for (const { state } of contacts) states.set(state, (states.get(state) ?? 0) + 1);
  const kinds = [...states].map(([state, n]) => `${n} ${state}`).join(', ');
  const load = contacts.reduce((sum, { force }) => sum + speedOf(force), 0);
  const perSecond = milliseconds.step > 0 ? Math.round(1000 / milliseconds.step).toLocaleString('en') : '-';
  const lines = [
    ['scene', `${report.scene}, contact model ${report.model}`],
    ['time', `${short(report.time)} s in ${count(report.steps, 'step')}`],
    ['bodies', describeMotion(run.world)],
    ...Object.entries(firstFew(report.bodies)).map(([name, state]) => [
      '',
      `${name} at (${state.position.map(short).join(', ')}) m${state.asleep ? ', asleep' : ''}`,
    ]),
    [
      'energy',
      `${short(energy.initial)} J at the start, ${short(energy.final)} J at the end; ` +
        `largest rise in a step ${short(energy.largestRise)} J, position correction ${short(energy.correctionWork)} J`,
    ],
    ['contacts', contacts.length === 0 ? 'none' : `${contacts.length} (${kinds}), ${short(load)} N in all`],
    [
      'solver',
      `${short(solver.meanIterations)} iterations a step, at most ${solver.maxIterations}, ` +
        `last residual ${short(solver.lastResidual)}`,
    ],
    [
      'speed',
      `${perSecond} steps/s (${short(milliseconds.step)} ms a step, 99 % under ${short(milliseconds.p99Step)} ms)`,
    ],
    ['hash', report.hash],
  ];
  return lines.map(([label, text]) => `${label!.padEnd(9)} ${text}`).join('\n');
}

const MOST_LISTED = 6;

function firstFew(bodies: Record<string, BodyState>): Record<string, BodyState> {
  const entries = Object.entries(bodies);
  return entries.length > MOST_LISTED ? {} : Object.fromEntries(entries);
}
