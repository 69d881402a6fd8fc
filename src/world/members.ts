// Bodies and joints come into a world and leave it.

import { BODY_INTS, BODY_STRIDE, I_GENERATION, I_TYPE, TYPE_OTHER } from '../bodies/layout.js';
import { PLATE } from '../bodies/store.js';
import { SixfoldError } from '../checks/error.js';
import { show } from '../checks/fields.js';
import type { Vocabulary } from '../contact/vocabulary.js';
import { SIX_AXES } from '../joints/kinds/six-axis.js';
import {
  J_AXES,
  J_WHICH,
  JI_ALIVE,
  JI_BODY_A,
  JI_BODY_B,
  JI_COLLIDE,
  JI_WHOLE,
  JOINT_INTS,
  JOINT_STRIDE,
} from '../joints/layout.js';
import type { Vec3 } from '../math/vec3.js';
import type { Body } from './body.js';
import { countJointed } from './change-joint.js';
import { updateBox } from './detect.js';
import type { Joint } from './joint.js';
import type { Kinds } from './kinds.js';
import { readBody } from './read-body.js';
import { type CheckedAxes, type CheckedJoint, readJoint } from './read-joint.js';
import type { ShapeLibrary } from './read-shape.js';
import { writeBody, writeJoint } from './records.js';
import { wake } from './sleeping.js';
import type { Home } from './state.js';
import { dropTouching, wakeAround, wakeTouching } from './touching.js';
import type { Views } from './views.js';

export class Members {
  shapes: ShapeLibrary;
  vocabulary: Vocabulary;

  readonly #home: Home;
  readonly #views: Views;
  readonly #kinds: Kinds;

  constructor(home: Home, views: Views, kinds: Kinds, shapes: ShapeLibrary, vocabulary: Vocabulary) {
    this.#home = home;
    this.#views = views;
    this.#kinds = kinds;
    this.shapes = shapes;
    this.vocabulary = vocabulary;
  }

  /** Adds the body that a description tells; `where` names it in what is refused. */
  addBody(description: unknown, where: string): Body {
    const checked = readBody(description, where, this.shapes, this.vocabulary);
    const { state } = this.#home;
    const { bodies } = state;
    const holder = checked.name === null ? -1 : bodies.slotOf(checked.name);
    if (holder >= 0) {
      if (!bodies.autoNamed.has(holder))
        throw new SixfoldError(`${where}: name ${show(checked.name)} is taken; names must be unique`);
      bodies.names[holder] = this.#freeName(bodies.count);
    }
    const slot = bodies.allocate(checked.shape, checked.name ?? '', checked.userData);
    if (checked.name === null) {
      bodies.names[slot] = this.#freeName(slot);
      bodies.autoNamed.add(slot);
    }
    writeBody(bodies, slot, checked, state.inertia);
    updateBox(state, slot, state.settings.timeStep, true);
    state.sensors.changed = true;
    state.escaped.step = -1;
    state.model.addBody?.(slot);
    if (checked.type !== 'dynamic') wakeAround(state);
    return this.#views.body(slot);
  }

  /** Removes a body with its joints. What it touched wakes; its contacts end without an event. */
  removeBody(slot: number): void {
    const { state } = this.#home;
    const { joints, bodies } = state;
    for (let j = 0; j < joints.count; j++) {
      const n = j * JOINT_INTS;
      const i = joints.i.data;
      if (i[n + JI_ALIVE] !== 1 || i[n + JI_WHOLE] !== 0) continue;
      if (bodies.wholeOf(i[n + JI_BODY_A]) === slot || bodies.wholeOf(i[n + JI_BODY_B]) === slot) this.removeJoint(j);
    }
    wakeTouching(state, slot);
    wake(state, slot);
    dropTouching(state, slot);
    state.sensors.drop(slot);
    state.model.removeBody?.(slot);
    state.broadPhase.remove(slot);
    state.bodies.release(slot);
    this.#views.forgetBody(slot);
  }

  /** Bodies that the contact model takes apart: each piece is a body named after the whole, with a number. */
  divideBodies(): void {
    const { model, time } = this.#home.state;
    let fallen = model.divide?.(time) ?? [];
    while (fallen.length > 0) {
      for (const { body, pieces } of fallen) this.#makePieces(body, pieces);
      fallen = model.divide!(time);
    }
  }

