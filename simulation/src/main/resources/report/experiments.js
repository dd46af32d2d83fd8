// Builds the index page of the experiments.

const { version, experiments, papers } = block('experiments');
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
    { name: 'subject', left: true, className: 'text', cell: (row) => row.summary },
    { name: 'source', left: true, className: 'text', cell: (row) => row.source },
    { name: 'replications', cell: (row) => count(row.replications) },
    {
      name: 'within the tolerance', hint: 'Values whose difference from the paper\'s is within the tolerance',
      cell: (row) => (row.within + row.outside ? `${row.within} of ${row.within + row.outside}` : '–'),
    },
    { name: 'claims that hold', hint: 'Point at a number for the claims that do not hold', cell: claimsOf },
  ],
}));
const BADGES = {
  holds: ['✓', 'badge holds'], contradicted: ['✗', 'badge fails'], undecided: ['~', 'badge'], 'no answer': ['–', 'badge'], 'not run': ['–', 'badge'],
};
const findingOf = (sentence) => sentence.finding ?? (sentence.unanswered ? 'no answer' : 'not run');
const ran = new Set(experiments.map((experiment) => experiment.experiment));

function answerOf(sentence) {
  if (sentence.unanswered) {
    return sentence.unanswered;
  }
  return el('span', {}, ...sentence.experiments.flatMap((name, at) => [at ? ', ' : '',
    ran.has(name) ? el('a', { href: `${encodeURIComponent(name)}/report.html` }, name) : name]));
}

function paperSection(paper) {
  const counts = Object.keys(BADGES).map((finding) => [finding, paper.sentences.filter((one) => findingOf(one) === finding).length])
    .filter(([, number]) => number).map(([finding, number]) => `${finding} ${number}`);
  return el('details', {},
    el('summary', {}, `${paper.title}: ${paper.sentences.length} sentences (${counts.join(', ')})`),
    el('p', { class: 'lead' }, `${paper.authors}. ${paper.published}.`),
    table({
      rows: paper.sentences,
      page: 200,
      columns: [
        { name: 'verdict', left: true, cell: (one) => el('span', { class: BADGES[findingOf(one)][1] }, `${BADGES[findingOf(one)][0]} ${findingOf(one)}`) },
        { name: 'sentence', left: true, className: 'text', cell: (one) => el('span', { title: one.id }, one.says) },
        { name: 'place', left: true, className: 'text', cell: (one) => one.place },
        { name: 'as printed', left: true, className: 'text', cell: (one) => one.printed },
        { name: 'answered by', left: true, className: 'text', cell: answerOf },
      ],
    }));
}

byId('papers').append(...papers.map(paperSection));
startThemes();
