// Charts of asked and sold prices of a second, over the same time as the timeline above them.
import { html } from './html.js';
import { withQuery } from './api.js';
import { happened, useLive } from './live.js';
import { money, time } from './format.js';
import { Fault } from './parts.js';
import { around, place, range, Ticks } from './timeline.js';

const HEIGHT = 54;

/** Returns the path of a step line through the values of the pieces, with gaps for missing values. */
function steps(items, value, x, y) {
  let path = '';
  let before;
  items.forEach((item) => {
    const at = value(item);
    if (at !== undefined) {
      path += `${before === undefined ? 'M' : 'L'}${x(item.from)} ${y(at)}H${x(item.to)}`;
    }
    before = at;
  });
  return path;
}

const number = (name) => (item) => (item[name] === undefined ? undefined : Number(item[name]));

function Prices({ name, parameters, span, now }) {
  const { data, error } = useLive(withQuery('/v1/prices', { ...parameters, ...range(span) }), happened(/^(policy|node|sales)/));
  const items = data?.items ?? [];
  const all = items.flatMap((item) => [number('most')(item), number('sold')(item)]).filter((price) => price !== undefined);
  const most = Math.max(0, ...all) || 1;
  const x = (at) => place(span, new Date(at).getTime());
  const y = (price) => HEIGHT - 2 - ((HEIGHT - 6) * price) / most;
  const present = items.find((item) => new Date(item.to) > now);
  const words = `${name}: asked now ${present?.asked === undefined ? 'nothing' : money(present.asked)}, at most ${money(most.toFixed(3))} in this time`;
  return html`
    <div class="names tall"><strong title=${name}>${name}</strong><span class="soft">${data ? `0 to ${money(most.toFixed(3))}` : ''}</span><${Fault} error=${error} /></div>
    <svg class="history" viewBox=${`0 0 1000 ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${words} style=${{ height: `${HEIGHT}px` }}>
      <rect class="lane" x="0" width="1000" y="0" height=${HEIGHT} />
      ${items.map((item) => item.asked !== undefined && html`<rect key=${item.from} class="between" x=${x(item.from)} width=${x(item.to) - x(item.from)}
        y=${y(Number(item.most))} height=${Math.max(0.5, y(Number(item.least)) - y(Number(item.most)))} />`)}
      <path class="asked" d=${steps(items, number('asked'), x, y)} />
      <path class="sold" d=${steps(items, number('sold'), x, y)} />
      <line class="now" x1=${x(now)} x2=${x(now)} y1="0" y2=${HEIGHT} />
      ${items.map((item) => html`<rect key=${`t${item.from}`} class="touch" x=${x(item.from)} width=${x(item.to) - x(item.from)} y="0" height=${HEIGHT}>
        <title>${time(item.from)}: ${item.asked === undefined ? 'nothing asked' : `asked ${money(item.asked)}`}${item.sold === undefined ? '' : `, sold for ${money(item.sold)}`}</title></rect>`)}
    </svg>`;
}

/** Rows of price charts. rows: [[name, {node} or {domain}], ...] */
export function PriceHistory({ rows, hours, now }) {
  const span = around(now, hours);
  return html`
    <div class="timeline">
      ${rows.map(([name, parameters]) => html`<${Prices} key=${name} name=${name} parameters=${parameters} span=${span} now=${now} />`)}
      <${Ticks} span=${span} />
    </div>
    <p class="hint"><span class="key asked"></span> asked price of a second: the mean of the time for sale, and the range from the lowest to the highest;${' '}
      <span class="key sold"></span> sold price.</p>`;
}
