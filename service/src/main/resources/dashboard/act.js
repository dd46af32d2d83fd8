// Changes that a view asks for: one at a time, with what went wrong.
import { useState } from './vendor/preact-hooks.mjs';

/** {act, busy, fault}: act(request) makes a request and says whether it was done. */
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
