// sixfold/penalty: contact by springs over areas, and the devices that people hold.

export { Device, type DeviceReport } from './contact/devices/device.js';
export { Devices, devices } from './contact/devices/devices.js';
export type { DeviceDescription, DeviceType } from './contact/devices/read.js';
export { penalty } from './contact/penalty/model.js';
