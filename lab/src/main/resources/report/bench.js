// Builds the page of a bench from the data embedded in it.

const bench = block('bench');

const asMeasured = (value) => exact.format(value);

function showBenchFacts() {
  byId('name').textContent = `bench ${bench.bench}`;
  document.title = `bench ${bench.bench} – metasched report`;
  showFacts([
    ['Cores', count(bench.machine.cores)], ['Heap', `${count(bench.machine.heapMiB)} MiB`],
    ['Took', `${fixed(bench.wallSeconds, 0)} s`], ['Version', bench.version], ['JVM', bench.machine.jvm, 'wide'],
  ]);
  byId('summary').append(...bench.notes.map((note) => el('p', {}, note)));
  byId('faults').hidden = !bench.faults.length;
  byId('faults').textContent = bench.faults.join('; ');
}

/** A figure with points in the form of an experiment's points without intervals. */
const asFigure = (figure) => ({
  ...figure,
  kind: 'LINES',
  curves: figure.curves.map((curve) => ({
    label: curve.label,
    points: curve.points.map(({ x, y }) =>
      ({ x: String(x), ours: y, ci95: null, paper: null, decimals: figure.decimals })),
  })),
});

function showBenchFigures() {
  byId('figures-section').hidden = !bench.figures.length;
  const all = bench.figures.map(asFigure);
  const leftOut = all.filter(isAlwaysZero).map((figure) => figure.title);
  byId('figures-left-out').hidden = !leftOut.length;
  byId('figures-left-out').textContent = `No chart, because every value is 0: ${leftOut.join('; ')}.`;
  for (const figure of all.filter((one) => !isAlwaysZero(one))) {
    const host = el('div');
    byId('figures').append(el('div', { class: 'card' }, el('h3', {}, figure.title), host));
    new FigureChart(host, figure, asMeasured);
  }
}

/** Whether a text is a number, or a dash for none; columns of numbers are aligned to the right. */
const isNumber = (text) => text === '-' || /^[-\d.,]+$/.test(text);

function showBenchTables() {
  for (const sheet of bench.tables.filter((one) => one.shown.length)) {
    const host = el('div');
    host.append(table({
      rows: sheet.shown,
      page: 200,
      columns: sheet.headers.map((name, at) => ({
        name,
        left: !sheet.shown.every((row) => isNumber(row[at])),
        cell: (row) => (row[at] === '-' ? '–' : row[at]),
      })),
    }));
    byId('tables').append(el('section', {}, el('h2', {}, sheet.title), host));
  }
}

showBenchFacts();
showBenchFigures();
showBenchTables();
startThemes();
document.documentElement.dataset.state = 'ready';
