// Requests of a view that change something: one at a time, with the error of the last request.
import { useState } from './vendor/preact-hooks.mjs';
import { call } from './api.js';
import { html, visible } from './html.js';

/** Returns {act, busy, fault}: act(request) sends a request and returns whether it succeeded. */
export function useAct() {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState(undefined);
  const act = async (request) => {
    setBusy(true);
    setFault(undefined);
    try {
      await request();
      return true;
    } catch (error) {
      setFault(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { act, busy, fault };
}

/** Returns {button, fault} of a button that cancels all jobs of an array or a workflow. */
export function useCancelAll(path, name) {
  const { act, busy, fault } = useAct();
  const cancel = () => window.confirm(visible(`Cancel all jobs of ${name}?`)) && act(() => call('POST', `${path}:cancel`, {}));
  return { button: html`<button class="danger" disabled=${busy} onClick=${cancel}>Cancel all</button>`, fault };
}
