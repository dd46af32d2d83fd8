// View of one job: progress, reason, window, costs and output.
import { useEffect, useRef, useState } from './vendor/preact-hooks.mjs';
import { el, pairs } from './charts/elements.js';
import { html, visible } from './html.js';
import { call } from './api.js';
import { useAct } from './act.js';
import { concernsJob, useLive, useNow } from './live.js';
import { between, duration, money, seconds, time, withTimes } from './format.js';
import { Explanation } from './explanation.js';
import { exitOf, Fact, Fault, isOver, JobLink, Loading, mayUse, State, WorkflowLink } from './parts.js';
import { GanttChart } from './gantt-chart.js';
import { follows } from './workflow-graph.js';

const MOST_CHARS = 200_000;
const MOST_FOLLOWERS = 20;
const SIGNALS = ['HUP', 'INT', 'QUIT', 'KILL', 'USR1', 'USR2', 'ALRM', 'TERM', 'CONT', 'STOP', 'WINCH'];

function Way({ job }) {
  const steps = [
    ['submitted', job.times.submitted],
    ['booked', job.times.booked],
    ['started', job.times.started],
    [isOver(job.state) ? job.state : 'ended', job.times.ended],
  ];
  return html`
    <ol class="way">
      ${steps.map(([name, at], number) => html`
        <li key=${number} class=${at ? 'done' : ''}><strong>${name}</strong> <span class="soft">${time(at)}</span>
          ${at && number > 0 && steps[number - 1][1] && html`<span class="soft"> after ${between(steps[number - 1][1], at)}</span>`}</li>`)}
    </ol>`;
}

/** Chart of the parts of a job: a bar for each window; the time in which the part did not run is pale. */
function WindowChart({ window }) {
  const now = useNow();
  const start = new Date(window.start).getTime();
  const end = new Date(window.end).getTime();
  const span = { from: Math.min(start, now) - (end - start) * 0.05, to: Math.max(end, Math.min(now, end + (end - start))) + (end - start) * 0.05 };
  const shown = window.parts.slice(0, 40);
  const rows = shown.map((part) => visible(part.node));
  const bars = shown.flatMap((part, row) => {
    const began = part.started && new Date(part.started).getTime();
    const until = new Date(part.end).getTime();
    const about = () => [el('h4', {}, rows[row]), pairs([
      ['state', part.state], ['booked from', time(window.start)], ['to', time(part.end)], ...(began ? [['ran', between(part.started, part.ended)]] : []),
    ])];
    const common = { row, job: row, label: '', state: 'running', about };
    return [
      { ...common, start, end: start, until: began ? Math.min(began, until) : until },
      ...(began ? [{ ...common, start: began, end: part.ended ? new Date(part.ended).getTime() : now, until }] : []),
    ];
  });
  return html`
    <${GanttChart} label="The window of the job on its nodes" rows=${rows} bars=${bars} span=${span} now=${now} aboutRow=${(row) => [el('h4', {}, rows[row])]} />
    ${shown.length < window.parts.length && html`<p class="hint">The first ${shown.length} of ${window.parts.length} parts.</p>`}`;
}

function Parts({ window }) {
  return html`
    <div class="table" tabindex="0"><table>
      <thead><tr><th class="left">Node</th><th class="left">State</th><th>Exit</th><th class="left">Ended by</th><th>Ran</th><th>Price</th><th>Cost</th></tr></thead>
      <tbody>${window.parts.map((part, at) => html`<tr key=${at}>
        <td class="left">${part.node}</td><td class="left">${part.state}${part.note ? `: ${part.note}` : ''}</td><td>${exitOf(part)}</td><td class="left">${part.cause ?? ''}</td>
        <td>${part.started ? between(part.started, part.ended) : ''}</td><td>${money(part.price)}</td><td>${money(part.cost)}</td></tr>`)}</tbody>
    </table></div>`;
}

