// Takes nodes from sale, and puts them back.
import { useState } from './vendor/preact-hooks.mjs';
import { html } from './html.js';
import { call } from './api.js';
import { Fault } from './parts.js';

const MODES = [['sellNothing', 'bookings stay'], ['giveBack', 'give bookings back'], ['now', 'end what runs, too']];

/** Takes a node from sale, or puts it back. */
export function Drain({ nodes }) {
  const [fault, setFault] = useState(undefined);
  const [busy, setBusy] = useState(false);
  const act = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    setBusy(true);
    setFault(undefined);
    try {
      const path = `/v1/nodes/${encodeURIComponent(form.get('node'))}`;
      if (event.submitter?.value === 'resume') {
        await call('POST', `${path}:resume`);
      } else {
        await call('POST', `${path}:drain`, { mode: form.get('mode'), reason: form.get('reason') });
      }
      event.target.reset();
    } catch (error) {
      setFault(error);
    }
    setBusy(false);
  };
  return html`
    <section aria-labelledby="drain"><h2 id="drain">Take a node from sale</h2>
      <form class="filters" onSubmit=${act}>
        <label>Node <select name="node">${nodes.map((node) => html`<option key=${node.id}>${node.id}</option>`)}</select></label>
        <label>Then <select name="mode">${MODES.map(([mode, name]) => html`<option key=${mode} value=${mode}>${name}</option>`)}</select></label>
        <label>Reason <input name="reason" required maxlength="200" /></label>
        <button value="drain" disabled=${busy}>Drain</button>
        <button value="resume" formnovalidate disabled=${busy}>Resume</button>
      </form>
      <${Fault} error=${fault} />
    </section>`;
}
