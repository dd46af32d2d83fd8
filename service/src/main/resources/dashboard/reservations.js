// View of reservations, which are nodes at a fixed time without a job, with a form for new ones.
import { useState } from './vendor/preact-hooks.mjs';
import { html, visible } from './html.js';
import { call, newKey, withQuery } from './api.js';
import { happened, useLive } from './live.js';
import { isoDuration, money, time } from './format.js';
import { useAct } from './act.js';
import { Fault, Loading, mayUse, NodeLink } from './parts.js';

const concerns = happened(/^(claim|cycle-ended)/);

function Reserve({ who }) {
  const owner = ['owner', 'admin'].includes(who.role);
  const accounts = who.accounts ?? [];
  const [form, setForm] = useState({ name: '', account: accounts[0] ?? '', nodes: 1, names: '', start: '', length: '60', budget: '', maintenance: false });
  const [key, setKey] = useState(newKey());
  const { act, busy, fault } = useAct();
  const set = (name) => (event) => {
    setForm({ ...form, [name]: event.target.type === 'checkbox' ? event.target.checked : event.target.value });
    setKey(newKey());
  };
  const names = form.names.split(/[\s,]+/).filter(Boolean);
  const reserve = async (event) => {
    event.preventDefault();
    const body = {
      ...(form.name ? { name: form.name } : {}),
      start: new Date(form.start).toISOString(),
      duration: isoDuration(form.length),
      ...(names.length > 0 ? { nodeNames: names } : {}),
      ...(form.maintenance ? { maintenance: true } : { nodes: Number(form.nodes), ...(form.account ? { account: form.account } : {}), ...(form.budget ? { budget: { total: form.budget } } : {}) }),
    };
    if (await act(() => call('POST', '/v1/reservations', body, { 'Idempotency-Key': key }))) {
      setKey(newKey());
    }
  };
  const field = (name, label, more = {}) => html`<label>${label}<input name=${name} value=${form[name]} onInput=${set(name)} ...${more} /></label>`;
  return html`
    <form class="fields" onSubmit=${reserve}>
      ${field('start', 'From', { type: 'datetime-local', required: true })}
      ${field('length', 'Length (minutes, or H:MM:SS)', { required: true })}
      ${!form.maintenance && field('nodes', 'Nodes', { type: 'number', min: 1, required: true })}
      ${field('names', form.maintenance ? 'These nodes' : 'Of these nodes (all)', { required: form.maintenance })}
      ${!form.maintenance && field('budget', 'Budget (none: balance of the account)', { inputmode: 'decimal' })}
      ${!form.maintenance && (accounts.length > 0
        ? html`<label>Account<select name="account" value=${form.account} onChange=${set('account')}>${accounts.map((each) => html`<option key=${each}>${each}</option>`)}</select></label>`
        : field('account', 'Account', { required: true }))}
      ${field('name', 'Name')}
      ${owner && html`<label class="wide across"><input type="checkbox" name="maintenance" checked=${form.maintenance} onChange=${set('maintenance')} />Maintenance by the owner, which costs nothing</label>`}
      <div class="wide filters"><button class="main" disabled=${busy || !isoDuration(form.length) || !form.start}>Reserve</button></div>
    </form>
    <${Fault} error=${fault} />`;
}

function List({ who, items }) {
  const { act, busy, fault } = useAct();
  const mayRelease = (each) => each.state === 'open' && (mayUse(who, each.account) || each.user === who.principal);
  const release = (each) => {
    if (window.confirm(visible(`Release ${each.name || each.id}?`))) {
      act(() => call('POST', `/v1/reservations/${encodeURIComponent(each.id)}:release`));
    }
  };
  return html`
    <${Fault} error=${fault} />
    <div class="table" tabindex="0"><table>
      <thead><tr><th class="left">Reservation</th><th class="left">Kind</th><th class="left">State</th><th class="left">From</th><th class="left">To</th><th class="left">Nodes</th><th>Cost</th><th class="left">User</th><th></th></tr></thead>
      <tbody>${items.map((each) => html`<tr key=${each.id}>
        <td class="left">${each.name || each.id}</td><td class="left">${each.kind}</td><td class="left">${each.state}</td><td class="left">${time(each.start)}</td><td class="left">${time(each.finish)}</td>
        <td class="left">${each.nodes.length > 4 ? `${each.nodes.length} nodes` : each.nodes.map((node, at) => html`${at > 0 ? ', ' : ''}<${NodeLink} key=${node} id=${node} />`)}</td>
        <td>${money(each.cost)}</td><td class="left">${each.user}</td>
        <td>${mayRelease(each) && html`<button class="danger" disabled=${busy} onClick=${() => release(each)}>Release</button>`}</td></tr>`)}</tbody>
    </table></div>`;
}

export function Reservations({ who, query }) {
  const path = withQuery('/v1/reservations', { all: query.all, cursor: query.cursor });
  const { data, error } = useLive(path, concerns);
  const mayReserve = who.role !== 'reader';
  return html`
    <h1>Reservations</h1>
    <section aria-label="Reservations">
      <form class="filters" onSubmit=${(event) => event.preventDefault()}>
        <label><input type="checkbox" checked=${query.all === 'true'} onChange=${(event) => { window.location.hash = withQuery('/reservations', { all: event.target.checked ? 'true' : '' }); }} />also reservations that are over</label>
      </form>
      ${!data ? html`<${Loading} error=${error} />` : data.items.length === 0 ? html`<p class="soft">No reservations.</p>` : html`<${List} who=${who} items=${data.items} />`}
      ${data?.next && html`<a href=${withQuery('#/reservations', { ...query, cursor: data.next })}>Earlier reservations</a>`}
    </section>
    ${mayReserve && html`<section aria-labelledby="reserve"><h2 id="reserve">Reserve nodes</h2><${Reserve} who=${who} /></section>`}`;
}
