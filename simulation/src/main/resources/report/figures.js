// Charts of means with their intervals and the paper's values, as SVG drawn at the available width.

/** Whether a figure has only zeros, so that no line or bar would be visible. */
const isAlwaysZero = (figure) => {
  const values = figure.curves.flatMap((curve) => curve.points.flatMap(({ ours, ci95, paper }) => [ours, ci95, paper]))
    .filter((value) => value !== null && value !== undefined);
  return values.length > 0 && values.every((value) => value === 0);
};

const COLOUR_COUNT = 8;
const MARKERS = [
  'M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z', 'M-3.6 -3.6H3.6V3.6H-3.6Z', 'M0 -4.6L4.4 3.4H-4.4Z',
  'M0 4.6L4.4 -3.4H-4.4Z', 'M-4.5 -1.5H-1.5V-4.5H1.5V-1.5H4.5V1.5H1.5V4.5H-1.5V1.5H-4.5Z',
  'M-2.2 -4.4H2.2L4.6 0L2.2 4.4H-2.2L-4.6 0Z',
];
const PAPER_MARK = 'M0 -5L5 0L0 5L-5 0Z';
const known = (value) => value !== null && Number.isFinite(value);

/** Values as a tooltip shows them: rows of {label, ours, ci95, paper, decimals}; printed: shows a value of the paper. */
function valuesTable(rows, printed) {
  const withPaper = rows.some((row) => known(row.paper));
  const interval = ({ ours, ci95, decimals }) => (known(ci95)
    ? `${fixed(ours - ci95, decimals)} to ${fixed(ours + ci95, decimals)}` : '–');
  const withInterval = withPaper || rows.some((row) => row.ci95 !== null);
  const heads = ['', ...(withInterval ? ['mean', '95 % interval'] : ['value']), ...(withPaper ? ['paper'] : [])];
  return el('table', {},
    el('thead', {}, el('tr', {}, ...heads.map((head) => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, ...rows.map((row) => el('tr', {},
      el('td', { class: 'left' }, row.label), el('td', {}, fixed(row.ours, row.decimals)),
      ...(withInterval ? [el('td', {}, interval(row))] : []),
      ...(withPaper ? [el('td', {}, known(row.paper) ? printed(row.paper) : '–')] : [])))));
}

/**
 * A figure: bars over names, or lines over numbers.
 *
 * figure: {title, xLabel, yLabel, kind: BARS, LINES or GROWTH (lines on logarithmic axes), curves: [{label, points: [{x, ours, ci95, paper,
 * decimals}]}]}; printed: shows a value of the paper. A curve's name in the legend hides and shows it.
 */
class FigureChart {
  constructor(host, figure, printed) {
    this.host = host;
    this.figure = figure;
    this.printed = printed;
    this.hidden = new Set();
    this.width = 0;
    this.names = [...new Set(figure.curves.flatMap((curve) => curve.points.map((point) => point.x)))];
    this.isLogarithmic = figure.kind === 'GROWTH';
    this.isNumeric = figure.kind !== 'BARS' && this.names.every((x) => x.trim() !== '' && Number.isFinite(Number(x)));
    if (this.isNumeric) {
      this.names.sort((a, b) => a - b);
    }
    host.classList.add('plot');
    drawAtEachWidth(host, this);
    host.addEventListener('pointermove', (event) => this.hover(event));
    host.addEventListener('pointerleave', () => this.leave());
    this.draw();
  }

  /** Curves with their place in the figure, which determines their style. */
  shown() {
    return this.figure.curves.map((curve, at) => ({ ...curve, at })).filter(({ at }) => !this.hidden.has(at));
  }

  draw() {
    this.width = this.host.clientWidth;
    this.measure();
    const isBars = this.figure.kind === 'BARS';
    this.band = svg('rect', { class: 'band', y: this.box.top, height: this.box.bottom - this.box.top, visibility: 'hidden' });
    const { title, xLabel, yLabel } = this.figure;
    this.picture = svg('svg', { height: this.height, role: 'img', 'aria-label': `${title}: ${yLabel} by ${xLabel}` },
      this.band, ...this.axes(), ...(isBars ? this.bars() : this.lines()));
    this.host.replaceChildren(this.picture, this.legend());
  }

  /** Positions of the parts. */
  measure() {
    const points = this.shown().flatMap((curve) => curve.points);
    const ends = points.flatMap(({ ours, ci95, paper }) =>
      [known(ours) ? ours - (ci95 ?? 0) : null, known(ours) ? ours + (ci95 ?? 0) : null, paper]).filter(known);
    this.isEmpty = ends.length === 0;
    if (this.isLogarithmic) {
      this.measurePowers(ends.filter((value) => value > 0));
    } else {
      this.measureSteps(ends);
    }
    const left = 26 + 7 * Math.max(2, ...this.steps.map((value) => this.stepText(value).length));
    const longest = Math.max(...this.names.map((name) => name.length), 1);
    const each = (this.width - left - 14) / Math.max(1, this.names.length);
    this.isSlanted = !this.isNumeric && longest * 6.6 > each - 4;
    const foot = this.isSlanted ? Math.min(90, 24 + longest * 4.4) : 24;
    this.height = 250 + foot;
    this.box = { left, right: this.width - 14, top: 22, bottom: this.height - foot - 20 };
  }

  /** Powers of ten, as many as fit. */
  measurePowers(ends) {
    this.low = Math.log10(Math.min(...ends, 1e9)) - 0.1;
    this.high = Math.max(Math.log10(Math.max(...ends, 1e-9)) + 0.1, this.low + 1);
    this.steps = [];
    for (let power = Math.ceil(this.low); power <= this.high; power++) {
      this.steps.push(10 ** power);
    }
    this.stepText = (value) => (value >= 1 ? short.format(value) : String(Number(value.toPrecision(1))));
  }

  /** Round steps, from zero on if that takes little space. */
  measureSteps(ends) {
    const least = this.isEmpty ? 0 : Math.min(...ends);
    const most = this.isEmpty ? 1 : Math.max(...ends);
    // bars show shares of a whole and begin at zero; lines begin at zero if that takes little space
    const fromZero = this.figure.kind === 'BARS' || Math.abs(most - least) > 0.6 * Math.max(Math.abs(most), Math.abs(least));
    const low = fromZero ? Math.min(0, least) : least;
    const high = fromZero ? Math.max(0, most) : most;
    const room = (high - low || Math.abs(high) || 1) * 0.06;
    this.low = low === 0 ? 0 : low - room;
    this.high = high === 0 && low < 0 ? 0 : high + room;
    this.steps = ticks(this.low, this.high, 5).map((value) => value || 0); // no minus before zero
    const places = Math.max(0, ...this.steps.map((value) => (String(Number(value.toPrecision(10))).split('.')[1] ?? '').length));
    this.stepText = (value) => (Math.abs(this.high) >= 1e6 ? short.format(value) : fixed(value, Math.min(6, places)));
  }

  y(value) {
    const placed = this.isLogarithmic ? Math.max(this.low, Math.log10(Math.max(value, 1e-12))) : value;
    const share = (placed - this.low) / (this.high - this.low);
    return this.box.bottom - share * (this.box.bottom - this.box.top);
  }

  /** The middle of a place on the horizontal axis. */
  x(name) {
    const { left, right } = this.box;
    const room = right - left;
    if (this.isNumeric) {
      const placed = this.isLogarithmic ? (text) => Math.log(Number(text)) : Number;
      const first = placed(this.names[0]);
      const span = placed(this.names[this.names.length - 1]) - first;
      return span > 0 ? left + 12 + ((placed(name) - first) / span) * (room - 24) : left + room / 2;
    }
    return left + ((this.names.indexOf(name) + 0.5) / this.names.length) * room;
  }

  axes() {
    const { left, right, top, bottom } = this.box;
    const rows = this.steps.flatMap((value) => [
      svg('line', { class: value === 0 ? 'axis' : 'grid', x1: left, x2: right, y1: this.y(value), y2: this.y(value) }),
      svg('text', { x: left - 7, y: this.y(value) + 4, 'text-anchor': 'end' }, this.stepText(value)),
    ]);
    const columns = [svg('line', { class: 'axis', x1: left, x2: right, y1: bottom, y2: bottom })];
    let free = -Infinity;
    for (const name of this.names) {
      const x = this.x(name);
      if (this.isSlanted) {
        columns.push(svg('text', {
          'text-anchor': 'end', transform: `translate(${x + 4},${bottom + 16}) rotate(-32)`,
        }, name.length > 24 ? `${name.slice(0, 23)}…` : name));
      } else if (x - name.length * 3.5 > free) { // numbers may be close together
        columns.push(svg('text', { x, y: bottom + 17, 'text-anchor': 'middle' }, name));
        free = x + name.length * 3.5 + 4;
      }
    }
    const labels = [
      svg('text', { x: 0, y: top - 10 }, this.figure.yLabel),
      svg('text', { x: right, y: this.height - 3, 'text-anchor': 'end' }, this.figure.xLabel),
    ];
    if (this.isEmpty) {
      labels.push(svg('text', { class: 'none', x: (left + right) / 2, y: (top + bottom) / 2, 'text-anchor': 'middle' }, 'no values'));
    }
    return [...rows, ...columns, ...labels];
  }

  colour(at) {
    return `var(--user-${at % COLOUR_COUNT})`;
  }

  whisker(x, { ours, ci95 }, attributes) {
    if (!known(ci95)) {
      return [];
    }
    const from = this.y(ours - ci95);
    const to = this.y(ours + ci95);
    return [svg('path', {
      class: 'whisker', fill: 'none', d: `M${x - 3} ${from}H${x + 3}M${x} ${from}V${to}M${x - 3} ${to}H${x + 3}`, ...attributes,
    })];
  }

  paper(x, value) {
    return svg('path', { class: 'paper', d: PAPER_MARK, transform: `translate(${x},${this.y(value)})` });
  }

  bars() {
    const curves = this.shown();
    const each = (this.box.right - this.box.left) / Math.max(1, this.names.length);
    const thickness = Math.min(34, (each * 0.78) / Math.max(1, curves.length));
    const drawn = [];
    const papers = [];
    curves.forEach((curve, n) => {
      for (const point of curve.points) {
        const x = this.x(point.x) + (n - (curves.length - 1) / 2) * thickness;
        if (known(point.ours)) {
          const top = this.y(Math.max(0, point.ours));
          drawn.push(svg('rect', {
            x: x - thickness / 2 + 0.5, y: top, width: Math.max(1, thickness - 1),
            height: Math.abs(this.y(point.ours) - this.y(0)), style: `fill: ${this.colour(curve.at)}`,
          }), ...this.whisker(x, point, { class: 'whisker over-bar' }));
        }
        if (known(point.paper)) {
          papers.push(this.paper(x, point.paper));
        }
      }
    });
    return [...drawn, ...papers];
  }

  /** Distance between curves that keeps their whiskers apart. */
  spread(curves) {
    const places = this.names.map((name) => this.x(name));
    const gaps = places.slice(1).map((x, at) => x - places[at]);
    return Math.min(3, Math.min(...gaps, this.width) / (curves.length + 1));
  }

  lines() {
    const drawn = [];
    const papers = [];
    const curves = this.shown();
    const spread = this.spread(curves);
    for (const [n, curve] of curves.entries()) {
      const place = (point) => this.x(point.x) + (n - (curves.length - 1) / 2) * spread;
      const style = `stroke: ${this.colour(curve.at)}`;
      const points = this.isNumeric ? [...curve.points].sort((a, b) => a.x - b.x) : curve.points;
      // a missing value interrupts the line
      let path = '';
      let isDown = false;
      for (const point of points) {
        if (known(point.ours)) {
          path += `${isDown ? 'L' : 'M'}${place(point)} ${this.y(point.ours)}`;
        }
        isDown = known(point.ours);
      }
      drawn.push(svg('path', {
        d: path, fill: 'none', 'stroke-width': 1.75, 'stroke-linejoin': 'round', style,
        'stroke-dasharray': DASHES[Math.floor(curve.at / 3) % DASHES.length],
      }));
      for (const point of points) {
        const x = place(point);
        if (known(point.ours)) {
          drawn.push(...this.whisker(x, point, { style }), this.marker(curve.at, x, this.y(point.ours)));
        }
        if (known(point.paper)) {
          papers.push(this.paper(x, point.paper));
        }
      }
    }
    return [...drawn, ...papers];
  }

  marker(at, x, y) {
    return svg('path', {
      d: MARKERS[at % MARKERS.length], transform: `translate(${x},${y})`,
      style: `fill: ${this.colour(at)}; stroke: var(--card); stroke-width: .75`,
    });
  }

  legend() {
    const keys = this.figure.curves.map((curve, at) => {
      const key = this.figure.kind === 'BARS'
        ? svg('svg', { width: 26, height: 12 }, svg('rect', { x: 6, width: 14, height: 12, rx: 2, style: `fill: ${this.colour(at)}` }))
        : svg('svg', { width: 26, height: 12 }, svg('line', {
          x2: 26, y1: 6, y2: 6, style: `stroke: ${this.colour(at)}; stroke-width: 1.75`,
          'stroke-dasharray': DASHES[Math.floor(at / 3) % DASHES.length],
        }), this.marker(at, 13, 6));
      return el('button', {
        type: 'button', class: 'curve', 'aria-pressed': String(!this.hidden.has(at)), click: () => this.toggle(at),
      }, key, curve.label);
    });
    return el('div', { class: 'legend' }, ...keys);
  }

  toggle(at) {
    if (!this.hidden.delete(at)) {
      this.hidden.add(at);
    }
    this.draw();
    this.host.querySelectorAll('.curve')[at].focus();
  }

  hover(event) {
    const frame = this.host.getBoundingClientRect();
    const x = event.clientX - frame.left;
    const y = event.clientY - frame.top;
    const { left, right } = this.box;
    if (x < left || x > right || y > this.height || !this.names.length) {
      this.leave();
      return;
    }
    const near = (name) => Math.abs(this.x(name) - x);
    const name = this.names.reduce((best, other) => (near(other) < near(best) ? other : best));
    const half = this.isNumeric ? 10 : (right - left) / this.names.length / 2;
    this.band.setAttribute('x', this.x(name) - half);
    this.band.setAttribute('width', 2 * half);
    this.band.setAttribute('visibility', 'visible');
    tip.show(event.clientX, event.clientY,
      el('h4', {}, this.isNumeric ? `${this.figure.xLabel}: ${name}` : name), this.values(name));
  }

  /** Known values at a place, curve by curve. */
  values(name) {
    const rows = this.shown().flatMap((curve) => curve.points.filter((point) => point.x === name)
      .map((point) => ({ label: curve.label, ...point })));
    return valuesTable(rows, this.printed);
  }

  leave() {
    this.band.setAttribute('visibility', 'hidden');
    tip.hide();
  }
}
