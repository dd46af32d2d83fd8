// Form to submit a job, with the equivalent command line.
import { useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { call, newKey } from './api.js';
import { isoDuration, time } from './format.js';
import { MOST_BYTES, readFiles } from './input-files.js';
import { jobFields, jobOptions } from './job-fields.js';
import { Offers, useOffers } from './offers.js';
import { Fault } from './parts.js';

const CRITERIA = ['start', 'finish', 'cost', 'runtime', 'proctime', 'energy'];

/** Returns a text quoted as one word of a shell. */
const quoted = (text) => (/^[A-Za-z0-9_./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Returns a local time of the form in UTC; undefined if it is empty. */
const instant = (local) => (local ? new Date(local).toISOString() : undefined);

const UNITS = 'KMGT';

/** Returns an amount of memory, such as 512M or 2G, in bytes; undefined for any other text. */
function memoryBytes(text) {
  const found = /^([1-9]\d{0,8})([KMGT])i?B?$/.exec(text.trim());
  const bytes = found && Number(found[1]) * 1024 ** (UNITS.indexOf(found[2]) + 1);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** Returns the parts of a text that are not empty. */
const parts = (text, mark) => text.split(mark).map((part) => part.trim()).filter(Boolean);

/** Returns the requirements on nodes as a member of the job; {} if there are none. */
function requires(form) {
  const properties = parts(form.require, ',');
  const wanted = {
    ...(properties.length > 0 ? { properties } : {}),
    ...(form.performance ? { performance: Number(form.performance) } : {}),
    ...(form.domain ? { domain: form.domain } : {}),
  };
  return Object.keys(wanted).length > 0 ? { requires: wanted } : {};
}

/** Returns the demands on sites as a member of the job; {} if there are none. */
function sites(form) {
  const demand = {
    ...(form.advised ? { acceptAdvised: true } : {}),
    ...(form.reliability ? { reliability: Number(form.reliability) } : {}),
  };
  return Object.keys(demand).length > 0 ? { sites: demand } : {};
}

/** Returns the plan of the run, or {missing} with the first fault. */
function run(form) {
  const variables = parts(form.env, '\n');
  if (variables.some((line) => !/^[A-Za-z_]\w*=/.test(line))) {
    return { missing: 'The variables: NAME=VALUE, one per line.' };
  }
  const memory = memoryBytes(form.memory);
  if (form.memory && !memory) {
    return { missing: 'The memory: a number with K, M, G or T, such as 512M.' };
  }
  if (form.files.bytes > MOST_BYTES) {
    return { missing: `The files: ${MOST_BYTES / 1024} KiB in total are allowed; these have ${Math.ceil(form.files.bytes / 1024)} KiB.` };
  }
  const pairs = variables.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  return {
    command: ['/bin/sh', '-c', form.command],
    ...(pairs.length > 0 ? { environment: Object.fromEntries(pairs) } : {}),
    ...(form.files.input.length > 0 ? { input: form.files.input } : {}),
    ...(form.chdir ? { chdir: form.chdir } : {}),
    ...(memory ? { limits: { memoryBytes: memory } } : {}),
  };
}

/** Returns {job} in the format of the API, or {missing} with the first fault. */
function request(form) {
  const duration = isoDuration(form.time);
  if (!duration) {
    return { missing: 'The time limit: minutes, H:MM:SS or D-HH:MM:SS.' };
  }
  if (!form.command.trim()) {
    return { missing: 'The command is missing.' };
  }
  const plan = run(form);
  if (plan.missing) {
    return plan;
  }
  const fields = jobFields(form);
  if (fields.missing) {
    return fields;
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
      ...requires(form),
      run: plan,
      ...(form.requeue ? { onNodeLoss: 'requeue' } : {}),
      ...sites(form),
      ...fields,
    },
  };
}

/** Returns the command line for the form. taken: {offer, job}, if an offer is chosen. */
function commandLine(form, taken) {
  const begin = taken ? taken.job.start.notBefore : instant(form.notBefore);
  const options = [
    ['name', form.name], ['account', form.account], ['nodes', form.nodes], ['time', form.time], ['budget', form.budget],
    ['criterion', form.criterion], ['begin', begin], ['deadline', instant(form.deadline)],
    ...parts(form.require, ',').map((each) => ['require', each]), ['performance', form.performance], ['domain', form.domain], ['memory', form.memory.trim()],
    ...parts(form.env, '\n').map((each) => ['env', each]), ...form.files.input.map((each) => ['input', each.path]), ['chdir', form.chdir],
    ['requeue', form.requeue], ['accept-advised', form.advised], ['reliability', form.reliability], ...jobOptions(form), ['hold-offer', taken?.offer.offer],
  ];
  const given = options.filter(([, value]) => value).map(([name, value]) => (value === true ? `--${name}` : `--${name} ${quoted(String(value))}`));
  return `metasched submit ${given.join(' ')} -- /bin/sh -c ${quoted(form.command)}`;
}

export function Submit({ who }) {
  const accounts = who.accounts ?? [];
  const [form, setForm] = useState({
    name: '', account: accounts[0] ?? '', nodes: 1, time: '10', budget: '', criterion: 'start', notBefore: '', deadline: '', command: 'echo hello',
    require: '', performance: '', domain: '', memory: '', env: '', chdir: '', requeue: false, advised: false, reliability: '',
    indices: '', most: '', priority: '', mailUser: '', mailType: 'END', files: { bytes: 0, input: [] },
  });
  const [key, setKey] = useState(newKey());
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState(undefined);
  const [accepted, setAccepted] = useState('');
  const [taken, setTaken] = useState(undefined); // chosen offer, and the job for which it was made
  const [refused, setRefused] = useState(0);
  const put = (name, value) => {
    setForm((before) => ({ ...before, [name]: value }));
    setKey(newKey()); // this is another job
    setAccepted('');
    setTaken(undefined);
  };
  const set = (name) => (event) => put(name, event.target.value);
  const choose = async (event) => {
    try {
      put('files', await readFiles([...event.target.files]));
    } catch (error) {
      setFault(error);
    }
  };
  const { job, missing } = request(form);
  const offers = useOffers(job?.array ? undefined : job, refused); // an array accepts no offer
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
        setAccepted(outcome.window ? `The job would be booked from ${time(outcome.window.start)}.` : 'The job would be accepted and would wait.');
      } else {
        const made = await call('POST', '/v1/jobs', taken ? { ...taken.job, offer: taken.offer.offer } : job, { 'Idempotency-Key': key });
        window.location.hash = made.array ? `/jobs?array=${made.id}` : `/job/${made.id}`;
        return;
      }
    } catch (error) {
      setFault(error);
      if (taken && !dryRun && error.status < 500) { // without an answer, the job may be booked: the key stays
        setKey(newKey());
        setTaken(undefined);
        setRefused(refused + 1); // requests new offers
      }
    }
    setBusy(false);
  };
  const field = (name, label, more = {}) => html`<label>${label}<input name=${name} value=${form[name]} onInput=${set(name)} ...${more} /></label>`;
  return html`
    <h1>Submit a job</h1>
    <form class="fields" onSubmit=${(event) => { event.preventDefault(); send(false); }}>
      <label class="wide">Shell command<textarea name="command" rows="4" required value=${form.command} onInput=${set('command')} spellcheck=${false}></textarea></label>
      ${field('nodes', 'Nodes', { type: 'number', min: 1, required: true })}
      ${field('time', 'Time limit (minutes, or H:MM:SS)', { required: true })}
      ${field('budget', 'Budget (none: balance of the account)', { inputmode: 'decimal' })}
      <label>Criterion<select name="criterion" value=${form.criterion} onChange=${set('criterion')}>${CRITERIA.map((each) => html`<option key=${each}>${each}</option>`)}</select></label>
      ${field('notBefore', 'Not before', { type: 'datetime-local' })}
      ${field('deadline', 'Deadline', { type: 'datetime-local' })}
      ${field('name', 'Name')}
      ${accounts.length > 0
        ? html`<label>Account<select name="account" value=${form.account} onChange=${set('account')}>${accounts.map((each) => html`<option key=${each}>${each}</option>`)}</select></label>`
        : field('account', 'Account')}
      <details class="wide more array"><summary>Array, priority and mails</summary>
        <div class="fields">
          ${field('indices', 'Indices of an array (none: one job)', { placeholder: '1-100:2,200' })}
          ${field('most', 'Jobs of the array at a time')}
          ${field('priority', 'Priority among the waiting jobs', { placeholder: '0' })}
          ${field('mailUser', 'Mails to', { placeholder: 'user@example.org' })}
          ${field('mailType', 'Mails for BEGIN, END, FAIL, REQUEUE, BOOKED or ALL')}
        </div>
      </details>
      <details class="wide more"><summary>Nodes, variables and files</summary>
        <div class="fields">
          ${field('require', 'Properties of nodes, separated by commas', { placeholder: 'ssd, memory>=64' })}
          ${field('performance', 'Minimum performance', { type: 'number', min: 0 })}
          ${field('domain', 'Domain')}
          ${field('reliability', 'Windows that a site must have kept, in %', { type: 'number', min: 0, max: 100 })}
          ${field('memory', 'Memory on each node', { placeholder: '512M' })}
          <label class="wide">Variables, NAME=VALUE, one per line<textarea name="env" rows="2" value=${form.env} onInput=${set('env')} spellcheck=${false}></textarea></label>
          <label>Files for the working folder<input name="input" type="file" multiple onChange=${choose} /></label>
          ${field('chdir', 'Folder (none: the working folder)')}
          <label class="across"><input name="requeue" type="checkbox" checked=${form.requeue} onChange=${(event) => put('requeue', event.target.checked)} />Run the job again if a node is lost</label>
          <label class="across"><input name="advised" type="checkbox" checked=${form.advised} onChange=${(event) => put('advised', event.target.checked)} />Accept advised windows, which a site may not give</label>
        </div>
      </details>
      <div class="wide filters">
        <button class="main" disabled=${busy || !job}>${taken ? 'Accept this offer' : 'Submit'}</button>
        <button type="button" disabled=${busy || !job} onClick=${() => send(true)}>Dry run</button>
        <span role="status">${missing ?? accepted}</span>
      </div>
    </form>
    <${Fault} error=${fault} />
    <section aria-labelledby="offers"><h2 id="offers">Offers</h2><${Offers} answer=${offers} taken=${taken?.offer.offer} take=${take} /></section>
    <section aria-labelledby="line"><h2 id="line">Command line</h2>
      <pre class="command" role="group" tabindex="0" aria-label="Command line">${commandLine(form, taken)}</pre>
      <button onClick=${() => navigator.clipboard?.writeText(commandLine(form, taken))}>Copy</button>
    </section>`;
}
