// What a built-in scene is, and the few pieces that many of them are built from.

import {
  type BodyDescription,
  type Quat,
  type SceneDescription,
  type ShapeDescription,
  SixfoldError,
  type Vec3,
  type World,
} from '../src/index.js';
import { cos, sin } from '../src/math/trig.js';

export type SceneGroup =
  | 'paper: Bouchard 2015'
  | 'paper: Hasegawa 2004'
  | 'paper: Pauly 2004'
  | 'paper: Allard 2010'
  | 'hands'
  | 'contact'
  | 'stacks'
  | 'mechanisms'
  | 'rolling and spinning'
  | 'meshes';

/** A number that whoever runs the scene may choose. */
export interface SceneParameter {
  readonly name: string;
  /** For people, with its unit. */
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Unless told. */
  readonly value: number;
}

export type ParameterValues = Readonly<Record<string, number>>;

/** How a picture shows a scene best; whatever is left out is found from the bodies. */
export interface SceneView {
  /** From where: degrees around the vertical (0 is +z, 90 is +x) and above the horizon. */
  readonly from?: readonly [around: number, above: number];
  /** The bodies that the picture holds and goes along with; `pin*` is every name that begins so. */
  readonly watch?: readonly string[];
  /**
   * A box (m, its lowest and highest corner) that the picture holds. It then stays there and goes along with nobody.
   */
  readonly box?: readonly [low: Vec3, high: Vec3];
}

/** Who acts in a scene: what it does depends on the world and its time alone, so that runs repeat. */
export interface SceneDriver {
  /** Before every step of dt seconds. */
  act(dt: number): void;
  /** What it knows beyond the world, as plain data: a snapshot of the world with this goes on with the same bits. */
  save(): unknown;
  load(saved: unknown): void;
}

export interface Scene {
  readonly name: string;
  readonly title: string;
  readonly group: SceneGroup;
  /** Two sentences: what it is, and what to look at. */
  readonly summary: string;
  readonly parameters: readonly SceneParameter[];
  /** How long it is worth watching (s). */
  readonly seconds: number;
  /** When a still picture shows it best (s). */
  readonly moment?: number;
  /** For the same parameters. */
  view?(parameters?: ParameterValues): SceneView;
  make(parameters?: ParameterValues): SceneDescription;
  /** Scenes in which somebody walks or drives: takes the world of `make`, with the same parameters. */
  drive?(world: World, parameters?: ParameterValues): SceneDriver;
}

interface SceneParts<P extends readonly SceneParameter[]> {
  name: string;
  title: string;
  group: SceneGroup;
  summary: string;
  parameters?: P;
  seconds: number;
  moment?: number;
  view?: SceneView | ((values: { readonly [K in P[number]['name']]: number }) => SceneView);
  build(values: { readonly [K in P[number]['name']]: number }): Omit<SceneDescription, 'name'>;
  drive?(world: World, values: { readonly [K in P[number]['name']]: number }): SceneDriver;
}

/** Makes a Scene of its parts: values of parameters are checked and completed before `build` sees them. */
export function defineScene<const P extends readonly SceneParameter[] = []>(parts: SceneParts<P>): Scene {
  const { name, title, group, summary, seconds, moment, view, build, drive } = parts;
  const parameters: readonly SceneParameter[] = parts.parameters ?? [];
  type Values = { readonly [K in P[number]['name']]: number };
  return {
    name,
    title,
    group,
    summary,
    parameters,
    seconds,
    ...(moment === undefined ? {} : { moment }),
    ...(view === undefined
      ? {}
      : {
          view: (given = {}) =>
            typeof view === 'function' ? view(completeValues(name, parameters, given) as Values) : view,
        }),
    make: (given = {}) => ({ name, ...build(completeValues(name, parameters, given) as Values) }),
    ...(drive && {
      drive: (world, given = {}) => drive(world, completeValues(name, parameters, given) as Values),
    }),
  };
}

function completeValues(scene: string, parameters: readonly SceneParameter[], given: ParameterValues): ParameterValues {
  for (const key of Object.keys(given)) {
    if (parameters.some(({ name }) => name === key)) continue;
    const known = parameters.map(({ name }) => name).join(', ') || 'none';
    throw new SixfoldError(`scene ${scene}: there is no parameter ${JSON.stringify(key)}; it has ${known}`);
  }
  return Object.fromEntries(
    parameters.map(({ name, min, max, value }) => {
      const chosen = given[name] ?? value;
      if (!(chosen >= min && chosen <= max))
        throw new SixfoldError(`scene ${scene}: parameter ${name} is ${chosen}; it must be from ${min} to ${max}`);
      return [name, chosen];
    }),
  );
}

/** A parameter that counts things. */
export const count = <N extends string>(name: N, label: string, min: number, max: number, value: number) =>
  ({ name, label, min, max, step: 1, value }) as const;

export const FRICTION = { name: 'friction', label: 'friction', min: 0, max: 1, step: 0.01, value: 0.5 } as const;

export const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** Keeps what a costly function without arguments returns. */
export function once<T>(compute: () => T): () => T {
  const kept: T[] = [];
  return () => {
    if (kept.length === 0) kept.push(compute());
    return kept[0]!;
  };
}

/** The rotation by an angle (rad) about a unit axis. */
export function turn(axis: 'x' | 'y' | 'z', angle: number): Quat {
  const s = sin(0.5 * angle);
  return [axis === 'x' ? s : 0, axis === 'y' ? s : 0, axis === 'z' ? s : 0, cos(0.5 * angle)];
}

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export const box = (x: number, y: number, z: number): ShapeDescription => ({ type: 'box', size: [x, y, z] });

export const ground = (friction?: number): BodyDescription => ({
  name: 'ground',
  type: 'static',
  shape: { type: 'half-space' },
  ...(friction === undefined ? {} : { friction }),
});

/** The outline (x, y), counter-clockwise and convex, drawn out along z. */
export function prism(outline: readonly (readonly [number, number])[], width: number): ShapeDescription {
  const points: Vec3[] = [];
  for (const [x, y] of outline) points.push([x, y, -0.5 * width], [x, y, 0.5 * width]);
  return { type: 'convex', points };
}
