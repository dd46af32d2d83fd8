// Content of the chart of a cyclic run: windows on nodes, reserved time that was not needed, local jobs.

/** Label of a node: the name, otherwise the number. */
function nodeName(run, row) {
  return textAt(run.nodes.name, row) || String(run.nodes.id[row]);
}

/** Label of a user: the name, otherwise the number. */
function userName(run, user) {
  return run.userNames[user] ?? `user ${user}`;
}

/** Label of a job: the name, otherwise the id. */
function jobName(run, job) {
  return textAt(run.jobs.name, job) || run.jobs.id[job];
}

/** A source of a chart (gantt-view.js): nodes are rows, the parts of windows are bars. */
class CyclicBars {
  constructor(run) {
    const { nodes, parts, local, jobs } = run;
    const rowOfNode = new Map(nodes.id.map((id, row) => [id, row]));
    const rowsOf = (column) => Uint32Array.from(column, (id) => rowOfNode.get(id));
    this.run = run;
    this.jobs = jobs;
    this.rows = nodes.id.length;
    this.opened = Math.max(run.endTick, (run.cycles - 1) * run.periodTicks + run.horizonTicks);
    this.end = run.shownUntilTick < 0 ? this.opened : run.shownUntilTick;
    this.shownUntil = Infinity;
    this.leastFound = run.periodTicks;
    this.bars = {
      job: parts.job, row: rowsOf(parts.node), size: new Uint8Array(parts.job.length).fill(1),
      start: parts.start, end: parts.realEnd, until: parts.end,
    };
    this.blocks = {
      row: rowsOf(local.node), start: local.start, end: local.start.map((start, at) => start + local.length[at]),
    };
    this.look = SEPARATE_ROWS;
  }

  rowName(row) {
    return nodeName(this.run, row);
  }

  /** Jobs are found by name, too. */
  readId(text) {
    const { id, name } = this.run.jobs;
    const place = name.texts.indexOf(text);
    const at = text === '' || place < 0 ? -1 : name.at.indexOf(place);
    return at < 0 ? text : id[at];
  }

  drawAxis(g, chart) {
    const { cycles, periodTicks: period } = this.run;
    const wide = (period / chart.span) * chart.plot.width;
    const step = Math.max(1, Math.ceil((50 + 8 * String(cycles).length) / wide));
    const limit = chart.left + chart.plot.width;
    g.fillStyle = chart.colour.cycle;
    for (let n = Math.ceil(chart.from / period / step) * step; n < cycles; n += step) {
      const x = chart.x(n * period);
      if (x > limit - 46) {
        break;
      }
      g.fillText(`cycle ${n}`, x + 2, 12);
    }
    g.fillStyle = chart.colour.soft;
    g.fillText('node', 8, 28);
    g.textAlign = 'center';
    const from = chart.from / 1000;
    for (const time of ticks(from, from + chart.span / 1000, chart.plot.width / 90)) {
      const x = chart.x(time * 1000);
      if (x > chart.left + 16 && x < limit - 16) {
        g.fillText(onAxis(time, (chart.from + chart.span) / 1000), x, 28);
      }
    }
  }

  /** Lines where cycles begin. */
  drawOver(g, chart) {
    const { cycles, periodTicks: period } = this.run;
    if ((period / chart.span) * chart.plot.width < 5) {
      return; // too close to each other
    }
    g.strokeStyle = chart.colour.cycle;
    g.setLineDash([4, 4]);
    g.lineWidth = 1;
    g.beginPath();
    const last = Math.min(cycles - 1, Math.floor((chart.from + chart.span) / period));
    for (let n = Math.ceil(chart.from / period); n <= last; n++) {
      const x = Math.round(chart.x(n * period)) + 0.5;
      g.moveTo(x, AXIS);
      g.lineTo(x, AXIS + chart.plot.height);
    }
    g.stroke();
    g.setLineDash([]);
  }

  aboutBar(part, chart) {
    const { parts, jobs } = this.run;
    const job = parts.job[part];
    const own = chart.jobBars.of(job);
    const others = [...own.slice(0, 12)].map((at) => nodeName(this.run, parts.node[at])).join(', ');
    const cost = units(jobs.costMilli[job]);
    return [
      el('h4', {}, `Job ${jobName(this.run, job)}, ${userName(this.run, jobs.user[job])}: ${textAt(jobs.outcome, job)}`),
      pairs([
        ['node', nodeName(this.run, parts.node[part])],
        ['submitted', units(jobs.submit[job])],
        ['start', units(parts.start[part])],
        ['real end', units(parts.realEnd[part])],
        ['reserved end', units(parts.end[part])],
        ['cost of this part', units(parts.costMilli[part])],
        ['cost of the job', jobs.refundMilli[job] ? `${cost} (${units(jobs.refundMilli[job])} back)` : cost],
        ['criterion', `least ${textAt(jobs.criterion, job)}`],
        ['nodes (m)', `${jobs.nodes[job]}: ${others}${own.length > 12 ? ' …' : ''}`],
        ['booked in cycle', jobs.cycle[job] < 0 ? '–' : String(jobs.cycle[job])],
      ]),
    ];
  }

  /** Describes a node, and its state at a tick without a window; the node alone for -1. */
  aboutRow(row, tick, chart) {
    const { nodes } = this.run;
    const about = [
      ['domain', textAt(nodes.owner, row) || String(nodes.domain[row])],
      ['performance', String(nodes.performance[row])],
      ['list price', units(nodes.priceMilli[row])],
    ];
    const job = tick < 0 ? -1 : chart.blockAt(row, tick);
    if (job >= 0) {
      return [el('h4', {}, `Node ${nodeName(this.run, row)}: local job`), pairs([
        ['start', units(this.blocks.start[job])], ['end', units(this.blocks.end[job])],
        ['kind', this.run.local.planned[job] ? 'known at the opening' : 'arrived later'], ...about,
      ])];
    }
    if (tick < 0 || tick >= Math.min(this.opened, this.end)) {
      return [el('h4', {}, `Node ${nodeName(this.run, row)}`), pairs(about)];
    }
    const [from, to] = chart.freeAround(row, tick);
    return [el('h4', {}, `Node ${nodeName(this.run, row)}: vacant`),
      pairs([['from', units(from)], ['to', units(to)], ...about])];
  }
}
