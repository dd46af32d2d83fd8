// View of a chart of rows against time, for every kind of run: the visible part, its axis, its rows,
// its scroll bars. One canvas has the bars; a second canvas above it
// has the highlighted bar, so that pointing at a job does not draw the bars again.
//
// The content comes from a source; there is one for each kind of run:
//   rows, rowName(row)     number of rows, and their labels
//   opened, end            rows are free up to `opened`; the chart goes up to `end`
//   shownUntil             bars that start at this tick or later are not drawn
//   jobs.id, readId(text)  the id of each job, and the id in a typed text
//   bars                   columns job, row, size (in rows), start, end, until (end of the reservation)
//   blocks                 columns row, start, end of times that no job can have
//   jobs.label             optional: the text on each job's bars; without it the id
//   leastFound             minimum time shown around a job that was searched
//   look                   lowestRow: least height of rows at first, in pixels; separate: rows have gaps;
//                          optional left: width of the row names, palette: CSS variables of the colours of
//                          groups, isExact: no room after the end; mostBars: more bars are mixed;
//                          bar, marked, framed: functions of the height of a bar's rows to the height of
//                          the bar, of the highlighted bar, and of a frame
//   drawAxis(g, chart), drawOver(g, chart)
//   aboutBar(bar, chart), aboutRow(row, tick, chart)   content of the tooltip

import { BarIndex, JobBars } from './bar-index.js';
import { el, roundTimes, style, tip } from './elements.js';

export const AXIS = 34; // height of the time axis, above
const SCROLL = 12; // thickness of the scroll bars, right and below
export const COLOURS = 8; // groups with their own colour
const USER_COLOURS = [...Array(COLOURS).keys()].map((n) => `--user-${n}`);
const NO_COLOUR = 15; // colour of a group without its own
export const LEAST_SPAN = 2000; // ticks
export const LOWEST_ROW = 0.1; // pixels
export const HIGHEST_ROW = 48;

const marked = (height) => Math.max(2, height - (height >= 8 ? 2 : 0));

/** The look of rows with gaps between them. */
export const SEPARATE_ROWS = {
  lowestRow: 14, separate: true, mostBars: Infinity, marked, framed: marked,
  bar: (height) => Math.max(1, height - (height >= 8 ? 2 : height >= 4 ? 1 : 0)),
};

