// Offers for a job, as cards and as points of a chart of cost and end. One of them can be accepted.
import { useEffect, useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { call } from './api.js';
import { between, money, time, withTimes } from './format.js';
import { Fault } from './parts.js';

const PAUSE = 600; // ms after the last key
const SIZE = { width: 520, height: 180, left: 56, right: 14, top: 12, bottom: 26 };

const TO_CHOOSE = 60_000; // ms before the first offered window, for the choice of an offer
const FRESH = 30_000; // ms after which offers are requested again

/** Returns the job with an earliest start that leaves time to choose an offer. */
function later(job) {
  const soonest = new Date(Date.now() + TO_CHOOSE).toISOString();
  const notBefore = job.start?.notBefore && job.start.notBefore > soonest ? job.start.notBefore : soonest;
  return { ...job, start: { ...job.start, notBefore } };
}

/**
 * Returns {data, job}: offers for the job in the form, and the job for which they were made; {} while the job is
 * incomplete.
 */
export function useOffers(job, again) {
  const [answer, setAnswer] = useState({});
  const key = job ? JSON.stringify(job) : '';
  useEffect(() => {
    if (!key) {
      setAnswer({});
      return undefined;
    }
    let gone = false;
    let timer;
    const ask = async () => {
      const asked = later(JSON.parse(key));
      try {
        const data = await call('POST', '/v1/estimates', { job: { ...asked, run: undefined } }); // without the input files
        if (!gone) {
          setAnswer({ data, job: asked });
          timer = setTimeout(ask, FRESH);
        }
      } catch (error) {
        if (!gone) {
          setAnswer({ error });
        }
      }
    };
    timer = setTimeout(ask, PAUSE);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [key, again]);
  return answer;
}

function Scatter({ offers, taken, take }) {
  const finish = offers.map((offer) => new Date(offer.finish).getTime());
  const cost = offers.map((offer) => Number(offer.cost));
  const place = (values, from, to) => {
    const least = Math.min(...values);
    const span = Math.max(...values) - least || 1;
    return (value) => from + ((value - least) / span) * (to - from);
  };
  const x = place(finish, SIZE.left + 10, SIZE.width - SIZE.right - 10);
  const y = place(cost, SIZE.height - SIZE.bottom - 10, SIZE.top + 10);
  const ends = (values) => [...new Set([Math.min(...values), Math.max(...values)])];
  return html`
    <svg class="scatter" viewBox=${`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label="Cost of each offer against its end">
      <path d=${`M${SIZE.left} ${SIZE.top}V${SIZE.height - SIZE.bottom}H${SIZE.width - SIZE.right}`} />
      ${ends(cost).map((value) => html`<text key=${value} x=${SIZE.left - 6} y=${y(value) + 4} text-anchor="end">${money(value.toFixed(3))}</text>`)}
      ${ends(finish).map((value) => html`<text key=${value} x=${x(value)} y=${SIZE.height - 8} text-anchor=${x(value) > SIZE.width / 2 ? 'end' : 'start'}>ends ${time(new Date(value).toISOString())}</text>`)}
      ${offers.map((offer, at) => html`<circle key=${offer.offer} class=${offer.offer === taken ? 'taken' : ''} cx=${x(finish[at])} cy=${y(cost[at])} r="6"
        onClick=${() => take(offer)}><title>${money(offer.cost)}, ${time(offer.start)} to ${time(offer.finish)}</title></circle>`)}
    </svg>`;
}

const best = (offer) => (offer.criteria.length > 0 ? `best by ${offer.criteria.join(', ')}` : 'in between');

/** List of offers to choose from. taken: id of the chosen offer, if any. */
export function Offers({ answer, taken, take }) {
  const { data, error } = answer;
  if (error) {
    return html`<${Fault} error=${error} />`;
  }
  if (!data) {
    return html`<p class="soft">Offers appear when the job is complete.</p>`;
  }
  if (data.offers.length === 0) {
    return html`<p>No window is available now.</p><ul class="plain">${(data.advice ?? []).map((advice) => html`<li key=${advice}>${withTimes(advice)}</li>`)}</ul>`;
  }
  return html`
    ${data.offers.length > 1 && html`<${Scatter} offers=${data.offers} taken=${taken} take=${take} />`}
    <ul class="cards">
      ${data.offers.map((offer) => html`
        <li key=${offer.offer}>
          <button type="button" class="card" aria-pressed=${offer.offer === taken ? 'true' : 'false'} onClick=${() => take(offer)}>
            <strong>${money(offer.cost)}</strong>
            <span>${time(offer.start)} to ${time(offer.finish)} (${between(offer.start, offer.finish)})</span>
            <span class="soft">${best(offer)}${offer.promise === 'advised' ? '; advised' : ''}; ${offer.nodes.length > 3 ? `${offer.nodes.length} nodes in ${offer.domains.join(', ')}` : offer.nodes.join(', ')}</span>
          </button>
        </li>`)}
    </ul>
    <p class="hint">Offers begin in a minute at the earliest, to leave time to choose, and are not held: if the time of an offer is taken in the meantime, the job is refused and nothing is paid.</p>`;
}
