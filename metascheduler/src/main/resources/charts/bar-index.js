// Index of bars by time and by job, so that only visible bars are examined.

/** Bars sorted by start. A bar may reach beyond the start of the next, so each stores the latest end of the bars up to it. */
export class BarIndex {
  constructor(starts, ends) {
    this.starts = starts;
    this.ends = ends;
    this.order = Uint32Array.from(starts.keys()).sort((a, b) => starts[a] - starts[b] || a - b);
    this.reach = new Float64Array(starts.length);
    let reach = -Infinity;
    this.order.forEach((bar, at) => {
      reach = Math.max(reach, ends[bar]);
      this.reach[at] = reach;
    });
  }

  /** Calls `take` with each bar that has time in [from, to), by their starts, until `take` returns false. */
  visit(from, to, take) {
    const { order, starts, ends, reach } = this;
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (reach[middle] > from) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    for (let at = low; at < order.length && starts[order[at]] < to; at++) {
      if (ends[order[at]] > from && take(order[at]) === false) {
        return;
      }
    }
  }
}

/** The bars of each job, in their order. */
export class JobBars {
  constructor(jobOfBar, jobs) {
    this.first = new Uint32Array(jobs + 1);
    for (const job of jobOfBar) {
      this.first[job + 1]++;
    }
    for (let job = 0; job < jobs; job++) {
      this.first[job + 1] += this.first[job];
    }
    this.bars = new Uint32Array(jobOfBar.length);
    const next = this.first.slice();
    for (let bar = 0; bar < jobOfBar.length; bar++) {
      this.bars[next[jobOfBar[bar]]++] = bar;
    }
  }

  of(job) {
    return this.bars.subarray(this.first[job], this.first[job + 1]);
  }
}
