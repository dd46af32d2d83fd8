// Answers of the API that stay up to date while their view is shown.
import { useEffect, useState } from './vendor/preact-hooks.mjs';
import { changes, get } from './api.js';

const LEAST_PAUSE = 250; // ms; as often as the service tells of changes

/** {ask, stop}: runs an action when asked, at once, but one at a time and not more often than a reader could follow. */
export function paced(action) {
  let timer;
  let begun = -LEAST_PAUSE;
  let busy = false;
  let again = false;
  let gone = false;
  const ask = () => {
    again = busy;
    if (!busy && !gone && timer === undefined) {
      timer = setTimeout(run, Math.max(0, begun + LEAST_PAUSE - performance.now()));
    }
  };
  const run = async () => {
    timer = undefined;
    busy = true;
    again = false;
    begun = performance.now();
    await action();
    busy = false;
    if (again) {
      ask();
    }
  };
  const stop = () => {
    gone = true;
    clearTimeout(timer);
  };
  return { ask, stop };
}

/** Whether an event whose name is like this is among those of a change. */
export const happened = (pattern) => (change) => change.events.some((name) => pattern.test(name));

/** Whether a change is about a job. */
export const concernsJob = (id) => (change) => change.many.includes('jobs') || change.jobs.includes(id);

/** The answer to a GET: {data} or {error}. It is asked for again when a change that concerns it comes. */
export function useLive(path, concerns = () => true) {
  const [answer, setAnswer] = useState({});
  useEffect(() => {
    if (!path) {
      setAnswer({});
      return undefined;
    }
    let gone = false;
    const load = async () => {
      try {
        const data = await get(path);
        if (!gone) {
          setAnswer({ data });
        }
      } catch (error) {
        if (!gone) {
          setAnswer((before) => ({ data: before.data, error }));
        }
      }
    };
    const { ask, stop } = paced(load);
    ask();
    const off = changes.on((change) => {
      if (change === null || concerns(change)) {
        ask();
      }
    });
    return () => {
      gone = true;
      stop();
      off();
    };
  }, [path]);
  return answer;
}

/** The present time, once in a while. */
export function useNow(every = 1000) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
