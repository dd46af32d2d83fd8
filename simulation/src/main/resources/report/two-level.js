// Builds the page of two levels from the data embedded in it.

const METRICS = [
  'utilisation', 'meanFlow', 'meanTardiness', 'meanWait', 'meanBatchWait', 'reservations', 'inTime', 'late',
  'refused', 'stopped', 'makespan',
];

function showMore() {
  const { byProvider } = policies[chosen];
  byId('providers').replaceChildren(table({
    rows: ranked(byProvider, (row) => row.processorSeconds),
    columns: [
      { name: 'provider', left: true, cell: (row) => String(row.provider) },
      ...metricColumns(replay.metrics.byProvider, ['jobs', 'reservations', 'processorSeconds', 'utilisation'], byProvider),
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

showHead(replay, replay.scenario, 'two levels', [
  ['Providers', count(replay.providers)], ['Processors of each', count(replay.processors)], ['Jobs', count(replay.jobs)],
  ['Passes', replay.localPeriod > 0 ? `every ${exact.format(replay.localPeriod)} s` : 'at each event'],
  ['Late reservations', replay.lateRefused ? 'refused' : 'allowed'],
]);
showDeployment(replay);
startPage([
  ['U', 'share of processor time', (p) => p.utilisation, percent],
  ['F', 'mean flow time, s', (p) => p.meanFlow, seconds],
  ['D', 'mean tardiness, s', (p) => p.meanTardiness, seconds],
  ['Batch wait', 'mean, s', (p) => p.meanBatchWait, seconds],
  ['Late', 'reservations', (p) => p.late, count],
  ['Refused', 'reservations', (p) => p.refused, count],
]);
