// The chart of processors against time for as many jobs as a log has. Jobs are in arrays by their
// starts; a job has ranges of processors. Where few are in sight they are drawn one by one, else
// each pixel gets the mixture of the jobs that share it.

const MOST_DRAWN = 3000; // ranges drawn one by one
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The numbers of a packed column: five bits a character, the sixth says that more follow. */
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

/** Turns changes, of which the odd ones are negative, into what they add up to. */
function summed(changes) {
  let sum = 0;
  return changes.map((change) => (sum += change % 2 ? -(change + 1) / 2 : change / 2));
}

/** What rows are called: processors by their numbers, those of several machines as MACHINE/NUMBER. */
function processorNames({ processors, machines }) {
  const size = processors / machines;
  return [...Array(processors).keys()].map((row) => (machines > 1 ? `${Math.floor(row / size)}/${row % size}` : row));
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
  const reach = new Float64Array(n);
  for (let job = 0; job < n; job++) {
    let behind = 0;
    for (let range = firstRange[job]; range < firstRange[job + 1]; range++) {
      low[range] = behind + gaps[range];
      behind = low[range] + size[range];
      jobOfRange[range] = job;
      processors[job] += size[range];
    }
    reach[job] = Math.max(job ? reach[job - 1] : 0, end[job]);
  }
  return {
    ...packed,
    nodes: { id: processorNames(packed) },
    parts: { job: jobOfRange },
    jobs: {
      id: summed(unpacked(packed.id, n)),
      user: packed.user === undefined ? new Int32Array(n).fill(-1) : unpacked(packed.user, n, Int32Array).map((user) => user - 1),
      start, end, run, wait: times('wait'), slack: times('slack'), processors, firstRange, reach,
    },
    ranges: { low, size },
  };
}

class ReplayGantt extends Gantt {
  constructor(host) {
    super(host);
    host.setAttribute('aria-label', 'Processors over time; jobs.csv has the jobs as a table');
    this.image = el('canvas');
  }

  /** Shows a run; `groups` has a number for each job, `coloured` those with a colour of their own. */
  set(run, groups, coloured) {
    this.run = run;
    this.group(groups, coloured);
    this.opened = run.jobs.reach[run.count - 1] ?? 0;
    this.end = run.shownUntilTick < 0 ? this.opened : run.shownUntilTick - run.originTick;
    this.ids = null;
    this.pinned = -1;
    this.pointed = -1;
    if (!this.rowHeight) {
      this.rowHeight = Math.max(LOWEST_ROW, Math.min(24, 460 / run.processors));
    }
    this.fit();
    if (this.pinnedId !== undefined) {
      this.pinned = this.jobOf(this.pinnedId); // the same job under another policy
    }
  }

  /** Colours jobs by other groups. */
  group(groups, coloured) {
    this.groups = groups;
    this.users = coloured;
    this.colourAt = groups.map((group) => coloured.indexOf(group) & 15); // 15: none of its own
    this.user = null;
    this.onUser(null);
  }

  readColours() {
    super.readColours();
    const rgb = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    this.rgb = Array(16).fill(rgb(this.colour['user-other']));
    this.palette.forEach((colour, at) => { this.rgb[at] = rgb(colour); });
    this.vacantRgb = rgb(this.colour.vacant);
  }

  colourOf(job) {
    return this.palette[this.colourAt[job]] ?? this.colour['user-other'];
  }

  /** Calls `take` with each job that runs in [from, to), until it answers false. */
  visit(from, to, take) {
    const { start, end, reach } = this.run.jobs;
    let low = 0;
    let high = start.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (reach[middle] > from) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    for (let job = low; job < start.length && start[job] < to; job++) {
      if (end[job] > from && take(job) === false) {
        return;
      }
    }
  }

  /** Calls `take` with each range in sight and its job; of one group only, or of all for null; until it answers false. */
  visitRanges(group, take) {
    const { groups, run: { jobs: { firstRange }, ranges: { low, size } } } = this;
    const [first, last] = this.sight();
    this.visit(this.from, Math.min(this.from + this.span, this.end), (job) => {
      if (group !== null && groups[job] !== group) {
        return true;
      }
      for (let range = firstRange[job]; range < firstRange[job + 1]; range++) {
        if (low[range] <= last && low[range] + size[range] > first && take(range, job) === false) {
          return false;
        }
      }
      return true;
    });
  }

