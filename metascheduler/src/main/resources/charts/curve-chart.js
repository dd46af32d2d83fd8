// Charts of curves over any axis.
import { isKnown, svg } from './elements.js';
import { TimeChart } from './time-chart.js';

/**
 * Curves over shared places, drawn at the available width.
 *
 * xs: the places; scale: of a place to a length; marks: (width) -> [[place, text]] on the axis;
 * title: of a place, for the tooltip; steps: values hold from a place up to the next one, of which
 * there is one more than values; yText: of a value on the axis; now: a place with a line across it.
 * A series with `floors` is an area between them and its values.
 */
export class CurveChart extends TimeChart {
  set({ xs, scale = (x) => x, marks, title, steps = false, yText, now, ...rest }) {
    Object.assign(this, { xs, scale, marks, title, steps, yText, now });
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
    const { left, right, top, bottom } = this.box;
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
    const now = this.now === undefined ? [] : [svg('line', { class: 'now', x1: this.x(this.now), x2: this.x(this.now), y1: top, y2: bottom })];
    return [...this.rows(), ...columns, ...now];
  }

  lines() {
    const at = (value) => this.y(value).toFixed(1);
    const places = this.xs.map((place) => this.x(place).toFixed(1));
    return this.series.flatMap((s) => (s.floors
      ? s.values.flatMap((value, n) => (isKnown(value) ? [svg('rect', {
        x: places[n], width: Math.max(1, places[n + 1] - places[n]), y: at(value), height: Math.max(1, at(s.floors[n]) - at(value)),
        'shape-rendering': 'crispEdges', style: `fill: var(${s.colour}); fill-opacity: ${s.opacity ?? 1}`,
      })] : []))
      : this.strokes(s, s.values, (value, n) => (this.steps
        ? [`${places[n]},${at(value)}`, `${places[n + 1]},${at(value)}`] : [`${places[n]},${at(value)}`]))));
  }

  at(x) {
    const last = this.xs.length - (this.steps ? 2 : 1);
    const after = this.xs.findIndex((place) => this.x(place) > x);
    let at = Math.max(0, Math.min(last, after < 0 ? last : after - 1));
    if (!this.steps && at < last && this.x(this.xs[at + 1]) - x < x - this.x(this.xs[at])) {
      at++;
    }
    return {
      cross: this.steps ? x : this.x(this.xs[at]),
      title: this.title(this.xs[at]),
      values: this.series.map((s) => s.values[at]),
    };
  }
}
