// Pointer, pen and finger in the view: a drag that begins on a body that moves holds that body; any other drag is the
// camera's. A press that does not move stays a click, which selects. Two fingers are the camera's too, unless the first
// already holds something: then the second moves it nearer or farther. With Shift what is held stays at its height,
// with Alt it turns, the wheel moves it nearer or farther.

import type { Vec3 } from '../../src/index.js';
import type { BodyHit } from '../view/picking.js';
import type { Stage } from '../view/stage.js';
import { type DragPlane, deepen, dragTo, planeNormal, pushForce, pushScale } from './dragging.js';
import type { Hand } from './hand.js';

/** Cuts are drawn by cutting.ts; everything else here. */
export type Tool = 'grab' | 'push' | 'cut';

/** As for clicks: farther than this is a drag (CSS px), longer than this is no click (ms). */
const STILL = { mouse: 4, touch: 10 };
const QUICK = 600;
/** How much farther away the wheel and a second finger move what is held, as ln(distance) per CSS px. */
const DEPTH_RATE = 1 / 900;
const FINGER_RATE = 1 / 250;
/** rad per CSS px */
const TURN_RATE = 0.01;
/** Between two looks at what is under the pointer (ms). */
const LOOK_INTERVAL = 60;

interface Press {
  event: PointerEvent;
  hit: BodyHit;
  /** Where the pointer is (CSS px). */
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout> | 0;
  isHolding: boolean;
  /** Where the arrow of a push begins (m), and its newtons a metre. */
  from: Vec3;
  newtonsPerMetre: number;
  /** A second finger. */
  second: { id: number; y: number } | null;
}

export class PointerHand {
  tool: Tool = 'grab';
  private press: Press | null = null;
  /** Pointers that are the camera's. */
  private readonly others = new Set<number>();
  private isHandingOver = false;
  private lookedAt = 0;

  constructor(
    private readonly stage: Stage,
    private readonly hand: Hand,
  ) {
    const { canvas } = stage;
    const on = <K extends keyof HTMLElementEventMap>(type: K, run: (event: HTMLElementEventMap[K]) => void) =>
      // Before the camera's own listeners.
      canvas.addEventListener(type, run, { capture: true, passive: false });
    on('pointerdown', (event) => this.down(event));
    on('pointermove', (event) => this.move(event));
    on('pointerup', (event) => this.up(event));
    on('pointercancel', (event) => this.up(event));
    on('lostpointercapture', (event) => {
      if (event.pointerId === this.press?.event.pointerId) this.up(event);
    });
    on('wheel', (event) => this.wheel(event));
    on('contextmenu', (event) => {
      if (this.press) event.preventDefault();
    });
    hand.addEventListener('change', () => {
      // Another took over, or the body is gone.
      if (this.press?.isHolding && hand.held?.by !== 'pointer') this.end();
    });
  }

  private down(event: PointerEvent): void {
    if (this.isHandingOver || this.tool === 'cut') return;
    const { press } = this;
    if (press) {
      if (press.isHolding) {
        press.second = { id: event.pointerId, y: event.clientY };
        return;
      }
      this.handOver(press);
    }
    const hit =
      event.button === 0 && this.others.size === 0
        ? this.stage.pick(event.clientX, event.clientY, { contacts: false })
        : null;
    if (hit?.kind !== 'body' || !this.hand.canHold(hit.body, hit.lane)) {
      this.others.add(event.pointerId);
      return;
    }
    this.stage.rig.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.press = {
      event,
      hit,
      x: event.clientX,
      y: event.clientY,
      // A finger that rests may wait for a second one.
      timer: event.pointerType === 'mouse' ? setTimeout(() => this.take(), QUICK) : 0,
      isHolding: false,
      from: hit.point,
      newtonsPerMetre: 1,
      second: null,
    };
  }

  /** A second finger came before the first did anything: both are the camera's. */
  private handOver(press: Press): void {
    this.end();
    this.isHandingOver = true;
    const { pointerId, pointerType, clientX, clientY, button, buttons } = press.event;
    const init = { pointerId, pointerType, clientX, clientY, button, buttons, bubbles: true };
    this.stage.canvas.dispatchEvent(new PointerEvent('pointerdown', init));
    this.isHandingOver = false;
    this.others.add(pointerId);
  }

