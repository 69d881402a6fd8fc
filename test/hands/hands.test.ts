import { describe, expect, it } from 'vitest';
import {
  GamepadHand,
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
