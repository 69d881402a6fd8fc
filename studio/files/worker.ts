// Reads files beside the page: one worker a read, which is ended when the read is given up.

import { type FileLike, type Opened, readFiles } from './open.js';

export type FromFileWorker = { opened: Opened } | { refusal: string };

const scope = self as unknown as {
  postMessage(message: FromFileWorker, transfer: Transferable[]): void;
  onmessage: (event: MessageEvent<FileLike[]>) => void;
};

scope.onmessage = async ({ data }) => {
  try {
    const opened = await readFiles(data);
    const meshes = opened.kind === 'meshes' ? opened.meshes : [];
    scope.postMessage(
      { opened },
      meshes.flatMap(({ positions, indices }) => [positions.buffer as ArrayBuffer, indices.buffer as ArrayBuffer]),
    );
  } catch (error) {
    scope.postMessage({ refusal: error instanceof Error ? error.message : String(error) }, []);
  }
};
