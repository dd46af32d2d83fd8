// Timeline of past and booked jobs on nodes.
import { html } from './html.js';
import { withQuery } from './api.js';
import { happened, useLive } from './live.js';
import { clock, percent, time } from './format.js';
import { Fault } from './parts.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const SHORT = 10 * MINUTE; // shorter spans are labelled with seconds
const PIECES = 120; // pieces of a curve

/** Height of a row of bars. */
export const ROW = 22;

/** Names of the spans of time to choose from, with their lengths in hours. */
export const SPANS = [['an hour', 1], ['6 hours', 6], ['a day', 24], ['a week', 168]];

/** Returns a span of time in which now is at one third of the length. */
export function around(now, hours) {
  const from = Math.floor(now / MINUTE) * MINUTE - (hours * HOUR) / 3;
  return { from, to: from + hours * HOUR };
}

/** Returns a span as parameters of a request. */
export const range = ({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

/** Returns the horizontal position of a time in a chart of width 1000. */
export const place = ({ from, to }, at) => (1000 * (Math.max(from, Math.min(to, at)) - from)) / (to - from);

/** Labels of times along a chart. */
export function Ticks({ span }) {
  const ticks = Array.from({ length: 7 }, (none, at) => span.from + ((span.to - span.from) * at) / 6);
  const words = span.to - span.from < SHORT ? time : clock;
  return html`<div class="ticks" aria-hidden="true">${ticks.map((at) => html`<span key=${at}>${words(at)}</span>`)}</div>`;
}

/** Returns the union of the bars of one node. */
function joined(bars) {
  const spans = bars.map((bar) => ({ start: new Date(bar.start).getTime(), end: new Date(bar.end).getTime() }));
  spans.sort((one, other) => one.start - other.start);
  const union = [];
  spans.forEach((span) => {
    const last = union[union.length - 1];
    if (last && span.start <= last.end) {
      last.end = Math.max(last.end, span.end);
    } else {
      union.push(span);
    }
  });
  return union;
}

/** Returns the share of a domain's nodes that is taken in each piece. */
function taken(bars, nodes, { from, to }) {
  const width = (to - from) / PIECES;
  const shares = new Array(PIECES).fill(0);
  nodes.flatMap((node) => joined(bars.filter((bar) => bar.node === node.id))).forEach((span) => {
    const start = Math.max(from, span.start);
    const end = Math.min(to, span.end);
    for (let at = Math.floor((start - from) / width); at < PIECES && from + at * width < end; at++) {
      shares[at] += Math.max(0, Math.min(end, from + (at + 1) * width) - Math.max(start, from + at * width)) / width / nodes.length;
    }
  });
  return shares;
}

function DomainLane({ shares, top }) {
  return shares.map((share, at) => share > 0.002 && html`<rect key=${at} class="load" x=${(1000 * at) / PIECES} width=${1000 / PIECES}
    y=${top + ROW - 2 - (ROW - 4) * Math.min(1, share)} height=${(ROW - 4) * Math.min(1, share)}><title>${percent(Math.min(1, share))} taken</title></rect>`);
}

/**
 * Timeline with a lane for each domain, above a lane for each node. domains: [[name, nodes], ...]; of: {node} or
 * {domain}, if all nodes belong to it.
 */
export function Timeline({ nodes, domains = [], of = {}, hours, now }) {
  const span = around(now, hours);
  const { data, error } = useLive(withQuery('/v1/timeline', { ...of, ...range(span) }), happened(/^(part|job-|claim|site|cycle-ended)/));
  const bars = data?.items ?? [];
  const rows = new Map(nodes.map((node, at) => [node.id, at + domains.length]));
  const x = (at) => place(span, at);
  const lanes = domains.length + nodes.length;
  const height = lanes * ROW;
  return html`
    <${Fault} error=${error} />
    <div class="timeline">
      <div class="names">${domains.map(([name, own]) => html`<span key=${`domain ${name}`} title=${name}><strong>${name}</strong> <span class="soft">${own.length}</span></span>`)}
        ${nodes.map((node) => html`<span key=${node.id} title=${node.id}>${node.id}</span>`)}</div>
      <svg class="gantt" viewBox=${`0 0 1000 ${height}`} preserveAspectRatio="none" role="img" aria-label=${`Past and booked time of ${nodes.length} nodes`} style=${{ height: `${height}px` }}>
        ${Array.from({ length: lanes }, (none, at) => html`<rect key=${at} class="lane" x="0" width="1000" y=${at * ROW + 1} height=${ROW - 2} />`)}
        ${domains.map(([name, own], at) => html`<g key=${`domain ${name}`}><${DomainLane} shares=${taken(bars, own, span)} top=${at * ROW} /></g>`)}
        ${bars.filter((bar) => rows.has(bar.node)).map((bar, at) => {
          const start = x(new Date(bar.start).getTime());
          const width = Math.max(0.8, x(new Date(bar.end).getTime()) - start);
          const rect = html`<rect class=${`bar ${bar.state}`} x=${start} width=${width} y=${rows.get(bar.node) * ROW + 3} height=${ROW - 6}>
            <title>${bar.name || bar.job || bar.claim || 'another user'}, ${bar.state === 'site' ? 'used by the site' : bar.state}, ${time(bar.start)} to ${time(bar.end)}</title></rect>`;
          const open = () => { window.location.hash = `/job/${bar.job}`; }; // keyboard users have the table and the list
          return html`<g key=${at} class=${bar.job ? 'link' : ''} onClick=${bar.job && open}>${rect}</g>`;
        })}
        <line class="now" x1=${x(now)} x2=${x(now)} y1="0" y2=${height} />
      </svg>
      <${Ticks} span=${span} />
    </div>
    ${data?.cut && html`<p class="hint">Not everything can be shown; choose a shorter time.</p>`}`;
}
