// The chart of nodes against time. One canvas has the bars; a second one above it has what is
// highlighted, so that pointing at a job does not draw the bars again.

const AXIS = 34; // height of the time axis, above
const SCROLL = 12; // thickness of the scroll bars, right and below
const COLOURS = 8; // users with a colour of their own
const LEAST_SPAN = 2000; // ticks
const LOWEST_ROW = 0.1; // pixels
const HIGHEST_ROW = 48;

class GanttView {
  constructor(host) {
    this.host = host;
    host.tabIndex = 0;
    host.setAttribute('role', 'application');
    host.setAttribute('aria-label', 'Nodes over time; placements.csv has the same as a table');
    this.base = el('canvas', { 'aria-hidden': 'true' });
    this.over = el('canvas', { 'aria-hidden': 'true' });
    host.append(this.base, this.over);
    this.pinned = -1; // the job that is held, as its position in the run
    this.pointed = -1; // the job that is pointed at
    this.user = null; // the only user shown
    this.onUser = () => {};
    this.frame = 0;
    new ResizeObserver(() => this.resize()).observe(host);
  }

  /** Shows a run; `users` are those with a colour of their own. */
  set(run, users) {
    const { nodes, parts, local, jobs } = run;
    this.run = run;
    this.users = users;
    this.rowOfNode = new Map(nodes.id.map((id, row) => [id, row]));
    const rowsOf = (column) => Uint32Array.from(column, (id) => this.rowOfNode.get(id));
    this.partRows = rowsOf(parts.node);
    this.used = new Lanes(nodes.id.length, this.partRows, parts.start, parts.realEnd);
    this.reserved = new Lanes(nodes.id.length, this.partRows, parts.start, parts.end);
    this.localEnd = local.start.map((start, at) => start + local.length[at]);
    this.local = new Lanes(nodes.id.length, rowsOf(local.node), local.start, this.localEnd);
    this.partsOfJob = jobs.id.map(() => []);
    parts.job.forEach((job, part) => this.partsOfJob[job].push(part));
    this.jobOfId = new Map(jobs.id.map((id, job) => [id, job]));
    this.opened = Math.max(run.endTick, (run.cycles - 1) * run.periodTicks + run.horizonTicks);
    this.end = run.shownUntilTick < 0 ? this.opened : run.shownUntilTick;
    this.pinned = this.jobOfId.get(this.pinnedId) ?? -1; // the same job under another policy
    this.pointed = -1;
    this.onUser(this.user);
    if (!this.rowHeight) {
      this.rowHeight = Math.max(14, Math.min(24, 460 / nodes.id.length));
    }
    this.fit();
  }

  /** All of the time. */
  fit() {
    this.from = 0;
    this.span = Math.max(LEAST_SPAN, this.end * 1.01);
    this.top = 0;
    this.resize();
  }

  get rows() {
    return this.run.nodes.id.length;
  }

  resize() {
    if (!this.run) {
      return;
    }
    const most = Math.min(680, Math.max(320, innerHeight * 0.75));
    const height = Math.round(Math.min(most, AXIS + this.rows * this.rowHeight + SCROLL));
    this.host.style.height = `${height}px`;
    this.width = this.host.clientWidth;
    this.height = height;
    const scale = devicePixelRatio || 1;
    for (const canvas of [this.base, this.over]) {
      canvas.width = Math.round(this.width * scale);
      canvas.height = Math.round(height * scale);
      canvas.getContext('2d').setTransform(scale, 0, 0, scale, 0, 0);
    }
    this.left = 22 + 8 * String(this.run.nodes.id[this.rows - 1] ?? 0).length + (this.width > 600 ? 26 : 0);
    this.plot = { width: this.width - this.left - SCROLL, height: height - AXIS - SCROLL };
    this.readColours();
    this.changed();
  }

  readColours() {
    this.colour = {};
    for (const name of ['card', 'ink', 'soft', 'line', 'vacant', 'closed', 'local', 'cycle', 'mark', 'user-other']) {
      this.colour[name] = style(`--${name}`);
    }
    this.palette = [...Array(COLOURS).keys()].map((n) => style(`--user-${n}`));
  }

  colourOf(user) {
    const at = this.users.indexOf(user);
    return at < 0 ? this.colour['user-other'] : this.palette[at];
  }