  drawRows(g) {
    g.fillStyle = this.colour.closed;
    g.fillRect(this.left, AXIS, this.plot.width, this.plot.height);
    const bottom = Math.min(this.y(this.rows), AXIS + this.plot.height);
    g.fillStyle = this.colour.vacant;
    g.fillRect(this.x(0), AXIS, this.x(Math.min(this.opened, this.end)) - this.x(0), bottom - AXIS);
    this.paint(g, null);
  }

  /** Paints the ranges in sight. */
  paint(g, group) {
    let count = 0;
    this.visitRanges(group, () => ++count <= MOST_DRAWN);
    this.isMixed = count > MOST_DRAWN;
    if (this.isMixed) {
      this.mix(g, group);
    } else {
      this.visitRanges(group, (range, job) => this.box(g, range, job));
    }
  }

  /** One range, with its job's number where it fits. */
  box(g, range, job) {
    const { jobs, ranges } = this.run;
    const y = this.y(ranges.low[range]);
    const whole = ranges.size[range] * this.rowHeight;
    const height = Math.max(0.5, whole - (whole > 3 ? Math.min(1, whole / 8) : 0));
    const fill = this.colourOf(job);
    g.fillStyle = fill;
    const width = this.bar(g, jobs.start[job], jobs.end[job], y, height);
    if (width > 26 && height >= 11) {
      const text = String(jobs.id[job]);
      g.font = '11px system-ui, sans-serif';
      if (g.measureText(text).width < width - 6) {
        g.fillStyle = inkOn(fill);
        g.textBaseline = 'middle';
        g.textAlign = 'left';
        const top = Math.max(y, AXIS);
        const bottom = Math.min(y + height, AXIS + this.plot.height);
        g.fillText(text, Math.max(this.x(jobs.start[job]), this.left) + 4, (top + bottom) / 2 + 0.5);
      }
    }
  }

  /** Mixes the colours of jobs in each pixel by how much of it they take. */
  mix(g, group) {
    const { colourAt, from, end: shownEnd, run: { jobs: { start, end }, ranges: { low, size } } } = this;
    const rgb = Float32Array.from(this.rgb.flat());
    const [first, last] = this.sight();
    const isFine = this.rowHeight < 1; // several processors in a pixel
    const scale = isFine ? this.rowHeight : 1;
    const offset = isFine ? this.top : first;
    const width = Math.ceil(this.plot.width);
    const height = isFine ? Math.ceil(this.plot.height) : last - first + 1;
    const sums = this.emptySums(4 * width * height); // red, green, blue, what is taken
    const perTick = this.plot.width / this.span;
    this.visitRanges(group, (range, job) => {
      const left = Math.max(0, (start[job] - from) * perTick);
      const right = Math.min(width, (Math.min(end[job], shownEnd) - from) * perTick);
      const top = Math.max(0, low[range] * scale - offset);
      const bottom = Math.min(height, (low[range] + size[range]) * scale - offset);
      const own = 3 * colourAt[job];
      const red = rgb[own];
      const green = rgb[own + 1];
      const blue = rgb[own + 2];
      const lastX = Math.ceil(right);
      for (let y = Math.floor(top); y < bottom; y++) {
        const high = Math.min(y + 1, bottom) - Math.max(y, top);
        for (let x = Math.floor(left); x < lastX; x++) {
          const part = high * (Math.min(x + 1, right) - Math.max(x, left));
          const at = 4 * (y * width + x);
          sums[at] += part * red;
          sums[at + 1] += part * green;
          sums[at + 2] += part * blue;
          sums[at + 3] += part;
        }
      }
    });
    this.bring(sums, width, height, group === null);
    g.imageSmoothingEnabled = false;
    g.drawImage(this.image, 0, 0, width, height, this.left, isFine ? AXIS : this.y(first),
      width, isFine ? height : height * this.rowHeight);
  }

  emptySums(length) {
    if (this.sums?.length === length) {
      return this.sums.fill(0);
    }
    this.sums = new Float32Array(length);
    return this.sums;
  }

  /** Makes the image of mixed colours: opaque on what is free, or clear where only some are shown. */
  bring(sums, width, height, isOpaque) {
    const vacant = this.vacantRgb;
    const picture = new ImageData(width, height);
    const { data } = picture;
    for (let at = 0; at < sums.length; at += 4) {
      const taken = Math.min(1, sums[at + 3]);
      if (taken > 0) {
        const free = isOpaque ? 1 - taken : 0;
        const whole = isOpaque ? 1 : taken;
        data[at] = (sums[at] + free * vacant[0]) / whole;
        data[at + 1] = (sums[at + 1] + free * vacant[1]) / whole;
        data[at + 2] = (sums[at + 2] + free * vacant[2]) / whole;
        data[at + 3] = 255 * whole;
      }
    }
    this.image.width = width;
    this.image.height = height;
    this.image.getContext('2d').putImageData(picture, 0, 0);
  }