  #makePieces(body: number, pieces: number): void {
    const { state } = this.#home;
    const { model, bodies } = state;
    const name = bodies.names[body]!;
    for (let k = 0; k < pieces; k++) {
      let number = k + 1;
      while (bodies.slotOf(`${name}/${number}`) >= 0) number++;
      const slot = bodies.allocate(bodies.shapes[body]!, `${name}/${number}`, bodies.userData[body]);
      bodies.own[slot] = bodies.own[body]!;
      const generation = bodies.i.data[slot * BODY_INTS + I_GENERATION];
      bodies.f.data.copyWithin(slot * BODY_STRIDE, body * BODY_STRIDE, (body + 1) * BODY_STRIDE);
      bodies.i.data.copyWithin(slot * BODY_INTS, body * BODY_INTS, (body + 1) * BODY_INTS);
      bodies.i.data[slot * BODY_INTS + I_GENERATION] = generation;
      model.takePiece?.(slot, body, k);
      updateBox(state, slot, state.settings.timeStep, true);
    }
    this.removeBody(body);
  }

  #freeName(slot: number): string {
    const { bodies } = this.#home.state;
    for (let k = slot - 1; ; k++) if (bodies.slotOf(`body${k}`) < 0) return `body${k}`;
  }

  addJoint(description: unknown, where: string): Joint {
    const views = this.#views;
    const { state } = this.#home;
    const checked = readJoint(description, where, this.#kinds.joints);
    const ofA = checked.a === undefined ? 0 : views.resolve(checked.a, `${where}: a`);
    const ofB = views.resolve(checked.b, `${where}: b`);
    if (ofA === ofB)
      throw new SixfoldError(`${where}: a and b are both ${show(state.bodies.names[ofB])}; a joint needs two bodies`);
    const { joints, bodies, model } = state;
    const isOther = (slot: number) => bodies.i.data[slot * BODY_INTS + I_TYPE] === TYPE_OTHER;
    for (const [side, slot] of [
      ['a', ofA],
      ['b', ofB],
    ] as const) {
      if (isOther(slot) && !model.plateAt)
        throw new SixfoldError(
          `${where}: ${side} is of type ${show(bodies.own[slot]!.type)}; joints hold rigid bodies`,
        );
    }
    const canMove = (slot: number) => isOther(slot) || state.isDynamic(slot);
    if (!canMove(ofA) && !canMove(ofB))
      throw new SixfoldError(`${where}: neither a nor b is dynamic; a joint needs a body that can move`);
    if (checked.name !== '' && joints.names.includes(checked.name))
      throw new SixfoldError(`${where}: name ${show(checked.name)} is taken; names must be unique`);
    const isBetween = checked.kind.fields.includes('anchorB');
    const a = isOther(ofA) ? this.#addPlate(ofA, checked.anchor ?? views.body(ofB).position, where) : ofA;
    const pointB = (isBetween ? checked.anchorB : checked.anchor) ?? views.body(ofB).position;
    const b = isOther(ofB) ? this.#addPlate(ofB, pointB, where) : ofB;
    const slot = joints.allocate(checked.name, checked.userData);
    writeJoint(joints, slot, checked, a, b, bodies);
    for (const part of checked.axes.parts) this.#addPart(slot, checked, part, a, b);
    if (!checked.collide && a !== 0) countJointed(state, ofA, ofB, 1);
    wake(state, ofA);
    wake(state, ofB);
    return views.joint(slot);
  }

  /** By what a joint holds a body that the contact model moves: a small rigid body that the model ties to it. */
  #addPlate(whole: number, position: Vec3, where: string): number {
    const { bodies, model } = this.#home.state;
    const { mass, radius } = model.plateAt!(whole, position);
    let number = 1;
    while (bodies.slotOf(`${bodies.names[whole]}@${number}`) >= 0) number++;
    const name = `${bodies.names[whole]}@${number}`;
    const shape = { type: 'sphere', radius };
    const { index } = this.addBody({ name, shape, mass, position, mask: 0, group: 0 }, where);
    bodies.own[index] = { type: PLATE, words: { of: whole } };
    model.tiePlate!(whole, index);
    return index;
  }

  /** Limits and motor of one axis of a six-axis joint: a joint of its own, which goes with it. */
  #addPart(whole: number, checked: CheckedJoint, part: CheckedAxes['parts'][number], a: number, b: number): void {
    const { joints, bodies } = this.#home.state;
    const { which, limits, motor } = part;
    const name = checked.name === '' ? '' : `${checked.name}.${SIX_AXES[which]!}`;
    if (name !== '' && joints.names.includes(name))
      throw new SixfoldError(`joint ${show(checked.name)}: name ${show(name)} is taken; names must be unique`);
    const kind = joints.kinds.find(({ type }) => type === (which < 3 ? 'axis' : 'turn'))!;
    const slot = joints.allocate(name, undefined);
    const loads = { breakForce: Infinity, breakTorque: Infinity };
    writeJoint(joints, slot, { ...checked, ...loads, kind, name, limits, motor, collide: true }, a, b, bodies);
    joints.f.data[slot * JOINT_STRIDE + J_AXES] = checked.axes.unlocked;
    joints.f.data[slot * JOINT_STRIDE + J_WHICH] = which;
    joints.i.data[slot * JOINT_INTS + JI_WHOLE] = whole + 1;
  }

  /** Takes a joint away, with its parts and with what holds bodies that a contact model moves. */
  removeJoint(slot: number): void {
    const { state } = this.#home;
    const { joints } = state;
    for (let part = 0; part < joints.count; part++) {
      const p = part * JOINT_INTS;
      if (joints.i.data[p + JI_ALIVE] === 1 && joints.i.data[p + JI_WHOLE] === slot + 1) this.removeJoint(part);
    }
    const i = state.joints.i.data;
    const n = slot * JOINT_INTS;
    const a = i[n + JI_BODY_A];
    const b = i[n + JI_BODY_B];
    const isPart = i[n + JI_WHOLE] !== 0;
    const { bodies } = state;
    if (i[n + JI_COLLIDE] === 0 && a !== 0) countJointed(state, bodies.wholeOf(a), bodies.wholeOf(b), -1);
    wake(state, a);
    wake(state, b);
    state.joints.release(slot);
    this.#views.forgetJoint(slot);
    if (isPart) return;
    for (const end of [a, b]) if (bodies.wholeOf(end) !== end) this.removeBody(end);
  }
}
