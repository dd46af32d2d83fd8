// Builds the page of reservations on a multiprocessor from the data embedded in it.

const METRICS = [
  'accepted', 'acceptanceRate', 'meanSlowdown', 'meanDelay', 'meanFeasible', 'utilisation', 'offeredLoad',
  'makespan', 'cancelled', 'endedEarly', 'gaveBack',
];

const gantt = new Gantt(byId('chart'), 'Elements over time; jobs.csv has the jobs as a table');
const barsOf = (packed) => new ScheduleBars(unpackedRun(packed));
const COLOURINGS = { size: BY_SIZE };
const firstColouring = () => 'size';
const stepsView = new RectangleSteps(byId('steps'), {
  tools: byId('steps-tools'), words: byId('steps-words'), list: byId('steps-table'), note: byId('steps-note'),
}, replay.processors);

function showSizes() {
  byId('sizes').replaceChildren(table({
    rows: policies[chosen].bySize,
    columns: [
      { name: 'elements', left: true, cell: (row) => String(row.elements) },
      ...metricColumns(replay.metrics.bySize, ['requests', ...METRICS.slice(0, 5)], policies[chosen].bySize),
    ],
  }));
}

/** Shows the other parts of another policy. */
function showMore() {
  stepsView.set(run.steps, replay.jobs);
  showSizes();
}

byId('steps-legend').append(
  legendKey('reserved for others', 'background: var(--local)'), legendKey('free', 'background: var(--vacant)'),
  legendKey('rectangle of a feasible start', 'border: 1.5px solid var(--accent)'), legendKey('reserved for this request', 'background: var(--user-1)'));
showHead(replay, replay.scenario, 'rectangles', [
  ['Elements', count(replay.processors)], ['Requests', count(replay.jobs)],
  ['Arrival factor', exact.format(replay.arrivalFactor)],
  ['Artime factor', exact.format(replay.artimeFactor)], ['Deadline factor', exact.format(replay.deadlineFactor)],
  ['Speeds', replay.speeds || 'all standard'], ['Shapes', replay.shapes ? `x 1, ${replay.shapes}` : 'one'],
]);
showDeployment(replay);
startPage([
  ['Acceptance', 'share of requests', (p) => p.acceptanceRate, percent],
  ['Slowdown', 'mean', (p) => p.meanSlowdown, ratio],
  ['Utilisation', 'share of element time', (p) => p.utilisation, percent],
  ['Delay', 'mean, s', (p) => p.meanDelay, seconds],
]);
