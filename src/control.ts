// sixfold/control: things that are driven. A character that walks, and wheels for vehicles.

export { Character, type CharacterDescription, type CharacterState } from './control/character.js';
export { Wheel, type WheelControls, type WheelDescription } from './control/wheel.js';
