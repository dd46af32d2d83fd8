// Overview: jobs, cycles and use of the nodes.
import { html } from './html.js';
import { happened, useLive, useNow } from './live.js';
import { between, isoMillis, money, percent, seconds, time, withTimes } from './format.js';
import { Fact, Loading, State, STATES } from './parts.js';
import { Hours } from './usage.js';

const HELD = {
  'slot-taken': 'the time was taken by another user in the meantime',
  'not-sold': 'the node no longer sold the time, or sold it only at another price',
  'site-refused': 'a site had taken the time itself in the meantime',
  'site-silent': 'a site did not confirm the window in time',
  'site-took-back': 'a site took the time back',
  'site-kept-node': 'a site did not give a node',
  'node-drained': 'the node was drained',
  'node-refused': 'the machine refused the job',
  'cannot-prepare': 'no machine can prepare the job',
  'node-lost': 'the machine was lost',
  'not-ready': 'a machine was not ready in time',
  'planned-too-late': 'the window had begun before it was booked',
  changed: 'the job was changed while the cycle was planned',
  'never-offered': 'the node did not offer that time',
  'held-otherwise': 'the node held another window of the job',
  'hold-lapsed': 'the hold had lapsed',
};

const REASONS = {
  ...HELD,
  'no-window': 'no window was found',
  preceding: 'jobs that the job follows never ran',
  workflow: 'another job of its workflow was refused',
  'no-plan': 'its workflow has no plan within slots, money and deadline',
  predecessor: 'a job that it follows in its workflow has no window',
  'no-alternative': 'no window was found within the limits of the job',
  'behind-another': 'a job ahead found no window, and the policy lets no other job pass it',
  'batch-full': 'more jobs wait than a cycle considers',
  'array-limit': 'as many jobs of the array as it allows have a window',
  'account-running-limit': 'as many jobs of the account as it may have at once have windows',
  'account-nodes-limit': 'the account would have more nodes at once than it may have',
  'person-running-limit': 'as many jobs of the person as the person may have at once have windows',
  'person-nodes-limit': 'the person would have more nodes at once than the person may have',
  dependency: 'a job that this job waits for has not ended',
  'workflow-budget': 'the window would exceed the budget of the workflow',
  'workflow-deadline': 'the longest chain of jobs does not fit before the deadline',
  'workflow-window': 'no window leaves enough time and money for the rest of the workflow',
  'workflow-order': 'a job that this job follows no longer ends before its window',
  'dependency-missed': 'a job that this job depends on has ended in another way',
  'too-early': 'the jobs may not start within the planned time',
  'not-yet': 'the window is too far ahead to be booked yet',
  'not-enough-nodes': 'the jobs request more nodes than exist',
  requirements: 'fewer nodes meet the requirements than are requested',
  'price-limit': 'no node is as cheap as the price limit',
  'below-any-price': 'the budget is below any price',
  balance: 'the account has less money than the job costs',
  budget: 'the account has less money than the job costs',
  deadline: 'the deadline is too near',
  'deadline-passed': 'the deadline has passed',
  'start-passed': 'the requested start has passed',
};

const STEPS = {
  'hand-over': 'reads submitted jobs',
  collect: 'takes a snapshot',
  plan: 'chooses and books windows',
  record: 'stores the decisions',
};

/**
 * Returns the time until the next cycle, in milliseconds. Later cycles follow the next cycle of the last answer at
 * multiples of the period.
 */
function next(clock, now) {
  const period = new Date(clock.next).getTime();
  const length = isoMillis(clock.period);
  return period + Math.max(0, Math.ceil((now - period) / length)) * length - now;
}

