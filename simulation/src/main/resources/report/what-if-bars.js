// Content of the chart of flexible reservations: the processors of several clusters, one below the other.

const [LOCAL_JOB, CO_ALLOCATED] = [0, 2]; // kinds; 1 is a reservation on one cluster

/** Adds the columns of clusters with reservations: kinds, waits without requests, windows. */
function unpackedWhatIf(packed) {
  const whole = unpackedRun(packed);
  const n = packed.count;
  whole.jobs.kind = unpacked(packed.kind, n, Int32Array);
  for (const name of ['alone', 'lead', 'window']) {
    whole.jobs[name] = unpacked(packed[name], n).map((value) => value * packed.unitTicks);
  }
  return whole;
}

class WhatIfBars extends ScheduleBars {
  aboutBar(bar) {
    const { jobs, originTick: origin } = this.run;
    const job = this.bars.job[bar];
    const cluster = this.machineOf(this.bars.row[bar]);
    const [head, list] = super.aboutBar(bar);
    if (jobs.kind[job] === LOCAL_JOB) {
      head.textContent += `, local job of cluster ${cluster}`;
      const added = jobs.wait[job] - jobs.alone[job];
      const change = added > 0 ? `${lasting(added)} later` : added < 0 ? `${lasting(-added)} earlier` : 'at the same time';
      return [head, list, pairs([['than without requests', change]])];
    }
    head.textContent += jobs.kind[job] === CO_ALLOCATED ? `, co-allocated reservation, here on cluster ${cluster}` : `, reservation on cluster ${cluster}`;
    const ready = origin + jobs.start[job] - jobs.wait[job] + jobs.lead[job];
    const at = (tick) => `${units(tick)} s (${clock(tick, SECOND)})`;
    return [head, list, pairs([['earliest start', at(ready)], ['latest end', at(ready + jobs.window[job])]])];
  }
}
