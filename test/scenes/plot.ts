// Looks at scenes without a browser: draws the state at several times side by side into one PNG.
//
//   node scripts/run-ts.js test/scenes/plot.ts SCENE OUT.png [--times 0,1,2] [--model six] [--view iso|side|front|top]
//     [--at x,y,z] [--width metres] [--set name=value,…]
//
// Orthographic, with a depth buffer, flat shading and creases drawn dark. Contact patches in magenta, contact forces as
// red lines from the centre of pressure (their length relative to the largest), centres of pressure as dots.

import { writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { scenes } from '../../scenes/index.js';
import {
  type ModelName,
  type Quat,
  type SceneDescription,
  type ShapeDescription,
  type Vec3,
  World,
} from '../../src/index.js';
import { add, cross, dot, normalize, rotate, scale, sub } from '../../src/math/vec3.js';
import { createShape } from '../../src/shapes/create.js';
import type { MeshData } from '../../src/shapes/procedural.js';
import { tessellate } from '../../src/shapes/tessellate.js';

const VIEWS: Record<string, Vec3> = {
  iso: normalize([0.5, 0.45, 1]),
  side: [0, 0, 1],
  front: [1, 0, 0],
  top: normalize([0, 1, 1e-6]),
};
const COLORS: readonly Vec3[] = [
  [0.36, 0.6, 0.86],
  [0.95, 0.65, 0.3],
  [0.45, 0.75, 0.45],
  [0.85, 0.5, 0.55],
  [0.65, 0.55, 0.85],
  [0.8, 0.75, 0.4],
];
const LIGHT = normalize([0.3, 1, 0.6]);

export interface PlotOptions {
  times?: readonly number[];
  view?: string;
  /** Centre and width of what is seen; of all bodies at the start unless told. */
  at?: Vec3;
  width?: number;
  pixels?: number;
}

interface Model {
  mesh: MeshData;
  creases: [number, number][];
}

/** One picture, with a panel per time from left to right. Returns the PNG and a line of numbers per panel. */
export function plot(description: SceneDescription, options: PlotOptions = {}): { png: Uint8Array; notes: string[] } {
  const world = new World(description);
  const models = new Map<string, Model>();
  for (const body of world.bodies()) {
    if (body.shape.type !== 'half-space') models.set(body.name, modelOf(body.shape));
  }
  const times = options.times ?? [0, 0.5, 1, 2];
  const size = options.pixels ?? 420;
  const frame = frameOf(world, models, options);
  const image = new Image(size * times.length, size);
  const notes: string[] = [];
  for (const [panel, time] of times.entries()) {
    const steps = Math.round(time / world.timeStep);
    while (world.stepCount < steps) world.step();
    draw(world, models, image, panel * size, size, frame);
    const { kinetic, potential, correctionWork } = world.energy();
    const worst = world.contacts().reduce((most, { depth }) => Math.max(most, depth), 0);
    notes.push(
      `t=${time}  E=${(kinetic + potential - correctionWork).toPrecision(6)} J  kinetic=${kinetic.toPrecision(3)}  ` +
        `contacts=${world.contacts().length}  deepest=${worst.toExponential(1)} m  sweeps=${world.solverStatistics.iterations}`,
    );
  }
  return { png: image.encode(), notes };
}

function modelOf(shape: ShapeDescription): Model {
  const mesh = tessellate(createShape(shape), { segments: 48 });
  const seen = new Map<number, number>();
  const creases: [number, number][] = [];
  const vertices = mesh.positions.length / 3;
  const at = (v: number): Vec3 => [mesh.positions[3 * v]!, mesh.positions[3 * v + 1]!, mesh.positions[3 * v + 2]!];
  const normal = (t: number): Vec3 => {
    const [a, b, c] = [at(mesh.indices[t]!), at(mesh.indices[t + 1]!), at(mesh.indices[t + 2]!)];
    const n = cross(sub(b, a), sub(c, a));
    return scale(n, 1 / Math.max(Math.hypot(...n), 1e-300));
  };
  for (let t = 0; t < mesh.indices.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [v, w] = [mesh.indices[t + k]!, mesh.indices[t + ((k + 1) % 3)]!];
      const key = Math.min(v, w) * vertices + Math.max(v, w);
      const other = seen.get(key);
      if (other === undefined) seen.set(key, t);
      else if (dot(normal(t), normal(other)) < 0.9) creases.push([v, w]);
    }
  }
  return { mesh, creases };
}

