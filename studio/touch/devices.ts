// Gamepads and 6-DOF devices, where the browser has them. Nothing runs before one is there.

import type { Vec3 } from '../../src/index.js';
import type { Drive } from './drive.js';
import type { Hand } from './hand.js';
import { Rumble } from './rumble.js';
import { AT_REST, isAtRest, newlyPressed, readKnob, readSticks, type SixAxes } from './six-axes.js';

export interface DeviceActions {
  playOrPause(): void;
  stepForward(): void;
  stepBack(): void;
  reset(): void;
  frame(): void;
}

/** Fires 'change' when a device comes or goes. */
export class Devices extends EventTarget {
  /** Names of those that are connected. */
  readonly names = new Map<string, string>();
  private readonly down = new Map<number, Set<number>>();
  private knob: SixAxes = AT_REST;
  private knobButtons = 0;
  private isRunning = false;
  private lastTurn = 0;
  private readonly rumble = new Rumble();

  constructor(
    private readonly drive: Drive,
    private readonly hand: Hand,
    private readonly actions: DeviceActions,
  ) {
    super();
    addEventListener('gamepadconnected', ({ gamepad }) => this.add(`pad ${gamepad.index}`, shortName(gamepad.id)));
    addEventListener('gamepaddisconnected', ({ gamepad }) => {
      this.down.delete(gamepad.index);
      this.remove(`pad ${gamepad.index}`);
    });
    // Those that were allowed before need no question.
    hid()
      ?.getDevices()
      .then((devices) => devices.forEach((device) => void this.open(device)))
      .catch(() => {});
    hid()?.addEventListener('disconnect', ({ device }) => this.remove(device.productName));
  }

  /** Whether 6-DOF devices can be connected here. */
  get hasKnobs(): boolean {
    return hid() !== undefined;
  }

  /** Asks the user for a 6-DOF device; false if none was chosen. */
  async connect(): Promise<boolean> {
    const devices = (await hid()?.requestDevice({ filters: FILTERS })) ?? [];
    for (const device of devices) await this.open(device);
    return devices.length > 0;
  }

  private async open(device: HidDevice): Promise<void> {
    if (!device.opened) await device.open();
    device.addEventListener('inputreport', ({ reportId, data }) => this.hear(reportId, data));
    this.add(device.productName, device.productName);
  }

  private hear(reportId: number, data: DataView): void {
    const { move, turn, buttons } = readKnob(reportId, data);
    this.knob = { move: move ?? this.knob.move, turn: turn ?? this.knob.turn };
    if (buttons !== undefined) {
      if (buttons & ~this.knobButtons & 1) this.drive.toggle('device', true);
      if (buttons & ~this.knobButtons & 2) this.actions.frame();
      this.knobButtons = buttons;
    }
    if (!isAtRest(this.knob)) this.run();
  }

  private add(key: string, name: string): void {
    this.names.set(key, name);
    this.dispatchEvent(new Event('change'));
    this.run();
  }

  private remove(key: string): void {
    if (!this.names.delete(key)) return;
    this.knob = AT_REST;
    if (this.hand.held?.by === 'device') this.hand.letGo();
    this.dispatchEvent(new Event('change'));
  }

  /** What the hand feels (N): pads that hold something rumble with it; `most` is as strong as it gets. */
  feel(force: Vec3, most: number): void {
    if (this.hand.held?.by === 'device') this.rumble.feel(this.pads(), force, most, performance.now());
  }

  /** Pads have to be asked, once a picture; knobs report by themselves, but hold their deflection in between. */
  private run(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    this.lastTurn = performance.now();
    const turn = (now: number) => {
      const time = Math.max(0, Math.min(0.1, (now - this.lastTurn) / 1000));
      this.lastTurn = now;
      const pads = this.pads();
      for (const pad of pads) this.readPad(pad, time);
      if (!isAtRest(this.knob)) this.drive.apply(this.knob, time);
      this.isRunning = pads.length > 0 || !isAtRest(this.knob);
      if (this.isRunning) requestAnimationFrame(turn);
    };
    requestAnimationFrame(turn);
  }

  private pads(): Gamepad[] {
    return (navigator.getGamepads?.() ?? []).filter((pad) => pad !== null);
  }

  private readPad(pad: Gamepad, time: number): void {
    const before = this.down.get(pad.index) ?? new Set<number>();
    for (const button of newlyPressed(pad, before)) this.press(button);
    this.down.set(pad.index, new Set(pad.buttons.flatMap(({ pressed }, k) => (pressed ? [k] : []))));
    const axes = readSticks(pad, this.hand.held !== null);
    if (!isAtRest(axes)) this.drive.apply(axes, time);
  }

  /** As the standard layout numbers them. */
  private press(button: number): void {
    const { playOrPause, stepForward, stepBack, reset, frame } = this.actions;
    if (button === 0) playOrPause();
    else if (button === 2) this.drive.toggle('device', true);
    else if (button === 3) frame();
    else if (button === 4) stepBack();
    else if (button === 1 || button === 5) stepForward();
    else if (button === 9) reset();
  }
}

/** Gamepads name themselves at length: "Xbox Wireless Controller (STANDARD GAMEPAD Vendor: …)". */
const shortName = (id: string): string => id.replace(/\s*\(.*$/, '').slice(0, 40) || 'Gamepad';

// The part of WebHID that is used: the types of the DOM do not have it yet.
interface HidDevice {
  readonly opened: boolean;
  readonly productName: string;
  open(): Promise<void>;
  addEventListener(type: 'inputreport', listener: (event: { reportId: number; data: DataView }) => void): void;
}
interface Hid {
  getDevices(): Promise<HidDevice[]>;
  requestDevice(options: { filters: readonly object[] }): Promise<HidDevice[]>;
  addEventListener(type: 'disconnect', listener: (event: { device: HidDevice }) => void): void;
}

/** Multi-axis controllers of the two vendors' numbers that SpaceMouse devices have. */
const FILTERS = [0x046d, 0x256f].map((vendorId) => ({ vendorId, usagePage: 1, usage: 8 }));

const hid = (): Hid | undefined => (navigator as Navigator & { hid?: Hid }).hid;
