// Position correction of joints after the step: nonlinear Gauss–Seidel on the poses. Velocities are not touched.
// Each visit evaluates one joint where its bodies are now, solves J M⁻¹ Jᵀ x = -C for it alone and moves both bodies
// by M⁻¹ Jᵀ x. The inertia is that of the step's start: it only weighs who gives way.

import { displace } from '../bodies/displace.js';
import { BODY_INTS, BODY_STRIDE, I_ASLEEP, I_TYPE, TYPE_DYNAMIC } from '../bodies/layout.js';
import { applyInverseMass } from '../solver/blocks.js';
import { factorLdl, solveLdl } from '../solver/factor.js';
import { unwrap } from './assemble.js';
import { JointGeometry, writeAngularRow, writeCoreRows, writeLinearRow } from './geometry.js';
import {
  BALL,
  CORE_ROWS,
  HINGE,
  J_COORDINATE,
  J_HIGH,
  J_LOW,
  JI_ALIVE,
  JI_BODY_A,
  JI_BODY_B,
  JI_LIMITS,
  JI_TYPE,
  JOINT_INTS,
  JOINT_STRIDE,
  SLIDER,
} from './layout.js';
import type { JointStore } from './store.js';

export class JointCorrector {
  private readonly geometry = new JointGeometry();
  private readonly rows = new Float64Array(72);
  private readonly weighted = new Float64Array(72);
  private readonly schur = new Float64Array(36);
  private readonly factor = new Float64Array(36);
  private readonly x = new Float64Array(6);

  /** One pass over all joints; returns the largest error it met (m or rad). */
  pass(joints: JointStore, bodies: Float64Array, bodyInts: Int32Array): number {
    let worst = 0;
    const i = joints.i.data;
    for (let slot = 0; slot < joints.count; slot++) {
      const n = slot * JOINT_INTS;
      if (i[n + JI_ALIVE] === 0) continue;
      const a = i[n + JI_BODY_A];
      const b = i[n + JI_BODY_B];
      if (!moves(bodyInts, a) && !moves(bodyInts, b)) continue;
      worst = Math.max(worst, this.correctOne(joints, slot, bodies, a, b));
    }
    return worst;
  }

  private correctOne(joints: JointStore, slot: number, bodies: Float64Array, a: number, b: number): number {
    const f = joints.f.data;
    const j = slot * JOINT_STRIDE;
    const n = slot * JOINT_INTS;
    const type = joints.i.data[n + JI_TYPE];
    const pa = a * BODY_STRIDE;
    const pb = b * BODY_STRIDE;
    const g = this.geometry;
    const count = CORE_ROWS[type];
    let worst = 0;
    if (count > 0) {
      g.evaluate(f, j, type, bodies, pa, bodies, pb);
      for (let r = 0; r < count; r++) {
        this.x[r] = -g.error[r];
        worst = Math.max(worst, Math.abs(g.error[r]));
      }
      if (worst > 0) {
        this.rows.fill(0, 0, 12 * count);
        writeCoreRows(this.rows, 0, type, g);
        this.move(bodies, pa, pb, count);
      }
    }
    if (joints.i.data[n + JI_LIMITS] === 1) {
      g.evaluate(f, j, type, bodies, pa, bodies, pb);
      if (type === BALL) g.evaluateSwing();
      const x = type === HINGE ? unwrap(g.coordinate, f[j + J_COORDINATE]) : g.coordinate;
      const violation = x < f[j + J_LOW] ? f[j + J_LOW] - x : x > f[j + J_HIGH] ? f[j + J_HIGH] - x : 0;
      if (violation !== 0) {
        this.rows.fill(0, 0, 12);
        if (type === SLIDER) writeLinearRow(this.rows, 0, g, g.direction, 0, true);
        else writeAngularRow(this.rows, 0, g.direction, 0);
        this.x[0] = violation;
        this.move(bodies, pa, pb, 1);
        worst = Math.max(worst, Math.abs(violation));
      }
    }
    return worst;
  }

  private move(bodies: Float64Array, pa: number, pb: number, m: number): void {
    const j = this.rows;
    const w = this.weighted;
    const s = this.schur;
    for (let r = 0; r < m; r++) {
      applyInverseMass(w, 12 * r, j, 12 * r, bodies, pa);
      applyInverseMass(w, 12 * r + 6, j, 12 * r + 6, bodies, pb);
    }
    for (let r = 0; r < m; r++) {
      for (let c = 0; c < m; c++) {
        let sum = 0;
        for (let k = 0; k < 12; k++) sum += j[12 * r + k] * w[12 * c + k];
        s[r * m + c] = sum;
      }
    }
    factorLdl(s, 0, this.factor, 0, m);
    solveLdl(this.factor, 0, this.x, 0, m);
    for (let r = 0; r < m; r++) {
      displace(bodies, pa, w, 12 * r, this.x[r]);
      displace(bodies, pb, w, 12 * r + 6, this.x[r]);
    }
  }
}

function moves(bodyInts: Int32Array, slot: number): boolean {
  return bodyInts[slot * BODY_INTS + I_TYPE] === TYPE_DYNAMIC && bodyInts[slot * BODY_INTS + I_ASLEEP] === 0;
}
