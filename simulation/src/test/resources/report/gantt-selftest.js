// Common parts of the self-tests of pages with a chart of rows against time. data-redraw is the time to
// draw all bars, and data-slowest is the slowest step, in milliseconds.

class GanttSelfTest {
  /**
   * steps: distances between the places that are pointed at, across and down; expectText: checks the text
   * of the tooltip of a job; charts: the other charts of the page; useRest: uses the functions of this page.
   */
  constructor({ steps, expectText, charts, useRest }) {
    Object.assign(this, { steps, expectText, charts, useRest });
    this.host = byId('chart');
    this.times = [];
  }

  send(Kind, type, x, y, more = {}) {
    const frame = this.host.getBoundingClientRect();
    this.host.dispatchEvent(new Kind(type, {
      clientX: frame.left + x, clientY: frame.top + y, bubbles: true, cancelable: true, pointerId: 1, ...more,
    }));
  }

  drag(fromX, fromY, toX, toY) {
    this.send(PointerEvent, 'pointerdown', fromX, fromY);
    this.send(PointerEvent, 'pointermove', toX, toY);
    this.send(PointerEvent, 'pointerup', toX, toY);
  }

  press(key) {
    this.host.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }

  timed(work) {
    const begun = performance.now();
    work();
    gantt.base.getContext('2d').getImageData(0, 0, 1, 1); // waits until it is drawn
    this.times.push(performance.now() - begun);
  }

  drawNow() {
    this.timed(() => gantt.draw());
    this.timed(() => gantt.highlight());
  }

  pixels() {
    return gantt.base.getContext('2d').getImageData(0, 0, gantt.base.width, gantt.base.height).data;
  }

  /** The median time of drawing all bars. */
  redraw() {
    for (let n = 0; n < 9; n++) {
      this.timed(() => gantt.draw());
    }
    return this.times.slice(-9).sort((a, b) => a - b)[4];
  }

  /** Points at places all over the chart; returns the number of places with a job. */
  hover() {
    let hits = 0;
    for (let y = AXIS + 3; y < gantt.height - SCROLL; y += this.steps[1]) {
      for (let x = 4; x < gantt.width; x += this.steps[0]) {
        this.send(PointerEvent, 'pointermove', x, y);
        if (gantt.pointed >= 0) {
          hits++;
          const text = byId('tip').textContent;
          expect(text.includes(`Job ${gantt.source.jobs.id[gantt.pointed]}`), 'the tooltip shows another job');
          this.expectText(text);
        }
        expectTipInWindow();
      }
    }
    this.send(PointerEvent, 'pointerleave', 0, 0);
    return hits;
  }

  /** Checks that no two bars share a row at the same time. */
  expectNoOverlap() {
    const { row, size, start, end } = gantt.source.bars;
    const busyUntil = new Float64Array(gantt.rows);
    for (const bar of gantt.used.order) {
      for (let at = row[bar]; at < row[bar] + size[bar]; at++) {
        expect(at < gantt.rows && busyUntil[at] <= start[bar], 'bars share a row');
        busyUntil[at] = end[bar];
      }
    }
  }

  zoomAndMove() {
    const all = this.pixels();
    const whole = gantt.span;
    this.host.focus();
    this.send(WheelEvent, 'wheel', gantt.width / 2, AXIS + 20, { deltaY: -400 });
    expect(gantt.span < whole || whole <= LEAST_SPAN, 'the wheel does not zoom');
    this.drawNow();
    expect(gantt.source.jobs.id.length < 2 || whole <= LEAST_SPAN || this.pixels().some((value, at) => value !== all[at]),
      'zooming draws nothing new');
    this.send(WheelEvent, 'wheel', gantt.width / 2, AXIS + 20, { deltaY: 120, shiftKey: true });
    this.send(WheelEvent, 'wheel', 5, AXIS + 20, { deltaY: 120 });
    ['+', '+', '+', '+', '+', ']', ']', 'ArrowRight', 'ArrowDown', 'PageDown', 'End', 'Home'].forEach((key) => {
      this.press(key);
      this.drawNow();
    });
    const before = gantt.from;
    this.drag(gantt.width - 60, AXIS + 30, 80, AXIS + 10);
    expect(gantt.from > before || gantt.span >= gantt.source.end, 'dragging does not move');
    for (const thumb of Object.values(gantt.thumbs())) {
      this.drag(thumb.x + 3, thumb.y + 3, thumb.x + 20, thumb.y + 20);
      this.drawNow();
    }
  }

  find(job, user) {
    byId('job').value = job;
    if (byId('user')) {
      byId('user').value = user;
    }
    byId('job').form.requestSubmit();
    this.drawNow();
  }

  useTools() {
    document.querySelectorAll('#chart-tools button').forEach((tool) => tool.click());
    const { jobs: { id: ids }, bars } = gantt.source;
    if (ids.length) {
      const last = ids.length - 1;
      this.find(ids[last], '');
      expect(ids[gantt.pinned] === ids[last], 'a job is not found');
      expect(gantt.x(bars.start[gantt.jobBars.of(last)[0]]) < gantt.width, 'a found job is not visible');
    }
    this.find('none such', '1');
    this.press('Escape');
    this.press('0');
  }

  useCharts() {
    for (const chart of this.charts) {
      const box = chart.host.getBoundingClientRect();
      chart.hover({ clientX: box.left + box.width / 2, clientY: box.top + 50 });
      expect(!byId('tip').hidden || !chart.box, 'a chart shows no tooltip');
      chart.leave();
      expectPlaced(chart.host.querySelectorAll('polyline, text, line'));
    }
  }

  run() {
    let redraw = 0;
    let hovered = 0;
    for (const button of byId('picker').children) {
      button.click();
      this.expectNoOverlap();
      redraw = Math.max(redraw, this.redraw());
      this.drawNow();
      hovered += this.hover();
      this.zoomAndMove();
      hovered += this.hover();
      this.useTools();
      this.useRest(this);
      document.querySelectorAll('.more:not([hidden])').forEach((more) => more.click());
      byId('theme').click();
      this.drawNow();
      this.useCharts();
    }
    expect(document.querySelectorAll('#policies tbody tr').length === policies.length, 'policies are missing');
    endSelfTest({ hovered, redraw, slowest: Math.max(...this.times) });
  }
}
