// Everything that is drawn of one lane.

import { Box3, Group, type PerspectiveCamera, Quaternion, Vector3 } from 'three';
import type { ContactView, Frame, LaneFrame, SceneMessage } from '../sim/protocol.js';
import { BodiesView } from './bodies-view.js';
import { isWatched } from './follow.js';
import { Ghosts } from './ghosts.js';
import { Ground } from './ground.js';
import { LayerSet } from './layer-set.js';
import type { Layers } from './layers.js';
import { LinksView } from './links-view.js';
import type { Look } from './palette.js';

interface Placed {
  k: number;
  box: Box3;
  isStill: boolean;
}

interface Extent {
  boxes: Box3[];
  whole: Box3;
}

const SIDES = [-1, 1].flatMap((s) => [new Vector3(s, 0, 0), new Vector3(0, s, 0), new Vector3(0, 0, s)]);

export class LaneView {
  readonly group = new Group();
  readonly bodies: BodiesView;
  private readonly layers: Layers;
  readonly drawn: LayerSet;
  private readonly links: LinksView;
  private readonly ghosts = new Ghosts();
  private time = 0;
  private grounds: { ground: Ground; body: number }[] = [];
  private look: Look;
  private last: LaneFrame | null = null;
  private placed: Placed[] | null = null;
  private reached: Extent | null = null;
  private isNew = false;

  constructor(look: Look, layers: Layers) {
    this.look = look;
    this.layers = layers;
    this.bodies = new BodiesView(look);
    this.drawn = new LayerSet(layers, this.bodies, look);
    this.links = new LinksView(this.bodies, look);
    this.group.add(this.bodies.group, this.links.group, this.drawn.group);
  }

  get contacts(): readonly ContactView[] {
    return this.last?.details?.contacts ?? [];
  }

  setScene(scene: SceneMessage): void {
    const isNew = scene.load !== this.bodies.scene?.load;
    this.bodies.setScene(scene);
    this.ghosts.clear();
    this.last = null;
    this.placed = null;
    this.reached = null;
    for (const { ground } of this.grounds) ground.dispose();
    this.grounds = scene.bodies.flatMap(({ shape }, body) =>
      scene.shapes[shape]!.type === 'half-space' ? [{ ground: new Ground(this.look, true), body }] : [],
    );
    if (this.grounds.length === 0) this.grounds.push({ ground: new Ground(this.look, false), body: -1 });
    for (const { ground } of this.grounds) this.group.add(ground.group);
    this.isNew ||= isNew;
  }

  update(lane: LaneFrame, frame: Frame): void {
    if (!this.bodies.scene || lane.poses.length !== 7 * this.bodies.scene.bodies.length) return;
    const isFirst = this.last === null;
    this.last = lane;
    this.placed = null;
    this.reached = null;
    this.bodies.update(lane);
    this.bodies.setTime(frame.time);
    this.links.update();
    this.time = frame.time;
    if (isFirst) this.drawn.setScene(this.bodies.scene, this.isNew, this.size());
    this.isNew = false;
    for (const { ground, body } of this.grounds) {
      if (body < 0) {
        if (isFirst) ground.group.position.y = this.lowest();
        continue;
      }
      ground.group.position.fromArray(lane.poses, 7 * body);
      ground.group.quaternion.copy(new Quaternion().fromArray(lane.poses, 7 * body + 3));
    }
    this.drawn.update(lane, frame.step, frame.time);
  }

  redraw(): void {
    this.bodies.setOpacity(this.layers.isOn('see-through') ? 0.32 : 1);
    this.bodies.setHeat(this.layers.isOn('strain'));
    this.drawn.redraw();
  }

  /** Sizes that depend on the eye. */
  prepare(camera: PerspectiveCamera, target: Vector3, height: number): void {
    this.ghosts.look(this.bodies, camera, this.lookedAt(), this.time);
    this.drawn.prepare(camera, target, height);
  }

  setLook(look: Look): void {
    this.look = look;
    this.bodies.setLook(look);
    this.links.setLook(look);
    for (const { ground } of this.grounds) ground.setLook(look);
    this.drawn.setLook(look);
  }

  updateGround(target: Vector3, distance: number, spacing: number, fine: number): void {
    for (const { ground } of this.grounds) ground.update(target, distance, spacing, fine);
  }

  /**
   * What a picture of the scene should hold: all that moves, where it will fall to, and of what stands still the part
   * around.
   */
  extent(): Extent {
    return (this.reached ??= this.findExtent());
  }

