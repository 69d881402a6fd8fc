// Every built-in scene once: command line, tests, benchmarks and studio share them.

import { bullets, conveyor, fallingBox, table, uSupport } from './contact.js';
import { vehicle, walker } from './control.js';
import { armadillos, grasp, octopuses, softToys, surgery } from './creatures.js';
import { cubeNearEdge, cubesOnEdge, nestedStack, sloppyStack } from './edges.js';
import { blockWall, cornerCube, handOnWall, prescribedHand, spinningDisc, stickSlip, tiltedCube } from './haptics.js';
import { insect } from './insect.js';
import { gearTrain, lightBarrier, tetheredBall } from './library.js';
import { chain, doublePendulum, gearPair, newtonsCradle, pinchGrasp, wreckingBall } from './mechanisms.js';
import { bumpyCube, linkChain, linkedTori, salad, twoTori } from './meshes.js';
import { ballJoint, bulgingBall, elasticBall, foot, headRoom, twoHeads, uphillSpin } from './quasi-rigid.js';
import {
  bowling,
  boxOnIncline,
  rollingCoin,
  rollingSphere,
  slidingSphere,
  spinningSphere,
  tumblingCylinder,
} from './rolling.js';
import type { Scene } from './scene.js';
import { shovels } from './shovels.js';
import { cutBar, fork, snake, softTori } from './soft.js';
import { eulerDisc, octagon, rattleback, slidingDisc, spinningPlate, spinningTop, tippeTop } from './spinning.js';
import { arch, cardHouse, dominoRun, heavyOnLight, highTower, pile, pyramid, tower } from './stacks.js';
import { hilly, pipe } from './terrain.js';
import { fallingTop, gearsAndCube, tippeTop192 } from './toys.js';

export type { ParameterValues, Scene, SceneDriver, SceneGroup, SceneParameter, SceneView } from './scene.js';

export const scenes: readonly Scene[] = [
  cubesOnEdge,
  cubeNearEdge,
  sloppyStack,
  nestedStack,
  rollingSphere,
  slidingSphere,
  spinningSphere,
  tumblingCylinder,
  rollingCoin,
  pinchGrasp,
  bumpyCube,
  salad,
  octagon,
  fallingBox,
  boxOnIncline,
  table,
  uSupport,
  bullets,
  tower,
  highTower,
  heavyOnLight,
  pyramid,
  arch,
  dominoRun,
  pile,
  cardHouse,
  spinningPlate,
  slidingDisc,
  eulerDisc,
  tippeTop,
  spinningTop,
  rattleback,
  bowling,
  twoTori,
  linkedTori,
  linkChain,
  hilly,
  pipe,
  gearPair,
  chain,
  newtonsCradle,
  doublePendulum,
  wreckingBall,
  conveyor,
  lightBarrier,
  tetheredBall,
  gearTrain,
  walker,
  vehicle,
  stickSlip,
  tiltedCube,
  blockWall,
  spinningDisc,
  cornerCube,
  handOnWall,
  prescribedHand,
  shovels,
  fallingTop,
  tippeTop192,
  gearsAndCube,
  insect,
  elasticBall,
  bulgingBall,
  uphillSpin,
  foot,
  twoHeads,
  ballJoint,
  headRoom,
  cutBar,
  fork,
  snake,
  softTori,
  octopuses,
  armadillos,
  softToys,
  grasp,
  surgery,
];
