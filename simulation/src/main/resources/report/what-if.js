// Builds the page of flexible reservations from the data embedded in it.

const { facts } = replay;

/** Sizes in their order; equal neighbours are joined: 2 x 64, 128. */
function grouped(sizes) {
  const groups = [];
  for (const size of sizes) {
    const last = groups[groups.length - 1];
    if (last?.size === size) {
      last.times++;
    } else {
      groups.push({ size, times: 1 });
    }
  }
  return groups.map(({ size, times }) => (times > 1 ? `${times} x ${count(size)}` : count(size))).join(', ');
}

const OF_JOBS = ['jobs', 'meanWait', 'delayed', 'delayedAloneWait', 'delayedWait', 'addedWait'];
const METRICS = [
  'granted', 'successRate', 'successAtHighLoad', 'withdrawn', 'meanTried', ...OF_JOBS.slice(1),
  'makespan', 'makespanGrowth', 'utilisation', 'realToPlannedMakespan', 'realToPlannedCompletion',
];

const gantt = new Gantt(byId('chart'), 'Processors over time; jobs.csv and requests.csv have the same as tables');
const barsOf = (packed) => new WhatIfBars(unpackedWhatIf(packed));
const KINDS = ['local jobs', 'reservations', 'co-allocated reservations'];
const DELAYS = ['jobs not delayed', 'jobs delayed by requests', 'reservations'];
const COLOURINGS = {
  kind: { groups: () => run.jobs.kind, name: (kind) => KINDS[kind], rest: 'others' },
  delay: {
    groups: () => run.jobs.kind.map((kind, job) => (kind !== LOCAL_JOB ? 2 : Number(run.jobs.wait[job] > run.jobs.alone[job]))),
    name: (group) => DELAYS[group], rest: 'others',
  },
  size: BY_SIZE,
};
const firstColouring = () => 'kind';

function showClusters() {
  byId('clusters').replaceChildren(table({
    rows: ranked(policies[chosen].byCluster, (row) => row.jobs),
    columns: [
      { name: 'cluster', left: true, cell: (row) => String(row.cluster) },
      { name: 'processors', cell: (row) => count(facts.processors[row.cluster]) },
      ...metricColumns(replay.metrics.byCluster, OF_JOBS, policies[chosen].byCluster),
    ],
  }));
}

const stepsView = new ProbeSteps(byId('steps'), {
  tools: byId('steps-tools'), words: byId('steps-words'), list: byId('steps-table'), note: byId('steps-note'),
}, facts.processors);

/** Shows the probes for a request, if the request is among the steps. */
function showRequest(id) {
  if (stepsView.find(String(id))) {
    byId('steps').scrollIntoView({ block: 'center' });
  }
}

const plots = ['makespan', 'completion'].map((name) => new CalibrationPlot(byId(`${name}-plot`), name, showRequest));

/** Comparison of real and planned values, in words. */
function comparisonWords({ mean: average, median, notLater, withinDouble }, { total, points }) {
  const shown = points.length < total ? ` Shown are ${count(points.length)} of them, evenly spread.` : '';
  return `In ${count(total)} ${total === 1 ? 'plan' : 'plans'} the real value is ${ratio(average)} of the planned value in the mean, ${ratio(median)} in the median; `
    + `${percent(notLater)} came no later than planned, ${percent(withinDouble)} between half and twice the plan.${shown}`;
}

function showCalibration() {
  const { calibration } = run;
  const isThere = calibration.total > 0;
  byId('calibration').hidden = !isThere;
  byId('calibration-none').hidden = isThere;
  for (const plot of plots) {
    byId(`${plot.name}-words`).textContent = isThere ? comparisonWords(calibration[plot.name], calibration) : '';
    plot.set(calibration.points);
  }
}

/** Shows the other parts of another policy. */
function showMore() {
  stepsView.set(run.steps, facts.requests);
  showCalibration();
  showClusters();
}

byId('steps-legend').append(
  legendKey('available', 'background: var(--accent)'), legendKey('available, would delay jobs', 'background: var(--user-3)'),
  legendKey('tried, not free', 'background: var(--user-4)'),
  legendKey('taken', 'background: var(--user-1)'), legendKey('must not be tried', 'border-color: var(--soft); border-radius: 50%; width: 12px'));

showHead(replay, replay.scenario, 'what-if', [
  ['Clusters', count(facts.processors.length)], ['Processors', grouped(facts.processors)],
  ['Local scheduler', facts.localScheduler], ['Promise to the head', facts.headPromise],
  ['Candidates', count(facts.candidates)], ['Least gap', lasting(facts.leastGapTicks)],
  ['Weights of plans', facts.weights, 'wide'],
  ['Requests', count(facts.requests)], ['Co-allocated', count(facts.coAllocated)], ['Local jobs', count(facts.jobs)],
]);
showDeployment(replay);
startPage([
  ['Success', 'share of requests', (p) => p.successRate, percent],
  ['Success at high load', 'share of requests', (p) => p.successAtHighLoad, percent],
  ['Delayed', 'local jobs', (p) => p.delayed, count],
  ['Added wait', 'of all jobs, s', (p) => p.addedWait, seconds],
  ['Makespan', 's', (p) => p.makespan, seconds],
  ['Utilisation', 'share of processor time', (p) => p.utilisation, percent],
]);
