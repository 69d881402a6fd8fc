// The layers of one lane, drawn with sixfold/three.

import { Color, Group, MathUtils, type PerspectiveCamera, type Vector3 } from 'three';
import type { Quat, ShapeDescription, Vec3 } from '../../src/index.js';
import { add, cross, length, normalize, rotate, scale, sub } from '../../src/math/vec3.js';
import {
  BoxView,
  CenterOfMassView,
  ContactPatchView,
  type ContactState,
  JointFrameView,
  type OverlapLike,
  OverlapView,
  type SolidLike,
  STATE_COLORS,
  TractionView,
  TrailView,
  VelocityView,
  WrenchView,
} from '../../three/index.js';
import { LineSet } from '../../three/line-set.js';
import { PointSet } from '../../three/point-set.js';
import type { BodyInfo, ContactView, LaneFrame, Pull, SceneMessage } from '../sim/protocol.js';
import type { BodiesView } from './bodies-view.js';
import type { LayerId, Layers } from './layers.js';
import type { Look } from './palette.js';
import { PatchRegions, type Region } from './patch-region.js';

/** Length of the arrow of all bodies' weight, as a share of the size of the scene. */
const WEIGHT_ARROW = 0.22;
/**
 * The same for the longest arrow that is left as it is; the simulated time that a longer one is (s), and that shrinking
 * takes.
 */
const LONGEST_ARROW = 0.6;
const PATIENCE = 0.15;
const PACE = 0.3;
/**
 * Pressure of the strongest colour over the mean of all patches, and how far it may be off before the scale changes.
 */
const FULL_PER_MEAN = 2.5;
const PRESSURE_SLACK = [0.2, 1.6] as const;
/** How thick the deepest overlap is drawn (px). */
const OVERLAP_THICKNESS = 9;
const STATES = Object.keys(STATE_COLORS) as ContactState[];
const EXAGGERATIONS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

export class LayerSet {
  readonly group = new Group();
  /** How many times deeper than they are overlaps are drawn. */
  exaggeration = 1;
  private readonly layers: Layers;
  private readonly bodies: BodiesView;
  private readonly patches = new ContactPatchView({ opacity: 0.26 });
  private readonly wrenches = new WrenchView();
  private readonly tractions = new TractionView();
  private readonly overlaps = new OverlapView();
  private readonly trails = new TrailView({ length: 6000, lineWidth: 2 });
  private readonly velocities = new VelocityView();
  private readonly boxes = new BoxView();
  private readonly joints = new JointFrameView();
  private readonly centers = new CenterOfMassView();
  private readonly pulls = new WrenchView({ torque: false, labels: true });
  private ownTorqueScale = 10;
  private readonly regionsOf = new PatchRegions();
  private readonly regions = new WeakMap<ContactView, Region | null>();
  private readonly strings = new LineSet(2, true);
  private readonly ends = new PointSet(11, true);
  private look: Look;
  private last: LaneFrame | null = null;
  private step = -1;
  private size = 1;
  private tooLong = 0;
  private time = 0;
  /** Newtons a metre as the scene has it, and how many times longer the user wants arrows. */
  private ownScale = 100;
  private factor = 1;
  /** Metres that a pixel is wide where the camera looks. */
  private pixel = 0;

  constructor(layers: Layers, bodies: BodiesView, look: Look) {
    this.layers = layers;
    this.bodies = bodies;
    this.look = look;
    this.group.add(...this.parts());
    this.setLook(look);
  }

  get newtonsPerMetre(): number {
    return this.wrenches.newtonsPerMetre;
  }

  setScene(scene: SceneMessage, isNew: boolean, size: number): void {
    this.last = null;
    if (!isNew) return;
    this.trails.reset();
    this.step = -1;
    const weight = scene.bodies.reduce((sum, { mass }) => sum + mass, 0) * Math.hypot(...scene.gravity);
    this.size = size;
    this.tooLong = 0;
    this.patches.fullPressure = undefined;
    this.ownScale = round(weight / (WEIGHT_ARROW * size));
    // A torque in proportion: a fifth of the weight times the scene's size is a ring of a quarter of that size.
    this.ownTorqueScale = round(0.8 * weight);
    this.applyScale();
  }

