// What runs beside the page: the simulation, or a task on files, by the name that the worker is given. One entry for both, so that they
// share the chunks of the engine (a bundler shares none between two workers).

const scope = self as unknown as { name: string; onmessage: ((event: MessageEvent) => void) | null };

/** What comes before its module is there; the module then takes `onmessage` over. */
const early: MessageEvent[] = [];
scope.onmessage = (event) => early.push(event);
await (scope.name === 'files' ? import('./files/worker.js') : import('./sim/worker.js'));
for (const event of early) scope.onmessage(event);
