// sixfold run --tractions-to FILE: tractions of the last step as CSV, or bodies as they are deformed as GLB, coloured
// by pressure.

import { writeFileSync } from 'node:fs';
import { writeGlb } from '../meshes/index.js';
import { type Contact, SixfoldError, type World } from '../src/index.js';
import { rotate } from '../src/math/vec3.js';
import { deform, pressureAt, type QuasiRigidRecord, tractionsCsv } from '../src/quasi-rigid.js';
import { createShape } from '../src/shapes/create.js';
import { tessellate } from '../src/shapes/tessellate.js';

type Loaded = Contact & QuasiRigidRecord;

/** Refuses in one line what cannot be written, before anything is computed. */
export function checkTractionsFile(file: string): void {
  if (!/\.(csv|glb)$/i.test(file))
    throw new SixfoldError(`--tractions-to is ${JSON.stringify(file)}; it must end in .csv or .glb`);
}

export async function exportTractions(world: World, file: string): Promise<void> {
  const contacts = world.contacts(['tractions']) as unknown as Loaded[];
  const isCsv = /\.csv$/i.test(file);
  try {
    writeFileSync(file, isCsv ? tractionsCsv(contacts) : await writeGlb(deformedBodies(world, contacts)));
  } catch (error) {
    throw new SixfoldError(`--tractions-to ${JSON.stringify(file)} cannot be written: ${(error as Error).message}`);
  }
}

/** All bounded bodies that touch something, displaced, and their contact surfaces, cell by cell. */
function deformedBodies(world: World, contacts: readonly Loaded[]) {
  const positions: number[] = [];
  const indices: number[] = [];
  const colors: number[] = [];
  const most = contacts.reduce((max, c) => Math.max(max, c.pressureMax), 0);
  for (const body of world.bodies()) {
    const own = contacts.filter(({ a, b }) => a === body || b === body);
    if (own.length === 0 || body.shape.type === 'half-space') continue;
    const mesh = tessellate(createShape(body.shape), { segments: 128 });
    const placed = new Float64Array(mesh.positions.length);
    for (let v = 0; v < placed.length; v += 3) {
      const p = rotate(body.rotation, [mesh.positions[v]!, mesh.positions[v + 1]!, mesh.positions[v + 2]!]);
      for (let m = 0; m < 3; m++) placed[v + m] = p[m]! + body.position[m]!;
    }
    for (const contact of own) deform(placed, contact, contact.a === body ? 'a' : 'b');
    const first = positions.length / 3;
    for (let v = 0; v < placed.length; v += 3) {
      positions.push(placed[v]!, placed[v + 1]!, placed[v + 2]!);
      const p = own.reduce(
        (max, c) => Math.max(max, pressureAt(c.tractions!, placed[v]!, placed[v + 1]!, placed[v + 2]!)),
        0,
      );
      colors.push(...heat(p / most));
    }
    for (const i of mesh.indices) indices.push(first + i);
  }
  return {
    positions: Float64Array.from(positions),
    indices: Int32Array.from(indices),
    colors: Float32Array.from(colors),
  };
}

/** From grey over yellow and red to dark red. */
function heat(share: number): [number, number, number] {
  const stops = [
    [0.6, 0.6, 0.6],
    [1, 0.8, 0.3],
    [0.9, 0.3, 0.1],
    [0.6, 0, 0.05],
  ] as const;
  const x = Math.min(0.9999, Math.max(0, share)) * (stops.length - 1);
  const k = Math.floor(x);
  return [0, 1, 2].map((m) => stops[k]![m]! + (x - k) * (stops[k + 1]![m]! - stops[k]![m]!)) as [
    number,
    number,
    number,
  ];
}
