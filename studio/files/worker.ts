// Work on files that would hold up the page: one worker a task, which is ended when the task is done or given up.

import type { ShapeDescription } from '../../src/index.js';
import type { Trajectory } from '../sim/protocol.js';
import type { ShapeFormat } from './export-shape.js';
import type { FileLike, Opened } from './open.js';

/** Each with what it is given and what it gives back. */
export interface Tasks {
  read: { given: { files: FileLike[] }; result: Opened };
  shape: { given: { shape: ShapeDescription; format: ShapeFormat }; result: Uint8Array };
  animation: { given: { trajectory: Trajectory; name: string }; result: Uint8Array };
}

export type TaskName = keyof Tasks;
export type ToFileWorker = { [K in TaskName]: { task: K } & Tasks[K]['given'] }[TaskName];
export type FromFileWorker = { result: Tasks[TaskName]['result'] } | { refusal: string };

const scope = self as unknown as {
  postMessage(message: FromFileWorker, transfer: Transferable[]): void;
  onmessage: (event: MessageEvent<ToFileWorker>) => void;
};

/** What each needs is loaded when it comes. */
async function perform(given: ToFileWorker): Promise<Tasks[TaskName]['result']> {
  switch (given.task) {
    case 'read':
      return (await import('./open.js')).readFiles(given.files);
    case 'shape':
      return (await import('./export-shape.js')).exportShape(given.shape, given.format);
    case 'animation':
      return (await import('./export-animation.js')).trajectoryToGlb(given.trajectory, given.name);
  }
}

function buffersOf(result: Tasks[TaskName]['result']): ArrayBuffer[] {
  if (result instanceof Uint8Array) return [result.buffer as ArrayBuffer];
  const meshes = result.kind === 'meshes' ? result.meshes : [];
  return meshes.flatMap(({ positions, indices }) => [positions.buffer as ArrayBuffer, indices.buffer as ArrayBuffer]);
}

scope.onmessage = async ({ data }) => {
  try {
    const result = await perform(data);
    scope.postMessage({ result }, buffersOf(result));
  } catch (error) {
    scope.postMessage({ refusal: error instanceof Error ? error.message : String(error) }, []);
  }
};
