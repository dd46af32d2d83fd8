// Sites with their own resource manager: use of their nodes, and the windows that they have kept.
import { html } from './html.js';
import { happened, useLive } from './live.js';
import { percent, seconds } from './format.js';
import { Loading } from './parts.js';

/** Bar of the next 24 hours: time of the site, booked time and vacant time of all nodes. */
function Ahead({ ahead }) {
  const all = ahead.siteSeconds + ahead.bookedSeconds + ahead.vacantSeconds;
  const share = (value) => (all > 0 ? value / all : 0);
  const parts = [['site', ahead.siteSeconds, 'site'], ['booked', ahead.bookedSeconds, 'booked'], ['vacant', ahead.vacantSeconds, 'vacant']];
  let x = 0;
  return html`
    <svg class="gantt" viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" style="height: 1.2em"
      aria-label=${parts.map(([name, value]) => `${name} ${percent(share(value))}`).join(', ')}>
      ${parts.map(([name, value, kind]) => {
    const from = x;
    x += 1000 * share(value);
    return html`<rect key=${name} class=${`bar ${kind}`} x=${from} width=${Math.max(0, x - from)} y="2" height="16"><title>${name}: ${percent(share(value))}</title></rect>`;
  })}
    </svg>
    <p class="hint">Next 24 hours: site ${percent(share(ahead.siteSeconds))}, booked ${percent(share(ahead.bookedSeconds))}, vacant ${percent(share(ahead.vacantSeconds))}.</p>`;
}

function Site({ site }) {
  const { kept } = site;
  const rows = [
    ['Windows confirmed', kept.confirmed],
    ['Refused, as the site had taken the time', kept.refused],
    ['Not answered in time', kept.unanswered],
    ['Taken back before the start', kept.takenBack],
    ['Parts started', kept.started],
    ['Mean delay of starts', `${kept.meanLateMillis} ms`],
    ['Longest delay', `${kept.mostLateMillis} ms`],
    ['Time booked', seconds(kept.bookedSeconds)],
    ['Time used', seconds(kept.usedSeconds)],
    ['Time given back to the site', seconds(kept.givenBackSeconds)],
  ];
  const known = kept.confirmed + kept.refused + kept.unanswered;
  return html`
    <section aria-labelledby=${`site-${site.domain}`}>
      <h2 id=${`site-${site.domain}`}><a href=${`#/nodes?domain=${encodeURIComponent(site.domain)}`}>${site.domain}</a></h2>
      <p>${site.site ? `${site.site}, ` : ''}${site.nodes} nodes${site.silentNodes > 0 ? `, ${site.silentNodes} silent` : ''}. ${site.sells === 'firm'
    ? `Windows are firm: the site reserves each one, ${site.leadSeconds} s before its start.`
    : 'The site sells nothing; only its own use is shown.'}</p>
      <${Ahead} ahead=${site.ahead} />
      ${site.sells === 'firm' && html`
        ${known > 0 && html`<p>Reliability: <strong>${percent(kept.confirmed / known)}</strong> of the requested windows were confirmed${kept.confirmed > 0
    ? html`, and <strong>${percent(1 - kept.takenBack / kept.confirmed)}</strong> of these were kept` : ''}.</p>`}
        <div class="table" tabindex="0"><table><tbody>
          ${rows.map(([name, value]) => html`<tr key=${name}><th class="left" scope="row">${name}</th><td>${value}</td></tr>`)}
        </tbody></table></div>`}
    </section>`;
}

export function Sites() {
  const { data, error } = useLive('/v1/sites', happened(/^(site-|job-|part-)/));
  if (!data) {
    return html`<h1>Sites</h1><${Loading} error=${error} />`;
  }
  return html`
    <h1>Sites</h1>
    ${data.items.length === 0
    ? html`<p>No nodes are owned by a site with its own resource manager.</p>`
    : data.items.map((site) => html`<${Site} key=${site.domain} site=${site} />`)}`;
}
