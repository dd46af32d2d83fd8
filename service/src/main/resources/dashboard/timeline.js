// Timeline of past and booked jobs on nodes.
import { el, pairs } from './charts/elements.js';
import { html, visible } from './html.js';
import { withQuery } from './api.js';
import { happened, useLive } from './live.js';
import { percent, time } from './format.js';
import { GanttChart } from './gantt-chart.js';
import { Fault } from './parts.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const PIECES = 120; // pieces of a curve

const SPANS = [['an hour', 1], ['6 hours', 6], ['a day', 24], ['a week', 168]];

/** Choice of the span of time that a view shows, in hours. */
export const SpanChoice = ({ hours, set }) => html`<label>Time <select value=${hours} onChange=${(event) => set(Number(event.target.value))}>
  ${SPANS.map(([name, value]) => html`<option key=${value} value=${value}>${name}</option>`)}</select></label>`;

/** Returns a span of time in which now is at one third of the length. */
export function around(now, hours) {
  const from = Math.floor(now / MINUTE) * MINUTE - (hours * HOUR) / 3;
  return { from, to: from + hours * HOUR };
}

/** Returns a span as parameters of a request. */
export const range = ({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

/** Returns the union of the bars of one node. */
function joined(bars) {
  const union = [];
  [...bars].sort((one, other) => one.start - other.start).forEach(({ start, end }) => {
    const last = union[union.length - 1];
    if (last && start <= last.end) {
      last.end = Math.max(last.end, end);
    } else {
      union.push({ start, end });
    }
  });
  return union;
}

/** Returns the share of a domain's nodes that is taken in each piece. bars: [[bar, ...] of each node, ...] */
function taken(bars, { from, to }) {
  const width = (to - from) / PIECES;
  const shares = new Array(PIECES).fill(0);
  bars.flatMap(joined).forEach((span) => {
    const start = Math.max(from, span.start);
    const end = Math.min(to, span.end);
    for (let at = Math.floor((start - from) / width); at < PIECES && from + at * width < end; at++) {
      shares[at] += Math.max(0, Math.min(end, from + (at + 1) * width) - Math.max(start, from + at * width)) / width / bars.length;
    }
  });
  return shares.map((share) => Math.min(1, share));
}

/** Draws the share of each domain's nodes that is taken as the height in the row of the domain. */
function drawLoads(g, chart, loads) {
  const height = chart.source.look.bar(chart.rowHeight);
  const piece = chart.source.end / PIECES;
  g.fillStyle = chart.palette[0];
  g.globalAlpha = 0.55;
  loads.forEach((shares, row) => shares.forEach((share, at) => {
    const x = Math.round(chart.x(at * piece));
    g.fillRect(x, chart.y(row) + height * (1 - share), Math.round(chart.x((at + 1) * piece)) - x, height * share);
  }));
  g.globalAlpha = 1;
}

/** Returns the bar of the chart for a bar of the answer. */
function bar(item, row) {
  const name = visible(item.name || item.job || item.claim || 'another user');
  return {
    row, state: item.state, label: name, start: item.start, end: item.end, until: item.end,
    job: item.job ? `${item.job} ${item.state}` : `${item.node} ${item.start} ${item.state}`,
    about: () => [el('h4', {}, name), pairs([
      ['state', item.state === 'site' ? 'used by the site' : item.state], ['node', visible(item.node)], ['from', time(item.start)], ['to', time(item.end)],
    ])],
  };
}

/**
 * Timeline with a row for each domain, above a row for each node. domains: [[name, nodes], ...]; of: {node} or
 * {domain}, if all nodes belong to it.
 */
export function Timeline({ nodes, domains = [], of = {}, hours, now }) {
  const span = around(now, hours);
  const { data, error } = useLive(withQuery('/v1/timeline', { ...of, ...range(span) }), happened(/^(part|job-|claim|site|cycle-ended)/));
  const items = (data?.items ?? []).map((item) => ({ ...item, start: new Date(item.start).getTime(), end: new Date(item.end).getTime() }));
  const ofNode = new Map(nodes.map((node) => [node.id, []]));
  items.forEach((item) => ofNode.get(item.node)?.push(item));
  const loads = domains.map(([, own]) => taken(own.map((node) => ofNode.get(node.id) ?? []), span));
  const names = [...domains.map(([name, own]) => `${name} (${own.length})`), ...nodes.map((node) => node.id)].map(visible);
  const aboutRow = (row, at, chart) => {
    const title = el('h4', {}, names[row]);
    if (at === undefined) {
      return [title];
    }
    if (row < domains.length) {
      return [title, pairs([['at', time(at)], ['taken', percent(loads[row][Math.min(PIECES - 1, Math.floor(((at - span.from) / (span.to - span.from)) * PIECES))])]])];
    }
    const [from, to] = chart.freeAround(row, at - span.from);
    return [title, pairs([['free from', time(span.from + from)], ['to', time(span.from + to)]])];
  };
  return html`
    <${Fault} error=${error} />
    <${GanttChart} key=${hours} label=${`Past and booked time of ${nodes.length} nodes`} rows=${names} span=${span} now=${now} aboutRow=${aboutRow}
      bars=${nodes.flatMap((node, at) => ofNode.get(node.id).map((item) => bar(item, domains.length + at)))}
      drawRows=${(g, chart) => drawLoads(g, chart, loads)}
      open=${(job) => { window.location.hash = `/job/${job.split(' ')[0]}`; }} />
    <p class="hint">Drag to move; after a click on the chart the wheel and the keys + and − zoom, the arrows move, 0 shows all. A click on a job opens it.</p>
    ${data?.cut && html`<p class="hint">Not everything can be shown; choose a shorter time.</p>`}`;
}
