// The view: a canvas with the bodies of one lane, or of two side by side under one camera. Draws only when something
// has changed.

import { Box3, Color, NeutralToneMapping, PCFShadowMap, Scene, SRGBColorSpace, WebGLRenderer } from 'three';
import type { Vec3 } from '../../src/index.js';
import type { SimClient } from '../sim/client.js';
import type { Frame, SceneMessage } from '../sim/protocol.js';
import { Aiming } from './aiming.js';
import { CameraRig, type FrameOptions } from './camera-rig.js';
import { Following } from './following.js';
import { gridScale } from './ground.js';
import { LaneView } from './lane-view.js';
import { Layers } from './layers.js';
import { Legend } from './legend.js';
import { Lamp, studioEnvironment } from './light.js';
import { LOOKS, type Look, type Scheme } from './palette.js';
import { type Hit, pickBody, pickContact } from './picking.js';
import { type Insets, type Viewport, viewportsOf } from './viewports.js';

export type { Scheme } from './palette.js';
export type { BodyHit, ContactHit, Hit } from './picking.js';
export type { Insets } from './viewports.js';

/** More than this many pixels per CSS pixel cost time that nobody sees. */
const MOST_PIXELS = 2;
/** How near to a contact the pointer has to be (CSS px). */
const CONTACT_REACH = 10;

/** Fires 'grid' when the spacing of the grid changes, 'draw' after every picture. */
export class Stage extends EventTarget {
  readonly canvas: HTMLCanvasElement;
  readonly rig: CameraRig;
  readonly layers: Layers;
  readonly scene = new Scene();
  readonly lanes: LaneView[] = [];
  /** Spacing of the finest grid lines (m). */
  gridSpacing = 0;
  private readonly renderer: WebGLRenderer;
  private readonly lamp = new Lamp();
  private readonly client: SimClient;
  private readonly legend: Legend;
  private look: Look;
  private insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  private width = 1;
  private height = 1;
  private load = -1;
  private needsFraming = false;
  private sceneKey = '';
  /** The one that was loaded last is the one before, started again or with other values. */
  private isSameScene = false;
  private isQueued = false;
  readonly following: Following;
  private readonly aiming: Aiming;
  /** Off: frames are taken and followed but not drawn, for scripts that look at some of them only. */
  isDrawn = true;
  private arrowScale = 1;
  /** The user holds a body: the picture must not move under his hand. */
  private isHeld = false;
  private readonly observer: ResizeObserver;
  private readonly stops: (() => void)[];

  constructor(root: HTMLElement, client: SimClient, { scheme = 'light' as Scheme } = {}) {
    super();
    this.client = client;
    this.look = LOOKS[scheme];
    this.renderer = createRenderer();
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.setScissorTest(true);
    this.canvas = this.renderer.domElement;
    this.canvas.addEventListener('webglcontextrestored', () => this.invalidate());
    this.canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;display:block;touch-action:none';
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', 'The simulated bodies');
    root.append(this.canvas);
    this.legend = new Legend(root);
    this.rig = new CameraRig(this.canvas, () => this.invalidate());
    this.following = new Following(this.rig);
    this.aiming = new Aiming(this.rig, this.canvas, () => this.viewports());
    this.layers = new Layers(() => this.layersChanged());
    this.scene.environment = studioEnvironment(this.renderer);
    this.scene.add(this.lamp.light, this.lamp.light.target);
    this.applyLook();
    this.observer = new ResizeObserver(() => this.resize(root.clientWidth, root.clientHeight));
    this.observer.observe(root);
    this.resize(root.clientWidth, root.clientHeight);
    this.stops = [
      client.on('scene', ({ detail }) => this.setScene(detail)),
      client.on('frame', ({ detail }) => this.setFrame(detail)),
    ];
    this.askForLayers();
    for (const scene of client.scenes) if (scene) this.setScene(scene);
    if (client.frame) this.setFrame(client.frame);
  }

  setScheme(scheme: Scheme): void {
    this.look = LOOKS[scheme];
    this.applyLook();
    this.invalidate();
  }

  /** How much of the canvas is covered from each side (CSS px). */
  setInsets(insets: Insets): void {
    this.insets = insets;
    this.invalidate();
  }

  /** Looks at all bodies again. */
  frame(options: FrameOptions = { fly: true }): void {
    const lane = this.lanes[0];
    if (!lane?.bodies.scene) return;
    const { from } = lane.bodies.scene.view;
    const { boxes, whole } = lane.extent();
    if (whole.isEmpty()) return;
    const room = lane.spare;
    this.rig.frame(boxes, whole, this.viewports()[0]!, { ...(from && { from }), room, ...options });
    this.invalidate();
  }

  /** Looks from a point at another, six numbers (m), and stays there. */
  lookFrom(pose: readonly number[]): void {
    this.needsFraming = false;
    this.rig.pose = pose;
    this.invalidate();
  }

