// Answers of the API that stay up to date while their view is shown.
import { useEffect, useState } from './vendor/preact-hooks.mjs';
import { events, get } from './api.js';

const LEAST_PAUSE = 300;

/**
 * The answer to a GET: {data} or {error}. It is asked for again when an event that concerns it comes, but not more often
 * than a reader could follow.
 */
export function useLive(path, concerns = () => true) {
  const [answer, setAnswer] = useState({});
  useEffect(() => {
    if (!path) {
      setAnswer({});
      return undefined;
    }
    let timer;
    let busy = false;
    let again = false;
    let gone = false;
    const load = async () => {
      timer = undefined;
      busy = true;
      again = false;
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
      busy = false;
      if (again && !gone) {
        timer = setTimeout(load, LEAST_PAUSE);
      }
    };
    const ask = () => {
      again = busy;
      if (!busy && timer === undefined) {
        timer = setTimeout(load, LEAST_PAUSE);
      }
    };
    load();
    const off = events.on((event) => {
      if (event === null || concerns(event)) {
        ask();
      }
    });
    return () => {
      gone = true;
      clearTimeout(timer);
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
