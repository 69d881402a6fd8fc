// sixfold/workers: threads that share the work of a world's large islands, with the same bits for any number of them.
//
//   const workers = startWorkers(1);
//   const world = new World(scene, { workers });
//
// Off unless asked for. A worker takes part from when it is awake; until then, and where the host has no threads or no
// memory that they share, the thread that steps does all itself. Verified in test/workers/.

import { SixfoldError } from '../src/checks/error.js';
import { show } from '../src/checks/fields.js';
import { bytesOf, MEAN_OVER_ROOT, type SharedKernels, type SweepKernel } from '../src/shared-sweeps.js';
import { type Errand, maySleep, napIn, type Thread, threadsOfHost } from './host.js';
import { type SharedExports, SharedKernel } from './shared-kernel.js';
import { SHARED_WASM } from './shared-wasm.js';

/** kernels/threads.ts: threads at most with the one that steps, and where each says what it has done. */
const MOST = 31;
const WORK = 10752;

/**
 * What threads have done since they began: visits of records, waits for another thread, shared solves, and how often they
 * looked in vain whether another was ready.
 */
export interface WorkDone {
  visits: number;
  waits: number;
  shares: number;
  looks: number;
}

export class Workers implements SharedKernels {
  /** Threads beside the one that steps. */
  readonly count: number = 0;
  /** Why there are none though some were asked for; null: there are, or nobody asked. */
  missing: string | null = null;
  readonly sweeps?: SweepKernel;
  readonly #threads: Thread[] = [];
  readonly #kernel: SharedKernel | null = null;
  readonly #exports: SharedExports | null = null;

  /** `isPatient`: every step waits until all of them are awake, so that none is left out. */
  constructor(count: number, isPatient: boolean) {
    if (!Number.isInteger(count) || count < 0 || count > MOST)
      throw new SixfoldError(`the number of workers is ${show(count)}; it must be a whole number from 0 to ${MOST}`);
    const make = threadsOfHost();
    if (count === 0) return;
    if (typeof SharedArrayBuffer !== 'function') {
      this.missing =
        'there is no shared memory: a page must be served with Cross-Origin-Opener-Policy: same-origin ' +
        'and Cross-Origin-Embedder-Policy: require-corp';
      return;
    }
    if (make === null) {
      this.missing = 'the host has no threads: Node has from version 20.16 on, pages where they may make workers';
      return;
    }
    try {
      const module = new WebAssembly.Module(bytesOf(SHARED_WASM) as BufferSource);
      const memory = sharedMemory();
      const { exports } = new WebAssembly.Instance(module, { env: { memory }, threads: { nap: napIn(memory) } });
      const kernel = new SharedKernel(memory, exports as unknown as SharedExports);
      this.#exports = exports as unknown as SharedExports;
      this.#exports.begin(MEAN_OVER_ROOT);
      this.#exports.lead(maySleep(), isPatient);
      this.#kernel = kernel;
      this.sweeps = kernel;
      for (let worker = 1; worker <= count; worker++) {
        const errand: Errand = { module, memory, worker, mean: MEAN_OVER_ROOT };
        this.#threads.push(make(errand, (why) => this.#fail(worker, why)));
      }
      this.count = count;
      kernel.workers = count;
    } catch (error) {
      this.close();
      this.missing = `threads cannot run here: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  /** By thread, the one that steps first. */
  get work(): WorkDone[] {
    if (this.#kernel === null) return [];
    const cells = new Int32Array(this.#kernel.memory.buffer, WORK, 16 * (this.count + 1));
    return Array.from({ length: this.count + 1 }, (_, k) => ({
      visits: cells[16 * k + 4]!,
      waits: cells[16 * k + 5]!,
      shares: cells[16 * k + 6]!,
      looks: cells[16 * k + 7]!,
    }));
  }

  /** Ends the threads. Worlds that they were lent to go on without them. */
  close(): void {
    if (this.#kernel) this.#kernel.workers = 0;
    for (const [k, thread] of this.#threads.entries()) {
      this.#exports?.dismiss(k + 1);
      thread.stop();
    }
    this.#threads.length = 0;
  }

  #fail(worker: number, why: string): void {
    this.missing ??= `worker ${worker} has ended: ${why}`;
    this.#exports?.dismiss(worker);
  }
}

/** As far as addresses go, or as far as the host lets it: it takes up only what it grows to. */
function sharedMemory(): WebAssembly.Memory {
  for (let maximum = 65536; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: 1, maximum, shared: true });
    } catch (error) {
      if (maximum < 1024) throw error;
    }
  }
}

/**
 * So many threads beside the one that steps: as many as there are cores left. They sleep while there is nothing to do, and
 * let a program of Node end. `isPatient` is for tests: steps wait for workers that are not awake yet.
 */
export function startWorkers(count: number, { isPatient = false }: { isPatient?: boolean } = {}): Workers {
  return new Workers(count, isPatient);
}
