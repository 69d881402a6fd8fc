/** What has been seen in this walk: vertices or edges, met again through every triangle that shares them. */
export class Marks {
  marks = new Int32Array(0);
  stamp = 0;

  start(size: number): void {
    if (this.marks.length < size) {
      this.marks = new Int32Array(size);
      this.stamp = 0;
    }
    this.stamp++;
    if (this.stamp === 0x7fffffff) {
      this.marks.fill(0);
      this.stamp = 1;
    }
  }

  /** True the first time i is met since `start`. */
  first(i: number): boolean {
    if (this.marks[i] === this.stamp) return false;
    this.marks[i] = this.stamp;
    return true;
  }
}
