// Scenes in which somebody walks or drives, by what stands in the script below: sixfold/control at work.

import { Character, type CharacterState, Wheel, type WheelControls } from '../src/control.js';
import type { BodyDescription, Quat, Vec3 } from '../src/index.js';
import { sin } from '../src/math/trig.js';
import { add, multiply, normalizeQuat, scale } from '../src/math/vec3.js';
import { box, defineScene, ground, range, turn } from './scene.js';

/** m/s */
const LIFT_SPEED = 0.75;
/** Where the way down begins (m), its slope (rad) and the height of the deck (m). */
const RAMP = { at: 12, slope: 0.42, height: 2.25 };

/** A ramp of `length` whose upper edge is at x, `height` above the ground; it goes down towards +x. */
function ramp(x: number, height: number, slope: number, length: number, name: string): BodyDescription {
  const [rotation, thick] = [turn('z', -slope), 0.2];
  const [s, c] = [sin(slope), sin(0.5 * Math.PI - slope)];
  return {
    name,
    type: 'static',
    shape: box(length, thick, 4),
    position: [x + 0.5 * length * c - 0.5 * thick * s, height - 0.5 * length * s - 0.5 * thick * c, 0],
    rotation,
  };
}

/** Steps, a lift, a crate in the way, a slope, a jump. */
export const walker = defineScene({
  name: 'character',
  title: 'A character walks',
  group: 'mechanisms',
  summary:
    'A capsule climbs three steps, rides up on a lift, pushes a crate over a deck and follows it down a slope, where it jumps. It is a kinematic body that finds its way by casting its own shape.',
  parameters: [{ name: 'speed', label: 'walking speed (m/s)', min: 0.5, max: 3, step: 0.1, value: 2 }],
  seconds: 13,
  moment: 7.4,
  view: { from: [25, 22], watch: ['hero'] },
  build: () => ({
    bodies: [
      ground(),
      ...range(3).map(
        (k): BodyDescription => ({
          name: `step${k}`,
          type: 'static',
          shape: box(1, 0.25 * (k + 1), 2),
          position: [1.5 + k, 0.125 * (k + 1), 0],
        }),
      ),
      { name: 'lift', type: 'kinematic', shape: box(1.96, 0.1, 2), position: [5, 0.7, 0] },
      {
        name: 'deck',
        type: 'static',
        shape: box(RAMP.at - 6, 0.1, 4),
        position: [3 + 0.5 * RAMP.at, RAMP.height - 0.05, 0],
      },
      ramp(RAMP.at, RAMP.height, RAMP.slope, RAMP.height / sin(RAMP.slope), 'ramp'),
      { name: 'crate', shape: box(0.5, 0.5, 0.5), mass: 20, position: [8, RAMP.height + 0.25, 0] },
      { name: 'hero', type: 'kinematic', shape: { type: 'capsule', radius: 0.3, height: 1.2 }, position: [0, 0.91, 0] },
    ],
  }),
  drive: (world, { speed }) => {
    const hero = new Character(world, { body: 'hero' });
    const lift = world.body('lift');
    return {
      act(dt) {
        const { feet } = hero;
        // It goes on until it stands in the middle of the lift, and on again once the lift is up.
        const isUp = lift.position[1] > RAMP.height - 0.06;
        const boards = feet[0] >= 5 && feet[0] < 6;
        const rises = boards && !isUp && hero.ground?.body.name === 'lift';
        const to = RAMP.height - 0.05;
        lift.moveTo(
          { position: [5, rises ? Math.min(to, lift.position[1] + LIFT_SPEED * dt) : lift.position[1], 0] },
          dt,
        );
        if (feet[0] > RAMP.at + 2 && feet[0] < RAMP.at + 2.2) hero.jump(3);
        const walks = world.time > 0.5 && !(boards && !isUp) && feet[0] < 19;
        hero.walk([walks ? speed : 0, 0, 0], dt);
      },
      save: () => hero.save(),
      load: (saved) => hero.load(saved as CharacterState),
    };
  },
});

