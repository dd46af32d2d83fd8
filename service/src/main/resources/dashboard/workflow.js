// View of one workflow: progress, money and deadline of the whole, the graph of its jobs, and their windows.
import { useRef, useState } from './vendor/preact-hooks.mjs';
import { el, pairs } from './charts/elements.js';
import { html, visible } from './html.js';
import { useCancelAll } from './act.js';
import { useLive, useNow } from './live.js';
import { money, time, withTimes } from './format.js';
import { Counts, exitOf, Fact, Fault, isOver, JobLink, Loading, mayUse, State } from './parts.js';
import { GanttChart } from './gantt-chart.js';
import { Graph } from './workflow-graph.js';

const ROWS = 100; // of the table, at a time
const MOST_NODES = 100; // of the chart

function Cancel({ workflow }) {
  const { button, fault } = useCancelAll(`/v1/workflows/${encodeURIComponent(workflow.id)}`, workflow.name || workflow.id);
  return html`<div class="filters">${button}</div><${Fault} error=${fault} />`;
}

/** Returns whether the deadline is kept, as far as this is known. */
function outlook({ state, deadline, times, finish, tasks }) {
  const isBy = (at) => new Date(at) <= new Date(deadline);
  if (isOver(state)) {
    return isBy(times.ended) ? 'kept' : 'missed';
  }
  const without = tasks.filter((task) => !isOver(task.state) && !task.start).length;
  if (finish && !isBy(finish)) {
    return 'the windows end later';
  }
  return without > 0 ? `${without.toLocaleString()} jobs have no window yet` : 'the windows end before';
}

/** Windows of the jobs on their nodes. */
function Windows({ workflow }) {
  const now = useNow(5000);
  const placed = workflow.tasks.filter((task) => task.start);
  if (placed.length === 0) {
    return html`<p class="soft">No job has a window yet.</p>`;
  }
  const nodes = [...new Set(placed.flatMap((task) => task.nodes))].sort().slice(0, MOST_NODES);
  const rows = nodes.map(visible);
  const at = new Map(nodes.map((node, row) => [node, row]));
  const ends = placed.map((task) => new Date(task.finish).getTime());
  const from = placed.reduce((first, task) => Math.min(first, new Date(task.start).getTime()), now);
  const to = ends.reduce((last, end) => Math.max(last, end), now);
  const margin = (to - from) * 0.02;
  const bars = placed.flatMap((task, number) => task.nodes.filter((node) => at.has(node)).map((node) => ({
    row: at.get(node), job: task.job, label: visible(task.task), state: task.state, start: new Date(task.start).getTime(), end: ends[number], until: ends[number],
    about: () => [el('h4', {}, visible(task.task)), pairs([['state', task.state], ['node', rows[at.get(node)]], ['from', time(task.start)], ['to', time(task.finish)]])],
  })));
  return html`
    <${GanttChart} label="Windows of the jobs on their nodes" rows=${rows} bars=${bars} span=${{ from: from - margin, to: to + margin }} now=${now}
      aboutRow=${(row) => [el('h4', {}, rows[row])]} open=${(job) => { window.location.hash = `/job/${job}`; }} />
    ${nodes.length === MOST_NODES && html`<p class="hint">Up to ${MOST_NODES} nodes are shown.</p>`}`;
}

const followed = (task) => [...(task.after ?? []), ...(task.afterAny ?? []).map((name) => `${name} (any end)`)].join(', ');

function Tasks({ tasks }) {
  const [shown, setShown] = useState(ROWS);
  return html`
    <div class="table" tabindex="0"><table>
      <thead><tr><th class="left">Job</th><th class="left">State</th><th>Exit</th><th class="left">Starts</th><th class="left">Ends</th><th>Cost</th><th class="left">Follows</th><th class="left">Why</th></tr></thead>
      <tbody>${tasks.slice(0, shown).map((task) => html`<tr key=${task.job}>
        <td class="left"><${JobLink} id=${task.job} name=${task.task} /></td><td class="left"><${State} ...${task} /></td><td>${exitOf(task)}</td>
        <td class="left">${time(task.start)}</td><td class="left">${time(task.finish)}</td><td>${money(task.cost)}</td>
        <td class="left cut">${followed(task)}</td><td class="left cut">${withTimes(task.reason.text)}</td></tr>`)}</tbody>
    </table></div>
    ${shown < tasks.length && html`<div class="filters"><button onClick=${() => setShown(shown + ROWS)}>More (${(tasks.length - shown).toLocaleString()})</button></div>`}`;
}

export function Workflow({ id, who }) {
  const path = `/v1/workflows/${encodeURIComponent(id)}`;
  const own = useRef(new Set()).current; // ids of its jobs
  const { data: workflow, error } = useLive(path, (change) => change.many.includes('jobs') || change.jobs.some((job) => own.has(job)));
  if (!workflow) {
    return html`<h1>Workflow</h1><${Loading} error=${error} />`;
  }
  workflow.tasks.forEach((task) => own.add(task.job));
  const over = workflow.tasks.filter((task) => isOver(task.state)).length;
  return html`
    <h1>${workflow.name || workflow.id} <${State} ...${workflow} /></h1>
    <p class="soft">${workflow.id}</p>
    <section aria-label="State">
      <p><${Counts} counts=${workflow.counts} /></p>
      <dl class="facts">
        <${Fact} name="Ended">${`${over.toLocaleString()} of ${workflow.size.toLocaleString()} jobs`}</${Fact}>
        <${Fact} name="Money held or charged">${money(workflow.cost)}${workflow.budget ? ` of ${money(workflow.budget)}` : ''}</${Fact}>
        ${workflow.deadline && html`<${Fact} name="Deadline">${time(workflow.deadline)}: ${outlook(workflow)}</${Fact}>`}
        ${workflow.start && html`<${Fact} name="Windows">${time(workflow.start)} to ${time(workflow.finish)}</${Fact}>`}
        <${Fact} name="Policy">${workflow.policy}</${Fact}>
        <${Fact} name="User">${workflow.user}</${Fact}><${Fact} name="Account">${workflow.account}</${Fact}>
        <${Fact} name="Submitted">${time(workflow.times.submitted)}</${Fact}>
        ${workflow.times.ended && html`<${Fact} name="Last end">${time(workflow.times.ended)}</${Fact}>`}
      </dl>
      ${!isOver(workflow.state) && mayUse(who, workflow.account) && html`<${Cancel} workflow=${workflow} />`}
    </section>
    <section aria-labelledby="graph"><h2 id="graph">Jobs and what they follow</h2><${Graph} id=${id} tasks=${workflow.tasks} /></section>
    <section aria-labelledby="windows"><h2 id="windows">Windows</h2><${Windows} workflow=${workflow} /></section>
    <section aria-labelledby="tasks"><h2 id="tasks">All jobs</h2><${Tasks} tasks=${workflow.tasks} /></section>`;
}
