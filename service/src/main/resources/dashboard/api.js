// Client of the API: a function for requests, and one stream of changes for all views.

export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `status ${status}`);
    this.status = status;
    this.errors = body.errors || [];
  }
}

const signedOut = new Set();

/** Adds a callback for the end of the session; returns a function that removes it. */
export function onSignedOut(callback) {
  signedOut.add(callback);
  return () => signedOut.delete(callback);
}

/**
 * Answers with their tags, most recent last. The browser's own cache is not used: it could show answers to a later
 * user.
 */
const kept = new Map();
const MOST_KEPT = 50;

function keep(path, answer) {
  kept.delete(path);
  kept.set(path, answer);
  if (kept.size > MOST_KEPT) {
    kept.delete(kept.keys().next().value);
  }
}

/** Sends a request and returns the JSON of the answer; throws a Problem for an error. */
export async function call(method, path, body, headers = {}) {
  const before = method === 'GET' ? kept.get(path) : undefined;
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(method === 'GET' ? {} : { 'X-Requested-With': 'metasched' }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(before === undefined ? {} : { 'If-None-Match': before.tag }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (response.status === 304 && before !== undefined) {
    keep(path, before);
    return JSON.parse(before.text);
  }
  const text = response.headers.get('Content-Type')?.includes('json') ? await response.text() : '';
  const json = text ? JSON.parse(text) : {};
  if (path === '/v1/session' && method !== 'GET') {
    kept.clear();
  }
  if (response.ok) {
    const tag = response.headers.get('ETag');
    if (method === 'GET' && tag) {
      keep(path, { tag, text });
    }
    return json;
  }
  if (response.status === 401 && path !== '/v1/session') {
    signedOut.forEach((callback) => callback());
  }
  throw new Problem(response.status, json);
}

/**
 * Returns the resource at a path, as of the last received change or later. Pages with the same last change share
 * answers.
 */
export const get = (path) => call('GET', path, undefined, changes.seen());

/** Returns a new idempotency key: a repeated request with the same key is executed once. */
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');

/** Returns a path with those parameters that have a value. */
export function withQuery(path, parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return query ? `${path}?${query}` : path;
}

// --- changes

const LONGEST_PAUSE = 10_000;

/** Stream of changes in the service. It reconnects automatically, and continues after the last received event. */
class ChangeStream {
  constructor() {
    this.views = new Set();
    this.watchers = new Set();
    this.last = undefined;
    this.connected = false;
    this.abort = undefined;
  }

  /**
   * Adds a view, which receives each change as {events, jobs, nodes, accounts, many}, or null if changes may be
   * missing.
   */
  on(view) {
    this.views.add(view);
    return () => this.views.delete(view);
  }

  /** Adds a watcher, which is called with whether the service is reachable, now and after each change. */
  watch(watcher) {
    this.watchers.add(watcher);
    watcher(this.connected);
    return () => this.watchers.delete(watcher);
  }

  start() {
    this.stop();
    const abort = new AbortController();
    this.abort = abort;
    this.run(abort.signal);
  }

  stop() {
    this.abort?.abort();
    this.abort = undefined;
    this.last = undefined;
  }

  tell(change) {
    this.views.forEach((view) => view(change));
  }

  /** Returns headers with the number of the last received event. */
  seen() {
    return this.last === undefined ? {} : { 'Last-Event-ID': this.last };
  }

  state(connected) {
    if (this.connected !== connected) {
      this.connected = connected;
      this.watchers.forEach((watcher) => watcher(connected));
    }
  }

  async run(signal) {
    let pause = 500;
    while (!signal.aborted) {
      try {
        const response = await fetch('/v1/changes', { headers: this.seen(), signal, credentials: 'same-origin' });
        if (response.status === 401) {
          signedOut.forEach((callback) => callback());
          return;
        }
        if (response.ok) {
          this.state(true);
          pause = 500;
          this.tell(null);
          await this.read(response.body.getReader());
        }
      } catch (error) {
        if (signal.aborted) {
          return;
        }
      }
      this.state(false);
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
  }

  async read(reader) {
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) {
        return;
      }
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop();
      blocks.forEach((block) => this.block(block));
    }
  }

  block(block) {
    let data = '';
    let isReset = false;
    for (const line of block.split('\n')) {
      if (line.startsWith('id: ')) {
        this.last = line.slice(4);
      } else if (line.startsWith('data: ')) {
        data += line.slice(6);
      } else if (line === 'event: reset') {
        isReset = true;
      }
    }
    if (isReset) {
      this.tell(null);
    } else if (data) {
      this.tell(JSON.parse(data));
    }
  }
}

export const changes = new ChangeStream();
