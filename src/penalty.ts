// sixfold/penalty: contact by springs over areas, and the devices that people hold.

export { penalty } from './contact/penalty/model.js';
