// View of all nodes: properties, prices, and past and booked time.
import { useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { withQuery } from './api.js';
import { happened, useLive, useNow } from './live.js';
import { money, withTimes } from './format.js';
import { Drain } from './drain.js';
import { PriceHistory } from './price-history.js';
import { SpanChoice, Timeline } from './timeline.js';
import { JobLink, Loading, NodeLink } from './parts.js';

const MOST_ROWS = 200;
const MOST_DOMAINS = 12; // domains with a row of prices

function Table({ nodes }) {
  return html`
    <div class="table" tabindex="0"><table>
      <thead><tr><th class="left">Node</th><th class="left">Domain</th><th class="left">State</th><th class="left">Windows</th><th>Performance</th><th>Price</th><th>Booked jobs</th><th class="left">Runs</th><th class="left">Properties</th></tr></thead>
      <tbody>${nodes.map((node) => html`<tr key=${node.id}>
        <td class="left"><${NodeLink} id=${node.id} /></td><td class="left">${node.domain}</td><td class="left">${node.state}${node.unsold ? `: ${withTimes(node.unsold.text.replace(/^drained: /, ''))}` : ''}</td>
        <td class="left">${node.promise}</td><td>${node.performance}</td><td>${money(node.price)}</td><td>${node.bookings}</td>
        <td class="left">${node.job && (node.job === 'other' ? 'another user' : html`<${JobLink} id=${node.job} />`)}</td>
        <td class="left">${node.properties.join(', ')}</td></tr>`)}</tbody>
    </table></div>`;
}

export function Nodes({ who, query }) {
  const { data, error } = useLive('/v1/nodes', happened(/^(part|job-|node|policy|sales)/));
  const [hours, setHours] = useState(1);
  const now = useNow(5000);
  if (!data) {
    return html`<h1>Nodes</h1><${Loading} error=${error} />`;
  }
  const domains = [...new Set(data.items.map((node) => node.domain))].sort();
  const wanted = data.items.filter((node) => (!query.domain || node.domain === query.domain) && (!query.find || node.id.includes(query.find)));
  const shown = wanted.slice(0, MOST_ROWS);
  const groups = domains.map((name) => [name, wanted.filter((node) => node.domain === name)]).filter(([, own]) => own.length > 0);
  const set = (name, value) => {
    window.location.hash = withQuery('/nodes', { ...query, [name]: value });
  };
  return html`
    <h1>Nodes</h1>
    <form class="filters" onSubmit=${(event) => event.preventDefault()} aria-label="Which nodes">
      <label>Domain <select value=${query.domain ?? ''} onChange=${(event) => set('domain', event.target.value)}><option value="">all</option>${domains.map((each) => html`<option key=${each}>${each}</option>`)}</select></label>
      <label>Name <input value=${query.find ?? ''} maxlength="128" onChange=${(event) => set('find', event.target.value.trim())} /></label>
      <${SpanChoice} hours=${hours} set=${setHours} />
    </form>
    <section aria-labelledby="time"><h2 id="time">Past and booked time</h2><${Timeline} nodes=${shown} domains=${groups} of=${{ domain: query.domain }} hours=${hours} now=${now} /></section>
    <section aria-labelledby="prices"><h2 id="prices">Prices over time</h2><${PriceHistory} rows=${groups.slice(0, MOST_DOMAINS).map(([name]) => [name, { domain: name }])} hours=${hours} now=${now} /></section>
    <section aria-label="Nodes"><${Table} nodes=${shown} /></section>
    ${['admin', 'owner'].includes(who.role) && html`<${Drain} nodes=${shown} />`}
    <p class="soft">${shown.length === wanted.length ? `${wanted.length} nodes` : `The first ${shown.length} of ${wanted.length} nodes; choose a domain to see the others.`}</p>`;
}
