// The panel of the hand: what a drag does, bodies to drop, what to do with the selected one, devices.

import { bodyOf, type Selection } from '../inspect/selection.js';
import type { SimClient } from '../sim/client.js';
import { h } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import type { BodyActions } from './body-actions.js';
import type { Cutting } from './cutting.js';
import type { Devices } from './devices.js';
import type { Drive } from './drive.js';
import { FeelView } from './feel.js';
import type { Hand } from './hand.js';
import { NEW_BODIES } from './new-bodies.js';
import type { PointerHand, Tool } from './pointer.js';

const THROW = 'Drag a body to pull it by a spring, let go to throw.';
const FORCE = 'Drag from a body: the arrow is the force that acts there until you let go.';
const CUT = 'Draw a line across a soft body: it is cut along it, straight away from you.';
const TOOLS: readonly { id: Tool; title: string; hint: string; fingers: string }[] = [
  {
    id: 'grab',
    title: 'Grab',
    hint: `${THROW} Shift: along the ground. Alt: turn. Wheel: depth.`,
    fingers: `${THROW} A second finger moves it nearer and farther.`,
  },
  { id: 'push', title: 'Push', hint: FORCE, fingers: FORCE },
  { id: 'cut', title: 'Cut', hint: CUT, fingers: CUT },
];
const hasFingers = matchMedia('(pointer: coarse)');

export interface TouchPanelContext {
  client: SimClient;
  selection: Selection;
  hand: Hand;
  pointer: PointerHand;
  drive: Drive;
  cutting: Cutting;
  bodies: BodyActions;
  devices: Devices;
  fault(error: unknown): void;
}

export class TouchPanel {
  private readonly radios = new Map<Tool, HTMLInputElement>();
  private readonly hint = h('p', { class: 'hint' });
  private readonly selected = h('p', { class: 'hint' });
  private readonly hold = h('button', { type: 'button', class: 'button', 'aria-pressed': 'false' }, 'Hold');
  private readonly copy = h('button', { type: 'button', class: 'button', title: 'Duplicate (Ctrl D)' }, 'Duplicate');
  private readonly remove = h('button', { type: 'button', class: 'button', title: 'Delete (Del)' }, 'Delete');
  private readonly connected = h('p', { class: 'hint', role: 'status' });
  private readonly context: TouchPanelContext;

  constructor(root: HTMLElement, context: TouchPanelContext) {
    this.context = context;
    const { hand, drive, bodies, devices, selection, client, fault } = context;
    this.hold.addEventListener('click', () => drive.toggle('keys'));
    this.copy.addEventListener('click', () => void bodies.duplicate());
    this.remove.addEventListener('click', () => void bodies.remove());
    const connect = h('button', { type: 'button', class: 'text-button' }, icon('plus'), 'Connect 6-DOF device');
    connect.hidden = !devices.hasKnobs;
    connect.addEventListener('click', () => devices.connect().catch(fault));
    root.append(
      group('Touch', h('div', { class: 'segments' }, ...TOOLS.map((tool) => this.radio(tool))), this.hint),
      group('Feel', new FeelView(client).element),
      group('Add', h('div', { class: 'new-bodies' }, ...NEW_BODIES.map(({ id, title }) => this.adder(id, title)))),
      group('Selected body', this.selected, h('div', { class: 'buttons-row' }, this.hold, this.copy, this.remove)),
      group('Devices', this.connected, connect),
    );
    for (const target of [selection, hand, devices]) target.addEventListener('change', () => this.show());
    client.on('scene', () => this.show());
    this.setTool('grab');
    this.show();
  }

  setTool(tool: Tool): void {
    this.context.pointer.tool = tool;
    this.context.cutting.isOn = tool === 'cut';
    this.radios.get(tool)!.checked = true;
    this.hint.textContent = TOOLS.find(({ id }) => id === tool)![hasFingers.matches ? 'fingers' : 'hint'];
  }

  toggleTool(): void {
    const at = TOOLS.findIndex(({ id }) => id === this.context.pointer.tool);
    this.setTool(TOOLS[(at + 1) % TOOLS.length]!.id);
  }

  private radio({ id, title }: (typeof TOOLS)[number]): HTMLElement {
    const input = h('input', { type: 'radio', name: 'touch-tool', value: id });
    input.addEventListener('change', () => this.setTool(id));
    this.radios.set(id, input);
    return h('label', {}, input, h('span', {}, title));
  }

  private adder(id: string, title: string): HTMLElement {
    const button = h('button', { type: 'button', class: 'button', 'data-body': id }, title);
    button.addEventListener('click', () => void this.context.bodies.add(id));
    return button;
  }

  private show(): void {
    const { selection, hand, devices, client } = this.context;
    const { body } = selection;
    const info = body === null ? undefined : bodyOf(client.scenes[0], body);
    this.selected.textContent = info ? info.name : 'None: click one in the view, or choose one under Inspect.';
    const isHeld = hand.held !== null;
    this.hold.disabled = !isHeld && !(info && hand.canHold(info.id));
    this.hold.textContent = isHeld ? 'Let go' : 'Hold';
    this.hold.title = isHeld ? 'Let go (Enter)' : 'Hold it, and move it with the arrow keys (Enter)';
    this.hold.setAttribute('aria-pressed', String(isHeld));
    this.copy.disabled = this.remove.disabled = !info;
    const names = [...devices.names.values()];
    this.connected.textContent =
      names.length > 0 ? names.join(', ') : 'Gamepads are used as soon as a button is pressed.';
  }
}

function group(title: string, ...children: readonly HTMLElement[]): HTMLElement {
  return h('fieldset', { class: 'layer-group touch-group' }, h('legend', {}, title), ...children);
}
