// Form for the price policy of a node: price, tariffs by day and hour, times of sale.
import { useEffect, useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { call, get } from './api.js';
import { isoDuration, duration } from './format.js';
import { useAct } from './act.js';
import { Loading, Fault } from './parts.js';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Returns the policy as fields of the form. */
const editable = (policy) => ({
  price: policy.price,
  forSale: policy.forSale,
  leastLead: policy.leastLead === 'PT0S' ? '' : duration(policy.leastLead),
  tariffs: policy.tariffs,
  saleTimes: policy.saleTimes,
});

function request(form) {
  const lead = form.leastLead.trim();
  return {
    price: form.price,
    forSale: form.forSale,
    leastLead: lead ? isoDuration(lead) ?? lead : 'PT0S',
    tariffs: form.tariffs,
    saleTimes: form.saleTimes,
  };
}

/** Fields for days and hours, and for the price of a tariff. */
function Times({ what, rows, change, withPrice }) {
  const edit = (at, name, value) => change(rows.map((row, each) => (each === at ? { ...row, [name]: value } : row)));
  const toggle = (at, day) => {
    const days = rows[at].days.includes(day) ? rows[at].days.filter((each) => each !== day) : DAYS.filter((each) => each === day || rows[at].days.includes(each));
    edit(at, 'days', days);
  };
  return html`
    ${rows.map((row, at) => html`<fieldset key=${at} class="filters"><legend class="soft">${what} ${at + 1}</legend>
      ${DAYS.map((day) => html`<label key=${day}><input type="checkbox" checked=${row.days.length === 0 || row.days.includes(day)} onChange=${() => toggle(at, day)} />${day}</label>`)}
      <label>from <input type="time" value=${row.from} required onInput=${(event) => edit(at, 'from', event.target.value)} /></label>
      <label>to <input type="time" value=${row.to === '24:00' ? '00:00' : row.to} required onInput=${(event) => edit(at, 'to', event.target.value)} /></label>
      ${withPrice && html`<label>Price <input value=${row.price} inputmode="decimal" required onInput=${(event) => edit(at, 'price', event.target.value)} /></label>`}
      <button type="button" onClick=${() => change(rows.filter((none, each) => each !== at))}>Remove</button>
    </fieldset>`)}
    <button type="button" onClick=${() => change([...rows, { days: DAYS, from: '22:00', to: '06:00', ...(withPrice ? { price: '1' } : {}) }])}>Add ${what.toLowerCase()}</button>`;
}

export function Policy({ node }) {
  const path = `/v1/nodes/${encodeURIComponent(node)}/policy`;
  const [form, setForm] = useState(undefined);
  const [error, setError] = useState(undefined);
  const [saved, setSaved] = useState(false);
  const { act, busy, fault } = useAct();
  useEffect(() => {
    get(path).then((policy) => setForm(editable(policy)), setError); // once, so that edits are not replaced
  }, [path]);
  if (!form) {
    return html`<${Loading} error=${error} />`;
  }
  const set = (name, value) => {
    setForm({ ...form, [name]: value });
    setSaved(false);
  };
  const save = async (event) => {
    event.preventDefault();
    setSaved(await act(() => call('PUT', path, request(form))));
  };
  return html`
    <form onSubmit=${save}>
      <div class="filters">
        <label>Price of a second <input name="price" value=${form.price} inputmode="decimal" required onInput=${(event) => set('price', event.target.value)} /></label>
        <label>Minimum time to the start <input name="leastLead" value=${form.leastLead} placeholder="0" onInput=${(event) => set('leastLead', event.target.value)} /></label>
        <label><input name="forSale" type="checkbox" checked=${form.forSale} onChange=${(event) => set('forSale', event.target.checked)} />for sale</label>
      </div>
      <h3>Other prices at other times (UTC; the first match applies)</h3>
      <${Times} what="Tariff" rows=${form.tariffs} change=${(rows) => set('tariffs', rows)} withPrice=${true} />
      <h3>Times of sale (UTC; none: always)</h3>
      <${Times} what="Time of sale" rows=${form.saleTimes} change=${(rows) => set('saleTimes', rows)} />
      <div class="filters"><button class="main" disabled=${busy}>Save</button><span role="status">${saved ? 'Saved; it applies from the next cycle on. Bookings do not change.' : ''}</span></div>
    </form>
    <${Fault} error=${fault} />`;
}
