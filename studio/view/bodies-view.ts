// The bodies of one lane. Bodies of equal shape are instances of one mesh, so that three hundred of them are a few
// calls.

import {
  Box3,
  Color,
  Group,
  InstancedMesh,
  type Intersection,
  Matrix4,
  type MeshStandardMaterial,
  Quaternion,
  type Raycaster,
  Vector3,
} from 'three';
import { geometryFromShape, SoftMesh } from '../../three/index.js';
import { ASLEEP, type BodyInfo, type LaneFrame, type SceneMessage } from '../sim/protocol.js';
import { beltMaterial, bodyMaterial, moveBelt, patternOf } from './body-material.js';
import { Outline } from './outline.js';
import { bodyColor, type Look } from './palette.js';

interface Placed {
  mesh: InstancedMesh | null;
  instance: number;
  /** Which of the moving bodies it is, for its colour. */
  number: number;
}

/** Dynamic bodies keep their colour while others come and go: it follows from their id. */
const colorNumber = ({ id }: BodyInfo, firstDynamic: number): number => id - firstDynamic;

export class BodiesView {
  readonly group = new Group();
  scene: SceneMessage | null = null;
  poses: Float32Array = new Float32Array();
  private flags: Uint8Array = new Uint8Array();
  private placed: Placed[] = [];
  private meshes: InstancedMesh[] = [];
  /** Soft bodies, by their place in the scene's list. */
  private readonly softs = new Map<number, SoftMesh>();
  private showsHeat = false;
  /** In the body's frame, by shape; null for half-spaces. */
  private bounds: (Box3 | null)[] = [];
  private look: Look;
  private opacity = 1;
  private ghosts: ReadonlySet<number> = new Set();
  private selected = -1;
  private hovered = -1;
  private readonly geometries = new Map<number, ReturnType<typeof geometryFromShape>>();
  private load = -1;
  private readonly color = new Color();
  private readonly rim = new Outline(3);

  constructor(look: Look) {
    this.look = look;
    this.group.add(this.rim);
    this.rim.setColor(look.accent);
  }

  setScene(scene: SceneMessage): void {
    this.clear();
    if (scene.load !== this.load) this.disposeGeometries();
    this.load = scene.load;
    this.scene = scene;
    const members = groupsOf(scene);
    this.bounds = scene.shapes.map((shape, k) => {
      if (shape.type === 'half-space' || !members.some((group) => group.shape === k)) return null;
      const geometry = this.geometry(k);
      geometry.computeBoundingBox();
      return geometry.boundingBox!.clone();
    });
    const firstDynamic = scene.bodies.find(({ type }) => type === 'dynamic' || type === 'soft')?.id ?? 0;
    this.placed = scene.bodies.map((body) => ({ mesh: null, instance: 0, number: colorNumber(body, firstDynamic) }));
    for (const { shape, bodies } of members) {
      const { surfaceVelocity } = scene.bodies[bodies[0]!]!;
      const material = surfaceVelocity ? beltMaterial(surfaceVelocity) : bodyMaterial(patternOf(scene.shapes[shape]!));
      const mesh = new InstancedMesh(this.geometry(shape), material, bodies.length);
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      // Instances move: their common bounds would have to be computed anew for every frame.
      mesh.frustumCulled = false;
      mesh.userData.bodies = bodies;
      for (const [instance, k] of bodies.entries()) {
        this.placed[k]!.mesh = mesh;
        this.placed[k]!.instance = instance;
      }
      this.meshes.push(mesh);
      this.group.add(mesh);
    }
    this.flags = new Uint8Array(scene.bodies.length);
    this.ghosts = new Set();
    this.paint();
    this.applyOpacity();
  }

  update({ poses, flags, softs }: LaneFrame): void {
    this.poses = poses;
    this.updateSofts(softs);
    const matrix = new Matrix4();
    const position = new Vector3();
    const rotation = new Quaternion();
    const one = new Vector3(1, 1, 1);
    for (let k = 0; k < this.placed.length; k++) {
      const { mesh, instance } = this.placed[k]!;
      if (!mesh) continue;
      const o = 7 * k;
      position.fromArray(poses, o);
      rotation.fromArray(poses, o + 3);
      mesh.setMatrixAt(instance, matrix.compose(position, rotation, one));
    }
    for (const mesh of this.meshes) {
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
      mesh.boundingBox = null;
    }
    const isChanged = flags.some((flag, k) => flag !== this.flags[k]);
    this.flags = flags;
    if (isChanged) this.paint();
    this.placeRim();
  }

