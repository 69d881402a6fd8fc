// What can be drawn over the bodies, and what of it is switched on.

import { allModels } from '../../src/all-models.js';
import { STATE_COLORS } from '../../three/index.js';
import type { Wanted } from '../sim/protocol.js';

export interface Layer {
  id: string;
  title: string;
  group: string;
  /** Where colour means something: the same colour beside the name. */
  color?: string;
}

export const LAYERS = [
  { id: 'patch', title: 'Patch', group: 'Contact' },
  { id: 'outline', title: 'Outline', group: 'Contact' },
  { id: 'ellipse', title: 'Ellipse', group: 'Contact' },
  { id: 'state', title: 'Colours of stick, slide, roll, spin', group: 'Contact' },
  { id: 'pressure', title: 'Pressure', group: 'Contact' },
  { id: 'overlap', title: 'Overlap volume', group: 'Contact', color: '#6f4cff' },
  { id: 'normal', title: 'Normal', group: 'Contact' },
  { id: 'cop', title: 'Centre of pressure', group: 'Contact' },
  { id: 'cop-path', title: 'Path of the centre of pressure', group: 'Contact' },
  { id: 'force', title: 'Force', group: 'Forces', color: '#e69f00' },
  { id: 'torque', title: 'Torque', group: 'Forces', color: '#56b4e9' },
  { id: 'figures', title: 'Newtons in figures', group: 'Forces' },
  { id: 'com', title: 'Centre of mass', group: 'Bodies' },
  { id: 'velocity', title: 'Velocity', group: 'Bodies', color: '#0072b2' },
  { id: 'joints', title: 'Joints', group: 'Bodies', color: '#b8860b' },
  { id: 'boxes', title: 'Boxes of the broad phase', group: 'Bodies' },
  { id: 'see-through', title: 'See through bodies', group: 'Bodies' },
] as const satisfies readonly Layer[];

export type LayerId = (typeof LAYERS)[number]['id'];

const DEFAULT: readonly string[] = ['patch', 'outline', 'state', 'cop', 'force', 'torque', 'tractions'];
/** Those that need the contacts of the step. */
const OF_CONTACTS: readonly LayerId[] = [
  'patch',
  'outline',
  'ellipse',
  'pressure',
  'overlap',
  'normal',
  'cop',
  'cop-path',
  'force',
  'torque',
];

/** Those that need tractions by nodes; model quasi-rigid brings them. */
export const TRACTIONS = ['tractions', 'traction-arrows', 'traction-contours', 'traction-section'] as const;

/** With those that models bring. */
const ALL_LAYERS: readonly Layer[] = [...LAYERS, ...allModels.flatMap(({ studio }) => studio?.layers ?? [])];

/** For a legend: what the colours of patches mean. */
export const STATES = (['stick', 'slide', 'roll', 'spin'] as const).map((name) => ({
  name,
  color: `#${STATE_COLORS[name].toString(16).padStart(6, '0')}`,
}));

export class Layers {
  readonly list: readonly Layer[] = ALL_LAYERS;
  private readonly on = new Set<string>(DEFAULT);
  private readonly changed: () => void;

  constructor(changed: () => void) {
    this.changed = changed;
  }

  isOn(id: string): boolean {
    return this.on.has(id);
  }

  set(id: string, on: boolean): void {
    if (!ALL_LAYERS.some((layer) => layer.id === id))
      throw new Error(
        `there is no layer ${JSON.stringify(id)}; there are ${ALL_LAYERS.map((layer) => layer.id).join(', ')}`,
      );
    if (this.on.has(id) === on) return;
    if (on) this.on.add(id);
    else this.on.delete(id);
    // The one is drawn in place of the other.
    if (on && id === 'pressure') this.on.delete('patch');
    if (on && id === 'patch') this.on.delete('pressure');
    this.changed();
  }

  /** Ids of those that are on. */
  get chosen(): string[] {
    return ALL_LAYERS.map(({ id }) => id).filter((id) => this.on.has(id));
  }

  set chosen(ids: readonly string[]) {
    this.on.clear();
    for (const { id } of ALL_LAYERS) if (ids.includes(id)) this.on.add(id);
    this.changed();
  }

  reset(): void {
    this.chosen = DEFAULT;
  }

  get drawsContacts(): boolean {
    return OF_CONTACTS.some((id) => this.on.has(id));
  }

  /** What frames have to carry. */
  wanted(): Wanted {
    const wanted: Wanted = {};
    if (this.drawsContacts) wanted.contacts = true;
    if (TRACTIONS.some((id) => this.on.has(id))) {
      wanted.contacts = true;
      wanted.tractions = true;
    }
    if (this.isOn('velocity')) wanted.velocities = true;
    if (this.isOn('boxes')) wanted.boxes = true;
    if (this.isOn('joints')) wanted.joints = true;
    return wanted;
  }
}