/** Output of a part, shown as it arrives, and always as plain text. */
function Output({ job, parts }) {
  const [part, setPart] = useState(0);
  const [stream, setStream] = useState('stdout');
  const [text, setText] = useState('');
  const [cut, setCut] = useState(false); // the page shows only the end
  const [truncated, setTruncated] = useState(false); // the machine keeps only the beginning
  const [lost, setLost] = useState(false); // the machine lost some output
  const [fault, setFault] = useState(undefined);
  const end = useRef(null);
  const attempt = job.attempt;
  useEffect(() => {
    const abort = new AbortController();
    setText('');
    setCut(false);
    setTruncated(false);
    setLost(false);
    setFault(undefined);
    const ask = (query, headers) => fetch(`/v1/jobs/${job.id}/parts/${part}/${stream}${query}`, { signal: abort.signal, credentials: 'same-origin', headers });
    const mark = (response) => {
      setTruncated(response.headers.get('Output-Truncated') === 'true');
      setLost(response.headers.get('Output-Lost') === 'true');
    };
    const read = async () => {
      const response = await ask('?follow=true');
      if (!response.ok) {
        throw new Error(`the output cannot be read (${response.status})`);
      }
      mark(response);
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) {
          mark(await ask('', { Range: 'bytes=0-0' })); // the output may have been truncated since
          return;
        }
        const more = decoder.decode(value, { stream: true });
        setText((before) => {
          const whole = before + more;
          if (whole.length > MOST_CHARS) {
            setCut(true);
            return whole.slice(-MOST_CHARS);
          }
          return whole;
        });
      }
    };
    read().catch((error) => !abort.signal.aborted && setFault(error));
    return () => abort.abort();
  }, [job.id, part, stream, attempt]);
  useEffect(() => {
    const box = end.current;
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight < 200) {
      box.scrollTop = box.scrollHeight;
    }
  }, [text]);
  return html`
    <section aria-labelledby="output"><h2 id="output">Output</h2>
      <div class="filters">
        <label>Part <select value=${part} onChange=${(event) => setPart(Number(event.target.value))}>
          ${Array.from({ length: parts }, (none, at) => html`<option key=${at} value=${at}>${at}</option>`)}
        </select></label>
        <label>Stream <select value=${stream} onChange=${(event) => setStream(event.target.value)}>
          <option>stdout</option><option>stderr</option>
        </select></label>
        <a href=${`/v1/jobs/${job.id}/parts/${part}/${stream}`} download=${`${job.id}-${part}.${stream}`}>Save</a>
      </div>
      <${Fault} error=${fault} />
      ${cut && html`<p class="hint">Only the end is shown; save the output to see all of it.</p>`}
      ${lost && html`<p class="warning">The output is incomplete: the machine lost some of it.</p>`}
      ${truncated && html`<p class="warning">The output is truncated: the job wrote more than its machine keeps of a stream.</p>`}
      <pre class="output" role="log" ref=${end} tabindex="0" aria-label=${stream}>${text}</pre>
    </section>`;
}

function Actions({ job }) {
  const { act, busy, fault } = useAct();
  const [signal, setSignal] = useState('USR1');
  const ask = (verb, body) => act(() => call('POST', `/v1/jobs/${job.id}:${verb}`, body));
  if (isOver(job.state)) {
    return null;
  }
  return html`
    <div class="filters">
      <button class="danger" disabled=${busy || job.cancelAsked} onClick=${() => window.confirm(visible(`Cancel ${job.name || job.id}?`)) && ask('cancel')}>${job.cancelAsked ? 'Ending' : 'Cancel'}</button>
      ${job.state === 'running' && html`
        <label>Signal <select value=${signal} onChange=${(event) => setSignal(event.target.value)}>${SIGNALS.map((name) => html`<option key=${name}>${name}</option>`)}</select></label>
        <button disabled=${busy} onClick=${() => ask('signal', { signal })}>Send</button>`}
    </div>
    <${Fault} error=${fault} />`;
}

function History({ id }) {
  const { data } = useLive(`/v1/jobs/${id}/events?limit=200`, concernsJob(id));
  return html`
    <section aria-labelledby="history"><h2 id="history">Events</h2>
      <ol class="plain">${(data?.items ?? []).map((event) => html`<li key=${event.seq}><span class="soft">${time(event.at)}</span> ${event.event.replace(/-/g, ' ')}${event.text ? `: ${withTimes(event.text)}` : ''}${event.part !== undefined ? `, part ${event.part}` : ''}${event.exit !== undefined ? `, exit ${event.exit}` : ''} <span class="soft">${event.by}</span></li>`)}</ol>
    </section>`;
}

