// Answers of the API that are updated while their view is shown.
import { useEffect, useState } from './vendor/preact-hooks.mjs';
import { changes, get } from './api.js';

const LEAST_PAUSE = 250; // ms; the interval at which the service reports changes

/** Returns {ask, stop}: ask() runs an action immediately, or later if the action is running or has just run. */
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

/** Returns a function that returns whether the name of an event in a change matches a pattern. */
export const happened = (pattern) => (change) => change.events.some((name) => pattern.test(name));

/** Returns a function that returns whether a change concerns a job. */
export const concernsJob = (id) => (change) => change.many.includes('jobs') || change.jobs.includes(id);

/** Returns the answer to a GET as {data} or {error}. The request is repeated after each change that concerns it. */
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

/** Returns the current time, updated at an interval in milliseconds. */
export function useNow(every = 1000) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
