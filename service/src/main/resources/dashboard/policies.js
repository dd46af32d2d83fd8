// View of the recorded history, re-run under other policies and compared.
import { useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { call } from './api.js';
import { useLive } from './live.js';
import { duration, money, percent, time } from './format.js';
import { Fault, Loading } from './parts.js';

const SPANS = [['the last hour', 'PT1H'], ['the last 6 hours', 'PT6H'], ['the last day', 'PT24H'], ['the last week', 'P7D']];

/** Choice of the length of the re-run history. */
export const LastChoice = ({ value, set }) => html`<label>Of <select value=${value} onChange=${(event) => set(event.target.value)}>
  ${SPANS.map(([name, iso]) => html`<option key=${iso} value=${iso}>${name}</option>`)}</select></label>`;

/** Returns [state, ask]: ask(path, body) sends a request, whose answer in the state replaces the earlier answer. */
export function useQuestion() {
  const [state, setState] = useState({});
  const ask = async (path, body) => {
    setState({ busy: true });
    try {
      setState({ answer: await call('POST', path, body) });
    } catch (fault) {
      setState({ fault });
    }
  };
  return [state, ask];
}

function Runs({ answer }) {
  const runs = [{ ...answer.recorded, name: 'as recorded' }, ...answer.runs.map((run) => ({ ...run, name: run.policy }))];
  const domains = answer.recorded.domains.map((each) => each.domain);
  return html`
    <p class="soft">${time(answer.from)} to ${time(answer.to)}</p>
    <div class="table" tabindex="0"><table>
      <thead><tr><th class="left">Run</th><th>Jobs</th><th>Placed</th><th>Mean wait</th><th>Done</th><th>Refused</th><th>Paid by users</th><th>Income of owners</th><th>Use of nodes</th></tr></thead>
      <tbody>${runs.map((run, at) => html`<tr key=${at}>
        <td class="left">${run.name}${!run.whole && ' (incomplete)'}</td><td>${run.jobs}</td><td>${percent(run.placedShare)}</td><td>${duration(run.meanWait)}</td>
        <td>${run.done}</td><td>${run.refused}</td><td>${money(run.cost)}</td><td>${money(run.income)}</td><td>${percent(run.utilisation)}</td></tr>`)}</tbody>
    </table></div>
    <h3>By domain</h3>
    <div class="table" tabindex="0"><table>
      <thead><tr><th class="left">Run</th>${domains.map((name) => html`<th key=${name}>${name}: income</th><th>use</th>`)}</tr></thead>
      <tbody>${runs.map((run, at) => html`<tr key=${at}><td class="left">${run.name}</td>
        ${run.domains.map((each) => html`<td key=${each.domain}>${money(each.income)}</td><td>${percent(each.utilisation)}</td>`)}</tr>`)}</tbody>
    </table></div>`;
}

export function Policies() {
  const { data, error } = useLive('/v1/service-info', () => false);
  const [last, setLast] = useState('PT24H');
  const [chosen, setChosen] = useState(undefined);
  const [{ answer, fault, busy }, ask] = useQuestion();
  if (!data) {
    return html`<h1>Policies</h1><${Loading} error=${error} />`;
  }
  const names = chosen ?? [data.policy];
  const toggle = (name) => setChosen(data.policies.filter((each) => (each === name) !== names.includes(each)));
  const run = (event) => {
    event.preventDefault();
    ask('/v1/whatif', { last, policies: names });
  };
  return html`
    <h1>Policies</h1>
    <p>Results of the recorded history under other policies. Jobs are submitted, run and are cancelled as recorded; cycles and windows are
      planned again. The present policy is <strong>${data.policy}</strong>: compare the others with its re-run.</p>
    <form class="filters" onSubmit=${run} aria-label="History to re-run">
      <${LastChoice} value=${last} set=${setLast} />
      ${data.policies.map((name) => html`<label key=${name}><input type="checkbox" name=${name} checked=${names.includes(name)} onChange=${() => toggle(name)} /> ${name}</label>`)}
      <button disabled=${busy || names.length === 0}>Re-run</button>
    </form>
    <${Fault} error=${fault} />
    <div aria-live="polite">${busy && html`<p class="soft">Re-running...</p>`}${answer && html`<section aria-label="Outcome"><${Runs} answer=${answer} /></section>`}</div>`;
}