  /** Goes along with one body, and not with all; null: as the scene has it. */
  followBody(id: number | null): void {
    this.following.watch(id, this.lanes, this.viewports()[0]!);
    this.invalidate();
  }

  /** Arrows so many times longer than by themselves. */
  setArrowScale(factor: number): void {
    this.arrowScale = factor;
    for (const { drawn } of this.lanes) drawn.setArrowScale(factor);
    this.invalidate();
  }

  /** What lengths and colours mean now. */
  get scales(): { newtonsPerMetre: number; fullPressure: number } {
    const { newtonsPerMetre = 1, fullPressure = 0 } = this.lanes[0]?.drawn ?? {};
    return { newtonsPerMetre, fullPressure };
  }

  /** Turns the camera around what it looks at (rad): to the right, and up. */
  turn(azimuth: number, elevation: number): void {
    this.rig.turn(azimuth, elevation);
    this.invalidate();
  }

  /** Goes nearer (above 1) or farther. */
  zoom(factor: number): void {
    this.rig.zoom(factor);
    this.invalidate();
  }

  /** What is under a point of the window (CSS px): a contact where contacts are drawn, or a body. */
  pick(clientX: number, clientY: number, { contacts = this.layers.drawsContacts } = {}): Hit | null {
    const aim = this.aiming.at(clientX, clientY);
    if (!aim) return null;
    const { raycaster, lane, pixel } = aim;
    const view = this.lanes[lane]!;
    const contact = contacts ? pickContact(view.contacts, raycaster, lane, CONTACT_REACH * pixel) : null;
    return contact ?? pickBody(view.bodies, raycaster, lane);
  }

  /** The ray under a point of the window, and the lane it is in; of a given lane also where that lane is not drawn. */
  rayAt(clientX: number, clientY: number, inLane?: number): { origin: Vec3; direction: Vec3; lane: number } | null {
    const aim = this.aiming.at(clientX, clientY, inLane);
    if (!aim) return null;
    const { origin, direction } = aim.raycaster.ray;
    return {
      origin: [origin.x, origin.y, origin.z],
      direction: [direction.x, direction.y, direction.z],
      lane: aim.lane,
    };
  }

  /** Where a point of the world is in the window (CSS px), as lane `lane` shows it; null behind the eye. */
  project(point: Vec3, lane = 0): { x: number; y: number } | null {
    return this.aiming.project(point, lane);
  }

  /** Unit vectors of the picture in the world: to the right, up, and towards the eye. */
  axes(): { right: Vec3; up: Vec3; back: Vec3 } {
    return this.aiming.axes();
  }

  /** Marks bodies; ids, or null. */
  highlight(selected: number | null, hovered: number | null = null): void {
    for (const { bodies } of this.lanes) bodies.highlight(selected ?? -1, hovered ?? -1);
    this.invalidate();
  }

  /** The picture as a file; of another size than the canvas if told (px), then without regard to panels. */
  capture({
    width = 0,
    height = 0,
    type = 'image/png',
    quality = 0.92,
    scheme = null as Scheme | null,
  } = {}): Promise<Blob> {
    const before = { width: this.width, height: this.height, insets: this.insets, look: this.look };
    const pixels = this.renderer.getPixelRatio();
    const eye = this.rig.camera.position.clone();
    const target = this.rig.target.clone();
    try {
      if (width > 0 && height > 0) {
        this.renderer.setPixelRatio(1);
        this.setSize(width, height);
        this.insets = { top: 0, right: 0, bottom: 0, left: 0 };
      }
      if (scheme) {
        this.look = LOOKS[scheme];
        this.applyLook();
      }
      if (width > 0 && this.rig.follows) this.frame({ keepDirection: true });
      this.draw();
      // The picture is taken now, and turned into a file later: the view is itself again before anybody sees the
      // difference.
      return new Promise<Blob>((resolve, reject) => {
        this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is empty'))), type, quality);
      });
    } finally {
      this.look = before.look;
      this.applyLook();
      this.insets = before.insets;
      this.rig.camera.position.copy(eye);
      this.rig.target.copy(target);
      this.renderer.setPixelRatio(pixels);
      this.setSize(before.width, before.height);
      this.draw();
    }
  }

  /** Draws soon. */
  invalidate(): void {
    if (this.isQueued) return;
    this.isQueued = true;
    requestAnimationFrame(() => {
      this.isQueued = false;
      const isMoving = this.rig.update();
      if (this.isDrawn) this.draw();
      if (isMoving) this.invalidate();
    });
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.observer.disconnect();
    for (const lane of this.lanes) lane.dispose();
    this.rig.dispose();
    this.renderer.dispose();
    this.canvas.remove();
    this.legend.dispose();
  }

