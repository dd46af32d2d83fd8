// Bars by node, sorted by start, so that only what is visible is looked at.

class Lanes {
  /**
   * rows: row of each bar; starts, ends: its span. A bar may reach beyond the start of the next
   * one, so each keeps how far those up to it reach.
   */
  constructor(rowCount, rows, starts, ends) {
    const bars = Uint32Array.from(rows.keys());
    bars.sort((a, b) => rows[a] - rows[b] || starts[a] - starts[b] || a - b);
    this.bars = bars;
    this.starts = starts;
    this.ends = ends;
    this.first = new Uint32Array(rowCount + 1);
    for (const row of rows) {
      this.first[row + 1]++;
    }
    for (let row = 0; row < rowCount; row++) {
      this.first[row + 1] += this.first[row];
    }
    this.reach = new Float64Array(bars.length);
    for (let row = 0; row < rowCount; row++) {
      let reach = -Infinity;
      for (let at = this.first[row]; at < this.first[row + 1]; at++) {
        reach = Math.max(reach, ends[bars[at]]);
        this.reach[at] = reach;
      }
    }
  }

  /** Calls `take` with each bar of a row that has time in [from, to). */
  visit(row, from, to, take) {
    let low = this.first[row];
    let high = this.first[row + 1];
    const last = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.reach[middle] > from) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    for (let at = low; at < last && this.starts[this.bars[at]] < to; at++) {
      if (this.ends[this.bars[at]] > from) {
        take(this.bars[at]);
      }
    }
  }
}
