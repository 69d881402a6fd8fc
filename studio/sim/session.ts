// A session: one lane, or two in lock step, driven by messages and by the clock of whoever owns it. It knows neither
// the page nor the worker, and runs in tests as it does there.

import { Ending } from './ending.js';
import { laneFrame, posesOf } from './frames.js';
import { History, type HistoryLimits, type Moment } from './history.js';
import { KeyPolicy } from './key-policy.js';
import { Lane } from './lane.js';
import { Pacer } from './pacer.js';
import { Passed } from './passed.js';
import type { Command, Frame, FromWorker, LaneSource, RequestName, Requests, ToWorker, Wanted } from './protocol.js';
import { answerTo, isQuestion } from './questions.js';
import type { Roster } from './roster.js';

export interface SessionOptions {
  /** Milliseconds. */
  clock: () => number;
  post: (message: FromWorker, transfer: Transferable[]) => void;
  limits?: Partial<HistoryLimits>;
}

/** Longest time of stepping before messages are looked at again (ms); one step may take longer. */
const SLICE = 12;
/** Between two frames (ms): a display's worth, a little less so that none is missed. */
const FRAME_INTERVAL = 14;
/** With one alone the page would wait for the next while its answer travels. */
const MOST_ON_THE_WAY = 2;
/** A page that has not taken a frame for so long is hidden or stuck: the simulation waits for it (ms). */
const PATIENCE = 1500;
/** Steps longer than this are shown with poses in between (wall-clock ms). */
const SMOOTH_FROM = 25;

type Answer = (value: unknown) => void;

export class Session {
  private readonly clock: () => number;
  private readonly post: SessionOptions['post'];
  private readonly limits: HistoryLimits;
  private lanes: Lane[] = [];
  private history: History;
  private readonly pacer = new Pacer();
  private step = 0;
  private playing = false;
  private wanted: Wanted = {};
  private loads = 0;
  private readonly ending = new Ending();
  private readonly passed = new Passed();
  /** The step that a seek is on its way to, and who waits for it. */
  private goal: number | null = null;
  private waiting: Answer[] = [];
  /** The world is at no step of the history. */
  private isAstray = false;
  /** The grab is the user's of now, not one of the log. */
  private holds = false;
  private readonly keys = new KeyPolicy();
  /** Rosters that the page has. */
  private shown: (Roster | undefined)[] = [];
  private isDirty = false;
  /** Frames that the page has not drawn yet. */
  private onTheWay = 0;
  private postedAt = -Infinity;

  constructor({ clock, post, limits }: SessionOptions) {
    this.clock = clock;
    this.post = post;
    this.limits = { seconds: 30, bytes: 150e6, ...limits };
    this.history = new History(this.limits);
  }

  receive(message: ToWorker): void {
    if (message.type === 'taken') {
      this.onTheWay = Math.max(0, this.onTheWay - 1);
      return;
    }
    const { id, name } = message;
    const answer: Answer = (value) => this.post({ type: 'answer', id, value }, []);
    try {
      this.answer(name, message.arguments, answer);
    } catch (error) {
      this.post({ type: 'refusal', id, message: messageOf(error) }, []);
    }
  }

  /** Does what is due, for no longer than a slice. Returns after how many milliseconds it wants to be called again. */
  tick(): number {
    const now = this.clock();
    const delay = this.goal !== null ? this.approachGoal(now) : this.playing ? this.playOn(now) : Infinity;
    return Math.min(delay, this.postFrame());
  }

  private answer(name: RequestName, given: object, answer: Answer): void {
    const as = <K extends RequestName>(_: K) => given as Requests[K]['arguments'];
    if (name === 'load') {
      this.load(as('load').lanes);
      answer(undefined);
      return;
    }
    if (name === 'want') {
      this.wanted = as('want').wanted;
      this.isDirty = true;
      answer(undefined);
      return;
    }
    if (name === 'ending') {
      this.ending.request = as('ending');
      answer(undefined);
      return;
    }
    if (name === 'rate') {
      const { rate } = as('rate');
      if (!(rate > 0 && rate <= 100)) throw new Error(`the rate is ${rate}; it must be from 0 to 100`);
      this.pacer.rate = rate;
      this.pacer.restart(this.clock());
      answer(undefined);
      return;
    }
    if (this.lanes.length === 0) throw new Error('no scene is loaded yet');
    if (name === 'seek') {
      this.seek(as('seek').step, answer);
      return;
    }
    // Everything else is about the world as it is: a seek on its way has to arrive first.
    while (this.goal !== null) this.approachGoal(this.clock());
    if (isQuestion(name)) {
      const { history, step, timeStep } = this;
      answer(answerTo(name, given, { lane: (k) => this.lane(k), history, step, timeStep }));
      return;
    }
    switch (name) {
      case 'play':
        this.play();
        break;
      case 'pause':
        this.pause();
        break;
      case 'step':
        this.pause();
        try {
          for (let n = 0; n < as('step').count; n++) this.advance();
        } catch (error) {
          this.stop(error);
          throw error;
        }
        this.postFrame(true);
        answer({ step: this.step });
        return;
      case 'reset':
        this.reset();
        break;
      case 'undo':
        answer({ undone: this.undo() });
        return;
      case 'command':
        answer({ bodies: this.command(as('command').command) });
        return;
      case 'hash':
        answer(this.lanes.map(({ world }) => world.hash()));
        return;
    }
    answer(undefined);
  }

