// What can be done with files, for menus, keys, drops and the console. Whatever goes wrong is said in one line and
// leaves the running scene as it is.

import type { BodyDescription, SceneDescription } from '../../src/index.js';
import { fragmentOf, withSight } from '../address.js';
import type { Choice } from '../choice.js';
import type { SimClient } from '../sim/client.js';
import type { Messages } from '../ui/messages.js';
import { beside } from './beside.js';
import { download, fileName } from './download.js';
import { recordLines } from './export-lines.js';
import type { ShapeFormat } from './export-shape.js';
import { surroundingsOf, withBody } from './extent.js';
import {
  bodyFromMesh,
  freeName,
  type ImportedMesh,
  NO_SURROUNDINGS,
  type Surroundings,
  suggestSize,
} from './import-mesh.js';
import { toText } from './json.js';
import { checkSizes } from './kinds.js';
import { Film } from './record.js';

/** What is asked of the stage. */
export interface Drawn {
  readonly canvas: HTMLCanvasElement;
  readonly rig: { readonly pose: readonly number[] };
  readonly layers: { readonly chosen: readonly string[] };
  capture(): Promise<Blob>;
  /** Looks at all bodies again. */
  frame(options: { keepDirection: boolean; fly: boolean }): void;
}

export interface FilesContext {
  client: SimClient;
  choice: Choice;
  messages: Messages;
  stage: Drawn;
}

/** The scene as it was loaded, or with everything where it is now. */
export type Moment = 'start' | 'now';

/** A mesh that has become a body, and can still change its size. */
export interface Imported {
  mesh: ImportedMesh;
  around: Surroundings;
  name: string;
  /** m */
  longest: number;
  /** kg */
  mass: number;
}

/** A read that takes a while. */
export interface Reading {
  names: string;
  cancel(): void;
}

/**
 * Fires 'imported' (CustomEvent<Imported>) for every mesh that has become a body, 'reading' (CustomEvent<Reading |
 * null>) when a read takes a while and when it is over, 'film' when a film begins or ends.
 */
export class FileActions extends EventTarget {
  film: Film | null = null;
  private readonly context: FilesContext;
  private reading: AbortController | null = null;
  /** Ids of the bodies that the last load brought. */
  private loaded = { load: -1, ids: '' };

  constructor(context: FilesContext) {
    super();
    this.context = context;
    context.client.on('scene', ({ detail }) => {
      if (detail.lane !== 0 || detail.load === this.loaded.load) return;
      this.loaded = { load: detail.load, ids: idsOf(detail.bodies) };
    });
  }

  /** Whether bodies have come or gone since the scene was loaded. */
  get isEdited(): boolean {
    const scene = this.context.client.scenes[0];
    return scene !== undefined && idsOf(scene.bodies) !== this.loaded.ids;
  }

  get title(): string {
    return this.context.client.scenes[0]?.title ?? 'scene';
  }

  /**
   * Opens a scene with its mesh files, or makes bodies of meshes. A read that is still under way is given up for it.
   */
  async open(files: readonly File[]): Promise<void> {
    this.reading?.abort();
    const reading = new AbortController();
    this.reading = reading;
    const { messages, choice } = this.context;
    const names = files.map(({ name }) => name).join(', ');
    const tell = (detail: Reading | null) => this.dispatchEvent(new CustomEvent('reading', { detail }));
    const slow = setTimeout(() => tell({ names, cancel: () => reading.abort() }), SOON);
    try {
      checkSizes(files);
      const opened = await beside('read', { files: [...files] }, reading.signal);
      if (opened.kind === 'meshes') await this.importMeshes(opened.meshes);
      // Refusals of the engine are said by whoever listens to the choice.
      else await choice.show([{ description: { ...opened.description, name: opened.name } }]);
    } catch (error) {
      if (!reading.signal.aborted) messages.fault(error);
    } finally {
      clearTimeout(slow);
      if (this.reading === reading) tell(null);
    }
  }

  private async importMeshes(meshes: readonly ImportedMesh[]): Promise<void> {
    const { client } = this.context;
    const [scene] = client.scenes;
    const [lane] = client.frame?.lanes ?? [];
    let around = scene && lane ? surroundingsOf(scene.bodies, scene.shapes, lane.poses) : NO_SURROUNDINGS;
    // Each above the one before, which the next frame would show too late.
    for (const mesh of meshes) around = withBody(around, await this.importMesh(mesh, around));
    this.context.stage.frame({ keepDirection: true, fly: true });
  }

