// Data, numbers, tables and the top of the page, which all parts of the page share.

/** The JSON of a block of data. */
const block = (id) => JSON.parse(byId(id).textContent);

/** Ticks as units of time, thousandths as money: exactly. */
const units = (thousandths) => exact.format(thousandths / 1000);
const count = (value) => fixed(value);
const mean = (value) => fixed(value, 1);
const money = (milli) => fixed(milli / 1000, 1);
const percent = (share) => (isKnown(share) ? `${fixed(100 * share, 1)} %` : '–');
const seconds = (value, decimals = 0) => (Math.abs(value) >= 1e12 ? short.format(value) : fixed(value, decimals));
const meanTime = (value) => seconds(value, 1);
const ratio = (value) => fixed(value, 2);

/** Formats of metrics by their units. */
const FORMATS = { share: percent, seconds: meanTime, 'units of time': mean, money: mean };

/**
 * Columns of metrics, by their keys; `declared` has their names, hints and units. Numbers of other
 * units than those of FORMATS have decimals if one of the rows is not whole.
 */
const metricColumns = (declared, keys, rows) => keys.map((key) => {
  const { name, hint, unit } = declared.find((metric) => metric.key === key);
  const format = FORMATS[unit] ?? (rows.some((row) => row[key] % 1) ? ratio : count);
  return { name, hint, cell: (row) => format(row[key] ?? null) };
});

/**
 * A table.
 *
 * columns: {name, hint, left, className, cell: row -> text or element}. With more rows than `page`
 * a button shows the next ones, so that long lists stay quick.
 */
function table({ columns, rows, caption, page = 50, chosen = () => false }) {
  const align = (column) => (column.left ? `left ${column.className ?? ''}` : column.className);
  const head = el('tr', {}, ...columns.map(
    (column) => el('th', { class: align(column), title: column.hint, scope: 'col' }, column.name)));
  const body = el('tbody');
  const whole = el('table', {}, el('thead', {}, head), body);
  if (caption) {
    whole.prepend(el('caption', {}, caption));
  }
  const more = el('button', { type: 'button', class: 'more', click: () => show() });
  let shown = 0;
  const show = () => {
    const next = rows.slice(shown, shown + page);
    body.append(...next.map((row) => el('tr', { class: chosen(row) ? 'chosen' : undefined },
      ...columns.map((column) => el('td', { class: align(column) }, column.cell(row))))));
    shown += next.length;
    more.hidden = shown >= rows.length;
    more.textContent = `Show more (${count(rows.length - shown)} left)`;
  };
  show();
  return el('div', {}, el('div', { class: 'table' }, whole), more);
}

/** Rows {column: value} of a table that was embedded by columns. */
function rowsOf(columns) {
  const names = Object.keys(columns).filter((name) => name !== 'total');
  const read = names.map((name) => {
    const column = columns[name];
    return Array.isArray(column) ? (at) => column[at] : (at) => textAt(column, at);
  });
  const first = columns[names[0]]; // a column of numbers in all tables
  const rows = [];
  for (let at = 0; at < first.length; at++) {
    rows.push(Object.fromEntries(names.map((name, i) => [name, read[i](at)])));
  }
  return rows;
}

/** A cell of a column that stores each text once. */
const textAt = (column, row) => column.texts[column.at[row]];

/** Rows with the greatest first; equal rows keep their order. */
const ranked = (rows, of) => [...rows].sort((a, b) => (of(b) ?? 0) - (of(a) ?? 0));

/**
 * Cards with bars that compare policies: measures are [name, unit, value of a policy, format]. A note
 * names the measures that are 0 for all policies, or have no value.
 */