  /** How many times longer than by themselves arrows are drawn. While it is not 1 they keep their scale. */
  setArrowScale(factor: number): void {
    this.factor = factor;
    this.applyScale();
    this.redraw();
  }

  private applyScale(): void {
    for (const view of [this.wrenches, this.pulls]) view.newtonsPerMetre = this.ownScale / this.factor;
    this.wrenches.newtonMetresPerMetre = this.ownTorqueScale / this.factor;
  }

  /** Pressure of the strongest colour (Pa). */
  get fullPressure(): number {
    return this.patches.pressureAtFullColor;
  }

  /** The scale stays while it is about right: colours that change their meaning at every step say nothing. */
  private fitPressure(contacts: readonly ContactView[]): void {
    const wanted = FULL_PER_MEAN * this.patches.meanPressure;
    const full = this.patches.fullPressure ?? 0;
    if (!(wanted > 0) || (wanted > PRESSURE_SLACK[0] * full && wanted < PRESSURE_SLACK[1] * full)) return;
    this.patches.fullPressure = 2 * round(wanted);
    this.patches.update(contacts);
  }

  /**
   * Where forces are much greater than weights, as in a grip, arrows get shorter, little by little; a knock that has
   * passed does not matter, and a scale that the user has set stays.
   */
  private fitForces(contacts: readonly ContactView[], dt: number): void {
    if (this.factor !== 1 || dt <= 0) return;
    const strongest = contacts.reduce((max, { force }) => Math.max(max, Math.hypot(...force)), 0);
    const wanted = strongest / (LONGEST_ARROW * this.size);
    this.tooLong = wanted > this.ownScale ? this.tooLong + dt : 0;
    if (this.tooLong < PATIENCE) return;
    this.ownScale *= Math.min(wanted / this.ownScale, Math.exp(dt / PACE));
    this.applyScale();
  }

  update(frame: LaneFrame, step: number, time: number): void {
    const { details } = frame;
    // While a seek is on its way the poses are ahead of what is known about them.
    if (!details) this.last = { ...frame };
    else this.last = frame;
    if (step !== this.step && details?.contacts) {
      if (step < this.step || step > this.step + 30) this.trails.reset();
      if (this.layers.isOn('cop-path')) this.trails.update(details.contacts);
      this.step = step;
      this.fitForces(details.contacts, time - this.time);
      this.time = time;
    }
    this.redraw();
  }

  redraw(): void {
    if (!this.last) return;
    const { details, pulls } = this.last;
    const isOn = (id: LayerId) => this.layers.isOn(id);
    const contacts = details?.contacts ?? [];
    const p = this.patches;
    p.fill.visible = isOn('patch');
    p.pressure.visible = isOn('pressure');
    p.outline.visible = isOn('outline');
    p.ellipse.visible = isOn('ellipse');
    p.normal.visible = isOn('normal');
    p.centerOfPressure.visible = isOn('cop');
    for (const state of STATES) p.colors[state].set(isOn('state') ? STATE_COLORS[state] : this.look.accent);
    // Many dots would hide what they are on.
    p.centerOfPressure.material.size = Math.max(4.5, Math.min(9, 11 - 1.6 * Math.log2(1 + contacts.length / 4)));
    p.update(
      isOn('patch') || isOn('outline') || isOn('pressure')
        ? contacts.map((contact) => this.withRegion(contact))
        : contacts,
    );
    if (isOn('pressure')) this.fitPressure(contacts.map((contact) => this.withRegion(contact)));
    const t = this.tractions;
    t.colors.visible = this.layers.isOn('tractions');
    t.arrows.visible = this.layers.isOn('traction-arrows');
    t.contours.visible = this.layers.isOn('traction-contours');
    t.section.visible = this.layers.isOn('traction-section');
    t.update(contacts);
    this.wrenches.force.visible = isOn('force');
    this.wrenches.torque.visible = isOn('torque');
    this.wrenches.labels.visible = isOn('figures');
    this.wrenches.update(contacts.map((contact) => this.supporting(contact)));
    this.trails.visible = isOn('cop-path');
    this.updateOverlaps(isOn('overlap') ? contacts : []);
    this.velocities.visible = isOn('velocity');
    this.velocities.update(details?.velocities ? this.moving(details.velocities) : []);
    this.boxes.visible = isOn('boxes');
    this.boxes.update(details?.boxes ?? []);
    this.joints.visible = isOn('joints');
    this.joints.update(
      (details?.joints ?? []).map((joint, k) => ({ ...joint, type: this.bodies.scene!.joints[k]!.type })),
    );
    this.centers.visible = isOn('com');
    this.centers.update(isOn('com') ? this.centersOfMass() : []);
    this.updatePulls(pulls);
  }

