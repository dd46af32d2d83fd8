// Puts the page of flexible reservations together from the data that stands in it.

function showWhatIfFacts() {
  byId('name').textContent = replay.scenario;
  document.title = `${replay.scenario} – metasched what-if`;
  showFacts([
    ['Processors of the clusters', replay.processors], ['Candidates', count(replay.candidates)],
    ['Driver', replay.driver], ['Seed', replay.seed], ['Version', replay.version],
    ['Violations found', count(replay.violations), replay.violations > 0 ? 'bad' : undefined],
    ['Policies', policies.map((p) => p.policy).join(', '), 'wide'],
  ]);
  byId('notes').append(...replay.notes.map((note) => el('li', {}, note)));
}

showWhatIfFacts();
showDeployment(replay);
startThemes(() => {});
document.documentElement.dataset.state = 'ready';
