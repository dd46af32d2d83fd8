// View of all nodes: properties, prices, and past and booked time.
import { useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { withQuery } from './api.js';
import { happened, useLive, useNow } from './live.js';
import { money, time, withTimes } from './format.js';
import { Drain } from './drain.js';
import { PriceHistory } from './price-history.js';
import { SpanChoice, Timeline } from './timeline.js';
import { JobLink, Loading, NodeLink } from './parts.js';

const MOST_ROWS = 200;
const MOST_DOMAINS = 12; // domains with a row of prices

// the present use of a node by its site, until the node is free; otherwise the next use
function siteUse(spans) {
  const now = Date.now();
  let until = now;
  let reason = '';
  for (const span of spans) { // in order of starts
    if (Date.parse(span.start) > until) {
      break;
    } else if (!span.end) {
      return span.reason;
    } else if (Date.parse(span.end) > until) {
      until = Date.parse(span.end);
      reason = span.reason;
    }
  }
  if (until > now) {
    return `${reason} until ${time(until)}`;
  }
  return spans.length > 0 ? `${spans[0].reason} from ${time(spans[0].start)}` : '';
}

function Table({ nodes }) {
  const isOfSites = nodes.some((node) => node.site);
  return html`
    <div class="table" tabindex="0"><table>
      <thead><tr><th class="left">Node</th><th class="left">Domain</th><th class="left">State</th><th class="left">Windows</th>${isOfSites && html`<th class="left">Used by its site</th>`}<th>Performance</th><th>Price</th><th>Booked jobs</th><th class="left">Runs</th><th class="left">Properties</th></tr></thead>
      <tbody>${nodes.map((node) => html`<tr key=${node.id}>
        <td class="left"><${NodeLink} id=${node.id} /></td><td class="left">${node.domain}</td><td class="left">${node.state}${node.unsold ? `: ${withTimes(node.unsold.text.replace(/^drained: /, ''))}` : ''}</td>
        <td class="left">${node.promise}</td>${isOfSites && html`<td class="left">${siteUse(node.site ?? [])}</td>`}<td>${node.performance}</td><td>${money(node.price)}</td><td>${node.bookings}</td>
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
