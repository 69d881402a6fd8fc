// What the panel says of a body and of a contact, as rows of figures.

import type { ShapeDescription, Vec3 } from '../../src/index.js';
import { dot, length, unrotate } from '../../src/math/vec3.js';
import { ASLEEP, type BodyInfo, type ContactView, type LaneFrame, type SceneMessage } from '../sim/protocol.js';
import { digits, quantity, short, vectorQuantity } from './format.js';

export interface Row {
  /** Stays the row's while its numbers change. */
  id: string;
  label: string;
  /** One text, or those of x, y and z. */
  texts: readonly string[];
  unit: string;
  /** Where a number runs from 0 to 1: also drawn as a bar. */
  share?: number;
  title?: string;
}

export interface BodyState {
  position: Vec3;
  velocity: Vec3;
  angularVelocity: Vec3;
  /** J */
  kineticEnergy: number;
  asleep: boolean;
}

/** The state of the k-th body of a frame; null without velocities. */
export function bodyState({ poses, flags, details }: LaneFrame, k: number, info: BodyInfo): BodyState | null {
  const velocities = details?.velocities;
  if (!velocities || poses.length <= 7 * k) return null;
  const triple = (from: Float32Array, o: number): Vec3 => [from[o]!, from[o + 1]!, from[o + 2]!];
  const rotation = [poses[7 * k + 3]!, poses[7 * k + 4]!, poses[7 * k + 5]!, poses[7 * k + 6]!] as const;
  const velocity = triple(velocities, 6 * k);
  const angularVelocity = triple(velocities, 6 * k + 3);
  const turning = info.inertia_B ? quadratic(info.inertia_B, unrotate(rotation, angularVelocity)) : 0;
  return {
    position: triple(poses, 7 * k),
    velocity,
    angularVelocity,
    kineticEnergy: 0.5 * (info.mass * dot(velocity, velocity) + turning),
    asleep: (flags[k]! & ASLEEP) !== 0,
  };
}

/** vᵀ S v. */
function quadratic(s: NonNullable<BodyInfo['inertia_B']>, [x, y, z]: Vec3): number {
  const [xx, xy, xz, yy, yz, zz] = s;
  return xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z);
}

export function bodyRows({ type, mass }: BodyInfo, state: BodyState): Row[] {
  const rows: Row[] = [vector('position', 'Position', state.position, 'm', false)];
  if (type === 'static') return rows;
  rows.push(vector('velocity', 'Velocity', state.velocity, 'm/s', false));
  rows.push(vector('angular', 'Angular velocity', state.angularVelocity, 'rad/s', false));
  rows.push(scalar('speed', 'Speed', length(state.velocity), 'm/s'));
  if (type !== 'dynamic') return rows;
  rows.push(scalar('energy', 'Kinetic energy', state.kineticEnergy, 'J'), scalar('mass', 'Mass', mass, 'kg'));
  rows.push({ id: 'asleep', label: 'Asleep', texts: [state.asleep ? 'yes' : 'no'], unit: '' });
  return rows;
}

/** N, of the force along the normal. */
export const normalForce = ({ force, normal }: ContactView): number => Math.abs(dot(force, normal));

export function contactRows(contact: ContactView): Row[] {
  const { slipMargin, tipMargin } = contact;
  return [
    vector('force', 'Force', contact.force, 'N'),
    vector('torque', 'Torque', contact.torque, 'N·m'),
    vector('cop', 'Centre of pressure', contact.centerOfPressure, 'm', false),
    scalar('normal', 'Normal force', normalForce(contact), 'N'),
    scalar('area', 'Area', contact.area, 'm²'),
    scalar('volume', 'Overlap volume', contact.volume, 'm³'),
    scalar('depth', 'Depth', contact.depth, 'm'),
    margin('slip', 'Slip margin', slipMargin, 'How far friction is from giving way: 1 at no load, 0 when it slips'),
    margin('tip', 'Tip margin', tipMargin, 'How far the patch is from tipping: 1 at no load, 0 when it lifts'),
  ];
}

/** `fits`: in the unit that suits it. Else as it is: a drift of nanometres per second is nothing. */
function vector(id: string, label: string, values: Vec3, unit: string, fits = true): Row {
  const fitted = fits ? vectorQuantity(values, unit) : { texts: values.map(digits), unit };
  return { id, label, ...fitted };
}

function scalar(id: string, label: string, value: number, unit: string): Row {
  const { text, unit: name } = quantity(value, unit);
  return { id, label, texts: [text], unit: name };
}

function margin(id: string, label: string, value: number, title: string): Row {
  return { id, label, texts: [value.toFixed(3)], unit: '', share: Math.min(1, Math.max(0, value)), title };
}

/** A shape in a few words. */
export function shapeText(shape: ShapeDescription): string {
  const metres = (...values: number[]) => `${values.map(short).join(' × ')}\u202fm`;
  switch (shape.type) {
    case 'box':
      return `box ${metres(...shape.size)}`;
    case 'sphere':
      return `ball of radius ${metres(shape.radius)}`;
    case 'half-space':
      return 'half-space';
    case 'cylinder':
    case 'cone':
    case 'capsule':
      return `${shape.type}, radius ${metres(shape.radius)}, height ${metres(shape.height)}`;
    default:
      return shape.type.replace('-', ' ');
  }
}

export function nameOf(scene: SceneMessage | undefined, id: number): string {
  return scene?.bodies.find((body) => body.id === id)?.name ?? 'a body that is gone';
}

/** Of the pair, with its number where the pair has several. */
export function contactName(scene: SceneMessage | undefined, a: number, b: number, nth: number): string {
  const pair = `${nameOf(scene, a)} – ${nameOf(scene, b)}`;
  return nth > 0 ? `${pair}, ${nth + 1}` : pair;
}
