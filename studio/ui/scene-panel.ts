// The panel of the scene: what it is and what to look at, its own parameters, and the model and solver laid over it.

import type { Scene } from '../../scenes/index.js';
import type { SolverMethod } from '../../src/index.js';
import type { Choice } from '../choice.js';
import { MODELS, modelOf, SOLVERS, withModel } from '../models.js';
import type { LaneOverrides } from '../sim/protocol.js';
import { h } from './dom.js';
import { PAPERS, paperOf } from './gallery.js';
import { icon } from './icons.js';
import { parameterRow } from './parameters.js';

const TIME_STEPS = [1 / 30, 1 / 60, 1 / 120, 1 / 240, 1 / 480, 1 / 960];
const ITERATIONS = [5, 10, 20, 50, 100, 200, 500, 1000];

/** Page of the manual about each paper. */
const THEORY: Readonly<Record<string, string>> = {
  'Hasegawa 2004': 'penalty',
  'Allard 2010': 'volume',
  'Pauly 2004': 'quasi-rigid',
};

/** What is shown of the loaded scene besides what was chosen. */
export interface SceneFacts {
  title: string;
  model: string;
  timeStep: number;
  bodies: number;
}

export class ScenePanel {
  private readonly title = h('h1', {});
  private readonly about = h('div', { class: 'about' });
  private readonly parameters = h('div', { class: 'parameters' });
  private readonly restore = h('button', { type: 'button', class: 'text-button' }, icon('reset'), 'Restore its values');
  private readonly model = h('select', { id: 'model' });
  private readonly hint = h('p', { class: 'hint', id: 'model-hint' });
  private readonly solver = h('select', { id: 'solver' });
  private readonly iterations = h('select', { id: 'iterations' });
  private readonly timeStep = h('select', { id: 'time-step' });
  private readonly facts = h('p', { class: 'hint facts' });
  private readonly source = h('p', { class: 'source', hidden: true });
  private manual: string | null = null;
  private readonly rows = new Map<string, (value: number) => void>();
  private shown: Scene | null = null;

  constructor(
    root: HTMLElement,
    private readonly choice: Choice,
  ) {
    this.model.setAttribute('aria-describedby', 'model-hint');
    root.append(
      h('div', { class: 'intro' }, this.title, this.about, this.source),
      this.parameters,
      this.restore,
      h('div', { class: 'field' }, h('label', { for: 'model' }, 'Contact model'), this.model, this.hint),
      h(
        'details',
        { class: 'more' },
        h('summary', {}, icon('chevron'), 'Solver and time step'),
        h('div', { class: 'field' }, h('label', { for: 'solver' }, 'Solver'), this.solver),
        h('div', { class: 'field' }, h('label', { for: 'iterations' }, 'Iterations at most'), this.iterations),
        h('div', { class: 'field' }, h('label', { for: 'time-step' }, 'Time step'), this.timeStep),
      ),
      this.facts,
    );
    this.restore.addEventListener('click', () => void choice.setParameters({}));
    this.model.addEventListener('change', () => {
      const model = MODELS.find(({ id }) => id === this.model.value) ?? null;
      choice.setOverrides(withModel(choice.overrides, model));
    });
    this.solver.addEventListener('change', () =>
      this.setSolver({ method: (this.solver.value || undefined) as SolverMethod | undefined }),
    );
    this.iterations.addEventListener('change', () => this.setSolver({ iterations: numberOf(this.iterations) }));
    this.timeStep.addEventListener('change', () => {
      const { timeStep: _, ...others } = choice.overrides;
      const timeStep = numberOf(this.timeStep);
      choice.setOverrides(timeStep === undefined ? others : { ...others, timeStep });
    });
    choice.addEventListener('change', () => this.show());
  }

  /** Address of the manual, if it lies beside the studio. */
  setManual(address: string | null): void {
    this.manual = address;
    this.showSource();
  }