  /** Sizes that should look the same from everywhere. */
  prepare(camera: PerspectiveCamera, target: Vector3, height: number): void {
    const distance = camera.position.distanceTo(target);
    const pixel = (2 * distance * Math.tan(MathUtils.degToRad(0.5 * camera.fov))) / height;
    if (this.wrenches.labels.visible) this.wrenches.labels.arrange(camera, height * camera.aspect, height);
    if (pixel > 0.93 * this.pixel && pixel < 1.07 * this.pixel) return;
    this.pixel = pixel;
    this.patches.normalLength = 46 * pixel;
    this.patches.normal.radius = 1.4 * pixel;
    this.wrenches.force.radius = 2 * pixel;
    this.tractions.arrowRadius = 1.2 * pixel;
    this.tractions.height = 90 * pixel;
    this.pulls.force.radius = 2.8 * pixel;
    this.velocities.linear.radius = 2 * pixel;
    this.velocities.arcRadius = 26 * pixel;
    this.joints.size = 34 * pixel;
    this.centers.radius = 6 * pixel;
    this.redraw();
  }

  setLook(look: Look): void {
    this.look = look;
    this.trails.color.set(look.ink);
    this.boxes.color.set(look.grid).lerp(new Color(look.background), 0.6);
    this.pulls.forceColor.set(look.accent);
    this.redraw();
  }

  dispose(): void {
    for (const part of this.parts()) part.dispose();
    this.group.removeFromParent();
  }

  private parts() {
    return [
      this.patches,
      this.tractions,
      this.wrenches,
      this.overlaps,
      this.trails,
      this.velocities,
      this.boxes,
      this.joints,
      this.centers,
      this.pulls,
      this.strings,
      this.ends,
    ] as const;
  }

  /** Of the two equal and opposite wrenches the one that bears: arrows then all point against gravity, whoever is a. */
  private supporting({ point, centerOfPressure, force, torque }: ContactView) {
    const g = this.bodies.scene!.gravity;
    const sign = force[0] * g[0] + force[1] * g[1] + force[2] * g[2] > 0 ? -1 : 1;
    const turn = (v: Vec3): Vec3 => [sign * v[0], sign * v[1], sign * v[2]];
    return { point, centerOfPressure, force: turn(force), torque: turn(torque) };
  }

  /** With what really overlaps, where the outline would say too much; found once for each contact of a frame. */
  private withRegion(contact: ContactView): ContactView & { region?: Region } {
    let region = this.regions.get(contact);
    if (region === undefined) {
      const a = this.solid(contact.a);
      const b = this.solid(contact.b);
      region = a && b ? this.regionsOf.of(contact, a, b) : null;
      this.regions.set(contact, region);
    }
    return region ? { ...contact, region } : contact;
  }

  private updateOverlaps(contacts: readonly ContactView[]): void {
    this.overlaps.visible = contacts.length > 0;
    const deepest = contacts.reduce((most, { depth }) => Math.max(most, depth), 0);
    const wanted = (OVERLAP_THICKNESS * this.pixel) / deepest;
    this.exaggeration = deepest > 0 ? (EXAGGERATIONS.findLast((x) => x <= wanted) ?? 1) : 1;
    this.overlaps.exaggeration = this.exaggeration;
    this.overlaps.update(contacts.flatMap((contact) => this.overlapOf(contact) ?? []));
  }

