// Chart of bars in rows over time, drawn as that of report pages.
import { useEffect, useRef } from './vendor/preact-hooks.mjs';
import { roundTimes } from './charts/elements.js';
import { Gantt, zoomTools } from './charts/gantt.js';
import { AXIS, SEPARATE_ROWS } from './charts/gantt-view.js';
import { html } from './html.js';
import { clock, time } from './format.js';

const MINUTE = 60_000;
const PALETTE = ['--accent', '--booked', '--good', '--bad', '--soft', '--warn'];
const COLOUR_OF = {
  placed: '--booked', booked: '--booked', starting: '--booked', finished: '--good', failed: '--bad', overran: '--bad', lost: '--bad',
  withdrawn: '--soft', site: '--soft', reservation: '--warn', offer: '--warn', maintenance: '--warn', local: '--warn',
};

/** Width of the row names in pixels; other charts over the same time use it, too. */
export const LEFT = 118;

const offset = (at) => new Date(at).getTimezoneOffset() * MINUTE;
const exactly = (at, step) => (step < MINUTE ? time : clock)(at);

/** Returns about `about` round times in the reader's zone with their labels. */
export function timeMarks({ from, to }, about) {
  const zone = offset(from);
  const { times, step } = roundTimes(from - zone, to - zone, about);
  return times.map((local) => [local + zone, exactly(local + zone, step)]);
}

/** A source of a chart (charts/gantt-view.js); its ticks are milliseconds from the beginning of its span. */
class Bars {
  constructor({ rows, bars, span, now, aboutRow, drawRows }) {
    const places = new Map(); // of jobs
    bars.forEach((bar) => places.has(bar.job) || places.set(bar.job, places.size));
    const shown = new Array(places.size);
    bars.forEach((bar) => { shown[places.get(bar.job)] = bar; });
    const ticks = (name) => Float64Array.from(bars, (bar) => bar[name] - span.from);
    const end = ticks('end');
    Object.assign(this, { span, now, drawRows, names: rows, rows: rows.length });
    this.opened = span.to - span.from;
    this.end = this.opened;
    this.shownUntil = Infinity;
    this.leastFound = MINUTE;
    this.jobs = { id: [...places.keys()], label: shown.map((bar) => bar.label) };
    this.groups = shown.map((bar) => COLOUR_OF[bar.state] ?? PALETTE[0]);
    this.bars = {
      job: Uint32Array.from(bars, (bar) => places.get(bar.job)), row: Uint32Array.from(bars, (bar) => bar.row),
      size: new Uint8Array(bars.length).fill(1), start: ticks('start'), end,
      until: bars.every((bar) => bar.until === bar.end) ? end : ticks('until'), // one index of bars is enough for equal ends
    };
    this.blocks = { row: [], start: [], end: [] };
    this.look = { ...SEPARATE_ROWS, lowestRow: 22, left: LEFT, palette: PALETTE, isExact: true };
    this.aboutBar = (bar) => bars[bar].about();
    this.aboutRow = (row, tick, chart) => aboutRow(row, tick < 0 ? undefined : span.from + tick, chart);
  }

  rowName(row) {
    const name = this.names[row];
    return name.length > 15 ? `${name.slice(0, 14)}…` : name;
  }

  readId(text) {
    return text;
  }

  drawAxis(g, chart) {
    const zone = offset(this.span.from);
    chart.drawTimes(g, this.span.from - zone, (local, step) => exactly(local + zone, step));
  }

  /** Draws the content of rows without bars, and a line at the present time. */
  drawOver(g, chart) {
    this.drawRows?.(g, chart);
    g.fillStyle = chart.colour.bad;
    g.fillRect(Math.round(chart.x(this.now - this.span.from)) - 1, AXIS, 1.5, chart.plot.height);
  }
}

/**
 * Chart of bars in rows. rows: names of the rows; bars: {job, label, state, row, start, end, until (end of the reserved
 * time), about: () => content of the tooltip}, times in ms; aboutRow: (row, time or undefined, chart) => content of the
 * tooltip; drawRows: (g, chart) draws into rows without bars; open: called with the job of a clicked bar.
 */
export function GanttChart({ label, open, ...content }) {
  const host = useRef(null);
  const tools = useRef(null);
  const chart = useRef(null);
  useEffect(() => {
    chart.current = new Gantt(host.current, label);
    tools.current.append(...zoomTools(chart.current).slice(0, content.rows.length > 1 ? 2 : 1)); // no heights of a single row
    return () => chart.current.close();
  }, []);
  useEffect(() => {
    const gantt = chart.current;
    const source = new Bars(content);
    gantt.set(source, source.span.from - (gantt.source ?? source).span.from);
    gantt.colourBy(source.groups, PALETTE);
    gantt.onPick = (job) => (job >= 0 && open ? open(source.jobs.id[job]) : gantt.pin(job));
  });
  return html`
    <div class="tools" ref=${tools}></div>
    <div class="gantt" ref=${host} role="application" tabindex="0" aria-label=${label}></div>`;
}
