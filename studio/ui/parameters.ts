// The sliders of a scene's own parameters, each with a field for the exact number.

import type { SceneParameter } from '../../scenes/index.js';
import { h } from './dom.js';

/** A range that spans this ratio gets a logarithmic slider: 1 kg to 10 t, or a depth of 10 µm to 1 cm. */
const WIDE = 500;
const TICKS = 1000;

export const isLogarithmic = ({ min, max, step }: SceneParameter): boolean =>
  min > 0 && max / min >= WIDE && (max - min) / step > 100;

/** Where a value lies on the slider. */
export function toSlider(parameter: SceneParameter, value: number): number {
  const { min, max } = parameter;
  return isLogarithmic(parameter) ? (TICKS * Math.log(value / min)) / Math.log(max / min) : value;
}

/** The value at a place of the slider, on the parameter's own grid (three digits, where that is logarithmic). */
export function fromSlider(parameter: SceneParameter, place: number): number {
  const { min, max } = parameter;
  if (!isLogarithmic(parameter)) return onGrid(parameter, place);
  const value = min * Math.exp((place / TICKS) * Math.log(max / min));
  return Math.min(max, Math.max(min, Number(value.toPrecision(2))));
}

/** Nearest multiple of the step, without the dust of binary fractions. */
export function onGrid({ min, max, step }: SceneParameter, value: number): number {
  const rounded = min + Math.round((value - min) / step) * step;
  return Math.min(max, Math.max(min, Number(rounded.toPrecision(9))));
}

/** "spin at the start (rad/s)" as its words and its unit. */
export function nameAndUnit(label: string): { name: string; unit: string } {
  const parts = /^(.*?)\s*\(([^()]*)\)$/.exec(label);
  const unit = parts?.[2] === 'degrees' ? '°' : (parts?.[2] ?? '');
  return { name: parts?.[1] ?? label, unit };
}

/** One parameter: label, number and slider, which agree. */
export function parameterRow(
  parameter: SceneParameter,
  value: number,
  change: (value: number) => void,
): { element: HTMLElement; set(value: number): void } {
  const { min, max, step, label } = parameter;
  const id = `parameter-${parameter.name}`;
  const { name, unit } = nameAndUnit(label);
  const logarithmic = isLogarithmic(parameter);
  const slider = h('input', {
    type: 'range',
    id,
    min: logarithmic ? 0 : min,
    max: logarithmic ? TICKS : max,
    step: logarithmic ? 1 : step,
  });
  const number = h('input', { type: 'number', min, max, step: 'any', 'aria-label': label, inputmode: 'decimal' });
  const set = (now: number) => {
    const place = toSlider(parameter, now);
    const low = Number(slider.min);
    slider.value = String(place);
    slider.style.setProperty('--at', String((place - low) / (Number(slider.max) - low)));
    slider.setAttribute('aria-valuetext', `${now} ${unit}`.trim());
    if (document.activeElement !== number || Number(number.value) !== now) number.value = String(now);
  };
  slider.addEventListener('input', () => {
    const now = fromSlider(parameter, Number(slider.value));
    set(now);
    change(now);
  });
  number.addEventListener('change', () => {
    const given = number.valueAsNumber;
    const now = Number.isFinite(given) ? Math.min(max, Math.max(min, given)) : parameter.value;
    number.value = String(now);
    set(now);
    change(now);
  });
  set(value);
  const element = h(
    'div',
    { class: 'parameter' },
    h('label', { for: id }, name),
    h('span', { class: 'number' }, number, unit ? h('span', { class: 'unit' }, unit) : null),
    slider,
  );
  return { element, set };
}
