// What joins bodies, where a scene is about it: the rods and strings of pendulums, pivots, springs. A joint whose
// bodies meet at its point shows a pivot alone; where the point is outside of a body, a rod goes from there to the
// body's middle.

import {
  Color,
  CylinderGeometry,
  Group,
  Matrix4,
  MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { InstanceSet } from '../../three/instance-set.js';
import type { JointInfo } from '../sim/protocol.js';
import type { BodiesView } from './bodies-view.js';
import type { Look } from './palette.js';

/** Of a rod, as shares of the longer side of the smaller body, and of the longest rod: the lesser of both counts. */
const OF_BODY = 0.035;
const OF_ROD = 0.012;
/** Radius of a pivot over that of a rod. */
const PIVOT = 2.2;
/** Turns of a spring, and pieces that it is drawn with. */
const TURNS = 9;
const PIECES = 12 * TURNS;

export class LinksView {
  readonly group = new Group();
  private readonly rods: InstanceSet;
  private readonly pivots: InstanceSet;
  private readonly color = new Color();

  constructor(
    private readonly bodies: BodiesView,
    look: Look,
  ) {
    const material = () => new MeshStandardMaterial({ roughness: 0.45, metalness: 0.25 });
    this.rods = new InstanceSet(new CylinderGeometry(1, 1, 1, 12), material(), 0);
    this.pivots = new InstanceSet(new SphereGeometry(1, 20, 12), material(), 0);
    this.rods.castShadow = this.pivots.castShadow = true;
    this.group.add(this.rods, this.pivots);
    this.setLook(look);
  }

  setLook(look: Look): void {
    this.color.set(look.ink).lerp(new Color(look.still), 0.45);
    this.update();
  }

  update(): void {
    const { scene, poses } = this.bodies;
    this.rods.begin();
    this.pivots.begin();
    if (scene && poses.length > 0) for (const joint of scene.joints) this.add(joint);
    this.rods.end();
    this.pivots.end();
  }

  dispose(): void {
    this.rods.dispose();
    this.pivots.dispose();
    this.group.removeFromParent();
  }

  private add(joint: JointInfo): void {
    if (joint.type === 'fixed') return;
    const a = joint.a === 0 ? -1 : this.bodies.indexOf(joint.a);
    const b = this.bodies.indexOf(joint.b);
    const from = this.place(a, joint.anchor_A);
    const to = this.place(b, joint.anchor_B);
    const radius = this.radius(a, b);
    if (joint.type === 'spring') {
      this.coil(from, to, radius);
      return;
    }
    // Straight, also where it is slack.
    if (joint.type === 'rope') {
      this.rod(from, to, 0.5 * radius);
      return;
    }
    // A slider's bodies meet along its axis, not in a point.
    if (joint.type === 'slider') return;
    for (const [k, end] of [
      [a, from],
      [b, to],
    ] as const) {
      const box = k < 0 ? null : this.bodies.localBoxOf(k);
      if (!box) continue;
      const local = new Vector3(...(k === a ? joint.anchor_A : joint.anchor_B));
      if (!box.containsPoint(local)) this.rod(end, new Vector3(...this.bodies.centerOf(k)), radius);
    }
    this.pivots.place(new Matrix4().compose(to, new Quaternion(), new Vector3().setScalar(PIVOT * radius)), this.color);
  }

  private place(k: number, point: readonly [number, number, number]): Vector3 {
    const at = new Vector3(...point);
    return k < 0 ? at : at.applyMatrix4(this.bodies.matrixOf(k));
  }

  private radius(a: number, b: number): number {
    let least = Number.POSITIVE_INFINITY;
    for (const k of [a, b]) {
      const box = k < 0 ? null : this.bodies.localBoxOf(k);
      if (box) least = Math.min(least, OF_BODY * Math.max(...box.getSize(new Vector3()).toArray()));
    }
    return Number.isFinite(least) ? least : OF_ROD;
  }

  private rod(from: Vector3, to: Vector3, radius: number): void {
    const along = to.clone().sub(from);
    const length = along.length();
    if (length < 1e-9) return;
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along.divideScalar(length));
    const size = new Vector3(radius, length, radius);
    this.rods.place(new Matrix4().compose(from.clone().lerp(to, 0.5), turn, size), this.color);
  }

  private coil(from: Vector3, to: Vector3, radius: number): void {
    const along = to.clone().sub(from);
    const length = along.length();
    if (length < 1e-9) return;
    along.divideScalar(length);
    const side = new Vector3(1, 0, 0);
    if (Math.abs(along.x) > 0.7) side.set(0, 0, 1);
    side.cross(along).normalize();
    const other = along.clone().cross(side);
    const at = (k: number) => {
      const angle = (2 * Math.PI * TURNS * k) / PIECES;
      const wide = k === 0 || k === PIECES ? 0 : 3 * radius;
      return from
        .clone()
        .addScaledVector(along, (length * k) / PIECES)
        .addScaledVector(side, wide * Math.cos(angle))
        .addScaledVector(other, wide * Math.sin(angle));
    };
    for (let k = 0; k < PIECES; k++) this.rod(at(k), at(k + 1), 0.5 * radius);
  }
}
