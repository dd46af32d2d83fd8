// What ran and is booked on nodes, as bars over time.
import { html } from './html.js';
import { withQuery } from './api.js';
import { useLive } from './live.js';
import { time } from './format.js';
import { Fault } from './parts.js';

const HOUR = 3_600_000;
const ROW = 22;

/** Spans of time to choose from, in hours. */
export const SPANS = [['an hour', 1], ['6 hours', 6], ['a day', 24], ['a week', 168]];

/** Past and future of the nodes; now is a third from the left. */
export function Timeline({ nodes, hours, now }) {
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
            <title>${bar.name || bar.job || bar.claim || 'another user'}, ${bar.state}, ${time(bar.start)} to ${time(bar.end)}</title></rect>`;
          const open = () => { window.location.hash = `/job/${bar.job}`; }; // those at the keyboard have the table and the list
          return html`<g key=${at} class=${bar.job ? 'link' : ''} onClick=${bar.job && open}>${rect}</g>`;
        })}
        <line class="now" x1=${x(now)} x2=${x(now)} y1="0" y2=${height} />
      </svg>
    </div>
    <div class="ticks" aria-hidden="true">${ticks.map((at) => html`<span key=${at}>${time(new Date(at).toISOString())}</span>`)}</div>
    ${data?.cut && html`<p class="hint">There is more than can be shown; choose a shorter time.</p>`}`;
}
