// Interaction with a chart: zoom, move, point at a bar, select a job, find a job.
import { el, tip } from './elements.js';
import { GanttBars } from './gantt-bars.js';
import { AXIS, HIGHEST_ROW, LEAST_SPAN, LOWEST_ROW } from './gantt-view.js';

export class Gantt extends GanttBars {
  constructor(host, label) {
    super(host, label);
    this.drag = null;
    this.onPick = (job) => this.pin(job); // a click on a job's bar, or on none (-1)
    host.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    host.addEventListener('keydown', (event) => this.key(event));
    host.addEventListener('pointerdown', (event) => this.down(event));
    host.addEventListener('pointermove', (event) => this.move(event));
    host.addEventListener('pointerup', (event) => this.up(event));
    host.addEventListener('pointercancel', () => this.drop());
    host.addEventListener('pointerleave', () => this.point(-1));
  }

  zoom(factor, x = this.left + this.plot.width / 2) {
    const tick = this.tickAt(x);
    const before = this.span;
    this.span = Math.max(LEAST_SPAN, Math.min(this.extent, this.span * factor));
    this.from = tick - (tick - this.from) * (this.span / before);
    this.changed();
  }

  /** Changes the height of rows; the middle of the view stays. */
  stretch(factor) {
    const middle = (this.top + this.plot.height / 2) / this.rowHeight;
    const least = Math.min(14, Math.max(LOWEST_ROW, this.plot.height / this.rows));
    this.rowHeight = Math.max(least, Math.min(HIGHEST_ROW, this.rowHeight * factor));
    this.top = middle * this.rowHeight - this.plot.height / 2;
    this.resize();
  }

  scroll(time, rows) {
    this.from += time * this.span;
    this.top += rows;
    this.changed();
  }

  wheel(event) {
    if (document.activeElement !== this.host && !event.ctrlKey && !event.metaKey) {
      return; // the page scrolls
    }
    event.preventDefault();
    const delta = (event.deltaY || event.deltaX) * (event.deltaMode === 1 ? 16 : 1);
    const { x } = this.place(event);
    if (x < this.left) {
      this.scroll(0, delta);
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.scroll(delta / this.plot.width, 0);
    } else {
      this.zoom(Math.exp(Math.max(-300, Math.min(300, delta)) * 0.0022), x);
    }
  }

  key(event) {
    const page = this.plot.height * 0.9;
    const actions = {
      '+': () => this.zoom(1 / 1.5),
      '=': () => this.zoom(1 / 1.5),
      '-': () => this.zoom(1.5),
      0: () => this.fit(),
      '[': () => this.stretch(1 / 1.3),
      ']': () => this.stretch(1.3),
      ArrowLeft: () => this.scroll(-0.1, 0),
      ArrowRight: () => this.scroll(0.1, 0),
      ArrowUp: () => this.scroll(0, -this.rowHeight),
      ArrowDown: () => this.scroll(0, this.rowHeight),
      PageUp: () => this.scroll(0, -page),
      PageDown: () => this.scroll(0, page),
      Home: () => this.scroll(-Infinity, 0),
      End: () => this.scroll(Infinity, 0),
      Escape: () => {
        this.release();
        this.host.blur(); // the wheel scrolls the page again
      },
    };
    const action = actions[event.key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      action();
    }
  }

  place(event) {
    const frame = this.host.getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  }

  down(event) {
    if (event.button !== 0 || !this.source) {
      return;
    }
    const { x, y } = this.place(event);
    const onRows = x > this.left + this.plot.width;
    const onTime = y > AXIS + this.plot.height;
    this.drag = {
      x, y, from: this.from, top: this.top, moved: false,
      kind: onRows ? 'rows' : onTime ? 'time' : 'view',
    };
    if (event.isTrusted) {
      this.host.setPointerCapture(event.pointerId);
    }
  }

  move(event) {
    if (!this.source) {
      return;
    }
    const { x, y } = this.place(event);
    if (!this.drag) {
      this.pointAt(x, y, event);
      return;
    }
    const { drag, plot } = this;
    if (!drag.moved && Math.hypot(x - drag.x, y - drag.y) < 4) {
      return;
    }
    drag.moved = true;
    this.host.classList.add('dragging');
    this.point(-1);
    if (drag.kind === 'rows') {
      this.top = drag.top + ((y - drag.y) / plot.height) * this.rows * this.rowHeight;
    } else if (drag.kind === 'time') {
      this.from = drag.from + ((x - drag.x) / plot.width) * this.source.end;
    } else {
      this.from = drag.from - ((x - drag.x) / plot.width) * this.span;
      this.top = drag.top - (y - drag.y);
    }
    this.changed();
  }

  up(event) {
    const { drag } = this;
    this.drop();
    if (drag && !drag.moved && drag.kind === 'view') {
      const { x, y } = this.place(event);
      const bar = this.barAt(x, y);
      this.onPick(bar < 0 ? -1 : this.source.bars.job[bar]);
    }
  }

  drop() {
    this.drag = null;
    this.host.classList.remove('dragging');
  }

