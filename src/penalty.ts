// sixfold/penalty: contact by springs over areas, and the devices that people hold.

import type { DeviceDescription } from './contact/devices/read.js';
import type {} from './world/scene.js';

export { Device, type DeviceReport } from './contact/devices/device.js';
export { Devices, devices } from './contact/devices/devices.js';
export type { DeviceDescription, DeviceType } from './contact/devices/read.js';
export { penalty } from './contact/penalty/model.js';

declare module './world/scene.js' {
  interface ContactWords {
    penalty: {
      /** N/m of a pair, spread over its contact area; null: the stiffest that is safe. */
      stiffness: number | null;
      /** Of the pair against its stiffness. */
      dampingRatio: number;
      /** N·s/m outright, instead of the ratio. */
      normalDamping: number | null;
      /** Of sticking friction (N/m, N·s/m); null: as the normal ones. */
      tangentStiffness: number | null;
      tangentDamping: number | null;
      /** False: everything at the deepest point. */
      penaltyArea: boolean;
      /** Friction over the area, or the paper's interpolation. */
      spin: 'exact' | 'vertices';
      /** Whether the damper may pull. */
      pull: boolean;
    };
  }
  interface SceneWords {
    devices: {
      /** What people hold; under every model. */
      devices: readonly DeviceDescription[];
    };
  }
}