  private lane(k: number): Lane {
    const lane = this.lanes[k];
    if (!lane) throw new Error(`there is no lane number ${k}`);
    return lane;
  }

  private load(sources: LaneSource[]): void {
    if (sources.length < 1 || sources.length > 2)
      throw new Error(`${sources.length} lanes were given; a session has one, or two side by side`);
    // Made before anything of the old scene is given up.
    const lanes = sources.map((source) => new Lane(source, this.clock));
    this.arrive();
    this.lanes = lanes;
    this.loads++;
    this.history = new History(this.limits);
    this.step = 0;
    this.isAstray = false;
    this.holds = false;
    this.shown = [];
    this.keys.restart();
    this.passed.clear();
    this.ending.cancel();
    this.record();
    this.addKey();
    this.pacer.restart(this.clock());
    this.postFrame(true);
  }

  private reset(): void {
    this.load(this.lanes.map(({ source }) => source));
  }

  private play(): void {
    if (!this.playing) this.pacer.restart(this.clock());
    this.playing = true;
    this.isDirty = true;
  }

  private pause(): void {
    this.playing = false;
    this.ending.cancel();
    this.isDirty = true;
  }

  private get timeStep(): number {
    return this.lanes[0]!.world.timeStep;
  }

  private playOn(now: number): number {
    if (this.onTheWay >= MOST_ON_THE_WAY && now - this.postedAt > PATIENCE) {
      this.pacer.restart(now);
      return 100;
    }
    const rest = this.ending.waits(now);
    if (rest !== null && rest > 0) return rest;
    if (rest !== null) this.reset();
    const h = this.timeStep;
    this.pacer.tick(now, h);
    try {
      while (this.pacer.isDue(h) && this.clock() - now < SLICE) {
        this.advance();
        this.pacer.did(h);
        if (this.ending.isAt(this.step, this.history.isTouched)) return this.end(now);
      }
    } catch (error) {
      this.stop(error);
      return Infinity;
    }
    if (this.isSmooth()) this.isDirty = true;
    return this.pacer.isDue(h) ? 0 : Math.min(this.pacer.delay(h), this.isSmooth() ? FRAME_INTERVAL : Infinity);
  }

  private end(now: number): number {
    if (this.ending.request.after === 'pause') {
      this.pause();
      return Infinity;
    }
    this.ending.rest(now);
    return this.ending.waits(now)!;
  }

  /** Back to before the last thing that the user did. */
  private undo(): boolean {
    const step = this.history.takeBack();
    if (step === null) return false;
    this.pause();
    this.holds = false;
    this.goal = step;
    this.isAstray = true;
    while (this.goal !== null) this.approachGoal(this.clock());
    this.record();
    this.postFrame(true);
    return true;
  }

  private stop(error: unknown): void {
    this.pause();
    // A step that failed half-way has left the lanes anywhere: back to the last whole one.
    this.goal = this.step;
    this.isAstray = true;
    this.post({ type: 'error', message: messageOf(error) }, []);
  }

  /** One step of every lane, with what the log says was done after it. */
  private advance(): void {
    const start = this.clock();
    const first = this.lanes[0]!;
    first.advance();
    for (const lane of this.lanes.slice(1)) lane.advanceTo(first.world.time);
    this.step++;
    this.keys.stepped(this.clock() - start);
    this.record();
    if (this.wanted.statistics && this.goal === null) this.passed.take(this.step, this.lanes);
    this.keepKey();
    const done = this.history.commandsAt(this.step);
    for (const command of done) for (const lane of this.lanes) lane.execute(command);
    if (done.length > 0) this.record();
  }

  private record(): void {
    const { world } = this.lanes[0]!;
    this.history.record({ step: this.step, time: world.time, lanes: this.lanes.map((lane) => lane.moment()) });
    this.isDirty = true;
  }

