import { expect, test } from 'vitest';
import { scenes } from '../../scenes/index.js';
import { sectionsOf } from '../../studio/ui/gallery.js';
import { fromSlider, isLogarithmic, nameAndUnit, onGrid, toSlider } from '../../studio/ui/parameters.js';

const all = scenes.flatMap((scene) => scene.parameters.map((parameter) => ({ scene, parameter })));

test('the slider can show the own value of every parameter, and give it back', () => {
  for (const { scene, parameter } of all) {
    const back = fromSlider(parameter, toSlider(parameter, parameter.value));
    expect(back, `${scene.name}.${parameter.name}`).toBeCloseTo(parameter.value, 9);
  }
});

test('both ends of every slider are values that the scene takes', () => {
  for (const { scene, parameter } of all) {
    const low = isLogarithmic(parameter) ? 0 : parameter.min;
    const high = isLogarithmic(parameter) ? 1000 : parameter.max;
    expect(fromSlider(parameter, low), `${scene.name}.${parameter.name}`).toBe(parameter.min);
    expect(fromSlider(parameter, high), `${scene.name}.${parameter.name}`).toBe(parameter.max);
  }
});

test('values lie on the grid without the dust of binary fractions', () => {
  const friction = { name: 'friction', label: 'friction', min: 0, max: 1, step: 0.01, value: 0.5 };
  expect(onGrid(friction, 0.07 * 3)).toBe(0.21);
  expect(onGrid(friction, 2)).toBe(1);
});

test('words and unit of a label', () => {
  expect(nameAndUnit('spin at the start (rad/s)')).toEqual({ name: 'spin at the start', unit: 'rad/s' });
  expect(nameAndUnit('slope (degrees)')).toEqual({ name: 'slope', unit: '°' });
  expect(nameAndUnit('friction')).toEqual({ name: 'friction', unit: '' });
});

test('every scene is in the gallery once, in both groupings', () => {
  for (const grouping of ['topic', 'paper'] as const) {
    const shown = sectionsOf(scenes, grouping).flatMap((section) => section.scenes.map(({ name }) => name));
    expect(shown.sort()).toEqual(scenes.map(({ name }) => name).sort());
  }
});