  private overlapOf(contact: ContactView): OverlapLike | null {
    const a = this.solid(contact.a);
    const b = this.solid(contact.b);
    if (!a || !b) return null;
    const { volume, depth, outline, normal } = contact;
    return { a, b, volume, depth, outline, normal };
  }

  private solid(id: number): SolidLike | null {
    const k = this.bodies.indexOf(id);
    if (k < 0) return null;
    const { scene, poses } = this.bodies;
    const shape: ShapeDescription = scene!.shapes[scene!.bodies[k]!.shape]!;
    return { shape, position: vector(poses, 7 * k), rotation: quaternion(poses, 7 * k + 3) };
  }

  private *moving(velocities: Float32Array) {
    for (const [k, body] of this.bodies.scene!.bodies.entries()) {
      if (body.type === 'static') continue;
      yield {
        centerOfMass: this.centerOf(body, k),
        linearVelocity: vector(velocities, 6 * k),
        angularVelocity: vector(velocities, 6 * k + 3),
      };
    }
  }

  private *centersOfMass() {
    for (const [k, body] of this.bodies.scene!.bodies.entries())
      yield {
        centerOfMass: this.centerOf(body, k),
        rotation: quaternion(this.bodies.poses, 7 * k + 3),
        mass: body.mass,
      };
  }

  private centerOf({ centerOfMass_B }: BodyInfo, k: number): Vec3 {
    const { poses } = this.bodies;
    const arm = rotate(quaternion(poses, 7 * k + 3), centerOfMass_B);
    return [poses[7 * k]! + arm[0], poses[7 * k + 1]! + arm[1], poses[7 * k + 2]! + arm[2]];
  }

  /** The spring of a hand: a coil that is drawn out as it stretches. */
  private coil(from: Vec3, to: Vec3, color: Color): void {
    const along = sub(to, from);
    const far = length(along);
    const wide = Math.min(COIL_PIXELS * this.pixel, COIL_SHARE * far);
    if (!(wide > 0)) return;
    const axis = scale(along, 1 / far);
    const side = normalize(cross(axis, Math.abs(axis[1]) < 0.7 ? [0, 1, 0] : [1, 0, 0]));
    const other = cross(axis, side);
    const at = (k: number): Vec3 => {
      const angle = (2 * Math.PI * k) / PIECES;
      // Straight at both ends.
      const r = k < PIECES || k > (TURNS - 1) * PIECES ? 0 : wide;
      return add(
        add(from, scale(along, k / (TURNS * PIECES))),
        add(scale(side, r * Math.cos(angle)), scale(other, r * Math.sin(angle))),
      );
    };
    for (let k = 0; k < TURNS * PIECES; k++) this.strings.segment(...at(k), ...at(k + 1), color);
  }

  private updatePulls(pulls: readonly Pull[]): void {
    this.pulls.update(
      pulls.map(({ point, force }) => ({ point, centerOfPressure: point, force, torque: [0, 0, 0] as const })),
    );
    const color = new Color(this.look.accent);
    this.strings.begin();
    this.ends.begin();
    for (const { point, target } of pulls) {
      this.ends.point(...point, color);
      if (!target) continue;
      this.coil(point, target, color);
      this.ends.point(...target, color);
    }
    this.strings.end();
    this.ends.end();
  }
}

/** Turns of the hand's spring, pieces of a turn, and its width (pixels, and as a share of its length at most). */
const TURNS = 10;
const PIECES = 12;
const COIL_PIXELS = 7;
const COIL_SHARE = 0.12;

const vector = (a: ArrayLike<number>, o: number): Vec3 => [a[o]!, a[o + 1]!, a[o + 2]!];
const quaternion = (a: ArrayLike<number>, o: number): Quat => [a[o]!, a[o + 1]!, a[o + 2]!, a[o + 3]!];

/** 1, 2 or 5 times a power of ten. */
function round(x: number): number {
  if (!(x > 0 && x < Infinity)) return 100;
  const power = 10 ** Math.floor(Math.log10(x));
  return power * ([1, 2, 5].findLast((step) => step * power <= x) ?? 1);
}
