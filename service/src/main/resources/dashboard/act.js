// Requests of a view that change something: one at a time, with the error of the last request.
import { useState } from './vendor/preact-hooks.mjs';

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
