// Which number of a motor a slider moves, and between which ends. Verified in test/studio/motors.test.ts.

import type { MotorDescription } from '../../src/index.js';

export interface MotorRange {
  field: 'velocity' | 'target' | 'maxForce';
  label: string;
  unit: string;
  min: number;
  max: number;
  value: number;
}

/** Ends of the slider, for a motor that begins at zero. */
const LEAST_SPEED = 5;
const LEAST_WAY = 1;

export function motorRange(motor: MotorDescription, type: string): MotorRange | null {
  const isTurning = type !== 'slider';
  if (motor.velocity !== undefined) {
    const most = Math.max(LEAST_SPEED, 2 * Math.abs(motor.velocity));
    const unit = isTurning ? 'rad/s' : 'm/s';
    return { field: 'velocity', label: 'speed', unit, min: -most, max: most, value: motor.velocity };
  }
  if (motor.target !== undefined) {
    const most = Math.max(LEAST_WAY, 2 * Math.abs(motor.target));
    const unit = isTurning ? 'rad' : 'm';
    return { field: 'target', label: 'target', unit, min: -most, max: most, value: motor.target };
  }
  if (motor.maxForce !== undefined) {
    const unit = isTurning ? 'N·m' : 'N';
    return { field: 'maxForce', label: 'strength', unit, min: 0, max: 2 * motor.maxForce || 1, value: motor.maxForce };
  }
  return null;
}

export function withMotorValue(motor: MotorDescription, field: MotorRange['field'], value: number): MotorDescription {
  return { ...motor, [field]: value };
}