  /** The paper's figure that a scene shows, and where the manual speaks of it. */
  private showSource(): void {
    const scene = this.shown;
    const paper = scene && paperOf(scene);
    this.source.hidden = !paper;
    if (!scene || !paper) return;
    const figure = /\(((?:Figs?\.|Figures?|Experiment) [^)]*)\)/.exec(scene.summary)?.[1];
    const text = `${figure ? `${figure} of ` : ''}${paper}: ${PAPERS[paper] ?? ''}`;
    const page = `${this.manual}theory/${THEORY[paper] ?? 'six'}.html`;
    const link = this.manual && h('a', { href: page, target: 'sixfold-manual' }, text);
    this.source.replaceChildren(link || text);
  }

  /** Says what the loaded world is. */
  setFacts({ title, model, timeStep, bodies }: SceneFacts): void {
    this.title.textContent = title;
    const rate = `1/${Number((1 / timeStep).toFixed(1))} s`;
    this.facts.textContent = `${bodies} ${bodies === 1 ? 'body' : 'bodies'} · ${model} · steps of ${rate}`;
  }

  /** Lays a setting of the solver over the scene; undefined: as the scene has it. */
  private setSolver(patch: { method?: SolverMethod | undefined; iterations?: number | undefined }): void {
    const { solver, ...others } = this.choice.overrides;
    const fields = Object.entries({ ...solver, ...patch }).filter(([, value]) => value !== undefined);
    const overrides: LaneOverrides = fields.length > 0 ? { ...others, solver: Object.fromEntries(fields) } : others;
    this.choice.setOverrides(overrides);
  }

  private show(): void {
    const { scene, parameters, overrides } = this.choice;
    if (scene !== this.shown || scene === null) {
      this.shown = scene;
      this.about.replaceChildren(...(scene ? paragraphs(scene.summary) : []));
      this.makeRows();
      this.showSource();
    }
    for (const { name, value } of scene?.parameters ?? []) this.rows.get(name)?.(parameters[name] ?? value);
    this.restore.hidden = Object.keys(parameters).length === 0;
    const model = modelOf(overrides);
    fill(
      this.model,
      model?.id,
      MODELS.map(({ id, title }) => [id, title]),
    );
    this.hint.textContent = model?.hint ?? '';
    this.hint.hidden = model === null;
    fill(
      this.solver,
      overrides.solver?.method,
      SOLVERS.map(({ id, title }) => [id, title]),
    );
    fill(
      this.iterations,
      overrides.solver?.iterations,
      ITERATIONS.map((n) => [n, String(n)]),
    );
    fill(
      this.timeStep,
      overrides.timeStep,
      TIME_STEPS.map((s) => [s, `1/${Math.round(1 / s)} s`]),
    );
  }

  private makeRows(): void {
    this.rows.clear();
    const { scene, parameters } = this.choice;
    const rows = (scene?.parameters ?? []).map((parameter) => {
      const row = parameterRow(parameter, parameters[parameter.name] ?? parameter.value, (value) => {
        this.choice.setParameter(parameter.name, value);
      });
      this.rows.set(parameter.name, row.set);
      return row.element;
    });
    this.parameters.replaceChildren(...rows);
    this.parameters.hidden = rows.length === 0;
  }
}

/** Two sentences: what it is, and what to look at. */
function paragraphs(summary: string): HTMLElement[] {
  const parts = /^(.+?[.!?:;)])\s+([A-Z].*)$/s.exec(summary);
  return parts ? [h('p', {}, parts[1]!), h('p', { class: 'look' }, parts[2]!)] : [h('p', {}, summary)];
}

type Value = string | number;

const OWN = 'as the scene has it';

function fill(select: HTMLSelectElement, chosen: Value | undefined, options: (readonly [Value, string])[]): void {
  const all: [string, string][] = [['', OWN], ...options.map(([id, title]): [string, string] => [String(id), title])];
  if (chosen !== undefined && !options.some(([id]) => id === chosen)) all.push([String(chosen), String(chosen)]);
  if (select.options.length !== all.length) {
    select.replaceChildren(...all.map(([value, title]) => h('option', { value }, title)));
  }
  select.value = chosen === undefined ? '' : String(chosen);
}

const numberOf = ({ value }: HTMLSelectElement): number | undefined => (value === '' ? undefined : Number(value));