  drawCycles() {}

  drawAxis(g) {
    g.fillStyle = this.colour.card;
    g.fillRect(0, 0, this.width, AXIS);
    g.font = '11px system-ui, sans-serif';
    g.textBaseline = 'alphabetic';
    g.fillStyle = this.colour.soft;
    g.textAlign = 'left';
    g.fillText('proc.', 8, 24);
    g.textAlign = 'center';
    const { originTick: origin } = this.run;
    const from = this.from + origin;
    const { times, step } = roundTimes(from, from + this.span, this.plot.width / 110);
    for (const time of times) {
      const x = this.x(time - origin);
      g.fillRect(x, AXIS - 4, 1, 4);
      const text = clock(time, step);
      const half = g.measureText(text).width / 2;
      if (x - half > this.left && x + half < this.left + this.plot.width) {
        g.fillText(text, x, 24);
      }
    }
  }

  /** Dims all but a job, or a group of jobs. */
  highlight() {
    const g = this.over.getContext('2d');
    g.clearRect(0, 0, this.width, this.height);
    const job = this.pointed >= 0 ? this.pointed : this.pinned;
    if (job < 0 && this.user === null) {
      return;
    }
    this.clip(g, () => {
      g.globalAlpha = 0.6;
      g.fillStyle = this.colour.card;
      g.fillRect(this.left, AXIS, this.plot.width, this.plot.height);
      g.globalAlpha = 1;
      if (job >= 0) {
        this.framed(g, job);
      } else {
        this.paint(g, this.user);
      }
    });
  }

  framed(g, job) {
    const { jobs, ranges } = this.run;
    for (let range = jobs.firstRange[job]; range < jobs.firstRange[job + 1]; range++) {
      this.box(g, range, job);
      g.strokeStyle = this.colour.mark;
      g.lineWidth = 1.5;
      const x = this.x(jobs.start[job]);
      g.strokeRect(x, this.y(ranges.low[range]), Math.max(2, this.x(jobs.end[job]) - x),
        Math.max(2, ranges.size[range] * this.rowHeight));
    }
  }

  /** Shows only the jobs of a group, or all for null; false where there are none. */
  show(group) {
    this.user = group;
    this.onUser(group);
    this.highlight();
    return group === null || this.groups.includes(group);
  }

  /** A job by its number, -1 where the chart does not have it. */
  jobOf(id) {
    this.ids ??= new Map([...this.run.jobs.id].map((number, job) => [number, job]));
    return this.ids.get(Number(id)) ?? -1;
  }

  find(id) {
    const job = this.jobOf(id);
    this.pin(job);
    if (job < 0) {
      return false;
    }
    const { jobs, ranges } = this.run;
    this.span = Math.min(this.span, Math.max(6 * jobs.run[job], LEAST_SPAN));
    this.from = (jobs.start[job] + jobs.end[job]) / 2 - this.span / 2;
    this.top = ranges.low[jobs.firstRange[job]] * this.rowHeight - this.plot.height / 3;
    this.changed();
    return true;
  }

  /** The range at a place: one that is there before one that is less than a pixel away. */
  partAt(x, y) {
    const row = this.rowAt(y);
    if (row < 0 || x < this.left || x > this.left + this.plot.width) {
      return -1;
    }
    const { jobs: { start, end, firstRange }, ranges: { low, size } } = this.run;
    const tick = this.tickAt(x);
    const near = this.span / this.plot.width;
    let found = -1;
    let isThere = false;
    this.visit(tick - near, tick + near, (job) => {
      const here = start[job] <= tick && tick < end[job];
      if (isThere && !here) {
        return;
      }
      for (let range = firstRange[job]; range < firstRange[job + 1]; range++) {
        if (low[range] <= row && row < low[range] + size[range]) {
          found = range;
          isThere = here;
        }
      }
    });
    return found;
  }

  tellPart(part) {
    const { jobs, originTick: origin } = this.run;
    const job = this.run.parts.job[part];
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

  tellNode(row, tick) {
    const time = this.run.originTick + tick;
    return [el('h4', {}, `Processor ${this.run.nodes.id[row]}`),
      pairs(tick < 0 || tick > this.end ? [] : [['free at', clock(time, SECOND)]])];
  }
}
