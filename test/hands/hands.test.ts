import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  GamepadHand,
  PointerHand,
  readSpaceMouse,
  rumbleOf,
  SpaceMouseHand,
  SteeredPose,
  withoutDeadZone,
} from '../../hands/index.js';
import { World } from '../../src/index.js';
import { penalty } from '../../src/penalty.js';

const deviceOf = () => {
  const world = new World(
    {
      timeStep: 0.001,
      gravity: [0, 0, 0],
      contact: { model: 'penalty' },
      bodies: [{ name: 'tip', type: 'kinematic', shape: { type: 'box', size: [1, 1, 1] } }],
      devices: [{ name: 'hand', type: 'gamepad', body: 'tip' }],
    },
    { models: [penalty] },
  );
  return { world, device: world.device('hand'), tip: world.body('tip') };
};

describe('steering', () => {
  it('turns at the rate that it is told, and moves', () => {
    const pose = new SteeredPose([1, 0, 0]);
    for (let k = 0; k < 1000; k++) pose.advance([0, 1, 0], [0, 0, Math.PI / 2], 0.001);
    expect(pose.position[1]).toBeCloseTo(1, 9);
    expect(pose.rotation[2]).toBeCloseTo(Math.SQRT1_2, 9);
    expect(pose.rotation[3]).toBeCloseTo(Math.SQRT1_2, 9);
  });

  it('a dead zone is silent and then begins at zero', () => {
    expect(withoutDeadZone(0.1, 0.1)).toBe(0);
    expect(withoutDeadZone(-1, 0.1)).toBe(-1);
    expect(withoutDeadZone(0.55, 0.1)).toBeCloseTo(0.5, 12);
  });
});

describe('a gamepad', () => {
  it('moves the body and rumbles by force', async () => {
    const { world, device, tip } = deviceOf();
    const hand = new GamepadHand(device, { speed: 0.5 });
    const pad = { connected: true, axes: [1, 0, 0, 0], buttons: [] } as unknown as Gamepad;
    for (let k = 0; k < 10; k++) {
      hand.update(pad, 0.01, 10 * k);
      world.step();
    }
    expect(tip.position[0]).toBeCloseTo(0.05, 9);
    hand.update(null, 0.01, 0);
    expect(rumbleOf([0, 5, 0], 10)).toBe(0.5);
    expect(rumbleOf([0, 50, 0], 10)).toBe(1);
    expect(rumbleOf([1, 0, 0], 0)).toBe(0);
  });
});

describe('a space mouse', () => {
  const report = (...values: number[]) => new DataView(Int16Array.from(values).buffer);

  it('reads both kinds of reports, with its axes as ours', () => {
    const out = new Float64Array(6);
    expect(readSpaceMouse(out, 1, report(350, 175, -350))).toBe(true);
    expect([...out]).toEqual([1, 1, 0.5, 0, 0, 0]);
    expect(readSpaceMouse(out, 2, report(0, 0, 350))).toBe(true);
    expect(out[4]).toBe(-1);
    expect(readSpaceMouse(out, 1, report(0, 0, 0, 70, 0, 0))).toBe(true);
    expect(out[3]).toBeCloseTo(0.2, 12);
    expect(readSpaceMouse(out, 3, report(1, 1, 1))).toBe(false);
    expect(readSpaceMouse(out, 1, new DataView(new ArrayBuffer(2)))).toBe(false);
  });

  it('steers the body', () => {
    const { world, device, tip } = deviceOf();
    const hand = new SpaceMouseHand(device, { speed: 0.4 });
    hand.take(1, report(0, 0, -350));
    for (let k = 0; k < 10; k++) {
      hand.update(0.01);
      world.step();
    }
    expect(tip.position[1]).toBeCloseTo(0.04, 9);
  });
});

afterEach(() => vi.unstubAllGlobals());

