// Bars of a chart: free, reserved, blocked and used time, and the highlighted bar.
import { BarMixture } from './bar-mixture.js';
import { AXIS, GanttView } from './gantt-view.js';

export class GanttBars extends GanttView {
  constructor(host, label) {
    super(host, label);
    this.mixture = new BarMixture();
  }

  /** Calls `take` with each visible bar of an index, until `take` returns false. */
  visitSight(index, { row, size }, take) {
    const [first, last] = this.sight();
    index.visit(this.from, Math.min(this.from + this.span, this.source.shownUntil), (bar) =>
      row[bar] > last || row[bar] + (size?.[bar] ?? 1) <= first || take(bar));
  }

  /** The visible bars of each row, by their starts. */
  inSightByRow(index, columns) {
    const found = new Map();
    this.visitSight(index, columns, (bar) => {
      const row = columns.row[bar];
      if (!found.has(row)) {
        found.set(row, []);
      }
      found.get(row).push(bar);
    });
    return (row) => found.get(row) ?? [];
  }

  drawRows(g) {
    const { opened, end, look, bars } = this.source;
    const left = this.x(0);
    const width = this.x(Math.min(opened, end)) - left;
    if (look.separate) {
      this.drawSeparateRows(g, left, width);
      return;
    }
    g.fillStyle = this.colour.vacant;
    g.fillRect(left, AXIS, width, Math.min(this.y(this.rows), AXIS + this.plot.height) - AXIS);
    const visit = (take) => this.visitSight(this.used, bars, take);
    if (this.isMixed(visit)) {
      this.mix(g, visit, true);
    } else {
      visit((bar) => { this.box(g, bar, look.bar); });
    }
  }

  /** Draws free, reserved, blocked and used time, row by row. */
  drawSeparateRows(g, left, width) {
    const { bars, blocks, look } = this.source;
    const reserved = this.inSightByRow(this.reserved, bars);
    const blocked = this.inSightByRow(this.blocked, blocks);
    const used = this.inSightByRow(this.used, bars);
    const [first, last] = this.sight();
    const height = look.bar(this.rowHeight);
    const step = Math.max(1, Math.floor(1 / this.rowHeight)); // of rows in one pixel, one is drawn
    for (let row = first; row <= last; row += step) {
      const y = this.y(row);
      g.fillStyle = this.colour.vacant;
      g.fillRect(left, y, width, height);
      reserved(row).forEach((bar) => this.tail(g, bar, look.bar));
      g.fillStyle = this.colour.local;
      blocked(row).forEach((block) => this.bar(g, blocks.start[block], blocks.end[block], y, height));
      used(row).forEach((bar) => this.box(g, bar, look.bar));
    }
  }

  /** The visible bars of the shown group. */
  drawGroup(g) {
    const { bars, look } = this.source;
    const visit = (take) => this.visitSight(this.reserved, bars, (bar) => this.groups[bars.job[bar]] !== this.shown || take(bar));
    if (this.isMixed(visit)) {
      this.mix(g, visit, false);
      return;
    }
    const found = [];
    visit((bar) => { found.push(bar); });
    if (look.separate) {
      found.sort((a, b) => bars.row[a] - bars.row[b]);
    }
    found.forEach((bar) => this.whole(g, bar, !look.separate));
  }

  /** Whether there are too many bars to draw each of them. */
  isMixed(visit) {
    const { bars, look: { mostBars } } = this.source;
    let count = 0;
    if (bars.job.length > mostBars) {
      visit(() => ++count <= mostBars);
    }
    return count > mostBars;
  }

  /** Draws a highlighted bar with the time that it reserved. */
  whole(g, bar, isNamed) {
    const { look } = this.source;
    this.box(g, bar, look.marked, isNamed);
    this.tail(g, bar, look.marked);
  }

  /** A bar, with the id of its job if the id fits. */
  box(g, bar, look, isNamed = true) {
    const { row, size, start, end, job } = this.source.bars;
    const y = this.y(row[bar]);
    const height = look(size[bar] * this.rowHeight);
    const fill = this.colourOf(job[bar]);
    g.fillStyle = fill;
    const width = this.bar(g, start[bar], end[bar], y, height);
    if (isNamed && width > 26 && height >= 11) {
      this.label(g, bar, width, y, height, fill);
    }
  }

