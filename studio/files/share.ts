// A link that carries what is on the page, in the part of the address that is never sent to a server.
//
//   #scene=NAME&p.friction=0.3                a built-in scene with parameters
//   #s=TEXT                                   a whole scene: base64url of deflate (RFC 1950, whose checksum tells a link that
//                                             was cut off or changed on its way) of its JSON, meshes packed as pack.ts has it
//   …&contact.model=point&solver.method=nncg&timeStep=0.01&gravity=0,-1.62,0       settings laid over it
//   …&compare=point                           beside it the same under another model
//   …&b.contact.friction=0.2                  beside it the same under other settings; b.scene, b.p.NAME or b.s: another scene
//
// Numbers are written so that the same doubles are read back: a scene from a link runs with the same bits.
// Verified in test/studio/files-share.test.ts.

import { type SceneDescription, SixfoldError } from '../../src/index.js';
import { parseSceneText } from '../../src/io/scene-text.js';
import type { LaneOverrides, LaneSource } from '../sim/protocol.js';
import { fromBase64, toBase64 } from './base64.js';
import { toJson } from './json.js';
import { packScene, unpackScene } from './pack.js';

/** Characters. Chromium takes addresses of 2 million, Firefox of 1 million; what is far longer nobody can send anyway. */
export const LONGEST_LINK = 1_500_000;
/** A few thousand characters can hold gigabytes of zeros; no link that we write holds as much as this. */
const MOST_INFLATED = 100_000_000;

/** The fragment, with its #, of one scene or of two side by side. Throws a SixfoldError if it would be too long. */
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
  const fragment = `#${pairs.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')}`;
  if (fragment.length <= LONGEST_LINK) return fragment;
  const megabytes = (fragment.length / 1e6).toFixed(1);
  throw new SixfoldError(
    `the scene needs a link of ${megabytes} MB; browsers cut links beyond ${LONGEST_LINK / 1e6} MB: save it as a file instead`,
  );
}

/** What a fragment says to load, or null if it is empty. Throws a SixfoldError of one line for what cannot be read. */
export async function lanesOf(fragment: string): Promise<LaneSource[] | null> {
  const text = fragment.replace(/^#/, '');
  if (text === '') return null;
  if (text.length > LONGEST_LINK) {
    throw new SixfoldError(
      `the link is ${(text.length / 1e6).toFixed(1)} MB long: at most ${LONGEST_LINK / 1e6} MB are read`,
    );
  }
  const own: Pair[] = [];
  const other: Pair[] = [];
  let compares = false;
  for (const piece of text.split('&')) {
    if (piece === '') continue;
    const [key, value] = split(piece);
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

async function writeSource({ scene, parameters, description }: LaneSource): Promise<Pair[]> {
  if (description) return [['s', await compress(toJson(packScene(description)))]];
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
    else if (key === 's') lane.description = await readWhole(value);
    else if (group === 'p') parameters.push([name, readNumber(key, value)]);
    else if ((GROUPS as readonly string[]).includes(group)) (groups[group] ??= {})[name] = readValue(value);
    else if (key === 'gravity') overrides.gravity = value.split(',').map((x) => readNumber(key, x));
    else if ((SETTINGS as readonly string[]).includes(key)) overrides[key] = readNumber(key, value);
    else {
      const known = 'scene, s, p.NAME, compare, contact.NAME, solver.NAME, timeStep, substeps, gravity, b.NAME';
      throw new SixfoldError(`the link has ${quote(key)}; it may have ${known}`);
    }
  }
  if (lane.scene !== undefined && lane.description) {
    throw new SixfoldError('the link has "scene" and "s"; it must have one of the two');
  }
  if (lane.scene === undefined && !lane.description) {
    if (!like) throw new SixfoldError('the link names no scene; it must have scene=NAME or s=…');
    if (like.scene !== undefined) lane.scene = like.scene;
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

async function readWhole(text: string): Promise<SceneDescription> {
  const bytes = fromBase64(text);
  const json = bytes && (await inflate(bytes));
  if (json === null) throw new SixfoldError('the link is cut off or changed: copy the whole link again');
  const scene = parseSceneText(json, 'the scene in the link');
  if (typeof scene !== 'object' || scene === null || Array.isArray(scene)) {
    throw new SixfoldError('the scene in the link is not an object: copy the whole link again');
  }
  unpackScene(scene);
  return scene as SceneDescription;
}

async function compress(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
  return toBase64(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** The text, or null where the bytes are not a whole stream. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const pieces: string[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.byteLength;
      if (length > MOST_INFLATED)
        throw new SixfoldError(`the scene in the link is longer than ${MOST_INFLATED / 1e6} MB`);
      pieces.push(decoder.decode(value, { stream: true }));
    }
    pieces.push(decoder.decode());
    return pieces.join('');
  } catch (error) {
    await reader.cancel().catch(() => {});
    if (error instanceof SixfoldError) throw error;
    return null;
  }
}
