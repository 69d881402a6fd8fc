// A whole scene as text for the part of the address that is never sent to a server (#s=…, see address.ts): base64url of
// deflate of its JSON, meshes packed as pack.ts has it. Deflate with the checksum of RFC 1950, which tells a link that
// was cut off or changed on its way. Numbers are written so that the same doubles are read back: a scene from a link
// runs with the same bits. Verified in test/studio/files-share.test.ts.

import { type SceneDescription, SixfoldError } from '../../src/index.js';
import { parseSceneText } from '../../src/io/scene-text.js';
import { fromBase64, toBase64 } from './base64.js';
import { toJson } from './json.js';
import { packScene, unpackScene } from './pack.js';

/**
 * Characters. Chromium takes addresses of 2 million, Firefox of 1 million; what is far longer nobody can send anyway.
 */
export const LONGEST_LINK = 1_500_000;
/** A few thousand characters can hold gigabytes of zeros; no link that we write holds as much as this. */
const MOST_INFLATED = 100_000_000;

/** Throws a SixfoldError if a link of it would be too long. */
export async function encodeScene(scene: SceneDescription): Promise<string> {
  const stream = new Blob([toJson(packScene(scene))]).stream().pipeThrough(new CompressionStream('deflate'));
  const text = toBase64(new Uint8Array(await new Response(stream).arrayBuffer()));
  if (text.length <= LONGEST_LINK) return text;
  throw new SixfoldError(
    `the scene needs a link of ${megabytes(text.length)}; browsers cut links beyond ${megabytes(LONGEST_LINK)}: save it as a file instead`,
  );
}

/** The scene in such a text; whether it is a valid one is for the World to say. */
export async function decodeScene(text: string): Promise<SceneDescription> {
  if (text.length > LONGEST_LINK) {
    throw new SixfoldError(`the link is ${megabytes(text.length)} long; at most ${megabytes(LONGEST_LINK)} are read`);
  }
  const bytes = fromBase64(text);
  const json = bytes && (await inflate(bytes));
  if (json === null) throw new SixfoldError('the link is cut off or changed: copy the whole link again');
  const scene = parseSceneText(json, 'the scene in the link');
  if (typeof scene !== 'object' || scene === null || Array.isArray(scene)) {
    throw new SixfoldError('the scene in the link is not an object: copy the whole link again');
  }
  unpackScene(scene);
  return scene as SceneDescription;
}

const megabytes = (length: number): string => `${(length / 1e6).toFixed(1)} MB`;

/** The text, or null where the bytes are not a whole stream. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const pieces: string[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.byteLength;
      if (length > MOST_INFLATED) {
        throw new SixfoldError(`the scene in the link is longer than ${megabytes(MOST_INFLATED)}`);
      }
      pieces.push(decoder.decode(value, { stream: true }));
    }
    pieces.push(decoder.decode());
    return pieces.join('');
  } catch (error) {
    await reader.cancel().catch(() => {});
    if (error instanceof SixfoldError) throw error;
    return null;
  }
}
