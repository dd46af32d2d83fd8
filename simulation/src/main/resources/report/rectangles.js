// Puts the page of reservations on a multiprocessor together from the data that stands in it.

function showRectanglesFacts() {
  byId('name').textContent = replay.scenario;
  document.title = `${replay.scenario} – metasched rectangles`;
  showFacts([
    ['Elements', count(replay.processors)], ['Requests', count(replay.jobs)],
    ['Arrival factor', exact.format(replay.arrivalFactor)],
    ['Artime factor', exact.format(replay.artimeFactor)], ['Deadline factor', exact.format(replay.deadlineFactor)],
    ['Speeds', replay.speeds || 'all standard'], ['Shapes', replay.shapes ? `x 1, ${replay.shapes}` : 'one'],
    ['Driver', replay.driver], ['Seed', replay.seed], ['Version', replay.version],
    ['Violations found', count(replay.violations), replay.violations > 0 ? 'bad' : undefined],
    ['Policies', policies.map((p) => p.policy).join(', '), 'wide'],
  ]);
  byId('notes').append(...replay.notes.map((note) => el('li', {}, note)));
}

const ratio = (value) => fixed(value, 2);
const METRICS = [
  ['accepted', 'accepted', count, 'Requests that were accepted'],
  ['acceptance', 'acceptanceRate', percent, 'Accepted requests, as a share of all'],
  ['slowdown', 'meanSlowdown', ratio, 'Mean of (start - ready + duration) / duration over accepted requests'],
  ['delay', 'meanDelay', meanTime, 'Mean of start - ready over accepted requests, in seconds'],
  ['feasible', 'meanFeasible', ratio, 'Mean number of feasible starts of an accepted request'],
  ['utilisation', 'utilisation', percent, 'Elements x time really had, as a share of all elements x makespan'],
  ['offered load', 'offeredLoad', percent, 'Elements x duration asked for, as a share of all elements x time of arrivals'],
  ['makespan', 'makespan', seconds, 'From the first arrival to the last end, in seconds'],
  ['cancelled', 'cancelled', count, 'Reservations that were cancelled'],
  ['ended early', 'endedEarly', count, 'Reservations that ended early'],
  ['gave back', 'gaveBack', count, 'Reservations that gave elements back'],
];

function showPolicyCards() {
  byId('policy-bars').hidden = policies.length < 2;
  byId('policy-bars').append(...cards([
    ['Acceptance', 'share of requests', (p) => p.acceptanceRate, percent],
    ['Slowdown', 'mean', (p) => p.meanSlowdown, ratio],
    ['Utilisation', 'share of element time', (p) => p.utilisation, percent],
    ['Delay', 'mean, s', (p) => p.meanDelay, seconds],
  ], policies));
}

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
      { name: 'requests', cell: (row) => count(row.requests) },
      ...METRICS.slice(0, 5).map(numeric),
    ],
  }));
}

/** What else is shown of another policy. */
function showMore() {
  stepsView.set(run.steps, replay.jobs);
  showSizes();
}

const key = (text, style) => el('span', { class: 'key' }, el('span', { class: 'swatch', style }), text);
byId('steps-legend').append(
  key('reserved for others', 'background: var(--local)'), key('free', 'background: var(--vacant)'),
  key('rectangle of a feasible start', 'border: 1.5px solid var(--accent)'), key('reserved for this request', 'background: var(--user-1)'));
showRectanglesFacts();
showDeployment(replay);
showPolicyCards();
showPercentiles(replay);
showPicker();
byId('chart-tools').append(...chartTools(gantt, 'No such job in this chart.'));
choose(0);
startThemes(() => gantt.resize()); // its colours are read from the style
document.documentElement.dataset.state = 'ready';
