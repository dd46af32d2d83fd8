// Puts the page of a replay together from the data that stands in it.

const replay = block('replay');
const policies = replay.policies;
const { options } = replay;
let chosen = 0;
let run;

const seconds = (value, decimals = 0) => (Math.abs(value) >= 1e12 ? short.format(value) : fixed(value, decimals));
const meanTime = (value) => seconds(value, 1);

function showReplayFacts() {
  const names = replay.traces.map((path) => path.split('/').pop());
  byId('name').textContent = names.join(', ');
  document.title = `${names.join(', ')} – metasched replay`;
  const dropped = Object.values(replay.dropped).reduce((sum, jobs) => sum + jobs, 0);
  const estimates = { log: 'as logged', exact: 'the run times' }[options.estimates] ?? `${options.estimates} x run time`;
  showFacts([
    ['Processors', count(replay.processors)], ['Jobs', count(replay.jobs)], ['Jobs dropped', count(dropped)],
    ['Passes', options.period > 0 ? `every ${exact.format(options.period)} s` : 'at each event'],
    ['Estimates', estimates], ['Arrival factor', exact.format(options.arrivalFactor)],
    ['Seed', options.seed ?? 'none, as logged'],
    ['Overruns', options.keepOverruns ? 'kept' : 'cut at the estimate'],
    ['Too large jobs', options.clampProcessors ? 'cut to the machine' : 'dropped'],
    ['Jobs taken', options.jobs ?? 'all'], ['Malformed lines', options.skipMalformed ? 'skipped' : 'an error'],
    ['Violations found', count(replay.violations), replay.violations > 0 ? 'bad' : undefined],
    ['Version', replay.version],
    ['Logs', replay.traces.join(', '), 'wide'],
    ['Policies', policies.map((p) => p.policy).join(', '), 'wide'],
  ]);
  const notes = [
    ...Object.entries(replay.dropped).map(([cause, jobs]) => `Dropped: ${cause}: ${count(jobs)} jobs.`),
    ...(replay.clamped ? [`Cut to the size of the machine: ${count(replay.clamped)} jobs.`] : []),
    ...(replay.malformed ? [`Malformed lines skipped: ${count(replay.malformed)}.`] : []),
  ];
  byId('notes').append(...notes.map((note) => el('li', {}, note)));
}

const METRICS = [
  ['jobs', 'jobs', count, 'Jobs that started'],
  ['wait', 'meanWait', meanTime, 'Mean of start - submission, in seconds'],
  ['p50', 'p50Wait', seconds, 'Half of the jobs waited no longer'],
  ['p95', 'p95Wait', seconds, '95 % of the jobs waited no longer'],
  ['p99', 'p99Wait', seconds, '99 % of the jobs waited no longer'],
  ['flow', 'meanFlow', meanTime, 'Mean of end - submission, in seconds'],
  ['slowdown', 'meanSlowdown', (value) => fixed(value, 2), 'Mean of flow / run'],
  ['bounded slowdown', 'meanBoundedSlowdown', (value) => fixed(value, 2), 'Mean of max(1, flow / max(run, 10 s))'],
  ['makespan', 'makespan', seconds, 'From the first submission to the last end, in seconds'],
  ['utilisation', 'utilisation', percent, 'Processors x run, as a share of all processors x makespan'],
  ['longest queue', 'maxQueue', count, 'Most jobs that waited behind a scheduling pass'],
];

const numeric = ([name, field, format, hint]) => ({ name, hint, cell: (row) => format(row[field] ?? null) });

function showPolicies() {
  byId('policies').replaceChildren(table({
    rows: policies,
    chosen: (row) => row === policies[chosen],
    columns: [
      { name: 'policy', left: true, className: 'name', cell: (row) => row.policy },
      ...METRICS.map(numeric),
    ],
  }));
}

function showPolicyCards() {
  byId('policy-bars').hidden = policies.length < 2;
  byId('policy-bars').append(...cards([
    ['Wait', 'mean, s', (p) => p.meanWait, seconds],
    ['Wait', '95 % wait no longer, s', (p) => p.p95Wait, seconds],
    ['Bounded slowdown', 'mean', (p) => p.meanBoundedSlowdown, (value) => fixed(value, 1)],
    ['Utilisation', 'share of processor time', (p) => p.utilisation, percent],
    ['Makespan', 's', (p) => p.makespan, seconds],
    ['Longest queue', 'jobs', (p) => p.maxQueue, count],
  ], policies));
}