function cards(measures, policies) {
  const isZero = ([, , of]) => policies.every((policy) => of(policy) === 0);
  const isLacking = ([, , of]) => policies.every((policy) => !isKnown(of(policy)));
  const notes = [['all are 0', isZero], ['there are no values', isLacking]].flatMap(([why, isMeant]) => {
    const names = measures.filter(isMeant).map(([name]) => name);
    return names.length
      ? [el('p', { class: 'lead left-out' }, `No bars, because ${why}: ${names.join(', ')}.`)] : [];
  });
  const shown = measures.filter((measure) => !isZero(measure) && !isLacking(measure));
  return shown.map(([name, unit, of, format]) => {
    const most = Math.max(...policies.map(of).filter(isKnown));
    return el('div', { class: 'card' },
      el('h3', {}, name, ' ', el('span', { class: 'unit' }, unit)),
      el('div', { class: 'card-rows' }, ...policies.flatMap((p) => {
        const value = of(p);
        const share = most > 0 ? Math.max(0, value / most) : 0;
        return [
          el('span', { class: 'name', title: p.policy }, p.policy),
          isKnown(value) ? el('span', { class: 'bar', style: `width: ${100 * share}%` }) : el('span'),
          el('span', { class: 'value' }, isKnown(value) ? format(value) : '–'),
        ];
      })));
  }).concat(notes);
}

/** The policies side by side, with `columns` after their names; the policy that is shown below is marked. */
const showPolicyTable = (policies, chosen, columns) => byId('policies').replaceChildren(table({
  rows: policies,
  chosen: (row) => row === policies[chosen],
  columns: [{ name: 'policy', left: true, className: 'name', cell: (row) => row.policy }, ...columns],
}));

/** Bars that compare the policies, if there are several. */
function showPolicyBars(policies, measures) {
  byId('policy-bars').hidden = policies.length < 2;
  byId('policy-bars').append(...cards(measures, policies));
}

/** A button for each policy that calls `choose` with its position; none for a single policy. */
function showPicker(policies, choose) {
  byId('picker').parentElement.hidden = policies.length < 2;
  byId('picker').append(...policies.map((p, at) => el('button', {
    type: 'button', title: p.policy, click: () => choose(at),
  }, p.policy)));
}

const markPicked = (at) => [...byId('picker').children].forEach(
  (button, n) => button.setAttribute('aria-pressed', String(n === at)));

/** Percentiles of all policies next to each mean of waits and slowdowns. */
function showPercentiles({ policies, percentiles }) {
  const rows = percentiles.flatMap((of) => policies
    .filter((policy) => typeof policy[of.mean] === 'number')
    .map((policy) => ({ policy, of })));
  if (!rows.length) {
    return;
  }
  const number = (value) => (Math.abs(value) >= 1e9 ? short.format(value) : fixed(value, Math.abs(value) < 10 ? 2 : 1));
  byId('percentiles').replaceChildren(
    el('h3', {}, 'Percentiles'),
    el('p', { class: 'lead' }, 'pN is the least value that N per cent of the values do not exceed.'),
    table({
      rows,
      columns: [
        { name: 'of', left: true, cell: ({ of }) => of.title },
        { name: 'policy', left: true, className: 'name', cell: ({ policy }) => policy.policy },
        { name: 'mean', cell: ({ policy, of }) => number(policy[of.mean]) },
        ...percentiles[0].of.map(({ name }, at) => ({ name, cell: ({ policy, of }) => number(policy[of.of[at].key]) })),
      ],
    }));
}

/** The facts at the top of a page: [name, value, class]. */
const showFacts = (facts) => byId('facts').append(...facts.map(([name, value, kind]) =>
  el('div', { class: kind }, el('dt', {}, name), el('dd', {}, value))));

/** The top of a page of runs: its name and kind, `facts` and the facts of all runs, notes. */
function showHead(summary, name, kind, facts) {
  byId('name').textContent = name;
  document.title = `${name} – metasched ${kind}`;
  showFacts([
    ...facts,
    ['Driver', summary.driver], ['Seed', summary.seed], ['Version', summary.version],
    ['Violations found', count(summary.violations), summary.violations > 0 ? 'bad' : undefined],
    ['Policies', summary.policies.map((p) => p.policy).join(', '), 'wide'],
  ]);
  byId('notes').append(...summary.notes.map((note) => el('li', {}, note)));
}

/** Lets the reader switch between light and dark. The page is then complete. */
function startThemes() {
  const root = document.documentElement;
  const set = (theme) => {
    root.dataset.theme = theme;
    byId('theme').textContent = theme === 'dark' ? 'Light' : 'Dark';
  };
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', () => set(dark.matches ? 'dark' : 'light'));
  byId('theme').addEventListener('click', () => set(root.dataset.theme === 'dark' ? 'light' : 'dark'));
  set(root.dataset.theme);
  root.dataset.state = 'ready';
}
