// Films of the canvas, where the browser can make them. Pictures are the stage's own (stage.capture).

import { SixfoldError } from '../../src/index.js';

/** The best first; all play in browsers and in the usual players. */
const KINDS = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];
const BITS_PER_SECOND = 12_000_000;

/** The kind of film that this browser makes of a canvas, or null. */
export function filmKind(): string | null {
  const hasStream = typeof HTMLCanvasElement !== 'undefined' && 'captureStream' in HTMLCanvasElement.prototype;
  if (!hasStream || typeof MediaRecorder === 'undefined') return null;
  return KINDS.find((kind) => MediaRecorder.isTypeSupported(kind)) ?? null;
}

/** A film under way. */
export class Film {
  private readonly recorder: MediaRecorder;
  private readonly pieces: Blob[] = [];
  private readonly ended: Promise<void>;
  readonly startedAt = performance.now();

  /** Throws a SixfoldError where the browser cannot do it. */
  constructor(canvas: HTMLCanvasElement, framesPerSecond = 60) {
    const mimeType = filmKind();
    if (!mimeType) {
      throw new SixfoldError('this browser cannot record a canvas: save a picture, or use Chrome, Edge or Firefox');
    }
    const stream = canvas.captureStream(framesPerSecond);
    this.recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: BITS_PER_SECOND });
    this.recorder.ondataavailable = ({ data }) => void (data.size > 0 && this.pieces.push(data));
    this.ended = new Promise((resolve, reject) => {
      this.recorder.onstop = () => {
        for (const track of stream.getTracks()) track.stop();
        resolve();
      };
      this.recorder.onerror = () => reject(new SixfoldError('the browser stopped recording: start it again'));
    });
    // Nobody may be waiting when it fails.
    this.ended.catch(() => {});
    // In pieces, so that what was recorded is not lost with the last of it.
    this.recorder.start(1000);
  }

  /** webm, or mp4 where there is no webm. */
  get ending(): string {
    return this.recorder.mimeType.startsWith('video/mp4') ? 'mp4' : 'webm';
  }

  async stop(): Promise<Blob> {
    if (this.recorder.state !== 'inactive') this.recorder.stop();
    await this.ended;
    const [type] = this.recorder.mimeType.split(';');
    const film = new Blob(this.pieces, { type: type! });
    if (film.size === 0) throw new SixfoldError('nothing was drawn while it recorded: keep the page in view');
    return film;
  }
}