const waitsChart = new CurveChart(byId('waits'));
const useChart = new CurveChart(byId('use'));
const queueChart = new CurveChart(byId('queue'));
const gantt = new ReplayGantt(byId('chart'));

/** Policies with what tells their curves apart. */
const curves = (values) => policies.map((p, at) => ({
  name: p.policy, colour: `--user-${at % COLOURS}`, dash: DASHES[at % DASHES.length], strong: at === chosen && policies.length > 1,
  values: values(p, at),
}));

const WAIT_MARKS = [
  [0, '0'], [SECOND, '1 s'], [10 * SECOND, '10 s'], [MINUTE, '1 min'], [10 * MINUTE, '10 min'], [HOUR, '1 h'],
  [10 * HOUR, '10 h'], [DAY, '1 d'], [10 * DAY, '10 d'], [100 * DAY, '100 d'], [1000 * DAY, '1000 d'],
];

function showWaits() {
  waitsChart.set({
    label: 'Share of jobs that waited no longer than a time',
    xs: replay.waits.limitTicks,
    scale: (wait) => Math.log10(1 + wait / SECOND), // it has a place for jobs that did not wait
    marks: () => WAIT_MARKS,
    title: (wait) => (wait ? `Waited at most ${lasting(wait)}` : 'Did not wait'),
    format: percent,
    yText: (share) => `${Math.round(100 * share)} %`,
    series: curves((_, at) => replay.waits.shares[at]).filter((s) => s.values.length),
  });
}

/** The values of a course up to the end of a policy's last job. */
const untilEnd = (p, values) => values.slice(0, Math.ceil((p.makespan * SECOND) / p.course.binTicks - 1e-9));

function showLoad() {
  const { fromTick, binTicks, usedShare } = policies[0].course;
  const edges = [...usedShare, 0].map((_, bin) => fromTick + bin * binTicks);
  byId('load-note').textContent =
    `Means over ${usedShare.length} equal lengths of time of ${lasting(Math.round(binTicks))} each.`;
  const over = {
    xs: edges,
    steps: true,
    marks: (width) => {
      const { times, step } = roundTimes(edges[0], edges[edges.length - 1], Math.max(2, width / 130));
      return times.map((time) => [time, clock(time, step)]);
    },
    title: (from) => `${clock(from, MINUTE)} to ${clock(from + binTicks, MINUTE)}`,
  };
  useChart.set({
    ...over, label: 'Share of processors in use over time', format: (share) => percent(share ?? null), yText: (share) => `${Math.round(100 * share)} %`,
    series: curves((p) => untilEnd(p, p.course.usedShare)),
  });
  const most = Math.max(...policies.flatMap((p) => p.course.waiting));
  queueChart.set({
    ...over, label: 'Waiting jobs over time', format: (jobs) => fixed(jobs, 1), yText: (jobs) => onAxis(jobs, most),
    series: curves((p) => untilEnd(p, p.course.waiting)),
  });
}

/** The groups with most processor time, which get colours of their own, in the order of their numbers. */
function coloured(groups) {
  const { processors, run: length } = run.jobs;
  const work = new Map();
  groups.forEach((group, job) => work.set(group, (work.get(group) ?? 0) + processors[job] * length[job]));
  const most = [...work].sort(([a, m], [b, n]) => n - m || a - b).map(([group]) => group);
  return { own: most.slice(0, COLOURS).sort((a, b) => a - b), others: Math.max(0, most.length - COLOURS) };
}

/** By user where those with colours have most of the processor time, else by size. */
function bestColouring() {
  const groups = run.jobs.user;
  const own = new Set(coloured(groups).own);
  let ofOwn = 0;
  let all = 0;
  groups.forEach((user, job) => {
    const work = run.jobs.processors[job] * run.jobs.run[job];
    all += work;
    ofOwn += own.has(user) ? work : 0;
  });
  return own.size > 1 && 2 * ofOwn > all ? 'user' : 'size';
}

const COLOURINGS = {
  user: { groups: () => run.jobs.user, name: (user) => (user < 0 ? 'user unknown' : `user ${user}`), rest: 'other users' },
  size: {
    groups: () => Int32Array.from(run.jobs.processors, (size) => 2 ** Math.ceil(Math.log2(Math.max(1, size)))),
    name: (size) => (size <= 2 ? `${size}` : `up to ${count(size)}`), rest: 'other sizes',
  },
};
let colouring;

