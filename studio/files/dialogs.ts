// The dialogs of the file menu.

import type { SimClient } from '../sim/client.js';
import { openDialog } from '../ui/dialog.js';
import { h } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { type FileActions, type Imported, type Moment, short } from './actions.js';

function button(text: string, run: () => void, kind = ''): HTMLButtonElement {
  const element = h('button', { type: 'button', class: `button ${kind}`.trim() }, text);
  element.addEventListener('click', run);
  return element;
}

/** Two radio buttons: as it was loaded, or as it is now. */
function momentChoice(
  actions: FileActions,
  onChange: (moment: Moment) => void,
): { element: HTMLElement; moment: Moment } {
  const chosen: Moment = actions.isEdited ? 'now' : 'start';
  const radio = (moment: Moment, text: string) => {
    const input = h('input', {
      type: 'radio',
      name: 'moment',
      value: moment,
      checked: moment === chosen,
      autofocus: moment === chosen,
    });
    input.addEventListener('change', () => onChange(moment));
    return h('label', { class: 'check' }, input, h('span', {}, text));
  };
  const legend = h('legend', {}, 'The scene');
  const element = h(
    'fieldset',
    { class: 'choices' },
    legend,
    radio('start', actions.isEdited ? 'from its start, without the bodies that came later' : 'from its start'),
    radio('now', 'from where everything is now'),
  );
  return { element, moment: chosen };
}

export function openShareDialog(actions: FileActions): void {
  const input = h('input', { type: 'text', readonly: true, 'aria-label': 'Link', class: 'link' });
  const hint = h('p', { class: 'hint', role: 'status' });
  let latest = 0;
  let chosen: Moment = 'start';
  const sight = h('input', { type: 'checkbox', 'data-sight': true });
  sight.addEventListener('change', () => void update(chosen));
  const update = async (moment: Moment): Promise<void> => {
    const mine = ++latest;
    input.value = '';
    copy.disabled = true;
    try {
      chosen = moment;
      const link = await actions.link(moment, sight.checked);
      if (mine !== latest) return;
      input.value = link;
      copy.disabled = false;
      const size =
        link.length < 2000
          ? ''
          : ` It is ${short(link.length / 1000)} thousand characters long: some programs cut such links.`;
      hint.textContent = `Whoever opens it sees this scene, step for step the same. Nothing is sent to a server.${size}`;
    } catch (error) {
      if (mine === latest) hint.textContent = `No link: ${error instanceof Error ? error.message : String(error)}.`;
    }
  };
  const copy = button(
    'Copy',
    async () => {
      input.select();
      try {
        await navigator.clipboard.writeText(input.value);
        hint.textContent = 'Copied.';
      } catch {
        hint.textContent = 'The browser did not let us copy: the link is selected, copy it with Ctrl-C or ⌘C.';
      }
    },
    'primary',
  );
  const { element, moment } = momentChoice(actions, (next) => void update(next));
  const seen = h('label', { class: 'check' }, sight, h('span', {}, 'with camera, layers and time as they are now'));
  openDialog({ title: 'Share link', kind: 'files' }, element, seen, h('div', { class: 'row' }, input, copy), hint);
  void update(moment);
}

export function openSaveDialog(actions: FileActions): void {
  const choice = momentChoice(actions, (moment) => {
    choice.moment = moment;
  });
  const save = button(
    'Save',
    () => {
      dialog.close();
      void actions.save(choice.moment);
    },
    'primary',
  );
  const hint = h('p', { class: 'hint' }, 'A text file (JSON) that the studio and the command line open.');
  const dialog = openDialog(
    { title: 'Save scene', kind: 'files' },
    choice.element,
    hint,
    h('div', { class: 'row end' }, save),
  );
  save.focus();
}

