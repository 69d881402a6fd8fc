// Wires the parts of the page; no logic.

export {};