  /** Keeps the view inside the run and draws it, at most once per frame. */
  changed() {
    this.span = Math.max(LEAST_SPAN, Math.min(this.span, this.end * 1.01));
    this.from = Math.max(0, Math.min(this.from, this.end * 1.01 - this.span));
    this.top = Math.max(0, Math.min(this.top, this.rows * this.rowHeight - this.plot.height));
    if (!this.frame) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.draw();
        this.highlight();
      });
    }
  }

  x(tick) {
    return this.left + ((tick - this.from) / this.span) * this.plot.width;
  }

  tickAt(x) {
    return this.from + ((x - this.left) / this.plot.width) * this.span;
  }

  y(row) {
    return AXIS + row * this.rowHeight - this.top;
  }

  /** The rows in sight, as [first, last]. */
  sight() {
    return [
      Math.floor(this.top / this.rowHeight),
      Math.min(this.rows - 1, Math.floor((this.top + this.plot.height - 0.01) / this.rowHeight)),
    ];
  }

  draw() {
    const g = this.base.getContext('2d');
    g.clearRect(0, 0, this.width, this.height);
    this.clip(g, () => {
      this.drawRows(g);
      this.drawCycles(g);
    });
    this.drawAxis(g);
    this.drawNodes(g);
    this.drawScroll(g);
  }

  clip(g, paint) {
    g.save();
    g.beginPath();
    g.rect(this.left, AXIS, this.plot.width, this.plot.height);
    g.clip();
    paint();
    g.restore();
  }

  drawRows(g) {
    const { colour, run: { parts, jobs } } = this;
    const to = this.from + this.span;
    const [first, last] = this.sight();
    const gap = this.rowHeight >= 8 ? 2 : this.rowHeight >= 4 ? 1 : 0;
    g.fillStyle = colour.closed;
    g.fillRect(this.left, AXIS, this.plot.width, this.plot.height);
    const opened = Math.min(this.opened, this.end);
    const height = Math.max(1, this.rowHeight - gap);
    const step = Math.max(1, Math.floor(1 / this.rowHeight)); // of rows in one pixel, one is drawn
    for (let row = first; row <= last; row += step) {
      const y = this.y(row);
      g.fillStyle = colour.vacant;
      g.fillRect(this.x(0), y, this.x(opened) - this.x(0), height);
      this.reserved.visit(row, this.from, to, (part) => {
        if (parts.end[part] > parts.realEnd[part]) {
          this.tail(g, part, y, height);
        }
      });
      g.fillStyle = colour.local;
      this.local.visit(row, this.from, to, (job) => {
        this.bar(g, this.run.local.start[job], this.localEnd[job], y, height);
      });
      this.used.visit(row, this.from, to, (part) => {
        const fill = this.colourOf(jobs.user[parts.job[part]]);
        g.fillStyle = fill;
        const width = this.bar(g, parts.start[part], parts.realEnd[part], y, height);
        if (width > 26 && height >= 11) {
          this.label(g, part, width, y, height, fill);
        }
      });
    }
  }

  /**
   * A bar; returns how wide it is. One narrower than a pixel comes out paler, so that a chart of a
   * long time looks as full as the nodes were.
   */
  bar(g, start, end, y, height) {
    const x = Math.max(this.x(start), this.left - 1);
    const wide = Math.min(this.x(end), this.width) - x;
    const width = Math.max(0.3, wide > 3 ? wide - 0.5 : wide); // neighbours stay apart
    g.fillRect(x, y, width, height);
    return width;
  }

  /** What was reserved, but not needed: paler, with its end marked. */
  tail(g, part, y, height) {
    const { parts, jobs } = this.run;
    const x = this.x(parts.realEnd[part]);
    const end = this.x(parts.end[part]);
    if (end - x < 1) {
      return;
    }
    g.fillStyle = this.colourOf(jobs.user[parts.job[part]]);
    g.globalAlpha = 0.28;
    g.fillRect(x, y, end - x, height);
    g.globalAlpha = 1;
    if (end - x > 2) {
      g.fillRect(end - 1.5, y, 1.5, height);
    }
  }

  label(g, part, width, y, height, fill) {
    const text = this.run.jobs.id[this.run.parts.job[part]];
    g.font = '11px system-ui, sans-serif';
    if (g.measureText(text).width < width - 6) {
      g.fillStyle = inkOn(fill);
      g.textBaseline = 'middle';
      g.textAlign = 'left';
      g.fillText(text, Math.max(this.x(this.run.parts.start[part]), this.left) + 4, y + height / 2 + 0.5);
    }
  }

  drawCycles(g) {
    const { run, colour } = this;
    const period = run.periodTicks;
    if ((period / this.span) * this.plot.width < 5) {
      return; // they would be a wall
    }
    g.strokeStyle = colour.cycle;
    g.setLineDash([4, 4]);
    g.lineWidth = 1;
    g.beginPath();
    const last = Math.min(run.cycles - 1, Math.floor((this.from + this.span) / period));
    for (let n = Math.ceil(this.from / period); n <= last; n++) {
      const x = Math.round(this.x(n * period)) + 0.5;
      g.moveTo(x, AXIS);
      g.lineTo(x, AXIS + this.plot.height);
    }
    g.stroke();
    g.setLineDash([]);
  }

  drawAxis(g) {
    const { run, colour } = this;
    g.fillStyle = colour.card;
    g.fillRect(0, 0, this.width, AXIS);
    g.font = '11px system-ui, sans-serif';
    g.textBaseline = 'alphabetic';
    const period = run.periodTicks;
    const wide = (period / this.span) * this.plot.width;
    const step = Math.max(1, Math.ceil((50 + 8 * String(run.cycles).length) / wide));
    const limit = this.left + this.plot.width;
    g.textAlign = 'left';
    g.fillStyle = colour.cycle;
    for (let n = Math.ceil(this.from / period / step) * step; n < run.cycles; n += step) {
      const x = this.x(n * period);
      if (x > limit - 46) {
        break;
      }
      g.fillText(`cycle ${n}`, x + 2, 12);
    }
    g.fillStyle = colour.soft;
    g.fillText('node', 8, 28);
    g.textAlign = 'center';
    const from = this.from / 1000;
    for (const time of ticks(from, from + this.span / 1000, this.plot.width / 90)) {
      const x = this.x(time * 1000);
      if (x > this.left + 16 && x < limit - 16) {
        g.fillText(onAxis(time, (this.from + this.span) / 1000), x, 28);
      }
    }
  }

  drawNodes(g) {
    const [first, last] = this.sight();
    const step = Math.max(1, Math.ceil(13 / this.rowHeight));
    g.save();
    g.beginPath();
    g.rect(0, AXIS, this.left, this.plot.height);
    g.clip();
    g.fillStyle = this.colour.soft;
    g.font = '11px system-ui, sans-serif';
    g.textAlign = 'right';
    g.textBaseline = 'middle';
    let free = AXIS; // where the next text may begin
    for (let row = Math.ceil(first / step) * step; row <= last; row += step) {
      const y = Math.max(AXIS + 6, this.y(row) + this.rowHeight / 2);
      if (y - 6 >= free && y + 6 <= AXIS + this.plot.height) {
        g.fillText(String(this.run.nodes.id[row]), this.left - 8, y);
        free = y + 6;
      }
    }
    g.restore();
  }

  /** The scroll bars, as {axis: [x, y, width, height, shown, room]}; without what all fits in. */
  thumbs() {
    const found = {};
    const { width, height } = this.plot;
    const all = this.rows * this.rowHeight;
    if (all > height + 1) {
      const size = Math.max(24, (height / all) * height);
      const at = AXIS + (this.top / (all - height)) * (height - size);
      found.rows = { x: this.width - SCROLL + 2, y: at, width: SCROLL - 4, height: size };
    }
    const whole = this.end * 1.01;
    if (this.span < whole * 0.999) {
      const size = Math.max(24, (this.span / whole) * width);
      const at = this.left + (this.from / (whole - this.span)) * (width - size);
      found.time = { x: at, y: this.height - SCROLL + 2, width: size, height: SCROLL - 4 };
    }
    return found;
  }

  drawScroll(g) {
    for (const thumb of Object.values(this.thumbs())) {
      g.fillStyle = this.colour.local;
      g.beginPath();
      g.roundRect(thumb.x, thumb.y, thumb.width, thumb.height, 4);
      g.fill();
    }
  }

  /** Dims all but the parts of a job, or of a user. */
  highlight() {
    const g = this.over.getContext('2d');
    g.clearRect(0, 0, this.width, this.height);
    const job = this.pointed >= 0 ? this.pointed : this.pinned;
    if (job < 0 && this.user === null) {
      return;
    }
    const { parts, jobs } = this.run;
    this.clip(g, () => {
      g.globalAlpha = 0.6;
      g.fillStyle = this.colour.card;
      g.fillRect(this.left, AXIS, this.plot.width, this.plot.height);
      g.globalAlpha = 1;
      if (job >= 0) {
        this.partsOfJob[job].forEach((part) => this.mark(g, part, true));
        return;
      }
      const [first, last] = this.sight();
      for (let row = first; row <= last; row++) {
        this.reserved.visit(row, this.from, this.from + this.span, (part) => {
          if (jobs.user[parts.job[part]] === this.user) {
            this.mark(g, part, false);
          }
        });
      }
    });
  }

  mark(g, part, framed) {
    const { parts, jobs } = this.run;
    const y = this.y(this.partRows[part]);
    const height = Math.max(2, this.rowHeight - (this.rowHeight >= 8 ? 2 : 0));
    const fill = this.colourOf(jobs.user[parts.job[part]]);
    g.fillStyle = fill;
    const width = this.bar(g, parts.start[part], parts.realEnd[part], y, height);
    this.tail(g, part, y, height);
    if (framed) {
      if (width > 26 && height >= 11) {
        this.label(g, part, width, y, height, fill);
      }
      g.strokeStyle = this.colour.mark;
      g.lineWidth = 1.5;
      const x = this.x(parts.start[part]);
      g.strokeRect(x, y, Math.max(2, this.x(parts.end[part]) - x), height);
    }
  }
}

const inks = new Map();

/** Black or white, whichever is read better on a colour #rrggbb. */
function inkOn(colour) {
  if (!inks.has(colour)) {
    const [r, g, b] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
    inks.set(colour, 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2 ? '#10151d' : '#ffffff');
  }
  return inks.get(colour);
}
