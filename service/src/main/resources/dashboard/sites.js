// Sites with their own resource manager: use of their nodes, and the windows that they have kept.
import { html } from './html.js';
import { happened, useLive } from './live.js';
import { percent, seconds } from './format.js';
import { Loading } from './parts.js';

/** Bar of the next 24 hours: time of the site, booked time and vacant time of all nodes. */
function Ahead({ ahead }) {
  const all = ahead.siteSeconds + ahead.bookedSeconds + ahead.vacantSeconds;
  const share = (value) => (all > 0 ? value / all : 0);
  const site = 1000 * share(ahead.siteSeconds);
  const booked = 1000 * share(ahead.bookedSeconds);
  const text = `site ${percent(share(ahead.siteSeconds))}, booked ${percent(share(ahead.bookedSeconds))}, vacant ${percent(share(ahead.vacantSeconds))}`;
  return html`
    <svg class="bars" viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label=${text}>
      <rect class="site" x="0" width=${site} height="20" /><rect class="booked" x=${site} width=${booked} height="20" />
    </svg>
    <p class="hint">Next 24 hours: ${text}.</p>`;
}

const PROMISES = {
  firm: 'Windows are firm: their time is reserved.',
  advised: 'Windows are advised: the site may keep its nodes until they begin. Only jobs that accept this get them.',
  nothing: 'The site sells nothing; only its own use is shown.',
};

function Site({ site }) {
  const { kept } = site;
  const rows = [
    ['Windows confirmed', kept.confirmed],
    ['Refused, as the site had taken the time', kept.refused],
    ['Not answered in time', kept.unanswered],
    ['Taken back before the start', kept.takenBack],
    ['Nodes not given at the start', kept.notGiven],
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
      <p>${site.site ? `${site.site}, ` : ''}${site.nodes} nodes${site.silentNodes > 0 ? `, ${site.silentNodes} silent` : ''}. ${PROMISES[site.sells]}${site.sells === 'nothing' ? '' : ` Each is prepared ${site.leadSeconds} s before its start.`}</p>
      <${Ahead} ahead=${site.ahead} />
      ${site.sells !== 'nothing' && html`
        ${known > 0 && html`<p>Reliability: <strong>${percent(kept.confirmed / known)}</strong> of the requested windows were confirmed${kept.confirmed > 0
    ? html`, and <strong>${kept.keptPercent} %</strong> of these were kept` : ''}.</p>`}
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