/** Colours the jobs of the chart by user or by size. */
function colourBy(name) {
  colouring = name;
  const { groups: of, name: named, rest } = COLOURINGS[name];
  const groups = of();
  const { own, others } = coloured(groups);
  const key = (text, variable) => el('span', { class: 'key' },
    el('span', { class: 'swatch', style: `background: var(${variable})` }), text);
  const keys = own.map((group, at) => el('button', {
    type: 'button', 'aria-pressed': 'false', title: 'Shows only these jobs',
    click: () => gantt.show(gantt.user === group ? null : group),
  }, el('span', { class: 'swatch', style: `background: var(--user-${at})` }), named(group)));
  gantt.onUser = (group) => keys.forEach(
    (button, at) => button.setAttribute('aria-pressed', String(own[at] === group)));
  const by = Object.keys(COLOURINGS).map((other) => el('button', {
    type: 'button', class: 'colouring', 'aria-pressed': String(other === name), click: () => {
      colourBy(other);
      gantt.resize();
    },
  }, `by ${other}`));
  byId('legend').replaceChildren(el('span', { class: 'key' }, 'Colours'), ...by, ...keys,
    ...(others > 0 ? [key(others === 1 ? `1 ${rest.slice(0, -1)}` : `${count(others)} ${rest}`, '--user-other')] : []), key('free', '--vacant'));
  gantt.group(groups, own);
  return { groups, own };
}

gantt.showUser = (user) => {
  colourBy('user');
  gantt.resize();
  return gantt.show(user);
};

function showChart() {
  const note = byId('chart-note');
  note.hidden = run.shownUntilTick < 0;
  note.textContent = `The chart ends at ${clock(run.shownUntilTick, SECOND)}: it has the ${count(run.count)} of ${count(run.total)} jobs `
    + 'that start first. All of them are in jobs.csv; everything else here is about all jobs.';
  gantt.run = run;
  const { groups, own } = colourBy(colouring ?? bestColouring());
  gantt.set(run, groups, own);
}

const GROUP_METRICS = [
  ['wait', 'meanWait', meanTime, 'Mean of start - submission, in seconds'],
  ['flow', 'meanFlow', meanTime, 'Mean of end - submission, in seconds'],
  ['bounded slowdown', 'meanBoundedSlowdown', (value) => fixed(value, 2), 'Mean of max(1, flow / max(run, 10 s))'],
];

/** A table of groups: what they are, and what it came to for them. */
function groupTable(rows, name, label) {
  const { meanWait, jobs, makespan, utilisation } = policies[chosen];
  const work = makespan * utilisation * replay.processors;
  return table({
    rows,
    columns: [
      { name, left: true, cell: label },
      { name: 'jobs', cell: (row) => count(row.jobs) },
      { name: 'of all jobs', cell: (row) => percent(row.jobs / jobs) },
      { name: 'of all processor time', hint: 'Processors x run', cell: (row) => percent(row.processorSeconds / work) },
      ...GROUP_METRICS.map(numeric),
      { name: 'wait to that of all', hint: 'Mean wait, relative to that of all jobs', cell: (row) => (meanWait > 0 ? fixed(row.meanWait / meanWait, 2) : '–') },
    ],
  });
}

function showGroups() {
  const { bySize, byUser, users } = policies[chosen];
  byId('sizes').replaceChildren(groupTable(bySize, 'processors',
    (row) => (row.upTo <= 2 ? String(row.upTo) : `up to ${count(row.upTo)}`)));
  byId('users-note').textContent = byUser.length < users
    ? `The ${count(byUser.length)} of ${count(users)} users with most processor time; users.csv has all of them.`
    : 'All users, those with most processor time first.';
  byId('users').replaceChildren(groupTable(byUser, 'user', (row) => (row.user < 0 ? 'unknown' : String(row.user))));
}

function showPicker() {
  byId('picker').parentElement.hidden = policies.length < 2;
  byId('picker').append(...policies.map((p, at) => el('button', {
    type: 'button', title: p.policy, click: () => choose(at),
  }, p.policy)));
}

/** Shows another policy in all that is below the picker. */
function choose(at) {
  chosen = at;
  run = unpackedRun(block(`run-${at}`)); // read anew, so that only one run is in memory
  [...byId('picker').children].forEach((button, n) => button.setAttribute('aria-pressed', String(n === at)));
  showPolicies();
  showWaits();
  showLoad();
  showChart();
  showGroups();
}

showReplayFacts();
showPolicyCards();
showPicker();
byId('chart-tools').append(...chartTools(gantt, 'No such job in this chart.'));
choose(0);
startThemes(() => gantt.resize()); // its colours are read from the style
document.documentElement.dataset.state = 'ready';
