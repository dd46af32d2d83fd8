// Charts of values over time.
import { useEffect, useRef } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { hour } from './format.js';

const HEIGHT = 170;

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function options(width, label, format) {
  const axis = { stroke: colour('--soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false }, font: '12px system-ui' };
  const hours = (plot, ticks) => ticks.map((at) => hour(at * 1000));
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: { y: { range: (plot, least, most) => [0, most > 0 ? most * 1.1 : 1] } },
    axes: [{ ...axis, values: hours }, { ...axis, size: 60, values: (plot, ticks) => ticks.map(format) }],
    series: [{}, { label, stroke: colour('--accent'), width: 2, fill: `${colour('--accent')}22`, paths: window.uPlot.paths.stepped({ align: 1 }), points: { show: false } }],
  };
}

/**
 * Chart of a curve, with a table of its values for screen readers.
 *
 * points: [[time in ms, value], ...]; format: function from a value to its text
 */
export function Chart({ title, points, format }) {
  const host = useRef(null);
  useEffect(() => {
    const place = host.current;
    const data = [points.map(([at]) => at / 1000), points.map(([, value]) => value)];
    let plot;
    const draw = () => {
      plot?.destroy();
      plot = new window.uPlot(options(place.clientWidth, title, format), data, place);
    };
    const resized = new ResizeObserver(draw);
    const themed = new MutationObserver(draw);
    resized.observe(place);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      resized.disconnect();
      themed.disconnect();
      plot?.destroy();
    };
  }, [JSON.stringify(points), title]);
  const last = points.length > 0 ? points[points.length - 1][1] : 0;
  return html`
    <figure class="chart">
      <figcaption>${title} <strong>${format(last)}</strong> <span class="soft">in this hour</span></figcaption>
      <div ref=${host} aria-hidden="true"></div>
      <details><summary>As a table</summary>
        <table><tbody>${points.map(([at, value]) => html`<tr key=${at}><th scope="row">${new Date(at).toLocaleString()}</th><td>${format(value)}</td></tr>`)}</tbody></table>
      </details>
    </figure>`;
}