export function openShapeDialog(actions: FileActions, client: SimClient, selected: number | null): void {
  const scene = client.scenes[0];
  const bodies = scene?.bodies.filter(({ shape }) => scene.shapes[shape]!.type !== 'half-space') ?? [];
  const select = h(
    'select',
    {},
    ...bodies.map(({ id, name }) => h('option', { value: id, selected: id === selected }, name)),
  );
  const save = (format: 'obj' | 'glb') => () => {
    dialog.close();
    void actions.saveShape(Number(select.value), format);
  };
  const content =
    bodies.length === 0
      ? [h('p', {}, 'There is no body with an end in this scene.')]
      : [
          h('label', { class: 'field' }, h('span', {}, 'Body'), select),
          h('p', { class: 'hint' }, 'OBJ keeps every digit; GLB is smaller and opens in 3D viewers. Both in metres.'),
          h('div', { class: 'row end' }, button('Save OBJ', save('obj')), button('Save GLB', save('glb'), 'primary')),
        ];
  const dialog = openDialog({ title: 'Export shape', kind: 'files' }, ...content);
}

export function openMotionDialog(actions: FileActions, client: SimClient): void {
  const { first = 0, last = 0 } = client.frame ?? {};
  const [scene] = client.scenes;
  const count = last - first + 1;
  const seconds = (last - first) * (scene?.timeStep ?? 0);
  const giveUp = new AbortController();
  const progress = h('progress', { max: 1, value: 0, 'aria-label': 'Steps written' });
  progress.hidden = true;
  const lane = h(
    'select',
    {},
    ...client.scenes.map(({ model }, k) => h('option', { value: k }, `${'AB'[k] ?? k + 1}: ${model}`)),
  );
  const buttons = [
    button('Save states (JSON lines)', async () => {
      for (const one of buttons) one.disabled = true;
      progress.hidden = false;
      const onProgress = (share: number) => {
        progress.value = share;
      };
      await actions.saveLines(Number(lane.value), onProgress, giveUp.signal);
      dialog.close();
    }),
    button(
      'Save animation (GLB)',
      () => {
        dialog.close();
        void actions.saveAnimation(Number(lane.value));
      },
      'primary',
    ),
  ];
  const content: Node[] = [
    h(
      'p',
      {},
      `${short(seconds)} s in ${count} step${count === 1 ? '' : 's'}, as far back as the time line goes while its bodies stay the same.`,
    ),
    h(
      'p',
      { class: 'hint' },
      'The animation opens in Blender and 3D viewers. The lines hold every digit of every state, as ',
      h('code', {}, 'sixfold run --out'),
      ' writes them; for that the scene is run through once more.',
    ),
  ];
  if (client.scenes.length > 1) content.push(h('label', { class: 'field' }, h('span', {}, 'Of'), lane));
  content.push(progress, h('div', { class: 'row end' }, ...buttons));
  const dialog = openDialog({ title: 'Export motion', kind: 'files', onClose: () => giveUp.abort() }, ...content);
}

/** Not modal: the body is there already; this changes its size. */
export function importCard(actions: FileActions, imported: Imported): HTMLElement {
  const number = (value: number) =>
    h('input', { type: 'number', min: 0, step: 'any', required: true, value: short(value) });
  const longest = number(imported.longest);
  const mass = number(imported.mass);
  // A body twice as long weighs eight times as much, until somebody says otherwise.
  let isMassChosen = false;
  longest.addEventListener('input', () => {
    const ratio = longest.valueAsNumber / imported.longest;
    if (!isMassChosen && ratio > 0) mass.value = short(imported.mass * ratio ** 3);
  });
  mass.addEventListener('input', () => {
    isMassChosen = true;
  });
  const form = h(
    'form',
    { class: 'card import', 'aria-label': `Size of ${imported.name}` },
    h('strong', {}, imported.name),
    h('label', {}, 'longest side ', longest, ' m'),
    h('label', {}, 'mass ', mass, ' kg'),
    h('button', { type: 'submit', class: 'button' }, 'Apply'),
  );
  const done = h('button', { type: 'button', class: 'icon-button small', 'aria-label': 'Done' }, icon('close'));
  done.addEventListener('click', () => form.remove());
  form.append(done);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    isMassChosen = false;
    void actions.resize(imported, longest.valueAsNumber, mass.valueAsNumber);
  });
  return form;
}
