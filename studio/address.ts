// What is shown, in the part of the address that is never sent to a server.
//
//   #scene=NAME&p.friction=0.3                a built-in scene with parameters
//   #random=7, #random=heap:7                 a scene that nobody chose, of a seed (scenes/random.ts)
//   #s=TEXT                                   a whole scene, as files/share.ts writes it
//   …&contact.model=point&solver.method=nncg&timeStep=0.01&gravity=0,-1.62,0       settings laid over it
//   …&compare=point                           beside it the same under another model
//   …&b.contact.friction=0.2                  beside it the same under other settings
//   …&b.scene=NAME, b.p.NAME or b.s           another scene beside it
//   …&camera=x,y,z,x,y,z                      how it is looked at: eye, and what it looks at (m)
//   …&layers=patch,force&time=1.5             layers, moment (s)
//
// Numbers are written so that the same doubles are read back. Verified in test/studio/address.test.ts.

import { SixfoldError } from '../src/index.js';
import { toJson } from './files/json.js';
import { decodeScene, encodeScene } from './files/share.js';
import type { LaneOverrides, LaneSource } from './sim/protocol.js';

/**
 * The fragment, with its #, of one scene or of two side by side. Throws a SixfoldError if a whole scene makes it too
 * long.
 */
export async function fragmentOf(lanes: readonly LaneSource[]): Promise<string> {
  const [first, second] = lanes;
  if (!first) throw new SixfoldError('there is no scene to share');
  const source = await writeSource(first);
  const pairs = [...source, ...writeOverrides(first.overrides)];
  if (second) {
    const own = await writeSource(second);
    const isSame = JSON.stringify(own) === JSON.stringify(source);
    const overrides = writeOverrides(second.overrides);
    const [only] = overrides;
    const isModel = isSame && overrides.length === 1 && only![0] === 'contact.model';
    if (isModel) pairs.push(['compare', only![1]]);
    else {
      // An empty one says that there are two.
      if (isSame) pairs.push(['compare', '']);
      for (const [key, value] of isSame ? overrides : [...own, ...overrides]) pairs.push([`b.${key}`, value]);
    }
  }
  return `#${pairs.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')}`;
}

/** How a link is looked at. What it does not say stays as it is. */
export interface Sight {
  /** Of the eye and of what it looks at (m). */
  camera?: readonly number[];
  layers?: readonly string[];
  /** s */
  time?: number;
}

const SIGHTS = ['camera', 'layers', 'time'];

/** A fragment that also says how it is looked at. */
export function withSight(fragment: string, { camera, layers, time }: Sight): string {
  const pairs: string[] = [];
  // To a tenth of a millimetre a metre: nobody sees less.
  if (camera) pairs.push(`camera=${camera.map((x) => Number(x.toPrecision(5))).join(',')}`);
  if (layers) pairs.push(`layers=${layers.join(',')}`);
  if (time !== undefined) pairs.push(`time=${Number(time.toFixed(6))}`);
  return [fragment, ...pairs].join('&');
}

