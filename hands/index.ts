// sixfold/hands: what moves devices in a browser.

export { GamepadHand, type GamepadOptions, rumbleOf } from './gamepad-hand.js';
export { openLive, serveLive } from './live.js';
export { PointerHand, type PointerOptions } from './pointer-hand.js';
export { readSpaceMouse, SpaceMouseHand, type SpaceMouseOptions } from './space-mouse-hand.js';
export { SteeredPose, withoutDeadZone } from './steered-pose.js';
