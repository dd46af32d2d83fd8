// Puts the page of two levels together from the data that stands in it.

function showTwoLevelFacts() {
  byId('name').textContent = replay.scenario;
  document.title = `${replay.scenario} – metasched two levels`;
  showFacts([
    ['Providers', count(replay.providers)], ['Processors of each', count(replay.processors)], ['Jobs', count(replay.jobs)],
    ['Passes', replay.localPeriod > 0 ? `every ${exact.format(replay.localPeriod)} s` : 'at each event'],
    ['Late reservations', replay.lateRefused ? 'refused' : 'allowed'],
    ['Driver', replay.driver], ['Seed', replay.seed], ['Version', replay.version],
    ['Violations found', count(replay.violations), replay.violations > 0 ? 'bad' : undefined],
    ['Policies', policies.map((p) => p.policy).join(', '), 'wide'],
  ]);
  byId('notes').append(...replay.notes.map((note) => el('li', {}, note)));
}

const METRICS = [
  ['U', 'utilisation', percent, 'Processors x run, as a share of all processors x makespan'],
  ['F', 'meanFlow', meanTime, 'Mean of end - submission over the jobs that ran, in seconds'],
  ['D', 'meanTardiness', meanTime, 'Mean tardiness of the reservations that were given, in seconds'],
  ['wait', 'meanWait', meanTime, 'Mean of start - submission, in seconds; a reservation waits for its ready time too'],
  ['batch wait', 'meanBatchWait', meanTime, 'The same over the batch jobs'],
  ['reservations', 'reservations', count, 'Number of requested reservations'],
  ['in time', 'inTime', count, 'Reservations that end by their due dates'],
  ['late', 'late', count, 'Reservations that end later'],
  ['refused', 'refused', count, 'Reservations that were refused'],
  ['stopped', 'stopped', count, 'Jobs that were stopped at the ends of their reservations'],
  ['makespan', 'makespan', seconds, 'From the first submission to the last end, in seconds'],
];

function showPolicyCards() {
  byId('policy-bars').hidden = policies.length < 2;
  byId('policy-bars').append(...cards([
    ['U', 'share of processor time', (p) => p.utilisation, percent],
    ['F', 'mean flow time, s', (p) => p.meanFlow, seconds],
    ['D', 'mean tardiness, s', (p) => p.meanTardiness, seconds],
    ['Batch wait', 'mean, s', (p) => p.meanBatchWait, seconds],
    ['Late', 'reservations', (p) => p.late, count],
    ['Refused', 'reservations', (p) => p.refused, count],
  ], policies));
}

function showMore() {
  byId('providers').replaceChildren(table({
    rows: ranked(policies[chosen].byProvider, (row) => row.processorSeconds),
    columns: [
      { name: 'provider', left: true, cell: (row) => String(row.provider) },
      { name: 'jobs', cell: (row) => count(row.jobs) },
      { name: 'reservations', cell: (row) => count(row.reservations) },
      { name: 'processor seconds', hint: 'Processors x run', cell: (row) => seconds(row.processorSeconds) },
      { name: 'utilisation', hint: 'Of its processors x makespan', cell: (row) => percent(row.utilisation) },
    ],
  }));
}

const gantt = new Gantt(byId('chart'), 'Processors over time; jobs.csv has the jobs as a table');
const barsOf = (packed) => new TwoLevelBars(unpackedTwoLevel(packed));
const COLOURINGS = {
  kind: { groups: () => run.jobs.reserved, name: (kind) => (kind ? 'reservations' : 'batch jobs'), rest: 'other jobs' },
  size: BY_SIZE,
};
const firstColouring = () => 'kind';

showTwoLevelFacts();
showDeployment(replay);
showPolicyCards();
showPercentiles(replay);
showPicker();
byId('chart-tools').append(...chartTools(gantt, 'No such job in this chart.'));
choose(0);
startThemes(() => gantt.resize()); // its colours are read from the style
document.documentElement.dataset.state = 'ready';
