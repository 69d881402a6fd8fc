// What a live world publishes after a step, as numbers in one row: how the loop does, what devices feel, where bodies are.

/** Time (s), steps, late, left out, longest step (ms). */
const HEAD = 5;
/** Force, torque, energy to the hand. */
const DEVICE = 7;
const POSE = 7;

type Three = [number, number, number];

/** Numbers of a frame with so many devices and bodies. */
export function liveFrameWidth(devices: number, bodies: number): number {
  return HEAD + DEVICE * devices + POSE * bodies;
}

export class LiveFrame {
  readonly numbers: Float64Array;
  readonly #devices: number;

  constructor(devices: number, bodies: number) {
    this.#devices = devices;
    this.numbers = new Float64Array(liveFrameWidth(devices, bodies));
  }

  /** Simulated time (s). */
  get time(): number {
    return this.numbers[0]!;
  }

  get steps(): number {
    return this.numbers[1]!;
  }

  /** Steps that ended more than their own length after they were due. */
  get late(): number {
    return this.numbers[2]!;
  }

  /** Steps that were left out. */
  get skipped(): number {
    return this.numbers[3]!;
  }

  /** Longest step (ms). */
  get longest(): number {
    return this.numbers[4]!;
  }

  /** On the hand of device k (N). */
  force(k: number): Three {
    return this.#three(HEAD + DEVICE * k);
  }

  /** N·m, about the centre of mass of the device's body. */
  torque(k: number): Three {
    return this.#three(HEAD + DEVICE * k + 3);
  }

  /** J */
  energyToHand(k: number): number {
    return this.numbers[HEAD + DEVICE * k + 6]!;
  }

  /** Seven numbers a body: position and rotation. */
  get poses(): Float64Array {
    return this.numbers.subarray(HEAD + DEVICE * this.#devices);
  }

  #three(o: number): Three {
    const n = this.numbers;
    return [n[o]!, n[o + 1]!, n[o + 2]!];
  }

  /** @internal */
  setHead(time: number, steps: number, late: number, skipped: number, longest: number): void {
    const n = this.numbers;
    n[0] = time;
    n[1] = steps;
    n[2] = late;
    n[3] = skipped;
    n[4] = longest;
  }

  /** @internal */
  setDevice(k: number, force: readonly number[], torque: readonly number[], energy: number): void {
    const o = HEAD + DEVICE * k;
    for (let m = 0; m < 3; m++) {
      this.numbers[o + m] = force[m]!;
      this.numbers[o + 3 + m] = torque[m]!;
    }
    this.numbers[o + 6] = energy;
  }

  /** @internal */
  setBody(k: number, position: readonly number[], rotation: readonly number[]): void {
    const o = HEAD + DEVICE * this.#devices + POSE * k;
    for (let m = 0; m < 3; m++) this.numbers[o + m] = position[m]!;
    for (let m = 0; m < 4; m++) this.numbers[o + 3 + m] = rotation[m]!;
  }
}