  /** Mixes the colours of bars in each pixel by the shares of the pixel that they take. */
  mix(g, visit, isOpaque) {
    const { mixture, from, colourAt, source: { shownUntil, bars: { job, row, size, start, end } } } = this;
    const [first, last] = this.sight();
    const isFine = this.rowHeight < 1; // several rows in a pixel
    const scale = isFine ? this.rowHeight : 1;
    const offset = isFine ? this.top : first;
    const width = Math.ceil(this.plot.width);
    const height = isFine ? Math.ceil(this.plot.height) : last - first + 1;
    const perTick = this.plot.width / this.span;
    mixture.begin(width, height);
    visit((bar) => {
      mixture.add((start[bar] - from) * perTick, (Math.min(end[bar], shownUntil) - from) * perTick,
        row[bar] * scale - offset, (row[bar] + size[bar]) * scale - offset, this.rgb, 3 * colourAt[job[bar]]);
    });
    g.imageSmoothingEnabled = false;
    g.drawImage(mixture.end(isOpaque ? this.vacantRgb : null), 0, 0, width, height, this.left, isFine ? AXIS : this.y(first),
      width, isFine ? height : height * this.rowHeight);
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

  /** Draws the reserved time that a bar did not need: paler, with its end marked. */
  tail(g, bar, look) {
    const { job, row, size, end: ends, until } = this.source.bars;
    const x = this.x(ends[bar]);
    const end = this.x(until[bar]);
    if (end - x < 1) {
      return;
    }
    const y = this.y(row[bar]);
    const height = look(size[bar] * this.rowHeight);
    g.fillStyle = this.colourOf(job[bar]);
    g.globalAlpha = 0.28;
    g.fillRect(x, y, end - x, height);
    g.globalAlpha = 1;
    if (end - x > 2) {
      g.fillRect(end - 1.5, y, 1.5, height);
    }
  }

  label(g, bar, width, y, height, fill) {
    const { bars, jobs, look } = this.source;
    const text = String((jobs.label ?? jobs.id)[bars.job[bar]]);
    g.font = '11px system-ui, sans-serif';
    if (g.measureText(text).width < width - 6) {
      g.fillStyle = inkOn(fill);
      g.textBaseline = 'middle';
      g.textAlign = 'left';
      const top = look.separate ? y : Math.max(y, AXIS);
      const bottom = look.separate ? y + height : Math.min(y + height, AXIS + this.plot.height);
      g.fillText(text, Math.max(this.x(bars.start[bar]), this.left) + 4, (top + bottom) / 2 + 0.5);
    }
  }

  /** Dims everything except a job, or a group of jobs. */
  highlight() {
    const g = this.over.getContext('2d');
    g.clearRect(0, 0, this.width, this.height);
    const job = this.pointed >= 0 ? this.pointed : this.pinned;
    if (job < 0 && this.shown === null) {
      return;
    }
    this.clip(g, () => {
      g.globalAlpha = 0.6;
      g.fillStyle = this.colour.card;
      g.fillRect(this.left, AXIS, this.plot.width, this.plot.height);
      g.globalAlpha = 1;
      if (job >= 0) {
        this.jobBars.of(job).forEach((bar) => this.framed(g, bar));
      } else {
        this.drawGroup(g);
      }
    });
  }

  framed(g, bar) {
    const { bars: { row, size, start, until }, look } = this.source;
    this.whole(g, bar, true);
    g.strokeStyle = this.colour.mark;
    g.lineWidth = 1.5;
    const x = this.x(start[bar]);
    g.strokeRect(x, this.y(row[bar]), Math.max(2, this.x(until[bar]) - x), look.framed(size[bar] * this.rowHeight));
  }
}

const inks = new Map();

/** Black or white, the more legible of both on a colour #rrggbb. */
function inkOn(colour) {
  if (!inks.has(colour)) {
    const [r, g, b] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
    inks.set(colour, 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2 ? '#10151d' : '#ffffff');
  }
  return inks.get(colour);
}
