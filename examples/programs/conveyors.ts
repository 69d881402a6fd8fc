// Parcels come along one belt, pass a light barrier, and are sorted: a pusher sends the tall ones to the belt beside
// it.

import { World } from 'sixfold';

export function run() {
  const world = new World({ timeStep: 1 / 120, contact: { friction: 0.6 } });
  const belt = (name: string, z: number, speed: number): void => {
    world.addBody({
      name,
      type: 'static',
      shape: { type: 'box', size: [14, 0.2, 0.6] },
      position: [0, -0.1, z],
      surfaceVelocity: [speed, 0, 0],
    });
  };
  belt('main', 0, 1);
  belt('side', 0.6, 1);
  const pusher = world.addBody({
    name: 'pusher',
    type: 'kinematic',
    shape: { type: 'box', size: [0.5, 0.3, 0.1] },
    position: [1, 0.2, -0.4],
  });
  // Only what is higher than 0.3 m reaches up into the barrier.
  world.addBody({
    name: 'barrier',
    type: 'static',
    sensor: true,
    shape: { type: 'box', size: [0.02, 0.2, 0.6] },
    position: [0, 0.42, 0],
  });
  const parcels = [0.2, 0.4, 0.25, 0.4].map((height, k) =>
    world.addBody({
      name: `parcel${k}`,
      shape: { type: 'box', size: [0.3, height, 0.3] },
      density: 100,
      position: [-5.6 + 1.4 * k, height / 2, 0],
    }),
  );
  let seen = 0;
  let pushUntil = -1;
  world.on('sensorBegin', () => {
    seen++;
    pushUntil = world.time + 1;
  });
  for (let k = 0; k < 8 * 120; k++) {
    // The parcel reaches the pusher a second after the barrier; out by 0.6 m in half a second, and back.
    const left = pushUntil - world.time;
    pusher.linearVelocity = [0, 0, left < 0 && left > -0.5 ? 1.2 : left <= -0.5 && left > -1 ? -1.2 : 0];
    world.step();
  }
  return { seen, z: parcels.map((parcel) => parcel.position[2]), x: parcels.map((parcel) => parcel.position[0]) };
}
