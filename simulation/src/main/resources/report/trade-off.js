// Two measures against each other, as SVG drawn at the available width.

const better = (axis, one, other) => (axis.more ? one > other : one < other);

/** The points of the Pareto front, by their means: no other point is at least as good in both measures and better in one. Ordered by x. */
function paretoFront(points, x, y) {
  const beats = (one, other) => !better(x, other.x.ours, one.x.ours) && !better(y, other.y.ours, one.y.ours)
    && (better(x, one.x.ours, other.x.ours) || better(y, one.y.ours, other.y.ours));
  return points.filter((point) => !points.some((other) => beats(other, point))).sort((a, b) => a.x.ours - b.x.ours);
}

/**
 * A point for each row: {label, x: {ours, ci95}, y: {ours, ci95}}, and a line for the bound in x and one in y.
 * The front is also listed below.
 */
class TradeOffChart {
  constructor(host, words) {
    this.host = host;
    this.words = words;
    this.width = 0;
    this.points = [];
    host.classList.add('plot', 'trade-off');
    drawAtEachWidth(host, this);
    host.addEventListener('pointermove', (event) => this.hover(event));
    host.addEventListener('pointerleave', () => tip.hide());
  }

  /** Shows other points; axis: {label, more: whether more is better, decimals, bound: value that no point can beat, if known}. */
  set(points, x, y) {
    this.points = points.filter((point) => known(point.x.ours) && known(point.y.ours));
    this.axis = { x, y };
    this.front = paretoFront(this.points, x, y);
    this.words.textContent = this.points.length
      ? `No other row is better in both: ${this.front.map((point) => point.label).join(', ')}.` : 'No row has a value of both.';
    this.draw();
  }

  /** Position of a value on an axis from one pixel to another. */
  scale(name, from, to) {
    const ends = this.points.flatMap((point) => {
      const { ours, ci95 } = point[name];
      return [ours - (ci95 ?? 0), ours + (ci95 ?? 0)];
    });
    if (known(this.axis[name].bound)) {
      ends.push(this.axis[name].bound);
    }
    const least = Math.min(...ends);
    const most = Math.max(...ends);
    const room = (most - least || Math.abs(most) || 1) * 0.05;
    const low = least >= 0 && least < room ? 0 : least - room;
    const high = most + room;
    return { low, high, at: (value) => from + ((value - low) / (high - low)) * (to - from), steps: ticks(low, high, 5) };
  }

  draw() {
    if (!this.axis) {
      return;
    }
    this.width = this.host.clientWidth;
    const height = 420;
    if (!this.points.length) {
      this.host.replaceChildren();
      return;
    }
    const box = { left: 70, right: this.width - 14, top: 24, bottom: height - 44 };
    this.box = box;
    this.x = this.scale('x', box.left, box.right);
    this.y = this.scale('y', box.bottom, box.top);
    const { x, y } = this.axis;
    this.picture = svg('svg', { height, role: 'img', 'aria-label': `${y.label} against ${x.label}` },
      ...this.grid(), ...this.bounds(), this.step(), ...this.points.flatMap((point) => this.point(point)), ...this.labels());
    this.host.replaceChildren(this.picture);
  }

  grid() {
    const { left, right, top, bottom } = this.box;
    const { x, y } = this.axis;
    const arrow = (axis, more, less) => `${axis.label} (${axis.more ? more : less} is better)`;
    return [
      ...this.y.steps.flatMap((value) => [
        svg('line', { class: 'grid', x1: left, x2: right, y1: this.y.at(value), y2: this.y.at(value) }),
        svg('text', { x: left - 7, y: this.y.at(value) + 4, 'text-anchor': 'end' }, onAxis(value, this.y.high)),
      ]),
      ...this.x.steps.flatMap((value) => [
        svg('line', { class: 'grid', x1: this.x.at(value), x2: this.x.at(value), y1: top, y2: bottom }),
        svg('text', { x: this.x.at(value), y: bottom + 17, 'text-anchor': 'middle' }, onAxis(value, this.x.high)),
      ]),
      svg('text', { x: 0, y: 12 }, arrow(y, 'more', 'less')),
      svg('text', { x: right, y: bottom + 38, 'text-anchor': 'end' }, arrow(x, 'more', 'less')),
    ];
  }

  /** Draws the bounds that no point can exceed. */
  bounds() {
    const { left, right, top, bottom } = this.box;
    const { x, y } = this.axis;
    return [
      ...(known(x.bound) ? [svg('line', { class: 'bound', x1: this.x.at(x.bound), x2: this.x.at(x.bound), y1: top, y2: bottom })] : []),
      ...(known(y.bound) ? [svg('line', { class: 'bound', x1: left, x2: right, y1: this.y.at(y.bound), y2: this.y.at(y.bound) })] : []),
    ];
  }

  /** Draws the border of the attainable points. */
  step() {
    const places = this.front.map((point) => [this.x.at(point.x.ours), this.y.at(point.y.ours)]);
    const path = places.map(([px, py], at) => {
      if (at === 0) {
        return `M${px} ${py}`;
      }
      return this.axis.x.more ? `V${py}H${px}` : `H${px}V${py}`;
    }).join('');
    return svg('path', { class: 'front', d: path, fill: 'none' });
  }

  point(point) {
    const px = this.x.at(point.x.ours);
    const py = this.y.at(point.y.ours);
    const isFront = this.front.includes(point);
    const whiskers = [];
    if (known(point.x.ci95)) {
      whiskers.push(`M${this.x.at(point.x.ours - point.x.ci95)} ${py}H${this.x.at(point.x.ours + point.x.ci95)}`);
    }
    if (known(point.y.ci95)) {
      whiskers.push(`M${px} ${this.y.at(point.y.ours - point.y.ci95)}V${this.y.at(point.y.ours + point.y.ci95)}`);
    }
    return [
      svg('path', { class: 'whisker', d: whiskers.join('') }),
      svg('circle', { class: isFront ? 'best' : 'other', cx: px, cy: py, r: isFront ? 5 : 4 }),
    ];
  }

  /** Names of the points of the front that do not cover each other. */
  labels() {
    const taken = [];
    return this.front.flatMap((point) => {
      const px = this.x.at(point.x.ours);
      const isLeft = px > (this.box.left + this.box.right) / 2;
      const length = point.label.length * 6.6;
      const from = isLeft ? px - 9 - length : px + 9;
      let py = this.y.at(point.y.ours) - 8;
      const covers = (other) => Math.abs(other.y - py) < 13 && from < other.to && other.from < from + length;
      for (let tries = 0; tries < 6 && taken.some(covers); tries++) {
        py += 14;
      }
      if (taken.some(covers)) {
        return [];
      }
      taken.push({ from, to: from + length, y: py });
      return [svg('text', { class: 'name', x: isLeft ? px - 9 : px + 9, y: py, 'text-anchor': isLeft ? 'end' : 'start' }, point.label)];
    });
  }

  hover(event) {
    const frame = this.host.getBoundingClientRect();
    const far = (point) => Math.hypot(this.x.at(point.x.ours) - event.clientX + frame.left, this.y.at(point.y.ours) - event.clientY + frame.top);
    const near = this.points.length ? this.points.reduce((best, other) => (far(other) < far(best) ? other : best)) : undefined;
    if (!near || far(near) > 30) {
      tip.hide();
      return;
    }
    const { x, y } = this.axis;
    tip.show(event.clientX, event.clientY, el('h4', {}, near.label), valuesTable([
      { label: x.label, decimals: x.decimals, ...near.x }, { label: y.label, decimals: y.decimals, ...near.y },
    ], String));
  }
}