/** Jobs of the same workflow that wait for a job. */
function Followers({ workflow: { id, task } }) {
  const { data } = useLive(`/v1/workflows/${encodeURIComponent(id)}`, () => false); // edges do not change
  const after = data?.tasks.filter((each) => follows(each).includes(task)) ?? [];
  const more = after.length - MOST_FOLLOWERS;
  return after.length > 0 && html`<${Fact} name="Followed by">${after.slice(0, MOST_FOLLOWERS).map((each) => html`<${JobLink} key=${each.job} id=${each.job} name=${each.task} /> `)}${more > 0 && `and ${more.toLocaleString()} more`}</${Fact}>`;
}

const work = (job) => (job.work.duration ? duration(job.work.duration) : `volume ${job.work.volume}`);

const limit = (job) => [job.budget?.total && `${money(job.budget.total)} in total`, job.budget?.pricePerSlot && `${money(job.budget.pricePerSlot)} a slot`].filter(Boolean).join(', ') || 'none';

export function Job({ id, who }) {
  const { data: job, error } = useLive(`/v1/jobs/${id}`, concernsJob(id));
  if (!job) {
    return html`<h1>Job</h1><${Loading} error=${error} />`;
  }
  const isWhole = job.run !== undefined; // otherwise, the reader is an owner of nodes of the job
  return html`
    <h1>${job.name || job.id} <${State} ...${job} /></h1>
    <p class="soft">${job.id}${job.attempt > 1 ? `, attempt ${job.attempt}` : ''}</p>
    <section aria-label="State"><${Way} job=${job} />
      ${job.reason.text && html`<p class="why">${withTimes(job.reason.text)}</p>`}
      ${mayUse(who, job.account) && html`<${Actions} job=${job} />`}
    </section>
    ${isWhole && ['waiting', 'placed', 'booked', 'refused'].includes(job.state) && html`<${Explanation} id=${id} />`}
    <section aria-labelledby="request"><h2 id="request">Request</h2>
      <dl class="facts">
        <${Fact} name="User">${job.user}</${Fact}><${Fact} name="Account">${job.account}</${Fact}>
        <${Fact} name="Nodes">${job.nodes}</${Fact}>
        ${isWhole && html`<${Fact} name="Work">${work(job)}</${Fact}>
          <${Fact} name="Criterion">${job.criterion}</${Fact}><${Fact} name="Budget">${limit(job)}</${Fact}>`}
        ${job.workflow && html`<${Fact} name="Workflow"><${WorkflowLink} id=${job.workflow.id} /> <span class="soft">${job.workflow.task}</span></${Fact}>`}
        ${job.after?.length > 0 && html`<${Fact} name="Follows">${job.after.map((each) => html`<${JobLink} key=${each.job} id=${each.job} /> `)}</${Fact}>`}
        ${job.workflow && html`<${Followers} workflow=${job.workflow} />`}
        ${job.sites && html`<${Fact} name="Sites">${job.sites.acceptAdvised ? 'advised windows accepted' : 'firm windows only'}${job.sites.reliability > 0 ? `, ${job.sites.reliability} % kept` : ''}</${Fact}>`}
        ${job.window?.promise === 'advised' && html`<${Fact} name="Window">advised</${Fact}>`}
        ${job.start?.notBefore && html`<${Fact} name="Not before">${time(job.start.notBefore)}</${Fact}>`}
        ${job.start?.deadline && html`<${Fact} name="Deadline">${time(job.start.deadline)}</${Fact}>`}
        ${Object.entries(job.labels).map(([name, value]) => html`<${Fact} key=${name} name=${name}>${value}</${Fact}>`)}
      </dl>
      ${isWhole && html`<pre class="command">${job.run.command.join(' ')}</pre>`}
    </section>
    ${job.window && html`
      <section aria-labelledby="window"><h2 id="window">Window</h2>
        <p>${time(job.window.start)} to ${time(job.window.end)}, ${seconds((new Date(job.window.end) - new Date(job.window.start)) / 1000)}</p>
        <${WindowChart} window=${job.window} /><${Parts} window=${job.window} />
        ${isWhole && html`<dl class="facts"><${Fact} name="Held">${money(job.money.held)}</${Fact}><${Fact} name="Charged">${money(job.money.charged)}</${Fact}><${Fact} name="Paid back">${money(job.money.paidBack)}</${Fact}></dl>`}
      </section>
      ${isWhole && job.times.started && html`<${Output} job=${job} parts=${job.window.parts.length} />`}`}
    ${isWhole && html`<${History} id=${id} />`}`;
}
