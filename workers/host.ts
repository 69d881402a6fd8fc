// Threads as the host has them: worker threads of Node, or workers of a page. All that a worker does is in its kernel, so
// that its script is a line, and no bundler has to find a file.

/** What a thread is given; it begins to serve with it, and does nothing else. */
export interface Errand {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  worker: number;
  mean: number;
}

export interface Thread {
  /** Ends it, whatever it does. */
  stop(): void;
}

/** `failed` is called, some time, if it cannot run. */
export type ThreadMaker = (errand: Errand, failed: (why: string) => void) => Thread;

/**
 * Naps are on a cell that is always 0 (at byte 8320), for some microseconds. WebAssembly has an instruction for it, after
 * which kernels went wrong in Node 20 (docs/decisions/workers.md).
 */
export function napIn(memory: WebAssembly.Memory): () => void {
  const cells = new Int32Array(memory.buffer);
  return () => void Atomics.wait(cells, 2080, 0, 0.02);
}

/** The cell of worker w is at 8704 + 64 w, and 2 while it sleeps (kernels/threads.ts). */
const SERVE = `({ module, memory, worker, mean }) => {
  const cells = new Int32Array(memory.buffer);
  const nap = () => void Atomics.wait(cells, 2080, 0, 0.02);
  const { arrive, serve } = new WebAssembly.Instance(module, { env: { memory }, threads: { nap } }).exports;
  if (arrive(worker, mean)) while (serve(worker)) Atomics.wait(cells, 2176 + 16 * worker, 2);
}`;

/** What is needed of Node, without importing it. */
interface NodeProcess {
  getBuiltinModule?(name: 'node:worker_threads'): { Worker: new (code: string, options: object) => NodeWorker };
}

interface NodeWorker {
  on(event: 'error', listener: (error: Error) => void): void;
  unref(): void;
  terminate(): Promise<number>;
}

/** Null where there are none. */
export function threadsOfHost(): ThreadMaker | null {
  const node = (globalThis as { process?: NodeProcess }).process?.getBuiltinModule?.('node:worker_threads');
  if (node) return (errand, failed) => nodeThread(node.Worker, errand, failed);
  return typeof Worker === 'function' && typeof Blob === 'function' ? pageThread : null;
}

function nodeThread(
  Kind: new (code: string, options: object) => NodeWorker,
  errand: Errand,
  failed: (why: string) => void,
): Thread {
  const code = `(${SERVE})(require('node:worker_threads').workerData)`;
  const worker = new Kind(code, { eval: true, workerData: errand, execArgv: [] });
  worker.on('error', (error) => failed(error.message));
  // A program ends though its workers sleep.
  worker.unref();
  return { stop: () => void worker.terminate() };
}

const pageThread: ThreadMaker = (errand, failed) => {
  const code = `onmessage = ({ data }) => (${SERVE})(data)`;
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(url);
  worker.onerror = (event) => failed(event.message || 'the page does not let workers run');
  worker.postMessage(errand);
  return {
    stop: () => {
      worker.terminate();
      URL.revokeObjectURL(url);
    },
  };
};

/** Whether this thread may sleep until others are ready: that of a page may not. */
export function maySleep(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0);
    return true;
  } catch {
    return false;
  }
}
