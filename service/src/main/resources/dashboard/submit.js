// A job from a form, with the command line that would do the same.
import { useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { call, newKey } from './api.js';
import { isoDuration, time } from './format.js';
import { Offers, useOffers } from './offers.js';
import { Fault } from './parts.js';

const CRITERIA = ['start', 'finish', 'cost', 'runtime', 'proctime', 'energy'];

/** A text as a shell takes it for one word. */
const quoted = (text) => (/^[A-Za-z0-9_./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** A local time of a form in UTC. */
const instant = (local) => (local ? new Date(local).toISOString() : undefined);

/** The job of the API, or what is missing. */
function request(form) {
  const duration = isoDuration(form.time);
  if (!duration) {
    return { missing: 'The time limit: minutes, H:MM:SS or D-HH:MM:SS.' };
  }
  if (!form.command.trim()) {
    return { missing: 'The command.' };
  }
  const start = { notBefore: instant(form.notBefore), deadline: instant(form.deadline) };
  return {
    job: {
      ...(form.name ? { name: form.name } : {}),
      ...(form.account ? { account: form.account } : {}),
      nodes: Number(form.nodes),
      work: { duration },
      ...(form.budget ? { budget: { total: form.budget } } : {}),
      criterion: form.criterion,
      ...(start.notBefore || start.deadline ? { start } : {}),
      run: { command: ['sh', '-c', form.command] },
    },
  };
}

/** taken: {offer, job}, where an offer is taken up. */
function commandLine(form, taken) {
  const begin = taken ? taken.job.start.notBefore : instant(form.notBefore);
  const options = [
    ['name', form.name], ['account', form.account], ['nodes', form.nodes], ['time', form.time], ['budget', form.budget],
    ['criterion', form.criterion], ['begin', begin], ['deadline', instant(form.deadline)], ['hold-offer', taken?.offer.offer],
  ];
  const given = options.filter(([, value]) => value).map(([name, value]) => `--${name} ${quoted(String(value))}`);
  return `metasched submit ${given.join(' ')} -- sh -c ${quoted(form.command)}`;
}

export function Submit({ who }) {
  const accounts = who.accounts ?? [];
  const [form, setForm] = useState({
    name: '', account: accounts[0] ?? '', nodes: 1, time: '10', budget: '', criterion: 'start', notBefore: '', deadline: '', command: 'echo hello',
  });
  const [key, setKey] = useState(newKey());
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState(undefined);
  const [accepted, setAccepted] = useState('');
  const [taken, setTaken] = useState(undefined); // an offer, and the job that it is for
  const [refused, setRefused] = useState(0);
  const set = (name) => (event) => {
    setForm({ ...form, [name]: event.target.value });
    setKey(newKey()); // another job
    setAccepted('');
    setTaken(undefined);
  };
  const { job, missing } = request(form);
  const offers = useOffers(job, refused);
  const take = (offer) => {
    setKey(newKey());
    setTaken(offer.offer === taken?.offer.offer ? undefined : { offer, job: offers.job });
  };
  const send = async (dryRun) => {
    setBusy(true);
    setFault(undefined);
    setAccepted('');
    try {
      if (dryRun) {
        const outcome = await call('POST', '/v1/jobs?dryRun=true', job);
        setAccepted(outcome.window ? `It would be booked from ${time(outcome.window.start)}.` : 'It would be accepted, and wait.');
      } else {
        const made = await call('POST', '/v1/jobs', taken ? { ...taken.job, offer: taken.offer.offer } : job, { 'Idempotency-Key': key });
        window.location.hash = `/job/${made.id}`;
        return;
      }
    } catch (error) {
      setFault(error);
      if (taken && !dryRun && error.status < 500) { // where no answer came it may be booked: the key stays
        setKey(newKey());
        setTaken(undefined);
        setRefused(refused + 1); // others may be left
      }
    }
    setBusy(false);
  };
  const field = (name, label, more = {}) => html`<label>${label}<input name=${name} value=${form[name]} onInput=${set(name)} ...${more} /></label>`;
  return html`
    <h1>Submit a job</h1>
    <form class="fields" onSubmit=${(event) => { event.preventDefault(); send(false); }}>
      <label class="wide">Command, as a shell has it<textarea name="command" rows="4" required value=${form.command} onInput=${set('command')} spellcheck=${false}></textarea></label>
      ${field('nodes', 'Nodes', { type: 'number', min: 1, max: 10000, required: true })}
      ${field('time', 'Time limit (minutes, or H:MM:SS)', { required: true })}
      ${field('budget', 'Budget (none: what the account has)', { inputmode: 'decimal', pattern: '\\d{1,15}(\\.\\d{1,3})?' })}
      <label>Criterion<select name="criterion" value=${form.criterion} onChange=${set('criterion')}>${CRITERIA.map((each) => html`<option key=${each}>${each}</option>`)}</select></label>
      ${field('notBefore', 'Not before', { type: 'datetime-local' })}
      ${field('deadline', 'Deadline', { type: 'datetime-local' })}
      ${field('name', 'Name', { maxlength: 128 })}
      ${accounts.length > 0
        ? html`<label>Account<select name="account" value=${form.account} onChange=${set('account')}>${accounts.map((each) => html`<option key=${each}>${each}</option>`)}</select></label>`
        : field('account', 'Account')}
      <div class="wide filters">
        <button class="main" disabled=${busy || !job}>${taken ? 'Take this offer up' : 'Submit'}</button>
        <button type="button" disabled=${busy || !job} onClick=${() => send(true)}>Dry run</button>
        <span role="status">${missing ?? accepted}</span>
      </div>
    </form>
    <${Fault} error=${fault} />
    <section aria-labelledby="offers"><h2 id="offers">What it could get now</h2><${Offers} answer=${offers} taken=${taken?.offer.offer} take=${take} /></section>
    <section aria-labelledby="line"><h2 id="line">The same from a shell</h2>
      <pre class="command" role="group" tabindex="0" aria-label="Command line">${commandLine(form, taken)}</pre>
      <button onClick=${() => navigator.clipboard?.writeText(commandLine(form, taken))}>Copy</button>
    </section>`;
}