  private keepKey(): void {
    if (this.step > this.history.lastKey && this.keys.isDue) this.addKey();
  }

  private addKey(): void {
    const start = this.clock();
    this.history.addKey({ step: this.step, lanes: this.lanes.map((lane) => lane.save()), cost: this.keys.spent });
    this.keys.took(this.clock() - start);
  }

  private seek(step: number, answer: Answer): void {
    this.pause();
    this.holds = false;
    const { first, last } = this.history;
    this.goal = Math.max(first, Math.min(last, Math.round(step)));
    this.waiting.push(answer);
    this.isDirty = true;
  }

  /** Repeats steps until the world is where the history already shows it. */
  private approachGoal(now: number): number {
    const goal = this.goal!;
    const key = this.history.keyFor(goal);
    if (this.isAstray || this.step > goal || key.step > this.step) {
      this.isAstray = false;
      for (const [k, saved] of key.lanes.entries()) this.lanes[k]!.restore(saved);
      this.step = key.step;
      for (const command of this.history.commandsAt(this.step)) for (const lane of this.lanes) lane.execute(command);
      this.keys.restart();
    }
    while (this.step < goal && this.clock() - now < SLICE) this.advance();
    if (this.step === goal) this.arrive();
    return 0;
  }

  private arrive(): void {
    if (this.goal === null) return;
    this.goal = null;
    this.isDirty = true;
    for (const answer of this.waiting.splice(0)) answer({ step: this.step });
  }

  private command(command: Command): number[] {
    this.ending.cancel();
    if (command.type === 'move-grab' || command.type === 'release') {
      // A hand of the log is not the user's to move.
      if (!this.holds) return [];
      if (command.type === 'release') this.holds = false;
    } else if (command.type !== 'grab') this.letGoOfLogged();
    const made = this.lanes.map((lane) => lane.execute(command));
    if (command.type === 'grab') this.holds = true;
    this.history.cutAfter(this.step);
    this.history.note({ step: this.step, command });
    if (command.type !== 'move-grab') this.record();
    // The page must know a body before it can do more with it.
    if (command.type === 'add' || command.type === 'delete' || command.type === 'duplicate') this.postFrame(true);
    return made.filter((id) => id !== null);
  }

  /** Where the log held a body, another future begins: its hand would never let go. */
  private letGoOfLogged(): void {
    if (this.holds || !this.lanes[0]!.hands.grab) return;
    const release: Command = { type: 'release' };
    for (const lane of this.lanes) lane.execute(release);
    this.history.cutAfter(this.step);
    this.history.note({ step: this.step, command: release });
  }

  private isSmooth(): boolean {
    return this.playing && (1000 * this.timeStep) / this.pacer.rate > SMOOTH_FROM;
  }

  /** Posts what has changed, if the page wants more. Returns when to try again (ms). */
  private postFrame(force = false): number {
    if (!this.isDirty || this.lanes.length === 0) return Infinity;
    if (!force && this.onTheWay >= MOST_ON_THE_WAY) return Infinity;
    const now = this.clock();
    const early = FRAME_INTERVAL - (now - this.postedAt);
    if (!force && early > 0) return early;
    const step = this.goal ?? this.step;
    const moment = this.history.at(step)!;
    this.postScenes(moment);
    const transfer: Transferable[] = [];
    const before = this.goal === null && this.isSmooth() ? this.history.at(step - 1) : undefined;
    const fraction = before ? this.pacer.fraction(this.timeStep) : 1;
    const frame: Frame = {
      step,
      time: moment.time,
      speed: this.playing ? this.pacer.speed : 1,
      playing: this.playing,
      first: this.history.first,
      last: this.history.last,
      ...this.passed.handOver(),
      lanes: moment.lanes.map((lane, k) => {
        const { poses, isBetween, softs } = posesOf(lane, before?.lanes[k], fraction);
        // Until a seek has arrived, the world is somewhere else.
        const wanted = this.goal === null ? this.wanted : {};
        return laneFrame(this.lanes[k]!, lane, poses, wanted, isBetween ? fraction : 1, transfer, softs);
      }),
    };
    this.post({ type: 'frame', frame }, transfer);
    this.isDirty = false;
    this.onTheWay++;
    this.postedAt = now;
    return Infinity;
  }

  private postScenes(moment: Moment): void {
    for (const [k, { roster }] of moment.lanes.entries()) {
      if (this.shown[k] === roster) continue;
      this.shown[k] = roster;
      const message = this.lanes[k]!.sceneMessage(roster);
      this.post({ ...message, lane: k, lanes: this.lanes.length, load: this.loads }, []);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
