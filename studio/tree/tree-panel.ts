// The panel of who is there: bodies and joints as a tree, to be found and selected by name, and sliders for motors,
// which turn faster or slower at once, without a restart.

import type { Selection } from '../inspect/selection.js';
import type { SimClient } from '../sim/client.js';
import type { BodyInfo, JointInfo, SceneMessage } from '../sim/protocol.js';
import { h } from '../ui/dom.js';
import type { Panel } from '../ui/shell.js';
import { motorRange, withMotorValue } from './motors.js';

/** Longer branches begin folded. */
const LONG = 30;
/** More of one kind than this are counted and not listed. */
const MOST = 400;

export class TreePanel {
  private readonly tree = h('div', { class: 'tree' });
  private readonly empty = h('p', { class: 'hint' }, 'No body yet: drop one from the panel Touch.');
  private readonly buttons = new Map<number, HTMLElement>();
  private shown = '';

  constructor(
    private readonly panel: Panel,
    private readonly client: SimClient,
    private readonly selection: Selection,
    private readonly fault: (error: unknown) => void,
  ) {
    panel.element.append(this.tree, this.empty);
    panel.onVisible(() => this.show());
    client.on('scene', () => this.show());
    selection.addEventListener('change', () => this.mark());
  }

  private show(): void {
    const [scene] = this.client.scenes;
    if (!scene || !this.panel.visible) return;
    const { bodies, joints, load } = scene;
    const key = JSON.stringify([load, bodies.map(({ id, name }) => [id, name]), joints.map(({ name }) => name)]);
    if (key === this.shown) return;
    this.shown = key;
    this.buttons.clear();
    const of = (type: BodyInfo['type']) => bodies.filter((body) => body.type === type).map((body) => this.body(body));
    this.tree.replaceChildren(
      ...this.branch('Moving bodies', of('dynamic')),
      ...this.branch('Soft bodies', of('soft')),
      ...this.branch('Driven bodies', of('kinematic')),
      ...this.branch('Bodies that stand still', of('static')),
      ...this.branch(
        'Joints',
        joints.map((joint, k) => this.joint(scene, joint, k)),
      ),
    );
    this.empty.hidden = bodies.length > 0;
    this.mark();
  }

  private branch(title: string, items: HTMLElement[]): HTMLElement[] {
    if (items.length === 0) return [];
    const rest = items.length > MOST ? [h('li', { class: 'hint' }, `and ${items.length - MOST} more`)] : [];
    return [
      h(
        'details',
        { open: items.length <= LONG },
        h('summary', {}, title, h('small', {}, String(items.length))),
        h('ul', {}, ...items.slice(0, MOST), ...rest),
      ),
    ];
  }

  private body({ id, name }: BodyInfo): HTMLElement {
    const button = h('button', { type: 'button', class: 'tree-item', 'data-body': id }, name);
    button.addEventListener('click', () => this.selection.selectBody(id));
    for (const type of ['pointerenter', 'focus']) button.addEventListener(type, () => this.selection.hover(id));
    for (const type of ['pointerleave', 'blur']) button.addEventListener(type, () => this.selection.hover(null));
    this.buttons.set(id, button);
    return h('li', {}, button);
  }

  private joint({ bodies }: SceneMessage, joint: JointInfo, k: number): HTMLElement {
    const nameOf = (id: number) => bodies.find((body) => body.id === id)?.name ?? 'the world';
    const text = `${joint.name}: ${joint.type}, ${nameOf(joint.a)} – ${nameOf(joint.b)}`;
    const button = h('button', { type: 'button', class: 'tree-item' }, text);
    button.addEventListener('click', () => this.selection.selectBody(joint.b));
    return h('li', {}, button, this.motor(joint, k));
  }

  /** A slider where there is a motor: for its speed, its target or its strength. */
  private motor({ motor, type, name }: JointInfo, k: number): HTMLElement | null {
    const range = motor && motorRange(motor, type);
    if (!range) return null;
    const { field, label, unit, min, max, value } = range;
    const slider = h('input', { type: 'range', min, max, step: 'any', value, 'aria-label': `${label} of ${name}` });
    const said = h('output', {});
    const show = (now: number) => {
      slider.style.setProperty('--at', String((now - min) / (max - min)));
      said.value = `${Number(now.toPrecision(3))} ${unit}`;
    };
    show(value);
    slider.addEventListener('input', () => {
      const now = slider.valueAsNumber;
      show(now);
      const current = this.client.scenes[0]?.joints[k]?.motor ?? motor;
      this.client.command({ type: 'motor', joint: k, motor: withMotorValue(current, field, now) }).catch(this.fault);
    });
    return h('label', { class: 'motor' }, h('span', {}, label, said), slider);
  }

  private mark(): void {
    for (const [id, button] of this.buttons) {
      if (id === this.selection.body) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
  }
}
