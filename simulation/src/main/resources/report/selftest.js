// With #selftest in its address the page goes through all it can do, as a user would. What fails
// shows in data-errors of the root element; data-selftest says how far it came.

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
  const drawNow = () => {
    gantt.draw();
    gantt.highlight();
  };

  const hover = () => {
    let hits = 0;
    for (let y = AXIS + 3; y < gantt.height - SCROLL; y += 9) {
      for (let x = 4; x < gantt.width; x += 23) {
        pointer('pointermove', x, y);
        hits += gantt.pointed >= 0 ? 1 : 0;
        const box = byId('tip').getBoundingClientRect();
        expect(byId('tip').hidden || (box.left >= 0 && box.right <= innerWidth + 1), 'the tooltip leaves the window');
      }
    }
    pointer('pointerleave', 0, 0);
    return hits;
  };

  let hovered = 0;
  for (const button of byId('picker').children) {
    button.click();
    drawNow();
    hovered += hover();
    const whole = gantt.span;
    host.focus();
    send(WheelEvent, 'wheel', gantt.width / 2, AXIS + 20, { deltaY: -400 });
    expect(gantt.span < whole || whole <= LEAST_SPAN, 'the wheel does not zoom');
    send(WheelEvent, 'wheel', gantt.width / 2, AXIS + 20, { deltaY: 120, shiftKey: true });
    send(WheelEvent, 'wheel', 5, AXIS + 20, { deltaY: 120 });
    ['+', '+', '+', ']', ']', 'ArrowRight', 'ArrowDown', 'PageDown', 'End', 'Home'].forEach((key) => {
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
    const ids = gantt.run.jobs.id;
    if (ids.length) {
      byId('job').value = ids[ids.length - 1];
      byId('job').form.requestSubmit();
      drawNow();
      expect(gantt.pinned === ids.length - 1, 'a job is not found');
    }
    byId('job').value = 'none such';
    byId('user').value = '1';
    byId('job').form.requestSubmit();
    drawNow();
    press('Escape');
    document.querySelectorAll('#legend button').forEach((user) => {
      user.click();
      drawNow();
    });
    press('0');
    byId('setbacks').open = true;
    byId('setback-job').value = '1';
    byId('setback-job').dispatchEvent(new Event('input'));
    byId('setback-event').value = 'requeued';
    byId('setback-event').dispatchEvent(new Event('input'));
    document.querySelectorAll('.more:not([hidden])').forEach((more) => more.click());
    byId('theme').click();
    drawNow();
    for (const chart of [incomeChart, useChart]) {
      const box = chart.host.getBoundingClientRect();
      chart.hover({ clientX: box.left + box.width / 2, clientY: box.top + 50 });
      expect(!byId('tip').hidden || !chart.box, 'a chart does not tell');
      chart.leave();
    }
  }
  expect(root.scrollWidth <= innerWidth + 1, 'the page is wider than the window');
  root.dataset.hovered = String(hovered);
  root.dataset.selftest = 'done';
}

if (location.hash === '#selftest') {
  selfTest();
}
