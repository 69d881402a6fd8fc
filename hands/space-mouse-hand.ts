// A 6-DOF space mouse over WebHID steers a device: how far the puck is pushed and turned is how fast it goes.
//
// Reports are those of 3Dconnexion's devices: id 1 has three translations, and where it has twelve bytes three rotations too;
// id 2 has the rotations of devices that send them apart. Signed 16 bits, little endian, ±350 at full deflection; x right, y towards the user, z down.

import type { Device } from '../src/penalty.js';
import { SteeredPose, withoutDeadZone } from './steered-pose.js';

export interface SpaceMouseOptions {
  speed?: number;
  turn?: number;
  position?: readonly [number, number, number];
}

const FULL = 350;
const VENDORS = [0x256f, 0x046d];

interface HidDevice {
  open(): Promise<void>;
  addEventListener(type: 'inputreport', handler: (event: { reportId: number; data: DataView }) => void): void;
}
interface Hid {
  requestDevice(options: { filters: { vendorId: number; usagePage: number; usage: number }[] }): Promise<HidDevice[]>;
}

/** Takes a report into `out`: right, up, towards the user, then turning about these axes, each -1 to 1. False: none of ours. */
export function readSpaceMouse(out: Float64Array, reportId: number, data: DataView): boolean {
  const axis = (k: number) => Math.max(-1, Math.min(1, data.getInt16(2 * k, true) / FULL));
  const write = (at: number, from: number) => {
    out[at] = axis(from);
    out[at + 1] = -axis(from + 2);
    out[at + 2] = axis(from + 1);
  };
  if (reportId === 1 && data.byteLength >= 6) {
    write(0, 0);
    if (data.byteLength >= 12) write(3, 3);
    return true;
  }
  if (reportId === 2 && data.byteLength >= 6) {
    write(3, 0);
    return true;
  }
  return false;
}

export class SpaceMouseHand {
  readonly pose: SteeredPose;
  private readonly device: Device;
  private readonly speed: number;
  private readonly turn: number;
  private readonly axes = new Float64Array(6);

  constructor(device: Device, { speed = 0.3, turn = 1.5, position }: SpaceMouseOptions = {}) {
    this.device = device;
    this.speed = speed;
    this.turn = turn;
    this.pose = new SteeredPose(position);
  }

  /** Asks for a space mouse; only after a click, and only where there is WebHID. False: none was chosen. */
  async connect(): Promise<boolean> {
    const hid = (navigator as { hid?: Hid }).hid;
    if (!hid) return false;
    const filters = VENDORS.map((vendorId) => ({ vendorId, usagePage: 1, usage: 8 }));
    const [mouse] = await hid.requestDevice({ filters });
    if (!mouse) return false;
    await mouse.open();
    mouse.addEventListener('inputreport', ({ reportId, data }) => this.take(reportId, data));
    return true;
  }

  take(reportId: number, data: DataView): void {
    readSpaceMouse(this.axes, reportId, data);
  }

  /** Once a frame, with the seconds since the last one. */
  update(dt: number): void {
    const rate = [...this.axes].map((x) => withoutDeadZone(x, 0.05));
    const [x, y, z, a, b, c] = rate as [number, number, number, number, number, number];
    this.pose.advance(
      [this.speed * x, this.speed * y, this.speed * z],
      [this.turn * a, this.turn * b, this.turn * c],
      dt,
    );
    this.pose.give(this.device);
  }
}
