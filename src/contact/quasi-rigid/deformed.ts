// Bodies as contacts leave them: vertices displaced by the tractions, for drawing and export.
//
// u(x) = (1-ν²)/(πE) Σ G(|x - x_i|) f_i along the contact's normal, the response of response.ts between nodes and
// vertices: the same law that made the forces, at other places. Nodes of the contact surface itself lie where both
// deformed surfaces meet. With the kernel that keeps the volume they rise beside it. Simplification: the distance is
// the straight one through the body, as in a half-space that faces the contact; consequence: its far side moves by some
// per cent of the depth, which a real one would not. A Green's function that was handed in is not known here: such
// contacts are drawn by that of the half-space. Verified in test/contact/quasi-rigid/deformed.test.ts.

import { PI } from '../../math/trig.js';
import type { QuasiRigidRecord, Tractions } from './report.js';
import { halfSpaceResponse, volumeResponse } from './response.js';

/** Which of a contact's two bodies: a is pushed along the normal, b against it. */
export type Side = 'a' | 'b';

/**
 * Displaces positions (triples, world frame, of body `side` of the contact) in place by what the contact presses with.
 * The contact must have been asked for with tractions.
 */
export function deform(positions: Float64Array, contact: QuasiRigidRecord, side: Side): void {
  const t = contact.tractions;
  if (!t) return;
  const share = side === 'a' ? t.compliance[0] : -t.compliance[1];
  if (share === 0) return;
  const n = t.areas.length;
  const response = t.width === undefined ? halfSpaceResponse : volumeResponse(t.width);
  for (let v = 0; v < positions.length; v += 3) {
    let sum = 0;
    for (let k = 0; k < n; k++) {
      const x = positions[v] - t.positions[3 * k]!;
      const y = positions[v + 1] - t.positions[3 * k + 1]!;
      const z = positions[v + 2] - t.positions[3 * k + 2]!;
      // In the contact plane near it: the height is what is looked for.
      const along = x * t.normals[3 * k]! + y * t.normals[3 * k + 1]! + z * t.normals[3 * k + 2]!;
      const rr = x * x + y * y + z * z;
      const near = along * along < 4 * contact.approach * contact.approach;
      sum += t.pressures[k]! * t.areas[k]! * response(near ? rr - along * along : rr, t.areas[k]!, t.areas[k]!);
    }
    const u = (share * sum) / PI;
    for (let m = 0; m < 3; m++) positions[v + m] += u * contact.normal[m];
  }
}

/** Pressure at a place of the world (Pa): that of the nodes about it, zero beside them. */
export function pressureAt(t: Tractions, x: number, y: number, z: number): number {
  let sum = 0;
  let weights = 0;
  for (let k = 0; k < t.areas.length; k++) {
    const dx = x - t.positions[3 * k]!;
    const dy = y - t.positions[3 * k + 1]!;
    const dz = z - t.positions[3 * k + 2]!;
    const rr = (dx * dx + dy * dy + dz * dz) / t.areas[k]!;
    if (rr > 2) continue;
    const weight = (1 - 0.5 * rr) * (1 - 0.5 * rr);
    sum += weight * t.pressures[k]!;
    weights += weight;
  }
  return weights > 0 ? sum / weights : 0;
}

const COLUMNS = 'contact,a,b,x,y,z,nx,ny,nz,area,pressure,fx,fy,fz';

/** Tractions by nodes as CSV, with a line of names; SI units, world frame. */
export function tractionsCsv(
  contacts: Iterable<{ a: { name: string }; b: { name: string }; tractions?: Tractions }>,
): string {
  const lines = [COLUMNS];
  let number = 0;
  const quoted = (name: string) => (/[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);
  for (const { a, b, tractions: t } of contacts) {
    for (let k = 0; k < (t?.areas.length ?? 0); k++)
      lines.push(
        [
          number,
          quoted(a.name),
          quoted(b.name),
          ...t!.positions.slice(3 * k, 3 * k + 3),
          ...t!.normals.slice(3 * k, 3 * k + 3),
          t!.areas[k],
          t!.pressures[k],
          ...t!.friction.slice(3 * k, 3 * k + 3),
        ].join(','),
      );
    number++;
  }
  return `${lines.join('\n')}\n`;
}