  pin(job) {
    this.pinned = job;
    this.pinnedId = job < 0 ? undefined : this.source.jobs.id[job];
    this.highlight();
  }

  release() {
    this.show(null);
    this.pin(-1);
    this.point(-1);
  }

  /** Shows only the jobs of a group, or all for null; false if there are none. */
  show(group) {
    this.shown = group;
    this.onShow(group);
    this.highlight();
    return group === null || this.groups.includes(group);
  }

  point(job) {
    if (job < 0) {
      tip.hide();
    }
    if (job !== this.pointed) {
      this.pointed = job;
      this.host.classList.toggle('on-bar', job >= 0);
      if (this.source) {
        this.highlight();
      }
    }
  }

  /** Shows a job and selects it; false if the chart does not have the job. */
  find(text) {
    const job = this.jobOf(this.source.readId(text));
    this.pin(job);
    if (job < 0) {
      return false;
    }
    const { bars, leastFound } = this.source;
    const own = this.jobBars.of(job);
    const start = bars.start[own[0]];
    const end = own.reduce((latest, bar) => Math.max(latest, bars.until[bar]), start);
    this.span = Math.min(this.span, Math.max((end - start) * 6, leastFound));
    this.from = (start + end) / 2 - this.span / 2;
    this.top = bars.row[own[0]] * this.rowHeight - this.plot.height / 3;
    this.changed();
    return true;
  }

  rowAt(y) {
    const row = Math.floor((y - AXIS + this.top) / this.rowHeight);
    return y >= AXIS && y < AXIS + this.plot.height && row < this.rows ? row : -1;
  }

  /** The bar at a place: a bar that runs there, a bar less than a pixel away, or a bar that reserved the place. */
  barAt(x, y) {
    const row = this.rowAt(y);
    if (row < 0 || x < this.left || x > this.left + this.plot.width) {
      return -1;
    }
    const { bars } = this.source;
    const near = this.span / this.plot.width; // one pixel
    const tick = this.tickAt(x);
    const here = this.lastAt(this.used, bars, row, tick, tick + 1);
    if (here >= 0) {
      return here;
    }
    const beside = this.lastAt(this.used, bars, row, tick - near, tick + near);
    if (beside >= 0 || this.reserved === this.used || this.blockAt(row, tick) >= 0) {
      return beside;
    }
    return this.lastAt(this.reserved, bars, row, tick, tick + 1);
  }

  /** Time in a row that no job can have, at a tick; -1 for none. */
  blockAt(row, tick) {
    return this.lastAt(this.blocked, this.source.blocks, row, tick, tick + 1);
  }

  /** Bar of a row in [from, to) that starts last, -1 for none. */
  lastAt(index, columns, row, from, to) {
    let found = -1;
    index.visit(from, to, (bar) => {
      if (columns.row[bar] <= row && row < columns.row[bar] + (columns.size?.[bar] ?? 1)) {
        found = bar;
      }
    });
    return found;
  }

  /** The free time of a row around a tick, as [from, to]. */
  freeAround(row, tick) {
    const { bars, blocks, opened, end } = this.source;
    let from = 0;
    let to = Math.min(opened, end);
    const look = (index, columns) => {
      const visit = (after, before, take) =>
        index.visit(after, before, (bar) => { if (columns.row[bar] === row) { take(bar); } });
      visit(-1, tick + 1, (bar) => { from = Math.max(from, index.ends[bar]); });
      visit(tick, to, (bar) => { to = Math.min(to, index.starts[bar]); });
    };
    look(this.used, bars);
    look(this.blocked, blocks);
    return [from, to];
  }

  pointAt(x, y, event) {
    const bar = this.barAt(x, y);
    if (bar >= 0) {
      this.point(this.source.bars.job[bar]);
      tip.show(event.clientX, event.clientY, ...this.source.aboutBar(bar, this));
      return;
    }
    this.point(-1);
    const row = this.rowAt(y);
    if (row >= 0 && x < this.left + this.plot.width) {
      const tick = x < this.left ? -1 : this.tickAt(x);
      tip.show(event.clientX, event.clientY, ...this.source.aboutRow(row, tick, this));
    }
  }
}

const square = (text, label, click) =>
  el('button', { type: 'button', class: 'square', 'aria-label': label, title: label, click }, text);
const set = (name, ...tools) => el('div', { class: 'set' }, el('span', {}, name), ...tools);

/** Buttons that change how much time a chart shows, and the height of its rows. */
export const zoomTools = (gantt) => [
  set('Time', square('−', 'Show more time', () => gantt.zoom(1.5)),
    square('+', 'Show less time', () => gantt.zoom(1 / 1.5)),
    el('button', { type: 'button', click: () => gantt.fit() }, 'All')),
  set('Rows', square('−', 'Lower rows', () => gantt.stretch(1 / 1.3)),
    square('+', 'Higher rows', () => gantt.stretch(1.3)),
    el('button', { type: 'button', click: () => gantt.stretch(1e-9) }, 'All')),
];