export class GanttView {
  constructor(host, label) {
    this.host = host;
    host.tabIndex = 0;
    host.setAttribute('role', 'application');
    host.setAttribute('aria-label', label);
    this.base = el('canvas', { 'aria-hidden': 'true' });
    this.over = el('canvas', { 'aria-hidden': 'true' });
    host.append(this.base, this.over);
    this.pinned = -1; // the selected job, as its position in the run
    this.pointed = -1; // the job that is pointed at
    this.shown = null; // the only group shown
    this.onShow = () => {};
    this.frame = 0;
    this.resized = new ResizeObserver(() => this.resize());
    this.resized.observe(host);
    this.themed = new MutationObserver(() => this.resize()); // its colours are read from the style
    this.themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  /** Ends the chart; its host is of no use any more. */
  close() {
    this.resized.disconnect();
    this.themed.disconnect();
    cancelAnimationFrame(this.frame);
    tip.hide();
  }

  /**
   * Shows a source; its jobs get their colours by colourBy. The time of one that continues the previous one
   * begins `later` ticks after it, and the part that is shown stays; else all is shown.
   */
  set(source, later) {
    const { bars, blocks, jobs, look } = source;
    const isPart = later !== undefined && this.source && this.span < this.allTime * 0.999;
    const pointed = this.pointed < 0 ? undefined : this.source.jobs.id[this.pointed];
    this.source = source;
    this.used = new BarIndex(bars.start, bars.end);
    this.reserved = bars.until === bars.end ? this.used : new BarIndex(bars.start, bars.until);
    this.blocked = new BarIndex(blocks.start, blocks.end);
    this.jobBars = new JobBars(bars.job, jobs.id.length);
    this.jobOfId = null;
    this.pinned = this.pinnedId === undefined ? -1 : this.jobOf(this.pinnedId); // the same job under another policy
    this.pointed = pointed === undefined ? -1 : this.jobOf(pointed);
    this.rowHeight ??= Math.max(look.lowestRow, Math.min(24, 460 / source.rows));
    if (later === undefined) {
      this.fit();
    } else {
      this.from = isPart ? this.from - later : 0;
      this.span = isPart ? this.span : this.allTime;
      this.top ??= 0;
      this.resize();
    }
  }

  /** Colours jobs by groups: one group for each job; groups in `coloured` have their own colour. */
  colourBy(groups, coloured, shown = null) {
    this.groups = groups;
    this.colourAt = groups.map((group) => coloured.indexOf(group) & NO_COLOUR);
    this.shown = shown;
    this.onShow(shown);
    this.changed();
  }

  /** A job by its id, -1 if the chart does not have the job. */
  jobOf(id) {
    this.jobOfId ??= new Map([...this.source.jobs.id].map((own, job) => [own, job]));
    return this.jobOfId.get(id) ?? -1;
  }

  /** All of the time. */
  fit() {
    this.from = 0;
    this.span = this.allTime;
    this.top = 0;
    this.resize();
  }

  get rows() {
    return this.source.rows;
  }

  /** The time of the source, with some room after it unless `look.isExact`. */
  get extent() {
    return this.source.end * (this.source.look.isExact ? 1 : 1.01);
  }

  /** All the time that can be shown. */
  get allTime() {
    return Math.max(LEAST_SPAN, this.extent);
  }

  resize() {
    if (!this.source) {
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
    this.left = this.source.look.left
      ?? 22 + 8 * this.source.rowName(this.rows - 1).length + (this.width > 600 ? 26 : 0);
    this.plot = { width: this.width - this.left - SCROLL, height: height - AXIS - SCROLL };
    this.readColours();
    this.changed();
  }

  readColours() {
    this.colour = {};
    for (const name of ['card', 'ink', 'soft', 'line', 'vacant', 'closed', 'local', 'cycle', 'mark', 'bad', 'user-other']) {
      this.colour[name] = style(`--${name}`);
    }
    this.palette = (this.source.look.palette ?? USER_COLOURS).map(style);
    const rgb = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    const ofGroups = [...Array(NO_COLOUR + 1).keys()].map((n) => this.palette[n] ?? this.colour['user-other']);
    this.rgb = Float32Array.from(ofGroups.flatMap(rgb));
    this.vacantRgb = rgb(this.colour.vacant);
  }

  colourOf(job) {
    return this.palette[this.colourAt[job]] ?? this.colour['user-other'];
  }

  /** Keeps the view inside the run and draws it, at most once per frame. */
  changed() {
    this.span = Math.max(LEAST_SPAN, Math.min(this.span, this.extent));
    this.from = Math.max(0, Math.min(this.from, this.extent - this.span));
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

  /** The visible rows, as [first, last]. */
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
      g.fillStyle = this.colour.closed;
      g.fillRect(this.left, AXIS, this.plot.width, this.plot.height);
      this.drawRows(g);
      this.source.drawOver(g, this);
    });
    g.fillStyle = this.colour.card;
    g.fillRect(0, 0, this.width, AXIS);
    g.font = '11px system-ui, sans-serif';
    g.textBaseline = 'alphabetic';
    g.textAlign = 'left';
    this.source.drawAxis(g, this);
    this.drawRowNames(g);
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

  /** Draws round times on the axis, labelled by `text` of a time and the step between them; `origin` is the time of tick 0. */
  drawTimes(g, origin, text) {
    g.fillStyle = this.colour.soft;
    g.textAlign = 'center';
    const from = this.from + origin;
    const { times, step } = roundTimes(from, from + this.span, this.plot.width / 110);
    for (const time of times) {
      const x = this.x(time - origin);
      g.fillRect(x, AXIS - 4, 1, 4);
      const shown = text(time, step);
      const half = g.measureText(shown).width / 2;
      if (x - half > this.left && x + half < this.left + this.plot.width) {
        g.fillText(shown, x, 24);
      }
    }
  }

  drawRowNames(g) {
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
        g.fillText(this.source.rowName(row), this.left - 8, y);
        free = y + 6;
      }
    }
    g.restore();
  }

  /** The scroll bars, as {axis: [x, y, width, height, shown, room]}; without axes on which everything fits. */
  thumbs() {
    const found = {};
    const { width, height } = this.plot;
    const all = this.rows * this.rowHeight;
    if (all > height + 1) {
      const size = Math.max(24, (height / all) * height);
      const at = AXIS + (this.top / (all - height)) * (height - size);
      found.rows = { x: this.width - SCROLL + 2, y: at, width: SCROLL - 4, height: size };
    }
    const { extent: whole } = this;
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
}
