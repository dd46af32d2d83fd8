// What can be done with the chart: zoom, move, point at a window, hold a job, find one.

class Gantt extends GanttView {
  constructor(host) {
    super(host);
    this.drag = null;
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
    this.span = Math.max(LEAST_SPAN, Math.min(this.end * 1.01, this.span * factor));
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
    if (event.button !== 0 || !this.run) {
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
    if (!this.run) {
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
      this.from = drag.from + ((x - drag.x) / plot.width) * this.end;
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
      const part = this.partAt(x, y);
      this.pin(part < 0 ? -1 : this.run.parts.job[part]);
    }
  }

  drop() {
    this.drag = null;
    this.host.classList.remove('dragging');
  }

  pin(job) {
    this.pinned = job;
    this.pinnedId = job < 0 ? undefined : this.run.jobs.id[job];
    this.highlight();
  }

  release() {
    this.show(null);
    this.pin(-1);
    this.point(-1);
  }

  /** Shows only the windows of a user, or those of all for null; false where there are none. */
  show(user) {
    this.user = user;
    this.onUser(user);
    this.highlight();
    return user === null || this.run.jobs.user.includes(user);
  }

  showUser(user) {
    return this.show(user);
  }

  point(job) {
    if (job < 0) {
      tip.hide();
    }
    if (job !== this.pointed) {
      this.pointed = job;
      if (this.run) {
        this.highlight();
      }
    }
  }

  /** Brings a job into view and holds it; false where the chart does not have it. */
  find(id) {
    const job = this.jobOfId.get(id) ?? -1;
    this.pin(job);
    if (job < 0) {
      return false;
    }
    const { parts } = this.run;
    const own = this.partsOfJob[job];
    const start = parts.start[own[0]];
    const end = own.reduce((latest, part) => Math.max(latest, parts.end[part]), start);
    this.span = Math.min(this.span, Math.max((end - start) * 6, this.run.periodTicks));
    this.from = (start + end) / 2 - this.span / 2;
    this.top = this.partRows[own[0]] * this.rowHeight - this.plot.height / 3;
    this.changed();
    return true;
  }

  rowAt(y) {
    const row = Math.floor((y - AXIS + this.top) / this.rowHeight);
    return y >= AXIS && y < AXIS + this.plot.height && row < this.rows ? row : -1;
  }

  /** The part at a place: one that really runs there before one that had reserved it. */
  partAt(x, y) {
    const row = this.rowAt(y);
    if (row < 0 || x < this.left || x > this.left + this.plot.width) {
      return -1;
    }
    const near = this.span / this.plot.width; // one pixel
    const tick = this.tickAt(x);
    let found = -1;
    this.reserved.visit(row, tick, tick + 1, (part) => { found = part; });
    if (this.localAt(row, tick) >= 0) {
      found = -1;
    }
    this.used.visit(row, tick - near, tick + near, (part) => { found = part; });
    this.used.visit(row, tick, tick + 1, (part) => { found = part; });
    return found;
  }

  localAt(row, tick) {
    let found = -1;
    this.local.visit(row, tick, tick + 1, (job) => { found = job; });
    return found;
  }

  pointAt(x, y, event) {
    const part = this.partAt(x, y);
    if (part >= 0) {
      this.point(this.run.parts.job[part]);
      tip.show(event.clientX, event.clientY, ...this.tellPart(part));
      return;
    }
    this.point(-1);
    const row = this.rowAt(y);
    if (row >= 0 && x < this.left + this.plot.width) {
      const tick = this.tickAt(x);
      tip.show(event.clientX, event.clientY, ...this.tellNode(row, x < this.left ? -1 : tick));
    }
  }

  tellPart(part) {
    const { parts, jobs } = this.run;
    const job = parts.job[part];
    const own = this.partsOfJob[job];
    const others = own.slice(0, 12).map((at) => parts.node[at]).join(', ');
    const cost = units(jobs.costMilli[job]);
    return [
      el('h4', {}, `Job ${jobs.id[job]}, user ${jobs.user[job]}: ${textAt(jobs.fate, job)}`),
      pairs([
        ['node', String(parts.node[part])],
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

  /** A node, and what is there at a tick that no window has. */
  tellNode(row, tick) {
    const { nodes } = this.run;
    const about = [
      ['domain', String(nodes.domain[row])],
      ['performance', String(nodes.performance[row])],
      ['list price', units(nodes.priceMilli[row])],
    ];
    const job = tick < 0 ? -1 : this.localAt(row, tick);
    if (job >= 0) {
      const { start, planned } = this.run.local;
      return [el('h4', {}, `Node ${nodes.id[row]}: local job`), pairs([
        ['start', units(start[job])], ['end', units(this.localEnd[job])],
        ['kind', planned[job] ? 'known at the opening' : 'arrived later'], ...about,
      ])];
    }
    if (tick < 0 || tick >= Math.min(this.opened, this.end)) {
      return [el('h4', {}, `Node ${nodes.id[row]}`), pairs(about)];
    }
    const [from, to] = this.vacantAround(row, tick);
    return [el('h4', {}, `Node ${nodes.id[row]}: vacant`),
      pairs([['from', units(from)], ['to', units(to)], ...about])];
  }

  vacantAround(row, tick) {
    let from = 0;
    let to = Math.min(this.opened, this.end);
    const look = (lanes) => {
      lanes.visit(row, -1, tick + 1, (bar) => { from = Math.max(from, lanes.ends[bar]); });
      lanes.visit(row, tick, to, (bar) => { to = Math.min(to, lanes.starts[bar]); });
    };
    look(this.used);
    look(this.local);
    return [from, to];
  }
}

/** Buttons and fields for a chart; `missing` is said where what is looked for is not there. */
function chartTools(gantt, missing, hasUsers = true) {
  const square = (text, label, click) =>
    el('button', { type: 'button', class: 'square', 'aria-label': label, title: label, click }, text);
  const set = (name, ...tools) => el('div', { class: 'set' }, el('span', {}, name), ...tools);
  const message = el('span', { class: 'message', role: 'status' });
  const field = (id, placeholder) =>
    el('input', { id, type: 'search', placeholder, autocomplete: 'off' });
  const job = field('job', 'job id');
  const user = field('user', 'user');
  const find = (event) => {
    event.preventDefault();
    const wanted = user.value.trim();
    const id = job.value.trim();
    gantt.release();
    const found = [id === '' || gantt.find(id), wanted === '' || gantt.showUser(Number(wanted))];
    message.textContent = found.every(Boolean) ? '' : missing;
  };
  return [
    set('Time', square('−', 'Show more time', () => gantt.zoom(1.5)),
      square('+', 'Show less time', () => gantt.zoom(1 / 1.5)),
      el('button', { type: 'button', click: () => gantt.fit() }, 'All')),
    set('Rows', square('−', 'Lower rows', () => gantt.stretch(1 / 1.3)),
      square('+', 'Higher rows', () => gantt.stretch(1.3)),
      el('button', { type: 'button', click: () => gantt.stretch(1e-9) }, 'All')),
    el('form', { class: 'set', submit: find },
      el('label', { for: 'job' }, 'Job'), job,
      ...(hasUsers ? [el('label', { for: 'user' }, 'User'), user] : []), el('button', {}, 'Find')),
    message,
  ];
}