const TYRE = 0.35;
/** Of the hubs with the springs unloaded, in the chassis's frame (m). */
const HUBS: readonly Vec3[] = [-1.25, 1.25].flatMap((x) => [-0.8, 0.8].map((z): Vec3 => [x, -0.45, z]));
/** Lays a cylinder along z. */
const ACROSS = turn('x', Math.PI / 2);

/** What the driver does at a time (s): sets off, swings left and right, and brakes before the end. */
function controlsAt(time: number, drive: number, isFront: boolean): WheelControls {
  if (time > 7.5) return { brake: 4000 };
  const swing = time > 3.2 && time < 6 ? sin((2 * Math.PI * (time - 3.2)) / 2.8) : 0;
  return { drive: time > 0.5 && time < 6 ? drive : 0, steer: isFront ? 0.09 * swing : 0 };
}

/** Springs over bumps, tyres in a bend, and a pile of boxes at its end. */
export const vehicle = defineScene({
  name: 'vehicle',
  title: 'A car on springs',
  group: 'mechanisms',
  summary:
    'A car whose wheels are rays with springs and tyres runs over logs, swings left and right, and brakes into a wall of boxes. Watch how the wheels go up and down below it.',
  parameters: [
    { name: 'drive', label: 'force at each wheel (N)', min: 100, max: 1500, step: 50, value: 600 },
    { name: 'stiffness', label: 'stiffness of a spring (kN/m)', min: 10, max: 100, step: 1, value: 30 },
  ],
  seconds: 10,
  moment: 2.6,
  view: { from: [35, 20], watch: ['car', 'wheel*'] },
  build: () => ({
    timeStep: 1 / 120,
    bodies: [
      ground(),
      ...range(8).map(
        (k): BodyDescription => ({
          name: `log${k}`,
          type: 'static',
          shape: { type: 'cylinder', radius: 0.25, height: 1.2 },
          position: [5 + 0.9 * k, -0.16, k % 2 === 0 ? 0.8 : -0.8],
          rotation: ACROSS,
        }),
      ),
      ...range(12).map(
        (k): BodyDescription => ({
          name: `box${k}`,
          shape: box(0.6, 0.6, 0.6),
          density: 60,
          position: [36, 0.3 + 0.6 * Math.floor(k / 4), 0.62 * ((k % 4) - 1.5)],
        }),
      ),
      { name: 'car', shape: box(3.6, 0.5, 1.4), mass: 1200, position: [0, 0.75, 0] },
      ...HUBS.map(
        (hub, k): BodyDescription => ({
          name: `wheel${k}`,
          type: 'kinematic',
          shape: { type: 'cylinder', radius: TYRE, height: 0.22 },
          position: add([0, 0.75, 0], hub),
          rotation: ACROSS,
          // To be seen, not felt: the rays of the wheels bear the car.
          mask: 0,
        }),
      ),
    ],
  }),
  drive: (world, { drive, stiffness }) => {
    const car = world.body('car');
    const wheels = HUBS.map(
      (position) =>
        new Wheel(world, car, { position, radius: TYRE, stiffness: 1000 * stiffness, damping: 90 * stiffness }),
    );
    const tyres = HUBS.map((_, k) => world.body(`wheel${k}`));
    return {
      act(dt) {
        for (const [k, wheel] of wheels.entries()) {
          const controls = controlsAt(world.time, drive, k >= 2);
          wheel.update(dt, controls);
          const turned = multiply(turn('y', controls.steer ?? 0), multiply(turn('z', wheel.angle), ACROSS));
          const rotation = multiply(ahead(car.rotation, car.angularVelocity, dt), turned);
          tyres[k]!.moveTo({ position: add(wheel.center, scale(car.velocityAt(wheel.center), dt)), rotation }, dt);
        }
      },
      save: () => wheels.map(({ angle, spin }) => ({ angle, spin })),
      load: (saved) => {
        for (const [k, wheel] of wheels.entries()) Object.assign(wheel, (saved as object[])[k]);
      },
    };
  },
});

/** A rotation after dt seconds at an angular velocity (rad/s), to first order. */
function ahead(q: Quat, [x, y, z]: Vec3, dt: number): Quat {
  return normalizeQuat(multiply([0.5 * dt * x, 0.5 * dt * y, 0.5 * dt * z, 1], q));
}
