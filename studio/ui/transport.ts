// Playback: play, pause, one step either way, back to the start, slow motion, and a slider over what the history holds.
// The slider also shows how long the scene is worth watching: what is not simulated yet is there, but cannot be sought.

import type { SimClient } from '../sim/client.js';
import type { Frame } from '../sim/protocol.js';
import { h, storage } from './dom.js';
import { type IconName, icon } from './icons.js';

export const RATES: readonly number[] = [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2];
/** Slower than this for so long (ms) counts as not keeping up. */
const KEEPS_UP = 0.9;
const PATIENCE = 1500;

/** How much of the slider a scene of one's own has (s). */
const USUAL_LENGTH = 10;

export class Transport {
  private readonly play = iconButton('play', 'Play', 'Space');
  private readonly back = iconButton('step-back', 'One step back', ',');
  private readonly forward = iconButton('step-forward', 'One step forward', '.');
  private readonly restart = iconButton('reset', 'Back to the start', 'R');
  private readonly slider = h('input', {
    type: 'range',
    class: 'scrub',
    min: 0,
    max: 1,
    step: 1,
    value: 0,
    'aria-label': 'Time',
  });
  private readonly time = h('output', { class: 'time', 'aria-label': 'Time' }, '0.00 s');
  private readonly rate = h(
    'select',
    { class: 'rate', 'aria-label': 'Speed', title: 'Speed ([ slower, ] faster)' },
    ...RATES.map((rate) => h('option', { value: rate, selected: rate === 1 }, `${rate}×`)),
  );
  private readonly repeat = iconButton('repeat', 'Start again at the end', 'E');
  private readonly late = h('span', {});
  /** Changes all the time: to be seen, not to be read out. */
  private readonly achieved = h('span', { 'aria-hidden': 'true' });
  private readonly notice = h('div', { class: 'late card', hidden: true }, icon('warning'), this.late, this.achieved);

  private playing = false;
  private scrubbing = false;
  private wantedStep: number | null = null;
  private worthWatching = 0;
  private usual = 0;
  private timeStep = 1 / 60;
  private isLate = false;
  private changedAt = 0;

  constructor(
    root: HTMLElement,
    notices: HTMLElement,
    private readonly client: SimClient,
    private readonly fault: (error: unknown) => void,
  ) {
    this.play.classList.add('play');
    this.repeat.classList.add('repeat');
    root.classList.add('card');
    root.append(
      h('div', { class: 'buttons' }, this.restart, this.back, this.play, this.forward),
      h('div', { class: 'track' }, this.slider),
      this.time,
      this.repeat,
      this.rate,
    );
    this.setRepeat(storage.get('repeat') !== 'off');
    this.repeat.addEventListener('click', () => this.setRepeat(!this.isRepeating));
    notices.append(this.notice);
    notices.setAttribute('role', 'status');
    this.play.addEventListener('click', () => this.toggle());
    this.back.addEventListener('click', () => this.stepBack());
    this.forward.addEventListener('click', () => this.stepForward());
    this.restart.addEventListener('click', () => this.reset());
    this.rate.addEventListener('change', () => this.setRate(Number(this.rate.value)));
    this.slider.addEventListener('input', () => this.scrub(Number(this.slider.value)));
    this.slider.addEventListener('pointerdown', () => (this.scrubbing = true));
    for (const type of ['change', 'pointerup', 'pointercancel', 'blur']) {
      this.slider.addEventListener(type, () => (this.scrubbing = false));
    }
    client.on('frame', ({ detail }) => this.show(detail));
    this.showPlaying(false);
  }

  /** At the end of the time that a scene is worth watching it starts again (true) or stops there. */
  get isRepeating(): boolean {
    return this.repeat.getAttribute('aria-pressed') === 'true';
  }

  setRepeat(repeats: boolean): void {
    this.repeat.setAttribute('aria-pressed', String(repeats));
    storage.set('repeat', repeats ? 'on' : 'off');
    this.setEnding();
  }

  private setEnding(): void {
    const step = this.worthWatching > 0 ? this.worthWatching : null;
    this.attempt(this.client.setEnding(step, this.isRepeating ? 'restart' : 'pause'));
  }

  get isPlaying(): boolean {
    return this.playing;
  }

