// Puts the page that leads to the experiments together.

const { version, experiments } = block('experiments');
const total = (of) => experiments.reduce((added, experiment) => added + of(experiment), 0);
const holding = (experiment) => experiment.claims.filter((claim) => claim.finding === 'holds').length;

byId('name').textContent = 'Experiments';
document.title = 'Experiments – metasched report';
showFacts([
  ['Seed', experiments[0]?.seed ?? '–'], ['Version', version],
  ['Experiments', count(experiments.length)],
  ['Schedules checked', count(total((e) => e.schedulesChecked))],
  ['Within the tolerance', `${total((e) => e.within)} of ${total((e) => e.within + e.outside)} values`],
  ['Claims that hold', `${total(holding)} of ${total((e) => e.claims.length)}`],
]);

function claimsOf(experiment) {
  const failing = experiment.claims.filter((claim) => claim.finding !== 'holds')
    .map((claim) => `${claim.id} (${claim.finding})`);
  const share = `${holding(experiment)} of ${experiment.claims.length}`;
  return el('span', { class: failing.length ? 'fails-ink' : 'holds-ink', title: failing.join(', ') }, share);
}

byId('table').append(table({
  rows: experiments,
  columns: [
    {
      name: 'experiment', left: true,
      cell: (row) => el('a', { href: `${encodeURIComponent(row.experiment)}/report.html` }, row.experiment),
    },
    { name: 'what it shows', left: true, className: 'text', cell: (row) => row.summary },
    { name: 'source', left: true, className: 'text', cell: (row) => row.source },
    { name: 'replications', cell: (row) => count(row.replications) },
    {
      name: 'within the tolerance', hint: 'Values that differ from the paper\'s by no more than allowed',
      cell: (row) => (row.within + row.outside ? `${row.within} of ${row.within + row.outside}` : '–'),
    },
    { name: 'claims that hold', hint: 'Point at a number for those that do not', cell: claimsOf },
  ],
}));
startThemes();
document.documentElement.dataset.state = 'ready';
