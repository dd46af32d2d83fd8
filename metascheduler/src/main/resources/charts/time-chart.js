// Charts of values over time, as SVG drawn at the available width.
import { el, fixed, isKnown, onAxis, pairs, svg, ticks, tip } from './elements.js';

/** Draws a chart again whenever the width of its host changes. */
export function drawAtEachWidth(host, chart) {
  new ResizeObserver(() => {
    if (host.clientWidth !== chart.width) {
      chart.draw();
    }
  }).observe(host);
}

export const DASHES = ['', '8 4', '2 3', '8 3 2 3'];

/**
 * Draws series over time into `host`, and again whenever its width changes.
 *
 * series: {name, colour (a CSS variable), step: length of a bin, end, values: at the bins' ends}
 * stacked: areas on top of one another from 0 to 1 instead of lines; format: of a value; height, left, foot: in
 * pixels, of the chart, the names of its values and those of its times; leastRange: of the values; legend: names
 * of the series. A series without a name is not in the tooltip.
 */
export class TimeChart {
  constructor(host) {
    this.host = host;
    host.classList.add('plot');
    this.width = 0;
    this.series = [];
    drawAtEachWidth(host, this);
    host.addEventListener('pointermove', (event) => this.hover(event));
    host.addEventListener('pointerleave', () => this.leave());
  }

  set({ series, stacked = false, format, label, height = 220, left = 58, foot = 26, leastRange = 1, legend = true }) {
    Object.assign(this, { series, stacked, format, label, height, left, foot, leastRange, legend });
    this.draw();
  }

  draw() {
    if (!this.series.length) {
      return;
    }
    this.width = this.host.clientWidth;
    const all = this.series.flatMap((s) => s.values);
    const values = all.filter(isKnown);
    const isZero = values.length > 0 && !this.stacked && all.every((value) => value === 0);
    if (isZero || !values.length) {
      this.box = undefined; // nothing to point at
      const why = isZero ? 'it is 0 throughout' : 'there are no values';
      this.host.replaceChildren(el('p', { class: 'lead' }, `No chart, because ${why}: ${this.label}.`));
      return;
    }
    this.box = { left: this.left, right: this.width - 12, top: Math.min(10, this.foot), bottom: this.height - this.foot };
    this.end = Math.max(1, ...this.series.map((s) => s.end));
    this.low = this.stacked ? 0 : Math.min(0, ...values);
    this.high = this.stacked ? 1 : Math.max(...values, this.low + this.leastRange);
    const picture = svg('svg', { height: this.height, role: 'img', 'aria-label': this.label },
      ...this.axes(), ...(this.stacked ? this.areas() : this.lines()));
    this.cross = svg('line', { class: 'cross', y1: this.box.top, y2: this.box.bottom, visibility: 'hidden' });
    picture.append(this.cross);
    this.host.replaceChildren(picture, ...(this.legend ? [this.keys()] : []));
  }

  /** The names of the series with their lines. */
  keys() {
    return el('div', { class: 'legend' }, ...this.series.map((s) => {
      const line = svg('svg', { width: 22, height: 10 }, this.stacked
        ? svg('rect', { width: 16, height: 10, rx: 2, style: `fill: var(${s.colour})` })
        : svg('line', { x2: 22, y1: 5, y2: 5, ...this.stroke(s) }));
      line.style.width = '22px';
      return el('span', { class: 'key' }, line, s.name);
    }));
  }

  x(tick) {
    return this.box.left + (tick / this.end) * (this.box.right - this.box.left);
  }

  y(value) {
    const share = (value - this.low) / (this.high - this.low);
    return this.box.bottom - share * (this.box.bottom - this.box.top);
  }

  /** A line across for each round value. */
  rows() {
    const { left, right } = this.box;
    return ticks(this.low, this.high, this.height / 55).flatMap((value) => [
      svg('line', { class: 'grid', x1: left, x2: right, y1: this.y(value), y2: this.y(value) }),
      svg('text', { x: left - 8, y: this.y(value) + 4, 'text-anchor': 'end' }, this.yText(value)),
    ]);
  }

  yText(value) {
    return this.stacked ? `${Math.round(100 * value)} %` : onAxis(value, this.high);
  }

  axes() {
    const { right, bottom } = this.box;
    const columns = ticks(0, this.end / 1000, Math.max(2, this.width / 130)).map((time) => {
      const x = this.x(time * 1000);
      return svg('text', { x, y: bottom + 18, 'text-anchor': x > right - 24 ? 'end' : 'middle' },
        onAxis(time, this.end / 1000));
    });
    return [...this.rows(), ...columns];
  }

  stroke(series) {
    return {
      fill: 'none', 'stroke-dasharray': series.dash ?? '',
      style: `stroke: var(${series.colour}); stroke-width: ${series.strong ? 3 : 1.75}`,
    };
  }

  lines() {
    return this.series.flatMap((s) => this.strokes(s, s.values, (value, bin) => {
      const from = bin === 0 ? [`${this.x(0)},${this.y(0)}`] : [];
      return [...from, `${this.x(Math.min(s.end, (bin + 1) * s.step))},${this.y(value)}`];
    }));
  }

  /** The lines of a series through the points of its values, with gaps where there is no value. */
  strokes(series, values, pointsOf) {
    const lines = [[]];
    values.forEach((value, at) => {
      if (isKnown(value)) {
        lines[lines.length - 1].push(...pointsOf(value, at));
      } else {
        lines.push([]);
      }
    });
    return lines.filter((points) => points.length).map((points) =>
      svg('polyline', { points: points.join(' '), 'stroke-linejoin': 'round', ...this.stroke(series) }));
  }

  /** Steps, because each value is the mean over its bin. */
  areas() {
    const floors = [];
    return this.series.map((s) => {
      const upper = [];
      const lower = [];
      s.values.forEach((value, bin) => {
        const floor = floors[bin] ?? 0;
        const top = Math.min(1, floor + value);
        const from = this.x(bin * s.step);
        const to = this.x(Math.min(s.end, (bin + 1) * s.step));
        upper.push(`${from},${this.y(top)}`, `${to},${this.y(top)}`);
        lower.unshift(`${to},${this.y(floor)}`, `${from},${this.y(floor)}`);
        floors[bin] = top;
      });
      return svg('polygon', { points: [...upper, ...lower].join(' '), style: `fill: var(${s.colour})` });
    });
  }

  hover(event) {
    const frame = this.host.getBoundingClientRect();
    const x = event.clientX - frame.left;
    if (!this.box || x < this.box.left || x > this.box.right || event.clientY - frame.top > this.height) {
      this.leave();
      return;
    }
    const { cross, title, values } = this.at(x);
    this.cross.setAttribute('x1', cross);
    this.cross.setAttribute('x2', cross);
    this.cross.setAttribute('visibility', 'visible');
    tip.show(event.clientX, event.clientY, el('h4', {}, title),
      pairs(this.series.flatMap((s, n) => (s.name ? [[s.name, this.format(values[n])]] : []))));
  }

  /** The values at a place, and where the line through it is. */
  at(x) {
    const tick = ((x - this.box.left) / (this.box.right - this.box.left)) * this.end;
    return {
      cross: x,
      title: `Time ${fixed(tick / 1000)}`,
      values: this.series.map((s) => s.values[Math.min(s.values.length - 1, Math.floor(tick / s.step))]),
    };
  }

  leave() {
    if (this.cross) {
      this.cross.setAttribute('visibility', 'hidden');
    }
    tip.hide();
  }
}
