// Builds the page of a replay from the data embedded in it.

const { options } = replay;

const METRICS = [
  'jobs', 'meanWait', 'meanFlow', 'meanSlowdown', 'meanBoundedSlowdown', 'makespan', 'utilisation',
  'maxQueue',
];

const waitsChart = new CurveChart(byId('waits'));
const gantt = new Gantt(byId('chart'), 'Processors over time; jobs.csv has the jobs as a table');
const barsOf = (packed) => new ScheduleBars(unpackedRun(packed));
const WAIT_MARKS = [
  [0, '0'], [SECOND, '1 s'], [10 * SECOND, '10 s'], [MINUTE, '1 min'], [10 * MINUTE, '10 min'], [HOUR, '1 h'],
  [10 * HOUR, '10 h'], [DAY, '1 d'], [10 * DAY, '10 d'], [100 * DAY, '100 d'], [1000 * DAY, '1000 d'],
];

function showWaits() {
  waitsChart.set({
    label: 'Share of jobs that waited at most a given time',
    xs: replay.waits.limitTicks,
    scale: (wait) => Math.log10(1 + wait / SECOND), // it has a place for jobs that did not wait
    marks: () => WAIT_MARKS,
    title: (wait) => (wait ? `Waited at most ${lasting(wait)}` : 'Did not wait'),
    format: percent,
    yText: (share) => `${Math.round(100 * share)} %`,
    series: curves((_, at) => replay.waits.shares[at]).filter((s) => s.values.length),
  });
}

/** By user if the coloured users have most of the processor time, otherwise by size. */
function firstColouring() {
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
  size: BY_SIZE,
};

function showUser(user) {
  colourBy('user');
  return gantt.show(user);
}

/** A table of groups of jobs with their metrics. */
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
      ...metricColumns(replay.metrics.bySize, ['meanWait', 'meanFlow', 'meanBoundedSlowdown'], rows),
      { name: 'wait / wait of all', hint: 'Mean wait, relative to the mean wait of all jobs', cell: (row) => (meanWait > 0 ? fixed(row.meanWait / meanWait, 2) : '–') },
    ],
  });
}

function showGroups() {
  const { bySize, byUser, users } = policies[chosen];
  byId('sizes').replaceChildren(groupTable(bySize, 'processors',
    (row) => (row.upTo <= 2 ? String(row.upTo) : `up to ${count(row.upTo)}`)));
  byId('users-note').textContent = byUser.length < users
    ? `The ${count(byUser.length)} of ${count(users)} users with the most processor time; users.csv has all users.`
    : 'All users, by processor time in descending order.';
  byId('users').replaceChildren(groupTable(byUser, 'user', (row) => (row.user < 0 ? 'unknown' : String(row.user))));
}

/** Shows the other parts of another policy. */
function showMore() {
  showWaits();
  showGroups();
}

const estimates = { log: 'as logged', exact: 'the run times' }[options.estimates] ?? `${options.estimates} x run time`;
showHead(replay, options.log, 'replay', [
  ['Processors', count(replay.processors)], ['Jobs', count(replay.jobs)],
  ['Passes', options.period > 0 ? `every ${exact.format(options.period)} s` : 'at each event'],
  ['Estimates', estimates], ['Arrival factor', exact.format(options.arrivalFactor)],
  ['Order of jobs', options.shuffled ? `shuffled by seed ${replay.seed}` : 'as logged'],
  ['Overruns', options.keepOverruns ? 'kept' : 'cut at the estimate'],
  ['Too large jobs', options.clampProcessors ? 'cut to the machine' : 'dropped'],
  ['Jobs taken', options.jobs],
]);
startPage([
  ['Wait', 'mean, s', (p) => p.meanWait, seconds],
  ['Wait', '95th percentile, s', (p) => p.p95Wait, seconds],
  ['Bounded slowdown', 'mean', (p) => p.meanBoundedSlowdown, (value) => fixed(value, 1)],
  ['Utilisation', 'share of processor time', (p) => p.utilisation, percent],
  ['Makespan', 's', (p) => p.makespan, seconds],
  ['Longest queue', 'jobs', (p) => p.maxQueue, count],
], showUser);