interface Frame {
  center: Vec3;
  right: Vec3;
  up: Vec3;
  towards: Vec3;
  width: number;
}

function frameOf(world: World, models: Map<string, Model>, options: PlotOptions): Frame {
  const towards = VIEWS[options.view ?? 'iso'] ?? VIEWS.iso!;
  const right = normalize(cross([0, 1, 0], towards));
  const up = cross(towards, right);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const body of world.bodies()) {
    if (body.type === 'static' && options.at) continue;
    const model = models.get(body.name);
    if (!model) continue;
    for (let v = 0; v < model.mesh.positions.length; v += 3) {
      const p = place(model.mesh, v / 3, body.position, body.rotation);
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k]!, p[k]!);
        high[k] = Math.max(high[k]!, p[k]!);
      }
    }
  }
  const center = options.at ?? ([0, 1, 2].map((k) => 0.5 * (low[k]! + high[k]!)) as unknown as Vec3);
  const span = Math.hypot(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!);
  return { center, right, up, towards, width: options.width ?? 1.05 * span };
}

function place(mesh: MeshData, v: number, position: Vec3, rotation: Quat): Vec3 {
  const p: Vec3 = [mesh.positions[3 * v]!, mesh.positions[3 * v + 1]!, mesh.positions[3 * v + 2]!];
  return add(position, rotate(rotation, p));
}

function draw(world: World, models: Map<string, Model>, image: Image, left: number, size: number, frame: Frame): void {
  const toPixel = size / frame.width;
  const project = (p: Vec3): Vec3 => {
    const r = sub(p, frame.center);
    return [
      left + 0.5 * size + toPixel * dot(r, frame.right),
      0.5 * size - toPixel * dot(r, frame.up),
      toPixel * dot(r, frame.towards),
    ];
  };
  image.clip(left, left + size);
  let number = 0;
  for (const body of world.bodies()) {
    const model = models.get(body.name);
    if (!model) {
      drawGround(image, project, frame, body.position, body.rotation);
      continue;
    }
    const color: Vec3 = body.type === 'dynamic' ? COLORS[number++ % COLORS.length]! : [0.75, 0.75, 0.75];
    const { mesh, creases } = model;
    const n = mesh.positions.length / 3;
    const world_ = Array.from({ length: n }, (_, v) => place(mesh, v, body.position, body.rotation));
    const screen = world_.map(project);
    for (let t = 0; t < mesh.indices.length; t += 3) {
      const [a, b, c] = [mesh.indices[t]!, mesh.indices[t + 1]!, mesh.indices[t + 2]!];
      const normal = cross(sub(world_[b]!, world_[a]!), sub(world_[c]!, world_[a]!));
      if (dot(normal, frame.towards) <= 0) continue;
      const shade = 0.45 + 0.55 * Math.max(0, dot(normal, LIGHT) / Math.hypot(...normal));
      image.triangle(screen[a]!, screen[b]!, screen[c]!, scale(color, shade));
    }
    for (const [v, w] of creases) image.line(screen[v]!, screen[w]!, [0.1, 0.1, 0.1], 1);
  }
  const contacts = world.contacts();
  const strongest = contacts.reduce((most, { force }) => Math.max(most, Math.hypot(...force)), 1e-9);
  for (const { outline, centerOfPressure, force } of contacts) {
    for (let k = 0; k < outline.length; k++) {
      image.line(project(outline[k]!), project(outline[(k + 1) % outline.length]!), [0.9, 0, 0.7], 1e9);
    }
    const tip = add(centerOfPressure, scale(force, (0.2 * frame.width) / strongest));
    image.line(project(centerOfPressure), project(tip), [0.85, 0, 0], 1e9);
    image.dot(project(centerOfPressure), [0.85, 0, 0]);
  }
  for (let y = 0; y < size; y++) image.set(left, y, 1e9, [0, 0, 0]);
}

/** The surface of a half-space as a pale sheet with lines, as far as the panel sees. */
function drawGround(image: Image, project: (p: Vec3) => Vec3, frame: Frame, position: Vec3, rotation: Quat): void {
  const w = 0.75 * frame.width;
  const at = (x: number, z: number) =>
    project(add(position, rotate(rotation, [frame.center[0] + x, 0, frame.center[2] + z])));
  const [a, b, c, d] = [at(-w, -w), at(-w, w), at(w, w), at(w, -w)];
  image.triangle(a, b, c, [0.93, 0.93, 0.9]);
  image.triangle(a, c, d, [0.93, 0.93, 0.9]);
  for (let k = -4; k <= 4; k++) {
    image.line(at((w * k) / 4, -w), at((w * k) / 4, w), [0.8, 0.8, 0.78], 0.01);
    image.line(at(-w, (w * k) / 4), at(w, (w * k) / 4), [0.8, 0.8, 0.78], 0.01);
  }
}

