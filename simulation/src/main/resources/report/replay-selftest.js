// With #selftest in its address the page goes through all it can do, as a user would. What fails
// shows in data-errors of the root element; data-selftest says how far it came, data-redraw how long
// drawing all jobs takes, and data-slowest what took longest, in milliseconds.

function selfTest() {
  const root = document.documentElement;
  const host = byId('chart');
  const frame = () => host.getBoundingClientRect();
  const send = (Kind, type, x, y, more = {}) => host.dispatchEvent(new Kind(type, {
    clientX: frame().left + x, clientY: frame().top + y, bubbles: true, cancelable: true, pointerId: 1, ...more,
  }));
  const pointer = (type, x, y) => send(PointerEvent, type, x, y);
  const press = (key) => host.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const expect = (holds, what) => {
    if (!holds) {
      throw new Error(`self-test: ${what}`);
    }
  };
  const times = [];
  const timed = (work) => {
    const begun = performance.now();
    work();
    gantt.base.getContext('2d').getImageData(0, 0, 1, 1); // waits until it is drawn
    times.push(performance.now() - begun);
  };
  const drawNow = () => {
    timed(() => gantt.draw());
    timed(() => gantt.highlight());
  };
  const pixels = () => gantt.base.getContext('2d').getImageData(0, 0, gantt.base.width, gantt.base.height).data;
  const differs = (before) => pixels().some((value, at) => value !== before[at]);

  const hover = () => {
    let hits = 0;
    for (let y = AXIS + 3; y < gantt.height - SCROLL; y += 41) {
      for (let x = 4; x < gantt.width; x += 61) {
        pointer('pointermove', x, y);
        if (gantt.pointed >= 0) {
          hits++;
          const job = gantt.pointed;
          const text = byId('tip').textContent;
          expect(text.includes(`Job ${run.jobs.id[job]}`), 'the tooltip tells of another job');
          expect(text.includes('submitted') && text.includes('waited') && text.includes('processors'), 'the tooltip lacks something');
        }
        const box = byId('tip').getBoundingClientRect();
        expect(byId('tip').hidden || (box.left >= 0 && box.right <= innerWidth + 1), 'the tooltip leaves the window');
      }
    }
    pointer('pointerleave', 0, 0);
    return hits;
  };

  /** No two jobs may share a processor, in the part of the time that has most of them. */
  const overlapFree = () => {
    const { jobs, ranges } = run;
    const busyUntil = new Float64Array(run.processors);
    for (let job = 0; job < run.count; job++) {
      for (let range = jobs.firstRange[job]; range < jobs.firstRange[job + 1]; range++) {
        for (let row = ranges.low[range]; row < ranges.low[range] + ranges.size[range]; row++) {
          expect(row < run.processors && busyUntil[row] <= jobs.start[job], 'jobs share a processor');
          busyUntil[row] = jobs.end[job];
        }
      }
    }
  };

  const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
  let redraw = 0;
  let hovered = 0;
  for (const button of byId('picker').children) {
    button.click();
    overlapFree();
    for (let n = 0; n < 9; n++) {
      timed(() => gantt.draw());
    }
    redraw = Math.max(redraw, median(times.slice(-9)));
    drawNow();
    const all = pixels();
    hovered += hover();
    const whole = gantt.span;
    host.focus();
    send(WheelEvent, 'wheel', gantt.width / 2, AXIS + 20, { deltaY: -400 });
    expect(gantt.span < whole || whole <= LEAST_SPAN, 'the wheel does not zoom');
    drawNow();
    expect(run.count < 2 || whole <= LEAST_SPAN || differs(all), 'zooming draws nothing new');
    send(WheelEvent, 'wheel', gantt.width / 2, AXIS + 20, { deltaY: 120, shiftKey: true });
    send(WheelEvent, 'wheel', 5, AXIS + 20, { deltaY: 120 });
    ['+', '+', '+', '+', '+', ']', ']', 'ArrowRight', 'ArrowDown', 'PageDown', 'End', 'Home'].forEach((key) => {
      press(key);
      drawNow();
    });
    const before = gantt.from;
    pointer('pointerdown', gantt.width - 60, AXIS + 30);
    pointer('pointermove', 80, AXIS + 10);
    pointer('pointerup', 80, AXIS + 10);
    expect(gantt.from > before || gantt.span >= gantt.end, 'dragging does not move');
    for (const thumb of Object.values(gantt.thumbs())) {
      pointer('pointerdown', thumb.x + 3, thumb.y + 3);
      pointer('pointermove', thumb.x + 20, thumb.y + 20);
      pointer('pointerup', thumb.x + 20, thumb.y + 20);
      drawNow();
    }
    hovered += hover();
    document.querySelectorAll('#chart-tools button').forEach((tool) => tool.click());
    if (run.count) {
      const last = run.count - 1;
      byId('job').value = run.jobs.id[last];
      byId('job').form.requestSubmit();
      drawNow();
      expect(run.jobs.id[gantt.pinned] === run.jobs.id[last], 'a job is not found');
      expect(gantt.isMixed || gantt.x(run.jobs.start[last]) < gantt.width, 'a found job is not in sight');
    }
    byId('job').value = 'none such';
    if (byId('user')) {
      byId('user').value = '1';
    }
    byId('job').form.requestSubmit();
    drawNow();
    press('Escape');
    press('0');
    gantt.stretch(1e-9);
    for (const name of Object.keys(COLOURINGS).reverse()) {
      [...document.querySelectorAll('.colouring')].find((other) => other.textContent === `by ${name}`).click();
      drawNow();
      document.querySelectorAll('#legend [title]').forEach((group) => {
        group.click();
        drawNow();
        expect(group.getAttribute('aria-pressed') === 'true', 'a group is not shown');
        group.click();
      });
    }
    drawNow();
    document.querySelectorAll('.more:not([hidden])').forEach((more) => more.click());
    byId('theme').click();
    drawNow();
    for (const chart of pageCharts) {
      const box = chart.host.getBoundingClientRect();
      chart.hover({ clientX: box.left + box.width / 2, clientY: box.top + 50 });
      expect(!byId('tip').hidden, 'a chart does not tell');
      chart.leave();
      chart.host.querySelectorAll('polyline, text, line').forEach((part) => {
        expect([...part.attributes].every(({ value }) => !/NaN|undefined|Infinity/.test(value)), 'something has no place');
      });
    }
  }
  expect(document.querySelectorAll('#policies tbody tr').length === policies.length, 'policies are missing');
  expect(root.scrollWidth <= innerWidth + 1, 'the page is wider than the window');
  root.dataset.hovered = String(hovered);
  root.dataset.redraw = redraw.toFixed(0);
  root.dataset.slowest = Math.max(...times).toFixed(0);
  root.dataset.selftest = 'done';
}

if (location.hash === '#selftest') {
  selfTest();
}
