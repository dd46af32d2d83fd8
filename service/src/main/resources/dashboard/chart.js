// Charts of values over time, drawn as those of report pages.
import { useEffect, useRef } from './vendor/preact-hooks.mjs';
import { CurveChart } from './charts/curve-chart.js';
import { tip } from './charts/elements.js';
import { html } from './html.js';
import { hour } from './format.js';
import { timeMarks } from './gantt-chart.js';

const HOUR = 3_600_000;

/** Chart of values, each of which holds up to the next time; charts/curve-chart.js describes the properties. */
export function Curves(content) {
  const host = useRef(null);
  const chart = useRef(null);
  useEffect(() => {
    chart.current = new CurveChart(host.current);
    return () => tip.hide();
  }, []);
  useEffect(() => chart.current.set({
    steps: true,
    legend: false,
    leastRange: 1e-6,
    marks: (width) => timeMarks({ from: content.xs[0], to: content.xs[content.xs.length - 1] }, width / 80),
    ...content,
  }));
  return html`<div ref=${host}></div>`;
}

/**
 * Chart of a curve of hours, with a table of its values for screen readers.
 *
 * points: [[start of the hour in ms, value], ...]; format: function from a value to its text
 */
export function Chart({ title, points, format }) {
  const values = points.map(([, value]) => value);
  const xs = points.map(([at]) => at);
  const last = xs[xs.length - 1];
  return html`
    <figure class="chart">
      <figcaption>${title} <strong>${format(values[values.length - 1] ?? 0)}</strong> <span class="soft">in this hour</span></figcaption>
      ${xs.length > 0 && html`<${Curves} xs=${[...xs, last + HOUR]} label=${title} height=${170} format=${format} yText=${format}
        title=${(at) => `${hour(at)} to ${hour(at + HOUR)}`}
        series=${[{ colour: '--accent', opacity: 0.15, values, floors: values.map(() => 0) }, { name: title, colour: '--accent', values }]} />`}
      <details><summary>As a table</summary>
        <table><tbody>${points.map(([at, value]) => html`<tr key=${at}><th scope="row">${new Date(at).toLocaleString()}</th><td>${format(value)}</td></tr>`)}</tbody></table>
      </details>
    </figure>`;
}
