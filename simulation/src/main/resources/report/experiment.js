// Builds the page of an experiment from the data embedded in it.

const experiment = block('experiment');

const cellKey = (row, column) => JSON.stringify([row, column]);
const cells = new Map(experiment.cells.map((cell) => [cellKey(cell.row, cell.column), cell]));
const cellOf = (row, column) => cells.get(cellKey(row, column));
const columnsOf = new Map(experiment.table.groups.flatMap(
  (group) => group.columns.map((column) => [column.name, column])));
const decimalsOf = (column) => columnsOf.get(column)?.decimals ?? 3;

const published = experiment.cells.filter((cell) => cell.paper !== null);
const hasPaper = published.length > 0;
const withVerdict = (verdict) => published.filter((cell) => cell.verdict === verdict).length;

/** The paper's value with the decimals printed in the paper. */
const asPrinted = (value) => new Intl.NumberFormat('en-US', { maximumFractionDigits: 12 }).format(value);

function showExperimentFacts() {
  byId('name').textContent = experiment.experiment;
  document.title = `${experiment.experiment} – metasched report`;
  byId('summary').textContent = experiment.summary;
  const hold = experiment.claims.filter((claim) => claim.finding === 'holds').length;
  showFacts([
    ['Seed', experiment.seed], ['Replications', count(experiment.replications)],
    ['Schedules checked', count(experiment.schedulesChecked)], ['Version', experiment.version],
    ...(hasPaper ? [['Within the tolerance',
      `${withVerdict('within')} of ${withVerdict('within') + withVerdict('outside')} values`]] : []),
    ...(experiment.claims.length ? [['Claims that hold', `${hold} of ${experiment.claims.length}`]] : []),
    ['Source', experiment.source, 'wide'],
  ]);
}

function showClaims() {
  byId('claims-section').hidden = !experiment.claims.length;
  const badges = { holds: ['✓', 'badge holds'], contradicted: ['✗', 'badge fails'], undecided: ['~', 'badge'] };
  const verdict = (finding) => el('span', { class: badges[finding][1] }, `${badges[finding][0]} ${finding}`);
  const source = (claim) => (claim.place ? `${claim.place}${claim.printed ? `: ${claim.printed}` : ''}` : 'our own question');
  byId('claims').append(...experiment.claims.map((claim) => el('li', {},
    verdict(claim.finding),
    el('div', {}, claim.text, ' ', el('span', { class: 'id' }, `${claim.id}, ${source(claim)}`)),
    el('div', { class: 'measured' }, claim.measured))));
}

const SIGNS = { within: ['✓', 'holds-ink'], outside: ['✗', 'fails-ink'], 'order-only': ['~', ''] };

/** A value of a cell: a share in percent with one decimal. */
const shown = (cell, value, decimals) => (cell.isShare && value !== null ? `${fixed(100 * value, 1)} %` : fixed(value, decimals));
const size = (cell, value, decimals) => (cell.isShare ? fixed(100 * value, 1) : fixed(value, decimals));

/** Our value with its interval; below it, the paper's value, if there is one. */
function showCell(cell, decimals) {
  if (!cell) {
    return '';
  }
  const least = cell.ours - cell.ci95;
  const most = cell.ours + cell.ci95;
  const hint = cell.ours === null ? 'no replication has a value'
    : `${cell.ci95 === null ? '' : `95 % interval ${shown(cell, least, decimals)} to ${shown(cell, most, decimals)}, `}`
      + `${count(cell.count)} of ${count(experiment.replications)} replications`;
  const parts = [cell.ci95 === null ? shown(cell, cell.ours, decimals) : size(cell, cell.ours, decimals)];
  if (cell.ci95 !== null) {
    parts.push(el('span', { class: 'ci' }, ` ± ${shown(cell, cell.ci95, decimals)}`));
  }
  if (cell.paper !== null) {
    const [sign, ink] = SIGNS[cell.verdict];
    const difference = cell.ours === null || cell.paper === 0 ? '' : 100 * (cell.ours / cell.paper - 1);
    const allowed = cell.tolerance === null ? 'only the order of the values can be compared'
      : `allowed ± ${asPrinted(100 * cell.tolerance)} %`;
    parts.push(el('span', { class: 'beside', title: `${cell.verdict}: ${allowed}` }, `paper ${cell.isShare ? shown(cell, cell.paper) : asPrinted(cell.paper)} `,
      el('span', { class: ink }, difference === '' ? sign
        : `${sign} ${difference < 0 ? '−' : '+'}${fixed(Math.abs(difference), 1)} %`)));
  }
  return el('span', { title: hint }, ...parts);
}

