// Charts of asked and sold prices of a second, over the same time as the timeline above them.
import { html, visible } from './html.js';
import { withQuery } from './api.js';
import { happened, useLive } from './live.js';
import { money, time } from './format.js';
import { Curves } from './chart.js';
import { LEFT } from './gantt-chart.js';
import { Fault } from './parts.js';
import { around, range } from './timeline.js';

const HEIGHT = 54;
const AXIS = 26;

const number = (name) => (item) => (item[name] === undefined ? null : Number(item[name]));
const shown = (value) => (value === null ? 'nothing' : money(value.toFixed(3)));

function Prices({ name, parameters, span, now, isLast }) {
  const { data, error } = useLive(withQuery('/v1/prices', { ...parameters, ...range(span) }), happened(/^(policy|node|sales)/));
  const items = data?.items ?? [];
  const xs = [...items.map((item) => new Date(item.from).getTime()), new Date(items[items.length - 1]?.to).getTime()];
  const values = (of) => items.map(number(of));
  const most = shown(Math.max(0, ...values('most'), ...values('sold')));
  const present = items.find((item) => new Date(item.to) > now);
  const words = `${name}: asked now ${present?.asked === undefined ? 'nothing' : money(present.asked)}, at most ${most} in this time`;
  return html`
    <div class="names"><strong title=${name}>${name}</strong><span class="soft">${data ? `0 to ${most}` : ''}</span><${Fault} error=${error} /></div>
    ${items.length > 0 && html`<${Curves} xs=${xs} label=${visible(words)} now=${now} left=${0} height=${HEIGHT + (isLast ? AXIS : 0)} foot=${isLast ? AXIS : 2}
      format=${shown} yText=${() => ''} title=${time}
      series=${[
        { name: 'asked at most', colour: '--booked', opacity: 0.5, values: values('most'), floors: values('least') },
        { name: 'asked', colour: '--accent', values: values('asked') },
        { name: 'sold for', colour: '--good', dash: '4 2', values: values('sold') },
      ]} />`}`;
}

/** Rows of price charts. rows: [[name, {node} or {domain}], ...] */
export function PriceHistory({ rows, hours, now }) {
  const span = around(now, hours);
  return html`
    <div class="rows-of-prices" style=${{ gridTemplateColumns: `${LEFT}px minmax(0, 1fr)` }}>
      ${rows.map(([name, parameters], at) => html`<${Prices} key=${name} name=${name} parameters=${parameters} span=${span} now=${now} isLast=${at === rows.length - 1} />`)}
    </div>
    <p class="hint"><span class="key asked"></span> asked price of a second: the mean of the time for sale, and the range from the lowest to the highest;${' '}
      <span class="key sold"></span> sold price.</p>`;
}
