// View of the income of a node at another price.
import { useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { useLive } from './live.js';
import { money, percent, time } from './format.js';
import { Fault, Loading } from './parts.js';
import { LastChoice, useQuestion } from './policies.js';

/** Form for another price of a node, with the result of a re-run at this price. */
export function PricePreview({ node, price }) {
  const [last, setLast] = useState('PT24H');
  const [{ answer, fault, busy }, ask] = useQuestion();
  const preview = (event) => {
    event.preventDefault();
    const other = new FormData(event.target).get('price');
    ask(`/v1/nodes/${encodeURIComponent(node)}/policy:preview?last=${last}`, { price: other });
  };
  const row = (name, run) => html`<tr><td class="left">${name}${!run.whole && ' (incomplete)'}</td><td>${money(run.income)}</td><td>${percent(run.utilisation)}</td></tr>`;
  return html`
    <form class="filters" onSubmit=${preview} aria-label="A price to try">
      <label>Price <input name="price" inputmode="decimal" required defaultValue=${money(price)} /></label>
      <${LastChoice} value=${last} set=${setLast} />
      <button disabled=${busy}>Preview</button>
    </form>
    <${Fault} error=${fault} />
    <div aria-live="polite">${busy && html`<p class="soft">Re-running...</p>`}
      ${answer && html`<p class="soft">${time(answer.from)} to ${time(answer.to)}, at ${money(String(price))} and at the other price; nothing is changed.</p>
        <div class="table" tabindex="0"><table>
          <thead><tr><th class="left">Run</th><th>Income</th><th>Use</th></tr></thead>
          <tbody>${row('as recorded', answer.recorded)}${row('re-run unchanged', answer.again)}${row('at the other price', answer.preview)}</tbody>
        </table></div>`}</div>`;
}

export function Prices({ query }) {
  const { data, error } = useLive('/v1/nodes', () => false);
  if (!data) {
    return html`<h1>Prices</h1><${Loading} error=${error} />`;
  }
  const node = data.items.find((each) => each.id === query.node) ?? data.items[0];
  return html`
    <h1>Prices</h1>
    <p>Time of a node that would have been sold at another price. The recorded history is re-run with this price and all recorded requests.</p>
    <form class="filters" onSubmit=${(event) => event.preventDefault()} aria-label="Which node">
      <label>Node <select value=${node?.id} onChange=${(event) => { window.location.hash = `/prices?node=${encodeURIComponent(event.target.value)}`; }}>
        ${data.items.map((each) => html`<option key=${each.id}>${each.id}</option>`)}</select></label>
    </form>
    ${node && html`<${PricePreview} key=${node.id} node=${node.id} price=${node.price} />`}`;
}
