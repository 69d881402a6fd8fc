// A few mechanisms that nobody chose; a dozen of each in mechanisms.long.test.ts. `node scripts/run-ts.js
// bench/mechanisms.ts` tries any others.

import { testMechanisms } from './cases.js';

testMechanisms({ belt: 3, gears: 2, groove: 3, hinge: 2, press: 3, rack: 2, screw: 1, turntable: 2 }, [
  // Both met and were deep within a step, and were looked at before and after that only (feature-finder.ts).
  ['groove', 1180],
  ['hinge', 1001],
  // A corner of a polyhedron in a mesh, between two columns of rays (overlap/concave.ts).
  ['groove', 2035],
]);
