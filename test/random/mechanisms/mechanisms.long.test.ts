// Mechanisms that nobody chose, a dozen of each.

import { testMechanisms } from './cases.js';

testMechanisms({ arms: 2, belt: 24, gears: 12, groove: 24, hinge: 12, press: 24, rack: 12, screw: 12, turntable: 12 }, [
  ['arms', 1007],
  ['groove', 1062],
  ['groove', 1069],
  // Both lost what their steps ran ahead, each time that these were made in more parts (six-screw.md).
  ['hinge', 6025],
  ['screw', 1053],
]);
