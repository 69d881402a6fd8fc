// The page's side of the simulation: requests as promises, scenes and frames as events.

import type { Vec3 } from '../../src/index.js';
import { unpackContacts } from './contact-codec.js';
import type {
  BodyStates,
  Command,
  ContactView,
  Frame,
  FromWorker,
  LaneDetails,
  LaneSource,
  RayHit,
  RequestName,
  Requests,
  SceneMessage,
  ToWorker,
  Trajectory,
  Wanted,
  WireDetails,
} from './protocol.js';

/** What the client needs of a Worker; tests give it something simpler. */
export interface Port {
  postMessage(message: ToWorker, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror?: ((event: ErrorEvent) => void) | null;
  terminate?(): void;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export const EVERYTHING: Wanted = {
  contacts: true,
  statistics: true,
  error: true,
  velocities: true,
  boxes: true,
  joints: true,
};

interface ClientEvents {
  /** A lane's bodies: after a load, and when bodies come or go. */
  scene: CustomEvent<SceneMessage>;
  frame: CustomEvent<Frame>;
  /** Something failed that nobody asked for; the session is paused. */
  error: CustomEvent<string>;
  log: CustomEvent<string>;
}

export class SimClient extends EventTarget {
  /** The last frame, and the last scene of every lane. */
  frame: Frame | null = null;
  readonly scenes: SceneMessage[] = [];
  private readonly port: Port;
  private readonly pending = new Map<number, Pending>();
  private readonly wants = new Map<string, Wanted>();
  private nextId = 1;

  constructor(port: Port = startWorker()) {
    super();
    this.port = port;
    port.onmessage = ({ data }) => this.receive(data);
    port.onerror = (event) => this.fail(event.message || 'the simulation stopped');
  }

  /** Replaces the running scene; when the new one is refused, the running one stays and the reason is thrown. */
  load(lanes: LaneSource[]): Promise<void> {
    return this.request('load', { lanes });
  }

  play(): Promise<void> {
    return this.request('play', {});
  }

  pause(): Promise<void> {
    return this.request('pause', {});
  }

  /** Goes forward by whole steps and pauses there. */
  stepOnce(count = 1): Promise<{ step: number }> {
    return this.request('step', { count });
  }

  /** Back to the start, as it was loaded. */
  reset(): Promise<void> {
    return this.request('reset', {});
  }

  /** After which step playing ends (null: never), and whether it then starts again. */
  setEnding(step: number | null, after: 'pause' | 'restart'): Promise<void> {
    return this.request('ending', { step, after });
  }

  /** Back to before the last thing that was done to the world. */
  undo(): Promise<{ undone: boolean }> {
    return this.request('undo', {});
  }

  /** Simulated seconds per second; 1 is real time, 0.1 slow motion. */
  setRate(rate: number): Promise<void> {
    return this.request('rate', { rate });
  }

  /** Pauses at a step that the history holds. */
  seek(step: number): Promise<{ step: number }> {
    return this.request('seek', { step });
  }

  /**
   * What frames should carry besides poses. Each part of the page says so under its own name; they get all that any
   * wants.
   */
  want(details: boolean | Wanted, by = 'page'): Promise<void> {
    this.wants.set(by, details === true ? EVERYTHING : details === false ? {} : details);
    const wanted: Record<string, boolean> = {};
    for (const want of this.wants.values())
      for (const [key, value] of Object.entries(want)) if (value) wanted[key] = true;
    return this.request('want', { wanted });
  }

  command(command: Command): Promise<{ bodies: number[] }> {
    return this.request('command', { command });
  }

  /** One hash a lane, of every bit of the bodies' state. */
  hash(): Promise<string[]> {
    return this.request('hash', {});
  }

  description(at: 'start' | 'now' = 'now', lane = 0): Promise<Requests['description']['answer']> {
    return this.request('description', { lane, at });
  }

  trajectory(lane = 0): Promise<Trajectory> {
    return this.request('trajectory', { lane });
  }

  /** The states of now, with every bit. */
  states(lane = 0): Promise<BodyStates> {
    return this.request('states', { lane });
  }

  castRay(origin: Vec3, direction: Vec3, lane = 0): Promise<RayHit | null> {
    return this.request('ray', { lane, origin, direction });
  }

  request<K extends RequestName>(name: K, parameters: Requests[K]['arguments']): Promise<Requests[K]['answer']> {
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      this.pending.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.port.postMessage({ type: 'request', id, name, arguments: parameters } as ToWorker);
    });
  }

  close(): void {
    this.port.terminate?.();
    for (const { reject } of this.pending.values()) reject(new Error('the simulation was closed'));
    this.pending.clear();
  }

  /** As addEventListener, with the event's type known. Returns a function that stops it. */
  on<K extends keyof ClientEvents>(type: K, handler: (event: ClientEvents[K]) => void): () => void {
    const listener = handler as unknown as EventListener;
    this.addEventListener(type, listener);
    return () => this.removeEventListener(type, listener);
  }

  private receive(message: FromWorker): void {
    switch (message.type) {
      case 'frame':
        for (const { details } of message.frame.lanes) if (details) unpackLazily(details);
        this.frame = message.frame;
        this.emit('frame', message.frame);
        // Taken when the page next draws: a page that is busy or hidden is not sent more than it can show.
        whenDrawn(() => this.port.postMessage({ type: 'taken' }));
        return;
      case 'scene':
        this.scenes.length = message.lanes;
        this.scenes[message.lane] = message;
        this.emit('scene', message);
        return;
      case 'answer':
        this.settle(message.id)?.resolve(message.value);
        return;
      case 'refusal':
        this.settle(message.id)?.reject(new Error(message.message));
        return;
      case 'error':
      case 'log':
        this.emit(message.type, message.message);
    }
  }

  private settle(id: number): Pending | undefined {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    return pending;
  }

  private fail(message: string): void {
    this.emit('error', message);
    for (const { reject } of this.pending.values()) reject(new Error(message));
    this.pending.clear();
  }

  private emit(type: keyof ClientEvents, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** Contacts become objects when somebody looks at them. */
function unpackLazily(details: LaneDetails): void {
  const { packed } = details as WireDetails;
  if (!packed) return;
  let contacts: ContactView[] | undefined;
  Object.defineProperty(details, 'contacts', {
    enumerable: true,
    get: () => (contacts ??= unpackContacts(packed)),
  });
}

function whenDrawn(then: () => void): void {
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(then);
  else queueMicrotask(then);
}

function startWorker(): Port {
  return new Worker(new URL('../worker.ts', import.meta.url), {
    type: 'module',
    name: 'simulation',
  }) as unknown as Port;
}