const GROUPS = { '': 'as published', 'exact.': 'exact: the default searches and choice' };

function showTable() {
  const { rows, groups } = experiment.table;
  const begins = (group, at) => (group !== groups[0] && at === 0 ? 'begins' : undefined);
  const whole = table({
    rows,
    page: 200,
    columns: [
      { name: '', left: true, cell: (row) => row },
      ...groups.flatMap((group) => group.columns.map((column, at) => ({
        name: column.label,
        hint: column.name,
        className: begins(group, at),
        cell: (row) => showCell(cellOf(row, column.name), column.decimals),
      }))),
    ],
  });
  whole.querySelector('table').classList.add('pivot');
  if (groups.length > 1) {
    whole.querySelector('thead').prepend(el('tr', {}, el('th'), ...groups.map((group) => el('th', {
      class: `group ${group === groups[0] ? '' : 'begins'}`, colspan: group.columns.length, scope: 'colgroup',
    }, GROUPS[group.prefix] ?? group.prefix.slice(0, -1)))));
  }
  byId('table').append(whole);
  byId('table-note').textContent = 'Mean ± half the width of its 95 % confidence interval.'
    + (hasPaper ? ' Below it, the value of the paper, and the difference of our value: ✓ within the tolerance, ✗ beyond it,'
      + ` ~ if only the order of the values can be compared.${experiment.tolerances ? ` ${experiment.tolerances}.` : ''}` : experiment.claims.length ? ' The paper gives no numbers for these.' : '');
}

/** The differences of one column, which the reader chooses. */
function showDifferences() {
  const { differences } = experiment;
  byId('differences-section').hidden = !differences.length;
  if (!differences.length) {
    return;
  }
  const columns = [...new Set(differences.map((one) => one.column))];
  const select = el('select', { change: () => show() }, ...columns.map((column) => el('option', { value: column }, column)));
  const show = () => {
    const column = select.value;
    const { decimals } = columnsOf.get(column) ?? { decimals: 3 };
    const rows = differences.filter((one) => one.column === column);
    const signed = (row) => `${row.difference < 0 ? '−' : '+'}${size(row, Math.abs(row.difference), decimals)}${row.isShare ? ' points' : ''}`;
    const columnsShown = [
      { name: 'policy', left: true, className: 'name', cell: (row) => row.policy },
      { name: 'compared with', left: true, className: 'name', cell: (row) => row.than },
      { name: 'its mean', hint: 'Mean of the policy, over the pairs', cell: (row) => shown(row, row.mean, decimals) },
      { name: 'the other\'s', hint: 'Mean of the baseline, over the pairs', cell: (row) => shown(row, row.thanMean, decimals) },
      {
        name: 'difference',
        cell: (row) => (row.difference === null ? '–' : el('span', { title: `${count(row.count)} pairs` }, signed(row),
          row.ci95 === null ? '' : el('span', { class: 'ci' }, ` ± ${size(row, row.ci95, decimals)}`))),
      },
      { name: 'share', cell: (row) => (row.share === null ? '–' : `${row.share < 0 ? '−' : '+'}${percent(Math.abs(row.share))}`) },
      { name: '', hint: 'The interval does not contain 0', cell: (row) => (row.ci95 !== null && Math.abs(row.difference) > row.ci95 ? '●' : '') },
    ];
    if (rows.some((row) => row.condition)) {
      columnsShown.unshift({ name: 'where', left: true, cell: (row) => row.condition });
    }
    byId('differences').replaceChildren(table({ rows, columns: columnsShown }));
  };
  byId('differences-choices').append(el('label', {}, 'Of ', select));
  show();
}