function CycleClock({ cycle, clock, cycles }) {
  const now = useNow();
  const isOver = cycle?.millis !== undefined;
  const recent = cycles.filter((each) => each.millis !== undefined).slice(0, 60);
  const slowest = Math.max(1, ...recent.map((each) => each.millis));
  return html`
    <dl class="facts">
      <${Fact} name="Phase">${STEPS[clock.phase] ?? 'between cycles'}</${Fact}>
      <${Fact} name="Next, if a job waits">in ${seconds(Math.ceil(next(clock, now) / 1000))}</${Fact}>
      ${cycle && html`<${Fact} name="Last cycle">${cycle.number}</${Fact}>
        <${Fact} name="Begun">${between(cycle.begun, now)} ago</${Fact}>`}
      ${isOver && html`<${Fact} name="Duration">${cycle.millis} ms</${Fact}>
        <${Fact} name="Considered">${cycle.considered}</${Fact}>
        <${Fact} name="Booked">${cycle.booked}</${Fact}>
        <${Fact} name="Postponed">${cycle.postponed}</${Fact}>
        <${Fact} name="Refused">${cycle.refused}</${Fact}>`}
    </dl>
    ${cycle ? html`
      ${clock.steps.length > 0 && html`<div class="table" tabindex="0"><table class="narrow">
        <thead><tr><th class="left">Step</th><th>Last</th><th>Longest of 60</th></tr></thead>
        <tbody>${clock.steps.map((each) => html`<tr key=${each.step}><td class="left">${STEPS[each.step]}</td><td>${each.last} ms</td><td>${each.longest} ms</td></tr>`)}</tbody>
      </table></div>`}
      <svg class="bars" viewBox="0 0 60 12" preserveAspectRatio="none" role="img" aria-label=${`Durations of the last ${recent.length} cycles, at most ${slowest} ms`}>
        ${recent.map((each, at) => html`<rect key=${each.number} x=${59.1 - at} width="0.8" y=${12 - (12 * each.millis) / slowest} height=${(12 * each.millis) / slowest} />`)}
      </svg>
      <p class="hint">Durations of the last ${recent.length} cycles; the longest took ${slowest} ms, and the latest is on the right.</p>`
    : html`<p class="soft">No cycle yet: the first job starts one.</p>`}`;
}

function Queue({ jobs }) {
  return html`
    <ul class="states">
      ${STATES.map((state) => html`<li key=${state}><a href=${`#/jobs?state=${state}`}><span class="count">${(jobs[state] ?? 0).toLocaleString()}</span> <${State} state=${state} /></a></li>`)}
    </ul>`;
}

function Counts({ title, counts, words }) {
  const all = Object.entries(counts);
  return all.length > 0 && html`<h3>${title}</h3>
    <ul class="plain">${all.map(([code, count]) => html`<li key=${code}><strong>${count.toLocaleString()}</strong> ${words[code] ?? code}</li>`)}</ul>`;
}

export function Overview() {
  const { data, error } = useLive('/v1/overview');
  const cycles = useLive('/v1/cycles?limit=60', happened(/^cycle/));
  const nodes = useLive('/v1/nodes', happened(/^(part|node|sales)/));
  if (!data) {
    return html`<h1>Overview</h1><${Loading} error=${error} />`;
  }
  const all = nodes.data?.items ?? [];
  const running = all.filter((node) => node.state === 'running').length;
  const away = all.filter((node) => node.unsold);
  const sum = (name) => data.hours.reduce((all, hour) => all + Number(hour[name]), 0);
  return html`
    <h1>Overview</h1>
    <section aria-labelledby="queue"><h2 id="queue">Jobs</h2><${Queue} jobs=${data.jobs} />
      <${Counts} title="Why jobs wait, or were refused in the last day" counts=${data.reasons} words=${REASONS} />
      <${Counts} title="Why placements were refused, or bookings given back, in the last day" counts=${data.givenBack} words=${HELD} />
    </section>
    <section aria-labelledby="cycle"><h2 id="cycle">Scheduling cycles</h2><${CycleClock} cycle=${data.cycle} clock=${data.clock} cycles=${cycles.data?.items ?? []} /></section>
    <section aria-labelledby="use"><h2 id="use">Nodes</h2>
      <dl class="facts">
        <${Fact} name="Nodes">${all.length}</${Fact}>
        <${Fact} name="In use now">${running}${all.length > 0 && html` <span class="soft">(${percent(running / all.length)})</span>`}</${Fact}>
        <${Fact} name="In use in the last day">${percent(sum('used') / data.hours.length)}</${Fact}>
        ${data.earning !== undefined && html`<${Fact} name="Owners earn now">${money((Number(data.earning) * 3600).toFixed(3))} an hour</${Fact}>
          <${Fact} name="In the last day">${money(sum('income').toFixed(3))}</${Fact}>`}
        <${Fact} name="Not for sale">${away.length === 0 ? 'none' : away.length.toLocaleString()}</${Fact}>
      </dl>
      ${data.unsold.map((sentence) => html`<p key=${sentence} class="warning">${withTimes(sentence)}</p>`)}
      <${Hours} hours=${data.hours} />
    </section>
    <p class="soft">As of ${time(data.time)}.</p>`;
}