  /** Surfaces as they stand; a body that has just come gets its mesh and colour. */
  private updateSofts(softs: LaneFrame['softs']): void {
    let isNew = false;
    for (const { body, positions, indices, heat } of softs ?? []) {
      let mesh = this.softs.get(body);
      if (!mesh) {
        mesh = new SoftMesh();
        mesh.userData.bodies = [body];
        this.softs.set(body, mesh);
        this.group.add(mesh);
        isNew = true;
      }
      mesh.update({ positions, indices });
      mesh.setHeat(this.showsHeat && heat ? heat : null);
      mesh.userData.heat = heat;
    }
    if (!isNew) return;
    this.paint();
    this.applyOpacity();
  }

  /** Colours soft bodies by the energy that is stored in them. */
  setHeat(shown: boolean): void {
    if (shown === this.showsHeat) return;
    this.showsHeat = shown;
    for (const mesh of this.softs.values()) mesh.setHeat(shown ? (mesh.userData.heat ?? null) : null);
  }

  setLook(look: Look): void {
    this.look = look;
    this.rim.setColor(look.accent);
    this.paint();
  }

  /** Below 1 one can see through the bodies, to what happens between them. */
  setOpacity(opacity: number): void {
    if (opacity === this.opacity) return;
    this.opacity = opacity;
    this.applyOpacity();
  }

  /**
   * Bodies that stand between the eye and what is looked at, by their place in the scene's list: they are seen through.
   */
  setGhosts(ghosts: ReadonlySet<number>): void {
    if (ghosts.size === this.ghosts.size && [...ghosts].every((k) => this.ghosts.has(k))) return;
    this.ghosts = ghosts;
    this.applyOpacity();
  }

  /** Lets belts run: they have moved on for so long (s). */
  setTime(seconds: number): void {
    for (const { material } of this.meshes) moveBelt(material as MeshStandardMaterial, seconds);
  }

  /** Those that stand still and are drawn on their own, so that each can be seen through. */
  get still(): number[] {
    return this.meshes.flatMap(({ userData }) => {
      const bodies = userData.bodies as number[];
      return bodies.length === 1 && this.scene!.bodies[bodies[0]!]!.type === 'static' ? bodies : [];
    });
  }

  private applyOpacity(): void {
    for (const mesh of [...this.meshes, ...this.softs.values()]) {
      const isGhost = mesh.userData.bodies.length === 1 && this.ghosts.has(mesh.userData.bodies[0]);
      const opacity = isGhost ? Math.min(GHOST, this.opacity) : this.opacity;
      const material = mesh.material as MeshStandardMaterial;
      material.transparent = opacity < 1;
      material.opacity = opacity;
      material.depthWrite = opacity === 1;
      material.needsUpdate = true;
    }
  }

  /** Ids, or -1. */
  highlight(selected: number, hovered: number): void {
    if (selected === this.selected && hovered === this.hovered) return;
    this.selected = selected;
    this.hovered = hovered;
    this.paint();
    this.placeRim();
  }

  private placeRim(): void {
    const k = this.indexOf(this.selected);
    this.rim.visible = false;
    // A soft body is marked by its colour: its rim would have to be found anew in every frame.
    if (k >= 0 && this.placed[k]!.mesh && this.poses.length > 0) this.rim.show(this.geometryOf(k), this.matrixOf(k));
  }

  indexOf(id: number): number {
    return this.scene?.bodies.findIndex((body) => body.id === id) ?? -1;
  }

  /** The box of a body at its pose (m), empty for half-spaces. */
  boxOf(k: number, out = new Box3()): Box3 {
    const soft = this.softs.get(k);
    if (soft) {
      if (!soft.geometry.boundingBox) soft.geometry.computeBoundingBox();
      return out.copy(soft.geometry.boundingBox!);
    }
    const bounds = this.bounds[this.scene!.bodies[k]!.shape];
    if (!bounds || this.poses.length === 0) return out.makeEmpty();
    return out.copy(bounds).applyMatrix4(this.matrixOf(k));
  }

  /** The middle of a body's box at its pose (m). */
  centerOf(k: number): [number, number, number] {
    return this.boxOf(k).getCenter(new Vector3()).toArray();
  }

