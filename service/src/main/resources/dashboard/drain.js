// Form to drain and resume nodes.
import { html } from './html.js';
import { useAct } from './act.js';
import { call } from './api.js';
import { Fault } from './parts.js';

const MODES = [['sellNothing', 'bookings stay'], ['giveBack', 'give bookings back'], ['now', 'also end running jobs']];

/** Form to drain or resume one of the nodes. */
export function Drain({ nodes }) {
  const { act, busy, fault } = useAct();
  const change = async (event) => {
    event.preventDefault();
    const form = event.target;
    const given = new FormData(form);
    const path = `/v1/nodes/${encodeURIComponent(given.get('node'))}`;
    const isResumed = event.submitter?.value === 'resume';
    const body = isResumed ? undefined : { mode: given.get('mode'), reason: given.get('reason') };
    if (await act(() => call('POST', `${path}:${isResumed ? 'resume' : 'drain'}`, body))) {
      form.reset();
    }
  };
  return html`
    <section aria-labelledby="drain"><h2 id="drain">Drain a node</h2>
      <form class="filters" onSubmit=${change}>
        <label>Node <select name="node">${nodes.map((node) => html`<option key=${node.id}>${node.id}</option>`)}</select></label>
        <label>Then <select name="mode">${MODES.map(([mode, name]) => html`<option key=${mode} value=${mode}>${name}</option>`)}</select></label>
        <label>Reason <input name="reason" required /></label>
        <button value="drain" disabled=${busy}>Drain</button>
        <button value="resume" formnovalidate disabled=${busy}>Resume</button>
      </form>
      <${Fault} error=${fault} />
    </section>`;
}
