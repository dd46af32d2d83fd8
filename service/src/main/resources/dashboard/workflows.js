// List of workflows, latest first.
import { html } from './html.js';
import { withQuery } from './api.js';
import { happened, useLive } from './live.js';
import { money, time } from './format.js';
import { Counts, Fault, Loading, State, WorkflowLink } from './parts.js';

const PAGE = 50;

function Rows({ items }) {
  return html`
    <section aria-label="Workflows"><div class="table" tabindex="0"><table>
      <thead><tr><th class="left">Workflow</th><th class="left">State</th><th class="left">Jobs</th><th class="left">User</th><th class="left">Account</th><th>Cost</th><th>Budget</th><th class="left">Submitted</th><th class="left">Deadline</th><th class="left">Ended</th></tr></thead>
      <tbody>${items.map((each) => html`<tr key=${each.id}>
        <td class="left"><${WorkflowLink} id=${each.id} name=${each.name} /> <span class="soft">${each.id}</span></td>
        <td class="left"><${State} ...${each} /></td><td class="left"><${Counts} counts=${each.counts} /></td>
        <td class="left">${each.user}</td><td class="left">${each.account}</td><td>${money(each.cost)}</td><td>${money(each.budget)}</td>
        <td class="left">${time(each.times.submitted)}</td><td class="left">${time(each.deadline)}</td><td class="left">${time(each.times.ended)}</td></tr>`)}</tbody>
    </table></div></section>`;
}

export function Workflows({ query }) {
  const { cursor } = query;
  const { data, error } = useLive(withQuery('/v1/workflows', { limit: PAGE, cursor }), happened(/^(workflow-|job-|part)/));
  if (!data) {
    return html`<h1>Workflows</h1><${Loading} error=${error} />`;
  }
  return html`
    <h1>Workflows</h1>
    <${Fault} error=${error} />
    ${data.items.length > 0 ? html`<${Rows} items=${data.items} />`
    : html`<p class="soft">${cursor ? 'There are no earlier workflows.' : html`There are no workflows. <code>metasched workflow FILE</code> submits jobs with edges between them.`}</p>`}
    ${(data.next || cursor) && html`<p>
      ${cursor && html`<a href="#/workflows">Latest</a> `}${data.next && html`<a href=${withQuery('#/workflows', { cursor: data.next })}>Earlier</a>`}</p>`}`;
}
