// Chart of the price of a second on a node over the planned time.
import { html } from './html.js';
import { money, time } from './format.js';

const SIZE = { width: 1000, height: 120 };

/** Chart of vacant and booked slots at their prices. Time that is not for sale is a gap. */
export function PriceChart({ slots }) {
  const sold = slots.filter((slot) => slot.price !== undefined);
  if (sold.length === 0) {
    return html`<p>Nothing is for sale in this time.</p>`;
  }
  const from = new Date(slots[0].start).getTime();
  const to = new Date(slots[slots.length - 1].end).getTime();
  const most = Math.max(...sold.map((slot) => Number(slot.price))) || 1;
  const x = (at) => (SIZE.width * (new Date(at).getTime() - from)) / (to - from || 1);
  const vacant = sold.filter((slot) => slot.kind === 'vacant').map((slot) => Number(slot.price));
  const ends = [...new Set([Math.min(...vacant), Math.max(...vacant)])].map((price) => money(price.toFixed(3)));
  const range = vacant.length > 0 ? ends.join(' to ') : 'nothing at present';
  return html`
    <svg class="prices" viewBox=${`0 0 ${SIZE.width} ${SIZE.height}`} preserveAspectRatio="none" role="img" aria-label=${`Price of a second: ${range}`}>
      ${sold.map((slot) => {
        const height = 4 + (0.9 * SIZE.height * Number(slot.price)) / most;
        return html`<rect key=${slot.start} class=${slot.kind} x=${x(slot.start)} width=${Math.max(1, x(slot.end) - x(slot.start))} y=${SIZE.height - height} height=${height}>
          <title>${slot.kind}, ${money(slot.price)}, ${time(slot.start)} to ${time(slot.end)}</title></rect>`;
      })}
    </svg>
    <div class="between"><span>${time(slots[0].start)}</span><span>${time(slots[slots.length - 1].end)}</span></div>
    <p class="hint">A vacant second costs ${range}; booked time is pale.</p>`;
}