const figureCharts = [];
const heatMaps = [];

/** A figure with the values of its cells. */
const withValues = (figure) => ({
  ...figure,
  curves: figure.curves.map((curve) => ({
    label: curve.label,
    points: curve.points.map(({ x, row, column }) =>
      ({ x, decimals: decimalsOf(column), ...(cellOf(row, column) ?? { ours: null, ci95: null, paper: null }) })),
  })),
});

/** Number of groups of bars above which a chart has the whole width, so that the names do not overlap. */
const MOST_IN_HALF = 20;

function showFigures() {
  const all = experiment.figures.map(withValues);
  const figures = all.filter((figure) => !isAlwaysZero(figure));
  byId('figures-section').hidden = !all.length;
  const leftOut = all.filter(isAlwaysZero).map((figure) => figure.title);
  byId('figures-left-out').hidden = !leftOut.length;
  byId('figures-left-out').textContent = `No chart, because every value is 0: ${leftOut.join('; ')}.`;
  const isMap = (figure) => figure.kind === 'HEAT_MAP';
  for (const figure of figures) {
    const host = el('div');
    const isWide = figure.kind === 'BARS' && figure.curves.some((curve) => curve.points.length > MOST_IN_HALF);
    byId('figures').append(el('div', { class: isWide ? 'card wide' : 'card' }, el('h3', {}, figure.title), host));
    if (isMap(figure)) {
      const alike = figures.filter((other) => isMap(other) && other.xLabel === figure.xLabel && other.yLabel === figure.yLabel);
      byId('map-note').hidden = false;
      heatMaps.push(new HeatMap(host, figure, heatRange(alike), asPrinted));
      continue;
    }
    if (figure.curves.some((curve) => curve.points.some((point) => point.paper !== null))) {
      byId('paper-mark').hidden = false;
    }
    figureCharts.push(new FigureChart(host, figure, asPrinted));
  }
}

let tradeOff;

function showTradeOff() {
  const { axes, groups } = experiment.tradeOff ?? { axes: [], groups: [] };
  byId('trade-off-section').hidden = !axes.length;
  if (!axes.length) {
    return;
  }
  tradeOff = new TradeOffChart(byId('trade-off'), byId('trade-off-front'));
  const choice = (label, options, chosen) => el('label', {}, `${label} `, el('select', { change: () => choose() },
    ...options.map((option, at) => el('option', { value: at, ...(at === chosen ? { selected: '' } : {}) }, option.label))));
  const labels = [choice('Of', groups, 0), choice('Across', axes, 0), choice('Upwards', axes, 1)];
  const choose = () => {
    const [group, across, up] = labels.map((label) => Number(label.querySelector('select').value));
    const points = groups[group].rows.map(({ label, row }) => ({
      label, x: cellOf(row, axes[across].column) ?? { ours: null }, y: cellOf(row, axes[up].column) ?? { ours: null },
    }));
    const { bound } = groups[group];
    byId('bound-note').hidden = !bound;
    const complete = (axis) => ({ ...axis, decimals: decimalsOf(axis.column), bound: bound ? cellOf(bound, axis.column)?.ours : null });
    tradeOff.set(points, complete(axes[across]), complete(axes[up]));
  };
  byId('trade-off-choices').append(...labels);
  choose();
}

showExperimentFacts();
showClaims();
showFigures();
showTradeOff();
showDifferences();
showTable();
startThemes();