  private setScene(message: SceneMessage): void {
    while (this.lanes.length > message.lanes) this.lanes.pop()!.dispose();
    while (this.lanes.length < message.lanes) {
      const lane = new LaneView(this.look, this.layers);
      lane.drawn.setArrowScale(this.arrowScale);
      this.lanes.push(lane);
      this.scene.add(lane.group);
    }
    this.lanes[message.lane]!.setScene(message);
    if (message.load === this.load) return;
    this.load = message.load;
    const key = `${message.lanes} ${message.name}`;
    this.isSameScene = key === this.sceneKey;
    this.sceneKey = key;
    this.needsFraming = true;
  }

  private setFrame(frame: Frame): void {
    this.isHeld = frame.lanes.some(({ pulls }) => pulls.length > 0);
    for (const [k, lane] of frame.lanes.entries()) this.lanes[k]?.update(lane, frame);
    if (this.needsFraming && frame.lanes.length === this.lanes.length) {
      this.needsFraming = false;
      // Who has chosen where to look from, and starts the same scene again, goes on looking from there.
      if (!this.isSameScene || !this.rig.isOwn) this.frame({});
      this.following.restart(frame, this.lanes, this.viewports()[0]!);
    } else this.following.take(frame, this.lanes, this.viewports()[0]!, this.isHeld);
    this.invalidate();
  }

  private layersChanged(): void {
    this.askForLayers();
    for (const lane of this.lanes) lane.redraw();
    this.invalidate();
  }

  private askForLayers(): void {
    // Only a page that is being closed refuses.
    this.client.want(this.layers.wanted(), 'view').catch(() => {});
  }

  private applyLook(): void {
    this.scene.background = new Color(this.look.background);
    this.scene.environmentIntensity = this.look.ambient;
    this.lamp.light.intensity = this.look.lamp;
    for (const lane of this.lanes) lane.setLook(this.look);
  }

  private resize(width: number, height: number): void {
    this.renderer.setPixelRatio(Math.min(MOST_PIXELS, window.devicePixelRatio));
    this.setSize(Math.max(1, width), Math.max(1, height));
    // Not in the next task: the canvas is empty until it is drawn.
    this.draw();
  }

  private setSize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.renderer.setSize(width, height, false);
  }

  private viewports(): Viewport[] {
    return viewportsOf(this.width, this.height, this.insets, this.lanes.length);
  }

  /** The part of the window that nothing covers (CSS px), of the first lane. */
  get freeArea(): { x: number; y: number; width: number; height: number } {
    const { left, top } = this.canvas.getBoundingClientRect();
    const { x, y, width, height } = this.viewports()[0]!.free;
    return { x: left + x, y: top + y, width, height };
  }

  /** Where each lane is drawn (CSS px of the canvas), for labels on it. */
  get viewportRects(): { x: number; y: number; width: number; height: number }[] {
    return this.viewports().map(({ x, y, width, height }) => ({ x, y, width, height }));
  }

  private draw(): void {
    const { renderer, rig } = this;
    const extent = new Box3();
    for (const lane of this.lanes) extent.union(lane.shadowBox());
    this.lamp.cover(extent);
    this.updateGrid();
    renderer.shadowMap.autoUpdate = true;
    const viewports = this.viewports();
    for (const [k, viewport] of viewports.entries()) {
      const { x, y, width, height } = viewport;
      for (const [n, lane] of this.lanes.entries()) lane.group.visible = n === k;
      const below = this.height - y - height;
      renderer.setViewport(x, below, width, height);
      renderer.setScissor(x, below, width, height);
      rig.aim(viewport);
      this.lanes[k]?.prepare(rig.camera, rig.target, height);
      renderer.render(this.scene, rig.camera);
    }
    this.legend.place(this.width, this.insets, viewports[1]);
    this.dispatchEvent(new Event('draw'));
  }

  private updateGrid(): void {
    const { target, distance } = this.rig;
    const { spacing, fine } = gridScale(distance);
    for (const lane of this.lanes) lane.updateGround(target, distance, spacing, fine);
    const drawn = this.lanes[0]?.drawn;
    this.legend.setScales({
      grid: spacing,
      newtonsPerMetre: drawn && this.layers.isOn('force') ? drawn.newtonsPerMetre : null,
      exaggeration: drawn && this.layers.isOn('overlap') ? drawn.exaggeration : 1,
    });
    if (spacing === this.gridSpacing) return;
    this.gridSpacing = spacing;
    this.dispatchEvent(new Event('grid'));
  }
}

function createRenderer(): WebGLRenderer {
  try {
    return new WebGLRenderer({ antialias: true });
  } catch {
    throw new Error(
      'the view needs WebGL 2, which this browser does not offer; switch on hardware acceleration in its settings, or use another',
    );
  }
}
