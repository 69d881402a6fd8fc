// Questions about a lane as it is, which change nothing.

import { trajectoryOf } from './frames.js';
import type { History } from './history.js';
import type { Lane } from './lane.js';
import type { RequestName, Requests } from './protocol.js';

export interface Asked {
  lane(k: number): Lane;
  history: History;
  step: number;
  timeStep: number;
}

const QUESTIONS = ['snapshot', 'description', 'trajectory', 'states', 'ray'] as const;
type Question = (typeof QUESTIONS)[number];

export const isQuestion = (name: RequestName): name is Question => (QUESTIONS as readonly string[]).includes(name);

export function answerTo(name: Question, given: object, { lane, history, step, timeStep }: Asked): unknown {
  const as = <K extends Question>(_: K) => given as Requests[K]['arguments'];
  const of = lane((given as { lane: number }).lane);
  switch (name) {
    case 'snapshot':
      return of.world.snapshot();
    case 'description':
      return of.describe(as('description').at);
    case 'trajectory':
      return trajectoryOf(history, step, as('trajectory').lane, timeStep);
    case 'states':
      return { step, ...of.states() };
    case 'ray':
      return of.castRay(as('ray').origin, as('ray').direction);
  }
}