describe('what a hand is told', () => {
  it('a pad rumbles while its body presses on a wall, no more often than it can', () => {
    const world = new World(
      {
        timeStep: 0.001,
        contact: { model: 'penalty', stiffness: 2000 },
        bodies: [
          { type: 'static', shape: { type: 'half-space' } },
          { name: 'tip', type: 'kinematic', shape: { type: 'box', size: [0.1, 0.1, 0.1] }, position: [0, 0.05, 0] },
        ],
        devices: [{ name: 'hand', type: 'gamepad', body: 'tip' }],
      },
      { models: [penalty] },
    );
    const hand = new GamepadHand(world.device('hand'), { speed: 0.1, position: [0, 0.05, 0] });
    const playEffect = vi.fn(async (_type: string, _effect: { strongMagnitude: number }) => undefined);
    const pad = { connected: true, axes: [0, 0, 0, 1], buttons: [], vibrationActuator: { playEffect } };
    // Down at 0.1 m/s, for 60 ms: 2.5 mm deep and 5 N of 10 on the way.
    for (let k = 0; k < 60; k++) {
      hand.update(pad as unknown as Gamepad, 0.001, k);
      world.step();
    }
    expect(playEffect.mock.calls.length).toBeGreaterThanOrEqual(1);
    expect(playEffect.mock.calls.length).toBeLessThanOrEqual(2);
    expect(playEffect.mock.calls[0]![0]).toBe('dual-rumble');
    const strengths = playEffect.mock.calls.map(([, { strongMagnitude }]) => strongMagnitude);
    for (const strength of strengths) expect(strength).toBeGreaterThan(0);
  });
});

describe('a pointer', () => {
  it('moves the body across the view while a button is down, along it by the wheel, and lets go of its element', () => {
    const { world, device, tip } = deviceOf();
    const element = new EventTarget() as HTMLElement;
    element.setPointerCapture = vi.fn();
    const hand = new PointerHand(element, device);
    const fire = (type: string, fields: object) =>
      element.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), fields));
    fire('pointerdown', { pointerId: 4 });
    expect(element.setPointerCapture).toHaveBeenCalledWith(4);
    fire('pointermove', { buttons: 1, movementX: 20, movementY: 10 });
    fire('pointermove', { buttons: 0, movementX: 500, movementY: 0 });
    expect(fire('wheel', { deltaY: 30 })).toBe(false);
    world.step();
    expect(tip.position.map((x) => Number(x.toFixed(9)))).toEqual([0.02, -0.01, 0.03]);
    hand.release();
    fire('pointermove', { buttons: 1, movementX: 20, movementY: 10 });
    world.step();
    expect(tip.position[0]).toBeCloseTo(0.02, 9);
  });
});

describe('a space mouse over WebHID', () => {
  it('is asked for by vendor and usage, opened, and heard', async () => {
    const { world, device, tip } = deviceOf();
    const heard: ((event: { reportId: number; data: DataView }) => void)[] = [];
    const open = vi.fn(async () => undefined);
    const mouse = { open, addEventListener: (_: string, run: (typeof heard)[number]) => heard.push(run) };
    const requestDevice = vi.fn(async () => [mouse]);
    vi.stubGlobal('navigator', { hid: { requestDevice } });
    const hand = new SpaceMouseHand(device, { speed: 0.4 });
    expect(await hand.connect()).toBe(true);
    expect(requestDevice).toHaveBeenCalledWith({
      filters: [
        { vendorId: 0x256f, usagePage: 1, usage: 8 },
        { vendorId: 0x046d, usagePage: 1, usage: 8 },
      ],
    });
    expect(open).toHaveBeenCalledOnce();
    heard[0]!({ reportId: 1, data: new DataView(Int16Array.from([350, 0, 0]).buffer) });
    hand.update(0.1);
    world.step();
    expect(tip.position[0]).toBeCloseTo(0.04, 9);
  });

  it('is not there: false, and nothing happens', async () => {
    const { device } = deviceOf();
    vi.stubGlobal('navigator', {});
    expect(await new SpaceMouseHand(device).connect()).toBe(false);
    vi.stubGlobal('navigator', { hid: { requestDevice: async () => [] } });
    expect(await new SpaceMouseHand(device).connect()).toBe(false);
  });
});
