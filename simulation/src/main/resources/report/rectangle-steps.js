// The picture of elements against time at each request: what is busy, what was asked for, the
// rectangles of the feasible starts, and the one that was taken.

const SVG = 'http://www.w3.org/2000/svg';

/** An element of a picture. */
function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  element.append(...children);
  return element;
}

/** Pairs of first and last as a list of [first, count]. */
function rangesOf(pairs) {
  const ranges = [];
  for (let at = 0; at < pairs.length; at += 2) {
    ranges.push([pairs[at], pairs[at + 1] - pairs[at] + 1]);
  }
  return ranges;
}

/** What is reserved when a request arrives: pieces {start, end, pairs, job} in the order of requests. */
function busyAt(steps, at) {
  const now = steps[at].arrival;
  const pieces = [];
  for (let before = 0; before < at; before++) {
    const step = steps[before];
    if (step.freedTick <= now) {
      continue; // ended, cancelled, or never accepted
    }
    const { job, start, end, taken, kept, changedTick } = step;
    const hasGiven = changedTick >= 0 && changedTick <= now;
    pieces.push({ job, start, end, pairs: hasGiven ? kept : taken });
    if (hasGiven) {
      pieces.push({ job, start, end: changedTick, pairs: taken });
    }
  }
  return pieces;
}

/** The picture with its tools; `set` shows the steps of another policy. */
class RectangleSteps {
  constructor(place, { tools, words, list, note }, elements) {
    Object.assign(this, { place, words, list, note, elements });
    this.at = 0;
    this.marked = -1;
    const button = (text, title, click) => el('button', { type: 'button', title, click }, text);
    this.slider = el('input', {
      type: 'range', min: 0, value: 0, 'aria-label': 'Request', input: () => this.show(Number(this.slider.value)),
    });
    this.field = el('input', {
      type: 'search', placeholder: 'job', 'aria-label': 'Job', change: () => this.find(this.field.value.trim()),
    });
    tools.append(
      button('←', 'The request before', () => this.show(this.at - 1)), this.slider,
      button('→', 'The next request', () => this.show(this.at + 1)),
      button('next refused', 'The next request that was refused', () => this.nextRefused()), this.field);
    place.addEventListener('keydown', (event) => this.key(event));
    addEventListener('resize', () => this.draw());
  }

  set(steps, total) {
    this.steps = steps;
    this.note.hidden = steps.length >= total;
    this.note.textContent = `The first ${count(steps.length)} of ${count(total)} requests; metasched explain has the others.`;
    this.slider.max = Math.max(0, steps.length - 1);
    this.show(Math.min(this.at, steps.length - 1));
  }

  show(at) {
    if (this.steps.length === 0) {
      return;
    }
    this.at = Math.max(0, Math.min(at, this.steps.length - 1));
    this.slider.value = this.at;
    this.marked = this.step.chosen;
    this.draw();
  }

  get step() {
    return this.steps[this.at];
  }

  find(job) {
    const at = this.steps.findIndex((step) => String(step.job) === job);
    if (at >= 0) {
      this.show(at);
    } else if (job) {
      this.words.textContent = 'No such job among these requests.';
    }
  }

  nextRefused() {
    const n = this.steps.length;
    for (let way = 1; way <= n; way++) {
      if (this.steps[(this.at + way) % n].freedTick < 0) {
        this.show((this.at + way) % n);
        return;
      }
    }
  }

  mark(candidate) {
    const n = this.step.feasible.length;
    if (n > 0) {
      this.marked = (candidate + n) % n;
      this.draw();
    }
  }

