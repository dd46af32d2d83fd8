// All nodes: what they are, what they cost, what ran and is booked there.
import { useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { call, withQuery } from './api.js';
import { useLive, useNow } from './live.js';
import { money, time } from './format.js';
import { JobLink, Loading, Fault } from './parts.js';

const HOUR = 3_600_000;
const SPANS = [['an hour', 1], ['6 hours', 6], ['a day', 24], ['a week', 168]];
const MOST_ROWS = 200;
const ROW = 22;

/** Past and future of the nodes; now is a third from the left. */
function Timeline({ nodes, hours, now }) {
  const minute = 60_000;
  const from = Math.floor(now / minute) * minute - (hours * HOUR) / 3;
  const to = from + hours * HOUR;
  const { data, error } = useLive(withQuery('/v1/timeline', { from: new Date(from).toISOString(), to: new Date(to).toISOString() }));
  const rows = new Map(nodes.map((node, at) => [node.id, at]));
  const x = (at) => (1000 * (Math.max(from, Math.min(to, at)) - from)) / (to - from);
  const ticks = Array.from({ length: 7 }, (none, at) => from + ((to - from) * at) / 6);
  const height = nodes.length * ROW;
  return html`
    <${Fault} error=${error} />
    <div class="timeline">
      <div class="names">${nodes.map((node) => html`<span key=${node.id} title=${node.id}>${node.id}</span>`)}</div>
      <svg class="gantt" viewBox=${`0 0 1000 ${height}`} preserveAspectRatio="none" role="img" aria-label=${`What ran and is booked on ${nodes.length} nodes`} style=${{ height: `${height}px` }}>
        ${nodes.map((node, at) => html`<rect key=${node.id} class="lane" x="0" width="1000" y=${at * ROW + 1} height=${ROW - 2} />`)}
        ${(data?.items ?? []).filter((bar) => rows.has(bar.node)).map((bar, at) => {
          const start = x(new Date(bar.start).getTime());
          const width = Math.max(0.8, x(new Date(bar.end).getTime()) - start);
          const rect = html`<rect class=${`bar ${bar.state}`} x=${start} width=${width} y=${rows.get(bar.node) * ROW + 3} height=${ROW - 6}>
            <title>${bar.name || bar.job || 'another user'}, ${bar.state}, ${time(bar.start)} to ${time(bar.end)}</title></rect>`;
          const open = () => { window.location.hash = `/job/${bar.job}`; }; // those at the keyboard have the table and the list
          return html`<g key=${at} class=${bar.job ? 'link' : ''} onClick=${bar.job && open}>${rect}</g>`;
        })}
        <line class="now" x1=${x(now)} x2=${x(now)} y1="0" y2=${height} />
      </svg>
    </div>
    <div class="ticks" aria-hidden="true">${ticks.map((at) => html`<span key=${at}>${time(new Date(at).toISOString())}</span>`)}</div>
    ${data?.cut && html`<p class="hint">There is more than can be shown; choose a shorter time.</p>`}`;
}

const MODES = [['sellNothing', 'bookings stay'], ['giveBack', 'give bookings back'], ['now', 'end what runs, too']];

/** Takes a node from sale, or puts it back. */
function Drain({ nodes }) {
  const [fault, setFault] = useState(undefined);
  const [busy, setBusy] = useState(false);
  const act = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    setBusy(true);
    setFault(undefined);
    try {
      const path = `/v1/nodes/${encodeURIComponent(form.get('node'))}`;
      if (event.submitter?.value === 'resume') {
        await call('POST', `${path}:resume`);
      } else {
        await call('POST', `${path}:drain`, { mode: form.get('mode'), reason: form.get('reason') });
      }
      event.target.reset();
    } catch (error) {
      setFault(error);
    }
    setBusy(false);
  };
  return html`
    <section aria-labelledby="drain"><h2 id="drain">Take a node from sale</h2>
      <form class="filters" onSubmit=${act}>
        <label>Node <select name="node">${nodes.map((node) => html`<option key=${node.id}>${node.id}</option>`)}</select></label>
        <label>Then <select name="mode">${MODES.map(([mode, name]) => html`<option key=${mode} value=${mode}>${name}</option>`)}</select></label>
        <label>Reason <input name="reason" required maxlength="200" /></label>
        <button value="drain" disabled=${busy}>Drain</button>
        <button value="resume" formnovalidate disabled=${busy}>Resume</button>
      </form>
      <${Fault} error=${fault} />
    </section>`;
}

function Table({ nodes }) {
  return html`
    <div class="table"><table>
      <thead><tr><th class="left">Node</th><th class="left">Domain</th><th class="left">State</th><th>Performance</th><th>Price</th><th>Booked jobs</th><th class="left">Runs</th><th class="left">Properties</th></tr></thead>
      <tbody>${nodes.map((node) => html`<tr key=${node.id}>
        <td class="left">${node.id}</td><td class="left">${node.domain}</td><td class="left">${node.state}${node.drain ? `: ${node.drain.reason}` : ''}</td>
        <td>${node.performance}</td><td>${money(node.price)}</td><td>${node.bookings}</td>
        <td class="left">${node.job && (node.job === 'other' ? 'another user' : html`<${JobLink} id=${node.job} />`)}</td>
        <td class="left">${node.properties.join(', ')}</td></tr>`)}</tbody>
    </table></div>`;
}

export function Nodes({ who, query }) {
  const { data, error } = useLive('/v1/nodes', (event) => event.event.startsWith('part') || event.event.startsWith('job-') || event.event.startsWith('node'));
  const [hours, setHours] = useState(1);
  const now = useNow(5000);
  if (!data) {
    return html`<h1>Nodes</h1><${Loading} error=${error} />`;
  }
  const domains = [...new Set(data.items.map((node) => node.domain))].sort();
  const wanted = data.items.filter((node) => (!query.domain || node.domain === query.domain) && (!query.find || node.id.includes(query.find)));
  const shown = wanted.slice(0, MOST_ROWS);
  const set = (name, value) => {
    window.location.hash = withQuery('/nodes', { ...query, [name]: value });
  };
  return html`
    <h1>Nodes</h1>
    <form class="filters" onSubmit=${(event) => event.preventDefault()} aria-label="Which nodes">
      <label>Domain <select value=${query.domain ?? ''} onChange=${(event) => set('domain', event.target.value)}><option value="">all</option>${domains.map((each) => html`<option key=${each}>${each}</option>`)}</select></label>
      <label>Name <input value=${query.find ?? ''} maxlength="128" onChange=${(event) => set('find', event.target.value.trim())} /></label>
      <label>Time <select value=${hours} onChange=${(event) => setHours(Number(event.target.value))}>${SPANS.map(([name, value]) => html`<option key=${value} value=${value}>${name}</option>`)}</select></label>
    </form>
    <section aria-label="Past and booked time"><${Timeline} nodes=${shown} hours=${hours} now=${now} /></section>
    <section aria-label="Nodes"><${Table} nodes=${shown} /></section>
    ${['admin', 'owner'].includes(who.role) && html`<${Drain} nodes=${shown} />`}
    <p class="soft">${shown.length === wanted.length ? `${wanted.length} nodes` : `The first ${shown.length} of ${wanted.length} nodes; choose a domain to see others.`}</p>`;
}