class Image {
  private readonly pixels: Uint8Array;
  private readonly depth: Float64Array;
  private low = 0;
  private high: number;

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    this.pixels = new Uint8Array(3 * width * height).fill(255);
    this.depth = new Float64Array(width * height).fill(-Infinity);
    this.high = width;
  }

  clip(low: number, high: number): void {
    this.low = low;
    this.high = high;
  }

  set(x: number, y: number, z: number, color: Vec3): void {
    if (x < this.low || x >= this.high || y < 0 || y >= this.height) return;
    const p = y * this.width + x;
    if (z < this.depth[p]!) return;
    this.depth[p] = z;
    for (let k = 0; k < 3; k++) this.pixels[3 * p + k] = 255 * Math.min(1, color[k]!);
  }

  triangle(a: Vec3, b: Vec3, c: Vec3, color: Vec3): void {
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (area === 0) return;
    const x0 = Math.max(this.low, Math.floor(Math.min(a[0], b[0], c[0])));
    const x1 = Math.min(this.high - 1, Math.ceil(Math.max(a[0], b[0], c[0])));
    const y0 = Math.max(0, Math.floor(Math.min(a[1], b[1], c[1])));
    const y1 = Math.min(this.height - 1, Math.ceil(Math.max(a[1], b[1], c[1])));
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const u = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
        const v = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
        if (u < 0 || v < 0 || u + v > 1) continue;
        this.set(x, y, a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]), color);
      }
    }
  }

  /** Drawn `lift` pixels nearer than it is, so that a crease shows on its own faces. */
  line(a: Vec3, b: Vec3, color: Vec3, lift: number): void {
    const n = Math.min(5000, Math.ceil(Math.max(Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1]), 1)));
    for (let k = 0; k <= n; k++) {
      const t = k / n;
      const z = lift > 1e6 ? lift : a[2] + t * (b[2] - a[2]) + lift;
      this.set(Math.round(a[0] + t * (b[0] - a[0])), Math.round(a[1] + t * (b[1] - a[1])), z, color);
    }
  }

  dot([x, y]: Vec3, color: Vec3): void {
    for (let i = -2; i <= 2; i++)
      for (let j = -2; j <= 2; j++) this.set(Math.round(x) + i, Math.round(y) + j, 1e9, color);
  }

  encode(): Uint8Array {
    const rows = Buffer.alloc(this.height * (1 + 3 * this.width));
    for (let y = 0; y < this.height; y++) {
      rows.set(this.pixels.subarray(3 * y * this.width, 3 * (y + 1) * this.width), y * (1 + 3 * this.width) + 1);
    }
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    header.set([8, 2, 0, 0, 0], 8);
    const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
    const end = new Uint8Array(0);
    return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', end)]);
  }
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  let crc = -1;
  for (const byte of body) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(~crc >>> 0, body.length + 4);
  return out;
}

function main(args: readonly string[]): void {
  const [name, out] = args;
  const scene = scenes.find((candidate) => candidate.name === name);
  if (!scene || !out)
    throw new Error('usage: plot.ts SCENE OUT.png [--times …] [--model …] [--view …] [--at …] [--width …] [--set …]');
  const option = (key: string) => (args.includes(`--${key}`) ? args[args.indexOf(`--${key}`) + 1] : undefined);
  const numbers = (key: string) => option(key)?.split(',').map(Number);
  const values = Object.fromEntries(
    (option('set')?.split(',') ?? []).map((pair) => pair.split('=')).map(([k, v]) => [k!, Number(v)]),
  );
  const description = scene.make(values);
  const at = numbers('at');
  const width = numbers('width')?.[0];
  const times = numbers('times');
  const { png, notes } = plot(
    { ...description, contact: { ...description.contact, model: (option('model') ?? 'six') as ModelName } },
    {
      ...(times ? { times } : {}),
      view: option('view') ?? 'iso',
      ...(at ? { at: [at[0]!, at[1]!, at[2]!] as const } : {}),
      ...(width ? { width } : {}),
    },
  );
  writeFileSync(out, png);
  console.log(notes.join('\n'));
}

if (process.argv[1]?.endsWith('plot.mjs')) main(process.argv.slice(2));
