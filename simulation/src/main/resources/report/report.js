// Builds the page from the data embedded in it.

const summary = block('summary');
const policies = summary.policies;

/** The least and the greatest value of a metric among the policies. */
function rangeOf(field) {
  const values = policies.map((p) => p[field]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? count(least) : `${count(least)} to ${count(most)}`;
}

const JOB_METRICS = [
  'submitted', 'finished', 'refused', 'withdrawn', 'waiting', 'meanStart', 'meanRuntime',
  'meanRuntimePlanned', 'meanFinish', 'meanCost', 'meanProcTime', 'meanAlternatives',
];

let chosen = 0;

const RUN_METRICS = [...JOB_METRICS, 'requeued', 'stopped', 'failedCycles', 'utilisation', 'income'];

function showPolicies() {
  showPolicyTable(policies, chosen, [
    ...metricColumns(summary.metrics.run, RUN_METRICS, policies),
    { name: 'violations', hint: 'Faults found by the checker', cell: (row) => count(row.violations) },
  ]);
}

const incomeChart = new TimeChart(byId('income'));
const useChart = new TimeChart(byId('use'));
let shownRun = null;
const gantt = new Gantt(byId('chart'), 'Nodes over time; placements.csv has the placements as a table');

function showIncome() {
  incomeChart.set({
    label: 'Income of each policy over time',
    format: mean,
    series: policies.map((p, at) => ({
      name: p.policy,
      colour: `--user-${at % COLOURS}`,
      dash: DASHES[at % DASHES.length],
      strong: at === chosen,
      step: p.course.binTicks,
      end: p.endTick,
      values: p.course.incomeMilli.map((milli) => milli / 1000),
    })),
  });
}

function showUse() {
  const { course, endTick } = policies[chosen];
  const series = (name, colour, values) =>
    ({ name, colour, values, step: course.binTicks, end: endTick });
  useChart.set({
    label: 'Share of node time over time',
    stacked: true,
    format: percent,
    series: [
      series('VO windows', '--user-0', course.used),
      series('local jobs', '--local', course.local),
      series('vacant', '--vacant',
        course.used.map((used, at) => Math.max(0, 1 - used - course.local[at]))),
    ],
  });
}

/** The users with the most parts get their own colours. */
function colouredUsers(run) {
  const parts = new Map();
  for (const job of run.parts.job) {
    const user = run.jobs.user[job];
    parts.set(user, (parts.get(user) ?? 0) + 1);
  }
  return colouredGroups(parts);
}

function showLegend(run, own, others) {
  byId('legend').replaceChildren(
    ...groupButtons(gantt, own, 'Shows only the windows of this user', (user) => userName(run, user)),
    ...(others > 0 ? [legendKey(`${count(others)} other users`, background('--user-other'))] : []),
    legendKey('local job', background('--local')), legendKey('vacant', background('--vacant')),
    legendKey('reserved, not needed', undefined, 'tail'), legendKey('cycle', undefined, 'line'));
}

/** The number of the user with a name in the shown run. */
function userNumber(text) {
  const named = Object.entries(shownRun.userNames).find(([, name]) => name === text);
  return named ? Number(named[0]) : Number(text);
}

function showChart(run) {
  shownRun = run;
  const { own, others } = colouredUsers(run);
  const note = byId('chart-note');
  note.hidden = run.shownUntilTick < 0;
  note.textContent = `The chart ends at time ${units(run.shownUntilTick)}: it has the first `
    + `${count(run.parts.job.length)} of ${count(run.parts.total)} placements and `
    + `${count(run.local.node.length)} of ${count(run.local.total)} local jobs. `
    + 'All rows are in the CSV files next to this page; everything else here is about the whole run.';
  showLegend(run, own, others);
  gantt.set(new CyclicBars(run));
  gantt.colourBy(run.jobs.user, own, gantt.shown);
}

function showOrganizations({ rows, jainIndex }) {
  byId('organizations-section').hidden = rows.length < 2;
  byId('fairness').textContent = 'Jain\'s index of the organizations\' shares of node time '
    + `(1: all have the same, ${fixed(1 / rows.length, 2)}: one has all): ${fixed(jainIndex, 3)}`;
  byId('organizations').replaceChildren(table({
    rows,
    columns: [
      { name: 'organization', left: true, cell: (row) => row.name || String(row.vo) },
      ...metricColumns(
        summary.metrics.byVo, ['submitted', 'finished', 'meanWait', 'meanFlow', 'spent', 'nodeTimeShare'], rows),
    ],
  }));
}

/** The nodes on which jobs ran longest; nodes that are not shown are counted. */
function showNodes(run) {
  const rows = rowsOf(run.nodeUse);
  const more = run.nodeUse.total - rows.length;
  const at = new Map(run.nodes.id.map((id, index) => [id, index]));
  const share = (ticks) => percent(run.endTick > 0 ? ticks / run.endTick : null);
  const busy = (row) => row.usedTicks + row.localTicks;
  byId('nodes-note').textContent = 'By the time in which VO jobs and local jobs ran.'
    + (more > 0 ? ` The first ${count(rows.length)}; ${count(more)} less busy nodes are not shown.` : '');
  const bar = (row) => el('span', { class: 'bar-track' },
    el('span', { class: 'bar', style: `height: 12px; width: ${(100 * busy(row)) / Math.max(1, run.endTick)}%` }));
  byId('nodes').replaceChildren(table({
    rows,
    page: 20,
    columns: [
      { name: 'node', left: true, cell: (row) => textAt(run.nodes.name, at.get(row.node)) || String(row.node) },
      { name: 'domain', cell: (row) => String(run.nodes.domain[at.get(row.node)]) },
      { name: 'performance', cell: (row) => count(run.nodes.performance[at.get(row.node)]) },
      { name: 'busy', hint: 'Share of its time in which VO jobs or local jobs ran', cell: (row) => share(busy(row)) },
      { name: '', className: 'bar-cell', cell: bar },
      { name: 'VO jobs', hint: 'Share of its time in which VO jobs ran', cell: (row) => share(row.usedTicks) },
      { name: 'local jobs', hint: 'Share of its time in which local jobs ran', cell: (row) => share(row.localTicks) },
      { name: 'parts', hint: 'Parts of VO jobs that ran on the node', cell: (row) => count(row.parts) },
      { name: 'income', hint: 'Charges minus refunds', cell: (row) => money(row.incomeMilli) },
    ],
  }));
}

function showUsers(run) {
  const rows = rowsOf(run.users);
  const more = run.users.total - rows.length;
  byId('users-note').textContent = (run.unlimited ? 'Accounts are unlimited. ' : '')
    + (more > 0
      ? `The ${count(rows.length)} users with the most processor time; ${count(more)} more users are in summary.json and payments.csv.`
      : 'Users by processor time, the busiest first.');
  const spent = (row) => row.chargedMilli - row.refundedMilli;
  const most = Math.max(1, ...rows.map((row) => row.procTicks));
  const bar = (row) => el('span', { class: 'bar-track' },
    el('span', { class: 'bar', style: `height: 12px; width: ${(100 * row.procTicks) / most}%` }));
  const cash = (name, of, hint) => ({ name, hint, cell: (row) => money(of(row)) });
  byId('users').replaceChildren(table({
    rows,
    page: 20,
    columns: [
      { name: 'user', left: true, cell: (row) => run.userNames[row.user] ?? String(row.user) },
      { name: 'processor time', hint: 'Reserved, of finished jobs', cell: (row) => units(row.procTicks) },
      { name: '', hint: 'Processor time, relative to the busiest user', className: 'bar-cell', cell: bar },
      ...(run.unlimited ? [] : [cash('deposits', (row) => row.depositedMilli, 'Budgets of all cycles')]),
      cash('charges', (row) => row.chargedMilli, 'Paid for windows'),
      cash('refunds', (row) => row.refundedMilli, 'Paid back'),
      cash('spent', spent, 'Charges minus refunds'),
      ...(run.unlimited ? [] : [cash('balance', (row) => row.balanceMilli, 'Remaining money')]),
      ...['submitted', 'finished', 'refused'].map((name) => ({ name, cell: (row) => count(row[name]) })),
    ],
  }));
}

function showGroups(policy) {
  byId('criteria').replaceChildren(table({
    caption: 'By criterion: what the user minimizes',
    rows: policy.byCriterion,
    columns: [
      { name: 'criterion', left: true, cell: (row) => row.group },
      ...metricColumns(summary.metrics.byCriterion, JOB_METRICS, policy.byCriterion),
    ],
  }));
  byId('owners').replaceChildren(table({
    caption: 'By owner, the busiest first',
    rows: ranked(policy.byOwner, (row) => row.utilisation),
    columns: [
      { name: 'domain', left: true, cell: (row) => String(row.domain) },
      ...metricColumns(summary.metrics.byOwner, [
        'nodes', 'parts', 'procTime', 'income', 'utilisation', 'localUtilisation', 'localJobs', 'meanLocalWait',
      ], policy.byOwner),
    ],
  }));
}

const CYCLE_NAMES = { tick: 'time', withoutAlternative: 'without alternative' };

function showCycles(run) {
  const rows = rowsOf(run.cycleRows);
  const left = run.cycleRows.total - rows.length;
  byId('cycles-note').textContent = left > 0
    ? `The first ${count(rows.length)}; ${count(left)} more are in cycles.csv.` : '';
  const columns = Object.keys(run.cycleRows).filter((name) => name !== 'total');
  byId('cycles').replaceChildren(table({
    rows,
    page: 25,
    columns: columns.map((name, at) => ({
      name: CYCLE_NAMES[name] ?? name,
      left: at === 0,
      cell: (row) => (name === 'tick' ? units(row.tick) : name === 'cycle' ? String(row.cycle) : count(row[name])),
    })),
  }));
  showSetbacks(run.decisions);
}

/** Shows the jobs that were not placed with the reasons, filtered by the fields above. */
function showSetbacks(decisions) {
  const all = rowsOf(decisions);
  byId('setbacks-title').textContent =
    `Jobs that were requeued, refused or postponed, with the reasons (${count(decisions.total)}; a job that consecutive cycles postpone for the same reason is listed for the first cycle)`;
  const job = el('input', { id: 'setback-job', type: 'search', placeholder: 'job id', autocomplete: 'off' });
  const cycle = el('input', { id: 'setback-cycle', type: 'search', placeholder: 'any', inputmode: 'numeric', autocomplete: 'off' });
  const event = el('select', { id: 'setback-event' }, el('option', { value: '' }, 'all'),
    ...['requeued', 'refused', 'postponed'].map((name) => el('option', { value: name }, name)));
  const show = () => {
    const wanted = [job.value.trim(), cycle.value.trim(), event.value];
    const rows = all.filter((row) => (wanted[0] === '' || row.job === wanted[0])
      && (wanted[1] === '' || String(row.cycle) === wanted[1])
      && (wanted[2] === '' || row.event === wanted[2]));
    byId('setbacks-note').textContent = `${count(rows.length)} of ${count(all.length)} shown.`
      + (decisions.total > all.length
        ? ` The page has the first ${count(all.length)}; all ${count(decisions.total)} are in decisions.csv.` : '');
    byId('setback-rows').replaceChildren(table({
      rows,
      columns: [
        { name: 'job', left: true, cell: (row) => row.job },
        { name: 'cycle', cell: (row) => (row.cycle < 0 ? '–' : String(row.cycle)) },
        { name: 'time', cell: (row) => units(row.tick) },
        { name: 'what', left: true, cell: (row) => row.event },
        { name: 'reason', left: true, cell: (row) => row.reason.replaceAll('_', ' ') },
        { name: 'detail', left: true, className: 'text', cell: (row) => row.detail },
      ],
    }));
  };
  [job, cycle, event].forEach((field) => field.addEventListener('input', show));
  const labelled = (name, field) =>
    el('div', { class: 'set' }, el('label', { for: field.id }, name), field);
  byId('setback-tools').replaceChildren(
    labelled('Job', job), labelled('Cycle', cycle), labelled('What', event));
  show();
}

/** Shows another policy in all sections below the picker. */
function choose(at) {
  chosen = at;
  const run = block(`run-${at}`); // read again, so that only one run is in memory
  markPicked(at);
  showPolicies();
  showIncome();
  showChart(run);
  showUse();
  showOrganizations(run.organizations);
  showNodes(run);
  showUsers(run);
  showGroups(policies[at]);
  showCycles(run);
}

byId('notes').append(...policies.filter((p) => !p.complete).map((p) => el('li', {},
  `${p.policy}: the limit of cycles was reached with jobs waiting or not yet submitted.`)));
showHead(summary, summary.scenario, 'report', [
  ['Cycles', rangeOf('cycles')],
  ['Jobs', rangeOf('submitted')], ['Finished', rangeOf('finished')], ['Refused', rangeOf('refused')],
  ['Withdrawn', rangeOf('withdrawn')], ['Waiting at the end', rangeOf('waiting')],
]);
showDeployment(summary);
showPolicyBars(policies, [
  ['Start', 'time since submission', (p) => p.meanStart, mean],
  ['Runtime', 'time', (p) => p.meanRuntime, mean],
  ['Finish', 'time since submission', (p) => p.meanFinish, mean],
  ['Cost', 'money per job', (p) => p.meanCost, mean],
  ['Processor time', 'reserved', (p) => p.meanProcTime, mean],
  ['Finished jobs', '', (p) => p.finished, count],
  ['Utilisation', 'share of node time', (p) => p.utilisation, percent],
  ['Income', 'money', (p) => p.income, mean],
]);
showPercentiles(summary);
showPicker(policies, choose);
byId('chart-tools').append(...chartTools(gantt, 'No such window in this chart.', (user) => gantt.show(user), userNumber));
choose(0);
startThemes();
