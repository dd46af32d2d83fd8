// View of accounts: balances, held money, and the ledger with the other account of each change.
import { useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { call, newKey, withQuery } from './api.js';
import { useLive } from './live.js';
import { change, difference, money, time } from './format.js';
import { useAct } from './act.js';
import { Fault, JobLink, Loading, mayCoordinate } from './parts.js';
import { Fairness } from './usage.js';

/** Form that moves money by a request at a path of an account; other fields are its children. */
function Payment({ path, button, children }) {
  const { act, busy, fault } = useAct();
  const [key, setKey] = useState(newKey());
  const pay = async (event) => {
    event.preventDefault();
    const form = event.target;
    if (await act(() => call('POST', path, Object.fromEntries(new FormData(form)), { 'Idempotency-Key': key }))) {
      setKey(newKey());
      form.reset();
    }
  };
  return html`
    <form class="filters" onSubmit=${pay}>
      <label>Amount <input name="amount" inputmode="decimal" required /></label>
      ${children}
      <button disabled=${busy}>${button}</button>
    </form>
    <${Fault} error=${fault} />`;
}

/** Ledger of an account. The column of the balance sums up to the available balance, without held money. */
function Ledger({ account, cursor, setCursor }) {
  const path = withQuery(`/v1/accounts/${encodeURIComponent(account)}/ledger`, { limit: 100, cursor });
  const { data, error } = useLive(path);
  if (!data) {
    return html`<${Loading} error=${error} />`;
  }
  return html`
    <div class="table" tabindex="0"><table>
      <thead><tr><th class="left">At</th><th class="left">Kind</th><th>Balance</th><th>Held</th><th class="left">Counter entry</th><th class="left">Job</th></tr></thead>
      <tbody>${data.items.map((entry, at) => html`<tr key=${`${entry.seq}-${at}`}>
        <td class="left">${time(entry.at)}</td><td class="left">${entry.kind}</td><td>${change(difference(entry.amount, entry.heldChange))}</td><td>${change(entry.heldChange)}</td>
        <td class="left">${entry.counter}</td><td class="left">${entry.job && html`<${JobLink} id=${entry.job} />`}</td></tr>`)}</tbody>
    </table></div>
    ${(data.next || cursor !== undefined) && html`<div class="filters">
      <button disabled=${cursor === undefined} onClick=${() => setCursor(undefined)}>First</button>
      <button disabled=${!data.next} onClick=${() => setCursor(data.next)}>Later</button></div>`}`;
}

/** Returns the grant of an account, and its money that lapses, as a short text. */
const grant = ({ grant: given, lapsing = [] }) => [
  ...given ? [`${money(given.amount)} ${given.period}, next ${time(given.next)}`] : [],
  ...lapsing.map(({ amount, at }) => `${money(amount)} lapse ${time(at)}`),
].join('; ');

/** Returns limits as a short text. */
const limits = (given = {}) => Object.entries(given).map(([name, most]) => `${name} ${most}`).join(', ');

export function Accounts({ who, query }) {
  const { data, error } = useLive('/v1/accounts');
  const [cursor, setCursor] = useState(undefined);
  if (!data) {
    return html`<h1>Accounts</h1><${Loading} error=${error} />`;
  }
  const shown = query.account ?? (data.items.length === 1 ? data.items[0].id : undefined);
  const path = `/v1/accounts/${encodeURIComponent(shown)}`;
  const others = data.items.map((each) => each.id).filter((id) => id !== shown && !/^(bank$|owners-)/.test(id) && mayCoordinate(who, id));
  return html`
    <h1>Accounts</h1>
    <section aria-label="Accounts"><div class="table" tabindex="0"><table>
      <thead><tr><th class="left">Account</th><th>Balance</th><th>Held</th><th class="left">Grant</th><th class="left">Limits</th><th class="left">Limits of each person</th></tr></thead>
      <tbody>${data.items.map((each) => html`<tr key=${each.id} class=${each.id === shown ? 'chosen' : ''}>
        <td class="left"><a href=${withQuery('#/accounts', { account: each.id })} onClick=${() => setCursor(undefined)}>${each.id}</a></td><td>${money(each.balance)}</td><td>${money(each.held)}</td><td class="left text">${grant(each)}</td><td class="left text">${limits(each.limits)}</td><td class="left text">${limits(each.personLimits)}</td></tr>`)}</tbody>
    </table></div></section>
    ${shown && html`<section aria-labelledby="shared"><h2 id="shared">Users of ${shown} in the last day</h2><${Fairness} key=${shown} account=${shown} /></section>`}
    <section aria-labelledby="fairness"><h2 id="fairness">All users in the last day</h2><${Fairness} /></section>
    ${shown && html`<section aria-labelledby="ledger"><h2 id="ledger">Ledger of ${shown}</h2>
      ${who.role === 'admin' && html`<${Payment} path=${`${path}/deposits`} button="Deposit" />`}
      ${mayCoordinate(who, shown) && others.length > 0 && html`<${Payment} path=${`${path}/transfers`} button="Transfer">
        <label>To <select name="to">${others.map((each) => html`<option key=${each}>${each}</option>`)}</select></label></${Payment}>`}
      <${Ledger} account=${shown} cursor=${cursor} setCursor=${setCursor} /></section>`}`;
}