  /** The box in the body's own frame. */
  localBoxOf(k: number): Box3 | null {
    return this.bounds[this.scene!.bodies[k]!.shape] ?? null;
  }

  matrixOf(k: number): Matrix4 {
    const position = new Vector3().fromArray(this.poses, 7 * k);
    const rotation = new Quaternion().fromArray(this.poses, 7 * k + 3);
    return new Matrix4().compose(position, rotation, new Vector3(1, 1, 1));
  }

  /** The geometry that a body is drawn with, shared. */
  geometryOf(k: number): ReturnType<typeof geometryFromShape> {
    return this.geometry(this.scene!.bodies[k]!.shape);
  }

  /** The nearest body on a ray, by its place in the scene's list. */
  raycast(raycaster: Raycaster): { body: number; hit: Intersection } | null {
    const [hit] = raycaster.intersectObjects([...this.meshes, ...this.softs.values()], false);
    if (!hit) return null;
    return { body: (hit.object.userData.bodies as number[])[hit.instanceId ?? 0]!, hit };
  }

  /** Which of the bodies that are drawn on their own a ray meets. */
  hitBy(raycaster: Raycaster, among: readonly number[]): number[] {
    return among.filter((k) => {
      const { mesh } = this.placed[k]!;
      return mesh !== null && raycaster.intersectObject(mesh, false).length > 0;
    });
  }

  dispose(): void {
    this.rim.dispose();
    this.clear();
    this.disposeGeometries();
  }

  private geometry(shape: number): ReturnType<typeof geometryFromShape> {
    let geometry = this.geometries.get(shape);
    if (!geometry) {
      geometry = geometryFromShape(this.scene!.shapes[shape]!, { segments: this.segments() });
      this.geometries.set(shape, geometry);
    }
    return geometry;
  }

  /** Sides of a circle: where there are many bodies each is small on the screen. */
  private segments(): number {
    const count = this.scene!.bodies.length;
    return count <= 25 ? 64 : count <= 80 ? 40 : 24;
  }

  private paint(): void {
    if (!this.scene) return;
    for (const [k, { mesh, instance, number }] of this.placed.entries()) {
      if (!mesh) continue;
      const { id, type } = this.scene.bodies[k]!;
      bodyColor(this.color, this.look, type, number, (this.flags[k]! & ASLEEP) !== 0);
      if (id === this.selected || id === this.hovered) this.color.lerp(WHITE, 0.18);
      mesh.setColorAt(instance, this.color);
    }
    for (const [k, mesh] of this.softs) {
      const { id, type } = this.scene.bodies[k]!;
      bodyColor(this.color, this.look, type, this.placed[k]!.number, (this.flags[k]! & ASLEEP) !== 0);
      if (id === this.selected || id === this.hovered) this.color.lerp(WHITE, 0.18);
      mesh.setColor(this.color);
    }
    for (const mesh of this.meshes) if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }

  private clear(): void {
    for (const mesh of this.meshes) {
      (mesh.material as MeshStandardMaterial).dispose();
      mesh.dispose();
      mesh.removeFromParent();
    }
    this.meshes = [];
    for (const mesh of this.softs.values()) mesh.dispose();
    this.softs.clear();
    this.placed = [];
    this.poses = new Float32Array();
  }

  private disposeGeometries(): void {
    for (const geometry of this.geometries.values()) geometry.dispose();
    this.geometries.clear();
  }
}

/** How much is left of a wall that stands before the action. */
const GHOST = 0.22;
/**
 * More bodies that stand still than this are drawn together where they are equal, and cannot be seen through one by
 * one.
 */
const MOST_ALONE = 60;

/** Equal bodies together; those that stand still and belts each on their own. */
function groupsOf({ bodies, shapes }: SceneMessage): { shape: number; bodies: number[] }[] {
  const groups = new Map<string, { shape: number; bodies: number[] }>();
  const still = bodies.filter(({ type }) => type === 'static').length;
  for (const [k, { shape, type, surfaceVelocity }] of bodies.entries()) {
    // Soft bodies are drawn by their surfaces.
    if (shapes[shape]!.type === 'half-space' || type === 'soft') continue;
    const isAlone = surfaceVelocity || (type === 'static' && still <= MOST_ALONE);
    const key = isAlone ? `body ${k}` : `shape ${shape}`;
    const group = groups.get(key) ?? { shape, bodies: [] };
    group.bodies.push(k);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const WHITE = new Color(0xffffff);
