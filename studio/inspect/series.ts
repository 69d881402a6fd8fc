// Numbers by the step they belong to. Going back and forward again puts them where they were; where another future
// begins, the old one is forgotten.

/** Columns of equal length, sorted by step. */
export class StepSeries<K extends string> {
  readonly steps: number[] = [];
  readonly columns: Readonly<Record<K, number[]>>;
  private readonly keys: readonly K[];

  constructor(keys: readonly K[]) {
    this.keys = keys;
    this.columns = Object.fromEntries(keys.map((key) => [key, []])) as unknown as Record<K, number[]>;
  }

  get length(): number {
    return this.steps.length;
  }

  /** Sets the numbers of a step, whether it is new or known. */
  put(step: number, values: Readonly<Record<K, number>>): void {
    const at = this.indexAt(step);
    const isKnown = this.steps[at] === step;
    if (!isKnown) this.steps.splice(at + 1, 0, step);
    for (const key of this.keys) this.columns[key].splice(isKnown ? at : at + 1, isKnown ? 1 : 0, values[key]);
  }

  /** Forgets all but the steps from first to last. */
  keep(first: number, last: number): void {
    const end = this.indexAt(last) + 1;
    this.cut(end, this.length - end);
    const start = this.indexAt(first - 1) + 1;
    this.cut(0, start);
  }

  clear(): void {
    this.cut(0, this.length);
  }

  /** The place of the last step that is not after `step`; -1 if all are. */
  indexAt(step: number): number {
    const { steps } = this;
    if (steps.length === 0 || steps.at(-1)! <= step) return steps.length - 1;
    let low = 0;
    let high = steps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (steps[middle]! <= step) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  private cut(start: number, count: number): void {
    if (count <= 0) return;
    this.steps.splice(start, count);
    for (const key of this.keys) this.columns[key].splice(start, count);
  }
}

/** The mean of the last so many values up to the k-th; NaN counts as none. */
export function smooth(column: readonly number[], k: number, mean = 1): number {
  if (mean === 1) return column[k]!;
  let sum = 0;
  let count = 0;
  for (let n = Math.max(0, k - mean + 1); n <= k; n++) {
    if (Number.isNaN(column[n]!)) continue;
    sum += column[n]!;
    count++;
  }
  return count > 0 ? sum / count : Number.NaN;
}