  /** For a scene of so many seconds; of one's own (null) nobody knows when it ends. */
  setLength(seconds: number | null, timeStep: number): void {
    this.timeStep = timeStep;
    this.worthWatching = Math.round((seconds ?? 0) / timeStep);
    this.usual = Math.round(USUAL_LENGTH / timeStep);
    this.setEnding();
    this.isLate = false;
    this.changedAt = performance.now();
    this.notice.hidden = true;
  }

  toggle(): void {
    this.setPlaying(!this.playing);
  }

  setPlaying(playing: boolean): void {
    this.showPlaying(playing); // the button answers at once, the worker's frames confirm
    this.attempt(playing ? this.client.play() : this.client.pause());
  }

  stepForward(): void {
    this.showPlaying(false);
    this.attempt(this.client.stepOnce());
  }

  stepBack(): void {
    const frame = this.client.frame;
    if (!frame) return;
    this.showPlaying(false);
    this.scrub((this.wantedStep ?? frame.step) - 1);
  }

  reset(): void {
    this.attempt(this.client.reset());
  }

  changeRate(by: 1 | -1): void {
    const at = RATES.indexOf(Number(this.rate.value));
    this.setRate(RATES[Math.min(RATES.length - 1, Math.max(0, at + by))]!);
  }

  /** One of RATES. */
  setRate(rate: number): void {
    this.rate.value = String(rate);
    this.attempt(this.client.setRate(rate));
  }

  /** Goes to a step, one request at a time: while one is under way only the latest wish is kept. */
  private async scrub(step: number): Promise<void> {
    const frame = this.client.frame;
    if (!frame) return;
    const isBusy = this.wantedStep !== null;
    this.wantedStep = Math.min(frame.last, Math.max(frame.first, step));
    this.slider.value = String(this.wantedStep);
    this.paint(this.wantedStep);
    if (isBusy) return;
    this.showPlaying(false);
    try {
      for (let done: number | null = null; done !== this.wantedStep; ) {
        done = this.wantedStep;
        await this.client.seek(done);
      }
    } catch (error) {
      this.fault(error);
    } finally {
      this.wantedStep = null;
    }
  }

  private attempt(request: Promise<unknown>): void {
    request.catch(this.fault);
  }

  private show(frame: Frame): void {
    const { first, last, step } = frame;
    if (this.wantedStep === null) this.showPlaying(frame.playing);
    this.slider.min = String(first);
    this.slider.max = String(Math.max(last, this.worthWatching || this.usual, first + 1));
    // Not `disabled`: that would take the focus away from who steps back to the start.
    this.back.setAttribute('aria-disabled', String(step <= first));
    if (!this.scrubbing && this.wantedStep === null) {
      this.slider.value = String(step);
      this.paint(step, frame.time);
    }
    this.showLate(frame);
  }

  private paint(step: number, seconds = step * this.timeStep): void {
    const { frame } = this.client;
    const min = Number(this.slider.min);
    const span = Number(this.slider.max) - min;
    this.slider.style.setProperty('--at', String((step - min) / span));
    this.slider.style.setProperty('--held', String(((frame?.last ?? 0) - min) / span));
    const text = `${seconds.toFixed(2)} s`;
    this.slider.setAttribute('aria-valuetext', text);
    this.time.value = text;
  }

  private showPlaying(playing: boolean): void {
    if (playing === this.playing && this.play.dataset.shown) return;
    this.playing = playing;
    this.play.dataset.shown = 'yes';
    this.play.replaceChildren(icon(playing ? 'pause' : 'play'));
    const name = playing ? 'Pause' : 'Play';
    this.play.setAttribute('aria-label', name);
    this.play.title = `${name} (Space)`;
  }

  /** The notice comes and goes when things have been so for a while: it must not flicker. */
  private showLate({ playing, speed }: Frame): void {
    const now = performance.now();
    const isLate = playing && speed < KEEPS_UP;
    if (isLate === this.isLate && playing) this.changedAt = now;
    if (isLate !== this.isLate && (!playing || now - this.changedAt >= PATIENCE)) {
      this.isLate = isLate;
      this.changedAt = now;
      this.notice.hidden = !isLate;
    }
    if (!isLate || !this.isLate) return;
    const rate = Number(this.rate.value);
    const text = rate === 1 ? 'Cannot keep real time' : `Cannot keep ${rate}×`;
    if (this.late.textContent !== text) this.late.textContent = text;
    this.achieved.textContent = `${(speed * rate).toPrecision(2)}×`;
  }
}

function iconButton(name: IconName, label: string, key: string): HTMLButtonElement {
  return h(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: `${label} (${key})` },
    icon(name),
  );
}