  private findExtent(): Extent {
    const { box: given, watch } = this.bodies.scene?.view ?? {};
    if (given) {
      const whole = new Box3(new Vector3(...given[0]), new Vector3(...given[1]));
      return { boxes: [whole], whole };
    }
    const all = this.boxes().filter(({ k, isStill }) => isStill || this.isWatched(k, watch));
    const moving = new Box3();
    for (const { box, isStill } of all) if (!isStill) moving.union(box);
    if (moving.isEmpty()) for (const { box } of all) moving.union(box);
    const size = Math.max(...moving.getSize(new Vector3()).toArray());
    const near = moving.clone().expandByScalar(1.2 * size);
    const boxes = all
      .map(({ box, isStill }) => (isStill ? box.clone().intersect(near) : box))
      .filter((box) => !box.isEmpty());
    boxes.push(...this.room(all, size));
    const whole = new Box3();
    for (const box of boxes) whole.union(box);
    return { boxes, whole };
  }

  /** A little space beside each body that moves, and the height that it may fall. */
  private room(all: readonly Placed[], size: number): Box3[] {
    const level = this.level();
    return all.flatMap(({ box, isStill }) => {
      if (isStill) return [];
      const out = box.clone().expandByVector(new Vector3(0.08 * size, 0, 0.08 * size));
      if (level < out.min.y && out.min.y - level < 3 * size) out.min.y = level;
      return [out];
    });
  }

  /** Height of a floor that is about level; -Infinity if there is none. */
  private level(): number {
    for (const { body } of this.grounds) {
      if (body < 0) continue;
      const matrix = this.bodies.matrixOf(body);
      const up = new Vector3(0, 1, 0).transformDirection(matrix);
      if (up.y > 0.9) return new Vector3().setFromMatrixPosition(matrix).y;
    }
    return -Infinity;
  }

  /** Free space around what is framed: the less there is to see, the more of where it goes. */
  get spare(): number {
    if (this.bodies.scene?.view.box) return 1.04;
    const count = this.movingCenters().length;
    return count <= 1 ? 1.9 : count <= 3 ? 1.45 : 1.18;
  }

  private isWatched(k: number, watch = this.bodies.scene?.view.watch): boolean {
    return isWatched(this.bodies.scene!.bodies[k]!.name, watch);
  }

  /** Where the bodies are that the picture goes along with. */
  movingCenters(): Vector3[] {
    return this.movingBoxes().map((box) => box.getCenter(new Vector3()));
  }

  /** What should be seen of them: middles and, of a few large ones, also their sides. */
  private lookedAt(): Vector3[] {
    const boxes = this.movingBoxes();
    const centers = this.movingCenters();
    if (boxes.length > 4) return centers;
    return boxes.flatMap((box, k) => {
      const half = box.getSize(new Vector3()).multiplyScalar(0.35);
      const sides = SIDES.map((side) => side.clone().multiply(half).add(centers[k]!));
      return [centers[k]!, ...sides];
    });
  }

  private movingBoxes(): Box3[] {
    const bodies = this.bodies.scene?.bodies ?? [];
    // Where nothing that is watched moves freely, what is driven: a character, the tip of a device in a hand.
    const free = (type: string): boolean => type === 'dynamic' || type === 'soft';
    const anyFree = bodies.some((body, k) => free(body.type) && this.isWatched(k));
    return this.boxes().flatMap(({ box, k }) =>
      (anyFree ? free(bodies[k]!.type) : bodies[k]!.type === 'kinematic') && this.isWatched(k) ? [box] : [],
    );
  }

  /** What casts shadows that are seen. */
  shadowBox(): Box3 {
    const whole = this.extent().whole.clone();
    if (this.bodies.scene?.view.watch) for (const { box, isStill } of this.boxes()) if (!isStill) whole.union(box);
    return whole;
  }

  dispose(): void {
    this.bodies.dispose();
    this.links.dispose();
    this.drawn.dispose();
    for (const { ground } of this.grounds) ground.dispose();
    this.group.removeFromParent();
  }

  /** Of the bodies that have an end, where the last frame has them; found out once. */
  private boxes(): readonly Placed[] {
    const { scene } = this.bodies;
    if (!scene) return [];
    this.placed ??= scene.bodies
      .map(({ type }, k) => ({ k, box: this.bodies.boxOf(k), isStill: type === 'static' }))
      .filter(({ box }) => !box.isEmpty());
    return this.placed;
  }

  /** The longest side of what is framed (m). */
  private size(): number {
    const { whole } = this.extent();
    return whole.isEmpty() ? 1 : Math.max(...whole.getSize(new Vector3()).toArray());
  }

  private lowest(): number {
    const all = this.boxes();
    return all.length === 0 ? 0 : Math.min(...all.map(({ box }) => box.min.y));
  }
}
