// Plot of real against planned lengths of time, as points between equal logarithmic axes.

const LENGTHS = [
  ...[1, 10].map((n) => n * SECOND), ...[1, 10].map((n) => n * MINUTE), ...[1, 10].map((n) => n * HOUR), ...[1, 10, 100, 1000, 10000].map((n) => n * DAY),
];
const NEAR = 16; // pixels from the pointer to the point that it shows

class CalibrationPlot {
  /** name: key of the compared values in the points; choose: called with the request of a clicked point. */
  constructor(host, name, choose) {
    Object.assign(this, { host, name, points: [] });
    host.classList.add('plot');
    drawAtEachWidth(host, this);
    host.addEventListener('pointermove', (event) => this.hover(event));
    host.addEventListener('pointerleave', () => this.point(-1));
    host.addEventListener('click', (event) => {
      const at = this.nearest(event);
      if (at >= 0) {
        choose(this.points[at].request);
      }
    });
  }

  set(points) {
    const field = this.name[0].toUpperCase() + this.name.slice(1);
    this.points = points.map((point) => ({
      request: point.request, cluster: point.cluster, planned: point[`planned${field}`], real: point[`real${field}`],
    }));
    this.draw();
  }

  draw() {
    this.width = this.host.clientWidth;
    if (this.points.length === 0 || this.width === 0) {
      this.host.replaceChildren();
      this.circles = [];
      return;
    }
    const values = this.points.flatMap(({ planned, real }) => [planned, real]).map((value) => Math.max(1, value));
    this.least = values.reduce((a, b) => Math.min(a, b)) / 1.4;
    this.most = values.reduce((a, b) => Math.max(a, b)) * 1.4;
    const height = Math.min(this.width, 420);
    this.box = { left: 62, right: this.width - 14, top: 14, bottom: height - 42 };
    const { left, right, top, bottom } = this.box;
    const within = LENGTHS.filter((length) => length >= this.least && length <= this.most);
    const grid = within.flatMap((length) => [
      svg('line', { class: 'grid', x1: left, x2: right, y1: this.y(length), y2: this.y(length) }),
      svg('line', { class: 'grid', x1: this.x(length), x2: this.x(length), y1: top, y2: bottom }),
      svg('text', { x: left - 8, y: this.y(length) + 4, 'text-anchor': 'end' }, lasting(length)),
      svg('text', { x: this.x(length), y: bottom + 18, 'text-anchor': 'middle' }, lasting(length)),
    ]);
    this.circles = this.points.map(({ planned, real }) => svg('circle', { class: 'point', cx: this.x(planned), cy: this.y(real), r: 3.5 }));
    const label = `Real against planned ${this.name}; points: ${count(this.points.length)}`;
    this.host.replaceChildren(svg('svg', { height, role: 'img', 'aria-label': label }, ...grid,
      this.ratioLine(1, 'diagonal'), this.ratioLine(2, 'double'), this.ratioLine(0.5, 'double'), ...this.circles,
      svg('text', { x: right, y: bottom + 36, 'text-anchor': 'end' }, 'planned'), svg('text', { x: left + 6, y: top + 10 }, 'real')));
  }

  share(length) {
    return Math.log(Math.max(1, length) / this.least) / Math.log(this.most / this.least);
  }

  x(length) {
    return this.box.left + this.share(length) * (this.box.right - this.box.left);
  }

  y(length) {
    return this.box.bottom - this.share(length) * (this.box.bottom - this.box.top);
  }

  /** Line on which the real value is a multiple of the planned value. */
  ratioLine(ratio, name) {
    const from = Math.max(this.least, this.least / ratio);
    const to = Math.min(this.most, this.most / ratio);
    return svg('line', { class: name, x1: this.x(from), y1: this.y(from * ratio), x2: this.x(to), y2: this.y(to * ratio) });
  }

  /** The point next to the pointer, -1 if none is near. */
  nearest(event) {
    if (this.circles.length === 0) {
      return -1;
    }
    const frame = this.host.getBoundingClientRect();
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    const far = this.points.map(({ planned, real }) => Math.hypot(this.x(planned) - x, this.y(real) - y));
    const at = far.reduce((best, distance, n) => (distance < far[best] ? n : best), 0);
    return far[at] <= NEAR ? at : -1;
  }

  hover(event) {
    const at = this.nearest(event);
    this.point(at);
    if (at >= 0) {
      const { request, cluster, planned, real } = this.points[at];
      tip.show(event.clientX, event.clientY, el('h4', {}, `Request of job ${request}, cluster ${cluster}`),
        pairs([['planned', lasting(planned)], ['real', lasting(Math.round(real))], ['real / planned', fixed(real / planned, 2)]]));
    }
  }

  point(at) {
    this.circles.forEach((circle, n) => circle.classList.toggle('near', n === at));
    if (at < 0) {
      tip.hide();
    }
  }
}
