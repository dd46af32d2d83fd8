// Picture of elements against time at each request: busy elements, the requested time, the
// rectangles of the feasible starts, and the chosen start.

/** Pairs of first and last as a list of [first, count]. */
function rangesOf(pairs) {
  const ranges = [];
  for (let at = 0; at < pairs.length; at += 2) {
    ranges.push([pairs[at], pairs[at + 1] - pairs[at] + 1]);
  }
  return ranges;
}

/** Reservations at the arrival of a request: pieces {start, end, pairs, job} in the order of requests. */
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

class RectangleSteps extends RequestSteps {
  constructor(place, parts, elements) {
    super(place, parts, 'job');
    this.elements = elements;
  }

  idOf(step) {
    return step.job;
  }

  isRefused(step) {
    return step.freedTick < 0;
  }

  get choices() {
    return this.step.feasible.length;
  }

  get choice() {
    return this.step.chosen;
  }

  /** The shown time: around arrival and deadline. */
  get window() {
    const { arrival, ready, deadline } = this.step;
    const margin = Math.max(1, 0.08 * (deadline - Math.min(arrival, ready)));
    return [Math.min(arrival, ready) - margin, deadline + margin];
  }

  draw() {
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
      pictureText('arrival', { x: x(step.arrival) + 3, y: height - bottom - 4 }));
    picture.append(...timeLabels(from, to, width - left, x, height - 8));
    ticks(0, this.elements, 8).forEach((element) => picture.append(pictureText(String(element), { x: left - 6, y: y(element) + 4, 'text-anchor': 'end' })));
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
