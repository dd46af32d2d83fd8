// Maps of means: shaded cells over two quantities, as SVG drawn at the available width.

const shortened = (name) => (name.length > 14 ? `${name.slice(0, 13)}…` : name);

/** The minimum and the maximum value of maps that are compared by their colours. */
function heatRange(figures) {
  const values = figures.flatMap((figure) => figure.curves.flatMap((row) => row.points.map((point) => point.ours))).filter(known);
  return { least: Math.min(...values), most: Math.max(...values) };
}

/**
 * A map: a row of cells for each curve, whose label is its place on the vertical axis.
 *
 * figure: {title, xLabel, yLabel, curves: [{label, points: [{x, ours, ci95, paper, decimals}]}]}; range: {least, most} of its colours;
 * printed: shows a value of the paper.
 */
class HeatMap {
  constructor(host, figure, range, printed) {
    this.host = host;
    this.figure = figure;
    this.range = range;
    this.printed = printed;
    this.width = 0;
    this.names = [...new Set(figure.curves.flatMap((row) => row.points.map((point) => point.x)))];
    host.classList.add('plot', 'heat-map');
    drawAtEachWidth(host, this);
    host.addEventListener('pointermove', (event) => this.hover(event));
    host.addEventListener('pointerleave', () => tip.hide());
    this.draw();
  }

  draw() {
    this.width = this.host.clientWidth;
    const rows = this.figure.curves;
    const left = 14 + 7 * Math.max(1, ...rows.map((row) => shortened(row.label).length));
    const room = Math.max(1, this.width - left);
    this.box = { left, top: 22, across: room / Math.max(1, this.names.length), down: 34 };
    this.bottom = this.box.top + rows.length * this.box.down;
    const { title, xLabel, yLabel } = this.figure;
    this.picture = svg('svg', { height: this.bottom + 40, role: 'img', 'aria-label': `${title}, by ${yLabel} and ${xLabel}` },
      ...rows.flatMap((row, at) => row.points.flatMap((point) => this.cell(point, at))), ...this.axes());
    this.host.replaceChildren(this.picture, this.legend());
  }

  /** Darkness of a value, from 0 to 1. */
  shade(value) {
    const { least, most } = this.range;
    return most > least ? (value - least) / (most - least) : 0.5;
  }

  cell(point, row) {
    const { left, top, across, down } = this.box;
    const x = left + this.names.indexOf(point.x) * across;
    const y = top + row * down;
    if (!known(point.ours)) {
      return [svg('rect', { class: 'none', x: x + 1, y: y + 1, width: Math.max(1, across - 2), height: down - 2 })];
    }
    const shade = this.shade(point.ours);
    return [
      svg('rect', {
        class: 'heat', x: x + 1, y: y + 1, width: Math.max(1, across - 2), height: down - 2, 'fill-opacity': 0.06 + 0.94 * shade,
      }),
      svg('text', { class: shade > 0.68 ? 'on-dark' : 'on-light', x: x + across / 2, y: y + down / 2 + 4, 'text-anchor': 'middle' },
        fixed(point.ours, point.decimals)),
    ];
  }

  axes() {
    const { left, top, across, down } = this.box;
    return [
      svg('text', { x: 0, y: top - 8 }, this.figure.yLabel),
      svg('text', { x: this.width, y: this.bottom + 36, 'text-anchor': 'end' }, this.figure.xLabel),
      ...this.figure.curves.map((row, at) => svg('text', { x: left - 8, y: top + (at + 0.5) * down + 4, 'text-anchor': 'end' }, shortened(row.label))),
      ...this.names.map((name, at) => svg('text', { x: left + (at + 0.5) * across, y: this.bottom + 17, 'text-anchor': 'middle' }, shortened(name))),
    ];
  }

  /** Values of the lightest and the darkest colour. */
  legend() {
    const { least, most } = this.range;
    const end = (value) => el('span', {}, known(value) ? onAxis(value, Math.abs(value)) : '–');
    const steps = Array.from({ length: 24 }, (_, at) => svg('rect', {
      class: 'heat', x: 6 * at, width: 6, height: 12, 'fill-opacity': 0.06 + 0.94 * (at / 23),
    }));
    return el('div', { class: 'legend' }, end(least), svg('svg', { width: 144, height: 12, class: 'scale' }, ...steps), end(most));
  }

  hover(event) {
    const frame = this.host.getBoundingClientRect();
    const { left, top, across, down } = this.box;
    const name = this.names[Math.floor((event.clientX - frame.left - left) / across)];
    const row = this.figure.curves[Math.floor((event.clientY - frame.top - top) / down)];
    const point = row?.points.find((one) => one.x === name);
    if (!point) {
      tip.hide();
      return;
    }
    tip.show(event.clientX, event.clientY, el('h4', {}, this.figure.title),
      valuesTable([{ label: `${this.figure.yLabel}: ${row.label}; ${this.figure.xLabel}: ${name}`, ...point }], this.printed));
  }
}