  private move(event: PointerEvent): void {
    const { press } = this;
    if (!press) {
      this.look(event);
      return;
    }
    if (event.pointerId === press.second?.id) {
      const factor = Math.exp((press.second.y - event.clientY) * FINGER_RATE);
      press.second.y = event.clientY;
      this.changeDepth(factor);
      return;
    }
    if (event.pointerId !== press.event.pointerId) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    press.x = event.clientX;
    press.y = event.clientY;
    if (!press.isHolding) {
      const still = event.pointerType === 'mouse' ? STILL.mouse : STILL.touch;
      if (Math.hypot(press.x - press.event.clientX, press.y - press.event.clientY) <= still) return;
      this.take();
    }
    if (event.altKey && this.tool === 'grab') {
      const { right, up } = this.stage.axes();
      this.hand.turnBy(up, dx * TURN_RATE);
      this.hand.turnBy(right, dy * TURN_RATE);
    } else this.drag(event.shiftKey ? 'level' : 'facing');
  }

  /** The body may have moved on since the press: it is held where it is now, by the point that was pressed. */
  private take(): void {
    const { press } = this;
    if (!press || press.isHolding) return;
    clearTimeout(press.timer);
    const { body, lane, point_B } = press.hit;
    const target = this.hand.place(body, point_B, lane);
    if (!target) {
      this.end();
      return;
    }
    press.from = target;
    press.newtonsPerMetre = pushScale(
      this.stage.lanes[lane]!.drawn.newtonsPerMetre,
      this.hand.bodyOf(body, lane)!.mass,
      this.stage.rig.distance,
    );
    this.hand.hold({
      body,
      lane,
      point_B,
      target,
      ...(this.tool === 'push' && { force: [0, 0, 0] as const }),
      by: 'pointer',
    });
    // After the hand has changed: whatever it let go of was not ours.
    press.isHolding = true;
    this.stage.canvas.style.cursor = 'grabbing';
  }

  private drag(plane: DragPlane): void {
    const { held } = this.hand;
    const { press } = this;
    const ray = press && this.stage.rayAt(press.x, press.y, press.hit.lane);
    if (!held || !ray) return;
    this.moveTo(dragTo(held.target, ray, planeNormal(plane, this.stage.axes().back)));
  }

  private changeDepth(factor: number): void {
    const { held } = this.hand;
    const { x, y, z } = this.stage.rig.camera.position;
    if (held) this.moveTo(deepen(held.target, [x, y, z], factor));
  }

  private moveTo(target: Vec3): void {
    const { held } = this.hand;
    const { press } = this;
    if (!held || !press) return;
    const mass = this.hand.bodyOf(held.body, held.lane)?.mass ?? 0;
    if (held.force) this.hand.moveTo(target, pushForce(press.from, target, press.newtonsPerMetre, mass));
    else this.hand.moveTo(target);
  }

  private wheel(event: WheelEvent): void {
    if (!this.press) return;
    event.preventDefault();
    if (this.press.isHolding) this.changeDepth(Math.exp(-event.deltaY * (event.deltaMode ? 20 : 1) * DEPTH_RATE));
  }

  private up(event: PointerEvent): void {
    this.others.delete(event.pointerId);
    const { press } = this;
    if (!press) return;
    if (event.pointerId === press.second?.id) press.second = null;
    else if (event.pointerId === press.event.pointerId) this.end();
  }

  private end(): void {
    const { press } = this;
    if (!press) return;
    clearTimeout(press.timer);
    this.press = null;
    this.stage.rig.controls.enabled = true;
    this.stage.canvas.style.cursor = '';
    if (press.isHolding && this.hand.held?.by === 'pointer') this.hand.letGo();
  }

  /** A hand over what can be taken. */
  private look({ pointerType, buttons, clientX, clientY, timeStamp }: PointerEvent): void {
    if (this.tool === 'cut' || pointerType !== 'mouse' || buttons !== 0 || timeStamp - this.lookedAt < LOOK_INTERVAL)
      return;
    this.lookedAt = timeStamp;
    const hit = this.stage.pick(clientX, clientY, { contacts: false });
    const canHold = hit?.kind === 'body' && this.hand.canHold(hit.body, hit.lane);
    this.stage.canvas.style.cursor = canHold ? 'grab' : '';
  }
}
