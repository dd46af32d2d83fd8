// Times as text, and charts of curves over any axis.

const SECOND = 1000; // ticks
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ROUND_TIMES = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND), ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
];

/** Round times in [from, to], about as many as requested, and the step between these times. */
function roundTimes(from, to, about) {
  const raw = (to - from) / Math.max(1, about);
  const power = 10 ** Math.max(0, Math.floor(Math.log10(raw / DAY)));
  const step = ROUND_TIMES.find((time) => time >= raw)
    ?? [1, 2, 5, 10].map((n) => n * power * DAY).find((time) => time >= raw);
  const times = [];
  for (let n = Math.ceil(from / step); n * step <= to; n++) {
    times.push(n * step || 0); // not -0
  }
  return { times, step };
}

/** A time as a day and an hour, in the precision that steps of this length need. */
function clock(tick, step) {
  const two = (value) => String(value).padStart(2, '0');
  const day = `day ${exact.format(Math.floor(tick / DAY))}`;
  if (step >= DAY) {
    return day;
  }
  const rest = tick % DAY;
  const minutes = `${two(Math.floor(rest / HOUR))}:${two(Math.floor((rest % HOUR) / MINUTE))}`;
  return `${day} ${step >= MINUTE ? minutes : `${minutes}:${two(Math.floor((rest % MINUTE) / SECOND))}`}`;
}

/** A length of time in its two largest units. */
function lasting(ticks) {
  const units = [['d', DAY], ['h', HOUR], ['min', MINUTE], ['s', SECOND]];
  const at = units.findIndex(([, size]) => ticks >= size);
  if (at < 0 || at === 3) {
    return `${exact.format(ticks / SECOND)} s`;
  }
  const [[name, size], [next, part]] = [units[at], units[at + 1]];
  const rest = Math.floor((ticks % size) / part);
  return `${exact.format(Math.floor(ticks / size))} ${name}${rest ? ` ${rest} ${next}` : ''}`;
}

/**
 * Curves over shared places, drawn at the available width.
 *
 * xs: the places; scale: of a place to a length; marks: (width) -> [[place, text]] on the axis;
 * title: of a place, for the tooltip; steps: values hold from a place up to the next one, of which
 * there is one more than values; yText: of a value on the axis.
 */
class CurveChart extends TimeChart {
  set({ xs, scale = (x) => x, marks, title, steps = false, yText, ...rest }) {
    Object.assign(this, { xs, scale, marks, title, steps, yText });
    this.least = scale(xs[0]);
    const end = Math.max(scale(xs[xs.length - 1]) - this.least, 1e-9);
    super.set({ ...rest, series: rest.series.map((s) => ({ ...s, end })) });
  }

  draw() {
    this.reach = Math.max(1e-9, this.scale(this.xs?.[this.xs.length - 1] ?? 1) - (this.least ?? 0));
    super.draw();
  }

  x(place) {
    return this.box.left + ((this.scale(place) - this.least) / this.reach) * (this.box.right - this.box.left);
  }

  axes() {
    const { left, right, bottom } = this.box;
    const rows = ticks(this.low, this.high, 4).flatMap((value) => [
      svg('line', { class: 'grid', x1: left, x2: right, y1: this.y(value), y2: this.y(value) }),
      svg('text', { x: left - 8, y: this.y(value) + 4, 'text-anchor': 'end' }, this.yText(value)),
    ]);
    let free = left - 30; // where the next text may begin
    const columns = this.marks(this.width).flatMap(([place, text]) => {
      const x = this.x(place);
      const half = text.length * 3.4;
      if (x - half < free || x > right + 2) {
        return [];
      }
      const atEnd = x + half > right + 12;
      if (atEnd && right - 2 * half < free) {
        return [];
      }
      free = x + half + 10;
      return [
        svg('line', { class: 'grid', x1: x, x2: x, y1: bottom, y2: bottom + 4 }),
        svg('text', { x: atEnd ? right + 12 : x, y: bottom + 18, 'text-anchor': atEnd ? 'end' : 'middle' }, text),
      ];
    });
    return [...rows, ...columns];
  }

  lines() {
    const places = this.xs.map((place) => this.x(place).toFixed(1));
    return this.series.flatMap((s) => this.strokes(s, s.values, (value, at) => {
      const y = this.y(value).toFixed(1);
      return this.steps ? [`${places[at]},${y}`, `${places[at + 1]},${y}`] : [`${places[at]},${y}`];
    }));
  }

  hover(event) {
    const frame = this.host.getBoundingClientRect();
    const x = event.clientX - frame.left;
    if (!this.box || x < this.box.left || x > this.box.right || event.clientY - frame.top > this.height) {
      this.leave();
      return;
    }
    const last = this.xs.length - (this.steps ? 2 : 1);
    const after = this.xs.findIndex((place) => this.x(place) > x);
    let at = Math.max(0, Math.min(last, after < 0 ? last : after - 1));
    if (!this.steps && at < last && this.x(this.xs[at + 1]) - x < x - this.x(this.xs[at])) {
      at++;
    }
    const cross = this.steps ? x : this.x(this.xs[at]);
    this.cross.setAttribute('x1', cross);
    this.cross.setAttribute('x2', cross);
    this.cross.setAttribute('visibility', 'visible');
    tip.show(event.clientX, event.clientY, el('h4', {}, this.title(this.xs[at])),
      pairs(this.series.map((s) => [s.name, this.format(s.values[at])])));
  }
}
