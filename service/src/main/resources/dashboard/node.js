// View of a node: properties, slots with their prices, and forms for its owner.
import { useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { call, withQuery } from './api.js';
import { happened, useLive, useNow } from './live.js';
import { between, isoDuration, money, time, withTimes } from './format.js';
import { useAct } from './act.js';
import { Drain } from './drain.js';
import { Policy } from './policy.js';
import { PriceHistory } from './price-history.js';
import { PriceChart } from './price-chart.js';
import { PricePreview } from './prices.js';
import { SpanChoice, Timeline } from './timeline.js';
import { Usage } from './usage.js';
import { Fact, Fault, JobLink, Loading, owns } from './parts.js';

const concerns = happened(/^(part|job-|node|policy|claim|sales|site|cycle-ended)/);

/** Table of the slots of a node: vacant time, booked time and local jobs of the owner. */
function Slots({ node, items, mayChange }) {
  const { act, busy, fault } = useAct();
  const end = (slot) => act(() => call('DELETE', `/v1/nodes/${encodeURIComponent(node)}/localJobs/${encodeURIComponent(slot.claim)}`));
  return html`
    <div class="table" tabindex="0"><table>
      <thead><tr><th class="left">From</th><th class="left">To</th><th>Length</th><th class="left">Kind</th><th>Price</th><th class="left">Job</th></tr></thead>
      <tbody>${items.map((slot) => html`<tr key=${slot.start + slot.kind}>
        <td class="left">${time(slot.start)}</td><td class="left">${time(slot.end)}</td><td>${between(slot.start, slot.end)}</td>
        <td class="left">${slot.kind}</td><td>${money(slot.price)}</td>
        <td class="left">${slot.job && html`<${JobLink} id=${slot.job} />`}${slot.kind === 'local' && mayChange && html`<button disabled=${busy} onClick=${() => end(slot)}>End job</button>`}</td></tr>`)}</tbody>
    </table></div>
    <${Fault} error=${fault} />`;
}

/** Table of the time that the site of a node uses itself. */
function SiteTime({ spans }) {
  return html`
    <h2>Time used by the site</h2>
    <div class="table" tabindex="0"><table>
      <thead><tr><th class="left">From</th><th class="left">To</th><th class="left">Reason</th><th class="left">Detail</th></tr></thead>
      <tbody>${spans.map((span, at) => html`<tr key=${at}>
        <td class="left">${time(span.start)}</td><td class="left">${span.end ? time(span.end) : 'not known'}</td>
        <td class="left">${span.reason.replace('-', ' ')}</td><td class="left">${span.detail}</td></tr>`)}</tbody>
    </table></div>`;
}

/** Form to reserve time for a local job of the owner. */
function LocalJob({ node }) {
  const { act, busy, fault } = useAct();
  const [length, setLength] = useState('30');
  const add = async (event) => {
    event.preventDefault();
    const name = new FormData(event.target).get('name');
    await act(() => call('POST', `/v1/nodes/${encodeURIComponent(node)}/localJobs`, { duration: isoDuration(length), ...(name ? { name } : {}) }));
  };
  return html`
    <h3>Local job of the owner</h3>
    <form class="filters" onSubmit=${add}>
      <label>Name <input name="name" /></label>
      <label>Length (minutes, or H:MM:SS) <input name="length" value=${length} onInput=${(event) => setLength(event.target.value)} /></label>
      <button disabled=${busy || !isoDuration(length)}>Reserve the earliest time</button>
    </form>
    <${Fault} error=${fault} />`;
}

export function Node({ id, who }) {
  const path = `/v1/nodes/${encodeURIComponent(id)}`;
  const { data: node, error } = useLive(path, concerns);
  const [hours, setHours] = useState(6);
  const now = useNow(5000);
  const to = new Date(Math.floor(now / 60_000) * 60_000 + hours * 3_600_000).toISOString();
  const slots = useLive(withQuery(`${path}/slots`, { to }), concerns);
  if (!node) {
    return html`<h1>Node</h1><${Loading} error=${error} />`;
  }
  const mayChange = owns(who, id);
  const items = slots.data?.items ?? [];
  return html`
    <h1>${node.id}</h1>
    <section aria-label="Node">
      <dl class="facts">
        <${Fact} name="Domain">${node.domain}</${Fact}><${Fact} name="State">${node.state}</${Fact}><${Fact} name="Windows">${node.promise}</${Fact}>
        <${Fact} name="Performance">${node.performance}</${Fact}><${Fact} name="Price of a second">${money(node.price)}</${Fact}>
        <${Fact} name="Booked jobs">${node.bookings}</${Fact}>
        ${node.job && node.job !== 'other' && html`<${Fact} name="Runs"><${JobLink} id=${node.job} /></${Fact}>`}
        ${node.properties.length > 0 && html`<${Fact} name="Properties">${node.properties.join(', ')}</${Fact}>`}
      </dl>
      ${node.unsold && html`<p class="warning">This node sells nothing: ${withTimes(node.unsold.text)}.</p>`}
      ${node.machine && html`<p class="soft">Isolation of runs: ${node.machine.isolation}</p>
        <ul class="plain soft">${(node.machine.remarks ?? []).map((remark) => html`<li key=${remark}>${remark}</li>`)}</ul>`}
      <div class="filters"><${SpanChoice} hours=${hours} set=${setHours} /></div>
      <${Timeline} nodes=${[node]} of=${{ node: node.id }} hours=${hours} now=${now} />
      ${node.site && html`<${SiteTime} spans=${node.site} />`}
      <h2>Prices over time</h2><${PriceHistory} rows=${[[node.id, { node: node.id }]]} hours=${hours} now=${now} />
    </section>
    <section aria-labelledby="prices"><h2 id="prices">Time for sale and its prices</h2>
      <${Fault} error=${slots.error} /><${PriceChart} slots=${items} />
      <details><summary>${items.length} slots</summary><${Slots} node=${id} items=${items} mayChange=${mayChange} /></details>
      ${mayChange && html`<${LocalJob} node=${id} />`}
    </section>
    ${mayChange && html`<section aria-labelledby="policy"><h2 id="policy">Price policy</h2><${Policy} node=${id} />
      <h3>Preview of another price</h3><${PricePreview} node=${id} price=${node.price} /></section>`}
    <section aria-labelledby="day"><h2 id="day">The last day of ${node.domain}</h2><${Usage} domain=${node.domain} /></section>
    ${mayChange && html`<${Drain} nodes=${[node]} />`}`;
}
