// What the second side may have otherwise, and how the two sides are called.

import { MODELS, modelOf, SOLVERS } from '../models.js';
import type { LaneOverrides, SceneMessage } from '../sim/protocol.js';

export interface Setting {
  id: string;
  label: string;
  /** Where it stands in the overrides. */
  group: 'contact' | 'solver' | null;
  key: string;
  options: readonly (readonly [value: string | number, title: string])[];
}

const metres = (values: readonly number[]) =>
  values.map((value) => [value, value < 1e-3 ? `${value * 1e6} µm` : `${value * 1e3} mm`] as const);
const plain = (values: readonly number[]) => values.map((value) => [value, String(value)] as const);

export const SETTINGS: readonly Setting[] = [
  {
    id: 'method',
    label: 'Solver',
    group: 'solver',
    key: 'method',
    options: SOLVERS.map(({ id, title }) => [id, title]),
  },
  {
    id: 'iterations',
    label: 'Iterations at most',
    group: 'solver',
    key: 'iterations',
    options: plain([1, 2, 5, 10, 20, 50, 100, 200, 500]),
  },
  {
    id: 'timeStep',
    label: 'Time step',
    group: null,
    key: 'timeStep',
    options: [30, 60, 120, 240, 480, 960].map((rate) => [1 / rate, `1/${rate} s`]),
  },
  {
    id: 'friction',
    label: 'Friction',
    group: 'contact',
    key: 'friction',
    options: plain([0, 0.1, 0.2, 0.3, 0.5, 0.8, 1]),
  },
  { id: 'depth', label: 'Depth', group: 'contact', key: 'depth', options: metres([1e-6, 1e-5, 1e-4, 1e-3, 1e-2]) },
  { id: 'restitution', label: 'Restitution', group: 'contact', key: 'restitution', options: plain([0, 0.3, 0.6, 0.9]) },
];

type Bag = Readonly<Record<string, unknown>>;

export function settingOf(overrides: LaneOverrides, { group, key }: Setting): string | number | undefined {
  const bag = (group ? overrides[group] : overrides) as Bag | undefined;
  return bag?.[key] as string | number | undefined;
}

/** Overrides with another value of a setting; undefined: as the scene has it. Empty groups go. */
export function withSetting(
  overrides: LaneOverrides,
  { group, key }: Setting,
  value: string | number | undefined,
): LaneOverrides {
  const put = (bag: Bag = {}): Bag => {
    const { [key]: _, ...others } = bag;
    return value === undefined ? others : { ...others, [key]: value };
  };
  if (!group) return put(overrides as Bag) as LaneOverrides;
  const { [group]: bag, ...rest } = overrides;
  const changed = put(bag as Bag | undefined);
  return Object.keys(changed).length > 0 ? { ...rest, [group]: changed } : rest;
}

type Side = Pick<SceneMessage, 'source' | 'model' | 'timeStep' | 'title'>;

/** The model as the selectors name it, without what is said about it. */
export function modelTitle({ source, model }: Side): string {
  const choice = modelOf(source.overrides ?? {}) ?? MODELS.find(({ id }) => id === model);
  return choice ? choice.title.replace(/: .*/, '') : model;
}

/** Names of the two sides: the model, and what else is not the same. */
export function sideTitles(a: Side, b: Side): [string, string] {
  const sides = [a, b] as const;
  const names = sides.map((side) => (a.title === b.title ? [modelTitle(side)] : [side.title, modelTitle(side)]));
  if (a.timeStep !== b.timeStep)
    for (const [k, { timeStep }] of sides.entries())
      names[k]!.push(`steps of 1/${Number((1 / timeStep).toFixed(1))} s`);
  for (const setting of SETTINGS) {
    if (setting.id === 'timeStep') continue;
    const values = sides.map(({ source }) => settingOf(source.overrides ?? {}, setting));
    if (values[0] === values[1]) continue;
    const label = setting.label.toLowerCase();
    for (const [k, value] of values.entries()) {
      const title = setting.options.find(([option]) => option === value)?.[1] ?? value;
      names[k]!.push(value === undefined ? `own ${label}` : `${label} ${title}`);
    }
  }
  return names.map((parts) => parts.join(' · ')) as [string, string];
}
