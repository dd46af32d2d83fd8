// Chart of the price of a second on a node over the planned time.
import { html } from './html.js';
import { money, time } from './format.js';
import { Curves } from './chart.js';

const shown = (value) => (value === null ? '–' : money(value.toFixed(3)));

/** Chart of vacant and booked slots at their prices. Time that is not for sale is a gap. */
export function PriceChart({ slots }) {
  const sold = slots.filter((slot) => slot.price !== undefined);
  if (sold.length === 0) {
    return html`<p>Nothing is for sale in this time.</p>`;
  }
  const vacant = sold.filter((slot) => slot.kind === 'vacant').map((slot) => Number(slot.price));
  const ends = [...new Set([Math.min(...vacant), Math.max(...vacant)])].map(shown);
  const range = vacant.length > 0 ? ends.join(' to ') : 'nothing at present';
  const xs = [...slots.map((slot) => new Date(slot.start).getTime()), new Date(slots[slots.length - 1].end).getTime()];
  const series = (name, colour, of) => ({
    name, colour, floors: slots.map(() => 0), values: slots.map((slot) => (slot.price !== undefined && of(slot) ? Number(slot.price) : null)),
  });
  return html`
    <${Curves} xs=${xs} label=${`Price of a second: ${range}`} height=${140} format=${shown} yText=${shown}
      title=${(at) => `${time(at)} to ${time(xs[xs.indexOf(at) + 1])}`}
      series=${[series('vacant', '--accent', (slot) => slot.kind === 'vacant'), series('taken', '--booked', (slot) => slot.kind !== 'vacant')]} />
    <p class="hint">A vacant second costs ${range}; booked time is pale.</p>`;
}