export function sightOf(fragment: string): Sight {
  const sight: Sight = {};
  for (const piece of fragment.replace(/^#/, '').split('&')) {
    if (!SIGHTS.some((name) => piece.startsWith(`${name}=`))) continue;
    const [key, value] = split(piece);
    if (key === 'layers') sight.layers = value.split(',').filter(Boolean);
    else if (key === 'time') sight.time = Math.max(0, readNumber(key, value));
    else {
      sight.camera = value.split(',').map((x) => readNumber(key, x));
      if (sight.camera.length !== 6)
        throw new SixfoldError(`the link has camera=${quote(value)}; it must be six numbers`);
    }
  }
  return sight;
}

/** What a fragment says to load, or null if it is empty. Throws a SixfoldError of one line for what cannot be read. */
export async function lanesOf(fragment: string): Promise<LaneSource[] | null> {
  const text = fragment.replace(/^#/, '');
  if (text === '') return null;
  const own: Pair[] = [];
  const other: Pair[] = [];
  let compares = false;
  for (const piece of text.split('&')) {
    if (piece === '') continue;
    const [key, value] = split(piece);
    if (SIGHTS.includes(key)) continue;
    if (key === 'compare') {
      compares = true;
      if (value !== '') other.push(['contact.model', value]);
    } else if (key.startsWith('b.')) other.push([key.slice(2), value]);
    else own.push([key, value]);
  }
  const first = await readLane(own, null);
  if (!compares && other.length === 0) return [first];
  return [first, await readLane(other, first)];
}

type Pair = [key: string, value: string];

/** All that a fragment may hold unescaped (RFC 3986) stays readable, but for what separates pairs. */
const encode = (text: string): string => encodeURIComponent(text).replace(/%2C/g, ',').replace(/%3A/g, ':');

function split(piece: string): Pair {
  const at = piece.indexOf('=');
  if (at < 0) throw new SixfoldError(`the link has ${quote(piece)}; it must be made of name=value, joined by &`);
  try {
    return [decodeURIComponent(piece.slice(0, at)), decodeURIComponent(piece.slice(at + 1))];
  } catch {
    throw new SixfoldError(`the link has ${quote(piece)}, which is not percent-encoded: copy the whole link again`);
  }
}

const quote = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

async function writeSource({ scene, parameters, random, description }: LaneSource): Promise<Pair[]> {
  if (random !== undefined) return [['random', random]];
  if (description) return [['s', await encodeScene(description)]];
  const values = Object.entries(parameters ?? {}).map(([name, value]): Pair => [`p.${name}`, toJson(value)]);
  return [['scene', scene ?? ''], ...values];
}

const SETTINGS = ['timeStep', 'substeps', 'gravity'] as const;
const GROUPS = ['contact', 'solver'] as const;

function writeOverrides(overrides: LaneOverrides = {}): Pair[] {
  const pairs: Pair[] = [];
  const add = (key: string, value: unknown): void => {
    if (typeof value === 'string') pairs.push([key, value]);
    else if (Array.isArray(value)) pairs.push([key, value.map(toJson).join(',')]);
    else if (value !== undefined) pairs.push([key, toJson(value)]);
  };
  for (const group of GROUPS)
    for (const [key, value] of Object.entries(overrides[group] ?? {})) add(`${group}.${key}`, value);
  for (const key of SETTINGS) add(key, overrides[key]);
  return pairs;
}

async function readLane(pairs: readonly Pair[], like: LaneSource | null): Promise<LaneSource> {
  const lane: LaneSource = {};
  const overrides: Record<string, unknown> = {};
  const groups: Record<string, Record<string, unknown>> = {};
  const parameters: [string, number][] = [];
  for (const [key, value] of pairs) {
    const [, group = '', name = ''] = /^(\w+)\.(.*)$/s.exec(key) ?? [];
    if (key === 'scene') lane.scene = value;
    else if (key === 'random') lane.random = value;
    else if (key === 's') lane.description = await decodeScene(value);
    else if (group === 'p') parameters.push([name, readNumber(key, value)]);
    else if ((GROUPS as readonly string[]).includes(group)) (groups[group] ??= {})[name] = readValue(value);
    else if (key === 'gravity') overrides.gravity = value.split(',').map((x) => readNumber(key, x));
    else if ((SETTINGS as readonly string[]).includes(key)) overrides[key] = readNumber(key, value);
    else {
      const known =
        'scene, random, s, p.NAME, compare, contact.NAME, solver.NAME, timeStep, substeps, gravity, camera, layers, time, b.NAME';
      throw new SixfoldError(`the link has ${quote(key)}; it may have ${known}`);
    }
  }
  const sources = [lane.scene, lane.random, lane.description].filter((source) => source !== undefined);
  if (sources.length > 1)
    throw new SixfoldError('the link has more than one of "scene", "random" and "s"; it must have one of them');
  if (sources.length === 0) {
    if (!like) throw new SixfoldError('the link names no scene; it must have scene=NAME, random=SEED or s=…');
    if (like.scene !== undefined) lane.scene = like.scene;
    if (like.random !== undefined) lane.random = like.random;
    if (like.description) lane.description = like.description;
    if (parameters.length > 0)
      throw new SixfoldError(`the link has ${quote(`b.p.${parameters[0]![0]}`)} without b.scene`);
    if (like.parameters) lane.parameters = like.parameters;
  }
  if (parameters.length > 0) lane.parameters = Object.fromEntries(parameters);
  Object.assign(overrides, groups);
  if (Object.keys(overrides).length > 0) lane.overrides = overrides as LaneOverrides;
  return lane;
}

/** Judged by the engine, which knows what each setting may be. */
function readValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function readNumber(key: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new SixfoldError(`the link has ${key}=${quote(text)}; it must be a finite number`);
  return value;
}
