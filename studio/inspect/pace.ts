// Figures that change with every frame cannot be read: they are shown a few times a second, and the last always.

const INTERVAL = 100;

/** A function that runs `show` at once, but never more often than ten times a second; the last call is never lost. */
export function paced(show: () => void, interval = INTERVAL): () => void {
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const run = () => {
    timer = null;
    last = performance.now();
    show();
  };
  return () => {
    if (timer !== null) return;
    const wait = last + interval - performance.now();
    if (wait <= 0) run();
    else timer = setTimeout(run, wait);
  };
}
