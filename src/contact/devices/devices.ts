// The devices of a world: they act in every step, whatever the contact model.
//
// Under a model that pushes (penalty) a held body touches everything, and the wrench of a pose is felt in the step that
// starts with it. Under models that make blocks it is felt one step later, when it has been solved for; what cannot
// move there walls.ts presses on.

import {
  B_CENTER,
  BODY_INTS,
  BODY_STRIDE,
  I_TYPE,
  TYPE_DYNAMIC,
  TYPE_KINEMATIC,
  TYPE_OTHER,
} from '../../bodies/layout.js';
import { SixfoldError } from '../../checks/error.js';
import { show } from '../../checks/fields.js';
import type { Companion, CompanionContext, CompanionKind, Details } from '../kind.js';
import type { ContactRecord } from '../model.js';
import { Device } from './device.js';
import { type CheckedDevice, type DeviceDescription, readDevice, readDevices } from './read.js';
import { Walls } from './walls.js';

export class Devices implements Companion {
  readonly #context: CompanionContext;
  readonly #list: Device[] = [];
  /** By device, where the model makes blocks. */
  readonly #walls = new Map<Device, Walls>();
  readonly #wall = new Float64Array(6);
  #start = 0;

  constructor(checked: readonly CheckedDevice[], context: CompanionContext) {
    this.#context = context;
    for (const [k, one] of checked.entries()) this.#insert(one, `devices[${k}]`);
  }

  add(description: DeviceDescription): Device {
    const checked = readDevice(description, 'device');
    if (this.#list.some(({ name }) => name === checked.name))
      throw new SixfoldError(`device.name is ${show(checked.name)}; another device has it, and names must be unique`);
    if (this.#list.some(({ body }) => body === checked.body))
      throw new SixfoldError(`device.body is ${show(checked.body)}; another device holds it`);
    return this.#insert(checked, 'device');
  }

  remove(name: string): void {
    const at = this.#list.findIndex((one) => one.name === name);
    if (at < 0) throw new SixfoldError(`no device is named ${show(name)}`);
    const [device] = this.#list.splice(at, 1);
    this.#walls.delete(device!);
    this.#context.bodies.held.delete(device!.slot);
    this.#context.refilter(device!.slot);
  }

  *[Symbol.iterator](): IterableIterator<Device> {
    yield* this.#list;
  }

  find(name: string): Device {
    const device = this.#list.find((one) => one.name === name);
    if (!device) throw new SixfoldError(`no device is named ${show(name)}`);
    return device;
  }

  #insert(checked: CheckedDevice, where: string): Device {
    const { bodies } = this.#context;
    const slot = this.#context.slotOf(checked.body);
    if (slot < 0) throw new SixfoldError(`${where}.body is ${show(checked.body)}; no body has that name`);
    if (bodies.i.data[slot * BODY_INTS + I_TYPE] !== TYPE_KINEMATIC)
      throw new SixfoldError(`${where}.body is ${show(checked.body)}; the body must be of type "kinematic"`);
    const device = new Device(bodies, slot, checked);
    this.#list.push(device);
    bodies.held.set(slot, checked.mass);
    this.#context.refilter(slot);
    return device;
  }

  begin(): void {
    this.#start = this.#context.clock();
    // A body that has been removed takes its device along.
    for (let k = this.#list.length - 1; k >= 0; k--)
      if (!this.#context.bodies.held.has(this.#list[k]!.slot)) this.#walls.delete(this.#list.splice(k, 1)[0]!);
  }

  #wallsOf(device: Device): Walls {
    let walls = this.#walls.get(device);
    if (!walls) {
      walls = new Walls(this.#context.bodies, this.#context.settings);
      this.#walls.set(device, walls);
    }
    return walls;
  }

  /** Forces of this substep are known: every hand feels them and moves on. */
  push(h: number): boolean {
    const { model } = this.#context;
    const pushes = model.wrenchOn !== undefined;
    for (let k = 0; k < this.#list.length; k++) {
      const device = this.#list[k]!;
      if (pushes) {
        device.felt.fill(0);
        model.wrenchOn!(device.felt, device.slot);
        device.step(h);
        continue;
      }
      const walls = this.#wallsOf(device);
      walls.begin(h);
      this.#wall.fill(0);
      walls.addWrench(this.#wall, device.slot);
      for (let m = 0; m < 6; m++) device.felt[m] += this.#wall[m];
      device.step(h);
    }
    return this.#list.length > 0;
  }

  end(h: number): void {
    const { clock, model } = this.#context;
    if (model.wrenchOn === undefined) for (const device of this.#list) this.#measure(device);
    const took = clock() - this.#start;
    for (let k = 0; k < this.#list.length; k++) this.#list[k]!.clocked(took, h);
  }

  /** What the solver has found between a held body and dynamic ones. */
  #measure(device: Device): void {
    const { pairs, model, bodies } = this.#context;
    const records: ContactRecord[] = [];
    const { felt, slot } = device;
    felt.fill(0);
    const d = bodies.f.data;
    for (let k = 0; k < pairs.count; k++) {
      const a = pairs.pairs.data[2 * k];
      const b = pairs.pairs.data[2 * k + 1];
      if (a !== slot && b !== slot) continue;
      records.length = 0;
      model.report(pairs.slots.data[k], records, []);
      // Wrenches act on the body of the pair that moves freely: dynamic, or one of the model's own such as a soft one.
      const type = bodies.i.data[(a === slot ? b : a) * BODY_INTS + I_TYPE];
      const isFree = type === TYPE_DYNAMIC || type === TYPE_OTHER;
      for (const { force, torque, point } of records) addWrench(felt, force, torque, point, d, slot, isFree ? -1 : 1);
    }
  }

  reportSections(_details: Details): Record<string, unknown> {
    if (this.#list.length === 0) return {};
    return { devices: Object.fromEntries(this.#list.map((device) => [device.name, device.report()])) };
  }

  save(): unknown {
    if (this.#list.length === 0) return null;
    return this.#list.map((device) => ({ device: device.save(), walls: this.#walls.get(device)?.save() ?? null }));
  }

  load(saved: unknown): void {
    if (saved === null || saved === undefined) return;
    for (const one of saved as { device: ReturnType<Device['save']>; walls: unknown }[]) {
      const device = this.#insert(one.device.checked, 'device');
      device.load(one.device);
      if (one.walls !== null) this.#wallsOf(device).load(one.walls);
    }
  }
}

function addWrench(
  out: Float64Array,
  force: readonly number[],
  torque: readonly number[],
  point: readonly number[],
  d: Float64Array,
  slot: number,
  sign: number,
): void {
  const p = slot * BODY_STRIDE + B_CENTER;
  for (let m = 0; m < 3; m++) {
    const m1 = (m + 1) % 3;
    const m2 = (m + 2) % 3;
    out[m] += sign * force[m]!;
    out[3 + m] += sign * (torque[m]! + (point[m1]! - d[p + m1]) * force[m2]! - (point[m2]! - d[p + m2]) * force[m1]!);
  }
}

/** The word `devices` of scenes. */
export const devices: CompanionKind<Devices> = {
  name: 'devices',
  read: readDevices,
  create: (value, context) => new Devices(value as CheckedDevice[], context),
};
