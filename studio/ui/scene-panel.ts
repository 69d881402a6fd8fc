// The panel of the scene: what it is and what to look at, its own parameters, and the model and solver laid over it.

import type { SolverMethod } from '../../src/index.js';
import type { Choice, Chosen } from '../choice.js';
import { MODELS, modelById, SOLVERS } from '../models.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { parameterRow } from './parameters.js';

const TIME_STEPS = [1 / 30, 1 / 60, 1 / 120, 1 / 240, 1 / 480, 1 / 960];
const ITERATIONS = [5, 10, 20, 50, 100, 200, 500, 1000];

/** What is shown of the loaded scene besides what was chosen. */
export interface SceneFacts {
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
  private readonly rows = new Map<string, (value: number) => void>();
  private shown: Chosen['scene'] | Chosen['description'] = null;

  constructor(
    root: HTMLElement,
    private readonly choice: Choice,
  ) {
    this.model.setAttribute('aria-describedby', 'model-hint');
    root.append(
      h('div', { class: 'intro' }, this.title, this.about),
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
    this.restore.addEventListener('click', () => void choice.change({ parameters: {} }));
    this.model.addEventListener('change', () => void choice.change({ model: this.model.value || null }));
    this.solver.addEventListener('change', () =>
      choice.change({ solver: (this.solver.value || null) as SolverMethod | null }),
    );
    this.iterations.addEventListener('change', () =>
      choice.change({ iterations: this.iterations.value ? Number(this.iterations.value) : null }),
    );
    this.timeStep.addEventListener('change', () =>
      choice.change({ timeStep: this.timeStep.value ? Number(this.timeStep.value) : null }),
    );
    choice.addEventListener('change', () => this.show());
  }

  /** Says what the loaded world is. */
  setFacts({ model, timeStep, bodies }: SceneFacts): void {
    const rate = `1/${Number((1 / timeStep).toFixed(1))} s`;
    this.facts.textContent = `${bodies} ${bodies === 1 ? 'body' : 'bodies'} · ${model} · steps of ${rate}`;
  }

  private show(): void {
    const { scene, description, parameters, title, model, solver, iterations, timeStep } = this.choice.current;
    const what = scene ?? description;
    this.title.textContent = title;
    if (what !== this.shown) {
      this.shown = what;
      this.about.replaceChildren(...paragraphs(scene?.summary ?? ''));
      this.makeRows();
    }
    for (const { name, value } of scene?.parameters ?? []) this.rows.get(name)?.(parameters[name] ?? value);
    this.restore.hidden = Object.keys(parameters).length === 0;
    fill(
      this.model,
      'as the scene has it',
      model,
      MODELS.map(({ id, title: name }) => [id, name]),
    );
    this.hint.textContent = modelById(model ?? '')?.hint ?? '';
    this.hint.hidden = model === null;
    fill(
      this.solver,
      'as the scene has it',
      solver,
      SOLVERS.map(({ id, title: name }) => [id, name]),
    );
    fill(
      this.iterations,
      'as the scene has it',
      iterations,
      ITERATIONS.map((n) => [n, String(n)]),
    );
    fill(
      this.timeStep,
      'as the scene has it',
      timeStep,
      TIME_STEPS.map((s) => [s, `1/${Math.round(1 / s)} s`]),
    );
  }

  private makeRows(): void {
    this.rows.clear();
    const { scene, parameters } = this.choice.current;
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

function fill(
  select: HTMLSelectElement,
  own: string,
  chosen: Value | null,
  options: (readonly [Value, string])[],
): void {
  const all: [string, string][] = [['', own], ...options.map(([id, title]): [string, string] => [String(id), title])];
  if (chosen !== null && !options.some(([id]) => id === chosen)) all.push([String(chosen), String(chosen)]);
  if (select.options.length !== all.length) {
    select.replaceChildren(...all.map(([value, title]) => h('option', { value }, title)));
  }
  select.value = chosen === null ? '' : String(chosen);
}
