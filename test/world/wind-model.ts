// A contact model of the tests' own, as a further entry of the package would bring one: `point`'s contacts, and wind
// that pushes bodies with a sail. It has words everywhere, a kind of body that it moves itself, a companion, and parts
// of report and snapshot. Its stages are those of `point`: it shows the seam, not a method.

import {
  B_CENTER,
  B_CONSTANT_FORCE,
  B_MASS,
  B_ORIGIN,
  BODY_INTS,
  BODY_STRIDE,
  I_ALIVE,
} from '../../src/bodies/layout.js';
import { SixfoldError } from '../../src/checks/error.js';
import { fail, readNonNegative, readNumber, show } from '../../src/checks/fields.js';
import { pointModel } from '../../src/contact/point/model.js';
import type { Companion, CompanionKind, ContactModel, ContactModelKind } from '../../src/index.js';

declare module '../../src/world/scene.js' {
  interface ContactWords {
    wind: { strength: number };
  }
  interface BodyWords {
    wind: { sail: number; lift: number };
  }
  interface SceneWords {
    wind: { calm: readonly string[]; logbook: string };
  }
  interface BodyKinds {
    balloon: true;
  }
}

export interface Logbook extends Companion {
  readonly keeper: string;
  steps: number;
}

export const logbook: CompanionKind<Logbook> = {
  name: 'logbook',
  read(value, where) {
    if (value !== undefined && typeof value !== 'string') fail(where, value, "the keeper's name");
    return value ?? null;
  },
  create(value) {
    const book = {
      keeper: (value as string | null) ?? 'nobody',
      steps: 0,
      begin() {},
      push() {},
      end() {
        book.steps++;
      },
      reportSections: () => (book.keeper === 'nobody' ? {} : { logbook: { keeper: book.keeper, steps: book.steps } }),
      save: () => [book.keeper, book.steps],
      load(saved: unknown) {
        [book.keeper, book.steps] = saved as [string, number];
      },
    };
    return book;
  },
};

/** How long the wind has blown (s), beside the stages of `point`. */
export interface WindModel extends ContactModel {
  blown: number;
}

export const wind: ContactModelKind<WindModel> = {
  name: 'wind',
  options: { strength: (value, where) => (value === undefined ? 1 : readNonNegative(value, where, 'N')) },
  bodyWords: { sail: (value, where) => (value === undefined ? 0 : readNonNegative(value, where)) },
  sceneWords: {
    calm(value, where) {
      if (value !== undefined && !Array.isArray(value)) fail(where, value, 'a list of names of bodies');
      return value ?? [];
    },
  },
  bodyKinds: {
    balloon: {
      words: { lift: (value, where) => readNumber(value, where, 'm/s') },
      refuses: ['locked', 'inertia'],
    },
  },
  refuses: { contact: ['restitution'], body: ['restitution'] },
  companions: [logbook],
  flags: [{ name: 'gusts', description: 'say how hard the wind blows at each contact' }],
  studio: { title: 'wind', hint: 'Blows.', layers: [{ id: 'wind', title: 'Wind', group: 'Contact' }] },
  create(context, firstProjection) {
    const { bodies, settings, words } = context;
    const strength = settings.options.strength as number;
    const point = pointModel.create(context, firstProjection);
    const calm = new Set<number>();
    const { begin, report, save, load } = point;
    const model: WindModel = Object.assign(point, {
      blown: 0,
      prepare(roster: { slotOf(name: string): number }) {
        for (const name of words.calm as string[]) {
          if (roster.slotOf(name) < 0) throw new SixfoldError(`calm: no body is named ${show(name)}`);
          calm.add(roster.slotOf(name));
        }
      },
      addBody(slot: number) {
        bodies.f.data[slot * BODY_STRIDE + B_CONSTANT_FORCE] = strength * sailOf(slot);
      },
      begin(span: number, h: number) {
        model.blown += span;
        for (const slot of balloons()) {
          const rise = (bodies.own[slot]!.words.lift as number) * span;
          bodies.f.data[slot * BODY_STRIDE + B_ORIGIN + 1] += rise;
          bodies.f.data[slot * BODY_STRIDE + B_CENTER + 1] += rise;
        }
        begin.call(point, span, h);
      },
      report(pair: number, into: never[], details: readonly string[]) {
        report.call(point, pair, into, details);
        if (details.includes('gusts')) for (const record of into) Object.assign(record, { gust: strength });
      },
      reportBody: (slot: number) => (sailOf(slot) > 0 ? { sail: sailOf(slot) } : {}),
      reportSections: () => ({ wind: { strength, blown: model.blown } }),
      storedEnergy: () => 0,
      kineticEnergy() {
        let sum = 0;
        for (const slot of balloons()) {
          const lift = bodies.own[slot]!.words.lift as number;
          sum += 0.5 * bodies.f.data[slot * BODY_STRIDE + B_MASS]! * lift * lift;
        }
        return sum;
      },
      hash: (add: (value: number) => void) => add(model.blown),
      save: () => ({ point: save.call(point), blown: model.blown, calm: [...calm] }),
      load(saved: { point: unknown; blown: number; calm: number[] }) {
        load.call(point, saved.point);
        model.blown = saved.blown;
        for (const slot of saved.calm) calm.add(slot);
      },
    });
    const sailOf = (slot: number) => (calm.has(slot) ? 0 : ((bodies.own[slot]?.words.sail as number) ?? 0));
    function* balloons() {
      for (let b = 1; b < bodies.count; b++)
        if (bodies.i.data[b * BODY_INTS + I_ALIVE] === 1 && bodies.own[b]?.type === 'balloon') yield b;
    }
    return model;
  },
};
