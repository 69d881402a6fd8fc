// Pointer and wheel move a device: across the view while a button is down, along it by the wheel.

import type { Device } from '../src/penalty.js';
import { SteeredPose } from './steered-pose.js';

export interface PointerOptions {
  position?: readonly [number, number, number];
  /** Where a movement on the screen leads (pixels right and down, steps of the wheel towards the user), in metres of the world. */
  toWorld?(right: number, down: number, near: number): readonly [number, number, number];
}

const METRES_PER_PIXEL = 0.001;

export class PointerHand {
  readonly pose: SteeredPose;
  private readonly device: Device;
  private readonly toWorld: NonNullable<PointerOptions['toWorld']>;
  private readonly stop = new AbortController();

  constructor(element: HTMLElement, device: Device, { position, toWorld }: PointerOptions = {}) {
    this.device = device;
    this.pose = new SteeredPose(position);
    this.toWorld = toWorld ?? ((x, y, z) => [METRES_PER_PIXEL * x, -METRES_PER_PIXEL * y, METRES_PER_PIXEL * z]);
    const { signal } = this.stop;
    element.addEventListener('pointerdown', (event) => element.setPointerCapture(event.pointerId), { signal });
    element.addEventListener(
      'pointermove',
      (event) => event.buttons !== 0 && this.move(event.movementX, event.movementY, 0),
      {
        signal,
      },
    );
    element.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.move(0, 0, event.deltaY);
      },
      { signal, passive: false },
    );
  }

  private move(right: number, down: number, near: number): void {
    this.pose.advance(this.toWorld(right, down, near), [0, 0, 0], 1);
    this.pose.give(this.device);
  }

  /** Lets go of the element. */
  release(): void {
    this.stop.abort();
  }
}