  private async importMesh(mesh: ImportedMesh, around: Surroundings): Promise<BodyDescription> {
    const { client, messages } = this.context;
    const { longest, reason } = suggestSize(mesh, around);
    const name = freeName(mesh.name, client.scenes[0]?.bodies.map((body) => body.name) ?? []);
    const body = bodyFromMesh(mesh, around, { name, longest });
    await client.command({ type: 'add', description: body });
    const facts = `${mesh.triangles.toLocaleString('en')} triangles, ${short(longest)} m long (${reason}).`;
    messages.note([`${name}: ${facts}`, ...mesh.notes].join(' '));
    const imported: Imported = { mesh, around, name, longest, mass: body.mass! };
    this.dispatchEvent(new CustomEvent('imported', { detail: imported }));
    return body;
  }

  /** Replaces an imported body by one of another size and mass. */
  async resize(imported: Imported, longest: number, mass: number): Promise<void> {
    const { client, messages } = this.context;
    const { mesh, around, name } = imported;
    try {
      const description = bodyFromMesh(mesh, around, { name, longest, mass });
      const old = client.scenes[0]?.bodies.find((body) => body.name === name);
      if (old) await client.command({ type: 'delete', body: old.id });
      await client.command({ type: 'add', description });
      Object.assign(imported, { longest, mass });
    } catch (error) {
      messages.fault(error);
    }
  }

  /** The address of the page with what it shows in it, and on request how it is looked at. */
  async link(moment: Moment, isSeen = false): Promise<string> {
    const { client, choice } = this.context;
    const now = () =>
      Promise.all(client.scenes.map(async (_, k) => ({ description: await client.description('now', k) })));
    const fragment = await fragmentOf(moment === 'now' ? await now() : choice.lanes);
    const { stage } = this.context;
    const time = moment === 'start' ? client.frame?.time : undefined;
    const sight = { camera: stage.rig.pose, layers: stage.layers.chosen, ...(time !== undefined && { time }) };
    return location.href.replace(/#.*/s, '') + (isSeen ? withSight(fragment, sight) : fragment);
  }

  async save(moment: Moment, lane = 0): Promise<void> {
    await this.attempt(async () => {
      const description: SceneDescription = await this.context.client.description(moment, lane);
      const text = toText({ sixfold: 1, ...description });
      download(text, fileName(description.name ?? this.title, 'json'), 'application/json');
    });
  }

  async saveShape(body: number, format: ShapeFormat, lane = 0): Promise<void> {
    await this.attempt(async () => {
      const { bodies, shapes } = this.context.client.scenes[lane]!;
      const info = bodies.find(({ id }) => id === body);
      if (!info) throw new Error('the body is gone');
      const bytes = await beside('shape', { shape: shapes[info.shape]!, format });
      download(bytes as Uint8Array<ArrayBuffer>, fileName(info.name, format), format === 'glb' ? GLB : 'model/obj');
    });
  }

  /** The motion of the last half minute as a glTF animation. */
  async saveAnimation(lane = 0): Promise<void> {
    await this.attempt(async () => {
      const trajectory = await this.context.client.trajectory(lane);
      const bytes = await beside('animation', { trajectory, name: this.title });
      download(bytes as Uint8Array<ArrayBuffer>, fileName(this.title, 'glb'), GLB);
    });
  }

  /** The states of the last half minute as lines of JSON. */
  async saveLines(lane = 0, onProgress?: (share: number) => void, signal?: AbortSignal): Promise<void> {
    await this.attempt(async () => {
      const options = { lane, ...(onProgress ? { onProgress } : {}), ...(signal ? { signal } : {}) };
      download(await recordLines(this.context.client, options), fileName(this.title, 'jsonl'), 'application/jsonl');
    });
  }

  async savePicture(): Promise<void> {
    await this.attempt(async () => {
      download(await this.context.stage.capture(), fileName(this.title, 'png'), 'image/png');
    });
  }

  /** Begins a film, or ends it and saves it. */
  async toggleFilm(): Promise<void> {
    await this.attempt(async () => {
      const { film } = this;
      if (film) {
        this.film = null;
        this.dispatchEvent(new Event('film'));
        download(await film.stop(), fileName(this.title, film.ending), '');
      } else {
        this.film = new Film(this.context.stage.canvas);
        this.dispatchEvent(new Event('film'));
        this.context.messages.note('Recording: the button in the bar ends it.');
      }
    });
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.context.messages.fault(error);
    }
  }
}

const GLB = 'model/gltf-binary';
/** What is done by then needs no word (ms). */
const SOON = 400;

const idsOf = (bodies: readonly { id: number }[]): string => bodies.map(({ id }) => id).join();

/** Three significant digits. */
export const short = (x: number): string => String(Number(x.toPrecision(3)));