  key(event) {
    const act = {
      ArrowLeft: () => this.show(this.at - 1),
      ArrowRight: () => this.show(this.at + 1),
      ArrowUp: () => this.mark(this.marked - 1),
      ArrowDown: () => this.mark(this.marked + 1),
      Home: () => this.show(0),
      End: () => this.show(this.steps.length - 1),
      r: () => this.nextRefused(),
      R: () => this.nextRefused(),
    }[event.key];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      act();
    }
  }

  /** The time that is shown: around arrival and deadline. */
  get window() {
    const { arrival, ready, deadline } = this.step;
    const margin = Math.max(1, 0.08 * (deadline - Math.min(arrival, ready)));
    return [Math.min(arrival, ready) - margin, deadline + margin];
  }

  draw() {
    if (!this.steps || this.steps.length === 0) {
      return;
    }
    const { step } = this;
    const width = Math.max(260, this.place.clientWidth);
    const height = 360;
    const [left, top, bottom] = [46, 26, 24];
    const [from, to] = this.window;
    const x = (tick) => left + ((Math.max(from, Math.min(to, tick)) - from) / (to - from)) * (width - left - 8);
    const y = (element) => top + (element / this.elements) * (height - top - bottom);
    const boxes = (pairs, start, end, attributes) => rangesOf(pairs).map(([first, size]) => svg('rect', {
      x: x(start), y: y(first), width: Math.max(0, x(end) - x(start)), height: Math.max(0.5, y(first + size) - y(first)), ...attributes,
    }));
    const text = (content, attributes) => svg('text', { 'font-size': 11, fill: 'var(--soft)', ...attributes }, content);
    const picture = svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': this.sentence() });
    picture.append(svg('rect', { x: left, y: top, width: width - left - 8, height: height - top - bottom, fill: 'var(--vacant)' }));
    for (const piece of busyAt(this.steps, this.at)) {
      if (piece.end > from && piece.start < to) {
        picture.append(...boxes(piece.pairs, piece.start, piece.end, { fill: 'var(--local)', stroke: 'var(--card)', 'stroke-width': 0.5, class: 'busy' }));
      }
    }
    step.feasible.forEach((rectangle, at) => {
      const isMarked = at === this.marked;
      const begin = rectangle.begin < 0 ? from : rectangle.begin;
      const frame = { fill: isMarked ? 'var(--accent)' : 'none', 'fill-opacity': 0.16, stroke: 'var(--accent)', 'stroke-opacity': isMarked ? 1 : 0.35, 'stroke-width': isMarked ? 1.5 : 1, class: 'feasible' };
      picture.append(...boxes(rectangle.free, begin, rectangle.rectangleEnd, frame));
      picture.append(svg('line', { x1: x(rectangle.start), x2: x(rectangle.start), y1: top - 5, y2: top, stroke: 'var(--accent)', 'stroke-width': isMarked ? 3 : 1.5 }));
    });
    if (step.start >= 0) {
      picture.append(...boxes(step.taken, step.start, step.end, { fill: 'var(--user-1)', stroke: 'var(--mark)', class: 'taken' }));
    }
    const line = (tick, dash) => svg('line', { x1: x(tick), x2: x(tick), y1: top, y2: height - bottom, stroke: 'var(--mark)', 'stroke-dasharray': dash });
    picture.append(
      line(step.arrival, '1 3'), line(step.ready, '5 3'), line(step.deadline, '5 3'),
      svg('path', { d: `M${x(step.ready)} ${top - 8} v-6 H${x(step.deadline)} v6`, fill: 'none', stroke: 'var(--mark)' }),
      text('arrival', { x: x(step.arrival) + 3, y: height - bottom - 4 }));
    const { times, step: every } = roundTimes(from, to, Math.max(2, (width - left) / 120));
    times.filter((time) => time >= from && time <= to)
      .forEach((time) => picture.append(text(clock(time, every), { x: x(time), y: height - 8, 'text-anchor': 'middle' })));
    ticks(0, this.elements, 8).forEach((element) => picture.append(text(String(element), { x: left - 6, y: y(element) + 4, 'text-anchor': 'end' })));
    this.place.replaceChildren(picture);
    this.words.textContent = this.sentence();
    this.showStarts();
  }

  sentence() {
    const { job, arrival, ready, deadline, duration, elements, starts, words, start } = this.step;
    return `Request ${count(this.at + 1)}, job ${job}, at ${clock(arrival, SECOND)}: ${count(elements)} elements for ${lasting(duration)} between `
      + `${clock(ready, SECOND)} and ${clock(deadline, SECOND)}. Feasible starts: ${count(starts)}. `
      + (start >= 0 ? `It starts at ${clock(start, SECOND)} (${words}).` : `It is ${words}.`);
  }

  showStarts() {
    const { feasible, chosen, starts } = this.step;
    const length = ({ begin, rectangleEnd }) => (begin < 0 ? '∞' : lasting(rectangleEnd - begin));
    const free = (rectangle) => rangesOf(rectangle.free).reduce((sum, [, size]) => sum + size, 0);
    this.list.replaceChildren(...(feasible.length === 0 ? [] : [table({
      rows: feasible,
      page: 12,
      chosen: (row) => row === feasible[this.marked],
      columns: [
        { name: 'start', left: true, cell: (row) => clock(row.start, SECOND) },
        { name: 'free elements', cell: (row) => count(free(row)) },
        { name: 'rectangle from', cell: (row) => (row.begin < 0 ? 'ever' : clock(row.begin, SECOND)) },
        { name: 'to', cell: (row) => clock(row.rectangleEnd, SECOND) },
        { name: 'length', cell: length },
        { name: 'taken', left: true, cell: (row) => (row === feasible[chosen] ? 'taken' : '') },
      ],
      caption: starts > feasible.length ? `The first ${count(feasible.length)} of ${count(starts)} feasible starts` : undefined,
    })]));
  }
}
