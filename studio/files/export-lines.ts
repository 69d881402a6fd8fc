// What happened as lines of JSON with every bit of every state: the very lines that `sixfold run SCENE --out
// FILE.jsonl` writes. Verified in test/studio/files-export.test.ts.

import { SixfoldError } from '../../src/index.js';
import type { BodyState, RecordingHeader, Sample } from '../../src/io/samples.js';
import type { SimClient } from '../sim/client.js';
import { ASLEEP, type BodyStates } from '../sim/protocol.js';

/** The first line, without its end. */
export function headerLine(header: Omit<RecordingHeader, 'sixfold'>): string {
  const { scene, model, timeStep, stepsPerSample, bodies } = header;
  const line: RecordingHeader = { sixfold: 1, scene, model, timeStep, stepsPerSample, bodies };
  return JSON.stringify(line);
}

/** A line for one step. */
export function sampleLine(names: readonly string[], { time, numbers, flags }: BodyStates): string {
  // Without a prototype, so that a body may be called anything, even __proto__.
  const bodies: Record<string, BodyState> = Object.create(null);
  for (const [i, name] of names.entries()) {
    const part = (from: number, length: number) => [...numbers.subarray(13 * i + from, 13 * i + from + length)];
    bodies[name] = {
      position: part(0, 3),
      rotation: part(3, 4),
      linearVelocity: part(7, 3),
      angularVelocity: part(10, 3),
      asleep: flags[i] === ASLEEP,
    };
  }
  const sample: Sample = { time, bodies };
  return JSON.stringify(sample);
}

export interface LinesOptions {
  lane?: number;
  /** Called with the share that is done. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * The lines of every step that the history holds while its bodies stayed the same. The simulation goes through them
 * once more, since the history keeps poses in single precision only; then it returns to where it was.
 */
export async function recordLines(client: SimClient, options: LinesOptions = {}): Promise<Blob> {
  const { lane = 0, onProgress, signal } = options;
  const playing = client.frame?.playing ?? false;
  // Paused, the history stays as it is; the frame on display may lag behind.
  await client.pause();
  const { step: here } = await client.states(lane);
  const { first, bodies, times } = await client.trajectory(lane);
  const { name, model, timeStep } = client.scenes[lane]!;
  const names = bodies.map((body) => body.name);
  const pieces = [`${headerLine({ scene: name, model, timeStep, stepsPerSample: 1, bodies: names })}\n`];
  try {
    for (let n = 0; n < times.length; n++) {
      if (signal?.aborted) throw new SixfoldError('exporting was given up');
      // Both at once: the second waits for the first in the worker.
      const [, states] = await Promise.all([client.seek(first + n), client.states(lane)]);
      pieces.push(`${sampleLine(names, states)}\n`);
      onProgress?.((n + 1) / times.length);
    }
  } finally {
    await client.seek(here);
    if (playing) await client.play();
  }
  return new Blob(pieces, { type: 'application/jsonl' });
}
