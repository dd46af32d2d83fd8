// Content of the chart of a schedule of rigid jobs. Jobs are in arrays by their starts; a job has
// ranges of processors.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The numbers of a packed column: five bits in each character; the sixth bit marks that more characters follow. */
function unpacked(text, length, Kind = Float64Array) {
  const digit = new Uint8Array(128);
  [...DIGITS].forEach((character, value) => { digit[character.charCodeAt(0)] = value; });
  const values = new Kind(length);
  for (let at = 0, n = 0; n < length; n++) {
    let value = 0;
    let scale = 1;
    let bits;
    do {
      bits = digit[text.charCodeAt(at++)];
      value += (bits & 31) * scale; // no shifts: times may have more than 32 bits
      scale *= 32;
    } while (bits & 32);
    values[n] = value;
  }
  return values;
}

/** Running sums of changes; odd changes are negative. */
function summed(changes) {
  let sum = 0;
  return changes.map((change) => (sum += change % 2 ? -(change + 1) / 2 : change / 2));
}

/** A run with its columns as arrays; times in ticks, starts and ends from the origin on. */
function unpackedRun(packed) {
  const { count: n, unitTicks: unit } = packed;
  const times = (name) => unpacked(packed[name], n).map((value) => value * unit);
  const start = summed(unpacked(packed.start, n)).map((value) => value * unit);
  const run = times('run');
  const end = start.map((from, job) => from + run[job]);
  const firstRange = new Uint32Array(n + 1);
  unpacked(packed.rangeCount, n, Uint32Array).forEach((ranges, job) => {
    firstRange[job + 1] = firstRange[job] + ranges;
  });
  const gaps = unpacked(packed.gap, packed.ranges, Uint32Array);
  const size = unpacked(packed.size, packed.ranges, Uint32Array);
  const low = new Uint32Array(packed.ranges);
  const jobOfRange = new Uint32Array(packed.ranges);
  const processors = new Uint32Array(n);
  for (let job = 0; job < n; job++) {
    let next = 0;
    for (let range = firstRange[job]; range < firstRange[job + 1]; range++) {
      low[range] = next + gaps[range];
      next = low[range] + size[range];
      jobOfRange[range] = job;
      processors[job] += size[range];
    }
  }
  const startOfRange = Float64Array.from(jobOfRange, (job) => start[job]);
  const endOfRange = Float64Array.from(jobOfRange, (job) => end[job]);
  return {
    ...packed,
    jobs: {
      id: summed(unpacked(packed.id, n)),
      user: packed.user === undefined ? new Int32Array(n).fill(-1) : unpacked(packed.user, n, Int32Array).map((user) => user - 1),
      start, end, run, wait: times('wait'), slack: times('slack'), processors,
    },
    bars: { job: jobOfRange, row: low, size, start: startOfRange, end: endOfRange, until: endOfRange },
  };
}

/** A source of a chart (gantt-view.js): processors are rows, each range of processors of a job is a bar. */
class ScheduleBars {
  constructor(run) {
    this.run = run;
    this.jobs = run.jobs;
    this.rows = run.processors;
    this.bounds = [0]; // of the machines
    run.machines.forEach((size, machine) => this.bounds.push(this.bounds[machine] + size));
    this.opened = run.jobs.end.reduce((latest, end) => Math.max(latest, end), 0);
    this.end = run.shownUntilTick < 0 ? this.opened : run.shownUntilTick - run.originTick;
    this.shownUntil = this.end;
    this.leastFound = LEAST_SPAN;
    this.bars = run.bars;
    this.blocks = { row: [], start: [], end: [] };
    const bar = (height) => Math.max(0.5, height - (height > 3 ? Math.min(1, height / 8) : 0));
    this.look = {
      lowestRow: LOWEST_ROW, separate: false, mostBars: 3000, bar, marked: bar, framed: (height) => Math.max(2, height),
    };
  }

  /** Labels of processors: numbers, or MACHINE/NUMBER if there are several machines. */
  rowName(row) {
    const machine = this.machineOf(row);
    return this.bounds.length > 2 ? `${machine}/${row - this.bounds[machine]}` : String(row);
  }

  machineOf(row) {
    let [first, next] = [0, this.bounds.length - 1];
    while (next - first > 1) {
      const middle = (first + next) >> 1;
      [first, next] = this.bounds[middle] <= row ? [middle, next] : [first, middle];
    }
    return first;
  }

  readId(text) {
    return Number(text);
  }

  drawAxis(g, chart) {
    g.fillStyle = chart.colour.soft;
    g.fillText('proc.', 8, 24);
    chart.drawTimes(g, this.run.originTick, clock);
  }

  /** Lines between the machines. */
  drawOver(g, chart) {
    g.fillStyle = chart.colour.mark;
    for (const bound of this.bounds.slice(1, -1)) {
      g.fillRect(chart.left, Math.round(chart.y(bound)) - 1, chart.plot.width, 1.5);
    }
  }

  aboutBar(bar) {
    const { jobs, originTick: origin } = this.run;
    const job = this.bars.job[bar];
    const user = jobs.user[job];
    const at = (tick) => `${units(tick)} s (${clock(tick, SECOND)})`;
    const long = (time) => (time < MINUTE ? `${units(time)} s` : `${units(time)} s (${lasting(time)})`);
    return [
      el('h4', {}, `Job ${jobs.id[job]}${user < 0 ? '' : `, user ${user}`}`),
      pairs([
        ['processors', count(jobs.processors[job])],
        ['submitted', at(origin + jobs.start[job] - jobs.wait[job])],
        ['waited', long(jobs.wait[job])],
        ['started', at(origin + jobs.start[job])],
        ['ran', long(jobs.run[job])],
        ['estimate', long(jobs.run[job] + jobs.slack[job])],
        ['ended', at(origin + jobs.end[job])],
      ]),
    ];
  }

  aboutRow(row, tick) {
    const time = this.run.originTick + tick;
    return [el('h4', {}, `Processor ${this.rowName(row)}`),
      pairs(tick < 0 || tick > this.end ? [] : [['free at', clock(time, SECOND)]])];
  }
}
