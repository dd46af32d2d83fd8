// Explanation of why a job waits, cycle by cycle, in numbers, with advice.
import { html } from './html.js';
import { concernsJob, happened, useLive } from './live.js';
import { duration, money, time, withTimes } from './format.js';

const cycleEnded = happened(/^cycle-ended$/);

const NAMES = [
  ['within', 'First within all limits'],
  ['cheapest', 'Cheapest before the deadline'],
  ['earliest', 'First at any price'],
  ['later', 'Within the budget, later'],
];

/** Windows that were searched, with the amount by which each exceeds a limit. */
function Windows({ windows }) {
  if (!windows) {
    return null;
  }
  const missed = (window) => [
    window.overBudget && `${money(window.overBudget)} over the budget`,
    window.late && `${duration(window.late)} too late`,
  ].filter(Boolean).join(', ');
  return html`
    <ul class="plain soft">
      ${NAMES.filter(([name]) => windows[name]).map(([name, words]) => html`<li key=${name}>
        ${words}: ${money(windows[name].cost)}, ${time(windows[name].start)} to ${time(windows[name].finish)}${missed(windows[name]) ? `, ${missed(windows[name])}` : ''}</li>`)}
      <li>${windows.slots} slots are for sale</li>
    </ul>`;
}

export function Explanation({ id }) {
  const { data } = useLive(`/v1/jobs/${id}/explanation`, (change) => concernsJob(id)(change) || cycleEnded(change));
  if (!data) {
    return null;
  }
  return html`
    <section aria-labelledby="explanation"><h2 id="explanation">Why</h2>
      ${data.state === 'waiting' && html`<p>${data.ahead === 0 ? 'No job waits ahead of this job.' : `${data.ahead} jobs wait ahead of this job.`}</p>`}
      ${data.advice.length > 0 && html`<h3>What would help</h3><ul class="plain">${data.advice.map((advice) => html`<li key=${advice}>${withTimes(advice)}</li>`)}</ul>`}
      ${data.sooner && html`<h3>Why the job does not start sooner</h3><ul class="plain">${data.sooner.map((why) => html`<li key=${why}>${withTimes(why)}</li>`)}</ul>`}
      ${data.now && html`<h3>Available now</h3><${Windows} windows=${data.now} />`}
      ${data.cycles.length > 0 && html`<details><summary>${data.cycles.length === 1 ? 'The cycle that considered the job' : `The last ${data.cycles.length} cycles that considered the job`}</summary>
        <ol class="plain">${data.cycles.map((cycle) => html`<li key=${cycle.cycle}>
          <strong>${cycle.cycle}</strong> <span class="soft">${time(cycle.at)}</span> ${cycle.outcome}${cycle.reason.text ? `: ${withTimes(cycle.reason.text)}` : ''}
          <span class="soft"> (${cycle.considered} considered, ${cycle.booked} booked, ${cycle.ahead} ahead of this job)</span>
          <${Windows} windows=${cycle.windows} /></li>`)}</ol></details>`}
    </section>`;
}
