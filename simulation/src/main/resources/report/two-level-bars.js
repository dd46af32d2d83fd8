// Content of the chart of two levels: the processors of several providers, one below the other.

/** Adds the columns of jobs on two levels: whether a job has a reservation, and the time of the reservation. */
function unpackedTwoLevel(packed) {
  const whole = unpackedRun(packed);
  const n = packed.count;
  whole.jobs.reserved = unpacked(packed.reserved, n, Int32Array);
  for (const name of ['lead', 'interval']) {
    whole.jobs[name] = unpacked(packed[name], n).map((value) => value * packed.unitTicks);
  }
  return whole;
}

class TwoLevelBars extends ScheduleBars {
  aboutBar(bar) {
    const { jobs, originTick: origin } = this.run;
    const job = this.bars.job[bar];
    const [head, list] = super.aboutBar(bar);
    head.textContent += jobs.reserved[job] ? ', reservation' : ', batch';
    if (!jobs.reserved[job]) {
      return [head, list];
    }
    const submit = origin + jobs.start[job] - jobs.wait[job];
    const ready = submit + jobs.lead[job];
    const due = ready + jobs.interval[job];
    const late = Math.max(0, origin + jobs.end[job] + jobs.slack[job] - due);
    return [head, list, pairs([
      ['ready', `${units(ready)} s (${clock(ready, SECOND)})`],
      ['due', `${units(due)} s (${clock(due, SECOND)})`],
      ['tardy', late ? lasting(late) : 'no'],
    ])];
  }
}
