// With #selftest in its address the page goes through all it can do, as a user would. What fails
// shows in data-errors of the root element; data-selftest says how far it came.

function selfTest() {
  const root = document.documentElement;
  const expect = (holds, what) => {
    if (!holds) {
      throw new Error(`self-test: ${what}`);
    }
  };
  let hovered = 0;
  const hover = (chart) => {
    const frame = chart.host.getBoundingClientRect();
    for (let x = 0; x < frame.width; x += 17) {
      chart.host.dispatchEvent(new PointerEvent('pointermove', { clientX: frame.left + x, clientY: frame.top + 60 }));
      const box = byId('tip').getBoundingClientRect();
      expect(byId('tip').hidden || (box.left >= 0 && box.right <= innerWidth + 1), 'the tooltip leaves the window');
      hovered += byId('tip').hidden ? 0 : 1;
    }
    chart.host.dispatchEvent(new PointerEvent('pointerleave'));
    expect(byId('tip').hidden, 'the tooltip stays');
  };

  for (const chart of figureCharts) {
    hover(chart);
    const drawn = () => chart.picture.querySelectorAll('path, rect').length;
    const all = drawn();
    chart.figure.curves.forEach((_, at) => chart.host.querySelectorAll('.curve')[at].click());
    expect(chart.isEmpty && drawn() < all || all === 1, 'a hidden curve is drawn');
    hover(chart);
    chart.figure.curves.forEach((_, at) => chart.host.querySelectorAll('.curve')[at].click());
    expect(drawn() === all, 'a curve does not come back');
    chart.picture.querySelectorAll('path, rect, text').forEach((part) => {
      expect([...part.attributes].every(({ value }) => !/NaN|undefined|Infinity/.test(value)), 'something has no place');
    });
  }
  expect(document.querySelectorAll('.pivot tbody tr').length === experiment.table.rows.length, 'rows are missing');
  expect(document.querySelectorAll('.claims li').length === experiment.claims.length, 'claims are missing');
  byId('theme').click();
  byId('theme').click();
  expect(root.scrollWidth <= innerWidth + 1, 'the page is wider than the window');
  root.dataset.hovered = String(hovered);
  root.dataset.selftest = 'done';
}

if (location.hash === '#selftest') {
  selfTest();
}
