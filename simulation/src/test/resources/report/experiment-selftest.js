// The self-test of the page of an experiment.

function selfTest() {
  let hovered = 0;
  const hover = (chart) => {
    const frame = chart.host.getBoundingClientRect();
    const shown = hovered;
    for (let x = 0; x < frame.width; x += 17) {
      chart.host.dispatchEvent(new PointerEvent('pointermove', { clientX: frame.left + x, clientY: frame.top + 60 }));
      expectTipInWindow();
      hovered += byId('tip').hidden ? 0 : 1;
    }
    chart.isHovered = hovered > shown;
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
    expect(drawn() === all, 'a curve is not shown again');
    expectPlaced(chart.picture.querySelectorAll('path, rect, text'));
  }
  for (const map of heatMaps) {
    hover(map);
    expect(map.isHovered, 'a map has no tooltip');
    const cells = map.figure.curves.flatMap((row) => row.points);
    expect(map.picture.querySelectorAll('rect').length === cells.length, 'cells of a map are missing');
    const shades = [...map.picture.querySelectorAll('.heat')].map((cell) => Number(cell.getAttribute('fill-opacity')));
    expect(shades.every((shade) => shade > 0 && shade <= 1), 'a cell of a map has no shade');
    expectPlaced(map.picture.querySelectorAll('rect, text'));
  }
  if (tradeOff) {
    for (const choice of byId('trade-off-choices').querySelectorAll('select')) {
      for (const option of [...choice.options].reverse()) {
        choice.value = option.value;
        choice.dispatchEvent(new Event('change'));
        const { points, front, axis } = tradeOff;
        const isBeaten = (point) => points.some((other) => ['x', 'y'].every((name) => point === other || point[name].ours === other[name].ours
          || better(axis[name], other[name].ours, point[name].ours)) && ['x', 'y'].some((name) => better(axis[name], other[name].ours, point[name].ours)));
        expect(points.every((point) => front.includes(point) !== isBeaten(point)), 'the front does not consist of the points that no other point beats');
        expect(!points.length || front.length > 0, 'there is no front');
        if (points.length) {
          expect(tradeOff.picture.querySelectorAll('circle').length === points.length, 'points are missing');
          expect(tradeOff.picture.querySelectorAll('.best').length === front.length, 'the front is not marked');
          const bounds = [axis.x.bound, axis.y.bound].filter(known);
          expect(tradeOff.picture.querySelectorAll('.bound').length === bounds.length, 'bounds are missing');
          expectPlaced(tradeOff.picture.querySelectorAll('circle, text, .bound'));
          hover(tradeOff);
        }
      }
    }
  }
  expect(document.querySelectorAll('.pivot tbody tr').length === experiment.table.rows.length, 'rows are missing');
  expect(document.querySelectorAll('.claims li').length === experiment.claims.length, 'claims are missing');
  byId('theme').click();
  byId('theme').click();
  endSelfTest({ hovered });
}

selfTest();
