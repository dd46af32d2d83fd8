// Figures of the last day: use of the nodes, income, and waits of users.
import { html } from './html.js';
import { withQuery } from './api.js';
import { happened, useLive } from './live.js';
import { money, percent, seconds } from './format.js';
import { Chart } from './chart.js';
import { Loading } from './parts.js';

const points = (hours, value) => hours.map((hour) => [new Date(hour.from).getTime(), value(hour)]);

/** Charts of hours: {from, used, income}. */
export function Hours({ hours }) {
  const used = points(hours, (hour) => hour.used);
  const income = points(hours.filter((hour) => hour.income !== undefined), (hour) => Number(hour.income));
  return html`
    <div class="charts">
      <${Chart} title="Use of the nodes" points=${used} format=${(value) => percent(value)} />
      ${income.length > 0 && html`<${Chart} title="Income of the owners" points=${income} format=${(value) => money(value.toFixed(3))} />`}
    </div>`;
}

/** Charts of the use of a domain, or of all domains. */
export function Usage({ domain }) {
  const { data, error } = useLive(withQuery('/v1/usage', { domain }), happened(/^(part-ended|job-)/));
  return data ? html`<${Hours} hours=${data.hours} />` : html`<${Loading} error=${error} />`;
}

/** Table of the users whose jobs an account paid, or of all users. */
export function Fairness({ account }) {
  const { data, error } = useLive(withQuery('/v1/usage', { account }), happened(/^job-/));
  if (!data) {
    return html`<${Loading} error=${error} />`;
  }
  const node = data.users.reduce((sum, user) => sum + user.nodeSeconds, 0);
  return html`
    <p>Jain's index of the mean slowdowns of these users is <strong>${data.fairness.toFixed(3)}</strong>:
      1 if all mean slowdowns are equal, less if some users waited longer than others, relative to the length of their jobs.</p>
    ${data.users.length > 0 && html`<div class="table" tabindex="0"><table>
      <thead><tr><th class="left">User</th><th>Jobs that ended</th><th>Mean wait</th><th>Mean slowdown</th><th>Node time</th><th>Share</th><th>Charged</th></tr></thead>
      <tbody>${data.users.map((user) => html`<tr key=${user.user}>
        <td class="left">${user.user}</td><td>${user.jobs}</td><td>${seconds(user.wait)}</td><td>${user.slowdown.toFixed(2)}</td>
        <td>${seconds(user.nodeSeconds)}</td><td>${node > 0 ? percent(user.nodeSeconds / node) : ''}</td><td>${money(user.charged)}</td></tr>`)}</tbody>
    </table></div>`}`;
}
